//! Every example of every contract, called from Rust.

use std::collections::BTreeMap;

use yar::{Bytes, Client, Duration, Fault, Rfc3339, Timestamp, Value};

use crate::legacy::ContentClient;
use crate::metrics::{MetricsClient, Series, Stored, UNNAMED, Unit};
use crate::services::{NOON, ann, blocks, counters, home, money, placed};
use crate::shop::accounts::{
    AccountPatch, AccountsClient, AccountsOpenError, NameTaken, NotFound, Role,
};
use crate::shop::common::base::{Interval, PageRequest};
use crate::shop::common::money::Currency;
use crate::shop::orders::{
    Address, Courier, Delivery, Line, OrdersCancelError, OrdersClient, Stage,
};

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn every_example(contract: &str, uri: &str, packager: &str) {
    let packager = packager.parse().unwrap();
    let client = Client::builder(uri).packager(packager).connect();
    let client = client.await.unwrap();
    match contract {
        "accounts" => accounts(client.into()).await,
        "orders" => orders(client.into()).await,
        "metrics" => metrics(client.into()).await,
        _ => content(client.into()).await,
    }
}

async fn accounts(client: AccountsClient) {
    client.ping().await.unwrap();
    let (version, since) = client.status().await.unwrap();
    assert_eq!(
        (version.as_str(), since),
        ("1.4.0", Rfc3339::from_millis(NOON))
    );
    assert_eq!(client.get(1).await.unwrap(), ann());
    match client.get(2).await {
        Err(Fault::Thrown(NotFound { id, .. })) => assert_eq!(id, Some(2)),
        other => panic!("{other:?}"),
    }
    let page = |cursor: Option<&str>| PageRequest {
        cursor: cursor.map(str::to_owned),
        limit: 2,
    };
    let list = client.list(page(None), None, None).await.unwrap();
    assert_eq!((list.accounts.len(), list.next, list.total), (0, None, 0));
    let list = client.list(page(Some("b")), Some(Role::Admin), None).await;
    assert_eq!(list.unwrap().total, 0);
    assert_eq!(client.open("Ann", None, None).await.unwrap(), 1);
    let address = Some(Some("ann@example.org".to_owned()));
    match client.open("Ann", address, Some(Role::Admin)).await {
        Err(Fault::Thrown(AccountsOpenError::NameTaken(NameTaken { suggestions, .. }))) => {
            assert_eq!(suggestions, Some(vec!["Ann2".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
    let patch = AccountPatch {
        name: None,
        email: Some(None),
        role: None,
    };
    client.change(1, patch).await.unwrap();
    let token = client.sign_in("Ann", "secret", None);
    assert_eq!(token.await.unwrap()[..], [1, 2, 3]);
    #[allow(deprecated)]
    let taken = client.is_taken("Ann");
    assert!(!taken.await.unwrap());
}

async fn orders(client: OrdersClient) {
    client.ping().await.unwrap();
    assert_eq!(client.status().await.unwrap().0, "1.4.0");
    let line = Line {
        article: "A-1".to_owned(),
        count: 1,
        price: money(250, Currency::Eur),
        discount: None,
    };
    let delivery = Delivery::Courier(Courier {
        address: Address {
            street: "Main Street 1".to_owned(),
            city: "Berlin".to_owned(),
            country: "DE".to_owned(),
        },
        before: None,
        tracking: None,
    });
    let order = client.place([line], delivery, None).await.unwrap();
    assert_eq!(order, placed());
    assert_eq!(client.find(8).await.unwrap(), None);
    let during = Interval {
        start: "2026-11-01T00:00:00Z".parse::<Timestamp>().unwrap(),
        end: None,
    };
    let stages = client.by_stage(during, None).await.unwrap();
    assert_eq!(
        stages,
        [(Stage::Open, vec![1, 2]), (Stage::Gone, vec![])].into()
    );
    client.cancel(7, None).await.unwrap();
    match client.cancel(9, None).await {
        Err(Fault::Thrown(OrdersCancelError::TooLate(late))) => {
            assert_eq!(late.stage, Some(Stage::Sent));
        }
        other => panic!("{other:?}"),
    }
    let quote = client.quote(Vec::new(), None).await.unwrap();
    assert_eq!(quote, money(0, Currency::Eur));
    let quote = client.quote(Vec::new(), Some(Currency::Usd)).await.unwrap();
    assert_eq!(quote, money(0, Currency::Usd));
}

async fn metrics(client: MetricsClient) {
    let series = Series {
        id: 1,
        name: UNNAMED.to_owned(),
        unit: Unit::Percent,
        samples: Vec::new(),
        labels: [("region".to_owned(), "north".to_owned())].into(),
        digest: Bytes::from(&[0xff][..]),
    };
    let stored = client.store(1, [series]).await.unwrap();
    assert_eq!(stored, Stored::Count(0));
    assert_eq!(client.store(1, Vec::new()).await.unwrap(), Stored::Nothing);
    let query = client.query(1, "load", Duration::from_secs(60), None);
    let values = query.await.unwrap();
    let at = Timestamp::from_millis;
    assert_eq!(values, [(at(0), 0.5), (at(60_000), 1.0)]);
    let newest = client.newest_values([1, 2]).await.unwrap();
    let expected = [(1, [(-5, Some(0.5))].into()), (2, BTreeMap::new())];
    assert_eq!(newest, expected.into());
    let (units, days) = client.counts(None).await.unwrap();
    assert_eq!(units, [(Unit::Seconds, 3)].into());
    assert_eq!(days, [("2026-11-30".to_owned(), counters())].into());
    assert_eq!(client.export(1, Some(true)).await.unwrap()[..], [0, 1]);
    assert_eq!(client.export(1, None).await.unwrap()[..], [0, 1]);
}

async fn content(client: ContentClient) {
    assert_eq!(client.entry(1).await.unwrap(), home(b"<p>"));
    let tags = ["a".into(), 1_i64.into(), 2.5.into(), true.into()];
    let columns = BTreeMap::from([
        ("Title".to_owned(), Value::from("Home")),
        ("hidden".to_owned(), Value::Null),
        ("tags".to_owned(), Value::List(tags.into())),
    ]);
    assert_eq!(client.find(&columns, None).await.unwrap(), []);
    assert_eq!(client.blocks(1).await.unwrap(), Some(blocks()));
    assert_eq!(client.save(home(b"")).await.unwrap(), (true, None));
    #[allow(deprecated)]
    let version = client.call("phpversion", []);
    assert_eq!(version.await.unwrap(), Value::from("8.2.0"));
}
