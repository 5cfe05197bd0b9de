//! What a hook for authentication may return.

use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;

/// Whether a call may pass: a `bool`, or a future of one.
///
/// `When` only keeps the two apart for the compiler; it is never written out.
/// A future must not borrow from the credentials: copy what it needs before it
/// begins.
///
/// ```
/// # use yar_runtime as yar;
/// # use yar::{Credentials, Server, Service};
/// # async fn is_known(token: Vec<u8>) -> bool { token == b"secret" }
/// # fn both(service: impl Service, other: impl Service) {
/// Server::new(service).with_authentication(|caller| caller.token() == b"secret");
/// Server::new(other).with_authentication(|caller| {
///     let token = caller.token().to_vec();
///     async move { is_known(token).await }
/// });
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "a hook for authentication returns `bool` or a future of `bool`",
    label = "returns `{Self}`"
)]
pub trait Verdict<When>: sealed::Sealed<When> {
    #[doc(hidden)]
    fn decide(self) -> Decision;
}

/// The verdict is there at once.
#[doc(hidden)]
#[derive(Debug)]
pub enum AtOnce {}

/// The verdict takes its time.
#[doc(hidden)]
#[derive(Debug)]
pub enum InTime {}

#[doc(hidden)]
pub enum Decision {
    /// Decided.
    Made(bool),
    /// To be waited for.
    Pending(Pin<Box<dyn Future<Output = bool> + Send>>),
}

impl Decision {
    /// Waits for the decision. A hook that panics lets nobody pass.
    pub(crate) async fn made(self) -> bool {
        match self {
            Self::Made(passes) => passes,
            Self::Pending(mut future) => {
                poll_fn(|context| {
                    let poll = AssertUnwindSafe(|| future.as_mut().poll(context));
                    catch_unwind(poll).unwrap_or(std::task::Poll::Ready(false))
                })
                .await
            }
        }
    }
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Made(passes) => f.debug_tuple("Made").field(passes).finish(),
            Self::Pending(_) => f.write_str("Pending"),
        }
    }
}

impl Verdict<AtOnce> for bool {
    fn decide(self) -> Decision {
        Decision::Made(self)
    }
}

impl<F: Future<Output = bool> + Send + 'static> Verdict<InTime> for F {
    fn decide(self) -> Decision {
        Decision::Pending(Box::pin(self))
    }
}

mod sealed {
    use super::{AtOnce, InTime};
    use std::future::Future;

    pub trait Sealed<When> {}
    impl Sealed<AtOnce> for bool {}
    impl<F: Future<Output = bool> + Send + 'static> Sealed<InTime> for F {}
}
