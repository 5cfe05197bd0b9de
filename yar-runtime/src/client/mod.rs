//! The client: typed and untyped calls over a pool of connections.
//!
//! The caller's task writes the request and reads the answer. Only where calls
//! share a connection, with a server that answers in any order, a task of that
//! connection does it for them. With others a connection is used by one call
//! at a time, and goes back to the pool only after a faultless exchange.

mod alarm;
mod argument;
mod balance;
mod batch;
pub mod blocking;
mod builder;
mod call;
mod connect;
mod endpoint;
mod errands;
mod exchange;
mod failure;
mod framing;
mod hint;
mod hook;
#[cfg(feature = "http")]
mod http;
mod ids;
mod line;
mod options;
mod packing;
mod payload;
mod pool;
mod resolve;
mod retry;
mod settings;
mod socket;
mod spares;
mod sync;
#[cfg(feature = "tls")]
mod tls;
mod upkeep;
mod usual;

pub use argument::Argument;
pub use batch::Batch;
pub use builder::ClientBuilder;
#[doc(hidden)]
pub use call::Begun;
pub use call::{Client, connect};
pub use hook::CallHook;
pub use options::{CallOptions, WithOptions};
pub use retry::Retry;
