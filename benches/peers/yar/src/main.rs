//! yar: the service a user would write, every setting left alone. Variants are
//! the packagers `mp`, `json` and `php` over TCP, `http` and `http-json`, and
//! `mp-blocking` with the client that blocks.

use common::{Args, BlockingConn, Conn, PutReply, Record, Role, Stats};
use std::net::SocketAddr;
use yar::{Client, Error, Packager, Server};

/// The four calls of the bench.
#[yar::service]
pub trait Bench {
    /// The sum.
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error>;
    /// The same text.
    async fn echo(&self, s: String) -> Result<String, Error>;
    /// Statistics of the numbers.
    async fn stats(&self, xs: Vec<f64>) -> Result<Stats, Error>;
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

    async fn stats(&self, xs: Vec<f64>) -> Result<Stats, Error> {
        Ok(common::stats_of(&xs))
    }

    async fn put(&self, r: Record) -> Result<PutReply, Error> {
        Ok(common::put_of(&r))
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

async fn connect(scheme: &str, packager: Packager, shared: bool, addr: SocketAddr) -> Link {
    let mut builder = Client::builder(&format!("{scheme}://{addr}")).packager(packager);
    if shared {
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
        self.0.echo(s).await.expect("echo")
    }

    async fn stats(&mut self, xs: &[f64]) -> Stats {
        self.0.stats(xs).await.expect("stats")
    }

    async fn put(&mut self, r: &Record) -> PutReply {
        self.0.put(r).await.expect("put")
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
        self.0.echo(s).expect("echo")
    }

    fn stats(&mut self, xs: &[f64]) -> Stats {
        self.0.stats(xs).expect("stats")
    }

    fn put(&mut self, r: &Record) -> PutReply {
        self.0.put(r).expect("put")
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
    let shared = args.text("shape", "seq") == "shared";
    match args.role {
        Role::Server => args.runtime().block_on(serve(scheme)),
        Role::Client if args.variant == "mp-blocking" => {
            common::run_blocking_client(&args, connect_blocking);
        }
        Role::Client => {
            common::run_client(&args, |addr| connect(scheme, packager, shared, addr));
        }
    }
}
