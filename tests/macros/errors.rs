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
    let read = FindError::from_message(gone.info(), "why".to_owned());
    assert_eq!(read, Some(FindError::Gone(Gone::new("why"))));
}
