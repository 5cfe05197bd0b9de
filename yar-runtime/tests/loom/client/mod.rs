//! The line as the client has it, with a lock that loom sees.

#[path = "../../../src/client/line/mod.rs"]
pub mod line;

pub mod sync {
    pub use loom::sync::{Mutex, MutexGuard};
}
