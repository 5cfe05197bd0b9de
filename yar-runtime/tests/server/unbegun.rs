//! Large requests whose callers go away, or whose server stops, while they wait
//! for their turn.

use crate::lab::{Peer, listen_uri, reported, request_with, unpack, within};
use crate::scales::{Gate, MEGABYTE, Scales, Scene, small};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use yar_runtime::wire::whole;
use yar_runtime::{Limits, Packager, Report, Server, Value};

pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin {}

impl<T: AsyncRead + AsyncWrite + Unpin> Stream for T {}

pub(crate) type AnyPeer = Peer<Box<dyn Stream>>;

/// Where bare frames are spoken.
pub(crate) const BARE: &[&str] = if cfg!(feature = "tls") {
    &["tcp", "unix", "tls"]
} else {
    &["tcp", "unix"]
};

pub(crate) const HTTP: &[&str] = match (cfg!(feature = "http"), cfg!(feature = "tls")) {
    (true, true) => &["http", "https"],
    (true, false) => &["http"],
    (false, _) => &[],
};

/// A scene over TCP, and a way to its server over another transport.
struct Annex {
    scene: Scene,
    address: String,
    #[cfg(feature = "tls")]
    identity: crate::tls::Identity,
}

impl Annex {
    async fn set(transport: &str, limits: Limits) -> Self {
        let gate = Arc::<Gate>::default();
        let server = Server::new(Scales(Arc::clone(&gate))).with_limits(limits);
        #[cfg(feature = "tls")]
        let identity = crate::tls::identity();
        #[cfg(feature = "tls")]
        let server = server.with_tls(crate::tls::from_files(&identity));
        let mut server = server;
        let address = server.listen(&listen_uri(transport)).await.unwrap();
        Self {
            scene: Scene::of(server, gate, "tcp").await,
            address,
            #[cfg(feature = "tls")]
            identity,
        }
    }

    async fn connect(&self) -> AnyPeer {
        #[cfg(feature = "tls")]
        return connect(&self.address, &self.identity).await;
        #[cfg(not(feature = "tls"))]
        connect(&self.address).await
    }

    /// A request as it travels there.
    fn travels(&self, frame: Vec<u8>) -> Vec<u8> {
        match self.address.starts_with("http") {
            true => post(&frame),
            false => frame,
        }
    }
}

pub(crate) async fn connect(
    address: &str,
    #[cfg(feature = "tls")] identity: &crate::tls::Identity,
) -> AnyPeer {
    let (scheme, place) = address.split_once("://").unwrap();
    Peer(match scheme {
        "unix" => Box::new(UnixStream::connect(place).await.unwrap()),
        #[cfg(feature = "tls")]
        "tls" | "https" => Box::new(crate::tls::connect_to(place, identity).await.0),
        _ => Box::new(TcpStream::connect(place).await.unwrap()),
    })
}

pub(crate) fn post(body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// A request of a client that goes by ids.
pub(crate) fn call(id: u32, method: &str, params: Vec<Value>) -> Vec<u8> {
    request_with(Packager::JSON, id, method, params, 0x10001)
}

fn large(id: u32) -> Vec<u8> {
    call(id, "weigh", vec![Value::String("x".repeat(MEGABYTE))])
}

/// Closing a socket with bytes unread resets it, and TLS wants a farewell.
async fn leaves_with_its_request_behind(annex: &Annex, behind: Vec<u8>) {
    let mut peer = annex.connect().await;
    peer.send(&annex.travels(call(1, "small", vec![]))).await;
    within(peer.0.read_u8()).await.unwrap();
    let request = annex.travels(large(2));
    peer.send(&[request, behind].concat()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_away_is_let_go_at_once() {
    for transport in [BARE, HTTP].concat() {
        let behind = match transport.starts_with("http") {
            true => vec![Vec::new()],
            false => vec![Vec::new(), call(3, "small", vec![])],
        };
        for behind in behind {
            let mut limits = Limits::default();
            limits.max_connections = 2;
            let annex = Annex::set(transport, limits).await;
            leaves_with_its_request_behind(&annex, behind).await;
            // There is room for another one as soon as it is gone.
            within(async {
                while small(&annex.scene.server).await.is_err() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            })
            .await;
            let gate = Arc::clone(&annex.scene.gate.0);
            annex.scene.end().await;
            assert_eq!(gate.begun(), 2, "{transport}: the first and the last");
        }
    }
}

/// PHP closes its side for writing after each request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_said_all_is_answered_all_the_same() {
    for transport in BARE {
        let annex = Annex::set(transport, Limits::default()).await;
        let mut peer = annex.connect().await;
        peer.send(&[large(1), call(2, "small", vec![])].concat())
            .await;
        peer.0.shutdown().await.unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        annex.scene.gate.0.open();
        for (id, length) in [(1, 1_000_000), (2, 0)] {
            let (answered, outcome) = peer.answer().await;
            assert_eq!(answered, id, "{transport}");
            assert_eq!(outcome.unwrap(), Value::Int(length), "{transport}");
        }
        assert_eq!(peer.rest().await, b"", "{transport}");
        annex.scene.end().await;
    }
}

/// It would count against what all connections together may leave unfinished.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_behind_waits_unread() {
    for transport in BARE {
        let mut limits = Limits::default();
        limits.max_unfinished_bytes = 2_500_000;
        let annex = Annex::set(transport, limits).await;
        let mut peer = annex.connect().await;
        let gate = Arc::clone(&annex.scene.gate.0);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(500)).await;
            gate.open();
        });
        let bytes: Vec<u8> = (1..=5).flat_map(large).collect();
        within(peer.send(&bytes)).await;
        for id in 1..=5 {
            let (answered, outcome) = peer.answer().await;
            assert_eq!(answered, id, "{transport}");
            assert_eq!(outcome.unwrap(), Value::Int(1_000_000), "{transport}");
        }
        annex.scene.end().await;
    }
}

pub(crate) const STOPPING: &str = "overloaded: the server is stopping";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_says_so_to_what_has_not_begun() {
    for transport in BARE {
        let annex = Annex::set(transport, Limits::default()).await;
        let mut peer = annex.connect().await;
        let part = &large(3)[..1_000];
        let bytes = [&large(1), &call(2, "small", vec![]), part].concat();
        peer.send(&bytes).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let Scene {
            server,
            gate,
            first,
        } = annex.scene;
        let stopped = server.stop();
        for id in 1..=3 {
            let (answered, outcome) = peer.answer().await;
            let expected = (16, STOPPING.to_owned());
            assert_eq!((answered, reported(outcome)), (id, expected), "{transport}");
        }
        assert_eq!(peer.rest().await, b"", "{transport}");
        assert_eq!(gate.0.begun(), 1);
        gate.0.open();
        assert_eq!(within(first).await.unwrap().unwrap(), MEGABYTE);
        assert_eq!(within(stopped).await.unwrap(), Report::default());
        assert_eq!(gate.0.begun(), 1, "{transport}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_it_does_over_http() {
    for transport in HTTP {
        // One that waits for its turn, and one that is still coming in.
        for missing in [0, 1, MEGABYTE] {
            let annex = Annex::set(transport, Limits::default()).await;
            let mut peer = annex.connect().await;
            let bytes = post(&large(1));
            peer.send(&bytes[..bytes.len() - missing]).await;
            tokio::time::sleep(Duration::from_millis(300)).await;
            let stopped = annex.scene.server.stop();
            let answer = peer.rest().await;
            let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            let body = &answer[end.unwrap() + 4..];
            let frame = whole(body).unwrap();
            // Only of a body that is all there it is known how it was packed.
            let packager: &[u8; 8] = if missing == 0 {
                b"JSON\0\0\0\0"
            } else {
                b"MSGPACK\0"
            };
            assert_eq!(&frame.packager, packager, "{transport} {missing}");
            let (_, outcome) = unpack(&frame);
            let expected = (16, STOPPING.to_owned());
            assert_eq!(reported(outcome), expected, "{transport} {missing}");
            annex.scene.gate.0.open();
            assert_eq!(within(annex.scene.first).await.unwrap().unwrap(), MEGABYTE);
            assert_eq!(within(stopped).await.unwrap(), Report::default());
            assert_eq!(annex.scene.gate.0.begun(), 1, "{transport} {missing}");
        }
    }
}

/// What follows the last request of a connection is thrown away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_said_to_what_follows_the_last_request() {
    let scene = Scene::set("tcp", &Limits::default()).await;
    let mut peer = scene.server.peer().await;
    let text = vec![Value::String("x".repeat(MEGABYTE))];
    let last = request_with(Packager::JSON, 1, "weigh", text, 0x10000);
    peer.send(&[last, call(2, "small", vec![])].concat()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let stopped = scene.server.stop();
    let (answered, outcome) = peer.answer().await;
    assert_eq!((answered, reported(outcome).0), (1, 16));
    assert_eq!(peer.rest().await, b"");
    scene.gate.0.open();
    within(stopped).await.unwrap();
}
