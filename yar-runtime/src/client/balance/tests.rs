#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::type_complexity
)]

use super::*;
use std::collections::BTreeMap;
use std::time::Duration;

const HOURS: (Duration, Duration) = (Duration::from_secs(3600), Duration::from_secs(4 * 3600));
const NONE: (Duration, Duration) = (Duration::ZERO, Duration::ZERO);

fn settings(uris: &[&str]) -> Settings {
    let addresses = uris.iter().map(|uri| Address::parse(uri));
    Settings::new(addresses.collect::<Result<_, _>>().unwrap()).unwrap()
}

fn balance(count: usize) -> Balance<()> {
    let uris: Vec<_> = (1..=count).map(|port| format!("tcp://h:{port}")).collect();
    let uris: Vec<_> = uris.iter().map(String::as_str).collect();
    match Peers::new(&settings(&uris), |_| ()).unwrap() {
        Peers::Many(balance) => balance,
        Peers::One(_) => panic!("several servers are expected"),
    }
}

fn name(picked: &Picked<()>) -> String {
    picked.member.peer.endpoint.to_string()
}

fn pick(balance: &Balance<()>) -> Picked<()> {
    balance.pick(&[]).unwrap().0
}

fn refused() -> Error {
    Error::new(Stage::Connect, "refused")
}

#[test]
fn the_less_busy_of_two_gets_the_call() {
    for count in [2, 3, 5, 17] {
        let balance = balance(count);
        let held: Vec<_> = (0..count * 100).map(|_| pick(&balance)).collect();
        let mut calls = BTreeMap::new();
        for picked in &held {
            *calls.entry(name(picked)).or_insert(0_usize) += 1;
        }
        assert_eq!(calls.len(), count);
        // Drawn one by one without a look they would be apart by 40.
        assert!(
            calls.values().all(|calls| calls.abs_diff(100) < 8),
            "{calls:?}"
        );
        drop(held);
        let members = balance.members.read().unwrap();
        assert!(members.iter().all(|member| member.pending() == 0));
    }
}

#[test]
fn calls_one_after_the_other_go_to_all() {
    let balance = balance(4);
    let mut calls = BTreeMap::new();
    for _ in 0..4000 {
        *calls.entry(name(&pick(&balance))).or_insert(0_usize) += 1;
    }
    assert!(
        calls.values().all(|calls| (700..1300).contains(calls)),
        "{calls:?}"
    );
}

/// Both servers of two, each with a call under way.
fn pair() -> (Balance<()>, Picked<()>, Picked<()>) {
    let balance = balance(2);
    let (one, other) = (pick(&balance), pick(&balance));
    assert_ne!(name(&one), name(&other), "the second is less busy");
    (balance, one, other)
}

fn gets_calls(balance: &Balance<()>, one: &Picked<()>) -> bool {
    (0..50).any(|_| name(&pick(balance)) == name(one))
}

#[test]
fn one_that_fails_is_left_alone_until_a_probe_says_otherwise() {
    let (balance, bad, _good) = pair();
    let probe = || balance.pick(&[]).unwrap().1;
    bad.tell(Err(&refused()), HOURS);
    assert!(!gets_calls(&balance, &bad));
    assert!(probe().is_none(), "it is too early");
    bad.tell(Ok(()), HOURS);
    assert!(
        gets_calls(&balance, &bad),
        "a call that got through is as good"
    );
    bad.tell(Err(&refused()), NONE);
    let due = probe().unwrap();
    assert!(probe().is_none(), "one is enough");
    assert_eq!(due.member.peer.endpoint.to_string(), name(&bad));
    assert!(!gets_calls(&balance, &bad));
    drop(due);
    probe().unwrap().tell(true, HOURS);
    assert!(gets_calls(&balance, &bad));
    bad.tell(Err(&refused()), NONE);
    probe().unwrap().tell(false, HOURS);
    assert!(probe().is_none() && !gets_calls(&balance, &bad));
}

#[test]
fn it_is_left_alone_for_longer_each_time_until_it_answers() {
    let (_, bad, _good) = pair();
    let hours = |wanted: Option<u64>| {
        let rest = bad.member.rest().map(|rest| rest.as_secs_f64() / 3600.0);
        let is_it = match (rest, wanted) {
            (Some(rest), Some(wanted)) => (rest - wanted as f64).abs() < 0.1,
            (rest, wanted) => rest.is_none() && wanted.is_none(),
        };
        assert!(is_it, "{rest:?} hours, not {wanted:?}");
    };
    let probe = || Probe {
        member: Arc::clone(&bad.member),
    };
    for _ in 0..2 {
        bad.tell(Err(&refused()), HOURS);
        hours(Some(1));
        bad.tell(Err(&refused()), HOURS);
        hours(Some(1));
        probe().tell(false, HOURS);
        hours(Some(2));
        // All that it can do is be connected to.
        probe().tell(true, HOURS);
        hours(None);
        bad.tell(Err(&refused()), HOURS);
        hours(Some(4));
        probe().tell(false, HOURS);
        hours(Some(4));
        bad.tell(Ok(()), HOURS);
        hours(None);
    }
}

#[test]
fn only_failures_on_end_count_where_there_is_a_connection() {
    let (balance, one, _other) = pair();
    let broken = Error::new(Stage::Receive, "broken");
    let unsent = Error::new(Stage::Timeout, "no place").unsent();
    for failures in [
        [Err(&broken), Err(&broken), Ok(())],
        [Err(&broken), Ok(()), Err(&broken)],
        [Err(&unsent), Err(&unsent), Err(&unsent)],
    ] {
        for outcome in failures {
            one.tell(outcome, HOURS);
        }
        assert!(gets_calls(&balance, &one));
    }
    one.tell(Err(&Error::remote(64, 1, "", "thrown")), HOURS);
    for _ in 0..3 {
        assert!(gets_calls(&balance, &one));
        one.tell(Err(&broken), HOURS);
    }
    assert!(!gets_calls(&balance, &one));
}

#[test]
fn where_all_are_left_alone_all_are_tried() {
    let balance = balance(3);
    let mut tried = Vec::new();
    for others in [true, true, false] {
        let (picked, _) = balance.pick(&tried).unwrap();
        picked.tell(Err(&refused()), HOURS);
        tried.push(Arc::clone(&picked.member));
        assert_eq!(balance.has_others(&tried), others);
    }
    let mut names: Vec<_> = (0..100).map(|_| name(&pick(&balance))).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 3);
    let (picked, _) = balance.pick(&tried[..2]).unwrap();
    assert!(Arc::ptr_eq(&picked.member, &tried[2]));
}

#[test]
fn names_that_stand_for_other_addresses_change_the_servers() {
    let mut settings = settings(&["tcp://a:1", "tcp://b:2"]);
    settings.look_up = Some(Duration::from_secs(60));
    let Peers::Many(balance) = Peers::new(&settings, |_| ()).unwrap() else {
        panic!("several servers are expected");
    };
    assert!(balance.is_empty() && balance.pick(&[]).is_none());
    let [a, b] = [&settings.addresses[0], &settings.addresses[1]].map(Address::clone);
    let places = |places: &[&str]| {
        Ok(places
            .iter()
            .map(|place| Some(place.parse().unwrap()))
            .collect())
    };
    let failed = || Err(io::Error::other("no such name"));
    let update = |a_is, b_is| {
        let found = vec![(a.clone(), a_is), (b.clone(), b_is)];
        balance.update(&settings, found, |_| ())
    };
    let names = || {
        let members = balance.members.read().unwrap();
        let names = members
            .iter()
            .map(|member| member.peer.endpoint.to_string());
        names.collect::<Vec<_>>().join(", ")
    };
    let error = update(failed(), failed()).unwrap_err();
    assert!(
        error
            .message()
            .contains("tcp://a:1, tcp://b:2: no such name"),
        "{error}"
    );
    assert!(error.is_connect());
    update(places(&["10.0.0.1:1", "10.0.0.2:1"]), failed()).unwrap();
    assert_eq!(names(), "tcp://a:1 at 10.0.0.1:1, tcp://a:1 at 10.0.0.2:1");
    let kept = Arc::clone(&balance.members.read().unwrap()[1]);
    update(places(&["10.0.0.2:1"]), places(&["10.0.0.3:2"])).unwrap();
    assert_eq!(names(), "tcp://a:1 at 10.0.0.2:1, tcp://b:2 at 10.0.0.3:2");
    assert!(Arc::ptr_eq(&kept, &balance.members.read().unwrap()[0]));
    update(failed(), places(&["10.0.0.4:2"])).unwrap();
    assert_eq!(names(), "tcp://a:1 at 10.0.0.2:1, tcp://b:2 at 10.0.0.4:2");
    update(failed(), places(&[])).unwrap();
    update(places(&[]), places(&[])).unwrap();
    assert_eq!(names(), "tcp://a:1 at 10.0.0.2:1");
}
