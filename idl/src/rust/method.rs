//! One method of a service trait: what it is called, takes and returns.

use super::attributes::{self, Options, is_yar};
use super::owned::refuse_unowned;
use super::param::{Param, read_params};
use super::problem::{Place, Problem};
use super::service_trait::wire_name;
use crate::codes;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, FnArg, Ident, Receiver, ReceiverKind, ReturnType, Signature, TraitItemFn, Type,
};

/// A method that can be called from afar.
#[non_exhaustive]
pub struct Method {
    /// Attributes without ours.
    pub attributes: Vec<Attribute>,
    /// Name in Rust.
    pub ident: Ident,
    /// Name on the wire.
    pub name: String,
    /// Where the wire name stands.
    pub name_place: Place,
    /// True for `async fn`.
    pub is_async: bool,
    /// Documentation.
    pub docs: String,
    /// Parameters after `&self` that travel.
    pub params: Vec<Param>,
    /// Where among the parameters the handler wants its `yar::Context`, which
    /// does not travel: so many of `params` stand before it.
    pub context: Option<usize>,
    /// What it returns.
    pub output: Output,
    /// `#[yar(idempotent)]`: running it twice does what running it once does.
    pub idempotent: bool,
    /// `#[yar(strict_arity)]`: more arguments than parameters are refused.
    pub strict_arity: bool,
}

const OPTIONS: &[&str] = &["name", "idempotent", "strict_arity"];

/// What a method returns.
pub enum Output {
    /// Nothing at all.
    Nothing,
    /// A value; the method cannot fail.
    Value(Type),
    /// `Result<T, E>`, or a path that ends in `Result`.
    Result(Type),
}

impl Method {
    /// Reads a method, and strips the attributes of its parameters, which no
    /// trait may keep.
    pub(super) fn read(function: &mut TraitItemFn, problems: &mut Vec<Problem>) -> Self {
        let options = Options::of(&function.attrs, "a method", OPTIONS, problems);
        attributes::refuse_conditions(&function.attrs, "a method", problems);
        check_body(function, problems);
        check_signature(&function.sig, problems);
        let (name, name_place) = wire_name(&options, &function.sig.ident, problems);
        check_name(&name, name_place, problems);
        let context = take_context(&mut function.sig, problems);
        let params = read_params(&mut function.sig, problems);
        if let Some((position, argument)) = &context {
            function.sig.inputs.insert(position + 1, argument.clone());
        }
        function.attrs.retain(|attribute| !is_yar(attribute));
        Self {
            attributes: function.attrs.clone(),
            ident: function.sig.ident.clone(),
            name,
            name_place,
            is_async: function.sig.asyncness.is_some(),
            docs: attributes::docs(&function.attrs),
            params,
            context: context.map(|(position, _)| position),
            output: read_output(&function.sig.output, problems),
            idempotent: options.has("idempotent"),
            strict_arity: options.has("strict_arity"),
        }
    }
}

/// True for a path whose last segment ends in `Result`.
fn is_result(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident.to_string().ends_with("Result")),
        Type::Group(group) => is_result(&group.elem),
        Type::Paren(paren) => is_result(&paren.elem),
        _ => false,
    }
}

fn check_name(name: &str, place: Place, problems: &mut Vec<Problem>) {
    if name.starts_with("__") {
        problems.push(
            Problem::new(
                codes::MAGIC_METHOD,
                place,
                "method names may not start with `__`",
                "reserved by PHP servers",
            )
            .with_note(
                "Yar's PHP server gives `__auth` and `__info` a special meaning \
                 and PHP itself owns the other `__` names",
            ),
        );
    }
}

fn check_body(function: &TraitItemFn, problems: &mut Vec<Problem>) {
    if let Some(body) = &function.default {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::from(body.brace_token.span.join()),
                format!("method `{}` has a default body", function.sig.ident),
                "remove the body",
            )
            .with_note("a service is a contract: each server implements all of it"),
        );
    }
}

fn check_signature(signature: &Signature, problems: &mut Vec<Problem>) {
    let name = &signature.ident;
    let mut refuse = |place: Place, message: String, help: &str| {
        let problem = Problem::new(codes::TRAIT_SHAPE, place, message, "not allowed here");
        problems.push(problem.with_help(help));
    };
    if !signature.generics.params.is_empty() {
        let text = format!("method `{name}` cannot be generic");
        refuse(
            Place::of(&signature.generics),
            text,
            "name one concrete, owned type for each parameter",
        );
    }
    if let Some(clause) = &signature.generics.where_clause {
        let text = format!("method `{name}` cannot have a `where` clause");
        refuse(Place::of(clause), text, "remove it");
    }
    let words = [
        signature.constness.to_token_stream(),
        signature.safety.to_token_stream(),
        signature.abi.to_token_stream(),
        signature.variadic.to_token_stream(),
    ];
    for word in words.iter().filter(|word| !word.is_empty()) {
        let text = format!("method `{name}` cannot be `{word}`");
        refuse(Place::of(word), text, "write `fn` or `async fn`");
    }
    match signature.receiver() {
        None => refuse(
            name.span().into(),
            format!("method `{name}` does not take `&self`"),
            "add `&self` as the first parameter",
        ),
        Some(receiver) if !is_shared(receiver) => refuse(
            Place::of(receiver),
            format!("method `{name}` must take `&self`"),
            "calls run at the same time, so share the service and lock inside what changes",
        ),
        Some(_) => {}
    }
}

/// True for plain `&self`.
fn is_shared(receiver: &Receiver) -> bool {
    receiver.mutability.is_none() && matches!(receiver.kind, ReceiverKind::Reference(_, None, None))
}

/// Takes the parameter of type `Context` out of the signature: that is what the
/// last segment of its path says, unless the parameter has a `name` for the
/// wire. The receiver is not counted.
fn take_context(signature: &mut Signature, problems: &mut Vec<Problem>) -> Option<(usize, FnArg)> {
    let is_context = |argument: &FnArg| match argument {
        FnArg::Typed(typed) => is_context(&typed.ty) && !typed.attrs.iter().any(is_yar),
        FnArg::Receiver(_) => false,
    };
    signature.receiver()?;
    let position = signature.inputs.iter().position(is_context)?;
    let inputs = std::mem::take(&mut signature.inputs);
    let (mut rest, mut taken) = (Punctuated::new(), None);
    for (at, argument) in inputs.into_iter().enumerate() {
        if at == position {
            taken = Some((position.saturating_sub(1), argument));
        } else {
            if is_context(&argument) {
                problems.push(second_context(&argument));
            }
            rest.push(argument);
        }
    }
    signature.inputs = rest;
    taken
}

/// True for a path whose last segment is `Context`.
fn is_context(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Context" && segment.arguments.is_none()),
        Type::Group(group) => is_context(&group.elem),
        Type::Paren(paren) => is_context(&paren.elem),
        _ => false,
    }
}

fn second_context(argument: &FnArg) -> Problem {
    Problem::new(
        codes::TRAIT_SHAPE,
        Place::of(argument),
        "a method has one `Context`",
        "the second one",
    )
    .with_help("a `Context` of your own that travels needs a name: `#[yar(name = \"...\")]`")
}

fn read_output(output: &ReturnType, problems: &mut Vec<Problem>) -> Output {
    let ReturnType::Type(_, ty) = output else {
        return Output::Nothing;
    };
    refuse_unowned(ty, "a result", problems);
    match ty.as_ref() {
        Type::Tuple(tuple) if tuple.elems.is_empty() => Output::Nothing,
        ty if is_result(ty) => Output::Result(ty.clone()),
        ty => Output::Value(ty.clone()),
    }
}
