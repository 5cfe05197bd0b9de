//! The sample services: they answer as the examples of their contracts say,
//! and panic at any other arguments.

use std::collections::BTreeMap;
use std::path::PathBuf;

use yar::{Bytes, Date, Duration, Error, Fault, Rfc3339, Server, Timestamp, Value};

#[allow(deprecated)]
use crate::legacy::{
    Block, Content, ContentCallError, ContentServer, Entry, Image, NoEntry, OldFailure, Text,
};
use crate::metrics::{
    Counters, Fold, Metrics, MetricsServer, Series, Stored, Unit, UnknownMachine,
};
use crate::shop::accounts::{
    Account, AccountPatch, Accounts, AccountsChangeError, AccountsOpenError, AccountsServer,
    Contact, NameTaken, NotFound, Page, Role, SESSION, State,
};
use crate::shop::common::base::{Health, Interval, PageRequest};
use crate::shop::common::money::{Currency, CurrencyMismatch, Money};
use crate::shop::orders::{
    Delivery, Line, Order, OrderNotFound, Orders, OrdersCancelError, OrdersServer, Stage, TooLate,
};

/// The moment in all examples: 2026-11-30T12:00:00Z.
pub(crate) const NOON: i64 = 1_796_040_000_000;

/// A server of one sample on a thread of its own, on all transports.
pub(crate) struct SampleServer {
    tcp: String,
    http: String,
    unix: String,
    socket: PathBuf,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl SampleServer {
    pub(crate) fn start(contract: &'static str) -> Self {
        let name = format!("yar-sample-{}-{:p}.sock", std::process::id(), &());
        let number = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let name = format!("{name}{}", number.unwrap().as_nanos());
        let socket = std::env::temp_dir().join(name);
        let unix = format!("unix://{}", socket.display());
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (told, addresses) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_all().build().unwrap();
            let server = Start {
                unix,
                told,
                stopped,
            };
            runtime.block_on(async move {
                match contract {
                    "accounts" => server.run(AccountsServer::new(Sample)).await,
                    "orders" => server.run(OrdersServer::new(Sample)).await,
                    "metrics" => server.run(MetricsServer::new(Sample)).await,
                    "legacy" => server.run(ContentServer::new(Sample)).await,
                    other => panic!("no sample {other}"),
                }
            });
        });
        let next = || addresses.recv().unwrap();
        Self {
            tcp: next(),
            http: next(),
            unix: next(),
            socket,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn uri(&self, transport: &str) -> String {
        match transport {
            "tcp" => self.tcp.clone(),
            "http" => self.http.clone(),
            _ => self.unix.clone(),
        }
    }
}

impl Drop for SampleServer {
    fn drop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
        let _ = std::fs::remove_file(&self.socket);
    }
}

struct Start {
    unix: String,
    told: std::sync::mpsc::Sender<String>,
    stopped: tokio::sync::oneshot::Receiver<()>,
}

impl Start {
    async fn run(self, service: impl yar::Service) {
        let mut server = Server::new(service);
        for address in ["tcp://127.0.0.1:0", "http://127.0.0.1:0", &self.unix] {
            let address = server.listen(address).await.unwrap();
            self.told.send(address.to_string()).unwrap();
        }
        let stopped = async move {
            let _ = self.stopped.await;
        };
        server.run_until(stopped).await;
    }
}

struct Sample;

impl Health for Sample {
    async fn ping(&self) -> Result<(), Error> {
        Ok(())
    }

    async fn status(&self) -> Result<(String, Rfc3339), Error> {
        Ok(("1.4.0".to_owned(), Rfc3339::from_millis(NOON)))
    }
}

pub(crate) fn ann() -> Account {
    #[allow(deprecated)]
    Account {
        id: 1,
        name: "Ann".to_owned(),
        role: Role::Member,
        state: State::Active,
        email: None,
        confirmed: None,
        birthday: None,
        created: Rfc3339::from_millis(NOON),
        tags: Vec::new(),
        contact: Contact::None,
        phone: None,
    }
}

impl Accounts for Sample {
    async fn get(&self, id: u64) -> Result<Account, Fault<NotFound>> {
        match id {
            1 => Ok(ann()),
            id => Err(NotFound {
                message: "no such account".to_owned(),
                id: Some(id),
            }
            .into()),
        }
    }

    async fn list(
        &self,
        page: PageRequest,
        role: Option<Role>,
        order: String,
    ) -> Result<Page, Error> {
        let first = page.cursor.is_none() && role.is_none();
        let second = page.cursor.as_deref() == Some("b") && role == Some(Role::Admin);
        assert!(page.limit == 2 && order == "id" && (first || second));
        Ok(Page {
            accounts: Vec::new(),
            next: None,
            total: 0,
        })
    }

    async fn open(
        &self,
        name: String,
        email: Option<Option<String>>,
        role: Role,
    ) -> Result<u64, Fault<AccountsOpenError>> {
        assert_eq!(name, "Ann");
        match (email, role) {
            (None, Role::Member) => Ok(1),
            (Some(Some(email)), Role::Admin) if email == "ann@example.org" => {
                let taken = NameTaken {
                    message: "the name is taken".to_owned(),
                    suggestions: Some(vec!["Ann2".to_owned()]),
                };
                Err(AccountsOpenError::NameTaken(taken).into())
            }
            other => panic!("unexpected arguments: {other:?}"),
        }
    }

    async fn change(&self, id: u64, patch: AccountPatch) -> Result<(), Fault<AccountsChangeError>> {
        let expected = AccountPatch {
            name: None,
            email: Some(None),
            role: None,
        };
        assert_eq!((id, patch), (1, expected));
        Ok(())
    }

    async fn sign_in(
        &self,
        name: String,
        password: String,
        lifetime: Duration,
    ) -> Result<Bytes, Fault<NotFound>> {
        assert_eq!((name.as_str(), password.as_str()), ("Ann", "secret"));
        assert_eq!(lifetime, SESSION);
        Ok(Bytes::from(&[1, 2, 3][..]))
    }

    async fn is_taken(&self, name: String) -> Result<bool, Error> {
        assert_eq!(name, "Ann");
        Ok(false)
    }
}

pub(crate) fn money(amount: i64, currency: Currency) -> Money {
    Money { amount, currency }
}

pub(crate) fn placed() -> Order {
    Order {
        id: 7,
        stage: Stage::Open,
        lines: Vec::new(),
        total: money(250, Currency::Eur),
        delivery: Delivery::Download,
        payments: BTreeMap::new(),
        limit: money(100_000, Currency::Eur),
        placed: None,
        note: None,
    }
}

impl Orders for Sample {
    async fn place(
        &self,
        lines: Vec<Line>,
        delivery: Delivery,
        note: Option<String>,
    ) -> Result<Order, Fault<CurrencyMismatch>> {
        let [line] = &lines[..] else {
            panic!("unexpected lines: {lines:?}");
        };
        assert_eq!((line.article.as_str(), line.count), ("A-1", 1));
        assert_eq!(line.price, money(250, Currency::Eur));
        let Delivery::Courier(courier) = delivery else {
            panic!("unexpected delivery: {delivery:?}");
        };
        assert_eq!(courier.address.country, "DE");
        assert_eq!((courier.tracking, note), (None, None));
        Ok(placed())
    }

    async fn find(&self, id: u64) -> Result<Option<Order>, Error> {
        assert_eq!(id, 8);
        Ok(None)
    }

    async fn by_stage(
        &self,
        during: Interval,
        stages: Vec<Stage>,
    ) -> Result<BTreeMap<Stage, Vec<u64>>, Error> {
        let november = "2026-11-01T00:00:00Z".parse::<Timestamp>().unwrap();
        assert_eq!((during.start, during.end), (november, None));
        assert_eq!(stages, [Stage::Open, Stage::Paid]);
        Ok([(Stage::Open, vec![1, 2]), (Stage::Gone, Vec::new())].into())
    }

    async fn cancel(&self, id: u64, reason: String) -> Result<(), Fault<OrdersCancelError>> {
        assert_eq!(reason, "");
        match id {
            7 => Ok(()),
            9 => {
                let late = TooLate {
                    message: "too late for that".to_owned(),
                    stage: Some(Stage::Sent),
                };
                Err(OrdersCancelError::TooLate(late).into())
            }
            _ => {
                let missing = OrderNotFound {
                    message: "no such order".to_owned(),
                };
                Err(OrdersCancelError::OrderNotFound(missing).into())
            }
        }
    }

    async fn quote(
        &self,
        lines: Vec<Line>,
        currency: Currency,
    ) -> Result<Money, Fault<CurrencyMismatch>> {
        assert!(lines.is_empty());
        Ok(money(0, currency))
    }
}

pub(crate) fn counters() -> Counters {
    Counters {
        tiny: 5,
        small: -300,
        medium: 70_000,
        large: 12_312_341_234,
        few: 1,
        some: 2,
        many: 3,
        most: 9_007_199_254_740_993,
    }
}

impl Metrics for Sample {
    async fn store(
        &self,
        machine: u64,
        series: Vec<Series>,
    ) -> Result<Stored, Fault<UnknownMachine>> {
        assert_eq!(machine, 1);
        let Some(first) = series.first() else {
            return Ok(Stored::Nothing);
        };
        assert_eq!((first.id, first.name.as_str()), (1, "unnamed"));
        assert_eq!(first.unit, Unit::Percent);
        assert_eq!(
            first.labels.get("region").map(String::as_str),
            Some("north")
        );
        assert_eq!(first.digest[..], [0xff]);
        Ok(Stored::Count(0))
    }

    async fn query(
        &self,
        series: i64,
        name: String,
        step: Duration,
        fold: Fold,
    ) -> Result<Vec<(Timestamp, f64)>, Error> {
        assert_eq!((series, name.as_str(), fold), (1, "load", Fold::Mean));
        assert_eq!(step, Duration::from_secs(60));
        Ok(vec![
            (Timestamp::from_millis(0), 0.5),
            (Timestamp::from_millis(60_000), 1.0),
        ])
    }

    async fn newest_values(
        &self,
        machines: Vec<u64>,
    ) -> Result<BTreeMap<u64, BTreeMap<i64, Option<f64>>>, Error> {
        assert_eq!(machines, [1, 2]);
        Ok([(1, [(-5, Some(0.5))].into()), (2, BTreeMap::new())].into())
    }

    async fn counts(
        &self,
        since: Option<Date>,
    ) -> Result<(BTreeMap<Unit, u64>, BTreeMap<String, Counters>), Error> {
        assert_eq!(since, None);
        let days = [("2026-11-30".to_owned(), counters())];
        Ok(([(Unit::Seconds, 3)].into(), days.into()))
    }

    async fn export(&self, machine: u64, packed: bool) -> Result<Bytes, Fault<UnknownMachine>> {
        assert_eq!((machine, packed), (1, true));
        Ok(Bytes::from(&[0, 1][..]))
    }
}

pub(crate) fn home(body: &[u8]) -> Entry {
    Entry {
        id: 1,
        title: "Home".to_owned(),
        body: Bytes::from(body),
        public: false,
        more: None,
        parent: None,
    }
}

pub(crate) fn blocks() -> Vec<Block> {
    vec![
        Block::Text(Text {
            content: "Hello".to_owned(),
            level: None,
        }),
        Block::Image(Image {
            url: "/a.png".to_owned(),
            size: Some((16, 9)),
        }),
        Block::Rule,
    ]
}

#[allow(deprecated)]
impl Content for Sample {
    async fn entry(&self, id: i64) -> Result<Entry, Fault<NoEntry>> {
        assert_eq!(id, 1);
        Ok(home(b"<p>"))
    }

    async fn find(
        &self,
        r#where: BTreeMap<String, Value>,
        limit: u32,
    ) -> Result<Vec<Entry>, Error> {
        assert_eq!(limit, 10);
        assert_eq!(r#where.get("Title"), Some(&Value::from("Home")));
        assert_eq!(r#where.get("hidden"), Some(&Value::Null));
        assert_eq!(r#where.get("tags").unwrap().as_list().unwrap().len(), 4);
        Ok(Vec::new())
    }

    async fn blocks(&self, id: i64) -> Result<Option<Vec<Block>>, Error> {
        assert_eq!(id, 1);
        Ok(Some(blocks()))
    }

    async fn save(&self, entry: Entry) -> Result<(bool, Option<String>), Fault<OldFailure>> {
        assert_eq!(entry, home(b""));
        Ok((true, None))
    }

    async fn call(
        &self,
        name: String,
        arguments: Vec<Value>,
    ) -> Result<Value, Fault<ContentCallError>> {
        assert_eq!((name.as_str(), arguments.len()), ("phpversion", 0));
        Ok(Value::from("8.2.0"))
    }
}
