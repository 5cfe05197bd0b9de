//! The line and the seats as the client has them, with locks and counters that
//! loom sees.

#[path = "../../../src/client/line/mod.rs"]
pub mod line;

#[path = "../../../src/client/pool/seats.rs"]
pub mod seats;

pub mod sync {
    pub use loom::sync::atomic::{AtomicUsize, Ordering};
    pub use loom::sync::{Mutex, MutexGuard};
}
