//! Declared errors: thrown by handlers, recognised by clients.

use crate::support::with_each_packager;
use yar::{Error, Fault, Thrown};

/// Nobody has this id.
#[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
#[yar(code = 404, message = "not found")]
struct NotFound {
    /// Text for people.
    message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
#[yar(code = -1, name = "is_gone")]
struct Gone {
    message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
enum FindError {
    NotFound(NotFound),
    Gone(Gone),
}

#[yar::service]
trait Finder {
    /// A declared error alone.
    async fn one(&self, id: i64) -> Result<i64, NotFound>;
    /// One of two, or anything.
    async fn two(&self, id: i64) -> Result<i64, Fault<FindError>>;
    /// What other implementations throw.
    async fn other(&self, code: i64) -> Result<i64, Error>;
}

struct Store;

impl Finder for Store {
    async fn one(&self, id: i64) -> Result<i64, NotFound> {
        match id {
            0 => Err(NotFound::default()),
            1 => Err(NotFound::new("no number 1")),
            id => Ok(id),
        }
    }

    async fn two(&self, id: i64) -> Result<i64, Fault<FindError>> {
        match id {
            0 => Err(FindError::from(NotFound::default()).into()),
            1 => Err(FindError::Gone(Gone::new("left in May")).into()),
            2 => Err(Error::exception(7, "tired").into()),
            id => Ok(id),
        }
    }

    async fn other(&self, code: i64) -> Result<i64, Error> {
        Err(Error::exception(code, "by hand"))
    }
}

#[tokio::test]
async fn what_is_thrown_is_what_is_caught() {
    with_each_packager(FinderServer::new(Store), |client| async {
        let client = FinderClient::from(client);
        assert_eq!(client.one(5).await.unwrap(), 5);
        let thrown = |fault| match fault {
            Err(Fault::Thrown(error)) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(thrown(client.one(0).await), NotFound::new("not found"));
        assert_eq!(thrown(client.one(1).await).to_string(), "no number 1");
        let thrown = |fault| match fault {
            Err(Fault::Thrown(error)) => error,
            other => panic!("{other:?}"),
        };
        let not_found = FindError::NotFound(NotFound::default());
        assert_eq!(thrown(client.two(0).await), not_found);
        let gone = FindError::Gone(Gone::new("left in May"));
        assert_eq!(thrown(client.two(1).await), gone);
        match client.two(2).await {
            Err(Fault::Failed(error)) => assert_eq!(error.code(), Some(7)),
            other => panic!("{other:?}"),
        }
        let error = client.other(404).await.unwrap_err();
        assert_eq!((error.code(), error.kind()), (Some(404), "Exception"));
    })
    .await;
}

#[test]
fn a_declaration_can_be_read_back() {
    let [info] = NotFound::DECLARED else {
        panic!("one error")
    };
    assert_eq!((info.name, info.code), ("NotFound", 404));
    assert_eq!(info.docs, "Nobody has this id.");
    assert_eq!(Gone::DECLARED[0].name, "is_gone");
    assert_eq!(Gone::default().to_string(), "is gone");
    let names: Vec<_> = FindError::DECLARED.iter().map(|info| info.name).collect();
    assert_eq!(names, ["NotFound", "is_gone"]);
    let gone = FindError::from(Gone::default());
    assert_eq!(gone.info(), &Gone::DECLARED[0]);
    let read = FindError::from_error(gone.info(), &Error::exception(-1, "why"));
    assert_eq!(read, Some(FindError::Gone(Gone::new("why"))));
}

/// Too many calls.
#[derive(Debug, Clone, PartialEq, yar::Error)]
#[yar(code = 1002, message = "too many calls")]
struct QuotaExceeded {
    message: String,
    #[serde(
        rename = "retryAfter",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    retry_after: Option<yar::Duration>,
    /// Null when it is not known.
    limit: Option<u64>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "yar::tri_state"
    )]
    note: Option<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen: Option<Vec<yar::Bytes>>,
}

#[derive(Debug, Clone, PartialEq, yar::Error)]
enum CallError {
    NotFound(NotFound),
    QuotaExceeded(QuotaExceeded),
}

#[yar::service]
trait Quota {
    async fn call(&self, seen: bool) -> Result<(), Fault<CallError>>;
    /// A peer that knows nothing of data, or has some of its own.
    async fn stock(&self, data: Option<yar::Value>) -> Result<(), Error>;
    async fn nan(&self) -> Result<(), Error>;
}

/// What stands in the contract of another client.
#[yar::service]
trait Stock {
    async fn stock(&self, data: Option<yar::Value>) -> Result<(), QuotaExceeded>;
}

fn exceeded() -> QuotaExceeded {
    QuotaExceeded {
        retry_after: Some(yar::Duration::from_secs(5)),
        note: Some(None),
        seen: Some(vec![yar::Bytes::from(vec![0, 255])]),
        ..QuotaExceeded::new("slow down")
    }
}

impl Quota for Store {
    async fn call(&self, seen: bool) -> Result<(), Fault<CallError>> {
        match seen {
            true => Err(CallError::from(exceeded()).into()),
            false => Err(CallError::QuotaExceeded(QuotaExceeded::default()).into()),
        }
    }

    async fn stock(&self, data: Option<yar::Value>) -> Result<(), Error> {
        let error = Error::exception(1002, "stop");
        Err(match data {
            Some(data) => error.with_data(&data),
            None => error,
        })
    }

    async fn nan(&self) -> Result<(), Error> {
        Err(Error::exception(1, "no number").with_data(&[f64::NAN]))
    }
}

#[tokio::test]
async fn data_of_errors_travels_between_ours() {
    with_each_packager(QuotaServer::new(Store), |client| async move {
        let raw = client.clone();
        let client = QuotaClient::from(client);
        match client.call(true).await {
            Err(Fault::Thrown(CallError::QuotaExceeded(error))) => assert_eq!(error, exceeded()),
            other => panic!("{other:?}"),
        }
        match client.call(false).await {
            Err(Fault::Thrown(CallError::QuotaExceeded(error))) => {
                assert_eq!(error, QuotaExceeded::default());
            }
            other => panic!("{other:?}"),
        }
        // A client without the declaration can look at it.
        let error = raw
            .call::<_, (), Error>("call", &(true,))
            .await
            .unwrap_err();
        assert_eq!((error.code(), error.kind()), (Some(1002), "QuotaExceeded"));
        let data: yar::Value = error.data().unwrap();
        assert_eq!(data.get("retryAfter"), Some(&yar::Value::Int(5000)));
        assert_eq!(data.get("limit"), Some(&yar::Value::Null));
        let error: Error = client.call(true).await.unwrap_err().into();
        let again: yar::Value = error.data().unwrap();
        assert_eq!(again.get("retryAfter"), Some(&yar::Value::Int(5000)));
    })
    .await;
}

#[tokio::test]
async fn an_error_without_its_data_is_the_error() {
    with_each_packager(QuotaServer::new(Store), |client| async move {
        let raw = client.clone();
        let client = StockClient::from(client);
        for data in [None, Some(yar::Value::from("what is this"))] {
            let has_data = data.is_some();
            match client.stock(data).await {
                Err(Fault::Thrown(error)) => assert_eq!(error, QuotaExceeded::new("stop")),
                other => panic!("{other:?}"),
            }
            let data = has_data.then(|| yar::Value::from("what is this"));
            let call = raw.call::<_, (), Error>("stock", &(data.clone(),));
            assert_eq!(call.await.unwrap_err().data::<yar::Value>(), data);
        }
        // What a packager cannot carry is left out.
        let error = raw.call::<_, (), Error>("nan", &[(); 0]).await.unwrap_err();
        assert_eq!((error.code(), error.message()), (Some(1), "no number"));
    })
    .await;
}
