//! volo-thrift, framed-or-ttheader default codec; variants `pingpong` (a pool
//! with one connection per client) and `mux` (many calls on one connection).

use common::{Conn, PutReply, Record, Role, Stats};
use pilota::{Bytes, FastStr};
use std::net::SocketAddr;
use volo_thrift::ServerError;

#[allow(warnings, unsafe_code, clippy::all, reason = "generated code")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/volo_gen.rs"));
}
use generated::volo_gen::bench as idl;

struct Service;

impl idl::Bench for Service {
    async fn add(&self, a: i64, b: i64) -> Result<i64, ServerError> {
        Ok(a + b)
    }
    async fn echo(&self, s: FastStr) -> Result<FastStr, ServerError> {
        Ok(s)
    }
    async fn stats(&self, xs: Vec<f64>) -> Result<idl::Stats, ServerError> {
        let s = common::stats_of(&xs);
        Ok(idl::Stats {
            count: s.count,
            mean: s.mean,
            min: s.min,
            max: s.max,
        })
    }
    async fn put(&self, r: idl::Record) -> Result<idl::PutReply, ServerError> {
        let version = common::version_of(
            r.tags.len(),
            r.history.iter().sum(),
            r.blob.len(),
            r.attrs.len(),
        );
        Ok(idl::PutReply { id: r.id, version })
    }
}

async fn serve(listener: std::net::TcpListener, mux: bool) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("listener");
    let incoming = volo::net::incoming::DefaultIncoming::from(listener);
    idl::BenchServer::new(Service)
        .multiplex(mux)
        .run(incoming)
        .await
        .expect("serve");
}

struct Link {
    client: idl::BenchClient,
    mux: bool,
}

async fn connect(addr: SocketAddr, mux: bool) -> Link {
    let client = idl::BenchClientBuilder::new("bench")
        .address(volo::net::Address::from(addr))
        .multiplex(mux)
        .build();
    Link { client, mux }
}

fn fast(s: &str) -> FastStr {
    FastStr::new(s)
}

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.client.add(a, b).await.expect("add")
    }
    async fn echo(&mut self, s: &str) -> String {
        self.client.echo(fast(s)).await.expect("echo").to_string()
    }
    async fn stats(&mut self, xs: &[f64]) -> Stats {
        let s = self.client.stats(xs.to_vec()).await.expect("stats");
        Stats {
            count: s.count,
            mean: s.mean,
            min: s.min,
            max: s.max,
        }
    }
    async fn put(&mut self, r: &Record) -> PutReply {
        let message = idl::Record {
            id: r.id,
            name: fast(&r.name),
            email: fast(&r.email),
            active: r.active,
            score: r.score,
            level: r.level,
            tags: r.tags.iter().map(|t| fast(t)).collect(),
            history: r.history.clone(),
            note: r.note.as_deref().map(fast),
            blob: Bytes::copy_from_slice(&r.blob),
            attrs: r.attrs.iter().map(|(k, v)| (fast(k), fast(v))).collect(),
            created: r.created,
        };
        let p = self.client.put(message).await.expect("put");
        PutReply {
            id: p.id,
            version: p.version,
        }
    }
    fn share(&self) -> Option<Self> {
        // Without multiplexing a client is a pool, not one connection.
        self.mux.then(|| Link {
            client: self.client.clone(),
            mux: true,
        })
    }
}

fn main() {
    let args = common::args();
    let mux = args.variant == "mux";
    match args.role {
        Role::Server => common::run_server(&args, |l| serve(l, mux)),
        Role::Client => common::run_client(&args, |a| connect(a, mux)),
    }
}
