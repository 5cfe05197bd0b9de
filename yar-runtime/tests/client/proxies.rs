//! Calls through HTTP proxies.

use crate::lab::{Running, within};
use crate::liar::{Liar, Talk};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use yar_runtime::{Client, ClientBuilder, Error, Stage};

/// The lines of a head.
async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(head).unwrap())
}

/// A proxy that takes every name for `there`. It does what it is asked to if
/// `password` is in the request, and tells of every head.
async fn proxy(there: &str, password: &'static str) -> (Liar, mpsc::UnboundedReceiver<String>) {
    let (heads, seen) = mpsc::unbounded_channel();
    let there = there.to_owned();
    let liar = Liar::start(move |talk: Talk| {
        let (heads, there) = (heads.clone(), there.clone());
        async move {
            let mut here = talk.0;
            let Some(head) = head(&mut here).await else {
                return;
            };
            heads.send(head.clone()).unwrap();
            if !head.contains(password) {
                let refusal = "HTTP/1.1 407 Who Are You\r\nContent-Length: 2\r\n\r\nno";
                here.write_all(refusal.as_bytes()).await.unwrap();
                let _ = here.read_u8().await;
                return;
            }
            let mut there = TcpStream::connect(there).await.unwrap();
            if head.starts_with("CONNECT ") {
                let granted = b"HTTP/1.1 200 Connection established\r\nVia: 1.1 x\r\n\r\n";
                here.write_all(granted).await.unwrap();
            } else {
                let (_, path) = head.split_once("://").unwrap().1.split_once('/').unwrap();
                let direct = format!("POST /{path}");
                there.write_all(direct.as_bytes()).await.unwrap();
            }
            let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
        }
    })
    .await;
    (liar, seen)
}

/// The same call by both clients.
async fn sums(builder: impl Fn() -> ClientBuilder) -> [Result<i64, Error>; 2] {
    let blocking = builder().build_blocking().unwrap();
    let aside = tokio::task::spawn_blocking(move || blocking.call::<_, _, Error>("add", &(20, 22)));
    let blocked = aside.await.unwrap();
    let client = builder().build().unwrap();
    let call = client.call::<_, i64, Error>("add", &(20, 22));
    [within(call).await, blocked]
}

#[tokio::test]
async fn http_requests_are_passed_on_with_the_whole_address() {
    let server = Running::start("http://127.0.0.1:0").await;
    let (liar, mut seen) = proxy(server.place(), "Basic bWU6c2UgY3JldA==").await;
    let uri = format!("http://me:se%20cret@{}", liar.place);
    let builder = || Client::builder("http://u:p@calc.example:81/rpc?x=1").proxy(&uri);
    assert_eq!(sums(builder).await.map(Result::unwrap), [42, 42]);
    for _ in 0..2 {
        let head = seen.recv().await.unwrap();
        let line = "POST http://calc.example:81/rpc?x=1 HTTP/1.1\r\n";
        assert!(head.starts_with(line), "{head}");
        for line in [
            "\r\nhost: calc.example:81\r\n",
            "\r\nproxy-authorization: Basic bWU6c2UgY3JldA==\r\n",
            "\r\nauthorization: Basic dTpw\r\n",
        ] {
            assert!(head.contains(line), "{line} is missing in {head}");
        }
    }
    // A connection to a proxy can be kept as well.
    let client = builder().build().unwrap();
    let before = liar.accepted();
    for _ in 0..4 {
        let call = client.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(call).await.unwrap(), 42);
    }
    assert_eq!(liar.accepted(), before + 1);
}

#[tokio::test]
async fn others_get_a_tunnel() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let (liar, mut seen) = proxy(server.place(), "proxy-authorization: Basic bWU6").await;
    let uri = format!("me:@{}", liar.place);
    let builder = || Client::builder("tcp://calc.example:9600").proxy(&uri);
    assert_eq!(sums(builder).await.map(Result::unwrap), [42, 42]);
    for _ in 0..2 {
        let head = seen.recv().await.unwrap();
        let wanted = "CONNECT calc.example:9600 HTTP/1.1\r\nhost: calc.example:9600\r\n";
        assert!(head.starts_with(wanted), "{head}");
    }
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn tls_goes_through_the_tunnel_to_the_server() {
    let made = rcgen::generate_simple_self_signed(vec!["calc.example".to_owned()]).unwrap();
    let path = crate::lab::socket_path();
    let (certificate, key) = (path.with_extension("crt"), path.with_extension("key"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let tls = yar_runtime::Tls::from_pem_files(&certificate, &key).unwrap();
    let server = yar_runtime::Server::new(crate::lab::Lab).with_tls(tls);
    let server = Running::start_with(server, "https://127.0.0.1:0").await;
    let (liar, mut seen) = proxy(server.place(), "").await;
    let builder = || {
        let builder = Client::builder("https://calc.example/rpc").tls_root(&certificate);
        builder.proxy(&liar.place)
    };
    assert_eq!(sums(builder).await.map(Result::unwrap), [42, 42]);
    let head = seen.recv().await.unwrap();
    assert!(
        head.starts_with("CONNECT calc.example:443 HTTP/1.1\r\n"),
        "{head}"
    );
    assert!(!head.contains("POST"));
    std::fs::remove_file(certificate).unwrap();
    std::fs::remove_file(key).unwrap();
}

#[tokio::test]
async fn errors_name_the_proxy_and_what_it_said() {
    let (liar, _seen) = proxy("127.0.0.1:1", "never").await;
    let named = format!("through the proxy http://{}", liar.place);
    let uri = format!("http://me:secret@{}", liar.place);
    for (address, stage) in [
        ("tcp://calc.example:9600", Stage::Connect),
        ("http://calc.example/", Stage::Protocol),
    ] {
        for outcome in sums(|| Client::builder(address).proxy(&uri)).await {
            let error = outcome.unwrap_err();
            assert_eq!(error.stage(), stage, "{error}");
            let text = error.to_string();
            assert!(text.contains(&named) && !text.contains("secret"), "{text}");
            assert!(text.contains("407 Who Are You"), "{text}");
        }
    }
    for (answer, words) in [
        (
            &b"HTTP/1.1 502 Bad Gateway\r\n\r\n"[..],
            "it answered 502 Bad Gateway",
        ),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "no HTTP response"),
        (b"HTTP/1.1 200 OK\r\n\r\nmore", "behind its answer"),
        (b"", "it closed the connection"),
    ] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            head(&mut talk.0).await;
            talk.send(answer).await;
        })
        .await;
        for outcome in sums(|| Client::builder("tcp://h:1").proxy(&liar.place)).await {
            let error = outcome.unwrap_err();
            let text = error.to_string();
            assert!(error.is_connect() && error.is_unsent(), "{text}");
            assert!(text.contains(words) && text.contains("tcp://h:1"), "{text}");
        }
    }
}

#[test]
fn what_is_no_proxy_is_refused_without_its_password() {
    for (uri, word) in [
        ("socks5://me:secret@h:1", "socks5://"),
        ("https://me:secret@h:1", "https://"),
        ("http://me:secret@", "no host"),
        ("", "no host"),
    ] {
        let error = Client::builder("tcp://h:1").proxy(uri).build().unwrap_err();
        let text = error.to_string();
        assert_eq!(error.stage(), Stage::Configure);
        assert!(text.contains(word) && !text.contains("secret"), "{text}");
    }
}
