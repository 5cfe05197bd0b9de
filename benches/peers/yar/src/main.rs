//! yar: the service a user would write, every setting left alone. Variants are
//! the packagers `mp`, `json` and `php` over TCP, `http` and `http-json`, and
//! `mp-blocking` with the client that blocks.

use common::{Args, BlockingConn, Conn, PutReply, Role};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use yar::{Client, Error, Packager, Server};

/// A record, as its contract has it.
#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
pub struct Record {
    /// Number of the record.
    pub id: i64,
    /// Whose it is.
    pub name: String,
    /// Where mail goes.
    pub email: String,
    /// Whether it is in use.
    pub active: bool,
    /// A fraction.
    pub score: f64,
    /// A small number.
    pub level: i32,
    /// Short texts.
    pub tags: Vec<String>,
    /// Numbers.
    pub history: Vec<i64>,
    /// May be missing.
    pub note: Option<String>,
    /// Raw bytes.
    pub blob: yar::Bytes,
    /// Texts by name.
    pub attrs: BTreeMap<String, String>,
    /// Seconds since 1970.
    pub created: i64,
}

/// The four calls of the bench.
#[yar::service]
pub trait Bench {
    /// The sum.
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error>;
    /// The same text.
    async fn echo(&self, s: String) -> Result<String, Error>;
    /// Statistics of the numbers.
    async fn stats(&self, xs: Vec<f64>) -> Result<common::Stats, Error>;
    /// Id and version of the record.
    async fn put(&self, r: Record) -> Result<PutReply, Error>;
}

struct Service;

impl Bench for Service {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error> {
        Ok(a + b)
    }

    async fn echo(&self, s: String) -> Result<String, Error> {
        Ok(s)
    }

    async fn stats(&self, xs: Vec<f64>) -> Result<common::Stats, Error> {
        Ok(common::stats_of(&xs))
    }

    async fn put(&self, r: Record) -> Result<PutReply, Error> {
        let version = common::version_of(
            r.tags.len(),
            r.history.iter().sum(),
            r.blob.len(),
            r.attrs.len(),
        );
        Ok(PutReply { id: r.id, version })
    }
}

async fn serve(scheme: &str) {
    let mut server = Server::new(BenchServer::new(Service));
    let uri = format!("{scheme}://127.0.0.1:0");
    let address = server.listen(&uri).await.expect("listen");
    let port = address.rsplit(':').next().unwrap_or_default();
    common::announce(port.trim_end_matches('/').parse().expect("a port"));
    server.run_until(std::future::pending::<()>()).await;
}

struct Link(BenchClient);

async fn connect(scheme: &str, packager: Packager, turns: bool, addr: SocketAddr) -> Link {
    let mut builder = Client::builder(&format!("{scheme}://{addr}")).packager(packager);
    if turns {
        // Callers of one client share its pool; here it holds one connection.
        builder = builder.max_connections(1);
    }
    Link(BenchClient::from(builder.connect().await.expect("connect")))
}

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.0.add(a, b).await.expect("add")
    }

    async fn echo(&mut self, s: &str) -> String {
        self.0.echo(s.to_owned()).await.expect("echo")
    }

    async fn stats(&mut self, xs: &[f64]) -> common::Stats {
        self.0.stats(xs.to_vec()).await.expect("stats")
    }

    async fn put(&mut self, r: &common::Record) -> PutReply {
        self.0.put(record(r)).await.expect("put")
    }

    fn share(&self) -> Option<Self> {
        Some(Self(self.0.clone()))
    }
}

struct BlockingLink(BenchBlockingClient);

fn connect_blocking(addr: SocketAddr) -> BlockingLink {
    let builder = Client::builder(&format!("tcp://{addr}")).packager(Packager::MSGPACK);
    let client = builder.build_blocking().expect("a client");
    BlockingLink(BenchBlockingClient::from(client))
}

impl BlockingConn for BlockingLink {
    fn add(&mut self, a: i64, b: i64) -> i64 {
        self.0.add(a, b).expect("add")
    }

    fn echo(&mut self, s: &str) -> String {
        self.0.echo(s.to_owned()).expect("echo")
    }

    fn stats(&mut self, xs: &[f64]) -> common::Stats {
        self.0.stats(xs.to_vec()).expect("stats")
    }

    fn put(&mut self, r: &common::Record) -> PutReply {
        self.0.put(record(r)).expect("put")
    }
}

/// What the caller's copy costs is part of every peer's call that takes its
/// arguments by value.
fn record(r: &common::Record) -> Record {
    let r = r.clone();
    Record {
        id: r.id,
        name: r.name,
        email: r.email,
        active: r.active,
        score: r.score,
        level: r.level,
        tags: r.tags,
        history: r.history,
        note: r.note,
        blob: r.blob.into(),
        attrs: r.attrs.into_iter().collect(),
        created: r.created,
    }
}

fn transport(args: &Args) -> (&'static str, Packager) {
    match args.variant.as_str() {
        "mp" | "mp-blocking" => ("tcp", Packager::MSGPACK),
        "json" => ("tcp", Packager::JSON),
        "php" => ("tcp", Packager::PHP),
        "http" => ("http", Packager::MSGPACK),
        "http-json" => ("http", Packager::JSON),
        other => panic!("no variant {other}"),
    }
}

fn main() {
    let args = common::args();
    let (scheme, packager) = transport(&args);
    let turns = args.text("shape", "seq") == "shared";
    match args.role {
        Role::Server => args.runtime().block_on(serve(scheme)),
        Role::Client if args.variant == "mp-blocking" => {
            common::run_blocking_client(&args, connect_blocking);
        }
        Role::Client => {
            common::run_client(&args, |addr| connect(scheme, packager, turns, addr));
        }
    }
}
