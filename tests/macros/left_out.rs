//! Arguments that callers may leave out.

use crate::support::with_each_packager;
use std::collections::BTreeMap;
use yar::{Error, Stage, Value};

#[yar::service]
trait Search {
    fn find(
        &self,
        text: String,
        #[yar(default = 10)] limit: u8,
        #[yar(optional)] after: Option<String>,
        #[yar(optional, name = "anyNote")] note: Option<Option<String>>,
        #[yar(default = Some("en".to_owned()))] language: Option<String>,
    ) -> String;
    /// Nothing is required.
    #[yar(idempotent)]
    async fn count(&self, #[yar(optional)] since: Option<i64>) -> Result<usize, Error>;
    #[yar(strict_arity)]
    fn strict(&self, a: i64, #[yar(optional)] b: Option<i64>) -> i64;
    #[yar(strict_arity)]
    fn nothing(&self) -> i64;
    #[deprecated(note = "use `count`")]
    fn total(&self) -> i64;
}

struct Index;

impl Search for Index {
    fn find(
        &self,
        text: String,
        limit: u8,
        after: Option<String>,
        note: Option<Option<String>>,
        language: Option<String>,
    ) -> String {
        format!("{text} {limit} {after:?} {note:?} {language:?}")
    }

    async fn count(&self, since: Option<i64>) -> Result<usize, Error> {
        Ok(usize::from(since.is_some()))
    }

    fn strict(&self, a: i64, b: Option<i64>) -> i64 {
        a + b.unwrap_or(100)
    }

    fn nothing(&self) -> i64 {
        1
    }

    fn total(&self) -> i64 {
        2
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[tokio::test]
async fn what_is_left_out_has_its_value() {
    with_each_packager(SearchServer::new(Index), |client| async move {
        let client = SearchClient::from(client);
        let find = |limit, after, note, language| client.find("a", limit, after, note, language);
        let english = "Some(\"en\")";
        assert_eq!(
            find(None, None, None, None).await.unwrap(),
            format!("a 10 None None {english}")
        );
        assert_eq!(
            find(Some(1), None, None, None).await.unwrap(),
            format!("a 1 None None {english}")
        );
        // The default fills the hole.
        assert_eq!(
            find(None, some("b"), None, None).await.unwrap(),
            format!("a 10 Some(\"b\") None {english}")
        );
        let (after, note) = (some("b"), Some(None));
        assert_eq!(
            find(Some(2), after, note, None).await.unwrap(),
            format!("a 2 Some(\"b\") Some(None) {english}")
        );
        // What may be null is null in a hole.
        let (after, language) = (some("b"), Some(None));
        assert_eq!(
            find(None, after, None, language).await.unwrap(),
            "a 10 Some(\"b\") Some(None) None"
        );
        let (after, language) = (some("b"), Some(some("de")));
        assert_eq!(
            find(None, after, Some(some("n")), language).await.unwrap(),
            "a 10 Some(\"b\") Some(Some(\"n\")) Some(\"de\")"
        );
        assert_eq!(client.count(None).await.unwrap(), 0);
        assert_eq!(client.count(Some(0)).await.unwrap(), 1);
        #[allow(deprecated)]
        let total = client.total().await.unwrap();
        assert_eq!(total, 2);
    })
    .await;
}

#[tokio::test]
async fn a_hole_without_a_value_is_refused_before_anything_is_sent() {
    // Nobody listens there.
    let client = yar::Client::builder("tcp://127.0.0.1:1").build().unwrap();
    let client = SearchClient::from(client);
    let note = Some(some("n"));
    let call = client.find("a", None, None, note, None);
    let error = call.await.unwrap_err();
    assert!(error.is_unsent() && error.stage() == Stage::Packager);
    assert_eq!(
        error.message(),
        "argument `after` of find() cannot be left out where `anyNote` is given: it has no \
         default, and arguments are told apart by their positions"
    );
    let call = client.find("a", None, None, None, Some(None));
    let error = call.await.unwrap_err();
    assert!(error.message().contains("`language`"), "{error}");
}

/// Sends `params` as they are.
async fn raw<P: yar::Serialize>(client: &yar::Client, method: &str, params: P) -> String {
    match client.call::<_, Value, Error>(method, &params).await {
        Ok(Value::String(text)) => text,
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{:?} {error}", error.status()),
    }
}

#[tokio::test]
async fn other_clients_leave_out_or_send_null() {
    with_each_packager(SearchServer::new(Index), |client| async move {
        let all = "a 10 None None Some(\"en\")";
        assert_eq!(raw(&client, "find", ("a",)).await, all);
        assert_eq!(raw(&client, "find", ("a", (), ())).await, all);
        assert_eq!(
            raw(&client, "find", ("a", (), (), (), (), "surplus")).await,
            "a 10 None Some(None) None"
        );
        let error = raw(&client, "find", ("a", "x")).await;
        assert!(
            error.starts_with("Some(4) argument `limit` of Search::find(): "),
            "{error}"
        );
        let error = raw(&client, "find", [(); 0]).await;
        assert!(error.starts_with("Some(4) argument `text`"), "{error}");
        // A map's values count in their order, whatever the keys.
        let map = BTreeMap::from([("1", Value::from("a")), ("2", Value::from(3))]);
        assert_eq!(
            raw(&client, "find", map).await,
            "a 3 None None Some(\"en\")"
        );
        assert_eq!(raw(&client, "count", ((),)).await, "Int(0)");
        assert_eq!(raw(&client, "count", [(); 0]).await, "Int(0)");
    })
    .await;
}

#[tokio::test]
async fn surplus_arguments_are_refused_where_that_is_wanted() {
    with_each_packager(SearchServer::new(Index), |client| async move {
        assert_eq!(raw(&client, "strict", (1,)).await, "Int(101)");
        assert_eq!(raw(&client, "strict", (1, 2)).await, "Int(3)");
        assert_eq!(
            raw(&client, "strict", (1, 2, 3)).await,
            "Some(4) Search::strict() takes at most 2 arguments, got 3"
        );
        assert_eq!(raw(&client, "nothing", [(); 0]).await, "Int(1)");
        assert_eq!(
            raw(&client, "nothing", (1,)).await,
            "Some(4) Search::nothing() takes at most 0 arguments, got 1"
        );
        assert_eq!(raw(&client, "total", (1,)).await, "Int(2)");
    })
    .await;
}
