//! What can be served.

use super::{Reply, ServiceInfo};
use crate::message::Params;
use std::future::Future;

/// A set of handlers. `#[yar::service]` implements it for its server type.
///
/// A panic in [`call`](Service::call) or in the future it returns ends that one
/// call with an exception; the connection and all others go on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a service",
    label = "cannot be served",
    note = "what implements a trait `Name` under `#[yar::service]` is served as `NameServer::new(..)`"
)]
pub trait Service: Send + Sync + 'static {
    /// The description; the positions in [`ServiceInfo::all_methods`] are the
    /// numbers `call` takes.
    fn info(&self) -> &'static ServiceInfo;

    /// Whether the method with this number looks at [`Reply::context`], which
    /// is made only then.
    fn wants_context(&self, method: usize) -> bool {
        let _ = method;
        false
    }

    /// Decodes the arguments at once, out of the read buffer, and returns the
    /// future that runs the handler and writes its answer into `reply`.
    fn call(
        &self,
        method: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<Self>;
}
