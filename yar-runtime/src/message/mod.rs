//! Requests and responses: what travels inside a frame.

mod request;
mod response;

pub use request::{Params, Request, RequestHead, write_request};
pub use response::{ReplyHead, Response, write_error, write_response};
