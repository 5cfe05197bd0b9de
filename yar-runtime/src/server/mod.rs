//! The server: listeners, connections, and the rules they live by.
//!
//! One task for each connection, none for each call. Knows sockets and frames;
//! what a frame means is the business of [`dispatch`](crate::dispatch).

mod accept;
mod bell;
mod bound;
mod buffers;
mod calls;
mod clock;
mod connection;
mod farewell;
mod heavy;
#[cfg(feature = "http")]
mod http;
mod limits;
mod listener;
mod report;
mod run;
mod socket;
mod stop;
mod ticker;
#[cfg(feature = "tls")]
mod tls;
mod turns;

pub use bound::BoundSocket;
#[cfg(feature = "http")]
pub use http::{HttpFuture, HttpService};
pub use limits::Limits;
pub use report::Report;
pub use run::Server;
#[cfg(feature = "tls")]
pub use tls::Tls;
