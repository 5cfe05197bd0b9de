//! Typed RPC over the Yar protocol.
pub use yar_runtime::{Error, Fault, Packager, Service, Value};
