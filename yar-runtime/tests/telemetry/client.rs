//! What the client counts and traces.

use crate::lab::{Running, listen_uri};
use crate::recorder::Told;
use crate::trace::Trace;
use std::time::Duration;
use tracing::Level;
use yar_runtime::{Client, Error};

const FIELDS: [&str; 8] = [
    "otel.kind",
    "rpc.system",
    "rpc.method",
    "server.address",
    "rpc.yar.status",
    "error.type",
    "otel.status_code",
    "otel.name",
];

#[tokio::test]
async fn every_call_is_counted_and_traced_with_its_outcome() {
    for transport in ["tcp", "http", "unix"] {
        let told = Told::default();
        let _recording = metrics::set_default_local_recorder(&told);
        let trace = Trace::start(Level::INFO);
        let server = Running::start(&listen_uri(transport)).await;
        let address = server.address.clone();
        let client = Client::builder(&address)
            .token("t0ken-of-mine")
            .timeout(Duration::from_millis(300))
            .build()
            .unwrap();
        let sum = client.call::<_, i64, Error>("add", &(40_404, 2)).await;
        assert_eq!(sum.unwrap(), 40_406);
        let outcome = client.call::<_, (), Error>("fail", &()).await;
        assert_eq!(outcome.unwrap_err().status(), Some(64));
        let outcome = client.call::<_, (), Error>("sleep", &(5_000,)).await;
        assert!(outcome.unwrap_err().is_timeout());
        let late = client.call::<_, (), Error>("hold", &(931,));
        let given_up = tokio::time::timeout(Duration::from_millis(50), late).await;
        assert!(given_up.is_err());

        let label = |method: &str| format!("{{server.address={address},rpc.method={method}}}");
        assert_eq!(
            told.counters("yar.client.calls"),
            ["add", "fail", "hold", "sleep"]
                .map(|method| format!("yar.client.calls{} 1", label(method)))
        );
        let error = |method: &str, kind: &str| {
            let labels = label(method).replace('}', &format!(",error.type={kind}}}"));
            format!("yar.client.errors{labels} 1")
        };
        assert_eq!(
            told.counters("yar.client.errors"),
            [
                error("fail", "64"),
                error("hold", "cancelled"),
                error("sleep", "timeout")
            ]
        );
        assert_eq!(
            told.samples(&format!("yar.client.duration{}", label("add")))
                .len(),
            1
        );
        let target = format!("{{server.address={address}}}");
        assert_eq!(told.gauge(&format!("yar.client.running{target}")), 0.0);
        assert_eq!(told.counters("yar.client.sent").len(), 1);
        assert_eq!(told.counters("yar.client.received").len(), 1);
        drop(client);
        told.until(&format!("yar.client.connections{target}"), 0.0)
            .await;

        let spans = trace.closed("yar::client", "call");
        let shown: Vec<_> = spans.iter().map(|span| span.show(&FIELDS)).collect();
        assert_eq!(
            shown,
            [
                format!("client yar add {address} 0 - - add"),
                format!("client yar fail {address} 64 64 ERROR fail"),
                format!("client yar sleep {address} - timeout ERROR sleep"),
                format!("client yar hold {address} - cancelled ERROR hold"),
            ]
        );
        assert!(spans.iter().all(|span| span.level == Level::INFO));
        assert!(
            spans
                .iter()
                .all(|span| span.fields.contains_key("rpc.yar.duration_us"))
        );
        for secret in ["t0ken-of-mine", "40404", "40406"] {
            assert!(!trace.everything().contains(secret), "{secret}");
        }
    }
}

#[test]
fn the_blocking_client_does_the_same() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Running::start("tcp://127.0.0.1:0"));
    let told = Told::default();
    let _recording = metrics::set_default_local_recorder(&told);
    let trace = Trace::start(Level::INFO);
    let client = Client::builder(&server.address).build_blocking().unwrap();
    let sum: Result<i64, Error> = client.call::<_, _, Error>("add", &(1, 2));
    assert_eq!(sum.unwrap(), 3);
    let outcome = client.call::<_, (), Error>("fail", &());
    assert_eq!(outcome.unwrap_err().status(), Some(64));
    assert_eq!(told.counters("yar.client.calls").len(), 2);
    assert_eq!(told.counters("yar.client.errors").len(), 1);
    let connections = format!(
        "yar.client.connections{{server.address={}}}",
        server.address
    );
    assert_eq!(told.gauge(&connections), 1.0);
    drop(client);
    assert_eq!(told.gauge(&connections), 0.0);
    let spans = trace.closed("yar::client", "call");
    let shown: Vec<_> = spans.iter().map(|span| span.show(&FIELDS[4..7])).collect();
    assert_eq!(shown, ["0 - -", "64 64 ERROR"]);
}

#[tokio::test]
async fn names_passed_on_by_an_application_do_not_pile_up() {
    let told = Told::default();
    let _recording = metrics::set_default_local_recorder(&told);
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    for number in 0..300 {
        let _ = client.call_value(&format!("m{number}"), Vec::new()).await;
    }
    let calls = told.counters("yar.client.calls");
    assert_eq!(calls.len(), 257);
    let rest = "rpc.method=_OTHER} 44";
    assert_eq!(calls.iter().filter(|call| call.ends_with(rest)).count(), 1);
}

#[tokio::test]
async fn several_servers_are_told_apart() {
    let told = Told::default();
    let _recording = metrics::set_default_local_recorder(&told);
    let server = Running::start("tcp://127.0.0.1:0").await;
    // Somebody has bound it, and nobody listens.
    let bound = tokio::net::TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let dead = format!("tcp://{}", bound.local_addr().unwrap());
    let client = Client::balanced([&server.address, &dead]).build().unwrap();
    for _ in 0..40 {
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
    }
    let late = client.call::<_, (), Error>("hold", &(932,));
    assert!(
        tokio::time::timeout(Duration::from_millis(50), late)
            .await
            .is_err()
    );
    let target = format!("server.address={}, {dead}", server.address);
    let labels = |peer: &str| format!("{{{target},network.peer.address={peer}}}");
    let counter = |name: &str, peer: &str| {
        let key = format!("{name}{}", labels(peer));
        let found = told.counters(&key);
        let count = found.first().and_then(|it| it.rsplit(' ').next());
        count.map_or(0, |count| count.parse::<u64>().unwrap())
    };
    assert_eq!(counter("yar.client.tries", &server.address), 41);
    let dead_tries = counter("yar.client.tries", &dead);
    assert!((1..5).contains(&dead_tries), "{dead_tries}");
    let errors = |peer: &str, kind: &str| {
        let peer = format!("{peer},error.type={kind}");
        counter("yar.client.tries.errors", &peer)
    };
    assert_eq!(errors(&dead, "connect"), dead_tries);
    assert_eq!(errors(&server.address, "cancelled"), 1);
    let samples = format!("yar.client.tries.duration{}", labels(&server.address));
    assert_eq!(told.samples(&samples).len(), 41);
    let running = format!("yar.client.tries.running{}", labels(&server.address));
    assert_eq!(told.gauge(&running), 0.0);
    // The calls themselves are the client's: one may have been tried twice.
    let calls = format!("yar.client.calls{{{target},rpc.method=add}} 40");
    assert!(told.counters("yar.client.calls").contains(&calls));
}

#[tokio::test]
async fn an_only_server_is_not_counted_twice() {
    let told = Told::default();
    let _recording = metrics::set_default_local_recorder(&told);
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
    assert_eq!(sum.unwrap(), 3);
    assert_eq!(told.counters("yar.client.tries"), Vec::<String>::new());
}

#[test]
fn the_blocking_client_tells_several_servers_apart_too() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let servers = [(), ()].map(|()| runtime.block_on(Running::start("tcp://127.0.0.1:0")));
    let told = Told::default();
    let _recording = metrics::set_default_local_recorder(&told);
    let addresses = servers.iter().map(|server| &server.address);
    let client = Client::balanced(addresses).build_blocking().unwrap();
    for _ in 0..40 {
        let sum: Result<i64, Error> = client.call::<_, _, Error>("add", &(1, 2));
        assert_eq!(sum.unwrap(), 3);
    }
    assert_eq!(told.counters("yar.client.tries{").len(), 2);
    assert_eq!(told.counters("yar.client.tries.errors").len(), 0);
}
