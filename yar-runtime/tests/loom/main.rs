//! Every interleaving of calls that share a line, or want to, as far as one preemption
//! reaches: callers that are dropped or not polled, the task that comes and
//! goes, the peer that hangs up. A call that is stalled shows as a deadlock.
//!
//! The code under test is the client's own, its lock replaced.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_docs
)]

mod client;
mod peer;
mod seats;

use client::line::{Driver, End, Failed, Line, Sent, Ticket};
use loom::future::block_on;
use loom::thread::{self, JoinHandle};
use peer::{Peer, Pipe};
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

type Outcome = Result<Vec<u8>, Failed<Pipe>>;

/// A line whose peer is known to answer in any order, and the tasks that its
/// calls have started.
#[derive(Clone)]
struct Lab {
    peer: Arc<Peer>,
    line: Arc<Line<Pipe>>,
    tasks: Arc<loom::sync::Mutex<Vec<JoinHandle<()>>>>,
}

impl Lab {
    fn new() -> Self {
        let peer = Arc::new(Peer::new());
        let lab = Self {
            line: Arc::new(Line::new(Pipe(Arc::clone(&peer)))),
            peer,
            tasks: Arc::default(),
        };
        let mut answer = Vec::new();
        let mut first = Ticket::new(&lab.line, 1, &[1], u8::MAX, &mut answer);
        let outcome = block_on(poll_fn(|context| lab.poll(&mut first, context)));
        drop(first);
        assert!(outcome.is_ok() && answer == [1]);
        assert!(lab.line.is_shareable());
        lab
    }

    /// A call to its end.
    fn call(&self, id: u8) -> Outcome {
        let request = [id];
        let mut answer = Vec::new();
        let mut ticket = self.ticket(&request, &mut answer);
        block_on(poll_fn(|context| self.poll(&mut ticket, context)))?;
        drop(ticket);
        Ok(answer)
    }

    fn ticket<'a>(&'a self, request: &'a [u8; 1], answer: &'a mut Vec<u8>) -> Ticket<'a, Pipe> {
        Ticket::new(&self.line, request[0].into(), request, u8::MAX, answer).over_used()
    }

    fn poll(
        &self,
        ticket: &mut Ticket<'_, Pipe>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<Pipe>>> {
        ticket.poll(context, |mut driver| {
            let task = thread::spawn(move || block_on(poll_fn(|context| driver.poll(context))));
            self.tasks.lock().unwrap().push(task);
        })
    }

    fn spawn_call(&self, id: u8) -> JoinHandle<()> {
        let lab = self.clone();
        thread::spawn(move || assert_eq!(lab.call(id).ok(), Some(vec![id])))
    }

    /// Hangs up, and waits for the tasks to notice.
    fn finish(&self) {
        self.peer.hang_up();
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap());
        for task in tasks {
            task.join().unwrap();
        }
    }
}

/// Threads are switched wherever they block, and once besides. More of that
/// takes minutes; `LOOM_MAX_PREEMPTIONS` asks for it.
fn model(run: impl Fn(Lab) + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = builder.preemption_bound.or(Some(1));
    builder.max_branches = 20_000;
    builder.check(move || run(Lab::new()));
}

#[test]
fn two_calls_both_find_their_answers() {
    model(|lab| {
        let other = lab.spawn_call(2);
        assert_eq!(lab.call(3).ok(), Some(vec![3]));
        other.join().unwrap();
        lab.finish();
    });
}

#[test]
fn a_call_dropped_at_any_point_holds_nobody_up() {
    model(|lab| {
        let other = lab.spawn_call(2);
        let mut answer = Vec::new();
        let mut ticket = lab.ticket(&[3], &mut answer);
        let _ = lab.poll(&mut ticket, &mut Context::from_waker(Waker::noop()));
        drop(ticket);
        assert_eq!(lab.call(4).ok(), Some(vec![4]));
        other.join().unwrap();
        lab.finish();
    });
}

#[test]
fn a_call_that_is_not_polled_holds_nobody_up() {
    model(|lab| {
        let mut answer = Vec::new();
        let mut ticket = lab.ticket(&[3], &mut answer);
        let first = lab.poll(&mut ticket, &mut Context::from_waker(Waker::noop()));
        let other = lab.spawn_call(2);
        other.join().unwrap();
        if first.is_pending() {
            let rest = block_on(poll_fn(|context| lab.poll(&mut ticket, context)));
            assert!(rest.is_ok());
        }
        drop(ticket);
        assert_eq!(answer, [3]);
        lab.finish();
    });
}

#[test]
fn a_request_that_finds_no_room_goes_out_later() {
    model(|lab| {
        lab.peer.fill_up();
        let other = lab.spawn_call(2);
        let peer = Arc::clone(&lab.peer);
        let room = thread::spawn(move || peer.make_room());
        assert_eq!(lab.call(3).ok(), Some(vec![3]));
        other.join().unwrap();
        room.join().unwrap();
        lab.finish();
    });
}

/// Four calls of which the peer has taken two, the last one having come after
/// that; then the peer does as it is told.
fn half_sent(then: fn(&Peer)) -> [Poll<Result<(), Failed<Pipe>>>; 4] {
    let lab = Lab::new();
    let mut nobody = Context::from_waker(Waker::noop());
    let mut driver: Option<Driver<Pipe>> = None;
    let requests = [2, 3, 4, 5].map(|id| [id]);
    let mut answers = [(); 4].map(|()| Vec::new());
    let mut tickets = Vec::new();
    lab.peer.fill_up();
    lab.peer.hesitate();
    for (request, answer) in requests.iter().zip(&mut answers) {
        if let Some(driver) = &mut driver {
            assert!(driver.poll(&mut nobody).is_pending());
            if request == &[5] {
                lab.peer.make_room_for(2);
                assert!(driver.poll(&mut nobody).is_pending());
            }
        }
        let mut ticket = lab.ticket(request, answer);
        let begun = ticket.poll(&mut nobody, |task| driver = Some(task));
        assert!(begun.is_pending());
        tickets.push(ticket);
    }
    let mut driver = driver.expect("a task for four calls");
    assert!(driver.poll(&mut nobody).is_pending());
    then(&lab.peer);
    for _ in 0..4 {
        if driver.poll(&mut nobody).is_ready() {
            break;
        }
    }
    let mut ended = tickets.into_iter();
    let outcomes = requests.map(|_| {
        let mut ticket = ended.next().expect("four calls");
        ticket.poll(&mut nobody, |_| {})
    });
    drop(ended);
    for (request, (answer, outcome)) in requests.iter().zip(answers.iter().zip(&outcomes)) {
        assert!(answer == request || !matches!(outcome, Poll::Ready(Ok(()))));
    }
    outcomes
}

#[test]
fn requests_queue_up_behind_those_that_found_no_room() {
    loom::model(|| {
        let outcomes = half_sent(|peer| {
            peer.make_room();
            for _ in 0..4 {
                peer.allow_one();
            }
        });
        assert!(
            outcomes
                .iter()
                .all(|one| matches!(one, Poll::Ready(Ok(()))))
        );
    });
}

#[test]
fn what_was_sent_of_each_request_is_known() {
    loom::model(|| {
        let sent = half_sent(Peer::hang_up).map(|outcome| match outcome {
            Poll::Ready(Err(Failed::Ended(_, sent))) => Some(sent),
            _ => None,
        });
        let [all, none] = [Some(Sent::All), Some(Sent::Nothing)];
        assert_eq!(sent, [all, all, none, none]);
    });
}

/// So many looks at which nothing has gone out, the first of them included that
/// sees what went out before.
const LOOKS: u32 = 11;

/// What is known to have been sent of a call that ended with its connection.
fn known_sent(outcome: &Poll<Result<(), Failed<Pipe>>>) -> Option<Sent> {
    match outcome {
        Poll::Ready(Err(Failed::Ended(end, sent))) if matches!(**end, End::Stalled) => Some(*sent),
        _ => None,
    }
}

#[test]
fn a_peer_that_has_stopped_reading_gets_no_more_and_is_heard() {
    loom::model(|| {
        let lab = Lab::new();
        let mut nobody = Context::from_waker(Waker::noop());
        lab.peer.make_room_for(2);
        lab.peer.hesitate();
        let requests = [2, 3, 4, 5, 6].map(|id| [id]);
        let mut answers = [(); 5].map(|()| Vec::new());
        let [first, second, third, fourth, fifth] = &mut answers;
        let mut driver: Option<Driver<Pipe>> = None;
        let mut begin = |request, answer| {
            let mut ticket = lab.ticket(request, answer);
            let begun = ticket.poll(&mut nobody, |task| driver = Some(task));
            assert!(begun.is_pending());
            ticket
        };
        let mut sent = [begin(&requests[0], first), begin(&requests[1], second)];
        let mut unsent = [begin(&requests[2], third), begin(&requests[3], fourth)];
        let mut driver = driver.expect("a task for four calls");
        assert!(driver.poll(&mut nobody).is_pending());
        let mut looks = 0;
        while unsent[0].poll(&mut nobody, |_| {}).is_pending() {
            lab.peer.pass_time();
            assert!(driver.poll(&mut nobody).is_pending());
            looks += 1;
            assert!(looks < 100, "nobody has noticed");
        }
        assert_eq!(looks, LOOKS);
        let refused = unsent[1].poll(&mut nobody, |_| {});
        assert_eq!(known_sent(&refused), Some(Sent::Nothing));
        assert!(!lab.line.is_shareable());
        let mut late = lab.ticket(&requests[4], fifth);
        let refused = late.poll(&mut nobody, |_| {});
        assert_eq!(known_sent(&refused), Some(Sent::Nothing));
        lab.peer.make_room();
        for ticket in &mut sent {
            assert!(ticket.poll(&mut nobody, |_| {}).is_pending());
            assert!(driver.poll(&mut nobody).is_pending());
            lab.peer.allow_one();
            assert!(driver.poll(&mut nobody).is_pending());
            assert!(matches!(
                ticket.poll(&mut nobody, |_| {}),
                Poll::Ready(Ok(()))
            ));
        }
        lab.peer.pass_time();
        assert!(driver.poll(&mut nobody).is_ready(), "nothing is awaited");
        assert_eq!(lab.peer.answered(), 3);
        drop((sent, unsent, late));
        assert_eq!((&answers[0], &answers[1]), (&vec![2], &vec![3]));
    });
}

#[test]
fn a_call_that_is_late_while_nothing_goes_out_is_never_sent() {
    loom::model(|| {
        for is_dropped in [false, true] {
            let lab = Lab::new();
            let mut nobody = Context::from_waker(Waker::noop());
            lab.peer.fill_up();
            let mut answer = Vec::new();
            let mut ticket = lab.ticket(&[2], &mut answer);
            assert!(lab.poll(&mut ticket, &mut nobody).is_pending());
            if !is_dropped {
                lab.peer.pass_all_time();
                let late = lab.poll(&mut ticket, &mut nobody);
                assert!(matches!(
                    late,
                    Poll::Ready(Err(Failed::Late(Sent::Nothing)))
                ));
            }
            drop(ticket);
            lab.peer.make_room();
            let mut answer = Vec::new();
            let mut next = lab.ticket(&[3], &mut answer);
            let refused = lab.poll(&mut next, &mut nobody);
            assert_eq!(known_sent(&refused), Some(Sent::Nothing));
            drop(next);
            assert_eq!(lab.peer.answered(), 1);
            lab.finish();
        }
    });
}

/// At that moment it may read on, too.
#[test]
fn calls_come_while_the_peer_is_found_to_have_stopped_reading() {
    model(|lab| {
        let mut nobody = Context::from_waker(Waker::noop());
        lab.peer.make_room_for(1);
        let (mut sent, mut answer) = (Vec::new(), Vec::new());
        let mut driver = None;
        let mut first = lab.ticket(&[2], &mut sent);
        assert!(first.poll(&mut nobody, |_| {}).is_pending());
        let mut ticket = lab.ticket(&[3], &mut answer);
        let begun = ticket.poll(&mut nobody, |task| driver = Some(task));
        assert!(begun.is_pending());
        let mut driver = driver.expect("a task for two calls");
        // All looks but the last one that it takes.
        assert!(driver.poll(&mut nobody).is_pending());
        for _ in 0..LOOKS - 1 {
            lab.peer.pass_time();
            assert!(driver.poll(&mut nobody).is_pending());
        }
        assert!(matches!(
            first.poll(&mut nobody, |_| {}),
            Poll::Ready(Ok(()))
        ));
        assert!(ticket.poll(&mut nobody, |_| {}).is_pending());
        let before = lab.peer.answered();
        let task = thread::spawn(move || block_on(poll_fn(|context| driver.poll(context))));
        lab.tasks.lock().unwrap().push(task);
        let peer = Arc::clone(&lab.peer);
        let room = thread::spawn(move || {
            peer.pass_time();
            peer.make_room();
        });
        let of_next = lab.call(4).map(|answer| assert_eq!(answer, [4]));
        let of_ticket = block_on(poll_fn(|context| lab.poll(&mut ticket, context)));
        drop((first, ticket));
        room.join().unwrap();
        let mut answered = 0;
        for outcome in [of_next, of_ticket] {
            answered += usize::from(outcome.is_ok());
            let unsent = known_sent(&Poll::Ready(outcome));
            assert!(unsent.is_none_or(|sent| sent == Sent::Nothing));
        }
        assert_eq!(answered, lab.peer.answered() - before);
        lab.finish();
    });
}

#[test]
fn the_task_may_leave_at_any_point() {
    model(|lab| {
        // Time for a look comes while there is company, and then again.
        let other = lab.spawn_call(2);
        let peer = Arc::clone(&lab.peer);
        let clock = thread::spawn(move || {
            peer.pass_time();
            peer.pass_time();
        });
        assert_eq!(lab.call(3).ok(), Some(vec![3]));
        other.join().unwrap();
        clock.join().unwrap();
        lab.finish();
    });
}

#[test]
fn answers_come_while_the_task_may_leave() {
    model(|lab| {
        lab.peer.hesitate();
        let mut answer = Vec::new();
        let mut ticket = lab.ticket(&[3], &mut answer);
        assert!(
            lab.poll(&mut ticket, &mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        let other = lab.spawn_call(2);
        let peer = Arc::clone(&lab.peer);
        let clock = thread::spawn(move || {
            // What waits may run between any two of these.
            peer.pass_time();
            thread::yield_now();
            peer.allow_one();
            thread::yield_now();
            peer.allow_one();
        });
        let outcome = block_on(poll_fn(|context| lab.poll(&mut ticket, context)));
        drop(ticket);
        assert!(outcome.is_ok() && answer == [3]);
        other.join().unwrap();
        clock.join().unwrap();
        lab.finish();
    });
}

#[test]
fn calls_come_while_the_task_leaves() {
    model(|lab| {
        // It has company once, and is about to go when the next call comes.
        let mut answer = Vec::new();
        let mut ticket = lab.ticket(&[3], &mut answer);
        let _ = lab.poll(&mut ticket, &mut Context::from_waker(Waker::noop()));
        assert_eq!(lab.call(4).ok(), Some(vec![4]));
        drop(ticket);
        lab.peer.pass_time();
        let other = lab.spawn_call(2);
        lab.peer.pass_time();
        other.join().unwrap();
        lab.finish();
    });
}

#[test]
fn a_peer_that_hangs_up_ends_every_call() {
    model(|lab| {
        let calling = lab.clone();
        let other = thread::spawn(move || match calling.call(2) {
            Ok(answer) => assert_eq!(answer, [2]),
            Err(failed) => assert!(matches!(failed, Failed::Ended(..))),
        });
        let peer = Arc::clone(&lab.peer);
        let hangs_up = thread::spawn(move || peer.hang_up());
        match lab.call(3) {
            Ok(answer) => assert_eq!(answer, [3]),
            Err(failed) => assert!(matches!(failed, Failed::Ended(..))),
        }
        other.join().unwrap();
        hangs_up.join().unwrap();
        lab.finish();
    });
}

#[test]
fn an_answer_is_not_lost_where_the_peer_hangs_up_while_more_is_sent() {
    model(|lab| {
        lab.peer.hesitate();
        let before = lab.peer.answered();
        let calling = lab.clone();
        let other = thread::spawn(move || usize::from(calling.call(2).is_ok()));
        let peer = Arc::clone(&lab.peer);
        let hangs_up = thread::spawn(move || {
            peer.allow_one();
            peer.hang_up();
        });
        let answered = usize::from(lab.call(3).is_ok()) + other.join().unwrap();
        hangs_up.join().unwrap();
        assert_eq!(answered, lab.peer.answered() - before);
        lab.finish();
    });
}

#[test]
fn deadlines_end_calls_that_get_no_answer() {
    model(|lab| {
        lab.peer.be_silent();
        let calling = lab.clone();
        let other = thread::spawn(move || assert!(matches!(calling.call(2), Err(Failed::Late(_)))));
        let mut answer = Vec::new();
        let mut ticket = lab.ticket(&[3], &mut answer);
        let _ = lab.poll(&mut ticket, &mut Context::from_waker(Waker::noop()));
        lab.peer.pass_all_time();
        let late = block_on(poll_fn(|context| lab.poll(&mut ticket, context)));
        assert!(matches!(late, Err(Failed::Late(_))));
        other.join().unwrap();
        lab.finish();
    });
}

/// A task that notes that it was woken.
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Requests that never end must not keep the task from looking at the time.
#[test]
fn deadlines_are_kept_while_there_is_always_more_to_send() {
    model(|lab| {
        lab.peer.be_silent();
        let mut nobody = Context::from_waker(Waker::noop());
        let mut answer = Vec::new();
        let mut first = lab.ticket(&[2], &mut answer);
        assert!(lab.poll(&mut first, &mut nobody).is_pending());
        let woken = Arc::new(Woken(AtomicBool::new(false)));
        let waker = Waker::from(Arc::clone(&woken));
        let mut answer = Vec::new();
        let mut second = lab.ticket(&[3], &mut answer);
        let mut driver = None;
        let mut waiting = Context::from_waker(&waker);
        let pending = second.poll(&mut waiting, |task| driver = Some(task));
        assert!(pending.is_pending());
        let mut driver = driver.expect("a task for two calls");
        let line = Arc::clone(&lab.line);
        let mut id = 100;
        lab.peer.whenever_written(move || {
            // As many as can be sent before the test ends.
            let request = Box::leak(Box::new([id]));
            let answer = Box::leak(Box::default());
            id += 1;
            let ticket = Ticket::new(&line, id.into(), request, u8::MAX, answer).over_used();
            let ticket = Box::leak(Box::new(ticket));
            let mut nobody = Context::from_waker(Waker::noop());
            let _ = ticket.poll(&mut nobody, |_| {});
        });
        lab.peer.pass_all_time();
        for _ in 0..8 {
            let _ = driver.poll(&mut nobody);
        }
        assert!(woken.0.load(Ordering::Relaxed));
        let late = second.poll(&mut nobody, |_| {});
        assert!(matches!(late, Poll::Ready(Err(Failed::Late(_)))));
    });
}
