//! Who may call.

use crate::lab::{Lab, Running, is_held, listen_uri};
use std::time::{Duration, Instant};
use yar_runtime::{Client, Credentials, Error, Server};

fn guarded() -> Server<Lab> {
    Server::new(Lab).with_authentication(|caller: &Credentials<'_>| {
        assert!(caller.method() != "panic", "a panic in the hook");
        caller.method() == "echo" || caller.provider() == b"me" && caller.token() == [b't'; 32]
    })
}

async fn add(client: &Client) -> Result<i64, Error> {
    client.call::<_, i64, Error>("add", &(1, 2)).await
}

#[tokio::test]
async fn the_hook_decides_over_every_call() {
    for transport in ["tcp", "unix"] {
        let server = Running::start_with(guarded(), &listen_uri(transport)).await;
        let known = Client::builder(&server.address)
            .provider("me")
            .token([b't'; 32]);
        assert_eq!(add(&known.build().unwrap()).await.unwrap(), 3);
        let stranger = Client::builder(&server.address).token("x").build().unwrap();
        let error = add(&stranger).await.unwrap_err();
        assert_eq!(
            (error.status(), error.message()),
            (Some(32), "authentication failed")
        );
        let open = stranger.call::<_, i64, Error>("echo", &(5,)).await;
        assert_eq!(open.unwrap(), 5);
        let error = stranger
            .call::<_, i64, Error>("panic", &())
            .await
            .unwrap_err();
        assert_eq!(
            error.status(),
            Some(32),
            "a hook that panics lets nobody pass"
        );
    }
}

/// Asks somebody who takes a while, and panics over the token "panic".
fn guarded_elsewhere() -> Server<Lab> {
    Server::new(Lab).with_authentication(|caller| {
        let token = caller.token().to_vec();
        async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert!(token != b"panic", "a panic in the hook");
            token == b"good"
        }
    })
}

#[tokio::test]
async fn a_hook_may_ask_somebody_else() {
    let transports = if cfg!(feature = "http") {
        &["tcp", "unix", "http"][..]
    } else {
        &["tcp", "unix"]
    };
    for transport in transports {
        let server = Running::start_with(guarded_elsewhere(), &listen_uri(transport)).await;
        let client = |token: &str| {
            let builder = Client::builder(&server.address);
            builder.token(token).build().unwrap()
        };
        assert_eq!(add(&client("good")).await.unwrap(), 3);
        let missing = client("good").call::<_, (), Error>("nope", &()).await;
        let text = "call to undefined api Lab::nope()";
        assert_eq!(missing.unwrap_err().message(), text);
        for token in ["bad", "panic"] {
            let error = add(&client(token)).await.unwrap_err();
            assert_eq!(error.status(), Some(32), "{transport} {token}: {error}");
            let call = client(token);
            let missing = call.call::<_, (), Error>("nope", &()).await;
            assert_eq!(missing.unwrap_err().status(), Some(32), "nothing is told");
        }
    }
}

#[tokio::test]
async fn while_a_hook_asks_nothing_runs_and_other_calls_go_on() {
    let server = Server::new(Lab).with_authentication(|caller| {
        let (sleeps, method) = (caller.provider() == b"slow", caller.method().to_owned());
        async move {
            if sleeps {
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
            method != "hold"
        }
    });
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let builder = Client::builder(&server.address);
    let slow = builder.provider("slow").build().unwrap();
    let fast = Client::builder(&server.address).build().unwrap();
    let start = Instant::now();
    let (slow, fast) = tokio::join!(slow.call::<_, (), Error>("hold", &(301,)), async {
        let sum = add(&fast).await;
        (sum, start.elapsed())
    });
    assert_eq!(slow.unwrap_err().status(), Some(32));
    assert_eq!(fast.0.unwrap(), 3);
    assert!(fast.1 < Duration::from_millis(250));
    assert!(!is_held(301), "it never ran");
}

#[cfg(feature = "http")]
#[tokio::test]
async fn over_http_the_hook_sees_the_path_and_the_user_of_the_address() {
    let server = Server::new(Lab).with_authentication(|caller| {
        assert!(caller.peer().is_some_and(|peer| peer.ip().is_loopback()));
        caller.path() != Some("/auth") || caller.token() == b"se%20cret"
    });
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    let place = server.place();
    for (uri, passes) in [
        (format!("http://{place}/open?x"), true),
        (format!("http://{place}/auth?x"), false),
        (format!("http://{place}/%61uth"), false),
        (format!("http://{place}//auth/"), false),
        (format!("http://{place}/open/%2e%2E/./auth"), false),
        (format!("http://me:se%20cret@{place}/auth?x"), true),
    ] {
        let outcome = add(&Client::builder(&uri).build().unwrap()).await;
        assert_eq!(outcome.is_ok(), passes, "{uri}: {outcome:?}");
    }
}
