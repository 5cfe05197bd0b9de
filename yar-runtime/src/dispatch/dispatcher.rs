//! Services with all that is needed to answer frames for them.

use super::readable::{Complaint, no_method, unknown_packager, unpacking, unread};
use super::routes::{Hosted, Routes, is_named, undefined};
use super::slot::{BoxCall, panicked};
use super::table::MethodTable;
use super::verdict::Decision;
#[cfg(feature = "tower")]
use super::{Call, Layered};
use super::{Context, Credentials, Gate, Load, Origin, Reply, Service, ServiceInfo, Slot};
use crate::error::status;
use crate::message::{Params, ReplyHead, Request};
use crate::packager::{DecodeLimits, Packager};
use crate::telemetry::{Asked, Methods};
use crate::wire::Frame;
use std::future::{Future, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
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

    /// Makes a call that others have a say in, or that is not there. The error
    /// is the answer where no handler has to run.
    #[inline(never)]
    fn make_unusual<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &Frame<'_>,
        origin: &Origin<'_>,
        request: &mut Request<'_>,
        mut reply: Reply,
        slot: &mut Slot<'_, F>,
    ) -> Result<(), Reply>
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let head = reply.head();
        let method = request.method.as_deref().unwrap_or_default();
        let params = &mut request.params;
        let found = self.find(origin.path, method);
        let (telemetry, number) = self.telemetry(&found);
        *slot.served = telemetry.begin(|| asked(frame, &head, number, method));
        if self.rules.load.calls.is_full() {
            return Err(reply.say(status::TRANSPORT, OVERLOADED));
        }
        let decision = self.decide(frame, method, self.service_of(&found), origin);
        if let Decision::Made(false) = decision {
            return Err(forbidden(reply));
        }
        if self.wants_context(&found) {
            let limit = self.rules.call_timeout;
            let context = Context::new(&frame.header, &head, method, origin, limit);
            reply.set_context(context.clone());
            slot.context = Some(context);
        }
        let begin = || match found {
            Found::Own(number) => {
                Ok(Box::pin(call(&self.service, number, take(params), reply)) as BoxCall)
            }
            Found::Other(service, number) => Ok(service.call(number, take(params), reply)),
            Found::Nowhere(_) => {
                let info = self.service_of(&found);
                let text = undefined(info, method, self.info(), &self.others);
                Err(reply.say(status::REQUEST, &text))
            }
        };
        match (catch_unwind(AssertUnwindSafe(begin)), decision) {
            (Ok(Ok(call)), decision) => self.put(call, decision, head, slot),
            (Ok(Err(reply)), Decision::Made(_)) => return Err(reply),
            // Whether the method exists is not told before the verdict.
            (Ok(Err(reply)), decision) => {
                *slot.boxed = Some(Box::pin(guarded(decision, head, ready(reply))));
            }
            (Err(_), _) => return Err(panicked(&head)),
        }
        Ok(())
    }

    /// Puts a call that is not the usual one into the slot, behind the layers
    /// and the verdict.
    fn put<F>(&self, call: BoxCall, decision: Decision, head: ReplyHead, slot: &mut Slot<'_, F>) {
        #[cfg(feature = "tower")]
        let call = match &slot.context {
            Some(context) => self.rules.layers.iter().fold(call, |call, layer| {
                layer.around(Call::new(context.clone(), call, head))
            }),
            None => call,
        };
        *slot.boxed = Some(match decision {
            Decision::Made(_) => call,
            decision => Box::pin(guarded(decision, head, call)),
        });
    }

    fn wants_context(&self, found: &Found<'_>) -> bool {
        match found {
            Found::Nowhere(_) => false,
            _ if self.rules.has_layers() => true,
            Found::Own(number) => self.service.wants_context(*number),
            Found::Other(service, number) => service.wants_context(*number),
        }
    }

    /// By path first, then by a service's name in front of the method's.
    fn find(&self, path: Option<&str>, method: &str) -> Found<'_> {
        let routed = path.and_then(|path| self.others.at(path));
        if let Some(service) = routed {
            let plain = match method.rsplit_once('.') {
                Some((name, plain)) if is_named(service.info(), name) => plain,
                _ => method,
            };
            return match service.find(plain) {
                Some(number) => Found::Other(service, number),
                None => Found::Nowhere(Some(service)),
            };
        }
        match self.table.find(method) {
            Some(number) => Found::Own(number),
            None => self.find_named(method),
        }
    }

    #[cold]
    fn find_named(&self, method: &str) -> Found<'_> {
        let found = method.rsplit_once('.').and_then(|(name, method)| {
            if is_named(self.info(), name) {
                return self.table.find(method).map(Found::Own);
            }
            let service = self.others.named(name)?;
            let number = service.find(method)?;
            Some(Found::Other(service, number))
        });
        found.unwrap_or(Found::Nowhere(None))
    }

    /// The service that the call is for.
    fn service_of(&self, found: &Found<'_>) -> &'static ServiceInfo {
        match found {
            Found::Other(service, _) | Found::Nowhere(Some(service)) => service.info(),
            Found::Own(_) | Found::Nowhere(None) => self.info(),
        }
    }

    /// Where the call is counted.
    fn telemetry<'a>(&'a self, found: &Found<'a>) -> (&'a Methods, Option<usize>) {
        match *found {
            Found::Own(number) => (&self.telemetry, Some(number)),
            Found::Other(service, number) => (service.telemetry(), Some(number)),
            Found::Nowhere(Some(service)) => (service.telemetry(), None),
            Found::Nowhere(None) => (&self.telemetry, None),
        }
    }

    /// A hook that panics lets nobody pass.
    fn decide(
        &self,
        frame: &Frame<'_>,
        method: &str,
        service: &'static ServiceInfo,
        origin: &Origin<'_>,
    ) -> Decision {
        let Some(gate) = &self.rules.gate else {
            return Decision::Made(true);
        };
        let credentials = Credentials::new(&frame.header, method, service, origin);
        let decide = AssertUnwindSafe(|| gate(&credentials));
        catch_unwind(decide).unwrap_or(Decision::Made(false))
    }
}

/// Where a method was found.
enum Found<'a> {
    /// In the first service.
    Own(usize),
    Other(&'a dyn Hosted, usize),
    /// Not in this service; `None` is the first one.
    Nowhere(Option<&'a dyn Hosted>),
}

/// Runs the call once it may pass.
async fn guarded(
    decision: Decision,
    head: ReplyHead,
    call: impl Future<Output = Reply> + Send,
) -> Reply {
    if decision.made().await {
        call.await
    } else {
        forbidden(Reply::new(head, Vec::new()))
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

fn forbidden(reply: Reply) -> Reply {
    reply.say(status::FORBIDDEN, "authentication failed")
}
