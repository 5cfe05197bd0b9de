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
