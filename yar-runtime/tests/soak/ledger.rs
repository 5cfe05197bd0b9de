//! The service under load, and what became of each call.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{Error, MethodInfo, ParamInfo, Service, ServiceInfo, Stage};

/// Both sides of the books: what callers saw, and what servers did.
pub struct Ledger {
    next: AtomicUsize,
    entries: Vec<Entry>,
    running: AtomicUsize,
    outcomes: Mutex<BTreeMap<String, usize>>,
}

#[derive(Default)]
struct Entry {
    method: AtomicU8,
    outcome: AtomicU8,
    executed: AtomicU8,
}

/// How a call ended for its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    Answered = 1,
    /// With an error that says that nothing of the request was sent.
    Unsent = 2,
    Failed = 3,
    /// The caller did not wait for it.
    Dropped = 4,
}

/// Must run at most once.
pub const BOOK: u8 = 1;
/// May run as often as it takes.
pub const LOOK: u8 = 2;

impl Ledger {
    /// For so many calls. Takes its memory now, all of it: what the process
    /// takes later is not the ledger's.
    pub fn new(calls: usize) -> Self {
        let entries: Vec<_> = (0..calls).map(|_| Entry::default()).collect();
        // Zeros may be pages that the system has not given yet.
        for entry in &entries {
            entry.outcome.store(0, SeqCst);
        }
        Self {
            next: AtomicUsize::new(0),
            entries,
            running: AtomicUsize::new(0),
            outcomes: Mutex::default(),
        }
    }

    /// The number of a new call; `None` once there are enough.
    pub fn begin(&self, method: u8) -> Option<usize> {
        let id = self.next.fetch_add(1, SeqCst);
        self.entries.get(id)?.method.store(method, SeqCst);
        Some(id)
    }

    pub fn calls(&self) -> usize {
        self.entries.len()
    }

    pub fn begun(&self) -> usize {
        self.next.load(SeqCst)
    }

    pub fn end(&self, id: usize, outcome: Outcome, what: &str) {
        let before = self.entries[id].outcome.swap(outcome as u8, SeqCst);
        assert_eq!(before, 0, "call {id} ended twice");
        let mut outcomes = self.outcomes.lock().unwrap();
        *outcomes.entry(what.to_owned()).or_default() += 1;
    }

    /// Closes the books.
    pub fn settle(&self) {
        assert_eq!(self.running.load(SeqCst), 0, "handlers are left");
        let (calls, mut executed, mut repeated) = (self.calls(), 0, 0);
        for (id, entry) in self.entries.iter().enumerate() {
            let runs = entry.executed.load(SeqCst);
            let outcome = entry.outcome.load(SeqCst);
            executed += usize::from(runs);
            repeated += usize::from(runs > 1);
            assert!(outcome != 0, "call {id} never ended");
            if entry.method.load(SeqCst) == BOOK {
                assert!(runs <= 1, "call {id} ran {runs} times");
            }
            if outcome == Outcome::Answered as u8 {
                assert!(runs > 0, "call {id} was answered and never ran");
            }
            if outcome == Outcome::Unsent as u8 && entry.method.load(SeqCst) == BOOK {
                assert_eq!(runs, 0, "call {id} ran, and its error says it was not sent");
            }
        }
        let outcomes = self.outcomes.lock().unwrap();
        println!("{calls} calls, {executed} executions, {repeated} ran again: {outcomes:#?}");
        assert!(repeated > 0, "no call was made again after it had run");
        assert_eq!(outcomes.values().sum::<usize>(), calls);
        let answered = outcomes["answered"];
        assert!(
            answered > calls / 2,
            "only {answered} of {calls} were answered"
        );
        assert!(answered < calls, "no fault had any effect");
    }
}

/// What a request carries to show that it came through unharmed.
pub fn seal(id: usize) -> i64 {
    let mixed = (id as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    i64::try_from(mixed >> 24).unwrap()
}

/// What an answer carries.
pub fn receipt(id: i64, length: usize) -> i64 {
    seal(usize::try_from(id).unwrap() + length) ^ 0x5555
}

/// The service of one of the servers.
pub struct Books(pub Arc<Ledger>);

static INFO: ServiceInfo = ServiceInfo {
    package: "soak",
    ..ServiceInfo::new("Books", &[method("book"), method("look")])
};

const PARAMS: &[ParamInfo] = &[
    param("id", "i64"),
    param("seal", "i64"),
    param("ms", "u64"),
    param("text", "String"),
];

const fn param(name: &'static str, ty: &'static str) -> ParamInfo {
    ParamInfo::new(name, ty)
}

const fn method(name: &'static str) -> MethodInfo {
    MethodInfo {
        params: PARAMS,
        returns: "(i64, i64, String)",
        ..MethodInfo::new(name)
    }
}

impl Service for Books {
    fn info(&self) -> &'static ServiceInfo {
        &INFO
    }

    fn call(
        &self,
        _: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let params = params.read::<(i64, i64, u64, String)>();
        let ledger = Arc::clone(&self.0);
        async move {
            let (id, sealed, ms, text) = match params {
                Ok(params) => params,
                Err(error) => return reply.refuse(&Error::new(Stage::Packager, error.to_string())),
            };
            let entry = usize::try_from(id).ok();
            let entry = entry.filter(|id| seal(*id) == sealed);
            let Some(entry) = entry.and_then(|id| ledger.entries.get(id)) else {
                return reply.finish::<(), _>(Err(Error::exception(1, "damaged on its way")));
            };
            entry.executed.fetch_add(1, SeqCst);
            let _running = Running::new(&ledger);
            if ms > 0 {
                tokio::time::sleep(Duration::from_millis(ms)).await;
            }
            let answer = (id, receipt(id, text.len()), text);
            reply.finish::<_, Error>(Ok(answer))
        }
    }
}

struct Running(Arc<Ledger>);

impl Running {
    fn new(ledger: &Arc<Ledger>) -> Self {
        ledger.running.fetch_add(1, SeqCst);
        Self(Arc::clone(ledger))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}
