//! Seats that are left while others come for them.

use crate::client::seats::{Seats, look_twice};
use loom::sync::{Condvar, Mutex};
use loom::thread;
use std::collections::VecDeque;
use std::sync::Arc;

/// One seat, and those who wait for it in their order.
struct Bench {
    seats: Seats,
    waiting: Mutex<VecDeque<Arc<Word>>>,
}

/// Word of a seat that is given.
#[derive(Default)]
struct Word(Mutex<bool>, Condvar);

impl Bench {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            seats: Seats::new(),
            waiting: Mutex::new(VecDeque::new()),
        })
    }

    /// As a call does: without the lock where nobody waits, and behind those
    /// who do.
    fn sit_down(&self) {
        if self.seats.take(1, || true) {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap();
        if waiting.is_empty() {
            let pick = |seats: &mut &Seats| seats.take_in_turn(1, || true).then_some(());
            let want = |seats: &&Seats, is_wanted| seats.want(is_wanted);
            if look_twice(&mut &self.seats, pick, want).is_some() {
                return;
            }
        }
        let word = Arc::<Word>::default();
        waiting.push_back(Arc::clone(&word));
        drop(waiting);
        let mut is_given = word.0.lock().unwrap();
        while !*is_given {
            is_given = word.1.wait(is_given).unwrap();
        }
    }

    fn get_up(&self) {
        if !self.seats.leave().is_wanted {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap();
        while let Some(word) = waiting.pop_front() {
            if !self.seats.take_in_turn(1, || true) {
                waiting.push_front(word);
                return;
            }
            *word.0.lock().unwrap() = true;
            word.1.notify_one();
        }
        self.seats.want(false);
    }
}

/// Threads are switched wherever they block, and twice besides.
fn model(run: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = builder.preemption_bound.or(Some(2));
    builder.check(run);
}

#[test]
fn a_seat_that_is_left_is_found_by_whoever_wants_one() {
    model(|| {
        let bench = Bench::new();
        let others = [(); 2].map(|()| {
            let bench = Arc::clone(&bench);
            thread::spawn(move || {
                bench.sit_down();
                bench.get_up();
            })
        });
        bench.sit_down();
        bench.get_up();
        for other in others {
            other.join().unwrap();
        }
        assert!(bench.seats.are_free());
        assert!(bench.seats.take(1, || true));
    });
}

#[test]
fn the_last_one_on_a_closed_connection_knows_it() {
    model(|| {
        let seats = Arc::new(Seats::new());
        assert!(seats.take(2, || true));
        let theirs = Arc::clone(&seats);
        let other = thread::spawn(move || {
            let is_seated = theirs.take(2, || true);
            is_seated && theirs.leave().is_last
        });
        let theirs = Arc::clone(&seats);
        let closes = thread::spawn(move || theirs.close());
        let ends = [
            seats.leave().is_last,
            other.join().unwrap(),
            closes.join().unwrap(),
        ];
        assert_eq!(ends.iter().filter(|end| **end).count(), 1);
        assert!(!seats.take(2, || true));
    });
}
