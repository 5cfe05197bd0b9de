//! Inside other people's HTTP servers.

use crate::lab::{Lab, add, hold, reported, unpack, until_held};
use axum::Router;
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::time::Duration;
use tower::{Service, ServiceExt};
use yar_runtime::wire::whole;
use yar_runtime::{Client, Error, HttpService, Limits, Server, Value};

async fn send(service: &HttpService<Lab>, request: Request<Full<Bytes>>) -> Response<Full<Bytes>> {
    service.clone().oneshot(request).await.unwrap()
}

fn post(body: Vec<u8>) -> Request<Full<Bytes>> {
    Request::post("/rpc").body(Full::from(body)).unwrap()
}

async fn outcome(response: Response<Full<Bytes>>) -> Result<Value, Error> {
    assert_eq!(response.status(), StatusCode::OK);
    unpacked(response).await
}

async fn unpacked(response: Response<Full<Bytes>>) -> Result<Value, Error> {
    let body = response.into_body().collect().await.unwrap().to_bytes();
    unpack(&whole(&body).unwrap()).1
}

#[tokio::test]
async fn axum_mounts_it_beside_its_own_routes() {
    let service = Server::new(Lab).into_http_service();
    let app = Router::new()
        .route("/health", axum::routing::get(async || "fine"))
        .route_service("/rpc", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let client = Client::builder(&format!("http://{place}/rpc"))
        .build()
        .unwrap();
    for _ in 0..2 {
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
    }
    let text = "x".repeat(200_000);
    let echoed = client.call::<_, String, Error>("echo", &(&text,)).await;
    assert_eq!(echoed.unwrap(), text);
}

#[tokio::test]
async fn hyper_serves_connections_with_it() {
    let service = Server::new(Lab).into_http_service();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service.clone());
            tokio::spawn(connection);
        }
    });
    let client = Client::builder(&format!("http://{place}/"))
        .build()
        .unwrap();
    for _ in 0..2 {
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
    }
    let text = "x".repeat(200_000);
    let echoed = client.call::<_, String, Error>("echo", &(&text,)).await;
    assert_eq!(echoed.unwrap(), text);
    // What hyper does when a caller goes away holds for the handler.
    let held = client.call::<_, (), Error>("hold", &(602,));
    tokio::select! {
        _ = held => panic!("it has no answer"),
        () = until_held(602, true) => {}
    }
    until_held(602, false).await;
}

#[tokio::test]
async fn hooks_and_limits_hold_and_the_peer_may_be_told() {
    let mut limits = Limits::default();
    limits.call_timeout = Duration::from_millis(200);
    limits.max_calls = 1;
    limits.max_body = 1_000;
    let service = Server::new(Lab)
        .with_limits(limits)
        .with_authentication(|caller| caller.peer().is_some_and(|peer| peer.port() == 7))
        .into_http_service();
    let stranger = send(&service, post(add(1, 1, 1))).await;
    assert_eq!(reported(outcome(stranger).await).0, 32);
    let from = |body| {
        let mut request = post(body);
        request
            .extensions_mut()
            .insert(SocketAddr::from(([127, 0, 0, 1], 7)));
        request
    };
    let sum = send(&service, from(add(1, 1, 1))).await;
    assert_eq!(outcome(sum).await.unwrap(), Value::Int(2));
    let (held, shed) = tokio::join!(send(&service, from(hold(1, 601))), async {
        until_held(601, true).await;
        send(&service, from(add(1, 1, 1))).await
    });
    assert_eq!(reported(outcome(shed).await).0, 16);
    let (status, text) = reported(outcome(held).await);
    assert_eq!(
        (status, &*text),
        (64, "the method did not finish within 200ms")
    );
    until_held(601, false).await;
    let large = send(&service, from(vec![b'x'; 2_000])).await;
    assert_eq!(large.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let (status, text) = reported(unpacked(large).await);
    assert!(status == 2 && text.contains("too large"), "{text}");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_answered_in_time() {
    let mut limits = Limits::default();
    limits.frame_timeout = Duration::from_millis(100);
    let mut service = Server::new(Lab).with_limits(limits).into_http_service();
    let request = Request::post("/").body(Never).unwrap();
    let response = Service::call(&mut service, request).await.unwrap();
    let (_, text) = reported(outcome(response).await);
    assert!(text.contains("did not come in time"), "{text}");
}

/// A body that never comes.
struct Never;

impl hyper::body::Body for Never {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        std::task::Poll::Pending
    }
}
