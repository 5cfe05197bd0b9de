//! The certificate of the servers, and clients that trust it.

use std::sync::Arc;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use yar_runtime::Tls;

/// Both sides of one certificate.
pub struct Identity {
    pub tls: Tls,
    pub trust: Arc<ClientConfig>,
}

/// Whom the certificate is for.
pub const NAME: &str = "soak.example";

impl Identity {
    pub fn new() -> Self {
        let made = rcgen::generate_simple_self_signed(vec![NAME.to_owned()]).unwrap();
        let key = made.signing_key.serialize_pem();
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
        let certificate = made.cert.der().clone();
        let provider = Arc::new(ring::default_provider());
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(certificate).unwrap();
        let client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self {
            tls: Tls::from_config(Arc::new(server)),
            trust: Arc::new(client),
        }
    }
}
