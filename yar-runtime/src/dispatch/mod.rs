//! From a frame to a handler and back to a frame.
//!
//! Knows services, method names and the texts of error answers. Knows nothing
//! of sockets: servers hand in frames and send what comes out.

mod context;
mod credentials;
mod dispatcher;
mod info;
#[cfg(feature = "tower")]
mod layers;
mod load;
mod readable;
mod reply;
mod routes;
mod service;
mod slot;
mod table;
mod verdict;

pub use context::Context;
pub use credentials::Credentials;
pub use info::{DefaultInfo, MethodInfo, ParamInfo, ServiceInfo};
#[cfg(feature = "tower")]
pub use layers::{Call, HandlerFuture, RunHandler};
pub use reply::Reply;
pub use service::Service;
pub use verdict::Verdict;

pub(crate) use credentials::{Gate, Origin};
pub(crate) use dispatcher::{Dispatcher, Rules, STOPPING, UNFINISHED};
#[cfg(feature = "tower")]
pub(crate) use layers::{Layered, layered};
pub(crate) use load::{Hoard, Load, Place};
pub(crate) use readable::{too_large, unread, unreadable};
pub(crate) use routes::Routes;
pub(crate) use slot::{Beside, Slot};
