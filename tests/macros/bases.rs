//! Services that have the methods of others.

use crate::support::with_each_packager;
use yar::{Error, Service, Value};

mod common {
    use yar::{Context, Error};

    /// What all services have.
    #[yar::service(package = "demo.common")]
    pub(crate) trait Health {
        /// Says that it lives.
        fn ping(&self) -> String;
        async fn peer(&self, context: Context, text: String) -> Result<String, Error>;
    }
}

mod middle {
    #[yar::service(package = "demo.middle")]
    pub(crate) trait Admin: super::common::Health {
        async fn stop(&self, after: i64) -> Result<i64, yar::Error>;
    }
}

#[yar::service(package = "demo.calc")]
trait Calc: middle::Admin + std::fmt::Debug {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error>;
    fn method(&self, context: yar::Context) -> String;
}

/// Has nothing of its own.
#[yar::service]
trait Bare: common::Health {}

#[derive(Debug)]
struct Thing;

impl common::Health for Thing {
    fn ping(&self) -> String {
        "pong".to_owned()
    }

    async fn peer(&self, context: yar::Context, text: String) -> Result<String, Error> {
        tokio::task::yield_now().await;
        Ok(format!("{text} by {}", context.method()))
    }
}

impl middle::Admin for Thing {
    async fn stop(&self, after: i64) -> Result<i64, Error> {
        tokio::task::yield_now().await;
        after
            .checked_mul(2)
            .ok_or_else(|| Error::exception(5, "too late"))
    }
}

impl Calc for Thing {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error> {
        Ok(a + b)
    }

    fn method(&self, context: yar::Context) -> String {
        context.method().to_owned()
    }
}

impl Bare for Thing {}

#[tokio::test]
async fn methods_of_bases_are_called_as_its_own() {
    with_each_packager(CalcServer::new(Thing), |client| async move {
        let client = CalcClient::from(client);
        assert_eq!(client.add(1, 2).await.unwrap(), 3);
        assert_eq!(client.method().await.unwrap(), "method");
        assert_eq!(client.stop(4).await.unwrap(), 8);
        assert_eq!(client.stop(i64::MAX).await.unwrap_err().code(), Some(5));
        assert_eq!(client.ping().await.unwrap(), "pong");
        let said = client.peer("said").await.unwrap();
        assert_eq!(said, "said by peer");
        // The base's mistakes are told in its name.
        let raw: &yar::Client = client.as_ref();
        let error = raw.call::<_, Value, Error>("PEER", &(1.5,)).await;
        let text = error.unwrap_err().to_string();
        assert!(text.contains("`text` of Health::peer()"), "{text}");
        let error = raw.call::<_, Value, Error>("none", &(1,)).await;
        let text = error.unwrap_err().to_string();
        assert_eq!(text, "call to undefined api Calc::none()");
    })
    .await;
}

#[tokio::test]
async fn a_client_of_the_base_calls_what_extends_it() {
    let server = BareServer::from(std::sync::Arc::new(Thing));
    with_each_packager(server, |client| async move {
        let client = common::HealthClient::from(client);
        assert_eq!(client.ping().await.unwrap(), "pong");
        assert_eq!(client.peer("x").await.unwrap(), "x by peer");
    })
    .await;
}

#[test]
fn the_description_leads_on_to_the_bases() {
    let info = CalcServer::new(Thing).info();
    let names: Vec<_> = info.all_methods().map(|method| method.name).collect();
    assert_eq!(names, ["add", "method", "stop", "ping", "peer"]);
    let base = info.base.and_then(|info| info.base).unwrap();
    assert_eq!((base.name, base.package), ("Health", "demo.common"));
    assert_eq!(base.docs, "What all services have.");
    assert_eq!(info.methods.len(), 2);
}
