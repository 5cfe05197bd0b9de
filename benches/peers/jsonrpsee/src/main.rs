//! jsonrpsee; variants `http` and `ws`.

use common::{Conn, PutReply, Record, Role, Stats};
use jsonrpsee::core::{RpcResult, async_trait};
use jsonrpsee::http_client::HttpClient;
use jsonrpsee::proc_macros::rpc;
use jsonrpsee::server::{Server, ServerConfig};
use jsonrpsee::ws_client::{WsClient, WsClientBuilder};
use std::net::SocketAddr;
use std::sync::Arc;

#[rpc(client, server)]
pub trait Bench {
    #[method(name = "add")]
    async fn add(&self, a: i64, b: i64) -> RpcResult<i64>;
    #[method(name = "echo")]
    async fn echo(&self, s: String) -> RpcResult<String>;
    #[method(name = "stats")]
    async fn stats(&self, xs: Vec<f64>) -> RpcResult<Stats>;
    #[method(name = "put")]
    async fn put(&self, r: Record) -> RpcResult<PutReply>;
}

struct Service;

#[async_trait]
impl BenchServer for Service {
    async fn add(&self, a: i64, b: i64) -> RpcResult<i64> {
        Ok(a + b)
    }
    async fn echo(&self, s: String) -> RpcResult<String> {
        Ok(s)
    }
    async fn stats(&self, xs: Vec<f64>) -> RpcResult<Stats> {
        Ok(common::stats_of(&xs))
    }
    async fn put(&self, r: Record) -> RpcResult<PutReply> {
        Ok(common::put_of(&r))
    }
}

async fn serve(listener: std::net::TcpListener) {
    let config = ServerConfig::builder()
        .max_connections(20_000)
        .set_tcp_no_delay(true)
        .build();
    let server = Server::builder()
        .set_config(config)
        .build_from_tcp(listener)
        .expect("server");
    server.start(Service.into_rpc()).stopped().await;
}

struct Link<C>(Arc<C>);

macro_rules! conn {
    ($client:ty, $shared:expr) => {
        impl Conn for Link<$client> {
            async fn add(&mut self, a: i64, b: i64) -> i64 {
                self.0.add(a, b).await.expect("add")
            }
            async fn echo(&mut self, s: &str) -> String {
                self.0.echo(s.to_string()).await.expect("echo")
            }
            async fn stats(&mut self, xs: &[f64]) -> Stats {
                self.0.stats(xs.to_vec()).await.expect("stats")
            }
            async fn put(&mut self, r: &Record) -> PutReply {
                self.0.put(r.clone()).await.expect("put")
            }
            fn share(&self) -> Option<Self> {
                $shared.then(|| Link(self.0.clone()))
            }
        }
    };
}

// The HTTP client is a pool of HTTP/1.1 connections, not one connection.
conn!(HttpClient, false);
conn!(WsClient, true);

async fn connect_http(addr: SocketAddr) -> Link<HttpClient> {
    Link(Arc::new(
        HttpClient::builder()
            .build(format!("http://{addr}"))
            .expect("client"),
    ))
}

async fn connect_ws(addr: SocketAddr) -> Link<WsClient> {
    let client = WsClientBuilder::default()
        .build(format!("ws://{addr}"))
        .await;
    Link(Arc::new(client.expect("client")))
}

fn main() {
    let args = common::args();
    match (args.variant.as_str(), args.role) {
        (_, Role::Server) => common::run_server(&args, serve),
        ("ws", Role::Client) => common::run_client(&args, connect_ws),
        (_, Role::Client) => common::run_client(&args, connect_http),
    }
}
