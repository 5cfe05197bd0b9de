//! How a client is set up.

use super::blocking;
use super::call::Client;
use super::hook::CallHook;
#[cfg(feature = "http")]
use super::http::Proxy;
use super::retry::Retry;
#[cfg(feature = "tls")]
use super::settings::check_tls;
use super::settings::{Settings, check_header, check_timeout, service_name};
use crate::error::{Error, Stage};
use crate::packager::Packager;
use crate::transport::{Address, FOREVER};
use crate::wire::Layout;
use std::fmt;
#[cfg(feature = "tls")]
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "tls")]
use tokio_rustls::rustls::ClientConfig;

/// Sets up a [`Client`]; made by [`Client::builder`].
///
/// ```
/// # use yar_runtime as yar;
/// use std::time::Duration;
/// use yar::{Client, Packager};
///
/// # fn main() -> Result<(), yar::Error> {
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
    pub(super) fn new(uris: &[impl AsRef<str>]) -> Self {
        let addresses = uris.iter().map(|uri| Address::parse(uri.as_ref()));
        let addresses: Result<Vec<_>, _> = addresses.collect();
        Self {
            settings: addresses.and_then(Settings::new),
        }
    }

    /// How requests are packed; MSGPACK by default. Answers are unpacked by
    /// the name they carry.
    pub fn packager(self, packager: Packager) -> Self {
        self.set(|settings| settings.packager = packager)
    }

    /// How requests are framed; [`Layout::Yar`] by default, [`Layout::LuaYar`]
    /// for servers of lua-yar.
    pub fn layout(self, layout: Layout) -> Self {
        self.set(|settings| settings.layout = layout)
    }

    /// The service that is meant, where several listen behind one address: its
    /// name goes before the method's, `Orders.find`, and its package before that
    /// where two services share a name. None by default, which is the first
    /// service, or over HTTP the one at the path of the address. Hooks, metrics
    /// and errors go on having the bare name of the method.
    pub fn service(self, name: &str) -> Self {
        self.try_set(|settings| {
            settings.service = Some(service_name(name)?);
            Ok(())
        })
    }

    /// How long a call may take in all: waiting for a free connection,
    /// connecting, sending, receiving. 5 s by default; zero is refused.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.try_set(|settings| {
            check_timeout("timeout", timeout)?;
            settings.timeout = timeout.min(FOREVER);
            Ok(())
        })
    }

    /// How long making a connection may take, name look-up included. 1 s by
    /// default; zero is refused.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        self.try_set(|settings| {
            check_timeout("connect_timeout", timeout)?;
            settings.connect_timeout = timeout.min(FOREVER);
            Ok(())
        })
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

    /// Connections to a server at a time; calls that find no room wait. 64 by
    /// default, at least 1.
    pub fn max_connections(self, connections: usize) -> Self {
        self.set(|settings| settings.max_connections = connections.max(1))
    }

    /// Calls at a time over one connection, with a server that answers them
    /// in any order; with others it is one. 64 by default, as many as such a
    /// server runs at a time unless its
    /// [limit](crate::Limits::max_calls_per_connection) is another: what is sent
    /// beyond that waits there, and its time runs. At least 1, which gives every
    /// call a connection for itself.
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

    /// Where to connect to for one host and port instead of looking up the name:
    /// `HOST:PORT:ADDRESS[,ADDRESS]...`, as curl has it; `*` is any host. May be
    /// called for several. The name stays the name in HTTP headers and in
    /// certificates; of a proxy and its target, the name of the proxy is the
    /// one that is looked up here.
    ///
    /// ```
    /// # use yar_runtime as yar;
    /// # fn main() -> Result<(), yar::Error> {
    /// let client = yar::Client::builder("tcp://calc.internal:9600")
    ///     .resolve("calc.internal:9600:10.0.0.7")
    ///     .build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn resolve(self, entry: &str) -> Self {
        self.try_set(|settings| settings.resolve.add(entry))
    }

    /// An HTTP proxy between this client and its servers,
    /// `http://[USER:PASSWORD@]HOST[:PORT]`; none by default. It passes on
    /// requests to `http://` addresses and makes tunnels to others
    /// (`CONNECT`). Unix sockets are connected to without it.
    #[cfg(feature = "http")]
    pub fn proxy(self, uri: &str) -> Self {
        self.try_set(|settings| {
            settings.proxy = Some(Arc::new(Proxy::parse(uri)?));
            Ok(())
        })
    }

    /// Trusts the certificates in this PEM file and no others, where the
    /// address is `tls://` or `https://`; any other address makes this, as the
    /// other settings of TLS, a mistake. By default those are trusted that the
    /// system trusts.
    #[cfg(feature = "tls")]
    pub fn tls_root(self, path: impl AsRef<Path>) -> Self {
        self.try_set(|settings| {
            check_tls(settings, "tls_root")?;
            settings.trust.only(path.as_ref())
        })
    }

    /// Takes any configuration for TLS, with a certificate of the client's for
    /// example. Replaces what [`tls_root`](Self::tls_root) has set.
    #[cfg(feature = "tls")]
    pub fn tls_config(self, config: Arc<ClientConfig>) -> Self {
        self.try_set(|settings| {
            check_tls(settings, "tls_config")?;
            settings.trust.as_configured(config);
            Ok(())
        })
    }

    /// The name that the server's certificate must have, and that it is asked
    /// for; the host of the address by default.
    #[cfg(feature = "tls")]
    pub fn tls_name(self, name: &str) -> Self {
        self.try_set(|settings| {
            check_tls(settings, "tls_name")?;
            settings.trust.expect_name(name)
        })
    }

    /// Takes each of the network addresses that the names of the servers stand
    /// for as a server of its own, as [`Client::balanced`] does with those it
    /// is given. The names are looked up again after each `interval`.
    pub fn balance_names(self, interval: Duration) -> Self {
        self.set(|settings| settings.look_up = Some(interval.min(FOREVER)))
    }

    /// How long one of several servers is left alone when it cannot be
    /// connected to, or three calls on end have failed: `first`, then twice as
    /// long each time it is not back, up to `longest`. 1 s and 60 s by default.
    pub fn ejection(self, first: Duration, longest: Duration) -> Self {
        self.set(|settings| settings.ejection = (first.min(FOREVER), longest.min(FOREVER)))
    }

    /// The client; it connects at its first call.
    pub fn build(self) -> Result<Client, Error> {
        let mut settings = self.settings?;
        settings.finish();
        Client::new(settings)
    }

    /// A client that blocks its caller and needs no runtime.
    pub fn build_blocking(self) -> Result<blocking::Client, Error> {
        let mut settings = self.settings?;
        settings.finish();
        blocking::Client::new(settings)
    }

    /// The client, its first connection made.
    pub async fn connect(self) -> Result<Client, Error> {
        let client = self.build()?;
        client.connect_first().await?;
        Ok(client)
    }

    /// A client that blocks, its first connection made.
    pub fn connect_blocking(self) -> Result<blocking::Client, Error> {
        let client = self.build_blocking()?;
        client.connect_first()?;
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
