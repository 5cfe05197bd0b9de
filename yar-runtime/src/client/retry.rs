//! When a call that failed is tried again.

use crate::error::{Error, Stage, status};
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// When and how often a call that failed is tried again, within its timeout.
///
/// A call is tried again where nothing of its request was sent, and, where
/// [`CallOptions::idempotent`](super::CallOptions::idempotent) says that running twice does no harm, after the
/// connection broke or the server was overloaded. Never after a timeout, an
/// answer that is malformed, or an error that the method reported.
///
/// ```
/// use std::time::Duration;
/// use yar_runtime::{Client, Retry};
///
/// # fn main() -> Result<(), yar_runtime::Error> {
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
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            attempts: 3,
            pause: Duration::from_millis(10),
            longest_pause: Duration::from_secs(1),
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

    /// How long to wait before the next try, after `tried` of them; `None`
    /// where there is to be none.
    pub(super) fn next(&self, error: &Error, is_idempotent: bool, tried: u32) -> Option<Duration> {
        let may = error.is_unsent() || (is_idempotent && is_passing(error));
        if !may || error.is_timeout() || tried >= self.attempts {
            return None;
        }
        let doubled = self.pause.saturating_mul(1 << (tried - 1).min(20));
        let pause = doubled.min(self.longest_pause);
        let [_, _, chance, ..] = RandomState::new().hash_one(tried).to_be_bytes();
        Some(pause - pause * u32::from(chance) / 512)
    }
}

/// Another try may find it gone.
fn is_passing(error: &Error) -> bool {
    let is_overloaded = error.status() == Some(status::TRANSPORT);
    matches!(error.stage(), Stage::Connect | Stage::Send | Stage::Receive) || is_overloaded
}

/// What keeps a crowd of clients from burying a server that is in trouble:
/// a tenth of a client's calls may be tried again, and ten saved up.
#[derive(Debug)]
pub(super) struct Budget {
    savings: u32,
}

/// What a try costs; a call earns one.
const PRICE: u32 = 10;
const MOST: u32 = 10 * PRICE;

impl Budget {
    pub(super) fn new() -> Self {
        Self { savings: MOST }
    }

    pub(super) fn earn(&mut self) {
        self.savings = (self.savings + 1).min(MOST);
    }

    /// Whether there is enough for another try.
    pub(super) fn spend(&mut self) -> bool {
        let Some(rest) = self.savings.checked_sub(PRICE) else {
            return false;
        };
        self.savings = rest;
        true
    }
}
