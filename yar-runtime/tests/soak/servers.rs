//! Servers that are stopped, killed and started again all the time.

use crate::chance::Chance;
use crate::ledger::{Books, Ledger};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use yar_runtime::{Limits, Report, Server, Tls};

/// `host:port` of a server that moves.
pub type Place = Arc<Mutex<String>>;

/// What is listened on at places that move.
pub const SCHEMES: [&str; 4] = ["tcp", "tls", "http", "https"];

/// Where one server is found.
#[derive(Clone)]
pub struct Site {
    /// One for each of [`SCHEMES`].
    pub places: [Place; 4],
    pub unix: String,
}

/// Three, of which one at a time is away.
pub struct Servers {
    sites: [Site; 3],
    stop: oneshot::Sender<()>,
    task: JoinHandle<Ends>,
}

/// How servers ended before they were started again.
#[derive(Debug, Default)]
pub struct Ends {
    pub stopped: usize,
    pub killed: usize,
}

impl Servers {
    pub async fn start(ledger: &Arc<Ledger>, tls: &Tls, seed: u64) -> Self {
        let sites = [0, 1, 2].map(|number| {
            let name = format!("yar-soak-{}-{number}.sock", std::process::id());
            let path = std::env::temp_dir().join(name);
            Site {
                places: Default::default(),
                unix: format!("unix://{}", path.display()),
            }
        });
        let fleet = Fleet {
            ledger: Arc::clone(ledger),
            tls: tls.clone(),
            sites: sites.clone(),
        };
        let mut running = Vec::new();
        for site in &sites {
            running.push(fleet.start(site).await);
        }
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(fleet.unsettle(running, Chance(seed * 7 + 1), stopped));
        Self { sites, stop, task }
    }

    pub fn sites(&self) -> &[Site; 3] {
        &self.sites
    }

    pub async fn stop(self) -> Ends {
        let _ = self.stop.send(());
        self.task.await.unwrap()
    }
}

struct Fleet {
    ledger: Arc<Ledger>,
    tls: Tls,
    sites: [Site; 3],
}

impl Fleet {
    async fn unsettle(
        self,
        mut running: Vec<Running>,
        mut chance: Chance,
        mut stopped: oneshot::Receiver<()>,
    ) -> Ends {
        let mut ends = Ends::default();
        loop {
            let pause = Duration::from_millis(60 + chance.below(300) as u64);
            if timeout(pause, &mut stopped).await.is_ok() {
                break;
            }
            let number = chance.below(running.len());
            let server = running.remove(number);
            if chance.below(2) == 0 {
                server.stop().await;
                ends.stopped += 1;
            } else {
                server.task.abort();
                ends.killed += 1;
            }
            // Some clients have nowhere else to go than to the first one.
            if number > 0 {
                sleep(Duration::from_millis(chance.below(300) as u64)).await;
            }
            running.insert(number, self.start(&self.sites[number]).await);
        }
        for server in running {
            server.stop().await;
        }
        ends
    }

    async fn start(&self, site: &Site) -> Running {
        let mut limits = Limits::default();
        limits.header_timeout = Duration::from_millis(500);
        limits.frame_timeout = Duration::from_secs(1);
        limits.idle_timeout = Duration::from_secs(3);
        limits.call_timeout = Duration::from_secs(2);
        limits.stop_timeout = Duration::from_millis(30);
        let books = Books(Arc::clone(&self.ledger));
        let mut server = Server::new(books)
            .with_limits(limits)
            .with_tls(self.tls.clone());
        for (scheme, place) in SCHEMES.iter().zip(&site.places) {
            let address = server.listen(&format!("{scheme}://127.0.0.1:0")).await;
            let (_, bound) = { address.unwrap() }.split_once("://").map(own).unwrap();
            *place.lock().unwrap() = bound;
        }
        // One that was killed may still hold the path for a moment.
        let listening = async {
            while server.listen(&site.unix).await.is_err() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        let listening = timeout(Duration::from_secs(300), listening).await;
        listening.expect("the path of a server that was killed");
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run_until(stopped));
        Running { stop, task }
    }
}

struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Report>,
}

impl Running {
    async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.unwrap();
    }
}

fn own((scheme, place): (&str, &str)) -> (String, String) {
    (scheme.to_owned(), place.to_owned())
}
