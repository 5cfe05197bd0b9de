//! Large requests that wait for their turn.

use crate::lab::{Running, listen_uri, request, within};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{
    Client, Error, Limits, MethodInfo, Packager, Retry, Server, Service, ServiceInfo, Value,
};

const TRANSPORTS: &[&str] = if cfg!(feature = "http") {
    &["tcp", "unix", "http"]
} else {
    &["tcp", "unix"]
};

/// Keeps what is unpacked from being done.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    opened: Condvar,
}

#[derive(Default)]
struct State {
    /// Large requests that have begun.
    begun: usize,
    is_open: bool,
}

impl Gate {
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.begun += 1;
        let opened = self.opened.wait_while(state, |state| !state.is_open);
        drop(opened.unwrap());
    }

    fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.opened.notify_all();
    }

    async fn until_begun(&self) {
        within(async {
            while self.state.lock().unwrap().begun == 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }
}

struct Scales(Arc<Gate>);

static INFO: ServiceInfo = ServiceInfo::new(
    "Scales",
    &[MethodInfo::new("weigh"), MethodInfo::new("laterBlob")],
);

impl Service for Scales {
    fn info(&self) -> &'static ServiceInfo {
        &INFO
    }

    fn call(
        &self,
        method: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let is_blob = method == 1;
        let length = match is_blob {
            true => params.read::<(usize,)>().unwrap().0,
            false => params.read::<(String,)>().unwrap().0.len(),
        };
        if !is_blob {
            self.0.pass();
        }
        async move {
            if is_blob {
                tokio::time::sleep(Duration::from_millis(300)).await;
                return reply.finish::<_, Error>(Ok("x".repeat(length)));
            }
            reply.finish::<_, Error>(Ok(length))
        }
    }
}

/// A runtime whose thread waits at a gate does not end: a test that fails opens
/// it, too.
struct Opener(Arc<Gate>);

impl Drop for Opener {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// A server that unpacks one large request at a time, and its first caller at
/// that.
struct Scene {
    server: Running,
    gate: Opener,
    first: JoinHandle<Result<usize, Error>>,
}

impl Scene {
    async fn set(transport: &str, limits: &Limits) -> Self {
        let gate = Arc::<Gate>::default();
        let server = Server::new(Scales(Arc::clone(&gate))).with_limits(limits.clone());
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let first = weigh(&server);
        gate.until_begun().await;
        Self {
            server,
            gate: Opener(gate),
            first,
        }
    }

    async fn end(self) {
        self.gate.0.open();
        assert_eq!(within(self.first).await.unwrap().unwrap(), MEGABYTE);
        let last = weigh(&self.server);
        assert_eq!(within(last).await.unwrap().unwrap(), MEGABYTE);
    }
}

const MEGABYTE: usize = 1_000_000;

/// Calls with a body of a megabyte, on a connection of its own.
fn weigh(server: &Running) -> JoinHandle<Result<usize, Error>> {
    let client = Client::builder(&server.address)
        .packager(Packager::JSON)
        .retry(Retry::never())
        .timeout(Duration::from_secs(60))
        .build()
        .unwrap();
    let text = "x".repeat(MEGABYTE);
    tokio::spawn(async move { client.call::<_, _, Error>("weigh", &(text,)).await })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn their_bytes_count_until_they_have_begun() {
    for transport in TRANSPORTS {
        let mut limits = Limits::default();
        limits.max_unfinished_bytes = 2_500_000;
        let scene = Scene::set(transport, &limits).await;
        let queued = weigh(&scene.server);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let error = within(weigh(&scene.server)).await.unwrap().unwrap_err();
        assert_eq!(error.status(), Some(16), "{transport}: {error}");
        assert!(
            error.message().contains("unfinished"),
            "{transport}: {error}"
        );
        scene.gate.0.open();
        assert_eq!(
            within(queued).await.unwrap().unwrap(),
            MEGABYTE,
            "{transport}"
        );
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_wait_for_as_long_as_a_call_may_take() {
    for transport in TRANSPORTS {
        let mut limits = Limits::default();
        limits.call_timeout = Duration::from_millis(300);
        let scene = Scene::set(transport, &limits).await;
        let start = Instant::now();
        let error = within(weigh(&scene.server)).await.unwrap().unwrap_err();
        let lasted = start.elapsed();
        assert_eq!(error.status(), Some(16), "{transport}: {error}");
        let text = "overloaded: a large request did not get its turn within 300ms";
        assert_eq!(error.message(), text, "{transport}");
        assert!(
            lasted >= Duration::from_millis(290),
            "{transport}: {lasted:?}"
        );
        scene.end().await;
    }
}

/// Nothing moves on a connection while its request waits, and yet it is not
/// idle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_may_wait_for_longer_than_a_connection_may_be_idle() {
    let mut limits = Limits::default();
    limits.idle_timeout = Duration::from_millis(1);
    let mut waiting = Vec::new();
    for transport in TRANSPORTS {
        let scene = Scene::set(transport, &limits).await;
        waiting.push((transport, weigh(&scene.server), scene));
    }
    tokio::time::sleep(Duration::from_millis(4_500)).await;
    for (transport, queued, scene) in waiting {
        scene.gate.0.open();
        assert_eq!(
            within(queued).await.unwrap().unwrap(),
            MEGABYTE,
            "{transport}"
        );
        scene.end().await;
    }
}

/// Its answers are stuck, so nothing of it goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_peer_that_takes_no_answers_keeps_no_turn() {
    let mut limits = Limits::default();
    limits.max_body = 40_000_000;
    let scene = Scene::set("tcp", &limits).await;
    let mut stuck = scene.server.peer().await;
    let blob = vec![Value::Int(30_000_000)];
    stuck
        .send(&request(Packager::JSON, 1, "laterBlob", blob))
        .await;
    let text = vec![Value::String("x".repeat(MEGABYTE))];
    stuck.send(&request(Packager::JSON, 2, "weigh", text)).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let queued = weigh(&scene.server);
    tokio::time::sleep(Duration::from_millis(200)).await;
    scene.gate.0.open();
    assert_eq!(within(queued).await.unwrap().unwrap(), MEGABYTE);
    assert!(stuck.frame().await.len() > 30_000_000);
    assert_eq!(stuck.answer().await.1.unwrap(), Value::Int(1_000_000));
    scene.end().await;
}
