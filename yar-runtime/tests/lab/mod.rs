//! A service written by hand, and a peer that sends what it likes.

#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod chance;
pub mod descriptors;

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::{Params, RequestHead, Response, write_request};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Frame, Layout, peek};
use yar_runtime::{
    Bytes, Context, Error, MethodInfo, Packager, ParamInfo, Server, Service, ServiceInfo,
};
use yar_runtime::{Report, Stage, Value};

pub const PACKAGERS: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];
pub const LIMIT: usize = 10_485_760;

/// What the methods do.
pub struct Lab;

static INFO: ServiceInfo = ServiceInfo {
    package: "demo.lab",
    docs: "Tries <everything> out, `add<i64>` first.",
    ..ServiceInfo::new(
        "Lab",
        &[
            method("add", &[param("a", "i64"), param("b", "i64")], "i64"),
            method("echo", &[param("value", "any")], "any"),
            method("sleep", &[param("ms", "u64")], "u64"),
            method("fail", &[], ""),
            method("panic", &[], ""),
            method("panicLater", &[], ""),
            method("blob", &[param("bytes", "u64")], "string"),
            method("raw", &[], "bytes"),
            method("hold", &[param("key", "u64")], ""),
            method("about", &[param("print", "string")], "string"),
        ],
    )
};

const fn method(
    name: &'static str,
    params: &'static [ParamInfo],
    returns: &'static str,
) -> MethodInfo {
    MethodInfo {
        docs: "Says \"hello\" & more.",
        params,
        returns,
        ..MethodInfo::new(name)
    }
}

const fn param(name: &'static str, ty: &'static str) -> ParamInfo {
    ParamInfo::new(name, ty)
}

enum Call {
    Add(i64, i64),
    Echo(Value),
    Sleep(u64),
    Fail,
    Panic,
    PanicLater,
    Blob(usize),
    Raw,
    Hold(u64),
    About(Context, String),
    Refused(Error),
}

fn decode(method: usize, params: &Params<'_>, reply: &Reply) -> Call {
    let bad = |error| {
        Call::Refused(Error::new(
            Stage::Packager,
            format!("bad arguments: {error}"),
        ))
    };
    match method {
        0 => params.read().map_or_else(bad, |(a, b)| Call::Add(a, b)),
        1 => params.read().map_or_else(bad, |(value,)| Call::Echo(value)),
        2 => params.read().map_or_else(bad, |(ms,)| Call::Sleep(ms)),
        3 => Call::Fail,
        4 => Call::Panic,
        5 => Call::PanicLater,
        6 => params.read().map_or_else(bad, |(bytes,)| Call::Blob(bytes)),
        7 => Call::Raw,
        9 => params
            .read()
            .map_or_else(bad, |(text,)| Call::About(reply.context(), text)),
        8 => params.read().map_or_else(bad, |(key,)| Call::Hold(key)),
        _ => Call::Refused(Error::new(Stage::Protocol, "no such method")),
    }
}

impl Service for Lab {
    fn info(&self) -> &'static ServiceInfo {
        &INFO
    }

    fn wants_context(&self, method: usize) -> bool {
        method == 9
    }

    fn call(
        &self,
        method: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let call = decode(method, &params, &reply);
        assert!(!matches!(call, Call::Panic), "a panic while decoding");
        async move {
            match call {
                Call::Add(a, b) => reply.finish::<_, Error>(Ok(a.wrapping_add(b))),
                Call::Echo(value) => reply.finish::<_, Error>(Ok(value)),
                Call::Sleep(ms) => {
                    tokio::time::sleep(Duration::from_millis(ms)).await;
                    reply.finish::<_, Error>(Ok(ms))
                }
                Call::Fail => reply.finish::<(), _>(Err(Error::exception(7, "no luck"))),
                Call::PanicLater => {
                    tokio::task::yield_now().await;
                    panic!("a panic in the handler")
                }
                Call::Blob(bytes) => reply.finish::<_, Error>(Ok("x".repeat(bytes))),
                Call::Raw => reply.finish::<_, Error>(Ok(Bytes(vec![0xff, 0xfe]))),
                Call::Hold(key) => {
                    let _held = Held::new(key);
                    std::future::pending::<()>().await;
                    reply
                }
                Call::About(context, text) => about(&context, &text, reply).await,
                Call::Panic => reply,
                Call::Refused(error) => reply.refuse(&error),
            }
        }
    }
}

/// Prints the text, and tells all that the context knows; fails if there is
/// nothing to print.
async fn about(context: &Context, text: &str, reply: Reply) -> Reply {
    tokio::task::yield_now().await;
    context.print(text);
    context.print("!");
    let token = context.token().escape_ascii().to_string();
    let known = format!("{context:?} {token:?}");
    assert!(
        context
            .deadline()
            .is_some_and(|deadline| deadline > Instant::now())
    );
    #[cfg(feature = "http")]
    let known = format!("{known} {:?}", context.headers().get("x-trace"));
    #[cfg(feature = "http")]
    {
        use http::{HeaderName, HeaderValue};
        for (name, value) in [
            ("x-lab", "yes"),
            ("content-length", "7"),
            ("cache-control", "max-age=1"),
        ] {
            let name = HeaderName::from_static(name);
            context.set_header(name, HeaderValue::from_static(value));
        }
    }
    if text.is_empty() {
        return reply.finish::<(), _>(Err(Error::exception(7, "nothing to print")));
    }
    reply.finish::<_, Error>(Ok(known))
}

static HELD: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Known by its key for as long as the handler is there.
struct Held(u64);

impl Held {
    fn new(key: u64) -> Self {
        HELD.lock().unwrap().insert(key);
        Self(key)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.lock().unwrap().remove(&self.0);
    }
}

/// Whether the method `hold` is running with this key.
pub fn is_held(key: u64) -> bool {
    HELD.lock().unwrap().contains(&key)
}

/// Waits until the method `hold` is running with this key, or is not.
pub async fn until_held(key: u64, held: bool) {
    within(async {
        while is_held(key) != held {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
}

/// A request for the method `hold`, which never answers.
pub fn hold(id: u32, key: u64) -> Vec<u8> {
    let key = Value::Int(i64::try_from(key).unwrap());
    request(Packager::MSGPACK, id, "hold", vec![key])
}

/// A server that runs until it is told to stop.
pub struct Running {
    pub address: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Report>,
}

impl Running {
    pub async fn start(uri: &str) -> Self {
        Self::start_with(Server::new(Lab), uri).await
    }

    pub async fn start_with<S: Service>(mut server: Server<S>, uri: &str) -> Self {
        let address = server.listen(uri).await.unwrap();
        serve(server, address)
    }

    /// `host:port` of the address.
    pub fn place(&self) -> &str {
        let rest = self.address.split_once("://").unwrap().1;
        rest.split('/').next().unwrap()
    }

    pub async fn peer(&self) -> Peer {
        Peer(TcpStream::connect(self.place()).await.unwrap())
    }

    /// Says stop, and gives the server back to be waited for.
    pub fn stop(mut self) -> JoinHandle<Report> {
        let _ = self.stop.take().unwrap().send(());
        self.task
    }
}

/// Runs a server that listens already.
pub fn serve<S: Service>(server: Server<S>, address: String) -> Running {
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(server.run_until(stopped));
    Running {
        address,
        stop: Some(stop),
        task,
    }
}

/// An address for a transport, each time another one.
pub fn listen_uri(transport: &str) -> String {
    match transport {
        "unix" => format!("unix://{}", socket_path().display()),
        other => format!("{other}://127.0.0.1:0"),
    }
}

pub fn socket_path() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("yar-runtime-{}-{number}.sock", std::process::id());
    std::env::temp_dir().join(name)
}

/// A request frame that asks to keep the connection.
pub fn request(packager: Packager, id: u32, method: &str, params: Vec<Value>) -> Vec<u8> {
    request_with(packager, id, method, params, 1)
}

pub fn request_with(
    packager: Packager,
    id: u32,
    method: &str,
    params: Vec<Value>,
    reserved: u32,
) -> Vec<u8> {
    let head = RequestHead {
        id,
        layout: Layout::Yar,
        packager,
        reserved,
        provider: b"",
        token: b"",
    };
    let mut frame = Vec::new();
    write_request(&mut frame, &head, method, &params).unwrap();
    frame
}

pub fn add(id: u32, a: i64, b: i64) -> Vec<u8> {
    request(
        Packager::MSGPACK,
        id,
        "add",
        vec![Value::Int(a), Value::Int(b)],
    )
}

pub fn sleep(id: u32, ms: i64) -> Vec<u8> {
    request(Packager::MSGPACK, id, "sleep", vec![Value::Int(ms)])
}

/// A frame around any body.
pub fn frame(packager: &[u8; 8], body: &[u8]) -> Vec<u8> {
    let mut frame = vec![0; 90];
    frame[6..10].copy_from_slice(&[0x80, 0xdf, 0xec, 0x60]);
    frame[10..14].copy_from_slice(&1_u32.to_be_bytes());
    let length = u32::try_from(body.len() + 8).unwrap();
    frame[78..82].copy_from_slice(&length.to_be_bytes());
    frame[82..90].copy_from_slice(packager);
    frame.extend_from_slice(body);
    frame
}

/// Id, and result or error, of an answer.
pub fn unpack(frame: &Frame<'_>) -> (i64, Result<Value, Error>) {
    let packager = Packager::from_wire(frame.packager).unwrap();
    let limits = DecodeLimits::default();
    let response = Response::<Value>::read(packager, frame.body, &limits).unwrap();
    (response.id, response.outcome)
}

/// The other end of a connection, with no manners of its own.
pub struct Peer<Io = TcpStream>(pub Io);

impl<Io: AsyncRead + AsyncWrite + Unpin> Peer<Io> {
    pub async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// Reads one whole frame and unpacks it.
    pub async fn answer(&mut self) -> (i64, Result<Value, Error>) {
        unpack(&peek(&self.frame().await, LIMIT).unwrap().unwrap())
    }

    /// Reads one whole frame, and not a byte more.
    pub async fn frame(&mut self) -> Vec<u8> {
        let mut bytes = vec![0; 90];
        within(self.0.read_exact(&mut bytes))
            .await
            .expect("a whole header");
        let length = u32::from_be_bytes(bytes[78..82].try_into().unwrap());
        let mut body = vec![0; usize::try_from(length).unwrap() - 8];
        within(self.0.read_exact(&mut body))
            .await
            .expect("a whole body");
        bytes.extend(body);
        bytes
    }

    /// Everything up to the end of the stream, which must not be a reset.
    pub async fn rest(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        within(self.0.read_to_end(&mut bytes))
            .await
            .expect("a proper end");
        bytes
    }

    /// Asserts that the connection still serves.
    pub async fn assert_alive(&mut self) {
        self.send(&add(4242, 20, 22)).await;
        let (id, outcome) = self.answer().await;
        assert_eq!((id, outcome.unwrap()), (4242, Value::Int(42)));
    }
}

/// Ten seconds are more than any test needs.
pub async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(Duration::from_secs(10), future)
        .await
        .expect("it should not take ten seconds")
}

/// The words of an error that the peer reported, with its status.
pub fn reported(outcome: Result<Value, Error>) -> (i64, String) {
    let error = outcome.expect_err("an error answer is expected");
    (
        error.status().expect("a status"),
        error.message().to_owned(),
    )
}
