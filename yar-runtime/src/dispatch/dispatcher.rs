//! One service with all that is needed to answer frames for it.

use super::table::MethodTable;
use super::{Credentials, Gate, Load, Origin, Reply, Service, ServiceInfo, refusal};
use crate::error::status;
use crate::fault::Exception;
use crate::message::{Complaint, Params, ReplyHead, Request, write_error};
use crate::packager::{DecodeLimits, Packager};
use crate::wire::{Frame, Layout};
use std::borrow::Cow;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// A service, its method table and its rules.
pub(crate) struct Dispatcher<S> {
    service: S,
    table: MethodTable,
    rules: Rules,
}

/// What holds for every call.
pub(crate) struct Rules {
    pub(crate) gate: Option<Gate>,
    pub(crate) limits: DecodeLimits,
    pub(crate) max_body: usize,
    pub(crate) load: Arc<Load>,
}

/// The handler did not run; a client may try again, here or elsewhere.
const OVERLOADED: &str = "overloaded: as many calls are running as this server takes on";
/// Said instead of keeping still more of requests that cannot begin.
pub(crate) const UNFINISHED: &str = "overloaded: too many bytes of unfinished requests";

/// What became of a request frame.
pub(crate) enum Step {
    /// No handler had to run: this is the answer.
    Answered(Vec<u8>),
    /// A handler was put into its slot; [`poll_call`] brings its answer.
    Begun(ReplyHead),
}

impl<S: Service> Dispatcher<S> {
    pub(crate) fn new(service: S, rules: Rules) -> Self {
        let table = MethodTable::new(service.info());
        Self {
            service,
            table,
            rules,
        }
    }

    pub(crate) fn load(&self) -> &Arc<Load> {
        &self.rules.load
    }

    pub(crate) fn info(&self) -> &'static ServiceInfo {
        self.service.info()
    }

    /// Decodes a request in place and puts its handler into `slot`, without
    /// polling it; `buffer` is reused for the answer.
    ///
    /// `call` is always `S::call`: the type of a handler has no name, and so it
    /// must come in as a parameter where a slot for it is to be spelt.
    pub(crate) fn start<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &Frame<'_>,
        origin: &Origin<'_>,
        buffer: Vec<u8>,
        mut slot: Pin<&mut Option<F>>,
    ) -> Step {
        let (head, method, params) = match self.resolve(frame, origin) {
            Ok(resolved) => resolved,
            Err(Refusal { head, status, text }) => {
                return Step::Answered(refusal(&head, status, &text, buffer));
            }
        };
        let reply = Reply::new(head, buffer).with_max_body(self.rules.max_body);
        // Decoding runs code of the service: its `Deserialize`s.
        let begin = || slot.set(Some(call(&self.service, method, params, reply)));
        match catch_unwind(AssertUnwindSafe(begin)) {
            Ok(()) => Step::Begun(head),
            Err(_) => Step::Answered(panicked(&head)),
        }
    }

    fn resolve<'a>(
        &self,
        frame: &Frame<'a>,
        origin: &Origin<'_>,
    ) -> Result<(ReplyHead, usize, Params<'a>), Refusal> {
        let mut head = unreadable(frame.layout);
        head.any_order = frame.header.allows_any_order();
        let refuse = |head, status, text| Refusal { head, status, text };
        let packager = Packager::from_wire(frame.packager)
            .ok_or_else(|| refuse(head, status::PACKAGER, unknown_packager(&frame.packager)))?;
        head.packager = packager;
        let request = Request::read(packager, frame.body, &self.rules.limits).map_err(|error| {
            let name = packager.name().to_ascii_lowercase();
            refuse(
                head,
                status::PACKAGER,
                format!("{name} unpack error: {error}"),
            )
        })?;
        head.id = request.id;
        if self.rules.load.calls.is_full() {
            return Err(refuse(head, status::TRANSPORT, OVERLOADED.to_owned()));
        }
        let method = request.method.ok_or_else(|| {
            let text = "need specifical request method: the body has no key `m`";
            refuse(head, status::REQUEST, text.to_owned())
        })?;
        if !self.admits(frame, &method, origin) {
            let text = "authentication failed".to_owned();
            return Err(refuse(head, status::FORBIDDEN, text));
        }
        let number = self
            .table
            .find(&method)
            .ok_or_else(|| refuse(head, status::REQUEST, undefined(self.info().name, &method)))?;
        let params = request.params.unwrap_or_else(Params::none);
        Ok((head, number, params))
    }

    /// A hook that panics lets nobody pass.
    fn admits(&self, frame: &Frame<'_>, method: &str, origin: &Origin<'_>) -> bool {
        self.rules.gate.as_ref().is_none_or(|gate| {
            let credentials = Credentials::new(&frame.header, method, origin);
            catch_unwind(AssertUnwindSafe(|| gate(&credentials))).unwrap_or(false)
        })
    }
}

/// Polls the handler in a slot, which is empty afterwards if it has finished; a
/// panic ends in an answer like any other.
pub(crate) fn poll_call<F: Future<Output = Reply>>(
    mut slot: Pin<&mut Option<F>>,
    head: &ReplyHead,
    context: &mut Context<'_>,
) -> Poll<Vec<u8>> {
    let poll = || match slot.as_mut().as_pin_mut() {
        Some(call) => call.poll(context).map(Reply::into_frame),
        None => Poll::Ready(Vec::new()),
    };
    let frame = match catch_unwind(AssertUnwindSafe(poll)) {
        Ok(Poll::Pending) => return Poll::Pending,
        Ok(Poll::Ready(frame)) if frame.is_empty() => {
            refusal(head, status::OUTPUT, "the service wrote no answer", frame)
        }
        Ok(Poll::Ready(frame)) => frame,
        Err(_) => panicked(head),
    };
    slot.set(None);
    Poll::Ready(frame)
}

/// Why a frame reaches no handler.
struct Refusal {
    head: ReplyHead,
    status: i64,
    text: String,
}

fn panicked(head: &ReplyHead) -> Vec<u8> {
    failed(head, "the method panicked")
}

/// The answer to a call that was given up.
pub(crate) fn overdue(head: &ReplyHead, limit: Duration) -> Vec<u8> {
    failed(head, &format!("the method did not finish within {limit:?}"))
}

fn failed(head: &ReplyHead, text: &str) -> Vec<u8> {
    let exception = Exception {
        message: Cow::Borrowed(text),
        code: 0,
        kind: Cow::Borrowed("Exception"),
    };
    let mut frame = Vec::new();
    write_error(&mut frame, head, &Complaint::Exception(exception));
    frame
}

fn unknown_packager(name: &[u8; 8]) -> String {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    format!(
        "unsupported packager '{}': PHP, JSON and MSGPACK are known here",
        name.escape_ascii()
    )
}

fn undefined(service: &str, method: &str) -> String {
    /// Enough of a name to recognise it; a request may send megabytes.
    const SHOWN: usize = 100;
    let shown = match method.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", method.get(..end).unwrap_or_default()),
        None => method.to_owned(),
    };
    format!("call to undefined api {service}::{shown}()")
}

/// How answers are framed when the request could not be read.
pub(crate) fn unreadable(layout: Layout) -> ReplyHead {
    ReplyHead {
        id: 0,
        layout,
        packager: Packager::MSGPACK,
        any_order: false,
    }
}
