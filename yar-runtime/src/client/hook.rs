//! What is told of every call.

use super::settings::Settings;
use crate::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Hears of every call before and after it, to count, log or trace. Runs in
/// the task or thread of the caller and should be quick.
///
/// ```
/// # use yar_runtime as yar;
/// use std::time::Duration;
/// use yar::{CallHook, Client, Error};
///
/// struct Slow;
///
/// impl CallHook for Slow {
///     fn after(&self, method: &str, lasted: Duration, outcome: Result<(), &Error>) {
///         if lasted > Duration::from_millis(100) || outcome.is_err() {
///             eprintln!("{method}: {lasted:?}, {outcome:?}");
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Error> {
/// let client = Client::builder("tcp://127.0.0.1:9600").hook(Slow).build()?;
/// # Ok(())
/// # }
/// ```
pub trait CallHook: Send + Sync + 'static {
    /// The call is about to be made.
    fn before(&self, method: &str) {
        let _ = method;
    }

    /// The call has ended. It is not told of calls that are dropped.
    fn after(&self, method: &str, lasted: Duration, outcome: Result<(), &Error>) {
        let _ = (method, lasted, outcome);
    }
}

/// A call that hooks are told of.
pub(super) struct Hooked<'a> {
    hooks: &'a [Arc<dyn CallHook>],
    method: String,
    start: Instant,
}

impl<'a> Hooked<'a> {
    /// `None` where there is nobody to tell.
    #[inline]
    pub(super) fn new(settings: &'a Settings, method: &str) -> Option<Box<Self>> {
        let hooks = settings.hooks.as_slice();
        (!hooks.is_empty()).then(|| Self::begin(hooks, method))
    }

    fn begin(hooks: &'a [Arc<dyn CallHook>], method: &str) -> Box<Self> {
        for hook in hooks {
            hook.before(method);
        }
        Box::new(Self {
            hooks,
            method: method.to_owned(),
            start: Instant::now(),
        })
    }

    pub(super) fn after<R>(&self, outcome: &Result<R, Error>) {
        let lasted = self.start.elapsed();
        for hook in self.hooks {
            hook.after(&self.method, lasted, outcome.as_ref().map(|_| ()));
        }
    }
}
