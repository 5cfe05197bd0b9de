//! How deep a request may be nested.

use crate::lab::{Lab, PACKAGERS, Running, reported, request};
use yar_runtime::{Limits, Server, Value};

fn nested(levels: usize) -> Value {
    (0..levels).fold(Value::Int(1), |value, _| Value::List(vec![value]))
}

#[tokio::test]
async fn it_is_as_deep_as_the_limit_and_no_deeper() {
    for most in [6, 100] {
        let mut limits = Limits::default();
        limits.max_depth = most;
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
        let mut peer = server.peer().await;
        for packager in PACKAGERS {
            // The body and the list of parameters are containers as well.
            let fits = nested(most - 2);
            peer.send(&request(packager, 1, "echo", vec![fits.clone()]))
                .await;
            assert_eq!(peer.answer().await.1.unwrap(), fits, "{packager}");
            let too_deep = vec![nested(most - 1)];
            peer.send(&request(packager, 2, "echo", too_deep)).await;
            let (status, text) = reported(peer.answer().await.1);
            assert_eq!(status, 4, "{packager}: {text}");
            assert!(text.contains("nested deeper"), "{packager}: {text}");
        }
    }
}
