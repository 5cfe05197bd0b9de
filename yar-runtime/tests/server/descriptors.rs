//! A server that is out of descriptors for a while.

use crate::lab::descriptors::{run_with_few, take_all};
use crate::lab::{Running, within};
use std::net::TcpStream;

#[test]
fn accepting_goes_on_when_there_are_some_again() {
    run_with_few("descriptors::in_a_process_of_its_own");
}

#[tokio::test]
#[ignore = "takes all descriptors of its process"]
async fn in_a_process_of_its_own() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    server.peer().await.assert_alive().await;
    // The server gets no turn meanwhile, and none is left for it to accept with.
    let connections = take_all(|| TcpStream::connect(server.place()));
    // Accepting fails all this time.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    drop(connections);
    within(async { server.peer().await.assert_alive().await }).await;
}
