//! The control port of a server: each line is answered with what the process
//! has used so far. It is a thread that sleeps between two questions.

use crate::{alloc, process};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

/// What the control port answers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Probe {
    pub(crate) cpu_us: u64,
    pub(crate) rss: u64,
    pub(crate) allocs: u64,
    pub(crate) bytes: u64,
    pub(crate) switches: u64,
}

/// The client's end.
pub(crate) struct Control {
    reader: BufReader<TcpStream>,
    out: TcpStream,
}

impl Control {
    pub(crate) fn open(port: u16) -> Self {
        let out = TcpStream::connect(("127.0.0.1", port)).expect("control port");
        let reader = BufReader::new(out.try_clone().expect("clone"));
        Self { reader, out }
    }

    /// `stat` asks; `count on` and `count off` also switch the counting of
    /// allocations.
    pub(crate) fn ask(&mut self, line: &str) -> Probe {
        let question = format!("{line}\n");
        self.out
            .write_all(question.as_bytes())
            .expect("control write");
        let mut text = String::new();
        self.reader.read_line(&mut text).expect("control read");
        let mut numbers = text.split_whitespace().map(|word| word.parse());
        let mut next = || numbers.next().and_then(Result::ok).unwrap_or(0);
        Probe {
            cpu_us: next(),
            rss: next(),
            allocs: next(),
            bytes: next(),
            switches: next(),
        }
    }
}

/// Starts the server's end and returns its port.
pub(crate) fn start() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("bind control");
    let port = listener.local_addr().expect("address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || serve(stream));
        }
    });
    port
}

fn serve(stream: TcpStream) {
    let Ok(mut out) = stream.try_clone() else {
        return;
    };
    for line in BufReader::new(stream).lines() {
        let Ok(line) = line else { return };
        if out.write_all(answer(line.trim()).as_bytes()).is_err() {
            return;
        }
    }
}

fn answer(question: &str) -> String {
    match question {
        "count on" => alloc::set(true),
        "count off" => alloc::set(false),
        _ => {}
    }
    let (calls, bytes) = alloc::totals();
    let (cpu, rss) = (process::cpu_us(), process::rss_bytes());
    format!("{cpu} {rss} {calls} {bytes} {}\n", process::switches())
}
