//! Unix sockets and their files.

use crate::lab::{Lab, Peer, Running, socket_path, within};
use tokio::net::UnixStream;
use yar_runtime::{Server, Stage};

#[tokio::test]
async fn the_file_comes_and_goes_with_the_server() {
    let path = socket_path();
    let uri = format!("unix://{}", path.display());
    let server = Running::start(&uri).await;
    assert_eq!(server.address, uri);
    Peer(UnixStream::connect(&path).await.unwrap())
        .assert_alive()
        .await;
    within(server.stop()).await.unwrap();
    assert!(!path.exists());
}

#[tokio::test]
async fn a_stale_file_is_replaced_and_a_live_one_is_not() {
    let path = socket_path();
    let uri = format!("unix://{}", path.display());
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    assert!(path.exists(), "nobody listens, the file is still there");
    let server = Running::start(&uri).await;
    let error = Server::new(Lab).listen(&uri).await.unwrap_err();
    assert_eq!(error.stage(), Stage::Listen);
    assert!(!error.is_connect());
    assert!(error.message().contains("somebody listens"), "{error}");
    Peer(UnixStream::connect(&path).await.unwrap())
        .assert_alive()
        .await;
    within(server.stop()).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_socket_is_left_alone() {
    let path = socket_path();
    std::fs::write(&path, "precious").unwrap();
    let uri = format!("unix://{}", path.display());
    let error = Server::new(Lab).listen(&uri).await.unwrap_err();
    assert!(error.message().contains("no socket"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    std::fs::remove_file(&path).unwrap();
}
