//! Clients take what the caller has: values, and references to them.

use crate::support::with_each_packager;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use yar::{Bytes, Error, Server, Value, blocking};

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Record {
    id: i64,
    tags: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, yar::Enum)]
enum Word {
    Yes,
    Other(String),
}

type Name = String;
type Id = u64;

#[yar::service]
trait Ground {
    async fn text(&self, text: String) -> String;
}

#[yar::service]
trait Taker: Ground {
    async fn alias(&self, name: Name, id: Id) -> Result<String, Error>;
    fn paths(
        &self,
        text: ::std::string::String,
        list: ::std::vec::Vec<std::string::String>,
    ) -> String;
    #[yar(idempotent)]
    async fn record(&self, record: Record) -> Record;
    async fn records(&self, records: Vec<Record>) -> Vec<i64>;
    fn sum(&self, list: Vec<i64>) -> i64;
    fn raw(&self, list: Vec<u8>, bytes: Bytes, more: Vec<Bytes>) -> u64;
    fn maybe(&self, note: Option<String>, boxed: Box<Record>) -> String;
    fn shapes(&self, map: BTreeMap<String, i64>, pair: (i64, String), word: Word) -> String;
    fn any(&self, value: Value) -> Value;
    fn small(&self, flag: bool, letter: char, ratio: f32, wide: ::core::primitive::u64) -> String;
    #[yar(strict_arity)]
    fn left_out(
        &self,
        text: String,
        record: Record,
        #[yar(default = 2)] times: u64,
        #[yar(optional)] list: Option<Vec<String>>,
    ) -> String;
    #[expect(clippy::too_many_arguments, reason = "more than a tuple has")]
    fn wide(
        &self,
        a: String,
        b: Vec<i64>,
        c: Record,
        d: i64,
        e: i64,
        f: i64,
        g: i64,
        h: i64,
        i: i64,
        j: i64,
        k: i64,
        l: i64,
        m: i64,
        n: i64,
        o: i64,
        p: i64,
        q: String,
        r: Bytes,
    ) -> String;
}

struct Thing;

impl Ground for Thing {
    async fn text(&self, text: String) -> String {
        text
    }
}

impl Taker for Thing {
    async fn alias(&self, name: Name, id: Id) -> Result<String, Error> {
        Ok(format!("{name}{id}"))
    }

    fn paths(&self, text: String, list: Vec<String>) -> String {
        list.join(&text)
    }

    async fn record(&self, record: Record) -> Record {
        record
    }

    async fn records(&self, records: Vec<Record>) -> Vec<i64> {
        records.iter().map(|it| it.id).collect()
    }

    fn sum(&self, list: Vec<i64>) -> i64 {
        list.iter().sum()
    }

    fn raw(&self, list: Vec<u8>, bytes: Bytes, more: Vec<Bytes>) -> u64 {
        let more = more.iter().flat_map(|it| it.iter());
        let all = list.iter().chain(bytes.iter()).chain(more);
        all.map(|&byte| u64::from(byte)).sum()
    }

    fn maybe(&self, note: Option<String>, boxed: Box<Record>) -> String {
        format!("{note:?} {}", boxed.id)
    }

    fn shapes(&self, map: BTreeMap<String, i64>, pair: (i64, String), word: Word) -> String {
        format!("{map:?} {pair:?} {word:?}")
    }

    fn any(&self, value: Value) -> Value {
        value
    }

    fn small(&self, flag: bool, letter: char, ratio: f32, wide: u64) -> String {
        format!("{flag} {letter} {ratio} {wide}")
    }

    fn left_out(
        &self,
        text: String,
        record: Record,
        times: u64,
        list: Option<Vec<String>>,
    ) -> String {
        format!("{text} {} {times} {list:?}", record.id)
    }

    fn wide(
        &self,
        a: String,
        b: Vec<i64>,
        c: Record,
        d: i64,
        e: i64,
        f: i64,
        g: i64,
        h: i64,
        i: i64,
        j: i64,
        k: i64,
        l: i64,
        m: i64,
        n: i64,
        o: i64,
        p: i64,
        q: String,
        r: Bytes,
    ) -> String {
        let sum = d + e + f + g + h + i + j + k + l + m + n + o + p;
        format!("{a} {b:?} {} {sum} {q} {}", c.id, r.len())
    }
}

fn record(id: i64) -> Record {
    Record {
        id,
        tags: vec!["new".to_owned()],
    }
}

/// What both kinds of client can be called with: `await` is a word or nothing.
macro_rules! call_everything {
    ($client:ident $($wait:tt)*) => {{
        let owned = "ä".to_owned();
        assert_eq!($client.text("ä")$($wait)*?, "ä");
        assert_eq!($client.text(&"ä")$($wait)*?, "ä");
        assert_eq!($client.text(&owned)$($wait)*?, "ä");
        assert_eq!($client.text(Cow::from("ä"))$($wait)*?, "ä");
        assert_eq!($client.text(&Cow::from("ä"))$($wait)*?, "ä");
        assert_eq!($client.text(&*Box::<str>::from("ä"))$($wait)*?, "ä");
        assert_eq!($client.text(Box::<str>::from("ä"))$($wait)*?, "ä");
        assert_eq!($client.text(&Arc::<str>::from("ä"))$($wait)*?, "ä");
        assert_eq!($client.text(owned)$($wait)*?, "ä");

        assert_eq!($client.alias("a", 1)$($wait)*?, "a1");
        assert_eq!($client.paths("+", ["a", "b"])$($wait)*?, "a+b");
        assert_eq!($client.paths("+", &["a", "b"][1..])$($wait)*?, "b");
        assert_eq!($client.paths("+", &["a".to_owned()])$($wait)*?, "a");
        assert_eq!($client.paths("+", Vec::new())$($wait)*?, "");

        let mut kept = record(7);
        assert_eq!($client.record(&kept)$($wait)*?, kept);
        assert_eq!($client.record(&&kept)$($wait)*?, kept);
        assert_eq!($client.record(&mut kept)$($wait)*?, kept);
        assert_eq!($client.record(Box::new(kept.clone()))$($wait)*?, kept);
        assert_eq!($client.record(&Arc::new(kept.clone()))$($wait)*?, kept);
        assert_eq!($client.record(kept.clone())$($wait)*?, kept);

        let records = vec![record(1), record(2)];
        assert_eq!($client.records(&records[1..])$($wait)*?, [2]);
        assert_eq!($client.records(&records)$($wait)*?, [1, 2]);
        assert_eq!($client.records([record(3)])$($wait)*?, [3]);
        assert_eq!($client.records(Cow::from(&records))$($wait)*?, [1, 2]);
        assert_eq!($client.records(&*records.into_boxed_slice())$($wait)*?, [1, 2]);

        assert_eq!($client.sum([1, 2])$($wait)*?, 3);
        assert_eq!($client.sum(&[1, 2])$($wait)*?, 3);
        assert_eq!($client.sum([1; 40])$($wait)*?, 40);
        assert_eq!($client.sum(vec![1, 2])$($wait)*?, 3);
        assert_eq!($client.sum([])$($wait)*?, 0);
        assert_eq!($client.sum(&Arc::<[i64]>::from([4]))$($wait)*?, 4);

        let bytes = Bytes::from(vec![2]);
        assert_eq!($client.raw([1], &bytes, [bytes.clone()])$($wait)*?, 5);
        assert_eq!($client.raw(vec![1], b"\xff\x01", [])$($wait)*?, 257);
        assert_eq!($client.raw(&[1], &b"\xff\x01"[..], &[])$($wait)*?, 257);
        assert_eq!($client.raw(&bytes[..], vec![255], Vec::new())$($wait)*?, 257);
        assert_eq!($client.raw(b"", bytes, vec![])$($wait)*?, 2);

        let note = Some("n".to_owned());
        let boxed = Box::new(record(1));
        assert_eq!($client.maybe(None, &boxed)$($wait)*?, "None 1");
        assert_eq!($client.maybe(&note, &boxed)$($wait)*?, "Some(\"n\") 1");
        assert_eq!($client.maybe(note, boxed)$($wait)*?, "Some(\"n\") 1");

        let map = BTreeMap::from([("a".to_owned(), 1)]);
        let pair = (1, "p".to_owned());
        let shapes = "{\"a\": 1} (1, \"p\") Yes";
        assert_eq!($client.shapes(&map, &pair, &Word::Yes)$($wait)*?, shapes);
        assert_eq!($client.shapes(map, (1, "p".to_owned()), Word::Yes)$($wait)*?, shapes);
        assert_eq!($client.any(&Value::Null)$($wait)*?, Value::Null);
        assert_eq!($client.any(Value::from(1))$($wait)*?, Value::from(1));
        assert_eq!($client.small(true, 'x', 0.5, 1)$($wait)*?, "true x 0.5 1");

        let list = Some(vec!["l".to_owned()]);
        assert_eq!($client.left_out("t", &kept, None, None)$($wait)*?, "t 7 2 None");
        assert_eq!($client.left_out("t", &kept, Some(3), None)$($wait)*?, "t 7 3 None");
        assert_eq!($client.left_out("t", kept, None, list)$($wait)*?, "t 7 2 Some([\"l\"])");

        assert_eq!(
            $client
                .wide("a", &[1, 2], &record(5), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "q", b"123")
                $($wait)*?,
            "a [1, 2] 5 13 q 3"
        );
        Ok(())
    }};
}

async fn call_async(client: &TakerClient) -> Result<(), Error> {
    call_everything!(client.await)
}

fn call_blocking(client: &TakerBlockingClient) -> Result<(), Error> {
    call_everything!(client)
}

#[tokio::test]
async fn all_that_goes_for_a_parameter_is_taken() {
    with_each_packager(TakerServer::new(Thing), |client| async move {
        call_async(&TakerClient::from(client)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn so_it_is_by_clients_that_block() {
    let mut server = Server::new(TakerServer::new(Thing));
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    let calls = tokio::task::spawn_blocking(move || {
        let client: TakerBlockingClient = blocking::connect(&address)?;
        call_blocking(&client)
    });
    calls.await.unwrap().unwrap();
    running.abort();
}
