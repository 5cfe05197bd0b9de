//! Callers of every kind, who keep the books on what they saw.

use crate::chance::Chance;
use crate::identity::NAME;
use crate::ledger::{BOOK, LOOK, Ledger, Outcome, receipt, seal};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConfig;
use yar_runtime::{CallOptions, Client, ClientBuilder, Error, Packager, Retry, Stage, blocking};

/// Where to call.
pub struct Plan {
    /// Of each of three servers that can stand in for one another.
    pub servers: [Addresses; 3],
    pub trust: Arc<ClientConfig>,
}

/// Of one server: by Unix socket straight, otherwise through what does harm.
pub struct Addresses {
    pub tcp: String,
    pub tls: String,
    pub http: String,
    pub https: String,
    pub unix: String,
}

/// A kind of client.
struct Kind {
    addresses: Vec<String>,
    packager: Packager,
    persistent: bool,
    /// Has other servers to turn to, and nothing in between that does harm.
    is_sure: bool,
}

type Answer = (i64, i64, String);
type Arguments = (i64, i64, u64, String);

const PATIENCE: Duration = Duration::from_millis(400);
/// What is too short for a further try.
const A_MOMENT: Duration = Duration::from_millis(10);

impl Plan {
    fn kinds(&self) -> Vec<Kind> {
        let kind = |addresses: &[&String], packager, persistent| Kind {
            addresses: addresses.iter().copied().cloned().collect(),
            packager,
            persistent,
            is_sure: false,
        };
        let [first, second, third] = &self.servers;
        let mixed = [&first.tcp, &second.tls, &third.unix];
        let web = [&first.http, &second.https, &third.http];
        let straight = [&first.unix, &second.unix, &third.unix];
        vec![
            kind(&[&first.tcp], Packager::MSGPACK, true),
            kind(&[&first.tcp], Packager::JSON, true),
            kind(&[&first.tcp], Packager::PHP, false),
            kind(&[&first.tls], Packager::MSGPACK, true),
            kind(&[&first.http], Packager::JSON, true),
            kind(&[&first.http], Packager::MSGPACK, false),
            kind(&[&first.https], Packager::PHP, true),
            kind(&[&first.unix], Packager::PHP, true),
            kind(&mixed, Packager::MSGPACK, true),
            kind(&web, Packager::JSON, true),
            Kind {
                is_sure: true,
                ..kind(&straight, Packager::MSGPACK, true)
            },
        ]
    }

    fn builder(&self, kind: &Kind) -> ClientBuilder {
        let builder = match &kind.addresses[..] {
            [only] => Client::builder(only),
            several => Client::balanced(several)
                .ejection(Duration::from_millis(20), Duration::from_millis(200)),
        };
        // As many tries as it takes, so that only time can make it fail.
        let stubborn = Retry::default().attempts(1000).savings(1_000_000);
        let builder = match kind.is_sure {
            true => builder.retry(stubborn.longest_pause(A_MOMENT)),
            false => builder,
        };
        let builder = builder
            .packager(kind.packager)
            .persistent(kind.persistent)
            .timeout(PATIENCE);
        let has_tls = |address: &String| ["tls:", "https:"].iter().any(|s| address.starts_with(s));
        match kind.addresses.iter().any(has_tls) {
            true => (builder.tls_config(Arc::clone(&self.trust))).tls_name(NAME),
            false => builder,
        }
    }
}

/// Tasks and threads that call until there are enough calls.
pub fn start(plan: &Plan, ledger: &Arc<Ledger>, seed: usize) -> JoinSet<()> {
    let mut callers = JoinSet::new();
    for (number, kind) in plan.kinds().into_iter().enumerate() {
        let client = plan.builder(&kind).build().unwrap();
        let caller = |seed: usize| Caller {
            ledger: Arc::clone(ledger),
            chance: Chance((seed as u64) * 101),
            is_sure: kind.is_sure,
        };
        for task in 0..8 {
            let caller = caller(seed + number * 100 + task);
            callers.spawn(caller.call(client.clone()));
        }
        let client = plan.builder(&kind).build_blocking().unwrap();
        let caller = caller(seed + 10_000 + number);
        callers.spawn_blocking(move || caller.call_blocking(&client));
    }
    callers
}

struct Caller {
    ledger: Arc<Ledger>,
    chance: Chance,
    is_sure: bool,
}

/// One call as chance will have it.
struct Next {
    id: usize,
    begun: Instant,
    is_look: bool,
    method: &'static str,
    arguments: Arguments,
    options: CallOptions,
}

impl Next {
    fn draw(ledger: &Ledger, chance: &mut Chance) -> Option<Self> {
        let is_look = chance.below(3) == 0;
        let id = ledger.begin(if is_look { LOOK } else { BOOK })?;
        let length = match chance.below(200) {
            0 => 300_000,
            1..=10 => 20_000,
            _ => chance.below(200),
        };
        let ms = match chance.below(100) {
            0 => 500,
            1..=10 => chance.below(20) as u64,
            _ => 0,
        };
        let text = "y".repeat(length);
        Some(Self {
            id,
            begun: Instant::now(),
            is_look,
            method: if is_look { "look" } else { "book" },
            arguments: (i64::try_from(id).unwrap(), seal(id), ms, text),
            options: CallOptions::new().idempotent(is_look),
        })
    }

    /// An answer with a good receipt was made by a handler, and must be that
    /// to this call; one without was damaged on its way.
    fn judge(&self, (id, received, text): &Answer) -> (Outcome, &'static str) {
        let length = self.arguments.3.len();
        if *id == self.arguments.0 && *received == receipt(*id, length) {
            if *text == self.arguments.3 {
                return (Outcome::Answered, "answered");
            }
            return (Outcome::Failed, "damaged");
        }
        let is_whole = *id >= 0 && *received == receipt(*id, text.len());
        assert!(!is_whole, "call {} got the answer to call {id}", self.id);
        (Outcome::Failed, "damaged")
    }
}

fn reason(error: &Error) -> &'static str {
    match error.stage() {
        Stage::Timeout => "timed out",
        Stage::Tls => "broke in TLS",
        Stage::Send => "broke while sending",
        Stage::Receive => "broke while receiving",
        Stage::Protocol => "no protocol",
        Stage::Packager => "no packager",
        Stage::Remote => "told by the server",
        other => panic!("{other:?}: {error}"),
    }
}

impl Caller {
    async fn call(mut self, client: Client) {
        while let Some(next) = Next::draw(&self.ledger, &mut self.chance) {
            let calling =
                client.call_with::<_, Answer, Error>(&next.options, next.method, &next.arguments);
            if self.chance.below(20) == 0 {
                let soon = Duration::from_micros(self.chance.below(3_000) as u64);
                match timeout(soon, calling).await {
                    Ok(outcome) => self.end(&next, &outcome),
                    Err(_) => self.ledger.end(next.id, Outcome::Dropped, "dropped"),
                }
                continue;
            }
            let outcome = timeout(PATIENCE + Duration::from_secs(5), calling).await;
            let outcome = outcome.unwrap_or_else(|_| panic!("call {} hangs", next.id));
            self.end(&next, &outcome);
        }
    }

    fn call_blocking(mut self, client: &blocking::Client) {
        while let Some(next) = Next::draw(&self.ledger, &mut self.chance) {
            let outcome =
                client.call_with::<_, Answer, Error>(&next.options, next.method, &next.arguments);
            self.end(&next, &outcome);
        }
    }

    fn end(&self, next: &Next, outcome: &Result<Answer, Error>) {
        let (outcome, what) = match outcome {
            Ok(answer) => next.judge(answer),
            Err(error) => {
                let is_early = next.begun.elapsed() < PATIENCE - A_MOMENT;
                let is_lost = self.is_sure && next.is_look && is_early;
                let id = next.id;
                assert!(!is_lost, "call {id} failed while servers were up: {error}");
                match error.is_unsent() {
                    true => (Outcome::Unsent, "not sent"),
                    false => (Outcome::Failed, reason(error)),
                }
            }
        };
        self.ledger.end(next.id, outcome, what);
    }
}
