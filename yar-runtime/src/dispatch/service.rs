//! A service that can be called by method number.

use super::ServiceInfo;
use crate::error::Error;
use crate::fault::MethodError;
use crate::message::{Params, ReplyHead};
use serde::Serialize;
use std::future::Future;

/// A set of handlers. `#[yar::service]` implements it for its server type.
pub trait Service: Send + Sync + 'static {
    /// The description; its method positions are the numbers `call` takes.
    fn info(&self) -> &'static ServiceInfo;

    /// Decodes the arguments at once, out of the read buffer, and returns the
    /// future that runs the handler and writes its answer into `reply`.
    fn call(
        &self,
        method: usize,
        params: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<Self>;
}

/// The answer to one call: a buffer that ends up holding one whole frame.
#[derive(Debug)]
pub struct Reply {
    head: ReplyHead,
    frame: Vec<u8>,
}

impl Reply {
    /// An answer yet to be written; `buffer` is reused for its bytes.
    #[must_use]
    pub fn new(head: ReplyHead, mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        Self {
            head,
            frame: buffer,
        }
    }

    /// Writes what the handler returned.
    #[must_use]
    pub fn finish<T: Serialize, E: MethodError>(self, result: Result<T, E>) -> Self {
        let _ = result;
        todo!()
    }

    /// Writes that the arguments do not fit.
    #[must_use]
    pub fn refuse(self, error: &Error) -> Self {
        let _ = error;
        todo!()
    }

    /// The frame, to be sent.
    #[must_use]
    pub fn into_frame(self) -> Vec<u8> {
        self.frame
    }
}
