//! Rust source as a contract: service traits and the types they use.
//!
//! The macro reads one [`ServiceTrait`]; the generator loads a whole file.
//! Only what stands in the given tokens is known: no macros are expanded, no
//! modules followed, no types looked up.

mod attributes;
mod enum_type;
mod error_type;
mod method;
mod owned;
mod problem;
mod service_trait;

pub use enum_type::{EnumCase, EnumType, case_name, raw_type};
pub use error_type::{Declared, ErrorKind, ErrorType};
pub use method::{MAX_PARAMS, Method, Output, Param};
pub use problem::{Place, Problem};
pub use service_trait::ServiceTrait;
