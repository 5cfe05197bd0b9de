//! What the socket sees: how many reads and writes, and in which order.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::{Connection, End};
use crate::dispatch::{Reply, Step};
use crate::error::Error;
use crate::message::ReplyHead;
use crate::packager::Packager;
use crate::server::Limits;
use crate::server::stop::Stop;
use crate::wire::{Frame, HEADER_LEN, Layout};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
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
    /// Handlers that may finish.
    finished: bool,
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

/// A frame without a body; an odd id means a handler that has to wait.
fn request(id: u8) -> Vec<u8> {
    let mut frame = vec![0; HEADER_LEN];
    frame[3] = id;
    frame[6..10].copy_from_slice(&[0x80, 0xdf, 0xec, 0x60]);
    frame[13] = 1;
    frame[81] = 8;
    frame.extend_from_slice(b"JSON\0\0\0\0");
    frame
}

fn connection(
    fake: &Fake,
) -> Connection<Fake, impl Fn(&Frame<'_>, Vec<u8>) -> Step<Handler> + use<>, Handler> {
    let script = Rc::clone(&fake.0);
    let start = move |frame: &Frame<'_>, buffer| {
        let head = ReplyHead {
            id: i64::from(frame.header.id),
            layout: Layout::Yar,
            packager: Packager::JSON,
            any_order: false,
        };
        let (script, waits) = (Rc::clone(&script), frame.header.id % 2 == 1);
        let mut reply = Some(Reply::new(head, buffer).finish::<_, Error>(Ok(frame.header.id)));
        let call = poll_fn(
            move |_| match reply.take_if(|_| !waits || script.borrow().finished) {
                Some(reply) => Poll::Ready(reply),
                None => Poll::Pending,
            },
        );
        Step::Running(head, Box::pin(call) as Handler)
    };
    Connection::new(
        fake.clone(),
        start,
        &Limits::default(),
        Stop::default().listen(),
    )
}

/// Polls once.
async fn poll<Start, Call>(connection: &mut Connection<Fake, Start, Call>) -> Poll<End>
where
    Start: Fn(&Frame<'_>, Vec<u8>) -> Step<Call>,
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
    let fake = Fake::default();
    fake.0.borrow_mut().room = usize::MAX;
    fake.0
        .borrow_mut()
        .reads
        .push_back([request(2), request(4), request(6)].concat());
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
async fn a_call_that_waits_holds_up_what_follows_but_not_what_came_before() {
    let fake = Fake::default();
    fake.0.borrow_mut().room = usize::MAX;
    let bytes = [request(2), request(3), request(4), request(5)].concat();
    fake.0
        .borrow_mut()
        .reads
        .extend([bytes[..200].to_vec(), bytes[200..].to_vec()]);
    let mut connection = connection(&fake);
    for _ in 0..2 {
        assert!(poll(&mut connection).await.is_pending());
        assert_eq!(answered(&fake), [2]);
        assert_eq!(fake.0.borrow().seen, "rw");
    }
    fake.0.borrow_mut().finished = true;
    assert!(poll(&mut connection).await.is_pending());
    assert_eq!(answered(&fake), [2, 3, 4, 5]);
    assert!(connection.backlog.is_empty());
}

#[tokio::test]
async fn the_end_of_the_stream_comes_after_the_answers() {
    let fake = Fake::default();
    fake.0.borrow_mut().room = usize::MAX;
    fake.0.borrow_mut().reads.extend([request(2), Vec::new()]);
    let mut connection = connection(&fake);
    assert_eq!(poll(&mut connection).await, Poll::Ready(End::Over));
    assert_eq!(answered(&fake), [2]);
}
