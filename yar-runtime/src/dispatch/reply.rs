//! The answer to one call.

use super::Context;
use crate::error::{Error, status};
use crate::fault::{Exception, MethodError};
use crate::message::{
    Complaint, ReplyHead, write_error, write_printed_error, write_printed_response, write_response,
};
use crate::packager::EncodeError;
use crate::wire::HEADER_LEN;
use serde::Serialize;
use std::borrow::Cow;

/// The answer to one call: a buffer that ends up holding one whole frame.
#[derive(Debug)]
pub struct Reply {
    head: ReplyHead,
    frame: Vec<u8>,
    max_body: usize,
    status: i64,
    context: Option<Context>,
}

impl Reply {
    /// An answer yet to be written; `buffer` is reused for its bytes.
    #[inline]
    #[must_use]
    pub fn new(head: ReplyHead, mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        Self {
            head,
            frame: buffer,
            max_body: usize::MAX,
            status: status::OK,
            context: None,
        }
    }

    /// An answer above this many bytes becomes an error answer.
    #[inline]
    pub(crate) fn set_max_body(&mut self, max_body: usize) {
        self.max_body = max_body;
    }

    pub(crate) fn head(&self) -> ReplyHead {
        self.head
    }

    pub(crate) fn set_context(&mut self, context: Context) {
        self.context = Some(context);
    }

    /// The circumstances of the call, where [`Service::wants_context`] asked
    /// for them, and else those of a call that nobody made.
    ///
    /// [`Service::wants_context`]: super::Service::wants_context
    #[must_use]
    pub fn context(&self) -> Context {
        self.context.clone().unwrap_or_else(Context::detached)
    }

    /// Writes what the handler returned. A value that the packager cannot
    /// carry, or that is too large, is answered with status 8 and the reason.
    #[must_use]
    pub fn finish<T: Serialize, E: MethodError>(mut self, result: Result<T, E>) -> Self {
        match result {
            Ok(value) => match self.write(&value) {
                Ok(()) => self.check_length(),
                Err(error) => self.complain(&Complaint::Text(
                    status::OUTPUT,
                    &format!("the result cannot be sent: {error}"),
                )),
            },
            Err(error) => self.complain(&Complaint::Exception(error.exception())),
        }
        self
    }

    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        match self.printed() {
            None => write_response(&mut self.frame, &self.head, value),
            Some(text) => write_printed_response(&mut self.frame, &self.head, &text, value),
        }
    }

    #[inline]
    fn printed(&self) -> Option<String> {
        let printed = self.context.as_ref()?.take_printed();
        Some(printed).filter(|text| !text.is_empty())
    }

    /// Writes that the arguments do not fit: the error's text with its status,
    /// or with status 4 when it has none.
    #[must_use]
    pub fn refuse(self, error: &Error) -> Self {
        let status = error.status().unwrap_or(status::REQUEST);
        self.say(status, error.message())
    }

    /// Writes a text with a status.
    pub(crate) fn say(mut self, status: i64, text: &str) -> Self {
        self.complain(&Complaint::Text(status, text));
        self
    }

    /// Writes an exception that nobody declared.
    pub(crate) fn throw(self, text: &str) -> Self {
        self.throw_exception(Exception {
            message: Cow::Borrowed(text),
            code: 0,
            kind: Cow::Borrowed("Exception"),
            data: None,
        })
    }

    pub(crate) fn throw_exception(mut self, exception: Exception<'_>) -> Self {
        self.complain(&Complaint::Exception(exception));
        self
    }

    /// Status of the answer: 0 when it has a result, `None` while nothing is
    /// written.
    #[must_use]
    pub fn status(&self) -> Option<i64> {
        (!self.frame.is_empty()).then_some(self.status)
    }

    /// The frame, to be sent; empty when nothing was written.
    #[must_use]
    #[inline]
    pub fn into_frame(self) -> Vec<u8> {
        self.frame
    }

    fn check_length(&mut self) {
        let length = self.frame.len().saturating_sub(HEADER_LEN);
        if length > self.max_body {
            let text = format!(
                "the result packs into {length} bytes, more than the {} allowed",
                self.max_body
            );
            self.complain(&Complaint::Text(status::OUTPUT, &text));
        }
    }

    fn complain(&mut self, complaint: &Complaint<'_>) {
        self.frame.clear();
        self.status = match complaint {
            Complaint::Text(status, _) => *status,
            Complaint::Exception(_) => status::EXCEPTION,
        };
        let printed = self.printed().unwrap_or_default();
        write_printed_error(&mut self.frame, &self.head, &printed, complaint);
    }
}

/// A frame that says why no handler ran.
pub(crate) fn refusal(head: &ReplyHead, status: i64, text: &str, mut buffer: Vec<u8>) -> Vec<u8> {
    buffer.clear();
    write_error(&mut buffer, head, &Complaint::Text(status, text));
    buffer
}
