//! What the system says about this process.

use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::unistd::Pid;

fn usage() -> Usage {
    getrusage(UsageWho::RUSAGE_SELF).expect("getrusage")
}

/// User and system time, microseconds.
pub(crate) fn cpu_us() -> u64 {
    let usage = usage();
    let time = usage.user_time() + usage.system_time();
    u64::try_from(time.num_microseconds()).unwrap_or(0)
}

/// Voluntary and involuntary context switches.
pub(crate) fn switches() -> u64 {
    let usage = usage();
    let count = usage.voluntary_context_switches() + usage.involuntary_context_switches();
    u64::try_from(count).unwrap_or(0)
}

/// Resident memory, without what the kernel keeps for the sockets.
pub(crate) fn rss_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    pages.unwrap_or(0_u64) * 4096
}

/// Keeps the process on one CPU; threads made later inherit that.
pub(crate) fn pin(cpu: usize) {
    let mut set = CpuSet::new();
    set.set(cpu).expect("a CPU number");
    sched_setaffinity(Pid::from_raw(0), &set).expect("that CPU exists");
}
