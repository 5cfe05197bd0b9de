//! When a call that failed is tried again.

use super::spares::Spares;
use crate::error::{Error, Stage, status};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// When and how often a call that failed is tried again, within its timeout.
///
/// A call is tried again where nothing of its request was sent or the server
/// turned it away as overloaded, and, where
/// [`CallOptions::idempotent`](super::CallOptions::idempotent) says that running twice does no harm, after the
/// connection broke. Never after a timeout, an answer that is malformed, or an
/// error that the method reported.
///
/// ```
/// # use yar_runtime as yar;
/// use std::time::Duration;
/// use yar::{Client, Retry};
///
/// # fn main() -> Result<(), yar::Error> {
/// let patient = Retry::default().attempts(5).pause(Duration::from_millis(50));
/// let client = Client::builder("tcp://127.0.0.1:9600").retry(patient).build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Retry {
    attempts: u32,
    pause: Duration,
    longest_pause: Duration,
    savings: Option<u32>,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            attempts: 3,
            pause: Duration::from_millis(10),
            longest_pause: Duration::from_secs(1),
            savings: None,
        }
    }
}

impl Retry {
    /// No call is tried twice.
    pub fn never() -> Self {
        Self::default().attempts(1)
    }

    /// How often a call is tried in all; 3 by default, at least 1.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// The pause before the second try; 10 ms by default. It doubles with each
    /// further one, and a random part of up to a half is left out.
    pub fn pause(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// The longest pause; 1 s by default.
    pub fn longest_pause(mut self, pause: Duration) -> Self {
        self.longest_pause = pause;
        self
    }

    /// How many tries can be saved up; a call earns a tenth of one, a further
    /// try costs one, and without savings nothing is tried again. A client
    /// starts with all of them. 10 by default, and 1,000 where there are
    /// several addresses: a server that dies takes every call with it that it
    /// was working on.
    pub fn savings(mut self, tries: u32) -> Self {
        self.savings = Some(tries);
        self
    }

    pub(super) fn budget(&self, has_others: bool) -> Budget {
        let by_default = if has_others { 1000 } else { 10 };
        Budget::new(self.savings.unwrap_or(by_default))
    }

    /// How long to wait before the next try, after `tried` of them; `None`
    /// where there is to be none.
    fn next(&self, error: &Error, is_idempotent: bool, tried: u32) -> Option<Duration> {
        // A certificate will be the same in a moment.
        let has_not_run = error.is_unsent() && !error.is_tls() || was_turned_away(error);
        let may = has_not_run || (is_idempotent && is_passing(error));
        if !may || error.is_timeout() || tried >= self.attempts {
            return None;
        }
        let doubled = self.pause.saturating_mul(1 << (tried - 1).min(20));
        let pause = doubled.min(self.longest_pause);
        let [_, _, chance, ..] = RandomState::new().hash_one(tried).to_be_bytes();
        Some(pause - pause * u32::from(chance) / 512)
    }
}

/// The server says that it has not run the method (wire document, section 4).
/// Status 16 alone does not say it: others use it for their own purposes.
fn was_turned_away(error: &Error) -> bool {
    error.status() == Some(status::TRANSPORT) && error.message().starts_with("overloaded: ")
}

/// Another try may find it gone.
fn is_passing(error: &Error) -> bool {
    let is_overloaded = error.status() == Some(status::TRANSPORT);
    let is_network = matches!(error.stage(), Stage::Send | Stage::Receive);
    is_network || error.stage() == Stage::Connect || error.is_resolve() || is_overloaded
}

/// The tries of one call.
#[derive(Debug)]
pub(super) struct Tries {
    is_idempotent: bool,
    counted: u32,
}

impl Tries {
    /// With the first one made.
    pub(super) fn new(is_idempotent: bool) -> Self {
        Self {
            is_idempotent,
            counted: 1,
        }
    }

    /// How long to wait before the next try, with `left` of the time of the
    /// call; `None` where there is to be none. With another server or connection
    /// to turn to there is no need to wait, and none to count one that did not
    /// hear of the call.
    pub(super) fn next(
        &mut self,
        retry: &Retry,
        spares: &Spares,
        error: &Error,
        is_elsewhere: bool,
        left: Duration,
    ) -> Option<Duration> {
        let at_once = is_elsewhere.then_some(Duration::ZERO);
        if let Some(pause) = at_once.filter(|_| error.is_unsent() && !left.is_zero()) {
            return Some(pause);
        }
        let pause = retry.next(error, self.is_idempotent, self.counted)?;
        let pause = at_once.unwrap_or(pause);
        if pause >= left || !spares.spend_on_retry() {
            return None;
        }
        self.counted += 1;
        Some(pause)
    }
}

/// What keeps a crowd of clients from burying a server that is in trouble:
/// a tenth of a client's calls may be tried again, and some saved up.
#[derive(Debug)]
pub(super) struct Budget {
    savings: AtomicU32,
    most: u32,
}

/// What a try costs; a call earns one.
const PRICE: u32 = 10;

impl Budget {
    /// With `tries` saved, which is the most there can be.
    pub(super) fn new(tries: u32) -> Self {
        let most = tries.saturating_mul(PRICE);
        Self {
            savings: most.into(),
            most,
        }
    }

    /// Reads only, as long as all goes well.
    #[inline]
    pub(super) fn earn(&self) {
        if self.savings.load(Relaxed) < self.most {
            let earn = |savings| (savings < self.most).then_some(savings + 1);
            let _ = self.savings.fetch_update(Relaxed, Relaxed, earn);
        }
    }

    /// Whether there is enough for another try.
    pub(super) fn spend(&self) -> bool {
        let spend = |savings: u32| savings.checked_sub(PRICE);
        (self.savings.fetch_update(Relaxed, Relaxed, spend)).is_ok()
    }
}
