//! How a client is set up.

use super::blocking;
use super::call::Client;
use super::hook::CallHook;
use super::retry::Retry;
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::packager::Packager;
use crate::transport::{Address, FOREVER};
use crate::wire::{Layout, RESERVED_ANY_ORDER};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Sets up a [`Client`]; made by [`Client::builder`].
///
/// ```
/// use std::time::Duration;
/// use yar_runtime::{Client, Packager};
///
/// # fn main() -> Result<(), yar_runtime::Error> {
/// let client = Client::builder("tcp://127.0.0.1:9600")
///     .packager(Packager::JSON)
///     .timeout(Duration::from_secs(2))
///     .token("secret")
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[must_use]
pub struct ClientBuilder {
    /// The first mistake is kept until `build`.
    settings: Result<Settings, Error>,
}

/// Bytes of the provider and of the token.
const FIELD: usize = 32;

impl ClientBuilder {
    pub(super) fn new(uri: &str) -> Self {
        Self {
            settings: Address::parse(uri).and_then(Settings::new),
        }
    }

    /// How requests are packed; MSGPACK by default. Answers are unpacked by
    /// the name they carry.
    pub fn packager(self, packager: Packager) -> Self {
        self.set(|settings| settings.packager = packager)
    }

    /// How requests are framed; [`Layout::Yar`] by default, the other one for
    /// servers of lua-yar.
    pub fn layout(self, layout: Layout) -> Self {
        self.set(|settings| settings.layout = layout)
    }

    /// How long a call may take in all: waiting for a free connection,
    /// connecting, sending, receiving. 5 s by default.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.set(|settings| settings.timeout = timeout.min(FOREVER))
    }

    /// How long making a connection may take, name look-up included. 1 s by
    /// default.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        self.set(|settings| settings.connect_timeout = timeout.min(FOREVER))
    }

    /// Who calls: at most 32 bytes, none by default. Wins over the user name
    /// of an `http://` address.
    pub fn provider(self, provider: impl AsRef<[u8]>) -> Self {
        let provider = provider.as_ref();
        self.try_set(|settings| {
            settings.provider = field("provider", provider)?;
            Ok(())
        })
    }

    /// The secret the server may ask for: at most 32 bytes, none by default.
    /// Wins over the password of an `http://` address.
    pub fn token(self, token: impl AsRef<[u8]>) -> Self {
        let token = token.as_ref();
        self.try_set(|settings| {
            settings.token = field("token", token)?;
            Ok(())
        })
    }

    /// Whether connections are kept for further calls; `true` by default.
    pub fn persistent(self, persistent: bool) -> Self {
        self.set(|settings| settings.persistent = persistent)
    }

    /// Largest body of a request or an answer in bytes, packager name
    /// included. 10,485,760 by default, the most that PHP and yar-c read.
    pub fn max_body(self, bytes: usize) -> Self {
        self.set(|settings| settings.max_body = bytes)
    }

    /// Containers inside one another in an answer, its body included; what is
    /// deeper does not unpack. 512 by default, which fits the stack of a thread
    /// of 2 MiB even in a build without optimization.
    pub fn max_depth(self, containers: usize) -> Self {
        self.set(|settings| settings.decoding.depth = containers)
    }

    /// Connections at a time; calls that find no room wait. 64 by default, at
    /// least 1.
    pub fn max_connections(self, connections: usize) -> Self {
        self.set(|settings| settings.max_connections = connections.max(1))
    }

    /// Calls at a time over one connection, with a server that answers them
    /// in any order; with others it is one. 128 by default, at least 1, which
    /// gives every call a connection for itself.
    pub fn max_calls_per_connection(self, calls: usize) -> Self {
        self.set(|settings| settings.max_sharing = calls.max(1))
    }

    /// How long a connection may lie unused before it is replaced. 60 s by
    /// default.
    pub fn idle_timeout(self, timeout: Duration) -> Self {
        self.set(|settings| settings.idle_timeout = timeout)
    }

    /// Adds a header line to every HTTP request.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.try_set(|settings| {
            check_header(settings, name, value)?;
            settings.headers.push((name.to_owned(), value.to_owned()));
            Ok(())
        })
    }

    /// When calls that failed are tried again; [`Retry::default`] by default.
    pub fn retry(self, retry: Retry) -> Self {
        self.set(|settings| settings.retry = retry)
    }

    /// Adds somebody who is told of every call, after those added before.
    pub fn hook(self, hook: impl CallHook) -> Self {
        self.set(|settings| settings.hooks.push(Arc::new(hook)))
    }

    /// The client; it connects at its first call.
    pub fn build(self) -> Result<Client, Error> {
        let mut settings = self.settings?;
        settings.finish();
        Ok(Client::new(settings))
    }

    /// A client that blocks its caller and needs no runtime.
    pub fn build_blocking(self) -> Result<blocking::Client, Error> {
        let mut settings = self.settings?;
        // It never has more than one call on a connection.
        settings.finish();
        settings.reserved &= !RESERVED_ANY_ORDER;
        Ok(blocking::Client::new(settings))
    }

    /// The client, its first connection made.
    pub async fn connect(self) -> Result<Client, Error> {
        let client = self.build()?;
        client.connect_first().await?;
        Ok(client)
    }

    fn set(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        if let Ok(settings) = &mut self.settings {
            change(settings);
        }
        self
    }

    fn try_set(mut self, change: impl FnOnce(&mut Settings) -> Result<(), Error>) -> Self {
        if let Ok(settings) = &mut self.settings
            && let Err(error) = change(settings)
        {
            self.settings = Err(error);
        }
        self
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ClientBuilder")
            .field(&self.settings)
            .finish()
    }
}

fn field(name: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    if bytes.len() > FIELD {
        let text = format!(
            "the {name} has {} bytes, at most {FIELD} fit the header",
            bytes.len()
        );
        return Err(Error::new(Stage::Configure, text));
    }
    Ok(bytes.to_vec())
}

/// Lines that would change how the request is framed are not the caller's.
fn check_header(settings: &Settings, name: &str, value: &str) -> Result<(), Error> {
    const OURS: [&str; 5] = [
        "host",
        "connection",
        "content-length",
        "transfer-encoding",
        "te",
    ];
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let reason = if !matches!(settings.address, Address::Http(_)) {
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
