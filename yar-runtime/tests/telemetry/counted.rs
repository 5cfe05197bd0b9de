//! What the server counts.

use crate::lab::{Lab, Running, add, hold, listen_uri, request, until_held};
use crate::recorder::Told;
use std::time::Duration;
use yar_runtime::{Client, Error, Limits, Packager, Server, Value};

const LAB: &str = "rpc.service=demo.lab.Lab";

#[tokio::test]
async fn every_call_is_counted_once_with_its_outcome_and_its_bytes() {
    let told = Told::default();
    let _guard = metrics::set_default_local_recorder(&told);
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let call = |id, method: &str| request(Packager::JSON, id, method, Vec::new());
    let good = [add(1, 1, 2), add(2, 3, 4)];
    let (mut received, mut sent) = (0, 0);
    for frame in &good {
        peer.send(frame).await;
        received += frame.len();
        sent += peer.frame().await.len();
    }
    let bad = [
        call(3, "fail"),
        call(4, "nope"),
        call(5, "panic"),
        call(6, "panicLater"),
    ];
    for frame in bad {
        peer.send(&frame).await;
        peer.frame().await;
    }
    let mut unreadable = call(7, "add");
    unreadable[82..86].copy_from_slice(b"XXXX");
    peer.send(&unreadable).await;
    peer.frame().await;

    assert_eq!(
        told.counters("yar.server.calls"),
        [
            format!("yar.server.calls{{{LAB},rpc.method=_OTHER}} 2"),
            format!("yar.server.calls{{{LAB},rpc.method=add}} 2"),
            format!("yar.server.calls{{{LAB},rpc.method=fail}} 1"),
            format!("yar.server.calls{{{LAB},rpc.method=panicLater}} 1"),
            format!("yar.server.calls{{{LAB},rpc.method=panic}} 1"),
        ]
    );
    assert_eq!(
        told.counters("yar.server.errors"),
        [
            format!("yar.server.errors{{{LAB},rpc.method=_OTHER,error.type=1}} 1"),
            format!("yar.server.errors{{{LAB},rpc.method=_OTHER,error.type=4}} 1"),
            format!("yar.server.errors{{{LAB},rpc.method=fail,error.type=64}} 1"),
            format!("yar.server.errors{{{LAB},rpc.method=panic,error.type=64}} 1"),
            format!("yar.server.errors{{{LAB},rpc.method=panicLater,error.type=64}} 1"),
        ]
    );
    let add = format!("{{{LAB},rpc.method=add}}");
    for (name, count) in [("received", received), ("sent", sent)] {
        let key = format!("yar.server.{name}{add}");
        assert_eq!(told.counters(&key), [format!("{key} {count}")]);
    }
    let samples = told.samples(&format!("yar.server.duration{add}"));
    assert_eq!(samples.len(), 2);
    assert!(samples.iter().all(|seconds| (0.0..5.0).contains(seconds)));
    assert_eq!(told.unit("yar.server.duration"), metrics::Unit::Seconds);
    assert_eq!(told.unit("yar.server.sent"), metrics::Unit::Bytes);

    assert_eq!(told.gauge("yar.server.running{}"), 0.0);
    assert_eq!(told.gauge("yar.server.connections{url.scheme=tcp}"), 1.0);
    drop(peer);
    told.until("yar.server.connections{url.scheme=tcp}", 0.0)
        .await;
}

#[tokio::test]
async fn a_caller_cannot_make_up_labels() {
    let told = Told::default();
    let _guard = metrics::set_default_local_recorder(&told);
    let server = Server::new(Lab).route("/other", Lab);
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    for path in ["", "/other", "/elsewhere"] {
        let client = Client::builder(&format!("{}{path}", server.address));
        let client = client.build().unwrap();
        for number in 0..50 {
            for method in [
                format!("x{number}"),
                format!("Lab.x{number}"),
                format!("y{number}.x"),
            ] {
                let outcome = client.call_value(&method, Vec::new()).await;
                assert_eq!(outcome.unwrap_err().status(), Some(4));
            }
        }
        // Another spelling is the same method.
        for method in ["add", "ADD", "Lab.aDD", "demo.lab.Lab.Add"] {
            let sum = client.call::<_, i64, Error>(method, &(1, 2)).await;
            assert_eq!(sum.unwrap(), 3);
        }
    }
    assert_eq!(
        told.counters("yar.server.calls"),
        [
            format!("yar.server.calls{{{LAB},rpc.method=_OTHER}} 450"),
            format!("yar.server.calls{{{LAB},rpc.method=add}} 12"),
        ]
    );
    assert_eq!(
        told.counters("yar.server.errors"),
        [format!(
            "yar.server.errors{{{LAB},rpc.method=_OTHER,error.type=4}} 450"
        )]
    );
}

#[tokio::test]
async fn refused_calls_are_counted_under_the_method_they_were_for() {
    for transport in ["tcp", "http", "unix"] {
        let told = Told::default();
        let _guard = metrics::set_default_local_recorder(&told);
        let server = Server::new(Lab).with_authentication(|_| false);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let client = Client::builder(&server.address).build().unwrap();
        for method in ["add", "nope"] {
            let outcome = client.call_value(method, Vec::new()).await;
            assert_eq!(outcome.unwrap_err().status(), Some(32));
        }
        assert_eq!(
            told.counters("yar.server.errors"),
            [
                format!("yar.server.errors{{{LAB},rpc.method=_OTHER,error.type=32}} 1"),
                format!("yar.server.errors{{{LAB},rpc.method=add,error.type=32}} 1"),
            ]
        );
        let connections = format!("yar.server.connections{{url.scheme={transport}}}");
        assert_eq!(told.gauge(&connections), 1.0);
    }
}

#[tokio::test]
async fn calls_under_way_are_shown_and_those_given_up_are_errors() {
    for (transport, key) in [("tcp", 901), ("http", 911)] {
        let told = Told::default();
        let _guard = metrics::set_default_local_recorder(&told);
        let mut limits = Limits::default();
        limits.stop_timeout = Duration::ZERO;
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let mut peer = server.peer().await;
        let frame = hold(1, key);
        if transport == "http" {
            let length = frame.len();
            let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
            peer.send(head.as_bytes()).await;
        }
        peer.send(&frame).await;
        until_held(key, true).await;
        assert_eq!(told.gauge("yar.server.running{}"), 1.0);
        assert_eq!(server.stop().await.unwrap().cut_off, 1);
        assert_eq!(told.gauge("yar.server.running{}"), 0.0);
        let error =
            |kind: &str| format!("yar.server.errors{{{LAB},rpc.method=hold,error.type={kind}}} 1");
        assert_eq!(told.counters("yar.server.errors"), [error("cancelled")]);

        let mut limits = Limits::default();
        limits.call_timeout = Duration::from_millis(50);
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let client = Client::builder(&server.address).build().unwrap();
        let outcome = client.call::<_, (), Error>("hold", &(key,)).await;
        assert_eq!(outcome.unwrap_err().status(), Some(64));
        let errors = [error("64"), error("cancelled")];
        assert_eq!(told.counters("yar.server.errors"), errors);
        assert_eq!(told.gauge("yar.server.running{}"), 0.0);
    }
}

#[tokio::test]
async fn overload_and_connections_turned_away_are_counted() {
    let told = Told::default();
    let _guard = metrics::set_default_local_recorder(&told);
    let mut limits = Limits::default();
    limits.max_calls = 1;
    limits.max_connections = 2;
    let server = Server::new(Lab).with_limits(limits);
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let (mut first, mut second) = (server.peer().await, server.peer().await);
    first.send(&hold(1, 921)).await;
    until_held(921, true).await;
    second.send(&add(2, 1, 1)).await;
    assert_eq!(second.answer().await.1.unwrap_err().status(), Some(16));
    let text = Value::String("nope".to_owned());
    second
        .send(&request(Packager::PHP, 3, "nope", vec![text]))
        .await;
    assert_eq!(second.answer().await.1.unwrap_err().status(), Some(16));
    assert_eq!(server.peer().await.rest().await, b"");
    assert_eq!(
        told.counters("yar.server.errors"),
        [
            format!("yar.server.errors{{{LAB},rpc.method=_OTHER,error.type=16}} 1"),
            format!("yar.server.errors{{{LAB},rpc.method=add,error.type=16}} 1"),
        ]
    );
    assert_eq!(
        told.counters("yar.server.connections"),
        ["yar.server.connections.turned_away{url.scheme=tcp} 1"]
    );
}
