//! Handlers that want to know who calls.

use crate::support::with_each_packager;
use yar::Error;

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Context {
    place: String,
}

#[yar::service]
trait Diary {
    async fn first(&self, context: yar::Context, a: i64, b: i64) -> Result<i64, Error>;
    async fn middle(&self, a: i64, context: yar::Context, b: i64) -> Result<String, Error>;
    fn last(&self, a: i64, context: yar::Context) -> i64;
    async fn alone(&self, _context: yar::Context) -> Result<String, Error>;
    async fn without(&self, a: i64) -> Result<i64, Error>;
    async fn of_its_own(&self, #[yar(name = "context")] context: Context)
    -> Result<Context, Error>;
}

struct Mine;

impl Diary for Mine {
    async fn first(&self, context: yar::Context, a: i64, b: i64) -> Result<i64, Error> {
        assert_eq!(context.method(), "first");
        Ok(a - b)
    }

    async fn middle(&self, a: i64, context: yar::Context, b: i64) -> Result<String, Error> {
        let name = context.packager().name();
        Ok(format!("{} over {name}", a - b))
    }

    fn last(&self, a: i64, context: yar::Context) -> i64 {
        context.print("last");
        a
    }

    async fn alone(&self, context: yar::Context) -> Result<String, Error> {
        Ok(context
            .peer()
            .map(|peer| peer.ip().to_string())
            .unwrap_or_default())
    }

    async fn without(&self, a: i64) -> Result<i64, Error> {
        Ok(a)
    }

    async fn of_its_own(&self, context: Context) -> Result<Context, Error> {
        Ok(context)
    }
}

#[tokio::test]
async fn a_context_stands_anywhere_and_does_not_travel() {
    with_each_packager(DiaryServer::new(Mine), |client| async move {
        let diary = DiaryClient::from(client);
        assert_eq!(diary.first(5, 3).await.unwrap(), 2);
        assert!(diary.middle(5, 3).await.unwrap().starts_with("2 over "));
        assert_eq!(diary.last(5).await.unwrap(), 5);
        assert_eq!(diary.alone().await.unwrap(), "127.0.0.1");
        assert_eq!(diary.without(5).await.unwrap(), 5);
        let place = "here".to_owned();
        let context = Context { place };
        assert_eq!(diary.of_its_own(context.clone()).await.unwrap(), context);
    })
    .await;
}

#[tokio::test]
async fn handlers_with_a_context_can_be_called_without_a_server() {
    let context = yar::Context::detached();
    assert_eq!(Mine.last(7, context.clone()), 7);
    assert_eq!(context.printed(), "last");
}

#[test]
fn the_description_leaves_it_out() {
    let info = yar::Service::info(&DiaryServer::new(Mine));
    let params = |number: usize| info.methods[number].params.len();
    assert_eq!((params(0), params(2), params(3), params(5)), (2, 1, 0, 1));
}
