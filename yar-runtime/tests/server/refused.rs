//! HTTP requests that are refused while more of them comes.

use crate::unbegun::HTTP;
use crate::unread::start;

/// A socket that is closed with bytes unread is reset, and a reset may overtake
/// the answer.
#[tokio::test]
async fn the_answer_is_not_lost() {
    let long = format!("POST / HTTP/1.1\r\nX: {}\r\n\r\n", "y".repeat(900_000));
    let body = "x".repeat(900_000);
    let patch = format!("PATCH / HTTP/1.1\r\nContent-Length: 900000\r\n\r\n{body}");
    for transport in HTTP {
        for (request, status) in [(&long, "431"), (&patch, "405")] {
            let (_server, mut peer) = start(transport).await;
            peer.send(request.as_bytes()).await;
            let answer = String::from_utf8(peer.rest().await).unwrap();
            let expected = format!("HTTP/1.1 {status} ");
            assert!(answer.starts_with(&expected), "{transport}: {answer}");
        }
    }
}
