//! Calls that succeed, and how those fail that never leave.

use crate::lab::{PACKAGERS, Running, listen_uri, within};
use crate::liar::{Liar, Talk, good};
use std::time::Duration;
use yar_runtime::wire::Layout;
use yar_runtime::{CallOptions, Client, Error, Packager, Stage, Value, WithOptions, connect};

fn transports() -> &'static [&'static str] {
    if cfg!(feature = "http") {
        &["tcp", "unix", "http"]
    } else {
        &["tcp", "unix"]
    }
}

#[tokio::test]
async fn every_transport_carries_every_packager_in_both_layouts() {
    for transport in transports() {
        let server = Running::start(&listen_uri(transport)).await;
        for packager in PACKAGERS {
            for (layout, persistent) in [
                (Layout::Yar, true),
                (Layout::Yar, false),
                (Layout::LuaYar, true),
            ] {
                let client = Client::builder(&server.address)
                    .packager(packager)
                    .layout(layout)
                    .persistent(persistent)
                    .connect()
                    .await
                    .unwrap();
                every_kind_of_call(&client).await;
            }
        }
    }
}

async fn every_kind_of_call(client: &Client) {
    let sum: i64 = client.call::<_, _, Error>("add", &(20, 22)).await.unwrap();
    assert_eq!(sum, 42);
    let value = Value::List(vec![
        Value::Null,
        Value::Bool(true),
        Value::String("你好".into()),
    ]);
    let echoed = client
        .call_value("echo", vec![value.clone()])
        .await
        .unwrap();
    assert_eq!(echoed, value);
    let error = client.call::<_, (), Error>("fail", &()).await.unwrap_err();
    assert_eq!(
        (error.status(), error.code(), error.message()),
        (Some(64), Some(7), "no luck")
    );
    assert_eq!(error.kind(), "Exception");
    let error = client.call::<_, (), Error>("nope", &()).await.unwrap_err();
    assert_eq!(error.status(), Some(4));
    assert_eq!(error.message(), "call to undefined api Lab::nope()");
    assert!(error.is_unknown_method());
    let text: String = client
        .call::<_, _, Error>("blob", &(100_000,))
        .await
        .unwrap();
    assert_eq!(text.len(), 100_000);
}

/// What other servers say, and what has the same status.
#[test]
fn an_unknown_method_is_told_from_arguments_that_do_not_fit() {
    let is_unknown =
        |status, text: &str| Error::remote(status, status, "", text).is_unknown_method();
    assert!(is_unknown(4, "call to undefined api Calculator::nope()"));
    assert!(is_unknown(8, "call to undefined method 'nope'"));
    assert!(!is_unknown(
        4,
        "argument `a` of Calculator::add(): the argument is missing"
    ));
    assert!(!is_unknown(64, "call to undefined api Calculator::nope()"));
}

#[tokio::test]
async fn connect_gives_any_type_made_of_a_client() {
    struct Typed(Client);
    impl From<Client> for Typed {
        fn from(client: Client) -> Self {
            Self(client)
        }
    }
    let server = Running::start("tcp://127.0.0.1:0").await;
    let typed: Typed = connect(&server.address).await.unwrap();
    assert_eq!(
        typed.0.call::<_, i64, Error>("add", &(1, 2)).await.unwrap(),
        3
    );
}

#[tokio::test]
async fn a_server_that_is_not_there_is_a_connect_error() {
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    for uri in [
        format!("tcp://{gone}"),
        format!("http://{gone}"),
        "unix:///nowhere/at/all".into(),
    ] {
        if uri.starts_with("http") && !cfg!(feature = "http") {
            continue;
        }
        let error = connect::<Client>(&uri).await.unwrap_err();
        assert!(error.is_connect(), "{error:?}");
        assert!(error.message().contains(&uri), "{error}");
        let lazy = Client::builder(&uri).build().unwrap();
        let error = lazy.call::<_, (), Error>("fail", &()).await.unwrap_err();
        assert!(error.is_connect() && std::error::Error::source(&error).is_some());
    }
}

#[test]
fn mistakes_show_when_the_client_is_built() {
    let builder = || Client::builder("tcp://127.0.0.1:1");
    for (builder, text) in [
        (Client::builder("127.0.0.1:9600"), "no scheme"),
        (builder().token([b'x'; 33]), "the token has 33 bytes"),
        (builder().provider([b'x'; 40]), "the provider has 40 bytes"),
        (builder().header("X-A", "b"), "only http://"),
        (builder().timeout(Duration::ZERO), "a timeout of zero"),
        (
            builder().connect_timeout(Duration::ZERO),
            "a connect_timeout of zero",
        ),
    ] {
        let error = builder.timeout(Duration::from_secs(1)).build().unwrap_err();
        assert_eq!(error.stage(), Stage::Configure);
        assert!(error.message().contains(text), "{error}");
    }
    let debug = format!("{:?}", builder().token("secret").build().unwrap());
    assert!(!debug.contains("secret"), "{debug}");
}

#[tokio::test]
async fn a_call_without_time_is_a_mistake_in_both_clients() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let options = CallOptions::new().timeout(Duration::ZERO);
    let client = Client::builder(&server.address).build().unwrap();
    let call = client.call_with::<_, i64, Error>(&options, "add", &(1, 2));
    let by_task = call.await;
    let relayed = client.with_options(&options).relay(Vec::new()).await;
    let client = Client::builder(&server.address).build_blocking().unwrap();
    let by_thread = client.call_with::<_, i64, Error>(&options, "add", &(1, 2));
    let relayed_by_thread = client.with_options(&options).relay(Vec::new());
    let relayed = [relayed, relayed_by_thread].map(|outcome| outcome.map(|_| 0));
    for outcome in [by_task, by_thread].into_iter().chain(relayed) {
        let error = outcome.unwrap_err();
        assert_eq!(error.stage(), Stage::Configure, "{error:?}");
        assert!(error.is_unsent() && !error.is_timeout());
        assert!(error.message().contains("a timeout of zero"), "{error}");
    }
}

#[cfg(not(feature = "http"))]
#[test]
fn a_build_without_http_says_so() {
    let error = Client::builder("http://127.0.0.1:1/").build().unwrap_err();
    assert!(error.message().contains("feature `http`"), "{error}");
}

#[tokio::test]
async fn arguments_that_cannot_be_packed_fail_before_anything_is_sent() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .packager(Packager::JSON)
        .max_body(1_000)
        .build()
        .unwrap();
    let long = "x".repeat(2_000);
    let error = client
        .call::<_, Value, Error>("echo", &(long,))
        .await
        .unwrap_err();
    assert_eq!(error.stage(), Stage::Packager);
    assert!(error.is_unsent(), "{error:?}");
    assert!(error.message().contains("2"), "{error}");
    let error = client
        .call::<_, String, Error>("blob", &(5_000,))
        .await
        .unwrap_err();
    assert!(error.is_protocol(), "{error:?}");
    assert_eq!(
        client.call::<_, i64, Error>("add", &(1, 2)).await.unwrap(),
        3
    );
}

#[tokio::test]
async fn the_future_of_a_call_is_send_whatever_its_arguments_are() {
    fn assert_send<T: Send>(value: T) -> T {
        value
    }
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    // A cell is not `Sync`, so a reference to it could not be held.
    let call = {
        let params = (std::cell::Cell::new(1), 2);
        assert_send(client.call::<_, i64, Error>("add", &params))
    };
    assert_eq!(call.await.unwrap(), 3);
}

#[tokio::test]
async fn endless_timeouts_are_long_and_nothing_else() {
    let mut limits = yar_runtime::Limits::default();
    limits.idle_timeout = Duration::MAX;
    limits.frame_timeout = Duration::MAX;
    limits.stop_timeout = Duration::MAX;
    limits.max_connections = usize::MAX;
    limits.max_body = usize::MAX;
    for transport in transports() {
        let server = yar_runtime::Server::new(crate::lab::Lab).with_limits(limits.clone());
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let client = Client::builder(&server.address)
            .timeout(Duration::MAX)
            .connect_timeout(Duration::MAX)
            .idle_timeout(Duration::MAX)
            .max_connections(usize::MAX)
            .max_body(usize::MAX)
            .build()
            .unwrap();
        assert_eq!(
            client.call::<_, i64, Error>("add", &(1, 2)).await.unwrap(),
            3
        );
    }
}

async fn sleep(client: &Client, options: &CallOptions, millis: u64) -> Result<u64, Error> {
    within(client.call_with::<_, u64, Error>(options, "sleep", &(millis,))).await
}

#[tokio::test]
async fn a_client_with_options_leaves_the_one_it_was_made_of_alone() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    let none = CallOptions::new();
    let quick = client.with_timeout(Duration::from_millis(60));
    let error = sleep(&quick, &none, 20_000).await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert!(error.message().contains("after 60ms"), "{error}");
    assert_eq!(sleep(&client, &none, 200).await.unwrap(), 200);
    // What is not set stays, here and in clones.
    let same = quick.with_options(&CallOptions::new().idempotent(true));
    let error = sleep(&same.clone(), &none, 20_000).await.unwrap_err();
    assert!(error.message().contains("after 60ms"), "{error}");
    // What is set of a call wins, and so does what was set last.
    let patient = CallOptions::new().timeout(Duration::from_secs(60));
    assert_eq!(sleep(&quick, &patient, 200).await.unwrap(), 200);
    let again = quick.with_options(&patient);
    assert_eq!(sleep(&again, &none, 200).await.unwrap(), 200);
    let shown = format!("{quick:?}");
    assert!(shown.contains("timeout: Some(60ms)"), "{shown}");
}

#[tokio::test]
async fn clients_with_options_share_their_connections() {
    let liar = Liar::answering(|id| good(i64::from(id))).await;
    let client = liar.client();
    for millis in 1..10 {
        let patient = client.with_timeout(Duration::from_secs(60 + millis));
        let sum = patient.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(sum).await.unwrap(), 42);
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn a_relay_has_the_options_of_its_client() {
    let silent = Liar::start(|mut talk: Talk| async move {
        talk.request().await;
        std::future::pending::<()>().await;
    })
    .await;
    let quick = silent.client().with_timeout(Duration::from_millis(60));
    let request = crate::lab::add(77, 20, 22);
    let error = within(quick.relay(request.clone())).await.unwrap_err();
    assert!(error.message().contains("after 60ms"), "{error}");
    let uri = format!("tcp://{}", silent.place);
    let blocking = Client::builder(&uri).build_blocking().unwrap();
    let quick = blocking.with_timeout(Duration::from_millis(60));
    let relay = tokio::task::spawn_blocking(move || quick.relay(request));
    let error = relay.await.unwrap().unwrap_err();
    assert!(error.message().contains("after 60ms"), "{error}");
}
