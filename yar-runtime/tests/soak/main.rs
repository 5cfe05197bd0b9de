//! Random calls with random faults, and every call accounted for at the end.
//!
//! `YAR_SOAK_CALLS=1000000 cargo test --release -p yar-runtime --test soak -- --nocapture`
//! is the long form; `YAR_SOAK_SEED` chooses other faults.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

mod callers;
#[path = "../lab/chance.rs"]
#[allow(dead_code)]
mod chance;
mod ledger;
mod process;
mod proxy;
mod servers;

use callers::Plan;
use ledger::Ledger;
use proxy::Proxy;
use servers::Servers;
use std::sync::Arc;
use std::time::Duration;

fn number(variable: &str, default: usize) -> usize {
    let value = std::env::var(variable).ok();
    value.map_or(default, |value| value.parse().expect(variable))
}

#[test]
fn every_call_has_one_outcome_and_nothing_is_left_behind() {
    let calls = number("YAR_SOAK_CALLS", 20_000);
    let seed = number("YAR_SOAK_SEED", 1);
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().unwrap()
    };
    // The first one leaves descriptors for signals, which all later ones share.
    drop(runtime());
    let before = process::descriptors();
    let runtime = runtime();
    runtime.block_on(soak(calls, seed as u64));
    // A connection's own task looks after it for a moment longer.
    for _ in 0..50 {
        if runtime.metrics().num_alive_tasks() > 0 {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    assert_eq!(runtime.metrics().num_alive_tasks(), 0, "tasks are left");
    drop(runtime);
    assert_eq!(process::descriptors(), before, "descriptors are left");
}

async fn soak(calls: usize, seed: u64) {
    let ledger = Arc::new(Ledger::new(calls));
    let servers = Servers::start(&ledger, seed).await;
    let proxies = [
        Proxy::start(servers.tcp(), seed + 1).await,
        Proxy::start(servers.http(), seed + 2).await,
    ];
    let plan = Plan {
        tcp: format!("tcp://{}", proxies[0].place()),
        http: format!("http://{}/soak", proxies[1].place()),
        unix: servers.unix().to_owned(),
    };
    let mut callers = callers::start(&plan, &ledger, seed + 100);
    let mut quarter = None;
    while !callers.is_empty() {
        // Faults must not keep a call from ending.
        let ended = tokio::time::timeout(Duration::from_secs(1), callers.join_next()).await;
        if let Ok(Some(ended)) = ended {
            ended.expect("a caller");
        }
        if quarter.is_none() && ledger.begun() >= calls / 4 {
            quarter = Some(process::resident());
        }
    }
    let end = process::resident();
    let restarts = servers.stop().await;
    for proxy in proxies {
        proxy.stop().await;
    }
    ledger.settle(calls, restarts);
    let quarter = quarter.expect("a quarter of the calls");
    let (quarter, end) = (quarter / 1024, end / 1024);
    println!("memory: {quarter} KiB after a quarter, {end} KiB at the end");
    assert!(end < quarter + quarter / 4 + 16 * 1024, "memory grows");
}
