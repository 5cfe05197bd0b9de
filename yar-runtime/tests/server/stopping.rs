//! Stopping while peers are connected.

use crate::lab::{Lab, Peer, Running, add, listen_uri, reported, sleep, until_held, within};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use yar_runtime::{Client, Error, Limits, Server, Value};

#[tokio::test]
async fn running_calls_finish_and_nothing_new_begins() {
    let mut limits = Limits::default();
    limits.max_calls_per_connection = 1;
    let server = Server::new(Lab).with_limits(limits);
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let place = server.place().to_owned();
    let (mut busy, mut idle) = (server.peer().await, server.peer().await);
    idle.assert_alive().await;
    busy.send(&[sleep(1, 400), add(2, 1, 1)].concat()).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let stopped = server.stop();
    assert_eq!(idle.rest().await, b"");
    assert!(
        TcpStream::connect(&place).await.is_err(),
        "the port is closed"
    );
    assert_eq!(busy.answer().await.1.unwrap(), Value::Int(400));
    // What waited behind it is not begun.
    let expected = (16, "overloaded: the server is stopping".to_owned());
    assert_eq!(reported(busy.answer().await.1), expected);
    assert_eq!(busy.rest().await, b"");
    drop((busy, idle));
    let report = within(stopped).await.unwrap();
    assert_eq!((report.finished, report.cut_off), (1, 0));
}

#[tokio::test]
async fn calls_that_do_not_finish_are_cut() {
    let mut limits = Limits::default();
    limits.stop_timeout = Duration::from_millis(200);
    let server =
        Running::start_with(Server::new(Lab).with_limits(limits), "tcp://127.0.0.1:0").await;
    let mut busy: Peer = server.peer().await;
    busy.send(&sleep(1, 60_000)).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let start = Instant::now();
    within(server.stop()).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(8));
    assert_eq!(busy.rest().await, b"");
}

#[tokio::test]
async fn the_report_tells_what_finished_and_what_was_cut_off() {
    let mut limits = Limits::default();
    limits.stop_timeout = Duration::from_millis(500);
    let mut server = Server::new(Lab).with_limits(limits);
    let transports = if cfg!(feature = "http") {
        &["tcp", "http"][..]
    } else {
        &["tcp"]
    };
    let mut addresses = Vec::new();
    for transport in transports {
        addresses.push(server.listen(&listen_uri(transport)).await.unwrap());
    }
    let server = Running::start_with(server, &listen_uri("unix")).await;
    addresses.push(server.address.clone());
    let (mut held, mut brief) = (Vec::new(), Vec::new());
    for (key, address) in (400..).zip(&addresses) {
        let client = Client::builder(address).build().unwrap();
        held.push(tokio::spawn(async move {
            client.call::<_, u64, Error>("hold", &(key,)).await.is_ok()
        }));
        until_held(key, true).await;
    }
    // Last, so that none of them is over before the server stops.
    for address in &addresses {
        let client = Client::builder(address).build().unwrap();
        brief.push(tokio::spawn(async move {
            client.call::<_, u64, Error>("sleep", &(250,)).await.is_ok()
        }));
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    let report = within(server.stop()).await.unwrap();
    let count = addresses.len();
    assert_eq!((report.finished, report.cut_off), (count, count));
    for (calls, go_well) in [(held, false), (brief, true)] {
        for call in calls {
            assert_eq!(within(call).await.unwrap(), go_well);
        }
    }
}

#[tokio::test]
async fn every_transport_stops_gracefully() {
    let transports = if cfg!(feature = "http") {
        &["tcp", "unix", "http"][..]
    } else {
        &["tcp", "unix"]
    };
    for transport in transports {
        let server = Running::start(&listen_uri(transport)).await;
        let client = Client::builder(&server.address).connect().await.unwrap();
        let warm: i64 = client.call::<_, _, Error>("add", &(1, 2)).await.unwrap();
        assert_eq!(warm, 3);
        let call =
            tokio::spawn(async move { client.call::<_, u64, Error>("sleep", &(300,)).await });
        tokio::time::sleep(Duration::from_millis(100)).await;
        let stopped = server.stop();
        assert_eq!(within(call).await.unwrap().unwrap(), 300, "{transport}");
        within(stopped).await.unwrap();
    }
}

#[tokio::test]
async fn a_server_that_is_dropped_is_gone() {
    let mut server = Server::new(Lab);
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let mut peer = {
        let running = server.run_until(std::future::pending::<()>());
        let talking = async {
            let place = address.strip_prefix("tcp://").unwrap();
            let mut peer = Peer(TcpStream::connect(place).await.unwrap());
            peer.assert_alive().await;
            peer
        };
        tokio::select! {
            _ = running => unreachable!(),
            peer = talking => peer,
        }
    };
    let mut byte = [0];
    let read = tokio::io::AsyncReadExt::read(&mut peer.0, &mut byte);
    assert!(matches!(within(read).await, Ok(0) | Err(_)));
}
