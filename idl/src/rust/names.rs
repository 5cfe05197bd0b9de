//! Which name a declaration has in the contract when its Rust name and what
//! travels differ.

use super::annotations;
use super::problem::Place;
use super::scope::plain;
use crate::ast::{Annotation, Name};
use crate::names::{to_pascal, to_snake};
use crate::words::is_identifier;
use syn::Ident;

/// A name at a place.
pub(super) fn name(text: &str, place: Place) -> Name {
    Name {
        text: text.to_owned(),
        span: place.bytes(),
    }
}

/// The identifier as a name.
pub(super) fn own(ident: &Ident) -> Name {
    name(&plain(ident), ident.span().into())
}

/// The name of a field or a method that travels as `wire`: that itself, where
/// Rust would spell it so; else the identifier, and `@wire`.
pub(super) fn on_wire(ident: &Ident, wire: &str, place: Place) -> (Name, Option<Annotation>) {
    split(
        ident,
        wire,
        place,
        is_declared(&plain(ident), wire, &to_snake(wire)),
    )
}

/// The same of an error.
pub(super) fn error_on_wire(ident: &Ident, wire: &str, place: Place) -> (Name, Option<Annotation>) {
    split(ident, wire, place, is_error_name(&plain(ident), wire))
}

/// True when the error of this identifier is declared as `wire`.
pub(super) fn is_error_name(ident: &str, wire: &str) -> bool {
    is_declared(ident, wire, &to_pascal(wire))
}

fn is_declared(ident: &str, wire: &str, spelled: &str) -> bool {
    ident == wire || is_identifier(wire) && is_spelling(ident, spelled)
}

fn split(ident: &Ident, wire: &str, place: Place, is_declared: bool) -> (Name, Option<Annotation>) {
    if is_declared {
        return (name(wire, place), None);
    }
    (own(ident), Some(annotations::text("wire", wire, place)))
}

/// `@rust(name = "...")`, where Rust would spell the declared name otherwise;
/// `derived` is how.
pub(super) fn spelling(ident: &Ident, declared: &str, derived: &str) -> Option<Annotation> {
    let bare = plain(ident);
    let is_told = bare == declared || is_spelling(&bare, derived);
    (!is_told).then(|| annotations::keyed("rust", "name", &bare, ident.span().into()))
}

/// True when a name becomes this identifier: words that Rust keeps for itself
/// get a line behind them, and digits a letter before.
fn is_spelling(ident: &str, derived: &str) -> bool {
    ident == derived
        || ident.strip_suffix('_') == Some(derived)
        || ident.strip_prefix('n') == Some(derived)
            && derived.starts_with(|it: char| it.is_ascii_digit())
}
