//! The client that blocks has the methods of the other one.

use yar::{Fault, Server, blocking};

#[derive(Debug, yar::Error)]
#[yar(code = 3)]
struct Full {
    message: String,
}

#[yar::service]
trait Ground {
    fn ping(&self) -> String;
}

#[yar::service]
trait Queue: Ground {
    /// Adds something.
    async fn push(
        &self,
        text: String,
        #[yar(optional)] place: Option<u32>,
        #[yar(default = 1)] times: u32,
    ) -> Result<u32, Fault<Full>>;
    #[yar(idempotent)]
    fn len(&self) -> u32;
    fn clear(&self);
}

struct Short;

impl Ground for Short {
    fn ping(&self) -> String {
        "pong".to_owned()
    }
}

impl Queue for Short {
    async fn push(&self, text: String, place: Option<u32>, times: u32) -> Result<u32, Fault<Full>> {
        match text.as_str() {
            "much" => Err(Full::new("no room").into()),
            _ => Ok(place.unwrap_or(10) + times),
        }
    }

    fn len(&self) -> u32 {
        7
    }

    fn clear(&self) {}
}

fn call_all(address: &str) -> Result<(), Fault<Full>> {
    let client: QueueBlockingClient = blocking::connect(address)?;
    assert_eq!(client.push("a", None, None)?, 11);
    assert_eq!(client.push("a", Some(2), Some(3))?, 5);
    let error = client.push("a", None, Some(3)).unwrap_err();
    assert!(error.to_string().contains("`place`"), "{error}");
    assert_eq!(client.clone().len()?, 7);
    client.clear()?;
    assert_eq!(client.ping()?, "pong");
    client.push("much", None, None).map(drop)
}

#[tokio::test]
async fn all_is_called_without_a_runtime() {
    let mut server = Server::new(QueueServer::new(Short));
    let tcp = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let http = server.listen("http://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    for address in [tcp, http] {
        let outcome = tokio::task::spawn_blocking(move || call_all(&address));
        match outcome.await.unwrap() {
            Err(Fault::Thrown(Full { message })) => assert_eq!(message, "no room"),
            other => panic!("{other:?}"),
        }
    }
    running.abort();
}
