//! What the socket sees: how many reads and writes, and in which order.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::type_complexity)]

use super::{Connection, End};
use crate::dispatch::{Load, Reply, Slot};
use crate::error::Error;
use crate::message::ReplyHead;
use crate::packager::Packager;
use crate::server::Limits;
use crate::server::heavy::Heavy;
use crate::server::stop::Stop;
use crate::transport::Source;
use crate::wire::{HEADER_LEN, Layout, RawFrame};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

#[derive(Default)]
struct Script {
    /// What the reads bring; then the socket is silent.
    reads: VecDeque<Vec<u8>>,
    /// Bytes the socket still takes.
    room: usize,
    /// `r` and `w` for each read and write that moved bytes.
    seen: String,
    written: Vec<u8>,
    /// Ids of the handlers that may finish.
    finished: Vec<u8>,
    /// How to wake those that wait.
    waiting: BTreeMap<u8, Waker>,
    polls: usize,
    dropped: usize,
}

#[derive(Clone, Default)]
struct Fake(Rc<RefCell<Script>>);

impl AsyncRead for Fake {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut script = self.0.borrow_mut();
        let Some(bytes) = script.reads.pop_front() else {
            return Poll::Pending;
        };
        script.seen.push('r');
        buffer.put_slice(&bytes);
        Poll::Ready(Ok(()))
    }
}

impl Source for Fake {
    fn is_behind(&self) -> bool {
        false
    }
}

impl AsyncWrite for Fake {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut script = self.0.borrow_mut();
        let count = bytes.len().min(script.room);
        if count == 0 {
            return Poll::Pending;
        }
        script.room -= count;
        script.seen.push('w');
        script.written.extend_from_slice(&bytes[..count]);
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// A handler of any kind.
type Handler = Pin<Box<dyn Future<Output = Reply>>>;

/// A frame without a body; an odd id means a handler that has to wait until
/// it may finish.
fn request(id: u8) -> Vec<u8> {
    let mut frame = vec![0; HEADER_LEN];
    frame[3] = id;
    frame[6..10].copy_from_slice(&[0x80, 0xdf, 0xec, 0x60]);
    frame[13] = 1;
    frame[81] = 8;
    frame.extend_from_slice(b"JSON\0\0\0\0");
    frame
}

/// The same from a client that matches answers by id.
fn any_order(id: u8) -> Vec<u8> {
    let mut frame = request(id);
    frame[11] = 1;
    frame
}

/// Counts when it goes.
struct Guest(Fake);

impl Drop for Guest {
    fn drop(&mut self) {
        self.0.0.borrow_mut().dropped += 1;
    }
}

impl Fake {
    fn with_room(reads: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let fake = Self::default();
        fake.0.borrow_mut().room = usize::MAX;
        fake.0.borrow_mut().reads.extend(reads);
        fake
    }

    fn finish(&self, id: u8) {
        let mut script = self.0.borrow_mut();
        script.finished.push(id);
        let waker = script.waiting.remove(&id);
        drop(script);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn handler(&self, id: u8, reply: Reply) -> Handler {
        let guest = Guest(self.clone());
        let mut reply = Some(reply);
        Box::pin(poll_fn(move |context| {
            let mut script = guest.0.0.borrow_mut();
            script.polls += 1;
            if id % 2 == 1 && !script.finished.contains(&id) {
                script.waiting.insert(id, context.waker().clone());
                return Poll::Pending;
            }
            Poll::Ready(reply.take().unwrap())
        }))
    }
}

fn connection(
    fake: &Fake,
) -> Connection<
    Fake,
    impl Fn(&RawFrame<'_>, Reply, Slot<'_, Handler>, &mut Context<'_>) -> Poll<Reply> + use<>,
    Handler,
> {
    let handlers = fake.clone();
    let start = move |frame: &RawFrame<'_>,
                      reply: Reply,
                      slot: Slot<'_, Handler>,
                      context: &mut Context<'_>| {
        let head = ReplyHead {
            id: i64::from(frame.id()),
            layout: Layout::Yar,
            packager: Packager::JSON,
            any_order: frame.allows_any_order(),
        };
        let reply = reply.anew(head).finish::<_, Error>(Ok(frame.id()));
        let id = u8::try_from(frame.id()).unwrap();
        slot.begin(|| head, || handlers.handler(id, reply), context)
    };
    let limits = Limits {
        max_calls_per_connection: 3,
        ..Limits::default()
    };
    let load = Arc::new(Load::new(usize::MAX, usize::MAX));
    let ear = Stop::default().listen();
    Connection::new(fake.clone(), start, &limits, &load, &Heavy::nowhere(), ear)
}

/// Polls once.
async fn poll<Start, Call>(connection: &mut Connection<Fake, Start, Call>) -> Poll<End>
where
    Start: Fn(&RawFrame<'_>, Reply, Slot<'_, Call>, &mut Context<'_>) -> Poll<Reply>,
    Call: Future<Output = Reply>,
{
    poll_fn(|context| Poll::Ready(connection.poll(context))).await
}

/// Ids of the answers that were written.
fn answered(fake: &Fake) -> Vec<u8> {
    let script = fake.0.borrow();
    let marker = b"\"r\":";
    let starts = script.written.windows(marker.len()).enumerate();
    starts
        .filter(|(_, bytes)| bytes == marker)
        .map(|(at, _)| script.written[at + marker.len()] - b'0')
        .collect()
}

#[tokio::test]
async fn one_read_brings_many_requests_and_one_write_answers_them() {
    let fake = Fake::with_room([[request(2), request(4), request(6)].concat()]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(fake.0.borrow().seen, "rw");
    assert_eq!(answered(&fake), [2, 4, 6]);
    assert!(connection.backlog.is_empty() && connection.unsent.is_empty());
}

#[tokio::test]
async fn nothing_is_read_while_answers_wait_for_the_socket() {
    let fake = Fake::default();
    fake.0.borrow_mut().room = 10;
    fake.0.borrow_mut().reads.extend([request(2), request(4)]);
    let mut connection = connection(&fake);
    for _ in 0..3 {
        assert!(poll(&mut connection).await.is_pending());
        assert_eq!(fake.0.borrow().seen, "rw");
    }
    fake.0.borrow_mut().room = usize::MAX;
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(fake.0.borrow().seen, "rwwrw");
    assert_eq!(answered(&fake), [2, 4]);
}

#[tokio::test]
async fn calls_run_beside_one_another_and_are_answered_in_order() {
    let fake = Fake::with_room([[request(2), request(3), request(4), request(5)].concat()]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(fake.0.borrow().polls, 4, "all have begun");
    assert_eq!(answered(&fake), [2]);
    fake.finish(5);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [2]);
    fake.finish(3);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [2, 3, 4, 5]);
    assert_eq!(fake.0.borrow().seen, "rww");
    assert_eq!(fake.0.borrow().polls, 6, "only those that were woken");
}

#[tokio::test]
async fn answers_come_in_any_order_where_the_client_says_so() {
    let bytes = [any_order(3), any_order(4), any_order(5), request(7)].concat();
    let fake = Fake::with_room([bytes, any_order(2)]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [4]);
    fake.finish(7);
    fake.finish(5);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [4, 7, 5, 2]);
    fake.finish(3);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [4, 7, 5, 2, 3]);
    let script = fake.0.borrow();
    let mut rest = &script.written[..];
    while let Some(frame) = crate::wire::peek(rest, 1000).unwrap() {
        let echoed = frame.header.id != 7;
        assert_eq!(
            frame.header.allows_any_order(),
            echoed,
            "{}",
            frame.header.id
        );
        rest = &rest[frame.len..];
    }
}

#[tokio::test]
async fn beyond_its_limit_of_calls_a_connection_is_not_read() {
    let bytes = [request(3), request(5), request(7), request(9)].concat();
    let fake = Fake::with_room([bytes, request(2)]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!((fake.0.borrow().polls, fake.0.borrow().seen.len()), (3, 1));
    fake.finish(5);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!((fake.0.borrow().polls, fake.0.borrow().seen.len()), (5, 1));
    for id in [9, 3, 7] {
        fake.finish(id);
    }
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [3, 5, 7, 9, 2]);
    assert_eq!(fake.0.borrow().dropped, 5);
    assert!(connection.backlog.is_empty());
}

#[tokio::test]
async fn calls_go_on_while_the_socket_takes_no_answers() {
    let fake = Fake::with_room([[request(3), request(2)].concat()]);
    fake.0.borrow_mut().room = 0;
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    fake.finish(3);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(
        fake.0.borrow().dropped,
        2,
        "the call that waited has finished"
    );
    assert_eq!(fake.0.borrow().seen, "r");
    fake.0.borrow_mut().room = usize::MAX;
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [3, 2]);
}

#[tokio::test]
async fn a_connection_that_goes_takes_its_calls_along() {
    let fake = Fake::with_room([[request(3), request(5)].concat()]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(fake.0.borrow().dropped, 0);
    drop(connection);
    assert_eq!(fake.0.borrow().dropped, 2);
}

#[tokio::test]
async fn the_end_of_the_stream_comes_after_the_answers() {
    let fake = Fake::with_room([[request(2), request(3)].concat(), Vec::new()]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    fake.finish(3);
    assert_eq!(poll(&mut connection).await, Poll::Ready(End::Over));
    assert_eq!(answered(&fake), [2, 3]);
}

#[tokio::test]
async fn slots_of_a_busy_time_are_given_back() {
    let fake = Fake::with_room([[request(3), request(5), request(7)].concat()]);
    let mut connection = connection(&fake);
    assert!(poll(&mut connection).await.is_pending());
    connection.calls.shrink();
    assert_eq!(connection.calls.slots(), 3);
    for id in [3, 5, 7] {
        fake.finish(id);
    }
    assert!(poll(&mut connection).await.is_pending());
    connection.calls.shrink();
    assert_eq!(connection.calls.slots(), 0);
}
