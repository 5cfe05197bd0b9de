//! What the server traces.

use crate::lab::descriptors::{run_with_few, take_all};
use crate::lab::{Lab, Running, listen_uri, within};
use crate::trace::{Closed, Trace};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tracing::Level;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{Client, Error, MethodInfo, Packager, Server, Service, ServiceInfo};

const FIELDS: [&str; 9] = [
    "otel.name",
    "rpc.system",
    "rpc.service",
    "rpc.method",
    "rpc.method_original",
    "rpc.yar.packager",
    "rpc.yar.provider",
    "rpc.yar.status",
    "error.type",
];

async fn until_closed(trace: &Trace, name: &str, count: usize) -> Vec<Closed> {
    within(async {
        loop {
            let closed = trace.closed("yar::server", name);
            if closed.len() >= count {
                return closed;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await
}

/// Long enough that no id and no duration looks like it.
const SECRET: i64 = 7_070_707_070_707_070;

/// Calls with the right token and without, for methods that are there or not.
async fn call_all_sorts(address: &str) {
    for token in ["s3cret-of-mine", "wr0ng-of-mine"] {
        let client = Client::builder(address)
            .provider("tester")
            .token(token)
            .packager(Packager::JSON)
            .build()
            .unwrap();
        let _ = client.call::<_, i64, Error>("ADD", &(SECRET, 1)).await;
        let _ = client.call::<_, (), Error>("fail", &()).await;
        let _ = client
            .call::<_, (), Error>("no\npe", &("an-argument",))
            .await;
    }
}

#[tokio::test]
async fn calls_and_connections_have_spans_that_tell_all_but_secrets() {
    for transport in ["tcp", "http", "unix"] {
        let trace = Trace::start(Level::DEBUG);
        let server = Server::new(Lab).with_authentication(|caller| {
            let is_right = caller.token() == b"s3cret-of-mine";
            async move { is_right }
        });
        let server = Running::start_with(server, &listen_uri(transport)).await;
        call_all_sorts(&server.address).await;
        let connections = until_closed(&trace, "connection", 2).await;
        let connection = &connections[0];
        assert_eq!(connection.level, Level::DEBUG);
        let place = ["url.scheme", "network.transport", "network.peer.address"];
        let expected = match transport {
            "unix" => "unix unix -".to_owned(),
            other => format!("{other} tcp 127.0.0.1"),
        };
        assert_eq!(connection.show(&place), expected);
        let has_port = connection.fields.contains_key("network.peer.port");
        assert_eq!(has_port, transport != "unix");

        let calls = trace.closed("yar::server", "call");
        let shown: Vec<_> = calls.iter().map(|span| span.show(&FIELDS)).collect();
        let lab = "demo.lab.Lab";
        let line = |method: &str, original: &str, rest: &str| {
            format!("{lab}/{method} yar {lab} {method} {original} JSON tester {rest}")
        };
        assert_eq!(
            shown,
            [
                line("add", "-", "0 -"),
                line("fail", "-", "64 64"),
                line("_OTHER", r"no\npe", "4 4"),
                line("add", "-", "32 32"),
                line("fail", "-", "32 32"),
                line("_OTHER", r"no\npe", "32 32"),
            ]
        );
        for call in &calls {
            assert_eq!(call.level, Level::INFO);
            assert_eq!(call.parent.as_deref(), Some("connection"));
            assert_eq!(call.fields["otel.kind"], "server");
            assert!(call.fields["rpc.yar.request_id"].parse::<u32>().unwrap() > 0);
            assert!(call.fields["rpc.yar.duration_us"].parse::<u64>().is_ok());
        }
        let everything = trace.everything();
        for secret in [
            "s3cret",
            "wr0ng",
            &SECRET.to_string(),
            &(SECRET + 1).to_string(),
            "an-argument",
            "no luck",
        ] {
            assert!(!everything.contains(secret), "{secret}");
        }
    }
}

#[tokio::test]
async fn without_debug_there_are_spans_of_calls_only() {
    let trace = Trace::start(Level::INFO);
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    client.call::<_, i64, Error>("add", &(1, 2)).await.unwrap();
    drop(client);
    let calls = until_closed(&trace, "call", 1).await;
    assert_eq!(calls[0].parent, None);
    assert!(trace.closed("yar::server", "connection").is_empty());
}

/// Opens a span of its own, after it had to wait.
struct Tracing;

static TRACING: ServiceInfo = ServiceInfo::new("Tracing", &[MethodInfo::new("trace")]);

impl Service for Tracing {
    fn info(&self) -> &'static ServiceInfo {
        &TRACING
    }

    fn call(
        &self,
        _: usize,
        _: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        async move {
            tokio::task::yield_now().await;
            drop(tracing::info_span!(target: "yar::server", "inner"));
            reply.finish::<_, Error>(Ok(()))
        }
    }
}

#[tokio::test]
async fn the_spans_of_a_handler_stand_within_that_of_its_call() {
    for transport in ["tcp", "http"] {
        let trace = Trace::start(Level::INFO);
        let server = Server::new(Tracing);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let client = Client::builder(&server.address).build().unwrap();
        client.call::<_, (), Error>("trace", &()).await.unwrap();
        let inner = until_closed(&trace, "inner", 1).await;
        assert_eq!(inner[0].parent.as_deref(), Some("call"));
        assert_eq!(
            until_closed(&trace, "call", 1).await[0].fields["rpc.service"],
            "Tracing"
        );
    }
}

/// What tower-http traces of a request stands around what the server traces of
/// its call.
#[cfg(feature = "tower")]
#[tokio::test]
async fn a_mounted_service_is_traced_within_its_request() {
    use tower::{ServiceBuilder, ServiceExt};
    let trace = Trace::start(Level::DEBUG);
    let service = ServiceBuilder::new()
        .layer(tower_http::trace::TraceLayer::new_for_http())
        .service(Server::new(Lab).into_http_service());
    let body = http_body_util::Full::from(crate::lab::add(1, 20, 22));
    let request = http::Request::post("/rpc").body(body).unwrap();
    let response = service.oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    drop(response);
    let requests = trace.closed("tower_http::trace::make_span", "request");
    let [request] = &*requests else {
        panic!("one request: {requests:?}");
    };
    assert_eq!(request.show(&["method", "uri"]), "POST /rpc");
    let calls = trace.closed("yar::server", "call");
    let [call] = &*calls else {
        panic!("one call: {calls:?}");
    };
    assert_eq!(call.parent.as_deref(), Some("request"));
    assert_eq!(call.show(&["rpc.method"]), "add");
}

#[test]
fn a_server_that_cannot_accept_says_so() {
    run_with_few("spans::in_a_process_of_its_own");
}

#[tokio::test]
#[ignore = "takes all descriptors of its process"]
async fn in_a_process_of_its_own() {
    let trace = Trace::start(Level::WARN);
    let server = Running::start("tcp://127.0.0.1:0").await;
    server.peer().await.assert_alive().await;
    assert_eq!(trace.closed("yar::server", "event").len(), 0);
    let start = Instant::now();
    let connections = take_all(|| TcpStream::connect(server.place()));
    let told = until_closed(&trace, "event", 2).await;
    let seconds = start.elapsed().as_secs();
    assert!(seconds >= 1, "no more than one a second");
    for event in told {
        assert_eq!(event.level, Level::WARN);
        let shown = event.show(&["url.scheme", "message", "exception.message"]);
        let start = "tcp cannot accept connections, trying again Too many open files";
        assert!(shown.starts_with(start), "{shown}");
    }
    drop(connections);
}
