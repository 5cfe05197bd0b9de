//! tarpc over TCP with its own framing; variants `bincode` and `json`.

use common::{Conn, PutReply, Record, Role, Stats};
use futures::{StreamExt, future};
use std::net::SocketAddr;
use tarpc::context::{self, Context};
use tarpc::server::{BaseChannel, Channel};
use tarpc::tokio_serde::formats::{Bincode, Json};

#[tarpc::service]
trait Bench {
    async fn add(a: i64, b: i64) -> i64;
    async fn echo(s: String) -> String;
    async fn stats(xs: Vec<f64>) -> Stats;
    async fn put(r: Record) -> PutReply;
}

#[derive(Clone)]
struct Server;

impl Bench for Server {
    async fn add(self, _: Context, a: i64, b: i64) -> i64 {
        a + b
    }
    async fn echo(self, _: Context, s: String) -> String {
        s
    }
    async fn stats(self, _: Context, xs: Vec<f64>) -> Stats {
        common::stats_of(&xs)
    }
    async fn put(self, _: Context, r: Record) -> PutReply {
        common::put_of(&r)
    }
}

macro_rules! serve {
    ($listener:expr, $codec:expr) => {{
        let listener = tokio::net::TcpListener::from_std($listener).expect("listener");
        let incoming = tarpc::serde_transport::tcp::listen_on(listener, $codec)
            .await
            .expect("listen");
        incoming
            .filter_map(|r| future::ready(r.ok()))
            .for_each(|transport| async move {
                let channel = BaseChannel::with_defaults(transport);
                tokio::spawn(channel.execute(Server.serve()).for_each(|call| async move {
                    tokio::spawn(call);
                }));
            })
            .await;
    }};
}

#[derive(Clone)]
struct Link(BenchClient);

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.0.add(context::current(), a, b).await.expect("add")
    }
    async fn echo(&mut self, s: &str) -> String {
        self.0
            .echo(context::current(), s.to_string())
            .await
            .expect("echo")
    }
    async fn stats(&mut self, xs: &[f64]) -> Stats {
        self.0
            .stats(context::current(), xs.to_vec())
            .await
            .expect("stats")
    }
    async fn put(&mut self, r: &Record) -> PutReply {
        self.0
            .put(context::current(), r.clone())
            .await
            .expect("put")
    }
    fn share(&self) -> Option<Self> {
        Some(self.clone())
    }
}

macro_rules! connect {
    ($codec:expr) => {
        |addr: SocketAddr| async move {
            let transport = tarpc::serde_transport::tcp::connect(addr, $codec)
                .await
                .expect("connect");
            Link(BenchClient::new(tarpc::client::Config::default(), transport).spawn())
        }
    };
}

fn main() {
    let args = common::args();
    match (args.variant.as_str(), args.role) {
        ("json", Role::Server) => {
            common::run_server(&args, |l| async move { serve!(l, Json::default) })
        }
        (_, Role::Server) => {
            common::run_server(&args, |l| async move { serve!(l, Bincode::default) })
        }
        ("json", Role::Client) => common::run_client(&args, connect!(Json::default)),
        (_, Role::Client) => common::run_client(&args, connect!(Bincode::default)),
    }
}
