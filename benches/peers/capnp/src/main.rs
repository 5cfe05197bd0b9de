//! capnp-rpc, two-party over TCP. Its futures are not `Send`: server and client
//! run on one thread each, whatever `--rt` says.

use capnp::capability::Rc;
use capnp_rpc::rpc_twoparty_capnp::Side;
use capnp_rpc::{RpcSystem, twoparty};
use common::{LocalConn, PutReply, Record, Role, Stats};
use futures::AsyncReadExt;
use std::net::SocketAddr;
use tokio_util::compat::TokioAsyncReadCompatExt;

#[allow(warnings, unsafe_code, clippy::all, reason = "generated code")]
mod bench_capnp {
    include!(concat!(env!("OUT_DIR"), "/bench_capnp.rs"));
}
use bench_capnp::bench;

struct Service;

impl bench::Server for Service {
    async fn add(
        self: Rc<Self>,
        p: bench::AddParams,
        mut r: bench::AddResults,
    ) -> Result<(), capnp::Error> {
        let p = p.get()?;
        r.get().set_sum(p.get_a() + p.get_b());
        Ok(())
    }
    async fn echo(
        self: Rc<Self>,
        p: bench::EchoParams,
        mut r: bench::EchoResults,
    ) -> Result<(), capnp::Error> {
        r.get().set_s(p.get()?.get_s()?);
        Ok(())
    }
    async fn stats(
        self: Rc<Self>,
        p: bench::StatsParams,
        mut r: bench::StatsResults,
    ) -> Result<(), capnp::Error> {
        let xs: Vec<f64> = p.get()?.get_xs()?.iter().collect();
        let s = common::stats_of(&xs);
        let mut out = r.get().init_stats();
        out.set_count(s.count);
        out.set_mean(s.mean);
        out.set_min(s.min);
        out.set_max(s.max);
        Ok(())
    }
    async fn put(
        self: Rc<Self>,
        p: bench::PutParams,
        mut r: bench::PutResults,
    ) -> Result<(), capnp::Error> {
        let record = p.get()?.get_r()?;
        let version = common::version_of(
            record.get_tags()?.len() as usize,
            record.get_history()?.iter().sum(),
            record.get_blob()?.len(),
            record.get_attrs()?.len() as usize,
        );
        let mut out = r.get().init_reply();
        out.set_id(record.get_id());
        out.set_version(version);
        Ok(())
    }
}

fn network(
    stream: tokio::net::TcpStream,
    side: Side,
) -> Box<twoparty::VatNetwork<impl futures::AsyncRead + Unpin + 'static>> {
    stream.set_nodelay(true).expect("nodelay");
    let (rd, wr) = TokioAsyncReadCompatExt::compat(stream).split();
    Box::new(twoparty::VatNetwork::new(
        futures::io::BufReader::new(rd),
        futures::io::BufWriter::new(wr),
        side,
        Default::default(),
    ))
}

async fn serve(listener: std::net::TcpListener) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("listener");
    let client: bench::Client = capnp_rpc::new_client(Service);
    while let Ok((stream, _)) = listener.accept().await {
        let system = RpcSystem::new(network(stream, Side::Server), Some(client.clone().client));
        tokio::task::spawn_local(system);
    }
}

struct Link(bench::Client);

async fn connect(addr: SocketAddr) -> Link {
    let stream = tokio::net::TcpStream::connect(addr).await.expect("connect");
    let mut system = RpcSystem::new(network(stream, Side::Client), None);
    let client = system.bootstrap(Side::Server);
    tokio::task::spawn_local(system);
    Link(client)
}

impl LocalConn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        let mut call = self.0.add_request();
        call.get().set_a(a);
        call.get().set_b(b);
        let reply = call.send().promise.await.expect("add");
        reply.get().expect("add").get_sum()
    }
    async fn echo(&mut self, s: &str) -> String {
        let mut call = self.0.echo_request();
        call.get().set_s(s);
        let reply = call.send().promise.await.expect("echo");
        let text = reply.get().expect("echo").get_s().expect("text");
        text.to_string().expect("utf-8")
    }
    async fn stats(&mut self, xs: &[f64]) -> Stats {
        let mut call = self.0.stats_request();
        let mut list = call.get().init_xs(xs.len() as u32);
        for (i, &x) in xs.iter().enumerate() {
            list.set(i as u32, x);
        }
        let reply = call.send().promise.await.expect("stats");
        let s = reply.get().expect("stats").get_stats().expect("stats");
        Stats {
            count: s.get_count(),
            mean: s.get_mean(),
            min: s.get_min(),
            max: s.get_max(),
        }
    }
    async fn put(&mut self, r: &Record) -> PutReply {
        let mut call = self.0.put_request();
        let mut out = call.get().init_r();
        out.set_id(r.id);
        out.set_name(&r.name[..]);
        out.set_email(&r.email[..]);
        out.set_active(r.active);
        out.set_score(r.score);
        out.set_level(r.level);
        let mut tags = out.reborrow().init_tags(r.tags.len() as u32);
        for (i, tag) in r.tags.iter().enumerate() {
            tags.set(i as u32, &tag[..]);
        }
        let mut history = out.reborrow().init_history(r.history.len() as u32);
        for (i, &x) in r.history.iter().enumerate() {
            history.set(i as u32, x);
        }
        out.set_note(r.note.as_deref().unwrap_or_default());
        out.set_blob(&r.blob);
        let mut attrs = out.reborrow().init_attrs(r.attrs.len() as u32);
        for (i, (key, value)) in r.attrs.iter().enumerate() {
            let mut pair = attrs.reborrow().get(i as u32);
            pair.set_key(&key[..]);
            pair.set_value(&value[..]);
        }
        out.set_created(r.created);
        let reply = call.send().promise.await.expect("put");
        let p = reply.get().expect("put").get_reply().expect("put");
        PutReply {
            id: p.get_id(),
            version: p.get_version(),
        }
    }
    fn share(&self) -> Option<Self> {
        Some(Link(self.0.clone()))
    }
}

fn main() {
    let args = common::args();
    match args.role {
        Role::Server => common::run_local_server(serve),
        Role::Client => common::run_client_local(&args, connect),
    }
}
