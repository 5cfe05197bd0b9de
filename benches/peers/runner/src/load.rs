//! How busy the machine is, and with whom.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::time::{Duration, Instant};

/// Jiffies: hundredths of a second of one CPU.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    busy: f64,
    all: f64,
    ours: f64,
}

impl Load {
    /// Now, a running server counting as ours.
    pub(crate) fn now(server: u32) -> Self {
        let (busy, all) = machine();
        Self {
            busy,
            all,
            ours: children() + process(server),
        }
    }

    /// The share of the machine that others used since then.
    pub(crate) fn foreign_since(self, before: Self) -> f64 {
        let foreign = (self.busy - before.busy) - (self.ours - before.ours);
        let share = foreign / (self.all - before.all).max(1.0);
        (share.max(0.0) * 1000.0).round() / 1000.0
    }
}

/// Waits, within reason, for a moment when the machine is otherwise idle.
pub(crate) fn wait_for_calm(limit: Duration) {
    let until = Instant::now() + limit;
    while Instant::now() < until {
        let (busy, all) = machine();
        std::thread::sleep(Duration::from_millis(60));
        let (busy_now, all_now) = machine();
        if busy_now - busy <= 0.1 * (all_now - all) {
            return;
        }
    }
}

/// Busy and all jiffies of all CPUs since the machine started.
fn machine() -> (f64, f64) {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let numbers: Vec<f64> = line
        .split_whitespace()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let all: f64 = numbers.iter().take(8).sum();
    let idle = numbers.get(3).unwrap_or(&0.0) + numbers.get(4).unwrap_or(&0.0);
    (all - idle, all)
}

/// Of a running process.
fn process(pid: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = text.rsplit(')').next().unwrap_or_default();
    let numbers: Vec<&str> = rest.split_whitespace().collect();
    let field = |at: usize| numbers.get(at).and_then(|word| word.parse::<f64>().ok());
    field(11).unwrap_or(0.0) + field(12).unwrap_or(0.0)
}

/// Of the children that have been waited for.
fn children() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("getrusage");
    let time = usage.user_time() + usage.system_time();
    time.num_milliseconds() as f64 / 10.0
}
