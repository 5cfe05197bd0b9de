//! The lock of a line; a model checker puts its own in its place.

pub(super) use std::sync::{Mutex, MutexGuard};
