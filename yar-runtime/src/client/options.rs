//! What one call wants other than its client does.

use std::time::Duration;

/// Options of one call; those not set are the client's.
///
/// ```
/// use std::time::Duration;
/// use yar_runtime::CallOptions;
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
    /// called again when it is not known whether it ran. `false` by default.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
        self
    }
}
