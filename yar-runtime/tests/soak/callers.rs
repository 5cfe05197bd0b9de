//! Callers of every kind, who keep the books on what they saw.

use crate::chance::Chance;
use crate::ledger::{BOOK, LOOK, Ledger, Outcome, receipt, seal};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::timeout;
use yar_runtime::{CallOptions, Client, ClientBuilder, Error, Packager, Stage, blocking};

/// Where to call.
pub struct Plan {
    pub tcp: String,
    pub http: String,
    pub unix: String,
}

type Answer = (i64, i64, String);
type Arguments = (i64, i64, u64, String);

const PATIENCE: Duration = Duration::from_millis(400);

impl Plan {
    fn builders(&self) -> Vec<ClientBuilder> {
        let build = |address: &str, packager: Packager, persistent| {
            Client::builder(address)
                .packager(packager)
                .persistent(persistent)
                .timeout(PATIENCE)
        };
        vec![
            build(&self.tcp, Packager::MSGPACK, true),
            build(&self.tcp, Packager::JSON, true),
            build(&self.tcp, Packager::PHP, false),
            build(&self.http, Packager::JSON, true),
            build(&self.http, Packager::MSGPACK, false),
            build(&self.unix, Packager::PHP, true),
        ]
    }
}

/// Tasks and threads that call until there are enough calls.
pub fn start(plan: &Plan, ledger: &Arc<Ledger>, seed: u64) -> JoinSet<()> {
    let mut callers = JoinSet::new();
    for (number, builder) in plan.builders().into_iter().enumerate() {
        let client = builder.build().unwrap();
        for caller in 0..8 {
            let seed = seed + (number * 100 + caller) as u64;
            let (client, ledger) = (client.clone(), Arc::clone(ledger));
            callers.spawn(call(client, ledger, Chance(seed * 101)));
        }
    }
    for (number, builder) in plan.builders().into_iter().enumerate() {
        let client = builder.build_blocking().unwrap();
        let (ledger, seed) = (Arc::clone(ledger), seed + 1000 + number as u64);
        callers.spawn_blocking(move || call_blocking(&client, &ledger, Chance(seed * 101)));
    }
    callers
}

/// One call as chance will have it.
struct Next {
    id: usize,
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
            method: if is_look { "look" } else { "book" },
            arguments: (i64::try_from(id).unwrap(), seal(id), ms, text),
            options: CallOptions::new().idempotent(is_look),
        })
    }

    fn end(&self, ledger: &Ledger, outcome: &Result<Answer, Error>) {
        let (outcome, what) = match outcome {
            Ok(answer) => self.judge(answer),
            Err(error) if error.is_unsent() => (Outcome::Unsent, "not sent"),
            Err(error) => (Outcome::Failed, reason(error)),
        };
        ledger.end(self.id, outcome, what);
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
        Stage::Send => "broke while sending",
        Stage::Receive => "broke while receiving",
        Stage::Protocol => "no protocol",
        Stage::Packager => "no packager",
        Stage::Remote => "told by the server",
        other => panic!("{other:?}: {error}"),
    }
}

async fn call(client: Client, ledger: Arc<Ledger>, mut chance: Chance) {
    while let Some(next) = Next::draw(&ledger, &mut chance) {
        let calling =
            client.call_with::<_, Answer, Error>(&next.options, next.method, &next.arguments);
        if chance.below(20) == 0 {
            let soon = Duration::from_micros(chance.below(3_000) as u64);
            match timeout(soon, calling).await {
                Ok(outcome) => next.end(&ledger, &outcome),
                Err(_) => ledger.end(next.id, Outcome::Dropped, "dropped"),
            }
            continue;
        }
        let outcome = timeout(PATIENCE + Duration::from_secs(5), calling).await;
        let outcome = outcome.unwrap_or_else(|_| panic!("call {} hangs", next.id));
        next.end(&ledger, &outcome);
    }
}

fn call_blocking(client: &blocking::Client, ledger: &Ledger, mut chance: Chance) {
    while let Some(next) = Next::draw(ledger, &mut chance) {
        let outcome =
            client.call_with::<_, Answer, Error>(&next.options, next.method, &next.arguments);
        next.end(ledger, &outcome);
    }
}
