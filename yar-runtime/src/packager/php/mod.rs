//! PHP's serialize format. Classes are never instantiated: an object is a map
//! that knows its class (wire document, section 5).

mod read;
mod values;
mod write;

pub(crate) use read::PhpReader;
pub(crate) use write::Php;
