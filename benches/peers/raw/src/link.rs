//! The floor's client.

use crate::frame;
use common::{Cell, Conn, Method, PutReply, Record, Stats};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) struct Link {
    stream: TcpStream,
    input: Vec<u8>,
}

pub(crate) async fn connect(addr: SocketAddr) -> Link {
    let stream = TcpStream::connect(addr).await.expect("connect");
    stream.set_nodelay(true).expect("nodelay");
    Link {
        stream,
        input: vec![0; 16 * 1024],
    }
}

impl Link {
    async fn call(&mut self, method: Method) {
        let (request, reply) = frame::request(method);
        self.stream.write_all(request).await.expect("write");
        let mut filled = 0;
        while filled < reply {
            let rest = &mut self.input[filled..];
            let count = self.stream.read(rest).await.expect("read");
            assert!(count > 0, "closed");
            filled += count;
        }
    }
}

/// There is no codec, so the answers that the driver checks are made up.
impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        self.call(Method::Add).await;
        a + b
    }

    async fn echo(&mut self, _: &str) -> String {
        self.call(Method::Echo).await;
        " ".repeat(512)
    }

    async fn stats(&mut self, xs: &[f64]) -> Stats {
        self.call(Method::Stats).await;
        common::stats_of(xs)
    }

    async fn put(&mut self, r: &Record) -> PutReply {
        self.call(Method::Put).await;
        common::put_of(r)
    }

    fn share(&self) -> Option<Self> {
        None
    }
}

/// The bound for one shared connection: no callers at all, a frame for each
/// written at once, then as many replies read.
pub(crate) async fn pipelined(cell: &Cell) {
    let (request, reply) = frame::request(cell.method);
    let batch = request.repeat(cell.callers);
    let stream = TcpStream::connect(cell.addr).await.expect("connect");
    stream.set_nodelay(true).expect("nodelay");
    let (mut reader, mut writer) = stream.into_split();
    let mut input = vec![0; 64 * 1024];
    // One state for all batches: the borrow ends with each batch.
    let state = tokio::sync::Mutex::new((&mut reader, &mut writer, &mut input));
    let (state, batch) = (&state, &batch);
    common::run_batches(cell, || async move {
        let mut state = state.lock().await;
        let (reader, writer, input) = &mut *state;
        let read = async {
            let mut left = reply * cell.callers;
            while left > 0 {
                let count = reader.read(input).await.expect("read");
                assert!(count > 0, "closed");
                left -= count;
            }
        };
        let (written, ()) = tokio::join!(writer.write_all(batch), read);
        written.expect("write");
        cell.callers as u64
    })
    .await;
}
