//! Calls that others than the first service have a say in, and those of methods
//! that are not there.

use super::{Dispatcher, OVERLOADED, asked};
#[cfg(feature = "tower")]
use crate::dispatch::Call;
use crate::dispatch::routes::{Hosted, is_named, undefined};
use crate::dispatch::slot::{BoxCall, panicked};
use crate::dispatch::verdict::Decision;
use crate::dispatch::{Context, Credentials, Origin, Reply, Service, ServiceInfo, Slot};
use crate::error::status;
use crate::message::{Params, ReplyHead};
use crate::telemetry::Methods;
use crate::wire::RawFrame;
use std::future::{Future, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<S: Service> Dispatcher<S> {
    /// Makes a call that others have a say in, or that is not there. The error
    /// is the answer where no handler has to run.
    #[expect(clippy::too_many_arguments, reason = "all that is known of a call")]
    pub(super) fn make_unusual<F>(
        &self,
        call: impl FnOnce(&S, usize, Params<'_>, Reply) -> F,
        frame: &RawFrame<'_>,
        origin: &Origin<'_>,
        method: &str,
        params: Params<'_>,
        mut reply: Reply,
        slot: &mut Slot<'_, F>,
    ) -> Result<(), Reply>
    where
        F: Future<Output = Reply> + Send + 'static,
    {
        let head = reply.head();
        let found = self.find(origin.path, method);
        let (telemetry, number) = self.telemetry(&found);
        slot.beside.served = telemetry.begin(|| asked(frame, &head, number, method));
        if self.rules.load.calls.is_full() {
            return Err(reply.say(status::TRANSPORT, OVERLOADED));
        }
        let decision = self.decide(frame, method, self.service_of(&found), origin);
        if let Decision::Made(false) = decision {
            return Err(forbidden(reply));
        }
        let context = self.wants_context(&found).then(|| {
            let limit = self.rules.call_timeout;
            Context::new(frame, &head, method, origin, limit)
        });
        if let Some(context) = &context {
            reply.set_context(context.clone());
        }
        let begin = || match found {
            Found::Own(number) => {
                Ok(Box::pin(call(&self.service, number, params, reply)) as BoxCall)
            }
            Found::Other(service, number) => Ok(service.call(number, params, reply)),
            Found::Nowhere(_) => {
                let info = self.service_of(&found);
                let text = undefined(info, method, self.info(), &self.others);
                Err(reply.say(status::REQUEST, &text))
            }
        };
        let call = match (catch_unwind(AssertUnwindSafe(begin)), &decision) {
            #[cfg(feature = "tower")]
            (Ok(Ok(call)), _) => self.in_layers(call, head, context.as_ref()),
            #[cfg(not(feature = "tower"))]
            (Ok(Ok(call)), _) => call,
            (Ok(Err(reply)), Decision::Made(_)) => return Err(reply),
            // Whether the method exists is not told before the verdict.
            (Ok(Err(reply)), _) => Box::pin(ready(reply)),
            (Err(_), _) => return Err(panicked(&head)),
        };
        slot.beside.boxed = Some(match decision {
            Decision::Made(_) => call,
            decision => Box::pin(guarded(decision, head, call)),
        });
        slot.beside.head = Some(head);
        #[cfg(feature = "http")]
        if origin.headers.is_some() {
            slot.beside.context = context;
        }
        Ok(())
    }

    #[cfg(feature = "tower")]
    fn in_layers(&self, call: BoxCall, head: ReplyHead, context: Option<&Context>) -> BoxCall {
        let Some(context) = context else {
            return call;
        };
        self.rules.layers.iter().fold(call, |call, layer| {
            layer.around(Call::new(context.clone(), call, head))
        })
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
        frame: &RawFrame<'_>,
        method: &str,
        service: &'static ServiceInfo,
        origin: &Origin<'_>,
    ) -> Decision {
        let Some(gate) = &self.rules.gate else {
            return Decision::Made(true);
        };
        let credentials = Credentials::new(frame, method, service, origin);
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

fn forbidden(reply: Reply) -> Reply {
    reply.say(status::FORBIDDEN, "authentication failed")
}
