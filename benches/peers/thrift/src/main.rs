//! Apache Thrift's own crate: binary protocol, buffered transport, blocking
//! sockets, a thread per connection (its `TServer` would cap the connections
//! at its pool's size).

use common::{BlockingConn, PutReply, Record, Role, Stats};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use thrift::OrderedFloat;
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::server::TProcessor;
use thrift::transport::{
    ReadHalf, TBufferedReadTransport, TBufferedWriteTransport, TIoChannel, TTcpChannel, WriteHalf,
};

#[allow(warnings, unsafe_code, clippy::all, reason = "generated code")]
mod idl {
    include!(concat!(env!("OUT_DIR"), "/bench_module.rs"));
}
use idl::{BenchSyncHandler, BenchSyncProcessor, TBenchSyncClient};

struct Service;

impl BenchSyncHandler for Service {
    fn handle_add(&self, a: i64, b: i64) -> thrift::Result<i64> {
        Ok(a + b)
    }
    fn handle_echo(&self, s: String) -> thrift::Result<String> {
        Ok(s)
    }
    fn handle_stats(&self, xs: Vec<OrderedFloat<f64>>) -> thrift::Result<idl::Stats> {
        let xs: Vec<f64> = xs.into_iter().map(|x| x.0).collect();
        let s = common::stats_of(&xs);
        Ok(idl::Stats::new(
            s.count,
            OrderedFloat(s.mean),
            OrderedFloat(s.min),
            OrderedFloat(s.max),
        ))
    }
    fn handle_put(&self, r: idl::Record) -> thrift::Result<idl::PutReply> {
        let version = common::version_of(
            r.tags.len(),
            r.history.iter().sum(),
            r.blob.len(),
            r.attrs.len(),
        );
        Ok(idl::PutReply::new(r.id, version))
    }
}

type Input = TBinaryInputProtocol<TBufferedReadTransport<ReadHalf<TTcpChannel>>>;
type Output = TBinaryOutputProtocol<TBufferedWriteTransport<WriteHalf<TTcpChannel>>>;

fn protocols(stream: TcpStream) -> (Input, Output) {
    stream.set_nodelay(true).expect("nodelay");
    let (rd, wr) = TTcpChannel::with_stream(stream).split().expect("split");
    (
        TBinaryInputProtocol::new(TBufferedReadTransport::new(rd), true),
        TBinaryOutputProtocol::new(TBufferedWriteTransport::new(wr), true),
    )
}

fn serve(listener: TcpListener) {
    let processor = Arc::new(BenchSyncProcessor::new(Service));
    for stream in listener.incoming().flatten() {
        let processor = processor.clone();
        let _ = std::thread::Builder::new()
            .stack_size(128 * 1024)
            .spawn(move || {
                let (mut input, mut output) = protocols(stream);
                while processor.process(&mut input, &mut output).is_ok() {}
            });
    }
}

struct Link(idl::BenchSyncClient<Input, Output>);

fn connect(addr: SocketAddr) -> Link {
    let (input, output) = protocols(TcpStream::connect(addr).expect("connect"));
    Link(idl::BenchSyncClient::new(input, output))
}

impl BlockingConn for Link {
    fn add(&mut self, a: i64, b: i64) -> i64 {
        self.0.add(a, b).expect("add")
    }
    fn echo(&mut self, s: &str) -> String {
        self.0.echo(s.to_string()).expect("echo")
    }
    fn stats(&mut self, xs: &[f64]) -> Stats {
        let s = self
            .0
            .stats(xs.iter().map(|&x| OrderedFloat(x)).collect())
            .expect("stats");
        Stats {
            count: s.count,
            mean: s.mean.0,
            min: s.min.0,
            max: s.max.0,
        }
    }
    fn put(&mut self, r: &Record) -> PutReply {
        let r = r.clone();
        let message = idl::Record::new(
            r.id,
            r.name,
            r.email,
            r.active,
            OrderedFloat(r.score),
            r.level,
            r.tags,
            r.history,
            r.note,
            r.blob,
            r.attrs.into_iter().collect(),
            r.created,
        );
        let p = self.0.put(message).expect("put");
        PutReply {
            id: p.id,
            version: p.version,
        }
    }
}

fn main() {
    let args = common::args();
    match args.role {
        Role::Server => common::run_blocking_server(serve),
        Role::Client => common::run_blocking_client(&args, connect),
    }
}
