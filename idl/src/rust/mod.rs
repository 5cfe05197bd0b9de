//! Rust source as a contract: service traits and the types they use.
//!
//! The macro reads one [`ServiceTrait`]; the generator loads a whole file.
//! Only what stands in the given tokens is known: no macros are expanded, no
//! modules followed, no types looked up. Loading shares its checks with the
//! `.yar` front end, and so is there only with the feature `grammar`.

mod attributes;
mod cased;
mod contract_type;
mod data_field;
mod deprecation;
mod enum_type;
mod error_type;
mod method;
mod owned;
mod param;
mod problem;
mod repeated;
mod serde;
mod service_trait;
mod spell;
mod union_type;

#[cfg(feature = "grammar")]
mod aliases;
#[cfg(feature = "grammar")]
mod annotations;
#[cfg(feature = "grammar")]
mod cases;
#[cfg(feature = "grammar")]
mod constants;
#[cfg(feature = "grammar")]
mod fields;
#[cfg(feature = "grammar")]
mod functions;
#[cfg(feature = "grammar")]
mod items;
#[cfg(feature = "grammar")]
mod load;
#[cfg(feature = "grammar")]
mod members;
#[cfg(feature = "grammar")]
mod names;
#[cfg(feature = "grammar")]
mod outcome;
#[cfg(feature = "grammar")]
mod scope;
#[cfg(feature = "grammar")]
mod services;
#[cfg(feature = "grammar")]
mod split;
#[cfg(feature = "grammar")]
mod types;
#[cfg(feature = "grammar")]
mod values;

#[cfg(test)]
mod tests;

pub use cased::case_name;
pub use contract_type::contract_type;
pub use data_field::DataField;
pub use deprecation::{Deprecation, deprecation};
pub use enum_type::{EnumCase, EnumType, raw_type};
pub use error_type::{Declared, ErrorKind, ErrorType};
#[cfg(feature = "grammar")]
pub use load::load;
pub use method::{Method, Output};
pub use param::{MAX_PARAMS, Param, in_option};
pub use problem::{Place, Problem};
pub use service_trait::ServiceTrait;
pub use spell::spell;
pub use union_type::{UnionCase, UnionType};
