//! One of several servers dies under load.

use crate::lab::within;
use crate::mortal::{Ledger, Mortal, Outcomes, crowd, mortals, pause, until};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use yar_runtime::{CallOptions, Client, Error, Stage};

/// Three servers under load, one of which dies in the middle and comes back.
/// Gives what became of the calls, having seen to it that calls avoid the dead
/// one and find the living one.
async fn a_death_under_load(options: CallOptions, any_order: bool) -> (Outcomes, Ledger) {
    let ledger = Ledger::default();
    let mut mortals = mortals(&ledger, any_order).await;
    let client = Client::balanced(mortals.iter().map(Mortal::uri))
        .ejection(Duration::from_millis(50), Duration::from_millis(200))
        .build()
        .unwrap();
    let numbers = Arc::new(AtomicUsize::new(1));
    let stop = Arc::new(AtomicBool::new(false));
    let crowd = {
        let (client, numbers) = (client.clone(), Arc::clone(&numbers));
        let stop = Arc::clone(&stop);
        tokio::spawn(async move { crowd(&client, &options, &numbers, &stop).await })
    };
    until(|| mortals.iter().all(|mortal| mortal.calls() > 50)).await;
    mortals[1].die().await;
    let (asked, before) = (mortals[1].calls(), numbers.load(Ordering::Relaxed));
    // The others go on.
    until(|| numbers.load(Ordering::Relaxed) > before + 200).await;
    pause(100).await;
    assert_eq!(mortals[1].calls(), asked);
    mortals[1].revive().await;
    until(|| mortals[1].calls() > asked + 100).await;
    stop.store(true, Ordering::Relaxed);
    let outcomes = within(crowd).await.unwrap();
    assert_eq!(
        outcomes.answered.len() + outcomes.failed.len(),
        numbers.load(Ordering::Relaxed) - 1,
        "each call has one outcome"
    );
    (outcomes, ledger)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_idempotent_call_is_lost_with_its_server() {
    for any_order in [false, true] {
        let mut twice = 0;
        // Whether a server has calls in its hands when it dies is chance.
        for _ in 0..5 {
            let options = CallOptions::new().idempotent(true);
            let (outcomes, ledger) = a_death_under_load(options, any_order).await;
            assert!(outcomes.failed.is_empty(), "{:?}", outcomes.failed);
            let ledger = ledger.lock().unwrap();
            twice += ledger.values().filter(|times| **times > 1).count();
            if twice > 0 {
                break;
            }
        }
        assert!(twice > 0, "the dead servers took some with them");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_other_call_ever_runs_twice() {
    for any_order in [false, true] {
        let (outcomes, ledger) = a_death_under_load(CallOptions::new(), any_order).await;
        let ledger = ledger.lock().unwrap();
        let most = ledger.values().max().unwrap();
        assert_eq!(*most, 1);
        assert!(outcomes.answered.iter().all(|number| ledger[number] == 1));
        // Only calls that may have reached the dead server have failed.
        assert!(outcomes.failed.len() <= 32, "{:?}", outcomes.failed);
        for error in outcomes.failed.values() {
            let is_broken = matches!(error.stage(), Stage::Send | Stage::Receive);
            assert!(!error.is_unsent() && is_broken, "{error:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_that_block_survive_a_server_too() {
    for idempotent in [true, false] {
        let ledger = Ledger::default();
        let mut mortals = mortals(&ledger, false).await;
        let client = Client::balanced(mortals.iter().map(Mortal::uri))
            .ejection(Duration::from_millis(50), Duration::from_millis(200))
            .build_blocking()
            .unwrap();
        let numbers = Arc::new(AtomicUsize::new(1));
        let stop = Arc::new(AtomicBool::new(false));
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let (client, numbers) = (client.clone(), Arc::clone(&numbers));
                let stop = Arc::clone(&stop);
                let options = CallOptions::new().idempotent(idempotent);
                std::thread::spawn(move || {
                    let mut failed = Vec::new();
                    while !stop.load(Ordering::Relaxed) {
                        let number = numbers.fetch_add(1, Ordering::Relaxed);
                        let number = i64::try_from(number).unwrap();
                        let call = client.call_with::<_, i64, Error>(&options, "add", &(number,));
                        match call {
                            Ok(answer) => assert_eq!(answer, number),
                            Err(error) => failed.push(error),
                        }
                    }
                    failed
                })
            })
            .collect();
        until(|| mortals.iter().all(|mortal| mortal.calls() > 20)).await;
        mortals[2].die().await;
        let (asked, before) = (mortals[2].calls(), numbers.load(Ordering::Relaxed));
        until(|| numbers.load(Ordering::Relaxed) > before + 50).await;
        pause(100).await;
        assert_eq!(mortals[2].calls(), asked);
        mortals[2].revive().await;
        until(|| mortals[2].calls() > asked + 50).await;
        stop.store(true, Ordering::Relaxed);
        let joined = tokio::task::spawn_blocking(|| {
            let joined = threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap());
            joined.collect::<Vec<_>>()
        });
        let failed = joined.await.unwrap();
        let twice = ledger
            .lock()
            .unwrap()
            .values()
            .filter(|times| **times > 1)
            .count();
        if idempotent {
            assert!(failed.is_empty(), "{failed:?}");
        } else {
            assert_eq!(twice, 0);
            assert!(failed.len() <= 8 && failed.iter().all(|error| !error.is_unsent()));
        }
    }
}
