//! Open enums: known values have names, others are kept.

use crate::support::with_each_packager;
use std::collections::BTreeMap;
use yar::{Error, Value};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, yar::Enum)]
#[yar(repr = "string")]
enum Op {
    #[yar(value = "add")]
    Add,
    #[yar(value = "subtract")]
    Sub,
    /// A value this version does not know.
    Unknown(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, yar::Enum)]
#[yar(repr = "i8")]
enum Level {
    #[yar(value = -1)]
    Low,
    #[yar(value = 10)]
    High,
    Unknown(i8),
}

#[yar::service]
trait Enums {
    async fn op(&self, op: Op) -> Result<Op, Error>;
    async fn level(&self, level: Level) -> Result<Level, Error>;
    async fn keys(
        &self,
        ops: BTreeMap<Op, i64>,
        levels: BTreeMap<Level, i64>,
    ) -> Result<(BTreeMap<Op, i64>, BTreeMap<Level, i64>), Error>;
}

struct Echo;

impl Enums for Echo {
    async fn op(&self, op: Op) -> Result<Op, Error> {
        Ok(op)
    }

    async fn level(&self, level: Level) -> Result<Level, Error> {
        Ok(level)
    }

    async fn keys(
        &self,
        ops: BTreeMap<Op, i64>,
        levels: BTreeMap<Level, i64>,
    ) -> Result<(BTreeMap<Op, i64>, BTreeMap<Level, i64>), Error> {
        Ok((ops, levels))
    }
}

#[test]
fn raw_values_go_both_ways() {
    assert_eq!(Op::from("subtract"), Op::Sub);
    assert_eq!(Op::from("x".to_owned()), Op::Unknown("x".to_owned()));
    assert_eq!(Op::Add.as_str(), "add");
    assert_eq!(Op::from("x").as_str(), "x");
    assert_eq!(Level::from(-1), Level::Low);
    assert_eq!(Level::from(3), Level::Unknown(3));
    assert_eq!((Level::High.raw(), Level::Unknown(3).raw()), (10, 3));
}

#[tokio::test]
async fn known_and_unknown_values_travel() {
    with_each_packager(EnumsServer::new(Echo), |client| async {
        let client = EnumsClient::from(client);
        for op in [Op::Add, Op::Sub, Op::from("modulo")] {
            assert_eq!(client.op(op.clone()).await.unwrap(), op);
        }
        for level in [Level::Low, Level::High, Level::Unknown(0)] {
            assert_eq!(client.level(level).await.unwrap(), level);
        }
        let ops = BTreeMap::from([(Op::Add, 1), (Op::from("x"), 2)]);
        let levels = BTreeMap::from([(Level::Low, 1), (Level::Unknown(0), 2)]);
        let keys = client.keys(ops.clone(), levels.clone()).await.unwrap();
        assert_eq!(keys, (ops, levels));
    })
    .await;
}

#[tokio::test]
async fn the_raw_value_is_what_travels() {
    with_each_packager(EnumsServer::new(Echo), |client| async move {
        let op = client.call::<_, String, Error>("op", &(Op::Sub,));
        assert_eq!(op.await.unwrap(), "subtract");
        let level = client.call::<_, i64, Error>("level", &(Level::Low,));
        assert_eq!(level.await.unwrap(), -1);
        // Decimal text, as PHP and JSON make of keys.
        let level = client.call::<_, Level, Error>("level", &("10",));
        assert_eq!(level.await.unwrap(), Level::High);
        for bad in [Value::from(1000), Value::from("ten"), Value::from(1.5)] {
            let level = client.call::<_, Level, Error>("level", &(bad,));
            let error = level.await.unwrap_err();
            assert_eq!(error.status(), Some(4));
            assert!(error.message().contains("level"), "{error}");
            assert!(error.message().contains("i8"), "{error}");
        }
    })
    .await;
}

/// No other will ever be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, yar::Enum)]
#[yar(closed)]
enum Suit {
    #[yar(value = "hearts")]
    Hearts,
    #[yar(value = "spades")]
    Spades,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, yar::Enum)]
#[yar(repr = "u8", closed)]
enum Bit {
    #[yar(value = 0)]
    Off,
    #[yar(value = 1)]
    On,
}

#[yar::service]
trait Closed {
    fn suits(&self, suits: BTreeMap<Suit, Vec<Suit>>) -> BTreeMap<Suit, Vec<Suit>>;
    fn bit(&self, bit: Bit) -> Bit;
}

impl Closed for Echo {
    fn suits(&self, suits: BTreeMap<Suit, Vec<Suit>>) -> BTreeMap<Suit, Vec<Suit>> {
        suits
    }

    fn bit(&self, bit: Bit) -> Bit {
        bit
    }
}

#[test]
fn closed_enums_know_all_their_values() {
    const HEARTS: &str = Suit::Hearts.as_str();
    assert_eq!(Suit::try_from(HEARTS), Ok(Suit::Hearts));
    assert_eq!(Bit::try_from(Bit::Off.raw()), Ok(Bit::Off));
    let error = Suit::try_from("clubs").unwrap_err().to_string();
    assert_eq!(
        error,
        "\"clubs\" is no value of Suit, which has \"hearts\", \"spades\""
    );
    let error = Bit::try_from(2).unwrap_err().to_string();
    assert_eq!(error, "2 is no value of Bit, which has 0, 1");
}

#[tokio::test]
async fn an_unknown_value_is_the_callers_mistake() {
    with_each_packager(ClosedServer::new(Echo), |client| async move {
        let raw = client.clone();
        let client = ClosedClient::from(client);
        let suits = BTreeMap::from([(Suit::Spades, vec![Suit::Hearts])]);
        assert_eq!(client.suits(suits.clone()).await.unwrap(), suits);
        assert_eq!(client.bit(Bit::On).await.unwrap(), Bit::On);
        let call = raw.call::<_, Value, Error>("bit", &("1",));
        assert_eq!(call.await.unwrap(), Value::Int(1));
        let error = raw.call::<_, Value, Error>("bit", &(2,)).await.unwrap_err();
        assert_eq!(error.status(), Some(4));
        assert_eq!(
            error.message(),
            "argument `bit` of Closed::bit(): 2 is no value of Bit, which has 0, 1"
        );
        let clubs = BTreeMap::from([("hearts", ["clubs"])]);
        let error = raw.call::<_, Value, Error>("suits", &(clubs,)).await;
        let error = error.unwrap_err();
        assert_eq!(error.status(), Some(4));
        assert!(error.message().contains("`suits.hearts[0]`"), "{error}");
        // In a result it is the server's.
        let call = raw.call::<_, BTreeMap<Suit, Vec<Suit>>, Error>("suits", &([(); 0],));
        assert_eq!(call.await.unwrap(), BTreeMap::new());
    })
    .await;
}
