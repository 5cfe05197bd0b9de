//! Requests and responses: what travels inside a frame (wire document,
//! sections 3 and 4). No I/O, and no idea of methods or of declared errors.

mod answer;
mod datum;
mod envelope;
mod fixed;
mod params;
mod reported;
mod request;
mod response;
mod result;
#[cfg(test)]
mod tests;

pub use answer::{Complaint, ReplyHead, write_error, write_printed_error, write_printed_response};
pub use params::Params;
pub use request::{Request, RequestHead, write_request};
pub(crate) use request::{RequestFront, Usual};
pub use response::Response;
pub use result::write_response;
