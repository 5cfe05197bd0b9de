//! Timers beside the runtime of whoever waits.
//!
//! A runtime that has any timer looks at the clock, and tells the system how
//! long to wait at most, each time that it goes to sleep: once for every call
//! of one caller who waits for the answers, and a thirtieth of what such a call
//! takes. The timers of connections are all but never due. One thread of the
//! process looks after them, asleep until one is.

use std::future::pending;
use std::pin::Pin;
use std::sync::OnceLock;
use std::thread;
use std::time::Instant;
use tokio::runtime::{Builder, Handle};
use tokio::time::Sleep;

/// A thread that only sleeps and wakes others.
const STACK: usize = 128 * 1024;

/// Ready once `time` has come, in whichever runtime it is polled, and by the
/// clock of the machine even if that runtime's was stopped for a test.
///
/// Where no thread can be had it belongs to the runtime around.
pub(crate) fn timer(time: Instant) -> Pin<Box<Sleep>> {
    let _inside = keeper().map(Handle::enter);
    Box::pin(tokio::time::sleep_until(time.into()))
}

/// The runtime of the thread, which is never shut down.
fn keeper() -> Option<&'static Handle> {
    static KEEPER: OnceLock<Option<Handle>> = OnceLock::new();
    KEEPER.get_or_init(start).as_ref()
}

fn start() -> Option<Handle> {
    let runtime = Builder::new_current_thread().enable_time().build().ok()?;
    let handle = runtime.handle().clone();
    let thread = thread::Builder::new().name("yar-timers".to_owned());
    let keep = move || runtime.block_on(pending::<()>());
    thread.stack_size(STACK).spawn(keep).ok().map(|_| handle)
}
