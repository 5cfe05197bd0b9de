//! A listening Unix socket and its file.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use tokio::net::{UnixListener, UnixStream};

/// A listening Unix socket; its file goes away with it, if it was made for it.
#[derive(Debug)]
pub(crate) struct UnixSocket {
    pub(crate) listener: UnixListener,
    /// Empty if it has none.
    pub(crate) path: PathBuf,
    /// Device and inode of the file that was made, so that a successor's is
    /// left alone.
    identity: Option<(u64, u64)>,
}

impl UnixSocket {
    /// Listens on `path`. A socket file that nobody listens on any more is
    /// replaced; anything else that is in the way is an error.
    pub(crate) async fn bind(path: &Path) -> io::Result<Self> {
        let listener = match UnixListener::bind(path) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                remove_stale(path).await?;
                UnixListener::bind(path)?
            }
            other => other?,
        };
        Ok(Self {
            listener,
            path: path.to_owned(),
            identity: identity(path),
        })
    }

    /// A socket that somebody else has bound, and whose file is theirs.
    pub(crate) fn of_another(listener: UnixListener) -> io::Result<Self> {
        let address = listener.local_addr()?;
        Ok(Self {
            path: address.as_pathname().unwrap_or(Path::new("")).to_owned(),
            listener,
            identity: None,
        })
    }
}

impl Drop for UnixSocket {
    fn drop(&mut self) {
        if self.identity.is_some() && identity(&self.path) == self.identity {
            // Nothing can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.path);
        }
    }
}

async fn remove_stale(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.file_type().is_socket() {
        return Err(io::Error::new(
            io::ErrorKind::AddrInUse,
            "the path exists and is no socket",
        ));
    }
    match UnixStream::connect(path).await {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => fs::remove_file(path),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AddrInUse,
            "somebody listens on it already",
        )),
    }
}

fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = fs::symlink_metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}
