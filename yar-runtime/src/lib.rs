//! The Yar wire.
