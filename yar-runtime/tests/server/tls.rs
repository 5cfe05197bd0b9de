//! Frames and HTTP over TLS.

use crate::lab::{Lab, Peer, Running, add, request, within};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use yar_runtime::{Limits, Packager, Server, Stage, Tls, Value};

pub(crate) struct Identity {
    certificate: CertificateDer<'static>,
    pem: String,
    key: String,
}

pub(crate) fn identity() -> Identity {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    Identity {
        certificate: made.cert.der().clone(),
        pem: made.cert.pem(),
        key: made.signing_key.serialize_pem(),
    }
}

/// Certificate and key in files, as people have them.
fn files(identity: &Identity) -> (PathBuf, PathBuf) {
    let path = crate::lab::socket_path();
    let (certificate, key) = (path.with_extension("crt"), path.with_extension("key"));
    std::fs::write(&certificate, &identity.pem).unwrap();
    std::fs::write(&key, &identity.key).unwrap();
    (certificate, key)
}

pub(crate) fn from_files(identity: &Identity) -> Tls {
    let (certificate, key) = files(identity);
    let tls = Tls::from_pem_files(&certificate, &key).unwrap();
    std::fs::remove_file(certificate).unwrap();
    std::fs::remove_file(key).unwrap();
    tls
}

async fn connect(server: &Running, identity: &Identity) -> Peer<TlsStream<TcpStream>> {
    connect_to(server.place(), identity).await
}

pub(crate) async fn connect_to(place: &str, identity: &Identity) -> Peer<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(identity.certificate.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(place).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let connector = TlsConnector::from(Arc::new(config));
    Peer(within(connector.connect(name, stream)).await.unwrap())
}

async fn start(identity: &Identity, scheme: &str) -> Running {
    let server = Server::new(Lab).with_tls(from_files(identity));
    Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await
}

#[tokio::test]
async fn frames_of_all_sizes_pass_and_the_end_is_told() {
    let identity = identity();
    let server = start(&identity, "tls").await;
    assert!(server.address.starts_with("tls://127.0.0.1:"));
    let mut peer = connect(&server, &identity).await;
    for length in [1, 16_000, 17_000, 3_000_000] {
        let text = Value::String("z".repeat(length));
        peer.send(&request(Packager::MSGPACK, 1, "echo", vec![text.clone()]))
            .await;
        assert_eq!(peer.answer().await.1.unwrap(), text);
    }
    let once = crate::lab::request_with(Packager::JSON, 9, "raw", vec![], 0);
    peer.send(&[add(8, 1, 1), once].concat()).await;
    assert_eq!(peer.answer().await.0, 8);
    assert_eq!(peer.answer().await.0, 9);
    assert_eq!(peer.rest().await, b"", "an end with a farewell");
}

#[tokio::test]
async fn a_peer_that_reads_late_gets_everything() {
    let identity = identity();
    let server = start(&identity, "tls").await;
    let mut peer = connect(&server, &identity).await;
    for id in 0..30 {
        let args = vec![Value::Int(300_000)];
        peer.send(&request(Packager::MSGPACK, id, "blob", args))
            .await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    for id in 0..30 {
        assert_eq!(peer.answer().await.0, id);
    }
}

#[tokio::test]
async fn http_goes_over_tls_too() {
    let identity = identity();
    let server = start(&identity, "https").await;
    assert!(server.address.starts_with("https://127.0.0.1:"));
    let mut peer = connect(&server, &identity).await;
    let body = add(1, 20, 22);
    let head = format!(
        "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    peer.send(&[head.as_bytes(), &body].concat()).await;
    let answer = peer.rest().await;
    assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"));
    assert!(answer.ends_with(b"\xa1r\x2a"));
}

#[tokio::test]
async fn one_server_speaks_with_and_without() {
    let identity = identity();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![identity.certificate.clone()],
            rustls_key(&identity.key),
        )
        .unwrap();
    let tls = Tls::from_config(Arc::new(config));
    let mut server = Server::new(Lab).with_tls(tls);
    let plain = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let server = Running::start_with(server, "tls://127.0.0.1:0").await;
    connect(&server, &identity).await.assert_alive().await;
    let place = plain.strip_prefix("tcp://").unwrap();
    let mut peer = Peer(TcpStream::connect(place).await.unwrap());
    peer.assert_alive().await;
}

fn rustls_key(pem: &str) -> PrivateKeyDer<'static> {
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    PrivateKeyDer::from_pem_slice(pem.as_bytes()).unwrap()
}

#[tokio::test]
async fn peers_that_drag_or_botch_the_greeting_are_let_go_and_hold_nobody_up() {
    let identity = identity();
    let mut limits = Limits::default();
    limits.header_timeout = Duration::from_millis(300);
    let server = Server::new(Lab)
        .with_tls(from_files(&identity))
        .with_limits(limits);
    let server = Running::start_with(server, "tls://127.0.0.1:0").await;
    let mut silent = server.peer().await;
    let mut plain = server.peer().await;
    plain.send(&add(1, 1, 1)).await;
    let start = Instant::now();
    connect(&server, &identity).await.assert_alive().await;
    assert!(start.elapsed() < Duration::from_millis(290));
    assert_eq!(silent.rest().await, b"");
    let mut alert = Vec::new();
    let read = tokio::io::AsyncReadExt::read_to_end(&mut plain.0, &mut alert);
    let _ = within(read).await;
}

#[tokio::test]
async fn stopping_does_not_wait_for_greetings() {
    let identity = identity();
    let server = start(&identity, "tls").await;
    let mut silent = server.peer().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let start = Instant::now();
    within(server.stop()).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(silent.rest().await, b"");
}

#[tokio::test]
async fn mistakes_are_told_with_their_file() {
    let mut server = Server::new(Lab);
    let error = server.listen("tls://127.0.0.1:0").await.unwrap_err();
    assert_eq!(error.stage(), Stage::Configure);
    assert!(error.message().contains("with_tls"), "{error}");
    let (certificate, key) = files(&identity());
    let other = files(&identity()).1;
    let missing = key.with_extension("none");
    let broken = key.with_extension("der");
    let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    std::fs::write(&broken, pem).unwrap();
    let strange = key.with_extension("strange");
    std::fs::write(&strange, pem.replace("CERTIFICATE", "PRIVATE KEY")).unwrap();
    for (certificates, key, named, words) in [
        (&certificate, &missing, &missing, "No such file"),
        (
            &certificate,
            &certificate,
            &certificate,
            "BEGIN PRIVATE KEY",
        ),
        (
            &certificate,
            &other,
            &certificate,
            "is not that of the first",
        ),
        (&missing, &key, &missing, "No such file"),
        (&key, &key, &key, "BEGIN CERTIFICATE"),
        (&broken, &key, &broken, "BadEncoding"),
        (&certificate, &strange, &strange, "private key"),
    ] {
        let text = Tls::from_pem_files(certificates, key)
            .unwrap_err()
            .to_string();
        let named = named.display().to_string();
        assert!(text.contains(&named) && text.contains(words), "{text}");
        assert!(!text.contains("peer"), "{text}");
    }
    for path in [certificate, key, other, broken, strange] {
        std::fs::remove_file(path).unwrap();
    }
}

/// Where the breaks of its lines were lost, a line is all of it.
#[test]
fn nothing_of_a_key_is_shown() {
    let (certificate, key) = files(&identity());
    let pem = std::fs::read_to_string(&key).unwrap();
    let secret = pem.lines().nth(1).unwrap();
    let listed = format!("{:?}", secret.as_bytes());
    let listed = listed.trim_matches(['[', ']']);
    for text in [
        pem.replace('\n', ""),
        pem.replace('\n', " "),
        pem.replace('\n', "\\n"),
        pem.replacen('\n', "", 1),
    ] {
        std::fs::write(&key, text).unwrap();
        let error = Tls::from_pem_files(&certificate, &key).unwrap_err();
        let said = error.message();
        assert!(said.contains("each on a line of its own"), "{said}");
        let shown = format!("{error:?} {:?}", error.source());
        assert!(
            !shown.contains(secret) && !shown.contains(listed),
            "{shown}"
        );
    }
    for path in [certificate, key] {
        std::fs::remove_file(path).unwrap();
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn an_https_connection_at_rest_is_told_of_the_end() {
    use tokio::io::AsyncReadExt;
    let identity = identity();
    let server = start(&identity, "https").await;
    let mut peer = connect(&server, &identity).await;
    let frame = add(1, 20, 22);
    let length = frame.len();
    let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    for _ in 0..2 {
        peer.send(&[head.as_bytes(), &frame].concat()).await;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(within(peer.0.read_u8()).await.unwrap());
        }
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(42));
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    within(server.stop()).await.unwrap();
    assert_eq!(peer.rest().await, b"");
}

/// Nobody looks at what comes after the farewell.
#[tokio::test]
async fn after_the_farewell_a_peer_may_send_what_it_likes() {
    let identity = identity();
    let server = start(&identity, "tls").await;
    let mut peer = connect(&server, &identity).await;
    let once = crate::lab::request_with(Packager::JSON, 9, "raw", vec![], 0);
    peer.send(&once).await;
    assert_eq!(peer.answer().await.0, 9);
    assert_eq!(peer.rest().await, b"");
    let (socket, _) = peer.0.get_mut();
    for _ in 0..3 {
        socket.write_all(&[0xff; 100]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn listeners_of_others_speak_tls_too() {
    let identity = identity();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut server = Server::new(Lab).with_tls(from_files(&identity));
    let address = server.listen_on(listener, "tls").unwrap();
    let server = crate::lab::serve(server, address);
    connect(&server, &identity).await.assert_alive().await;
}

#[tokio::test]
async fn idle_connections_end_with_a_farewell() {
    let identity = identity();
    let schemes: &[&str] = if cfg!(feature = "http") {
        &["tls", "https"]
    } else {
        &["tls"]
    };
    let both = schemes.iter().map(async |scheme| {
        let server = Server::new(Lab)
            .with_tls(from_files(&identity))
            .with_limits(crate::deadlines::impatience());
        let server = Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await;
        let silent = connect(&server, &identity).await;
        let peer = connect(&server, &identity).await;
        crate::deadlines::idle(silent, peer, *scheme == "https").await;
    });
    futures_util::future::join_all(both).await;
}
