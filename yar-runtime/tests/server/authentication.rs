//! Who may call.

use crate::lab::{Lab, Running, listen_uri};
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
        (format!("http://me:se%20cret@{place}/auth?x"), true),
    ] {
        let outcome = add(&Client::builder(&uri).build().unwrap()).await;
        assert_eq!(outcome.is_ok(), passes, "{uri}: {outcome:?}");
    }
}
