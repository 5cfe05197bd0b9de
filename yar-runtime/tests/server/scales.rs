//! A service that unpacks large requests for as long as a test likes.

use crate::lab::{Running, listen_uri, within};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{
    Client, Error, Limits, MethodInfo, Packager, Retry, Server, Service, ServiceInfo,
};

pub(crate) const TRANSPORTS: &[&str] = if cfg!(feature = "http") {
    &["tcp", "unix", "http"]
} else {
    &["tcp", "unix"]
};

/// Keeps what is unpacked from being done.
#[derive(Default)]
pub(crate) struct Gate {
    state: Mutex<State>,
    opened: Condvar,
}

#[derive(Default)]
struct State {
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

    pub(crate) fn open(&self) {
        self.state.lock().unwrap().is_open = true;
        self.opened.notify_all();
    }

    /// Large requests that have begun.
    pub(crate) fn begun(&self) -> usize {
        self.state.lock().unwrap().begun
    }

    async fn until_begun(&self) {
        within(async {
            while self.begun() == 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }
}

pub(crate) struct Scales(pub(crate) Arc<Gate>);

static INFO: ServiceInfo = ServiceInfo::new(
    "Scales",
    &[
        MethodInfo::new("weigh"),
        MethodInfo::new("laterBlob"),
        MethodInfo::new("small"),
    ],
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
        let length = match method {
            0 => params.read::<(String,)>().unwrap().0.len(),
            1 => params.read::<(usize,)>().unwrap().0,
            _ => 0,
        };
        if method == 0 {
            self.0.pass();
        }
        async move {
            if method == 1 {
                tokio::time::sleep(Duration::from_millis(300)).await;
                return reply.finish::<_, Error>(Ok("x".repeat(length)));
            }
            reply.finish::<_, Error>(Ok(length))
        }
    }
}

/// A runtime whose thread waits at a gate does not end: a test that fails opens
/// it, too.
pub(crate) struct Opener(pub(crate) Arc<Gate>);

impl Drop for Opener {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// A server that unpacks one large request at a time, and its first caller at
/// that.
pub(crate) struct Scene {
    pub(crate) server: Running,
    pub(crate) gate: Opener,
    pub(crate) first: JoinHandle<Result<usize, Error>>,
}

impl Scene {
    pub(crate) async fn set(transport: &str, limits: &Limits) -> Self {
        let gate = Arc::<Gate>::default();
        let server = Server::new(Scales(Arc::clone(&gate))).with_limits(limits.clone());
        Self::of(server, gate, transport).await
    }

    pub(crate) async fn of(server: Server<Scales>, gate: Arc<Gate>, transport: &str) -> Self {
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let first = weigh(&server);
        gate.until_begun().await;
        Self {
            server,
            gate: Opener(gate),
            first,
        }
    }

    pub(crate) async fn end(self) {
        self.gate.0.open();
        assert_eq!(within(self.first).await.unwrap().unwrap(), MEGABYTE);
        // Where connections are few, one that has just ended may still count.
        let last = within(async {
            loop {
                if let Ok(length) = weigh(&self.server).await.unwrap() {
                    return length;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        assert_eq!(last.await, MEGABYTE);
    }
}

pub(crate) const MEGABYTE: usize = 1_000_000;

fn client(server: &Running) -> Client {
    Client::builder(&server.address)
        .packager(Packager::JSON)
        .retry(Retry::never())
        .timeout(Duration::from_secs(60))
        .build()
        .unwrap()
}

/// Calls with a body of a megabyte, on a connection of its own.
pub(crate) fn weigh(server: &Running) -> JoinHandle<Result<usize, Error>> {
    let client = client(server);
    let text = "x".repeat(MEGABYTE);
    tokio::spawn(async move { client.call::<_, _, Error>("weigh", &(text,)).await })
}

/// The same with next to none.
pub(crate) async fn small(server: &Running) -> Result<usize, Error> {
    within(client(server).call::<_, _, Error>("small", &())).await
}
