//! The end of a connection whose peer may still be sending.

use crate::transport::Stream;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Closing a socket with bytes unread resets it, and a reset may overtake the
/// answer. So the peer's bytes are thrown away until it has closed as well,
/// for a moment and up to a limit.
pub(super) async fn hang_up(mut stream: Stream) {
    if !stream.says_farewell() && stream.has_ended() {
        return;
    }
    const PATIENCE: Duration = Duration::from_secs(1);
    const MOST: usize = 1024 * 1024;
    let drained = async move {
        if stream.shutdown().await.is_err() {
            return;
        }
        // Rustls would panic, in a debug build, at a record that is none and
        // comes after its farewell.
        let mut stream = stream.into_socket();
        let mut bytes = vec![0; 4096];
        let mut count = 0;
        while count < MOST {
            match stream.read(&mut bytes).await {
                Ok(more) if more > 0 => count += more,
                _ => break,
            }
        }
    };
    // Whether the peer closed in time makes no difference.
    let _ = tokio::time::timeout(PATIENCE, drained).await;
}
