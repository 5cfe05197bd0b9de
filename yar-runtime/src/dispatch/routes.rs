//! Which of a server's services a request is for.

use super::slot::BoxCall;
use super::table::MethodTable;
use super::{Reply, Service, ServiceInfo};
use crate::message::Params;
use crate::telemetry::Methods;
use std::borrow::Cow;
use std::fmt::Write;

/// A service of any type, with its method table.
pub(crate) trait Hosted: Send + Sync {
    fn info(&self) -> &'static ServiceInfo;
    fn find(&self, method: &str) -> Option<usize>;
    fn telemetry(&self) -> &Methods;
    fn wants_context(&self, method: usize) -> bool;
    fn call(&self, method: usize, params: Params<'_>, reply: Reply) -> BoxCall;
}

struct Guest<S> {
    service: S,
    table: MethodTable,
    telemetry: Methods,
}

impl<S: Service> Hosted for Guest<S> {
    fn info(&self) -> &'static ServiceInfo {
        self.service.info()
    }

    fn find(&self, method: &str) -> Option<usize> {
        self.table.find(method)
    }

    fn telemetry(&self) -> &Methods {
        &self.telemetry
    }

    fn wants_context(&self, method: usize) -> bool {
        self.service.wants_context(method)
    }

    fn call(&self, method: usize, params: Params<'_>, reply: Reply) -> BoxCall {
        Box::pin(self.service.call(method, params, reply))
    }
}

/// The services beside the first one.
#[derive(Default)]
pub(crate) struct Routes(Vec<Route>);

/// A service and its path.
pub(crate) struct Route {
    path: String,
    service: Box<dyn Hosted>,
}

impl Routes {
    pub(crate) fn add(&mut self, path: &str, service: impl Service) {
        let guest = Guest {
            table: MethodTable::new(service.info()),
            telemetry: service.info().telemetry(),
            service,
        };
        self.0.push(Route {
            path: format!("/{}", path.trim_matches('/')),
            service: Box::new(guest),
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The service at this path of an URL, which only the root ends in a slash.
    pub(crate) fn at(&self, path: &str) -> Option<&dyn Hosted> {
        let found = self.0.iter().find(|route| route.path == path)?;
        Some(&*found.service)
    }

    /// The service of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&dyn Hosted> {
        let mut routes = self.0.iter();
        let found = routes.find(|route| is_named(route.service.info(), name))?;
        Some(&*found.service)
    }

    /// Path and description of each.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, &'static ServiceInfo)> {
        let routes = self.0.iter();
        routes.map(|route| (&*route.path, route.service.info()))
    }
}

/// With or without the package, in any case.
pub(crate) fn is_named(info: &ServiceInfo, name: &str) -> bool {
    let (package, service) = name.rsplit_once('.').unwrap_or(("", name));
    info.name.eq_ignore_ascii_case(service)
        && (package.is_empty() || info.package.eq_ignore_ascii_case(package))
}

/// Says that `info` has no such method, and where there are several services, or
/// another one is meant, what their names are.
pub(crate) fn undefined(
    info: &ServiceInfo,
    method: &str,
    first: &ServiceInfo,
    others: &Routes,
) -> String {
    let (service, method) = method.rsplit_once('.').unwrap_or((info.name, method));
    let is_elsewhere = !is_named(first, service);
    let (service, method) = (shortened(service), shortened(method));
    let mut text = format!("call to undefined api {service}::{method}()");
    if others.is_empty() && is_elsewhere {
        let _ = write!(text, ", the service here is {}", first.name);
    }
    if !others.is_empty() {
        let _ = write!(text, ", the services here are {}", first.name);
        for (_, other) in others.list() {
            let _ = write!(text, ", {}", other.name);
        }
    }
    text
}

/// Enough of a name to recognise it; a request may send megabytes.
fn shortened(name: &str) -> Cow<'_, str> {
    const SHOWN: usize = 100;
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}...", name.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(name),
    }
}
