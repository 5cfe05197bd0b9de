//! The `#[yar::service]` attribute.
