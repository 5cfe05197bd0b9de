//! The first try of a call over a connection that is there, as most calls go:
//! by hand, so that there is little around each of them.

use super::balance::Peers;
use super::exchange::{Exchange, start_task};
use super::line::{Course, Failed};
use super::packing::unpack;
use super::pool::{Given, Place};
use super::socket::Socket;
use crate::error::Error;
use serde::de::DeserializeOwned;
use std::task::{Context, Poll, ready};
use tokio::sync::oneshot;

/// A place with a connection, and how far the call over it has got.
pub(super) struct Passage<'a> {
    pub(super) place: Place<'a>,
    course: Course<Socket>,
}

/// Why a call does not end there.
pub(super) enum Detour<'a> {
    /// One of several servers is to be picked.
    Several,
    /// There was no place.
    Crowded(oneshot::Receiver<Given>),
    /// There was no connection, or it brought no answer.
    Failed(Passage<'a>, Option<Failed<Socket>>),
    /// The answer brought no result.
    Error(Error),
}

impl Drop for Passage<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(line) = self.place.line() {
            self.course.give_up(line);
        }
    }
}

impl<'a> Exchange<'a> {
    /// Sends the request and receives the answer. No generic function: it is
    /// there once for calls of all methods.
    pub(super) fn poll_answer(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Box<Detour<'a>>>> {
        let passage = match &mut self.passage {
            Some(passage) => passage,
            empty => {
                let Peers::One(peer) = &self.inner.peers else {
                    return Poll::Ready(Err(several()));
                };
                let place = match peer.pool.place(self.start) {
                    Ok(place) => place,
                    Err(waiting) => return Poll::Ready(Err(crowded(waiting))),
                };
                self.buffer.clear();
                let course = Course::over_used(self.id, self.start + self.timeout);
                empty.insert(Passage { place, course })
            }
        };
        let Some(line) = passage.place.line() else {
            return Poll::Ready(Err(self.fail(None)));
        };
        let (request, buffer) = (&self.request, &mut self.buffer);
        let course = &mut passage.course;
        match ready!(course.poll(line, request, buffer, context, start_task)) {
            Ok(()) => Poll::Ready(Ok(())),
            Err(failed) => Poll::Ready(Err(self.fail(Some(failed)))),
        }
    }

    #[cold]
    fn fail(&mut self, failed: Option<Failed<Socket>>) -> Box<Detour<'a>> {
        Box::new(match self.passage.take() {
            Some(passage) => Detour::Failed(passage, failed),
            None => Detour::Several,
        })
    }

    /// Unpacks the answer.
    #[inline]
    pub(super) fn usual_result<R: DeserializeOwned>(&mut self) -> Result<R, Box<Detour<'a>>> {
        let Peers::One(peer) = &self.inner.peers else {
            return Err(several());
        };
        let settings = &self.inner.settings;
        settings
            .telemetry
            .exchanged(self.request.len(), self.buffer.len());
        let mut is_answer = false;
        let when_read = || is_answer = true;
        let outcome = unpack(settings, &peer.endpoint, self.id, &self.buffer, when_read);
        self.arrive(is_answer, outcome.is_ok());
        outcome.map_err(failed)
    }

    /// Puts back what the call has had, and what another try would need if
    /// there is to be none.
    fn arrive(&mut self, is_answer: bool, is_last: bool) {
        if is_answer
            && self.inner.settings.persistent
            && let Some(passage) = &mut self.passage
        {
            passage.place.keep_line();
        }
        self.passage = None;
        if is_last {
            self.put_back_buffers();
        }
    }
}

#[cold]
fn several<'a>() -> Box<Detour<'a>> {
    Box::new(Detour::Several)
}

#[cold]
fn crowded<'a>(waiting: oneshot::Receiver<Given>) -> Box<Detour<'a>> {
    Box::new(Detour::Crowded(waiting))
}

#[cold]
fn failed<'a>(error: Error) -> Box<Detour<'a>> {
    Box::new(Detour::Error(error))
}
