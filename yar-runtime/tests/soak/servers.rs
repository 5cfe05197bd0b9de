//! A server that is stopped and started again all the time.

use crate::chance::Chance;
use crate::ledger::{Books, Ledger};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use yar_runtime::{Limits, Server};

/// `host:port` of a server that moves.
pub type Place = Arc<Mutex<String>>;

pub struct Servers {
    places: [Place; 2],
    unix: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<usize>,
}

impl Servers {
    pub async fn start(ledger: &Arc<Ledger>, seed: u64) -> Self {
        let places = [Place::default(), Place::default()];
        let path = std::env::temp_dir().join(format!("yar-soak-{}.sock", std::process::id()));
        let unix = format!("unix://{}", path.display());
        let (stop, stopped) = oneshot::channel();
        let (up, is_up) = oneshot::channel();
        let one = One {
            ledger: Arc::clone(ledger),
            places: places.clone(),
            unix: unix.clone(),
        };
        let task = tokio::spawn(one.again_and_again(seed, up, stopped));
        is_up.await.unwrap();
        Self {
            places,
            unix,
            stop,
            task,
        }
    }

    pub fn tcp(&self) -> Place {
        Arc::clone(&self.places[0])
    }

    pub fn http(&self) -> Place {
        Arc::clone(&self.places[1])
    }

    pub fn unix(&self) -> &str {
        &self.unix
    }

    /// How often it was started again.
    pub async fn stop(self) -> usize {
        let _ = self.stop.send(());
        self.task.await.unwrap()
    }
}

struct One {
    ledger: Arc<Ledger>,
    places: [Place; 2],
    unix: String,
}

impl One {
    async fn again_and_again(
        self,
        seed: u64,
        up: oneshot::Sender<()>,
        mut stopped: oneshot::Receiver<()>,
    ) -> usize {
        let mut chance = Chance(seed * 7 + 1);
        let mut up = Some(up);
        let mut restarts = 0;
        loop {
            let server = self.listen().await;
            if let Some(up) = up.take() {
                let _ = up.send(());
            }
            let pause = Duration::from_millis(200 + chance.below(800) as u64);
            let is_last = async {
                tokio::select! {
                    _ = &mut stopped => true,
                    () = tokio::time::sleep(pause) => false,
                }
            };
            let (told, tells) = oneshot::channel();
            let report = tokio::spawn(server.run_until(tells));
            let is_last = is_last.await;
            let _ = told.send(());
            report.await.unwrap();
            if is_last {
                return restarts;
            }
            restarts += 1;
        }
    }

    async fn listen(&self) -> Server<Books> {
        let mut limits = Limits::default();
        limits.header_timeout = Duration::from_millis(500);
        limits.frame_timeout = Duration::from_secs(1);
        limits.idle_timeout = Duration::from_secs(3);
        limits.call_timeout = Duration::from_secs(2);
        limits.stop_timeout = Duration::from_millis(30);
        let books = Books(Arc::clone(&self.ledger));
        let mut server = Server::new(books).with_limits(limits);
        for (scheme, place) in ["tcp", "http"].iter().zip(&self.places) {
            let address = server.listen(&format!("{scheme}://127.0.0.1:0")).await;
            let (_, bound) = { address.unwrap() }.split_once("://").map(own).unwrap();
            *place.lock().unwrap() = bound;
        }
        server.listen(&self.unix).await.unwrap();
        server
    }
}

fn own((scheme, place): (&str, &str)) -> (String, String) {
    (scheme.to_owned(), place.to_owned())
}
