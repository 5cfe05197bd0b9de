//! Listeners that somebody else has bound.

use crate::lab::{Lab, Peer, serve, socket_path, within};
use std::os::unix::net::UnixListener;
use tokio::net::UnixStream;
use yar_runtime::{Client, Error, Server, Stage};

fn tcp_listener() -> std::net::TcpListener {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap()
}

async fn add(address: &str) {
    let client = Client::builder(address).build().unwrap();
    for _ in 0..2 {
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
    }
}

#[tokio::test]
async fn tcp_listeners_speak_what_they_are_told_to() {
    let schemes: &[&str] = if cfg!(feature = "http") {
        &["tcp", "HTTP"]
    } else {
        &["tcp"]
    };
    for scheme in schemes {
        let listener = tcp_listener();
        let place = listener.local_addr().unwrap();
        let mut server = Server::new(Lab);
        let address = server.listen_on(listener, scheme).unwrap();
        assert_eq!(
            address,
            format!("{}://{place}", scheme.to_ascii_lowercase())
        );
        let running = serve(server, address);
        within(add(&running.address)).await;
        within(running.stop()).await.unwrap();
        // It was the server's, and is closed.
        assert!(std::net::TcpStream::connect(place).is_err());
    }
}

#[tokio::test]
async fn listeners_of_a_runtime_can_be_given_too() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut server = Server::new(Lab);
    let listener = listener.into_std().unwrap();
    let address = server.listen_on(listener, "tcp").unwrap();
    let running = serve(server, address);
    running.peer().await.assert_alive().await;
}

#[tokio::test]
async fn the_file_of_a_unix_socket_is_left_to_its_owner() {
    let path = socket_path();
    let mut server = Server::new(Lab);
    let listener = UnixListener::bind(&path).unwrap();
    let address = server.listen_on(listener, "unix").unwrap();
    assert_eq!(address, format!("unix://{}", path.display()));
    let running = serve(server, address);
    within(add(&running.address)).await;
    within(running.stop()).await.unwrap();
    assert!(path.exists());
    std::fs::remove_file(&path).unwrap();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_unix_socket_needs_no_file() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream as Connection};
    let name = socket_path().display().to_string();
    let place = SocketAddr::from_abstract_name(name).unwrap();
    let mut server = Server::new(Lab);
    let listener = UnixListener::bind_addr(&place).unwrap();
    let address = server.listen_on(listener, "unix").unwrap();
    let _running = serve(server, address);
    let connection = Connection::connect_addr(&place).unwrap();
    connection.set_nonblocking(true).unwrap();
    let connection = UnixStream::from_std(connection).unwrap();
    Peer(connection).assert_alive().await;
}

#[tokio::test]
async fn schemes_that_do_not_fit_are_refused() {
    let mut server = Server::new(Lab);
    for scheme in ["unix", "udp", "", "tcp://127.0.0.1:1"] {
        let error = server.listen_on(tcp_listener(), scheme).unwrap_err();
        assert_eq!(error.stage(), Stage::Configure);
        assert!(error.message().contains("only `tcp`"), "{error}");
    }
    let path = socket_path();
    let listener = UnixListener::bind(&path).unwrap();
    let error = server.listen_on(listener, "tcp").unwrap_err();
    assert!(error.message().contains("only `unix`"), "{error}");
    std::fs::remove_file(&path).unwrap();
    #[cfg(feature = "tls")]
    {
        let error = server.listen_on(tcp_listener(), "tls").unwrap_err();
        assert!(error.message().contains("with_tls"), "{error}");
    }
}

/// Accepting would fail for as long as the server runs.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_socket_that_does_not_listen_is_refused() {
    use socket2::{Domain, SockAddr, Socket, Type};
    let mut server = Server::new(Lab);
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    let place = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    socket.bind(&place.into()).unwrap();
    let same = socket.try_clone().unwrap();
    let error = server.listen_on(std::net::TcpListener::from(socket), "tcp");
    let error = error.unwrap_err();
    assert_eq!(error.stage(), Stage::Listen);
    let text = "cannot listen on `tcp`: the socket does not listen: call `listen` on it before, \
                and where systemd made it, see that its unit says `Accept=no`";
    assert_eq!(error.message(), text);
    same.listen(1).unwrap();
    let listener = std::net::TcpListener::from(same);
    server.listen_on(listener, "tcp").unwrap();

    let path = socket_path();
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
    socket.bind(&SockAddr::unix(&path).unwrap()).unwrap();
    let error = server.listen_on(UnixListener::from(socket), "unix");
    assert!(error.unwrap_err().message().contains("does not listen"));
    std::fs::remove_file(&path).unwrap();
}

/// They would be cut where they are longer than a read.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_socket_of_packets_is_refused() {
    use socket2::{Domain, SockAddr, Socket, Type};
    let path = socket_path();
    let socket = Socket::new(Domain::UNIX, Type::SEQPACKET, None).unwrap();
    socket.bind(&SockAddr::unix(&path).unwrap()).unwrap();
    socket.listen(1).unwrap();
    let error = Server::new(Lab).listen_on(UnixListener::from(socket), "unix");
    let error = error.unwrap_err();
    assert_eq!(error.stage(), Stage::Listen);
    assert!(error.message().contains("SOCK_STREAM"), "{error}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn outside_of_a_runtime_none_is_taken() {
    let error = Server::new(Lab)
        .listen_on(tcp_listener(), "tcp")
        .unwrap_err();
    assert_eq!(error.stage(), Stage::Configure);
    assert!(error.message().contains("runtime"), "{error}");
}
