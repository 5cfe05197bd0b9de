//! Several services behind one listener.

use crate::lab::{Lab, PACKAGERS, Running, reported, request, within};
use std::future::Future;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{Client, Error, MethodInfo, Packager, Server, Service, ServiceInfo, Value};

/// Says its own name, whatever is asked; `hold` waits for ever.
struct Named(&'static ServiceInfo);

const METHODS: &[MethodInfo] = &[method("name"), method("hold")];

static USERS: ServiceInfo = service("Users", "demo.app");
static ORDERS: ServiceInfo = service("Orders", "");

const fn method(name: &'static str) -> MethodInfo {
    MethodInfo {
        returns: "String",
        ..MethodInfo::new(name)
    }
}

const fn service(name: &'static str, package: &'static str) -> ServiceInfo {
    ServiceInfo {
        package,
        docs: "Says <its> name.",
        ..ServiceInfo::new(name, METHODS)
    }
}

impl Service for Named {
    fn info(&self) -> &'static ServiceInfo {
        self.0
    }

    fn call(
        &self,
        method: usize,
        _: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let name = self.0.name;
        async move {
            if method == 1 {
                std::future::pending::<()>().await;
            }
            reply.finish::<_, Error>(Ok(name))
        }
    }
}

fn server() -> Server<Lab> {
    Server::new(Lab)
        .route("/users", Named(&USERS))
        .route("api/orders/", Named(&ORDERS))
}

#[tokio::test]
async fn over_tcp_the_name_of_the_service_stands_before_the_methods() {
    let server = Running::start_with(server(), "tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let cases = [
        ("Users.name", Ok("Users")),
        ("demo.app.users.NAME", Ok("Users")),
        ("Orders.name", Ok("Orders")),
        ("name", Err("Lab::name()")),
        ("Nope.name", Err("Nope::name()")),
        ("other.app.Users.name", Err("other.app.Users::name()")),
        ("Users.nope", Err("Users::nope()")),
    ];
    for (method, expected) in cases {
        peer.send(&request(Packager::MSGPACK, 1, method, vec![]))
            .await;
        let outcome = peer.answer().await.1;
        match expected {
            Ok(name) => assert_eq!(outcome.unwrap(), Value::String(name.into())),
            Err(name) => {
                let text = "call to undefined api";
                let text = format!("{text} {name}, the services here are Lab, Users, Orders");
                assert_eq!(reported(outcome), (4, text));
            }
        }
    }
    for method in ["Lab.add", "demo.lab.lab.add", "add"] {
        let args = vec![Value::Int(1), Value::Int(2)];
        peer.send(&request(Packager::JSON, 2, method, args)).await;
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(3), "{method}");
    }
}

#[tokio::test]
async fn an_only_service_is_named_to_who_means_another() {
    let server = Running::start_with(Server::new(Lab), "tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for (method, expected) in [
        ("Orders.nope", "Orders::nope(), the service here is Lab"),
        ("demo.lab.Lab.nope", "demo.lab.Lab::nope()"),
        ("nope", "Lab::nope()"),
    ] {
        let frame = request(Packager::JSON, 1, method, vec![]);
        peer.send(&frame).await;
        let text = format!("call to undefined api {expected}");
        assert_eq!(reported(peer.answer().await.1), (4, text));
    }
}

#[tokio::test]
async fn clients_can_name_the_service_that_they_mean() {
    let mut transports = vec!["tcp", "unix"];
    if cfg!(feature = "http") {
        transports.push("http");
    }
    for transport in transports {
        let server = Running::start_with(server(), &crate::lab::listen_uri(transport)).await;
        for (name, expected) in [("Orders", "Orders"), ("demo.app.Users", "Users")] {
            for packager in PACKAGERS {
                let builder = || Client::builder(&server.address).packager(packager);
                let client = builder().service(name).build().unwrap();
                let call = client.call::<_, String, Error>("name", &());
                assert_eq!(within(call).await.unwrap(), expected);
                let blocking = builder().service(name).build_blocking().unwrap();
                let call = move || blocking.call::<_, String, Error>("name", &());
                let aside = tokio::task::spawn_blocking(call).await.unwrap();
                assert_eq!(aside.unwrap(), expected);
            }
        }
    }
}

#[test]
fn names_that_no_service_has_are_refused() {
    for name in ["", ".", "Orders.", ".Orders", "a..B", "a\nB"] {
        let error = Client::builder("tcp://h:1").service(name).build();
        let error = error.unwrap_err();
        assert_eq!(error.stage(), yar_runtime::Stage::Configure);
        assert!(error.message().contains("expected its name"), "{error}");
    }
}

#[tokio::test]
async fn a_single_service_can_be_named_too() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.send(&request(Packager::JSON, 1, "Lab.nope", vec![]))
        .await;
    let text = "call to undefined api Lab::nope()".to_owned();
    assert_eq!(reported(peer.answer().await.1), (4, text));
    let args = vec![Value::Int(1), Value::Int(2)];
    peer.send(&request(Packager::JSON, 2, "Lab.add", args))
        .await;
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(3));
}

#[tokio::test]
async fn every_rule_holds_for_further_services() {
    let server = server().with_authentication(|caller| {
        let passes = caller.method() != "Orders.name";
        async move { passes }
    });
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for (id, method) in [(1, "Users.hold"), (2, "Orders.name")] {
        peer.send(&request(Packager::JSON, id, method, vec![]))
            .await;
    }
    let reserved = yar_runtime::wire::RESERVED_KEEP | yar_runtime::wire::RESERVED_ANY_ORDER;
    let bytes = crate::lab::request_with(Packager::JSON, 3, "Orders.name", vec![], reserved);
    peer.send(&bytes).await;
    let (id, outcome) = peer.answer().await;
    assert_eq!((id, reported(outcome).0), (3, 32));
}

#[cfg(feature = "http")]
#[tokio::test]
async fn a_service_is_guarded_however_it_is_reached() {
    let server = server().with_authentication(|caller| caller.service().name != "Users");
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    let place = server.place();
    for (path, method, passes) in [
        ("/users", "name", false),
        ("/%75sers/", "nope", false),
        ("/", "Users.name", false),
        ("/elsewhere", "demo.app.USERS.NAME", false),
        ("/users", "Orders.name", false),
        ("/api/orders", "name", true),
        ("/", "Orders.name", true),
    ] {
        let client = Client::builder(&format!("http://{place}{path}"));
        let outcome = client.build().unwrap().call_value(method, vec![]).await;
        let status = outcome.as_ref().err().and_then(Error::status);
        let expected = (!passes).then_some(32);
        assert_eq!(status, expected, "{path} {method}: {outcome:?}");
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn over_http_the_path_says_which_service_is_meant() {
    let server = Running::start_with(server(), "http://127.0.0.1:0").await;
    let place = server.place();
    let call = async |path: &str, method: &str| {
        let uri = format!("http://{place}{path}");
        let client = Client::builder(&uri).build().unwrap();
        client.call::<_, String, Error>(method, &()).await
    };
    for path in [
        "/users",
        "/users/",
        "/users?x=y",
        "/%75sers",
        "//x/../users",
    ] {
        assert_eq!(call(path, "name").await.unwrap(), "Users");
        assert_eq!(call(path, "Users.name").await.unwrap(), "Users");
    }
    assert_eq!(call("/api/orders", "name").await.unwrap(), "Orders");
    assert_eq!(call("/elsewhere", "Orders.name").await.unwrap(), "Orders");
    for (path, method, text) in [
        ("/users", "Orders.name", "Orders::name()"),
        ("/users", "add", "Users::add()"),
        ("/", "name", "Lab::name()"),
        ("/users/more", "name", "Lab::name()"),
    ] {
        let error = call(path, method).await.unwrap_err();
        assert!(error.message().contains(text), "{path} {method}: {error}");
        let others = "the services here are Lab, Users, Orders";
        assert!(
            error.message().ends_with(others),
            "{path} {method}: {error}"
        );
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn each_service_has_its_page_and_the_first_leads_to_the_others() {
    let server = Running::start_with(server(), "http://127.0.0.1:0").await;
    let page = async |path: &str| {
        let mut peer = server.peer().await;
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        peer.send(head.as_bytes()).await;
        String::from_utf8(peer.rest().await).unwrap()
    };
    let first = page("/").await;
    assert!(first.contains("<title>Lab - Yar Server</title>"), "{first}");
    assert!(
        first.contains(r#"<a href="/api/orders">Orders</a>"#),
        "{first}"
    );
    let users = page("/users/").await;
    assert!(
        users.contains("<title>Users - Yar Server</title>"),
        "{users}"
    );
    assert!(users.contains("Says &lt;its&gt; name."), "{users}");
}

#[cfg(feature = "http")]
#[tokio::test]
async fn pages_can_be_switched_off() {
    let server = server().with_info_page(false);
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    for path in ["/", "/users"] {
        let mut peer = server.peer().await;
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        peer.send(head.as_bytes()).await;
        let answer = String::from_utf8(peer.rest().await).unwrap();
        assert!(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{answer}");
        assert!(
            !answer.contains("Lab") && !answer.contains("Users"),
            "{answer}"
        );
    }
    let client = Client::builder(&server.address).build().unwrap();
    let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
    assert_eq!(sum.unwrap(), 3);
}
