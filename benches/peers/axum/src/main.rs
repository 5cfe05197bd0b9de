//! axum with JSON over HTTP/1.1 keep-alive; the client is hyper's own
//! connection handle, without a pool in between.

use axum::Json;
use axum::routing::{Router, post};
use bytes::Bytes;
use common::{Conn, PutReply, Record, Role, Stats};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::SendRequest;
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use std::net::SocketAddr;

async fn serve(listener: std::net::TcpListener) {
    use axum::serve::ListenerExt;
    let app = Router::new()
        .route(
            "/add",
            post(|Json((a, b)): Json<(i64, i64)>| async move { Json(a + b) }),
        )
        .route(
            "/echo",
            post(|Json((s,)): Json<(String,)>| async move { Json(s) }),
        )
        .route(
            "/stats",
            post(|Json((xs,)): Json<(Vec<f64>,)>| async move { Json(common::stats_of(&xs)) }),
        )
        .route(
            "/put",
            post(|Json((r,)): Json<(Record,)>| async move { Json(common::put_of(&r)) }),
        );
    let listener = tokio::net::TcpListener::from_std(listener).expect("listener");
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await.expect("serve");
}

struct Link {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

async fn connect(addr: SocketAddr) -> Link {
    let stream = tokio::net::TcpStream::connect(addr).await.expect("connect");
    stream.set_nodelay(true).expect("nodelay");
    let (sender, driver) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .expect("handshake");
    tokio::spawn(driver);
    Link {
        sender,
        host: addr.to_string(),
    }
}

impl Link {
    async fn call<P: Serialize, R: DeserializeOwned>(
        &mut self,
        path: &'static str,
        params: P,
    ) -> R {
        let body = serde_json::to_vec(&params).expect("encode");
        let request = hyper::Request::post(path)
            .header("host", &self.host)
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))
            .expect("request");
        self.sender.ready().await.expect("ready");
        let response = self.sender.send_request(request).await.expect("response");
        assert_eq!(response.status(), 200);
        let body = response
            .into_body()
            .collect()
            .await
            .expect("body")
            .to_bytes();
        serde_json::from_slice(&body).expect("decode")
    }
}

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.call("/add", (a, b)).await
    }
    async fn echo(&mut self, s: &str) -> String {
        self.call("/echo", (s,)).await
    }
    async fn stats(&mut self, xs: &[f64]) -> Stats {
        self.call("/stats", (xs,)).await
    }
    async fn put(&mut self, r: &Record) -> PutReply {
        self.call("/put", (r,)).await
    }
    fn share(&self) -> Option<Self> {
        None
    }
}

fn main() {
    let args = common::args();
    match args.role {
        Role::Server => common::run_server(&args, serve),
        Role::Client => common::run_client(&args, connect),
    }
}
