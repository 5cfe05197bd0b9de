//! A server that is out of descriptors for a while.

use crate::lab::{Running, within};
use std::net::TcpStream;
use std::process::Command;

/// In a process of its own, so that nobody else is short of them.
#[test]
fn accepting_goes_on_when_there_are_some_again() {
    let child = Command::new("sh")
        .args(["-c", "ulimit -n 64 && exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture"])
        .arg("descriptors::in_a_process_of_its_own")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{child:?}");
    assert!(said.contains("1 passed"), "{said}");
}

#[tokio::test]
#[ignore = "takes all descriptors of its process"]
async fn in_a_process_of_its_own() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    server.peer().await.assert_alive().await;
    // The server gets no turn meanwhile, and none is left for it to accept with.
    let mut connections = Vec::new();
    let error = loop {
        match TcpStream::connect(server.place()) {
            Ok(connection) => connections.push(connection),
            Err(error) => break error,
        }
        assert!(connections.len() < 1_000, "there is no limit");
    };
    assert!(error.to_string().contains("Too many open files"), "{error}");
    // Accepting fails all this time.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    drop(connections);
    within(async { server.peer().await.assert_alive().await }).await;
}
