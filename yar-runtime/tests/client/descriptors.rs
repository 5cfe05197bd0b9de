//! A client that is out of descriptors for a while.

use crate::lab::descriptors::{run_with_few, take_all};
use crate::lab::within;
use crate::liar::{Liar, good};
use std::fs::File;
use std::time::Duration;
use yar_runtime::{Client, Error};

#[test]
fn connections_are_used_again_without_any() {
    run_with_few("descriptors::in_a_process_of_its_own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes all descriptors of its process"]
async fn in_a_process_of_its_own() {
    let liar = Liar::answering(|id| good(i64::from(id))).await;
    let address = format!("tcp://{}", liar.place);
    let builder = || Client::builder(&address);
    let client = builder().connect().await.unwrap();
    let blocking = builder().connect_blocking().unwrap();
    let add = async || within(client.call::<_, i64, Error>("add", &(20, 22))).await;
    let add_blocking = || blocking.call::<_, i64, Error>("add", &(20, 22));
    assert_eq!(add().await.unwrap(), 42);
    assert_eq!(add_blocking().unwrap(), 42);
    let taken = take_all(|| File::open("/dev/null"));
    // Idle for long enough that either looks whether it is still connected.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(60)).await;
        assert_eq!(add().await.unwrap(), 42);
        assert_eq!(add_blocking().unwrap(), 42);
    }
    drop(taken);
    assert_eq!(liar.accepted(), 2);
}
