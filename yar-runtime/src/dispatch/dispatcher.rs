//! Services with all that is needed to answer frames for them.

mod detour;

#[cfg(feature = "tower")]
use super::Layered;
use super::readable::{Complaint, no_method, read, unknown_packager, unpacking, unread};
use super::routes::Routes;
use super::table::MethodTable;
use super::{Gate, Load, Origin, Reply, Service, ServiceInfo, Slot};
use crate::error::status;
use crate::message::{Params, ReplyHead, Request, Usual};
use crate::packager::{DecodeLimits, Packager};
use crate::telemetry::{Asked, Methods};
use crate::wire::RawFrame;
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
/// Said to requests that have not begun when the server is told to stop.
pub(crate) const STOPPING: &str = "overloaded: the server is stopping";

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
    /// to wait, and then [`Slot::poll`] brings its answer; `reply` is used for it.
    ///
    /// `call` is always `S::call`: the type of a handler has no name, and so it
    /// must come in as a parameter where a slot for it is to be spelt.
    pub(crate) fn start<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &RawFrame<'_>,
        origin: &Origin<'_>,
        reply: Reply,
        slot: Slot<'_, F>,
        context: &mut task::Context<'_>,
    ) -> Poll<Reply>
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let limits = &self.rules.limits;
        if self.is_plain
            && let Some(packager) = Packager::from_wire(frame.packager)
            && let Some(request) = Usual::read(packager, frame.body, limits)
            && let Some(number) = self.table.find_exact(request.method)
            && !self.service.wants_context(number)
            && !self.rules.load.calls.is_full()
        {
            let head = || read(frame, packager, request.id);
            let spelt = || str::from_utf8(request.method).unwrap_or_default();
            let asked = || asked(frame, &head(), Some(number), spelt());
            slot.beside.served = self.telemetry.begin(asked);
            let reply = reply.anew(head()).with_max_body(self.rules.max_body);
            let params = || request.params(packager, frame.body, limits);
            let make = || call(&self.service, number, params(), reply);
            return slot.begin(head, make, context);
        }
        self.start_unusual(call, frame, origin, reply, slot, context)
    }

    /// The same for any request.
    #[inline(never)]
    fn start_unusual<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &RawFrame<'_>,
        origin: &Origin<'_>,
        reply: Reply,
        mut slot: Slot<'_, F>,
        context: &mut task::Context<'_>,
    ) -> Poll<Reply>
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let mut head = unread(frame);
        let Some(packager) = Packager::from_wire(frame.packager) else {
            return self.refuse(frame, head, unknown_packager(&frame.packager), reply, slot);
        };
        let request = match Request::read(packager, frame.body, &self.rules.limits) {
            Ok(request) => request,
            Err(error) => {
                return self.refuse(frame, head, unpacking(packager, &error), reply, slot);
            }
        };
        head.id = request.id;
        let Some(method) = request.method.as_deref() else {
            return self.refuse(frame, head, no_method(), reply, slot);
        };
        let params = request.params.unwrap_or_else(Params::none);
        let reply = reply.anew(head).with_max_body(self.rules.max_body);
        match self.table.find(method) {
            Some(number) if self.is_plain && !self.service.wants_context(number) => {
                let asked = || asked(frame, &head, Some(number), method);
                slot.beside.served = self.telemetry.begin(asked);
                if self.rules.load.calls.is_full() {
                    return slot.ready(reply.say(status::TRANSPORT, OVERLOADED));
                }
                let make = || call(&self.service, number, params, reply);
                slot.begin(|| head, make, context)
            }
            _ => match self.make_unusual(call, frame, origin, method, params, reply, &mut slot) {
                Ok(()) => slot.poll(context),
                Err(reply) => slot.ready(reply),
            },
        }
    }

    /// The request cannot be read.
    #[cold]
    fn refuse<F>(
        &self,
        frame: &RawFrame<'_>,
        head: ReplyHead,
        (status, text): Complaint,
        reply: Reply,
        slot: Slot<'_, F>,
    ) -> Poll<Reply> {
        slot.beside.served = self.telemetry.begin(|| asked(frame, &head, None, ""));
        slot.ready(reply.anew(head).say(status, &text))
    }
}

/// What is told of a request.
fn asked<'a>(
    frame: &'a RawFrame<'_>,
    head: &ReplyHead,
    method: Option<usize>,
    spelt: &'a str,
) -> Asked<'a> {
    Asked {
        method,
        spelt,
        id: head.id,
        packager: head.packager.name(),
        provider: frame.provider(),
        length: frame.len,
    }
}
