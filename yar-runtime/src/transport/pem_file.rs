//! What is wrong with a file of certificates or of a key.

use crate::error::{Error, Stage};
use std::path::Path;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::pem;

/// `what` stands in the file at `path`. The words of rustls for a line that is
/// not as it should be hold the line, which may be all of a private key.
pub(crate) fn unreadable(what: &str, path: &Path, error: pem::Error) -> Error {
    use pem::Error::{IllegalSectionStart, MissingSectionEnd};
    match error {
        MissingSectionEnd { .. } | IllegalSectionStart { .. } => {
            let reason = "`-----BEGIN ...-----` and `-----END ...-----` have to be there, \
                each on a line of its own";
            unusable(what, path, reason)
        }
        error => unusable(what, path, &error.to_string()).with_source(error),
    }
}

pub(crate) fn unusable(what: &str, path: &Path, reason: &str) -> Error {
    let path = path.display();
    let text = format!("cannot use the {what} in `{path}`: {reason}");
    Error::new(Stage::Configure, text)
}

/// What rustls says of certificates speaks of those of a peer.
pub(crate) fn of_ones_own(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(reason) => reason.to_string(),
        other => other.to_string(),
    }
}
