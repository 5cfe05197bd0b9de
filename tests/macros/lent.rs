//! What clients are lent stays where it is, whatever it is called and whoever
//! polls the call.

use crate::support::with_each_packager;
use yar::{Argument, Client, Error, Value};

/// Types of the names of std's.
mod own {
    #[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
    #[serde(crate = "yar::serde")]
    pub(super) struct String {
        pub(super) letters: u64,
    }

    #[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
    #[serde(crate = "yar::serde")]
    pub(super) struct Vec<T> {
        pub(super) only: T,
    }

    #[yar::service]
    pub(super) trait Shadow {
        async fn letters(&self, text: String, list: Vec<u64>) -> u64;
    }

    pub(super) struct Count;

    impl Shadow for Count {
        async fn letters(&self, text: String, list: Vec<u64>) -> u64 {
            text.letters + list.only
        }
    }
}

#[derive(Debug, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Record {
    id: i64,
}

#[yar::service]
trait Keeper {
    async fn text(&self, text: String) -> String;
    async fn sum(&self, list: Vec<i64>) -> i64;
    async fn record(&self, record: Record) -> Record;
    async fn any(&self, value: Value) -> Value;
}

struct Thing;

impl Keeper for Thing {
    async fn text(&self, text: String) -> String {
        text
    }

    async fn sum(&self, list: Vec<i64>) -> i64 {
        list.iter().sum()
    }

    async fn record(&self, record: Record) -> Record {
        record
    }

    async fn any(&self, value: Value) -> Value {
        value
    }
}

#[tokio::test]
async fn types_of_names_of_std_are_what_they_are() {
    with_each_packager(own::ShadowServer::new(own::Count), |client| async move {
        let client = own::ShadowClient::from(client);
        let text = own::String { letters: 3 };
        let list = own::Vec { only: 4 };
        assert_eq!(client.letters(&text, &list).await.unwrap(), 7);
        assert_eq!(client.letters(text, list).await.unwrap(), 7);
    })
    .await;
}

/// A text that is none of std's.
struct Short(&'static str);

impl Argument<String> for Short {
    fn serialize_argument<S: yar::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

#[tokio::test]
async fn a_type_of_the_users_may_go_for_another() {
    with_each_packager(KeeperServer::new(Thing), |client| async move {
        let client = KeeperClient::from(client);
        assert_eq!(client.text(Short("s")).await.unwrap(), "s");
    })
    .await;
}

static KEPT: &str = "kept";
static NUMBERS: [i64; 2] = [1, 2];

#[tokio::test]
async fn calls_go_to_other_threads_with_what_they_lend() {
    with_each_packager(KeeperServer::new(Thing), |client| async move {
        let client = KeeperClient::from(client);
        let one = client.clone();
        let owned = tokio::spawn(async move { one.text("own".to_owned()).await });
        let one = client.clone();
        let lent = tokio::spawn(async move { one.text(KEPT).await });
        let one = client.clone();
        let list = tokio::spawn(async move { one.sum(&NUMBERS[..]).await });
        // What is lent may be the task's own, and lent to many calls at once.
        let many = tokio::spawn(async move {
            let records = [1, 2, 3].map(|id| Record { id });
            let odd = records.iter().filter(|it| it.id % 2 == 1);
            let mut ids = Vec::new();
            let mut calls: Vec<_> = odd.map(|it| Box::pin(client.record(it))).collect();
            for call in &mut calls {
                ids.push(call.await?.id);
            }
            let named: Vec<String> = records.iter().map(|it| it.id.to_string()).collect();
            for call in records.iter().map(|it| client.record(it)) {
                ids.push(call.await?.id);
            }
            for name in &named {
                ids.push(client.text(name).await?.parse().unwrap());
            }
            Ok::<_, Error>(ids)
        });
        assert_eq!(owned.await.unwrap().unwrap(), "own");
        assert_eq!(lent.await.unwrap().unwrap(), "kept");
        assert_eq!(list.await.unwrap().unwrap(), 3);
        assert_eq!(many.await.unwrap().unwrap(), [1, 3, 1, 2, 3, 1, 2, 3]);
    })
    .await;
}

/// Counts how often it is written.
struct Counted<'a>(&'a std::cell::Cell<u32>);

impl Argument<Value> for Counted<'_> {
    fn serialize_argument<S: yar::serde::Serializer>(
        &self,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        self.0.set(self.0.get() + 1);
        serializer.serialize_u32(self.0.get())
    }
}

#[tokio::test]
async fn an_argument_is_written_once_and_before_anything_is_waited_for() {
    // Nobody listens there.
    let client = Client::builder("tcp://127.0.0.1:1").build().unwrap();
    let client = KeeperClient::from(client);
    let count = std::cell::Cell::new(0);
    let mut evaluated = 0;
    let mut argument = || {
        evaluated += 1;
        Counted(&count)
    };
    let mut call = Box::pin(client.any(argument()));
    let polled = poll_once(call.as_mut()).await;
    assert_eq!((evaluated, count.get()), (1, 1));
    if polled.is_none() {
        call.await.unwrap_err();
    }
    assert_eq!(count.get(), 1);
}

/// Polls once.
async fn poll_once<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        std::task::Poll::Ready(match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}
