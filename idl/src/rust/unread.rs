//! What the macro takes and a contract cannot be made of yet: it is refused
//! rather than passed over.

use super::problem::{Place, Problem};
use super::{Declared, EnumType, ServiceTrait};
use crate::codes;

/// Refuses the base of a service, and what its methods are said to be.
pub(super) fn refuse_service(service: &ServiceTrait, problems: &mut Vec<Problem>) {
    if let Some(base) = &service.base {
        problems.push(unread(Place::of(base), "a service that extends another"));
    }
    for method in &service.methods {
        if method.idempotent {
            problems.push(unread(method.name_place, "a method that is `idempotent`"));
        }
        if method.strict_arity {
            problems.push(unread(method.name_place, "a method with `strict_arity`"));
        }
        for param in method.params.iter().filter(|it| it.may_be_left_out()) {
            problems.push(unread(param.name_place, "a parameter that may be left out"));
        }
    }
}

/// Refuses a closed enum.
pub(super) fn refuse_closed(item: &EnumType, problems: &mut Vec<Problem>) {
    if item.closed {
        problems.push(unread(item.name_place, "a closed enum"));
    }
}

/// Refuses data of an error.
pub(super) fn refuse_data(error: &Declared, problems: &mut Vec<Problem>) {
    for field in &error.fields {
        problems.push(unread(Place::of(&field.ident), "data of an error"));
    }
}

fn unread(place: Place, what: &str) -> Problem {
    Problem::new(
        codes::UNSUPPORTED,
        place,
        format!("{what} cannot be read from Rust yet"),
        "not read",
    )
    .with_help("write the contract as a `.yar` file")
}
