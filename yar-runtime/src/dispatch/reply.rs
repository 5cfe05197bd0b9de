//! The answer to one call.

use super::{Context, unreadable};
use crate::error::{Error, status};
use crate::fault::{Exception, MethodError};
use crate::message::{
    Complaint, ReplyHead, write_printed_error, write_printed_response, write_response,
};
use crate::packager::EncodeError;
use crate::wire::{HEADER_LEN, Layout};
use serde::Serialize;
use std::borrow::Cow;

/// The answer to one call: a buffer that ends up holding one whole frame.
///
/// Only a pointer, since it goes from hand to hand; a server uses one of them
/// for many calls.
#[derive(Debug)]
pub struct Reply(Box<Sheet>);

/// What an answer is written on.
#[derive(Debug)]
struct Sheet {
    head: ReplyHead,
    frame: Vec<u8>,
    max_body: usize,
    status: i64,
    context: Option<Context>,
}

impl Reply {
    /// An answer yet to be written; `buffer` is reused for its bytes.
    #[must_use]
    pub fn new(head: ReplyHead, mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        Self(Box::new(Sheet {
            head,
            frame: buffer,
            max_body: usize::MAX,
            status: status::OK,
            context: None,
        }))
    }

    /// An answer to a call of which nothing is known yet.
    #[cold]
    pub(crate) fn blank() -> Self {
        Self::new(unreadable(Layout::Yar), Vec::new())
    }

    /// The same for another call, yet to be written.
    #[inline]
    pub(crate) fn anew(mut self, head: ReplyHead) -> Self {
        self.0.head = head;
        self.0.frame.clear();
        self.0.status = status::OK;
        self
    }

    /// An answer above this many bytes becomes an error answer.
    #[inline]
    pub(crate) fn with_max_body(mut self, max_body: usize) -> Self {
        self.0.max_body = max_body;
        self
    }

    pub(crate) fn head(&self) -> ReplyHead {
        self.0.head
    }

    pub(crate) fn set_context(&mut self, context: Context) {
        self.0.context = Some(context);
    }

    /// The circumstances of the call, where [`Service::wants_context`] asked
    /// for them, and else those of a call that nobody made.
    ///
    /// [`Service::wants_context`]: super::Service::wants_context
    #[must_use]
    pub fn context(&self) -> Context {
        self.0.context.clone().unwrap_or_else(Context::detached)
    }

    /// Writes what the handler returned. A value that the packager cannot
    /// carry, or that is too large, is answered with status 8 and the reason.
    #[must_use]
    pub fn finish<T: Serialize, E: MethodError>(mut self, result: Result<T, E>) -> Self {
        match result {
            Ok(value) => {
                if let Err(error) = self.write(&value) {
                    self.complain_of_value(&error);
                } else {
                    self.check_length();
                }
            }
            Err(error) => self.complain(&Complaint::Exception(error.exception())),
        }
        self
    }

    #[inline]
    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        if self.0.context.is_some() {
            return self.write_printed(value);
        }
        let Sheet { head, frame, .. } = &mut *self.0;
        write_response(frame, head, value)
    }

    /// The handler may have printed something.
    #[cold]
    fn write_printed<T: Serialize>(&mut self, value: &T) -> Result<(), EncodeError> {
        let printed = self.printed();
        let Sheet { head, frame, .. } = &mut *self.0;
        match printed {
            None => write_response(frame, head, value),
            Some(text) => write_printed_response(frame, head, &text, value),
        }
    }

    fn printed(&self) -> Option<String> {
        let printed = self.0.context.as_ref()?.take_printed();
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
        (!self.0.frame.is_empty()).then_some(self.0.status)
    }

    /// Whether there is an answer.
    #[inline]
    pub(crate) fn is_written(&self) -> bool {
        !self.0.frame.is_empty()
    }

    /// The frame, to be sent; empty when nothing was written.
    #[must_use]
    #[inline]
    pub fn into_frame(self) -> Vec<u8> {
        self.0.frame
    }

    /// Keeps nothing of its call but the buffer.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.0.context = None;
    }

    /// The frame as far as it is written.
    #[inline]
    pub(crate) fn frame(&self) -> &Vec<u8> {
        &self.0.frame
    }

    /// The same, to be exchanged.
    #[inline]
    pub(crate) fn frame_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0.frame
    }

    #[inline]
    fn check_length(&mut self) {
        let length = self.0.frame.len().saturating_sub(HEADER_LEN);
        if length > self.0.max_body {
            self.complain_of_length(length);
        }
    }

    #[cold]
    fn complain_of_value(&mut self, error: &EncodeError) {
        let text = format!("the result cannot be sent: {error}");
        self.complain(&Complaint::Text(status::OUTPUT, &text));
    }

    #[cold]
    fn complain_of_length(&mut self, length: usize) {
        let text = format!(
            "the result packs into {length} bytes, more than the {} allowed",
            self.0.max_body
        );
        self.complain(&Complaint::Text(status::OUTPUT, &text));
    }

    fn complain(&mut self, complaint: &Complaint<'_>) {
        self.0.frame.clear();
        self.0.status = match complaint {
            Complaint::Text(status, _) => *status,
            Complaint::Exception(_) => status::EXCEPTION,
        };
        let printed = self.printed().unwrap_or_default();
        let Sheet { head, frame, .. } = &mut *self.0;
        write_printed_error(frame, head, &printed, complaint);
    }
}
