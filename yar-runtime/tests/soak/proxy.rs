//! What stands between clients and servers, and does to their bytes what
//! networks and other programs do.

use crate::chance::Chance;
use crate::servers::Place;
use futures_util::future::try_join;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

pub struct Proxy {
    place: String,
    task: JoinHandle<()>,
}

/// Both sides are to be reset.
struct Reset;

/// What happens to some bytes.
enum Fault {
    None,
    Delay(u64),
    /// A byte at a time.
    Drip,
    /// Nothing moves for a while.
    Stall(u64),
    /// A part goes on, then the connection is reset.
    Truncate,
    Reset,
    /// Other bytes go on in their place.
    Garbage,
    /// Nothing more goes on in this direction.
    Close,
}

impl Proxy {
    pub async fn start(target: Place, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = listener.local_addr().unwrap().to_string();
        let task = tokio::spawn(run(listener, target, Chance(seed * 31 + 7)));
        Self { place, task }
    }

    pub fn place(&self) -> &str {
        &self.place
    }

    pub async fn stop(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

async fn run(listener: TcpListener, target: Place, mut chance: Chance) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept() => {
                let (client, _) = accepted.unwrap();
                let target = target.lock().unwrap().clone();
                let seed = chance.below(usize::MAX) as u64 + 1;
                if chance.below(100) == 0 {
                    let _ = client.set_zero_linger();
                    continue;
                }
                connections.spawn(connect(client, target, seed));
            }
        }
    }
}

async fn connect(mut client: TcpStream, target: String, seed: u64) {
    let Ok(mut server) = TcpStream::connect(target).await else {
        return;
    };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    let there = pump(from_client, to_server, Chance(seed));
    let back = pump(from_server, to_client, Chance(seed ^ 0xffff_ffff));
    if try_join(there, back).await.is_err() {
        let _ = client.set_zero_linger();
        let _ = server.set_zero_linger();
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut chance: Chance,
) -> Result<(), Reset> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await.map_err(|_| Reset)?;
        let bytes = &mut buffer[..count];
        if count == 0 {
            let _ = to.shutdown().await;
            return Ok(());
        }
        match fault(&mut chance) {
            Fault::None => {}
            Fault::Delay(ms) | Fault::Stall(ms) => pause(ms).await,
            Fault::Drip => {
                let slow = bytes.len().min(100);
                for byte in &bytes[..slow] {
                    to.write_all(&[*byte]).await.map_err(|_| Reset)?;
                    pause(1).await;
                }
                to.write_all(&bytes[slow..]).await.map_err(|_| Reset)?;
                continue;
            }
            Fault::Truncate => {
                let part = chance.below(count);
                let _ = to.write_all(&bytes[..part]).await;
                return Err(Reset);
            }
            Fault::Reset => return Err(Reset),
            Fault::Garbage => {
                for byte in bytes.iter_mut() {
                    *byte = u8::try_from(chance.below(256)).unwrap();
                }
            }
            Fault::Close => {
                let _ = to.shutdown().await;
                return Ok(());
            }
        }
        to.write_all(bytes).await.map_err(|_| Reset)?;
    }
}

fn fault(chance: &mut Chance) -> Fault {
    match chance.below(2_000) {
        0..=3 => Fault::Reset,
        4..=7 => Fault::Truncate,
        8..=10 => Fault::Garbage,
        11..=13 => Fault::Close,
        14..=16 => Fault::Stall(500),
        17..=24 => Fault::Drip,
        25..=100 => Fault::Delay(1 + chance.below(10) as u64),
        _ => Fault::None,
    }
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
