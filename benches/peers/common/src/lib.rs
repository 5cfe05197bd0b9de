//! What every peer of the bench shares: the four calls' data and work, the
//! counting allocator, the start of a server with its control port, and the
//! load drivers. A peer supplies a server loop and a [`Conn`] or a
//! [`BlockingConn`], and its `main` is a match over [`Role`]. Nothing here knows a peer or a protocol.

mod alloc;
mod args;
mod blocking;
mod cell;
mod control;
mod data;
mod driver;
mod histogram;
mod process;
mod report;
mod server;

pub use args::{Args, Role, args};
pub use blocking::{BlockingConn, run_blocking_client};
pub use cell::{Cell, run_batches, skip};
use data::Samples;
pub use data::{Method, PutReply, Record, Stats, put_of, stats_of, version_of, wire_sizes};
pub use driver::{Conn, LocalConn, run_client, run_client_local};
pub use server::{announce, run_blocking_server, run_local_server, run_server};
