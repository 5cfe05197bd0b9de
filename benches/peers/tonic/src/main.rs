//! tonic: unary gRPC over HTTP/2, protobuf messages through prost.

use common::{Conn, PutReply, Record, Role, Stats};
use std::collections::HashMap;
use std::net::SocketAddr;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Request, Response, Status};

include!(concat!(env!("OUT_DIR"), "/bench.Bench.rs"));

#[derive(Clone, PartialEq, prost::Message)]
pub struct AddReq {
    #[prost(int64, tag = "1")]
    a: i64,
    #[prost(int64, tag = "2")]
    b: i64,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct AddRep {
    #[prost(int64, tag = "1")]
    sum: i64,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct EchoMsg {
    #[prost(string, tag = "1")]
    s: String,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct StatsReq {
    #[prost(double, repeated, tag = "1")]
    xs: Vec<f64>,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct StatsRep {
    #[prost(int64, tag = "1")]
    count: i64,
    #[prost(double, tag = "2")]
    mean: f64,
    #[prost(double, tag = "3")]
    min: f64,
    #[prost(double, tag = "4")]
    max: f64,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct PutReq {
    #[prost(int64, tag = "1")]
    id: i64,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(string, tag = "3")]
    email: String,
    #[prost(bool, tag = "4")]
    active: bool,
    #[prost(double, tag = "5")]
    score: f64,
    #[prost(int32, tag = "6")]
    level: i32,
    #[prost(string, repeated, tag = "7")]
    tags: Vec<String>,
    #[prost(int64, repeated, tag = "8")]
    history: Vec<i64>,
    #[prost(string, optional, tag = "9")]
    note: Option<String>,
    #[prost(bytes = "vec", tag = "10")]
    blob: Vec<u8>,
    #[prost(map = "string, string", tag = "11")]
    attrs: HashMap<String, String>,
    #[prost(int64, tag = "12")]
    created: i64,
}
#[derive(Clone, PartialEq, prost::Message)]
pub struct PutRep {
    #[prost(int64, tag = "1")]
    id: i64,
    #[prost(int64, tag = "2")]
    version: i64,
}

struct Service;

#[tonic::async_trait]
impl bench_server::Bench for Service {
    async fn add(&self, r: Request<AddReq>) -> Result<Response<AddRep>, Status> {
        let r = r.into_inner();
        Ok(Response::new(AddRep { sum: r.a + r.b }))
    }
    async fn echo(&self, r: Request<EchoMsg>) -> Result<Response<EchoMsg>, Status> {
        Ok(Response::new(r.into_inner()))
    }
    async fn stats(&self, r: Request<StatsReq>) -> Result<Response<StatsRep>, Status> {
        let s = common::stats_of(&r.into_inner().xs);
        Ok(Response::new(StatsRep {
            count: s.count,
            mean: s.mean,
            min: s.min,
            max: s.max,
        }))
    }
    async fn put(&self, r: Request<PutReq>) -> Result<Response<PutRep>, Status> {
        let r = r.into_inner();
        let version = common::version_of(
            r.tags.len(),
            r.history.iter().sum(),
            r.blob.len(),
            r.attrs.len(),
        );
        Ok(Response::new(PutRep { id: r.id, version }))
    }
}

async fn serve(listener: std::net::TcpListener) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("listener");
    let incoming = tonic::transport::server::TcpIncoming::from(listener).with_nodelay(Some(true));
    Server::builder()
        .add_service(bench_server::BenchServer::new(Service))
        .serve_with_incoming(incoming)
        .await
        .expect("serve");
}

#[derive(Clone)]
struct Link(bench_client::BenchClient<Channel>);

async fn connect(addr: SocketAddr) -> Link {
    let endpoint = Endpoint::from_shared(format!("http://{addr}"))
        .expect("endpoint")
        .tcp_nodelay(true);
    Link(bench_client::BenchClient::new(
        endpoint.connect().await.expect("connect"),
    ))
}

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.0
            .add(AddReq { a, b })
            .await
            .expect("add")
            .into_inner()
            .sum
    }
    async fn echo(&mut self, s: &str) -> String {
        self.0
            .echo(EchoMsg { s: s.to_string() })
            .await
            .expect("echo")
            .into_inner()
            .s
    }
    async fn stats(&mut self, xs: &[f64]) -> Stats {
        let s = self
            .0
            .stats(StatsReq { xs: xs.to_vec() })
            .await
            .expect("stats")
            .into_inner();
        Stats {
            count: s.count,
            mean: s.mean,
            min: s.min,
            max: s.max,
        }
    }
    async fn put(&mut self, r: &Record) -> PutReply {
        let r = r.clone();
        let message = PutReq {
            id: r.id,
            name: r.name,
            email: r.email,
            active: r.active,
            score: r.score,
            level: r.level,
            tags: r.tags,
            history: r.history,
            note: r.note,
            blob: r.blob,
            attrs: r.attrs,
            created: r.created,
        };
        let p = self.0.put(message).await.expect("put").into_inner();
        PutReply {
            id: p.id,
            version: p.version,
        }
    }
    fn share(&self) -> Option<Self> {
        Some(self.clone())
    }
}

fn main() {
    let args = common::args();
    match args.role {
        Role::Server => common::run_server(&args, serve),
        Role::Client => common::run_client(&args, connect),
    }
}
