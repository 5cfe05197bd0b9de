//! What a server needs to speak TLS.

use crate::error::Error;
use crate::transport::{Stream, of_ones_own, unreadable, unusable};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// Certificate and key of a server, or whatever else rustls can be told.
///
/// ```no_run
/// # use yar_runtime as yar;
/// # async fn run(service: impl yar::Service) -> Result<(), yar::Error> {
/// let tls = yar::Tls::from_pem_files("server.crt", "server.key")?;
/// let mut server = yar::Server::new(service).with_tls(tls);
/// server.listen("tls://0.0.0.0:9443").await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

impl Tls {
    /// Reads the certificate chain, the server's own first, and its private
    /// key. Clients need no certificates.
    pub fn from_pem_files(
        certificates: impl AsRef<Path>,
        key: impl AsRef<Path>,
    ) -> Result<Self, Error> {
        let (certificates, key) = (certificates.as_ref(), key.as_ref());
        let chain = CertificateDer::pem_file_iter(certificates)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| unreadable("certificates", certificates, error))?;
        if chain.is_empty() {
            return Err(missing(
                "certificates",
                certificates,
                "`-----BEGIN CERTIFICATE-----`",
            ));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|error| match error {
            pem::Error::NoItemsFound => missing("key", key, "`-----BEGIN PRIVATE KEY-----`"),
            error => unreadable("key", key, error),
        })?;
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|config| {
                let config = config.with_no_client_auth();
                config.with_single_cert(chain, private)
            })
            .map_err(|error| unfit(certificates, key, error))?;
        Ok(Self::from_config(Arc::new(config)))
    }

    /// Takes any configuration, with client certificates for example.
    #[must_use]
    pub fn from_config(config: Arc<ServerConfig>) -> Self {
        Self(config.into())
    }

    pub(super) async fn accept(&self, stream: TcpStream) -> io::Result<Stream> {
        let stream = self.0.accept(stream).await?;
        Ok(Stream::Tls(Box::new(stream.into())))
    }
}

/// Shows nothing of the key.
impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls(..)")
    }
}

fn missing(what: &str, path: &Path, begin: &str) -> Error {
    let reason = format!("expected PEM with {begin}, found none");
    unusable(what, path, &reason)
}

fn unfit(certificates: &Path, key: &Path, error: rustls::Error) -> Error {
    let unfit = match &error {
        rustls::Error::InconsistentKeys(_) => {
            let certificates = certificates.display();
            let reason = format!("it is not that of the first certificate in `{certificates}`");
            unusable("key", key, &reason)
        }
        rustls::Error::General(reason) => unusable("key", key, reason),
        other => unusable("certificates", certificates, &of_ones_own(other)),
    };
    unfit.with_source(error)
}
