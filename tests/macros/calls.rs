//! Calls from the macro's client to its server, in every packager.

use crate::support::with_each_packager;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use yar::{Bytes, Error, Value};

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Point {
    x: f64,
    #[serde(rename = "theY")]
    y: f64,
}

type AliasResult<T> = Result<T, Error>;

#[yar::service]
trait Everything {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error>;
    fn count(&self) -> u64;
    async fn nothing(&self);
    fn unit(&self) -> ();
    async fn alias(&self, text: String) -> AliasResult<String>;
    #[yar(name = "mirrorPoint")]
    async fn mirror(&self, point: Point) -> Result<Point, Error>;
    async fn shapes(
        &self,
        list: Vec<Point>,
        map: BTreeMap<String, i64>,
        pair: (i64, String),
        note: Option<String>,
    ) -> AliasResult<(usize, usize, String, Option<String>)>;
    async fn raw(&self, bytes: Bytes, any: Value) -> AliasResult<(Bytes, Value)>;
    async fn greet(&self, name: String, title: Option<String>) -> AliasResult<String>;
    async fn panics(&self) -> AliasResult<()>;
}

#[derive(Default)]
struct Thing {
    calls: AtomicU64,
}

impl Everything for Thing {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error> {
        tokio::task::yield_now().await;
        a.checked_add(b)
            .ok_or_else(|| Error::exception(75, "too large"))
    }

    fn count(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    async fn nothing(&self) {}

    fn unit(&self) {}

    async fn alias(&self, text: String) -> AliasResult<String> {
        Ok(text.to_uppercase())
    }

    async fn mirror(&self, point: Point) -> Result<Point, Error> {
        Ok(Point {
            x: point.y,
            y: point.x,
        })
    }

    async fn shapes(
        &self,
        list: Vec<Point>,
        map: BTreeMap<String, i64>,
        pair: (i64, String),
        note: Option<String>,
    ) -> AliasResult<(usize, usize, String, Option<String>)> {
        Ok((list.len(), map.len(), pair.1, note))
    }

    async fn raw(&self, bytes: Bytes, any: Value) -> AliasResult<(Bytes, Value)> {
        Ok((bytes, any))
    }

    async fn greet(&self, name: String, title: Option<String>) -> AliasResult<String> {
        Ok(format!("{} {name}", title.as_deref().unwrap_or("Dear")))
    }

    async fn panics(&self) -> AliasResult<()> {
        panic!("on purpose")
    }
}

#[tokio::test]
async fn every_kind_of_method_is_called() {
    let server = EverythingServer::new(Thing::default());
    with_each_packager(server, |client| async {
        let client = EverythingClient::from(client);
        assert_eq!(client.add(1, 2).await.unwrap(), 3);
        let first = client.count().await.unwrap();
        assert_eq!(client.clone().count().await.unwrap(), first + 1);
        client.nothing().await.unwrap();
        client.unit().await.unwrap();
        assert_eq!(client.alias("ä").await.unwrap(), "Ä");
        let point = Point { x: 1.0, y: -2.5 };
        let mirrored = client.mirror(&point).await.unwrap();
        assert_eq!(mirrored, Point { x: -2.5, y: 1.0 });
        let map = BTreeMap::from([("a".to_owned(), 1)]);
        let shapes = client.shapes(vec![point], map, (7, "p".to_owned()), None);
        assert_eq!(shapes.await.unwrap(), (1, 1, "p".to_owned(), None));
        let bytes = Bytes::from(vec![0, 159, 146, 150]);
        let (bytes_back, any) = client.raw(&bytes, Value::from(5)).await.unwrap();
        assert_eq!((bytes_back, any), (bytes, Value::from(5)));
    })
    .await;
}

#[tokio::test]
async fn failures_reach_the_caller() {
    let server = EverythingServer::new(Thing::default());
    with_each_packager(server, |client| async {
        let client = EverythingClient::from(client);
        let error = client.add(i64::MAX, 1).await.unwrap_err();
        assert_eq!((error.status(), error.code()), (Some(64), Some(75)));
        assert_eq!((error.kind(), error.message()), ("Exception", "too large"));
        let error = client.panics().await.unwrap_err();
        assert_eq!(error.message(), "the method panicked");
        // The connection has outlived the panic.
        assert_eq!(client.add(1, 1).await.unwrap(), 2);
    })
    .await;
}

#[tokio::test]
async fn arguments_are_matched_by_position() {
    let server = EverythingServer::new(Thing::default());
    with_each_packager(server, |client| async move {
        // A missing trailing option is `None`, a surplus argument is ignored.
        let call = client.call::<_, String, Error>("greet", &("Ada",));
        assert_eq!(call.await.unwrap(), "Dear Ada");
        let call = client.call::<_, i64, Error>("add", &(1, 2, 3));
        assert_eq!(call.await.unwrap(), 3);
        // Methods are found without regard to case, as PHP's are.
        let call = client.call::<_, i64, Error>("ADD", &(1, 2));
        assert_eq!(call.await.unwrap(), 3);
        let call = client.call::<_, i64, Error>("add", &(1,));
        let error = call.await.unwrap_err();
        assert_eq!(error.status(), Some(4));
        assert!(error.message().contains('b'), "{error}");
        let call = client.call::<_, Value, Error>("greet", &(Some(["x"]), None::<String>));
        let error = call.await.unwrap_err();
        assert_eq!(error.status(), Some(4));
        assert!(error.message().contains("name"), "{error}");
        let call = client.call::<_, Value, Error>("nope", &(1,));
        let error = call.await.unwrap_err();
        assert_eq!(error.message(), "call to undefined api Everything::nope()");
    })
    .await;
}

#[tokio::test]
async fn a_service_can_be_shared_and_called_without_a_wire() {
    let thing = std::sync::Arc::new(Thing::default());
    let server = EverythingServer::from(std::sync::Arc::clone(&thing));
    with_each_packager(server, |client| async move {
        EverythingClient::from(client).count().await.unwrap();
    })
    .await;
    assert_eq!(thing.count(), crate::support::RUNS);
}

/// Code that is generic over a service needs no bounds beyond the trait's.
async fn add_twice<S: Everything>(service: std::sync::Arc<S>, a: i64) -> i64 {
    let task = tokio::spawn(async move {
        let sum = service.add(a, a).await.unwrap();
        service.add(sum, sum).await.unwrap()
    });
    task.await.unwrap()
}

#[tokio::test]
async fn futures_of_the_trait_are_sendable() {
    let thing = std::sync::Arc::new(Thing::default());
    assert_eq!(add_twice(thing, 2).await, 8);
}
