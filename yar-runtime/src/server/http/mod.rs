//! Frames as bodies of HTTP/1.1 messages, and a page about the service.
//!
//! A POST to any path is a call. As with PHP the status is 200 whatever the
//! answer says, but for bodies that are too long, and the length in the
//! frame's header is not looked at.

mod again;
mod caller;
mod connection;
mod info_page;
mod line;
mod mounted;
mod path;
mod pulse;
mod watch;

pub use mounted::{HttpFuture, HttpService};

pub(super) use connection::serve;
