//! What threads share the state of connections with; a model checker puts its
//! own in its place.

pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
pub(super) use std::sync::{Mutex, MutexGuard};
