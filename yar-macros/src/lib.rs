//! The macros of `yar`: `#[yar::service]`, `#[derive(yar::Error)]`,
//! `#[derive(yar::Enum)]` and `#[derive(yar::Union)]`. Use them through the crate
//! `yar`.

mod deprecation;
mod derive;
mod expand;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a trait a service.
///
/// For `trait Calculator` this emits the trait, whose `async fn` return `Send`
/// futures; `CalculatorClient`, made from a `yar::Client`, with one method for
/// each of the trait's, and `CalculatorBlockingClient`, made from a
/// `yar::blocking::Client`; and `CalculatorServer<S>`, which serves any `S` that
/// implements the trait.
///
/// ```ignore
/// #[yar::service]
/// pub trait Calculator {
///     async fn add(&self, a: i64, b: i64) -> Result<i64, yar::Error>;
/// }
///
/// let calculator: CalculatorClient = yar::connect("tcp://127.0.0.1:9600").await?;
/// let blocking: CalculatorBlockingClient = yar::blocking::connect("tcp://127.0.0.1:9600")?;
/// // With other settings than the defaults.
/// let client = yar::Client::builder("tcp://127.0.0.1:9600").token("secret").build()?;
/// let calculator = CalculatorClient::from(client);
/// // `Adder` implements `Calculator`.
/// let server = yar::Server::new(CalculatorServer::new(Adder));
/// ```
///
/// A client takes numbers by value and all else as a `yar::Argument` of the
/// parameter's type: the value or a reference to it, `&str` for a `String`, a
/// slice or an array for a `Vec`. It copies none of it, and the caller keeps
/// what it lends. `yar::WithOptions` gives it another timeout for some calls.
///
/// Methods are `async fn` or `fn`, take `&self` and owned arguments, and
/// return `Result<T, E>`, any alias whose name ends in `Result`, a plain value
/// if they cannot fail, or nothing. One argument may be a `yar::Context`, which
/// the server fills in and which does not travel. `E` is `yar::Error`, a type that derives
/// `yar::Error`, or `yar::Fault` of one. The trait cannot be generic.
///
/// A struct that is taken or returned derives `yar::Serialize` and `yar::Deserialize`
/// under `#[serde(crate = "yar::serde")]`; without that line the derives look for
/// serde among the crates of their user, and fail with "can't find crate for `serde`"
/// where it is none of them.
///
/// A supertrait is another service, whose methods are called and served as its
/// own; client and server are found beside it. Traits of std such as `Debug`
/// and generic ones are no services.
///
/// Parameters behind all others may be left out by callers: the client takes an
/// `Option` for each and sends no more arguments than it must. What comes to
/// the handler is `None` or the default, for null as well unless the type
/// has a null of its own (`Option<Option<T>>`, or a default for an `Option<T>`).
///
/// | option | of | meaning |
/// |---|---|---|
/// | `package = "demo.calc"` | the trait | dotted package of the contract |
/// | `name = "Calc"` | the trait | name of the service, if not the trait's |
/// | `crate = "my::yar"` | the trait | where the crate `yar` is, if not `::yar` |
/// | `#[yar(name = "getUser")]` | a method, a parameter | name in the contract, if not the Rust name |
/// | `#[yar(idempotent)]` | a method | clients may call it again when it is not known whether it ran |
/// | `#[yar(strict_arity)]` | a method | more arguments than parameters are refused, not ignored |
/// | `#[yar(optional)]` | a parameter | may be left out; its type is an `Option` |
/// | `#[yar(default = 10)]` | a parameter | may be left out, and is then this expression |
#[proc_macro_attribute]
pub fn service(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::service(options.into(), item.into()).into()
}

/// Declares an error that methods throw and clients recognise.
///
/// On a struct with a field `message: String` it takes
/// `#[yar(code = 33, message = "division by zero")]` and gives `new`,
/// `Default` (with the declared message), `Display`, `std::error::Error` and
/// `yar::Thrown`. On an enum of one-field tuple variants, each of such a type,
/// it gives the same traits and `From` for each variant: the errors of a
/// method that throws several.
///
/// Further fields of a struct are data, which only clients of `yar` receive:
/// each is an `Option`, and may have the attributes of serde that the fields of
/// a struct may have.
///
/// More options: `name` (what travels as `_type`), `crate`.
#[proc_macro_derive(Error, attributes(yar, serde))]
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
///
/// With `#[yar(closed)]` there is no such variant, `TryFrom` stands in place of
/// `From`, and other values cannot be read: in an argument, they are the
/// caller's mistake.
///
/// More options: `name`, `crate`.
#[proc_macro_derive(Enum, attributes(yar))]
pub fn enumeration(item: TokenStream) -> TokenStream {
    derive::enumeration(item.into()).into()
}

/// Makes an enum travel as a map from the name of a case to its value, and keep
/// cases it does not know.
///
/// ```ignore
/// #[derive(Debug, Clone, PartialEq, yar::Union)]
/// pub enum Shape {
///     #[yar(name = "circle")]
///     Circle(Circle),              // {"circle": {"radius": 1.0}}
///     #[yar(name = "point")]
///     Point,                       // {"point": null}
///     Unknown { tag: String, value: yar::Value },
/// }
/// ```
///
/// A variant holds one value or none; `name` is what travels, and its name in
/// the contract unless `value` says what travels. With
/// `#[yar(tag = "kind")]` on the enum a case is a struct, and travels with its
/// name under that key: `{"kind": "circle", "radius": 1.0}`. `Unknown` then
/// holds the whole map. More options: `name`, `crate`.
#[proc_macro_derive(Union, attributes(yar))]
pub fn union(item: TokenStream) -> TokenStream {
    derive::union(item.into()).into()
}
