//! Random calls with random faults, and every call accounted for at the end.
//!
//! `YAR_SOAK_CALLS=1000000 cargo test --release -p yar-runtime --features tls --test soak -- --nocapture`
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
mod identity;
mod ledger;
mod process;
mod proxy;
mod servers;

use callers::{Addresses, Plan};
use identity::Identity;
use ledger::Ledger;
use process::Memory;
use proxy::Proxy;
use servers::{Ends, SCHEMES, Servers, Site};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

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
    let descriptors = process::descriptors();
    let ledger = Arc::new(Ledger::new(calls));
    let mut memory = Memory::start();
    let runtime = runtime();
    let ends = runtime.block_on(soak(&ledger, seed, &mut memory));
    // A connection's own task looks after it for a moment longer.
    for _ in 0..50 {
        if runtime.metrics().num_alive_tasks() > 0 {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    assert_eq!(runtime.metrics().num_alive_tasks(), 0, "tasks are left");
    drop(runtime);
    assert_eq!(process::descriptors(), descriptors, "descriptors are left");
    println!("{ends:?}");
    ledger.settle();
    memory.settle();
}

async fn soak(ledger: &Arc<Ledger>, seed: usize, memory: &mut Memory) -> Ends {
    let identity = Identity::new();
    let servers = Servers::start(ledger, &identity.tls, seed as u64).await;
    let mut proxies = Vec::new();
    let mut found = Vec::new();
    for site in servers.sites() {
        found.push(addresses(site, &mut proxies, seed).await);
    }
    let plan = Plan {
        servers: found.try_into().ok().unwrap(),
        trust: identity.trust,
    };
    let mut callers = callers::start(&plan, ledger, seed + 100);
    while !callers.is_empty() {
        // Faults must not keep a call from ending.
        let ended = timeout(Duration::from_millis(10), callers.join_next()).await;
        if let Ok(Some(ended)) = ended {
            ended.expect("a caller");
        }
        memory.watch(ledger.begun(), ledger.calls());
    }
    let ends = servers.stop().await;
    for proxy in proxies {
        proxy.stop().await;
    }
    ends
}

/// With a proxy before each of the places.
async fn addresses(site: &Site, proxies: &mut Vec<Proxy>, seed: usize) -> Addresses {
    let mut found = Vec::new();
    for (scheme, place) in SCHEMES.iter().zip(&site.places) {
        let seed = seed + 1 + proxies.len();
        let proxy = Proxy::start(Arc::clone(place), seed as u64).await;
        found.push(format!("{scheme}://{}", proxy.place()));
        proxies.push(proxy);
    }
    let [tcp, tls, http, https] = found.try_into().unwrap();
    Addresses {
        tcp,
        tls,
        http: http + "/soak",
        https: https + "/soak",
        unix: site.unix.clone(),
    }
}
