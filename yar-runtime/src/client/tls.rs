//! TLS of a client's connections: whom it trusts, and the greeting.

use super::endpoint::Endpoint;
use crate::error::{Error, Stage};
use crate::transport::{Address, Stream, of_ones_own, unreadable, unusable};
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{
    self, AlertDescription, CertificateError, ClientConfig, ClientConnection, OtherError,
    RootCertStore,
};

/// Whose certificates a client accepts, and for which name.
#[derive(Default)]
pub(super) struct Trust {
    /// That of the system where none is given.
    config: Option<Arc<ClientConfig>>,
    /// Instead of the host of the address.
    name: Option<ServerName<'static>>,
}

/// What the connections to one server need.
pub(super) struct Tls {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

/// Bytes that TLS puts into a record at most, and in front of them.
const RECORD: usize = 16 * 1024;
const IN_FRONT: usize = 5;

impl Trust {
    /// The certificates in a PEM file, and no other.
    pub(super) fn only(&mut self, path: &Path) -> Result<(), Error> {
        const WHAT: &str = "certificates";
        let certificates = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| unreadable(WHAT, path, error))?;
        let mut roots = RootCertStore::empty();
        for certificate in certificates {
            let added = roots.add(certificate);
            added.map_err(|error| unusable(WHAT, path, &of_ones_own(&error)).with_source(error))?;
        }
        if roots.is_empty() {
            return Err(unusable(WHAT, path, "there is none"));
        }
        self.config = Some(Arc::new(trusting(roots)?));
        Ok(())
    }

    pub(super) fn as_configured(&mut self, config: Arc<ClientConfig>) {
        self.config = Some(config);
    }

    pub(super) fn expect_name(&mut self, name: &str) -> Result<(), Error> {
        self.name = Some(server_name(name)?);
        Ok(())
    }

    /// `None` for an address without TLS.
    pub(super) fn tls(&self, address: &Address) -> Result<Option<Tls>, Error> {
        if !address.is_tls() {
            return Ok(None);
        }
        let name = match &self.name {
            Some(name) => name.clone(),
            None => server_name(host(address.place()))?,
        };
        let mut config = match &self.config {
            Some(config) => Arc::clone(config),
            None => system()?,
        };
        if matches!(address, Address::Http(_)) && config.alpn_protocols.is_empty() {
            Arc::make_mut(&mut config).alpn_protocols = vec![b"http/1.1".to_vec()];
        }
        Ok(Some(Tls { config, name }))
    }
}

impl Tls {
    pub(super) async fn greet(&self, stream: TcpStream) -> io::Result<Stream> {
        let connector = TlsConnector::from(Arc::clone(&self.config));
        let stream = connector.connect(self.name.clone(), stream).await?;
        Ok(Stream::Tls(Box::new(stream.into())))
    }

    /// Bytes that go into a record at most.
    pub(super) fn record(&self) -> usize {
        match self.config.max_fragment_size {
            Some(size) => size.saturating_sub(IN_FRONT),
            None => RECORD,
        }
    }

    /// A session that has not begun, for a blocking socket.
    pub(super) fn session(&self) -> io::Result<ClientConnection> {
        let session = ClientConnection::new(Arc::clone(&self.config), self.name.clone());
        session.map_err(io::Error::other)
    }

    /// Why there is no connection.
    pub(super) fn greeting_failed(&self, server: &Endpoint, error: io::Error) -> Error {
        let Some(cause) = cause(&error) else {
            let reason = if error.kind() == io::ErrorKind::UnexpectedEof {
                "the peer closed the connection".to_owned()
            } else {
                error.to_string()
            };
            let text = format!(
                "cannot connect to {server}: {reason} during the TLS handshake; \
                 check that it speaks TLS"
            );
            return Error::new(Stage::Connect, text).with_source(error);
        };
        let text = format!("cannot connect to {server}: {}", self.explain(cause));
        let error = Error::new(Stage::Tls, text).with_source(cause.clone());
        error.before_connecting()
    }

    /// Why a connection broke; `None` where TLS is not the reason. A server that
    /// refuses a client's certificate says so after the greeting.
    pub(super) fn broken(&self, server: &Endpoint, error: &io::Error) -> Option<Error> {
        let cause = cause(error)?;
        let text = format!("{server}: {}", self.explain(cause));
        Some(Error::new(Stage::Tls, text).with_source(cause.clone()))
    }

    fn explain(&self, error: &rustls::Error) -> String {
        use CertificateError as Bad;
        let name = self.name.to_str();
        match error {
            rustls::Error::InvalidCertificate(Bad::UnknownIssuer | Bad::BadSignature) => {
                format!(
                    "no issuer that is trusted has signed its certificate ({error}); \
                     if it is your own, pass its certificate to `ClientBuilder::tls_root`"
                )
            }
            rustls::Error::InvalidCertificate(
                Bad::NotValidForName | Bad::NotValidForNameContext { .. },
            ) => format!(
                "its certificate is not for `{name}`: {error}; call it by a name that is in \
                 the certificate, or pass that name to `ClientBuilder::tls_name`"
            ),
            rustls::Error::InvalidCertificate(Bad::Other(reason)) => format!(
                "its certificate for `{name}` is refused: {}",
                refusal(reason)
            ),
            rustls::Error::InvalidCertificate(_) => {
                format!("its certificate for `{name}` is refused: {error}")
            }
            rustls::Error::InvalidMessage(_) => format!(
                "the peer does not speak TLS: {error}; \
                 for tls:// and https:// without TLS write tcp:// and http://"
            ),
            rustls::Error::AlertReceived(
                AlertDescription::CertificateRequired | AlertDescription::BadCertificate,
            ) => format!(
                "the peer wants another certificate of this client: {error}; \
                 `ClientBuilder::tls_config` takes a configuration with one"
            ),
            other => format!("the TLS handshake failed: {other}"),
        }
    }
}

/// What webpki alone has a name for.
fn refusal(reason: &OtherError) -> String {
    match reason.to_string().as_str() {
        "CaUsedAsEndEntity" => "it is that of an authority, which signs others; the server \
             needs one with `basicConstraints=CA:FALSE`, signed by that authority or by itself"
            .to_owned(),
        other => other.to_owned(),
    }
}

/// What went wrong in TLS itself and not in the connection under it.
fn cause(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref()?.downcast_ref()
}

/// Read once in the life of a process: there are some hundred files.
fn system() -> Result<Arc<ClientConfig>, Error> {
    static SYSTEM: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = SYSTEM.get() {
        return Ok(Arc::clone(config));
    }
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Systems have some that are too old to be understood.
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let reason = found.errors.first();
        let reason = reason.map_or_else(String::new, |error| format!(" ({error})"));
        let text = format!(
            "this system has no root certificates{reason}: install them \
             (`ca-certificates` on Linux), or use `ClientBuilder::tls_root`"
        );
        return Err(Error::new(Stage::Configure, text));
    }
    let config = Arc::new(trusting(roots)?);
    Ok(Arc::clone(SYSTEM.get_or_init(|| config)))
}

fn trusting(roots: RootCertStore) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::new(Stage::Configure, error.to_string()).with_source(error))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

fn server_name(name: &str) -> Result<ServerName<'static>, Error> {
    ServerName::try_from(name.to_owned()).map_err(|error| {
        let text = format!("`{name}` is no name that a certificate can have");
        Error::new(Stage::Configure, text).with_source(error)
    })
}

fn host(place: &str) -> &str {
    let host = place.rsplit_once(':').map_or(place, |(host, _)| host);
    let inner = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(host)
}
