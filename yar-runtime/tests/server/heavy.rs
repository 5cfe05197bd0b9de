//! Large requests beside small ones.

use crate::lab::{Running, within};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{Client, Error, MethodInfo, Packager, Server, Service, ServiceInfo};

/// Small calls that were served.
static SMALL: AtomicUsize = AtomicUsize::new(0);
/// Large ones that are being unpacked.
static UNPACKING: AtomicUsize = AtomicUsize::new(0);
static TOGETHER: AtomicUsize = AtomicUsize::new(0);
static MAY_WAIT: AtomicBool = AtomicBool::new(true);

/// Takes as long to unpack as it takes others to have a call served.
struct Slow;

impl<'de> Deserialize<'de> for Slow {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let together = UNPACKING.fetch_add(1, SeqCst) + 1;
        TOGETHER.fetch_max(together, SeqCst);
        let text = String::deserialize(deserializer)?;
        let (start, before) = (Instant::now(), SMALL.load(SeqCst));
        let is_large = text.len() > 300_000;
        while is_large && MAY_WAIT.load(SeqCst) && SMALL.load(SeqCst) < before + 3 {
            assert!(
                start.elapsed() < Duration::from_secs(8),
                "nobody else is served"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        UNPACKING.fetch_sub(1, SeqCst);
        Ok(Self)
    }
}

struct Scales;

static INFO: ServiceInfo = ServiceInfo::new("Scales", &[method("small"), method("large")]);

const fn method(name: &'static str) -> MethodInfo {
    MethodInfo::new(name)
}

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
        if method == 0 {
            SMALL.fetch_add(1, SeqCst);
        } else {
            params.read::<(Slow,)>().unwrap();
        }
        async move { reply.finish::<_, Error>(Ok(())) }
    }
}

fn client(address: &str) -> Client {
    let client = Client::builder(address).packager(Packager::JSON);
    client.max_connections(1).build().unwrap()
}

async fn call<T: Serialize>(client: &Client, method: &str, argument: T) {
    let outcome = client.call::<_, (), Error>(method, &(argument,)).await;
    outcome.unwrap();
}

/// One worker would be enough to lose.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn small_calls_are_served_while_a_large_one_is_unpacked() {
    let transports: &[&str] = if cfg!(feature = "http") {
        &["tcp", "http"]
    } else {
        &["tcp"]
    };
    let large = "x".repeat(400_000);
    for transport in transports {
        MAY_WAIT.store(true, SeqCst);
        let uri = format!("{transport}://127.0.0.1:0");
        let server = Running::start_with(Server::new(Scales), &uri).await;
        let small = client(&server.address);
        let others = [client(&server.address), client(&server.address)];
        let [first, second] = &others;
        within(async {
            let heavy = async {
                tokio::join!(call(first, "large", &large), call(second, "large", &large));
                MAY_WAIT.store(false, SeqCst);
            };
            let light = async {
                while MAY_WAIT.load(SeqCst) {
                    call(&small, "small", 1).await;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            tokio::join!(heavy, light);
        })
        .await;
    }
    // The second one had to wait for its turn, so that threads do not pile up.
    assert_eq!(TOGETHER.load(SeqCst), 1);
}
