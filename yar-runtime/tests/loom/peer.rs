//! A peer that answers each byte with the same byte, once it has been waited
//! for, and a clock.

use crate::client::line::{Answer, Wire};
use loom::sync::Mutex;
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// The other end of a line.
pub struct Peer(Mutex<State>);

struct State {
    requests: Vec<u8>,
    answers: Vec<u8>,
    has_hung_up: bool,
    is_silent: bool,
    /// Bytes of requests that it takes; all if there is no limit.
    room: Option<usize>,
    /// Answers that may be given; one for each request if there is no limit.
    allowed: Option<usize>,
    answered: usize,
    time: u8,
    reader: Option<Waker>,
    writer: Option<Waker>,
    sleeper: Option<Waker>,
    whenever_written: Option<Box<dyn FnMut() + Send>>,
}

/// This end.
pub struct Pipe(pub Arc<Peer>);

impl Peer {
    pub fn new() -> Self {
        Self(Mutex::new(State {
            requests: Vec::new(),
            answers: Vec::new(),
            has_hung_up: false,
            is_silent: false,
            room: None,
            allowed: None,
            answered: 0,
            time: 0,
            reader: None,
            writer: None,
            sleeper: None,
            whenever_written: None,
        }))
    }

    /// Does this whenever a request was written.
    pub fn whenever_written(&self, act: impl FnMut() + Send + 'static) {
        self.0.lock().unwrap().whenever_written = Some(Box::new(act));
    }

    pub fn hang_up(&self) {
        let mut state = self.0.lock().unwrap();
        state.has_hung_up = true;
        let reader = state.reader.take();
        drop(state);
        wake(reader);
    }

    pub fn be_silent(&self) {
        self.0.lock().unwrap().is_silent = true;
    }

    /// From now on it takes no request, until there is room again.
    pub fn fill_up(&self) {
        self.0.lock().unwrap().room = Some(0);
    }

    pub fn make_room(&self) {
        self.set_room(None);
    }

    pub fn make_room_for(&self, bytes: usize) {
        self.set_room(Some(bytes));
    }

    fn set_room(&self, room: Option<usize>) {
        let mut state = self.0.lock().unwrap();
        state.room = room;
        let writer = state.writer.take();
        drop(state);
        wake(writer);
    }

    /// From now on it answers only when told to.
    pub fn hesitate(&self) {
        self.0.lock().unwrap().allowed = Some(0);
    }

    /// Answers one request more, now or as soon as there is one.
    pub fn allow_one(&self) {
        let mut state = self.0.lock().unwrap();
        state.allowed = state.allowed.map(|count| count + 1);
        let reader = state.answer();
        drop(state);
        wake(reader);
    }

    /// How many requests it has answered.
    pub fn answered(&self) -> usize {
        self.0.lock().unwrap().answered
    }

    pub fn pass_time(&self) {
        self.pass(1);
    }

    pub fn pass_all_time(&self) {
        self.pass(u8::MAX);
    }

    fn pass(&self, time: u8) {
        let mut state = self.0.lock().unwrap();
        state.time = state.time.saturating_add(time);
        let sleeper = state.sleeper.take();
        drop(state);
        wake(sleeper);
    }
}

impl State {
    /// Answers one request. One that is not told to waits until it is waited
    /// for.
    fn answer(&mut self) -> Option<Waker> {
        if self.requests.is_empty() || self.is_silent {
            return None;
        }
        match &mut self.allowed {
            None if self.reader.is_none() => return None,
            None => {}
            Some(0) => return None,
            Some(count) => *count -= 1,
        }
        let request = self.requests.remove(0);
        self.answers.push(request);
        self.answered += 1;
        self.reader.take()
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Wire for Pipe {
    type Time = u8;
    type Malformed = ();

    fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        let mut state = self.0.0.lock().unwrap();
        state.reader = Some(context.waker().clone());
        state.answers.is_empty() && !state.has_hung_up
    }

    fn poll_read(
        &mut self,
        context: &mut Context<'_>,
        input: &mut Vec<u8>,
    ) -> Poll<io::Result<usize>> {
        let mut state = self.0.0.lock().unwrap();
        let count = state.answers.len();
        if count == 0 && !state.has_hung_up {
            // The answers come at once, but after this look at them, so that
            // anything may happen before the next one.
            state.reader = Some(context.waker().clone());
            let reader = state.answer();
            drop(state);
            wake(reader);
            return Poll::Pending;
        }
        input.append(&mut state.answers);
        Poll::Ready(Ok(count))
    }

    fn poll_write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut state = self.0.0.lock().unwrap();
        if state.has_hung_up {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        if state.room == Some(0) {
            state.writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        let taken = state.room.unwrap_or(usize::MAX).min(bytes.len());
        state.room = state.room.map(|room| room - taken);
        state.requests.extend(&bytes[..taken]);
        // Whoever waits for answers already hears of this one.
        let reader = state.answer();
        let act = state.whenever_written.take();
        drop(state);
        wake(reader);
        if let Some(mut act) = act {
            act();
            self.0.0.lock().unwrap().whenever_written = Some(act);
        }
        Poll::Ready(Ok(taken))
    }

    fn poll_flush(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_until(&mut self, context: &mut Context<'_>, time: u8) -> Poll<()> {
        let mut state = self.0.0.lock().unwrap();
        if state.time >= time {
            return Poll::Ready(());
        }
        state.sleeper = Some(context.waker().clone());
        Poll::Pending
    }

    fn now(&self) -> u8 {
        self.0.0.lock().unwrap().time
    }

    fn next_look(&self) -> u8 {
        // The last moment comes only with the deadline of every call.
        self.now().saturating_add(1).min(u8::MAX - 1)
    }

    fn measure(&mut self, input: &[u8]) -> Result<Option<Answer>, ()> {
        Ok(input.first().map(|id| Answer {
            id: u32::from(*id),
            len: 1,
            any_order: true,
        }))
    }
}
