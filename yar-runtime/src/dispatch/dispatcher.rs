//! Services with all that is needed to answer frames for them.

mod detour;

#[cfg(feature = "tower")]
use super::Layered;
use super::readable::{Complaint, no_method, unknown_packager, unpacking, unread};
use super::routes::Routes;
use super::table::MethodTable;
use super::{Gate, Load, Origin, Reply, Service, ServiceInfo, Slot};
use crate::error::status;
use crate::message::{Params, ReplyHead, Request};
use crate::packager::{DecodeLimits, Packager};
use crate::telemetry::{Asked, Methods};
use crate::wire::Frame;
use std::future::Future;
use std::sync::Arc;
use std::task::{self, Poll};
use std::time::Duration;

/// A service, its method table and its rules; others may stand beside it.
pub(crate) struct Dispatcher<S> {
    service: S,
    table: MethodTable,
    telemetry: Methods,
    others: Routes,
    rules: Rules,
    /// Nobody but the first service has a say in a call.
    is_plain: bool,
}

/// What holds for every call.
pub(crate) struct Rules {
    pub(crate) gate: Option<Gate>,
    pub(crate) limits: DecodeLimits,
    pub(crate) max_body: usize,
    pub(crate) call_timeout: Duration,
    #[cfg(feature = "http")]
    pub(crate) info_page: bool,
    pub(crate) load: Arc<Load>,
    /// The first one is the innermost.
    #[cfg(feature = "tower")]
    pub(crate) layers: Vec<Box<dyn Layered>>,
}

impl Rules {
    fn has_layers(&self) -> bool {
        #[cfg(feature = "tower")]
        return !self.layers.is_empty();
        #[cfg(not(feature = "tower"))]
        false
    }
}

/// The handler did not run; a client may try again, here or elsewhere.
const OVERLOADED: &str = "overloaded: as many calls are running as this server takes on";
/// Said instead of keeping still more of requests that cannot begin.
pub(crate) const UNFINISHED: &str = "overloaded: too many bytes of unfinished requests";

/// What became of a request frame.
pub(crate) enum Step {
    /// This is the answer.
    Answered(Reply),
    /// The handler has to wait in its slot; [`Slot::poll`] brings its answer.
    Waits(ReplyHead),
}

impl<S: Service> Dispatcher<S> {
    pub(crate) fn new(service: S, others: Routes, rules: Rules) -> Self {
        let table = MethodTable::new(service.info());
        Self {
            telemetry: service.info().telemetry(),
            service,
            table,
            is_plain: rules.gate.is_none() && others.is_empty() && !rules.has_layers(),
            others,
            rules,
        }
    }

    pub(crate) fn load(&self) -> &Arc<Load> {
        &self.rules.load
    }

    pub(crate) fn info(&self) -> &'static ServiceInfo {
        self.service.info()
    }

    /// Whether anybody may read what is served.
    #[cfg(feature = "http")]
    pub(crate) fn has_info_page(&self) -> bool {
        self.rules.info_page
    }

    #[cfg(feature = "http")]
    pub(crate) fn others(&self) -> &Routes {
        &self.others
    }

    /// Decodes a request in place and runs its handler in `slot` until it has
    /// to wait; `reply` is used for the answer.
    ///
    /// `call` is always `S::call`: the type of a handler has no name, and so it
    /// must come in as a parameter where a slot for it is to be spelt.
    pub(crate) fn start<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &Frame<'_>,
        origin: &Origin<'_>,
        reply: Reply,
        slot: &mut Slot<'_, F>,
        context: &mut task::Context<'_>,
    ) -> Step
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let mut head = unread(frame);
        let Some(packager) = Packager::from_wire(frame.packager) else {
            return self.refuse(frame, head, unknown_packager(&frame.packager), reply, slot);
        };
        head.packager = packager;
        // It stays where it lies: it is large enough for a move to be felt.
        let mut request = Request::read(packager, frame.body, &self.rules.limits);
        let request = match &mut request {
            Ok(request) => request,
            Err(error) => {
                return self.refuse(frame, head, unpacking(packager, error), reply, slot);
            }
        };
        head.id = request.id;
        let Some(method) = request.method.as_deref() else {
            return self.refuse(frame, head, no_method(), reply, slot);
        };
        let mut reply = reply.anew(head);
        reply.set_max_body(self.rules.max_body);
        let begun = match self.table.find(method) {
            Some(number) if self.is_plain && !self.service.wants_context(number) => {
                let asked = || asked(frame, &head, Some(number), method);
                *slot.served = self.telemetry.begin(asked);
                if self.rules.load.calls.is_full() {
                    let reply = reply.say(status::TRANSPORT, OVERLOADED);
                    slot.answered(&reply);
                    return Step::Answered(reply);
                }
                let params = &mut request.params;
                let make = || call(&self.service, number, take(params), reply);
                slot.begin(&head, make, context)
            }
            _ => match self.make_unusual(call, frame, origin, request, reply, slot) {
                Ok(()) => slot.poll(&head, context),
                Err(reply) => {
                    slot.answered(&reply);
                    Poll::Ready(reply)
                }
            },
        };
        match begun {
            Poll::Ready(reply) => Step::Answered(reply),
            Poll::Pending => Step::Waits(head),
        }
    }

    /// The request cannot be read.
    #[cold]
    fn refuse<F>(
        &self,
        frame: &Frame<'_>,
        head: ReplyHead,
        (status, text): Complaint,
        reply: Reply,
        slot: &mut Slot<'_, F>,
    ) -> Step {
        *slot.served = self.telemetry.begin(|| asked(frame, &head, None, ""));
        let reply = reply.anew(head).say(status, &text);
        slot.answered(&reply);
        Step::Answered(reply)
    }
}

/// What is told of a request.
fn asked<'a>(
    frame: &'a Frame<'_>,
    head: &ReplyHead,
    method: Option<usize>,
    spelt: &'a str,
) -> Asked<'a> {
    Asked {
        method,
        spelt,
        id: head.id,
        packager: head.packager.name(),
        provider: frame.header.provider(),
        length: frame.len,
    }
}

/// The parameters; a request without the key means that there are none.
#[inline]
fn take<'a>(params: &mut Option<Params<'a>>) -> Params<'a> {
    params.take().unwrap_or_else(Params::none)
}
