//! A thousand connections at once, every call accounted for.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;
use tokio::sync::{Barrier, Mutex, Semaphore, oneshot};
use tokio::task::JoinSet;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::{Params, RequestHead, write_request};
use yar_runtime::wire::{Layout, RESERVED_KEEP};
use yar_runtime::{Client, Error, MethodInfo, Packager, Report, Server, Service, ServiceInfo};

const CONNECTIONS: usize = 1_000;
const CALLS: usize = 12;
/// Sockets on both sides, and what else a process needs.
const DESCRIPTORS: usize = CONNECTIONS * 2 + 100;

/// Counts its calls.
struct Counts {
    added: AtomicUsize,
    waiting: AtomicUsize,
    waited: AtomicUsize,
    /// Closed when those that wait may go on.
    gate: Semaphore,
}

impl Counts {
    fn new() -> Self {
        Self {
            added: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            waited: AtomicUsize::new(0),
            gate: Semaphore::new(0),
        }
    }
}

struct Counter(Arc<Counts>);

static INFO: ServiceInfo = ServiceInfo {
    package: "load",
    ..ServiceInfo::new("Counter", &[method("add"), method("wait")])
};

const fn method(name: &'static str) -> MethodInfo {
    MethodInfo {
        returns: "u64",
        ..MethodInfo::new(name)
    }
}

impl Service for Counter {
    fn info(&self) -> &'static ServiceInfo {
        &INFO
    }

    fn call(
        &self,
        method: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let (first, second) = params.read::<(u64, u64)>().unwrap();
        let counts = Arc::clone(&self.0);
        async move {
            if method == 0 {
                counts.added.fetch_add(1, SeqCst);
            } else {
                counts.waiting.fetch_add(1, SeqCst);
                let _ = counts.gate.acquire().await;
                counts.waited.fetch_add(1, SeqCst);
            }
            reply.finish::<_, Error>(Ok(first + second))
        }
    }
}

/// Descriptors and memory are counted for the whole process.
static ALONE: Mutex<()> = Mutex::const_new(());

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Most shells allow 1,024 descriptors, which a thousand connections exceed
/// twice: then the test runs once more, in a shell that allows more.
fn has_room(test: &str) -> bool {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.unwrap().split_whitespace().nth(3).unwrap();
    if soft == "unlimited" || soft.parse::<usize>().unwrap() >= DESCRIPTORS {
        return true;
    }
    let command = format!("ulimit -n {DESCRIPTORS} && exec \"$0\" --exact {test}");
    let program = std::env::current_exe().unwrap();
    let status = std::process::Command::new("sh")
        .args(["-c", &command])
        .arg(program)
        .status();
    assert!(status.unwrap().success(), "with {DESCRIPTORS} descriptors");
    false
}

fn run(test: &str, uri: &str) {
    let _alone = ALONE.blocking_lock();
    if !has_room(test) {
        return;
    }
    let before = descriptors();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(call_over_a_thousand_connections(uri));
    drop(runtime);
    assert_eq!(descriptors(), before, "sockets are left");
}

/// Bytes of this process's memory in use.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// Connections that lie idle after a call, and the most that one may take.
fn lie_idle(test: &str, uri: &str, most: usize) {
    use std::io::{Read, Write};
    let _alone = ALONE.blocking_lock();
    if !has_room(test) {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut server = Server::new(Counter(Arc::new(Counts::new())));
    let address = runtime.block_on(server.listen(uri)).unwrap();
    runtime.spawn(server.run_until(std::future::pending::<()>()));
    let place = address.split("://").nth(1).unwrap().trim_end_matches('/');
    let frame = add_frame();
    let mut bytes = frame.clone();
    if uri.starts_with("http") {
        let length = frame.len();
        let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
        bytes = [head.as_bytes(), &frame].concat();
    }
    let call = || {
        let mut stream = std::net::TcpStream::connect(place).unwrap();
        stream.write_all(&bytes).unwrap();
        assert!(stream.read(&mut [0; 4096]).unwrap() > 90);
        stream
    };
    drop((0..10).map(|_| call()).collect::<Vec<_>>());
    let before = resident();
    let idle: Vec<_> = (0..CONNECTIONS).map(|_| call()).collect();
    std::thread::sleep(Duration::from_millis(400));
    let each = resident().saturating_sub(before) / idle.len();
    assert!(
        each <= most,
        "an idle connection takes {each} bytes, {most} at most"
    );
}

fn add_frame() -> Vec<u8> {
    let head = RequestHead {
        id: 7,
        layout: Layout::Yar,
        packager: Packager::MSGPACK,
        reserved: RESERVED_KEEP,
        provider: b"",
        token: b"",
    };
    let mut frame = Vec::new();
    write_request(&mut frame, &head, "add", &(1_u64, 2_u64)).unwrap();
    frame
}

#[test]
fn idle_connections_over_tcp_are_small() {
    let test = "idle_connections_over_tcp_are_small";
    lie_idle(test, "tcp://127.0.0.1:0", 3 * 1024);
}

#[cfg(feature = "http")]
#[test]
fn idle_connections_over_http_are_small() {
    let test = "idle_connections_over_http_are_small";
    lie_idle(test, "http://127.0.0.1:0", 8 * 1024);
}

/// Waits for this many open descriptors: on a busy machine one that has had
/// its use, such as that of a name that was looked up, goes a little later.
async fn settle(expected: usize) {
    let started = std::time::Instant::now();
    loop {
        let open = descriptors();
        if open == expected {
            return;
        }
        let patience = started.elapsed() < Duration::from_secs(10);
        assert!(
            patience,
            "{open} descriptors are open instead of {expected}"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn call_over_a_thousand_connections(uri: &str) {
    let counts = Arc::new(Counts::new());
    let mut server = Server::new(Counter(Arc::clone(&counts)));
    let address = server.listen(uri).await.unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(server.run_until(stopped));
    let idle = descriptors();
    let all_connected = Arc::new(Barrier::new(CONNECTIONS + 1));
    let mut callers = JoinSet::new();
    for number in 0..CONNECTIONS {
        let client = Client::builder(&address)
            .max_connections(1)
            .connect_timeout(Duration::from_secs(20))
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        callers.spawn(call(client, number as u64, Arc::clone(&all_connected)));
    }
    all_connected.wait().await;
    settle(idle + CONNECTIONS * 2).await;
    assert_eq!(counts.added.load(SeqCst), CONNECTIONS * CALLS);
    while counts.waiting.load(SeqCst) < CONNECTIONS {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // They all wait now; the server ends when they have been answered.
    stop.send(()).unwrap();
    while yar_runtime::connect::<Client>(&address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    counts.gate.close();
    let report: Report = server.await.unwrap();
    assert_eq!((report.finished, report.cut_off), (CONNECTIONS, 0));
    let mut answered = 0;
    while let Some(ended) = callers.join_next().await {
        answered += ended.unwrap();
    }
    assert_eq!(answered, CONNECTIONS * (CALLS + 1));
    assert_eq!(counts.waited.load(SeqCst), CONNECTIONS);
    assert_eq!(counts.added.load(SeqCst), CONNECTIONS * CALLS);
}

/// The number of right answers to all of its calls.
async fn call(client: Client, number: u64, all_connected: Arc<Barrier>) -> usize {
    for call in 0..CALLS as u64 {
        let sum = client.call::<_, u64, Error>("add", &(number * 1_000, call));
        assert_eq!(sum.await.unwrap(), number * 1_000 + call);
    }
    all_connected.wait().await;
    let sum = client.call::<_, u64, Error>("wait", &(number, 1_u64));
    assert_eq!(sum.await.unwrap(), number + 1);
    CALLS + 1
}

#[test]
fn over_tcp() {
    run("over_tcp", "tcp://127.0.0.1:0");
}

#[test]
fn over_unix_sockets() {
    let name = format!("yar-load-{}.sock", std::process::id());
    let path = std::env::temp_dir().join(name);
    run("over_unix_sockets", &format!("unix://{}", path.display()));
}

#[cfg(feature = "http")]
#[test]
fn over_http() {
    run("over_http", "http://127.0.0.1:0");
}
