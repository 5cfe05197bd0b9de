//! What a client was told when it was built.

use super::hook::CallHook;
#[cfg(feature = "http")]
use super::http::Proxy;
use super::resolve::Resolve;
use super::retry::Retry;
#[cfg(feature = "tls")]
use super::tls::Trust;
use crate::error::{Error, Stage};
use crate::message::{RequestFront, RequestHead};
use crate::packager::{DecodeLimits, Packager};
use crate::telemetry::Target;
use crate::transport::Address;
use crate::wire::{Layout, RESERVED_ANY_ORDER, RESERVED_KEEP};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Checked settings of a client.
pub(super) struct Settings {
    /// One at least; either all over HTTP or none.
    pub(super) addresses: Vec<Address>,
    pub(super) is_http: bool,
    pub(super) packager: Packager,
    pub(super) layout: Layout,
    pub(super) timeout: Duration,
    pub(super) connect_timeout: Duration,
    pub(super) provider: Vec<u8>,
    pub(super) token: Vec<u8>,
    pub(super) persistent: bool,
    /// The name that stands before every method's, for a server with several services.
    pub(super) service: Option<String>,
    pub(super) max_body: usize,
    pub(super) max_connections: usize,
    pub(super) max_sharing: usize,
    pub(super) idle_timeout: Duration,
    pub(super) headers: Vec<(String, String)>,
    pub(super) decoding: DecodeLimits,
    pub(super) retry: Retry,
    pub(super) hooks: Vec<Arc<dyn CallHook>>,
    pub(super) telemetry: Target,
    pub(super) resolve: Resolve,
    #[cfg(feature = "http")]
    pub(super) proxy: Option<Arc<Proxy>>,
    #[cfg(feature = "tls")]
    pub(super) trust: Trust,
    /// The addresses are all those that their names have, looked up this often.
    pub(super) look_up: Option<Duration>,
    /// How long a server that fails is left alone, at first and at most.
    pub(super) ejection: (Duration, Duration),
    /// What every request begins with.
    pub(super) front: RequestFront,
}

impl Settings {
    pub(super) fn new(addresses: Vec<Address>) -> Result<Self, Error> {
        for address in &addresses {
            check_features(address)?;
        }
        let is_http = is_http(&addresses)?;
        let (provider, token) = credentials(&addresses)?;
        let front = RequestFront::new(&RequestHead {
            id: 0,
            layout: Layout::Yar,
            packager: Packager::MSGPACK,
            reserved: 0,
            provider: &provider,
            token: &token,
        });
        Ok(Self {
            telemetry: Target::new(&Names(&addresses)),
            addresses,
            is_http,
            packager: Packager::MSGPACK,
            layout: Layout::Yar,
            timeout: Duration::from_secs(5),
            connect_timeout: Duration::from_secs(1),
            provider,
            token,
            persistent: true,
            service: None,
            max_body: 10_485_760,
            max_connections: 64,
            // As many as our own servers run at a time unless told otherwise:
            // further ones would wait there, unread, for their time to pass.
            max_sharing: 64,
            idle_timeout: Duration::from_secs(60),
            headers: Vec::new(),
            decoding: DecodeLimits::default(),
            retry: Retry::default(),
            hooks: Vec::new(),
            resolve: Resolve::default(),
            #[cfg(feature = "http")]
            proxy: None,
            #[cfg(feature = "tls")]
            trust: Trust::default(),
            look_up: None,
            ejection: (Duration::from_secs(1), Duration::from_secs(60)),
            front,
        })
    }

    /// The addresses, for errors that concern all of them.
    pub(super) fn names(&self) -> String {
        Names(&self.addresses).to_string()
    }

    /// Works out what is the same for every call.
    pub(super) fn finish(&mut self) {
        // Over HTTP the header lines say whether to keep the connection.
        let reserved = if self.persistent && !self.is_http {
            RESERVED_KEEP | RESERVED_ANY_ORDER
        } else {
            0
        };
        self.front = RequestFront::new(&RequestHead {
            id: 0,
            layout: self.layout,
            packager: self.packager,
            reserved,
            provider: &self.provider,
            token: &self.token,
        });
    }
}

/// Made into a text only where somebody reads it.
struct Names<'a>(&'a [Address]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, address) in self.0.iter().enumerate() {
            let between = if number == 0 { "" } else { ", " };
            write!(f, "{between}{address}")?;
        }
        Ok(())
    }
}

/// Zero is the default to PHP, and no time at all to others.
#[inline]
pub(super) fn check_timeout(name: &str, timeout: Duration) -> Result<(), Error> {
    if timeout.is_zero() {
        return Err(no_time(name));
    }
    Ok(())
}

#[cold]
fn no_time(name: &str) -> Error {
    let text = format!(
        "a {name} of zero leaves no time for anything: leave it unset for the default, \
         or give a long one to wait long"
    );
    Error::new(Stage::Configure, text)
}

fn check_features(address: &Address) -> Result<(), Error> {
    #[cfg(not(feature = "http"))]
    if matches!(address, Address::Http(_)) {
        return Err(Error::without_http());
    }
    if address.is_tls() && cfg!(not(feature = "tls")) {
        let text = format!("`{address}` needs the feature `tls`, which this build leaves out");
        return Err(Error::new(Stage::Configure, text));
    }
    Ok(())
}

/// A request is packed before it is known which server takes it.
fn is_http(addresses: &[Address]) -> Result<bool, Error> {
    let is_http = |address: &&Address| matches!(address, Address::Http(_));
    let Some(first) = addresses.first() else {
        let text = "a client needs an address, and the list of them is empty";
        return Err(Error::new(Stage::Configure, text));
    };
    match (addresses.iter()).find(|other| is_http(other) != is_http(&first)) {
        None => Ok(is_http(&first)),
        Some(other) => {
            let text = format!(
                "`{first}` and `{other}` cannot be addresses of one client: \
                 either all are http:// or https://, or none is"
            );
            Err(Error::new(Stage::Configure, text))
        }
    }
}

/// As PHP does: the parts as they are written, cut to the fields.
fn credentials(addresses: &[Address]) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let user = |address: &Address| match address {
        Address::Http(http) => http.user.clone(),
        _ => None,
    };
    let mut users = addresses.iter().map(user);
    let first = users.next().flatten();
    if users.any(|other| other != first) {
        let text = "the addresses of one client must all have the same user and password";
        return Err(Error::new(Stage::Configure, text));
    }
    Ok(first.map_or_else(Default::default, |(name, word)| {
        (
            name.bytes().take(32).collect(),
            word.bytes().take(32).collect(),
        )
    }))
}

/// Lines that would change how the request is framed are not the caller's.
pub(super) fn check_header(settings: &Settings, name: &str, value: &str) -> Result<(), Error> {
    const OURS: [&str; 5] = [
        "host",
        "connection",
        "content-length",
        "transfer-encoding",
        "te",
    ];
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let reason = if !settings.is_http {
        "only http:// addresses have header lines"
    } else if name.is_empty() || !name.bytes().all(is_name) {
        "the name is no header name"
    } else if value
        .bytes()
        .any(|byte| byte < b' ' && byte != b'\t' || byte == 0x7f)
    {
        "the value has control characters"
    } else if OURS.contains(&name.to_ascii_lowercase().as_str()) {
        "the client sets it itself"
    } else {
        return Ok(());
    };
    let text = format!("cannot send header `{}`: {reason}", name.escape_debug());
    Err(Error::new(Stage::Configure, text))
}

/// Who sets up TLS would send its secrets in the clear without it.
#[cfg(feature = "tls")]
pub(super) fn check_tls(settings: &Settings, name: &str) -> Result<(), Error> {
    if settings.addresses.iter().any(Address::is_tls) {
        return Ok(());
    }
    let text = format!(
        "`{name}` is for addresses with TLS, and `{}` has none: write tls:// or https://, \
         or leave `{name}` out",
        settings.names()
    );
    Err(Error::new(Stage::Configure, text))
}

pub(super) fn service_name(name: &str) -> Result<String, Error> {
    let is_part = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_control());
    if name.split('.').all(is_part) {
        return Ok(name.to_owned());
    }
    let text = format!(
        "cannot call the service `{}`: expected its name, such as `Orders`, or `shop.Orders` \
         with its package",
        name.escape_debug()
    );
    Err(Error::new(Stage::Configure, text))
}

/// Without anything secret.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("addresses", &self.names())
            .field("packager", &self.packager.name())
            .field("timeout", &self.timeout)
            .field("persistent", &self.persistent)
            .finish_non_exhaustive()
    }
}
