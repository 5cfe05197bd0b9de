//! The four calls written by hand over the floor's sockets: MSGPACK for exactly
//! these types, one way to write each, nothing else understood, no limits, no
//! deadlines, one call at a time. What a call costs that does its own work and
//! no more.

use crate::pack::{Reader, Writer};
use common::{Conn, PutReply, Record, Stats};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const HEAD: usize = 90;
const BODY_LEN: usize = 78;

pub(crate) async fn connection(mut stream: TcpStream) {
    let mut input = vec![0_u8; 16 * 1024];
    let mut output = Vec::with_capacity(1024);
    let mut filled = 0;
    loop {
        match stream.read(&mut input[filled..]).await {
            Ok(count) if count > 0 => filled += count,
            _ => return,
        }
        let Some(body) = body(&input[..filled]) else {
            continue;
        };
        answer(body, &mut output);
        filled = 0;
        if stream.write_all(&output).await.is_err() {
            return;
        }
        output.clear();
    }
}

/// The body of a frame that is there as a whole; callers wait for each answer,
/// so that nothing is behind it.
fn body(input: &[u8]) -> Option<&[u8]> {
    let len = input.get(BODY_LEN..BODY_LEN + 4)?.try_into().expect("four");
    input.get(HEAD..HEAD + u32::from_be_bytes(len) as usize)
}

fn answer(body: &[u8], output: &mut Vec<u8>) {
    let mut request = Reader(body);
    request.map(3);
    request.key("i");
    let id = request.int();
    request.key("m");
    let method = request.text();
    request.key("p");
    output.resize(HEAD, 0);
    let mut reply = Writer(output);
    reply.map(5);
    reply.key("i");
    reply.int(id);
    reply.key("s");
    reply.int(0);
    reply.key("r");
    match method {
        "add" => {
            request.list(2);
            reply.int(request.int() + request.int());
        }
        "echo" => {
            request.list(1);
            let text = request.text().to_owned();
            reply.text(&text);
        }
        "stats" => {
            request.list(1);
            let floats = request.floats();
            reply.stats(&common::stats_of(&floats));
        }
        _ => {
            request.list(1);
            let record = request.record();
            reply.put(&common::put_of(&record));
        }
    }
    reply.key("o");
    reply.text("");
    reply.key("e");
    reply.text("");
    finish(output);
}

/// Tells the head how long the body is.
fn finish(frame: &mut [u8]) {
    let len = u32::try_from(frame.len() - HEAD).expect("a short frame");
    frame[BODY_LEN..BODY_LEN + 4].copy_from_slice(&len.to_be_bytes());
}

pub(crate) struct Link {
    stream: TcpStream,
    input: Vec<u8>,
    output: Vec<u8>,
    id: i64,
}

pub(crate) async fn connect(addr: SocketAddr) -> Link {
    let stream = TcpStream::connect(addr).await.expect("connect");
    stream.set_nodelay(true).expect("nodelay");
    Link {
        stream,
        input: vec![0; 16 * 1024],
        output: Vec::with_capacity(1024),
        id: 0x0102_0304,
    }
}

impl Link {
    async fn call<T>(
        &mut self,
        method: &str,
        write: impl FnOnce(&mut Writer<'_>),
        read: impl FnOnce(&mut Reader<'_>) -> T,
    ) -> T {
        self.output.clear();
        self.output.resize(HEAD, 0);
        self.id += 1;
        let mut request = Writer(&mut self.output);
        request.map(3);
        request.key("i");
        request.int(self.id);
        request.key("m");
        request.text(method);
        request.key("p");
        write(&mut request);
        finish(&mut self.output);
        self.stream.write_all(&self.output).await.expect("write");
        let mut filled = 0;
        loop {
            let rest = &mut self.input[filled..];
            let count = self.stream.read(rest).await.expect("read");
            assert!(count > 0, "closed");
            filled += count;
            if let Some(body) = body(&self.input[..filled]) {
                let mut reply = Reader(body);
                reply.map(5);
                reply.key("i");
                assert_eq!(reply.int(), self.id);
                reply.key("s");
                assert_eq!(reply.int(), 0);
                reply.key("r");
                return read(&mut reply);
            }
        }
    }
}

impl Conn for Link {
    async fn add(&mut self, a: i64, b: i64) -> i64 {
        let write = |to: &mut Writer<'_>| {
            to.list(2);
            to.int(a);
            to.int(b);
        };
        self.call("add", write, |from| from.int()).await
    }

    async fn echo(&mut self, s: &str) -> String {
        let write = |to: &mut Writer<'_>| {
            to.list(1);
            to.text(s);
        };
        self.call("echo", write, |from| from.text().to_owned())
            .await
    }

    async fn stats(&mut self, xs: &[f64]) -> Stats {
        let write = |to: &mut Writer<'_>| {
            to.list(1);
            to.floats(xs);
        };
        self.call("stats", write, |from| from.stats()).await
    }

    async fn put(&mut self, r: &Record) -> PutReply {
        let write = |to: &mut Writer<'_>| {
            to.list(1);
            to.record(r);
        };
        self.call("put", write, |from| from.put()).await
    }

    fn share(&self) -> Option<Self> {
        None
    }
}
