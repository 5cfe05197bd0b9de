//! What calls want other than their client was built with.

use super::settings::check_timeout;
use crate::error::Error;
use std::time::Duration;

/// Options of one call, or of a client's calls from here on
/// ([`WithOptions`]); those not set are the client's.
///
/// ```
/// # use yar_runtime as yar;
/// use std::time::Duration;
/// use yar::CallOptions;
///
/// let options = CallOptions::new().timeout(Duration::from_millis(200)).idempotent(true);
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct CallOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) idempotent: bool,
}

impl CallOptions {
    /// Nothing but what the client has.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long the call may take in all, tries and pauses between them
    /// included.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout.min(crate::transport::FOREVER));
        self
    }

    /// Whether the method does no harm when it runs twice, so that it may be
    /// called again when it is not known whether it ran. `false` by default,
    /// which leaves it to the client and to the contract.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
        self
    }

    /// Refuses a call that has no time.
    #[inline]
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.timeout {
            Some(timeout) => check_timeout("timeout", timeout),
            None => Ok(()),
        }
    }

    /// These, and `others` for what is not set.
    #[inline]
    pub(super) fn or(&self, others: &Self) -> Self {
        Self {
            timeout: self.timeout.or(others.timeout),
            idempotent: self.idempotent || others.idempotent,
        }
    }
}

/// A client that can be had with other options: any of ours, those that
/// `#[yar::service]` makes among them.
///
/// What comes out shares the connections, the hooks and all else with the client
/// it was made of, and costs no more than a clone. It is a trait so that a
/// contract may have methods of these names.
///
/// ```no_run
/// # use yar_runtime as yar;
/// use std::time::Duration;
/// use yar::{Client, Error, WithOptions};
///
/// # async fn run(client: Client) -> Result<(), Error> {
/// let quick = client.with_timeout(Duration::from_millis(200));
/// let sum: i64 = quick.call::<_, _, Error>("add", &(1, 2)).await?;
/// # Ok(())
/// # }
/// ```
pub trait WithOptions: Sized {
    /// This client with `options` for its calls; what they leave unset stays.
    #[must_use]
    fn with_options(&self, options: &CallOptions) -> Self;

    /// This client with another timeout for each of its calls.
    #[must_use]
    fn with_timeout(&self, timeout: Duration) -> Self {
        self.with_options(&CallOptions::new().timeout(timeout))
    }
}
