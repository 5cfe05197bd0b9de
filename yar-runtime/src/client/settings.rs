//! What a client was told when it was built.

use super::hook::CallHook;
#[cfg(feature = "http")]
use super::http::RequestLines;
use super::retry::Retry;
use crate::error::{Error, Stage};
use crate::packager::{DecodeLimits, Packager};
use crate::telemetry::Target;
use crate::transport::Address;
use crate::wire::{Layout, RESERVED_ANY_ORDER, RESERVED_KEEP};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Checked settings of a client.
pub(super) struct Settings {
    pub(super) address: Address,
    pub(super) packager: Packager,
    pub(super) layout: Layout,
    pub(super) timeout: Duration,
    pub(super) connect_timeout: Duration,
    pub(super) provider: Vec<u8>,
    pub(super) token: Vec<u8>,
    pub(super) persistent: bool,
    pub(super) max_body: usize,
    pub(super) max_connections: usize,
    pub(super) max_sharing: usize,
    pub(super) idle_timeout: Duration,
    pub(super) headers: Vec<(String, String)>,
    pub(super) decoding: DecodeLimits,
    pub(super) retry: Retry,
    pub(super) hooks: Vec<Arc<dyn CallHook>>,
    pub(super) telemetry: Target,
    /// Bits of the reserved field of every request.
    pub(super) reserved: u32,
    /// What stands before every request over HTTP.
    #[cfg(feature = "http")]
    pub(super) lines: Option<RequestLines>,
}

impl Settings {
    pub(super) fn new(address: Address) -> Result<Self, Error> {
        #[cfg(not(feature = "http"))]
        if matches!(address, Address::Http(_)) {
            return Err(Error::without_http());
        }
        if address.is_tls() {
            let text = format!("cannot call `{address}`: clients do not speak TLS yet");
            return Err(Error::new(Stage::Configure, text));
        }
        // As PHP does: the parts as they are written, cut to the fields.
        let (provider, token) = match &address {
            Address::Http(http) => {
                http.user
                    .as_ref()
                    .map_or_else(Default::default, |(name, word)| {
                        (
                            name.bytes().take(32).collect(),
                            word.bytes().take(32).collect(),
                        )
                    })
            }
            _ => Default::default(),
        };
        Ok(Self {
            telemetry: Target::new(&address),
            address,
            packager: Packager::MSGPACK,
            layout: Layout::Yar,
            timeout: Duration::from_secs(5),
            connect_timeout: Duration::from_secs(1),
            provider,
            token,
            persistent: true,
            max_body: 10_485_760,
            max_connections: 64,
            max_sharing: 128,
            idle_timeout: Duration::from_secs(60),
            headers: Vec::new(),
            decoding: DecodeLimits::default(),
            retry: Retry::default(),
            hooks: Vec::new(),
            reserved: 0,
            #[cfg(feature = "http")]
            lines: None,
        })
    }

    /// Works out what is the same for every call.
    pub(super) fn finish(&mut self) {
        // Over HTTP the header lines say whether to keep the connection.
        if self.persistent && !matches!(self.address, Address::Http(_)) {
            self.reserved = RESERVED_KEEP | RESERVED_ANY_ORDER;
        }
        #[cfg(feature = "http")]
        if let Address::Http(http) = &self.address {
            let lines = RequestLines::new(http, self.persistent, &self.headers);
            self.lines = Some(lines);
        }
    }
}

/// Without anything secret.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("address", &self.address.to_string())
            .field("packager", &self.packager.name())
            .field("timeout", &self.timeout)
            .field("persistent", &self.persistent)
            .finish_non_exhaustive()
    }
}
