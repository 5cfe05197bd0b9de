//! The macros of `yar`: `#[yar::service]`, `#[derive(yar::Error)]` and
//! `#[derive(yar::Enum)]`. Use them through the crate `yar`.

mod derive;
mod expand;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a trait a service.
///
/// For `trait Calculator` this emits the trait, whose `async fn` return `Send`
/// futures; `CalculatorClient`, made from a `yar::Client`, with one method for
/// each of the trait's; and `CalculatorServer<S>`, which serves any `S` that
/// implements the trait.
///
/// Methods are `async fn` or `fn`, take `&self` and owned arguments, and
/// return `Result<T, E>`, any alias whose name ends in `Result`, a plain value
/// if they cannot fail, or nothing. One argument may be a `yar::Context`, which
/// the server fills in and which does not travel. `E` is `yar::Error`, a type that derives
/// `yar::Error`, or `yar::Fault` of one. The trait cannot be generic.
///
/// | option | of | meaning |
/// |---|---|---|
/// | `package = "demo.calc"` | the trait | dotted package of the contract |
/// | `name = "Calc"` | the trait | name of the service, if not the trait's |
/// | `crate = "my::yar"` | the trait | where the crate `yar` is, if not `::yar` |
/// | `#[yar(name = "getUser")]` | a method, a parameter | name in the contract, if not the Rust name |
#[proc_macro_attribute]
pub fn service(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::service(options.into(), item.into()).into()
}

/// Declares an error that methods throw and clients recognise.
///
/// On a struct whose one field is `message: String` it takes
/// `#[yar(code = 33, message = "division by zero")]` and gives `new`,
/// `Default` (with the declared message), `Display`, `std::error::Error` and
/// `yar::Thrown`. On an enum of one-field tuple variants, each of such a type,
/// it gives the same traits and `From` for each variant: the errors of a
/// method that throws several.
///
/// More options: `name` (what travels as `_type`), `crate`.
#[proc_macro_derive(Error, attributes(yar))]
pub fn error(item: TokenStream) -> TokenStream {
    derive::error(item.into()).into()
}

/// Makes an enum travel as strings or integers, and keep those it does not
/// know.
///
/// The enum takes `#[yar(repr = "string")]` (the default) or an integer type
/// such as `#[yar(repr = "i32")]`; a variant takes `#[yar(value = ...)]`, which
/// an enum of strings may leave out where it is the variant's name. One
/// variant, `Unknown(String)` or `Unknown(i32)`, keeps all other values.
///
/// It gives `as_str` or `raw`, `From` of the raw value, and serde's traits.
/// More options: `name`, `crate`.
#[proc_macro_derive(Enum, attributes(yar))]
pub fn enumeration(item: TokenStream) -> TokenStream {
    derive::enumeration(item.into()).into()
}
