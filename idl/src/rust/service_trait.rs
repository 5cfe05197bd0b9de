//! A trait under `#[yar::service]`, read and checked. Shared by the macro and
//! the generator; it does not know whether the types in it exist.

use super::attributes::{self, Options};
use super::method::Method;
use super::problem::{Place, Problem};
use super::repeated::repeated;
use crate::codes;
use crate::words::is_identifier;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Ident, ItemTrait, LitStr, Path, TraitItem, TypeParamBound, parse_quote};

/// The options that `#[yar::service(...)]` takes.
const SERVICE_OPTIONS: &[&str] = &["package", "name", "crate"];

/// Supertraits that say nothing of calls.
const MARKERS: &[&str] = &[
    "Any",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Drop",
    "Eq",
    "Hash",
    "Ord",
    "RefUnwindSafe",
    "Send",
    "Sized",
    "Sync",
    "Unpin",
    "UnwindSafe",
];

/// A trait under `#[yar::service]`.
#[non_exhaustive]
pub struct ServiceTrait {
    /// The trait as written, without our attributes. It holds all its items,
    /// unsound ones as well.
    pub item: ItemTrait,
    /// Name of the service.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// Package, if the attribute gives one.
    pub package: Option<LitStr>,
    /// Where generated code finds the runtime.
    pub runtime: Path,
    /// Documentation.
    pub docs: String,
    /// The service whose methods it has as well: its trait.
    pub base: Option<Path>,
    /// The methods that can be called from afar, in order.
    pub methods: Vec<Method>,
}

impl ServiceTrait {
    /// Reads the trait with the options of its attribute, and reports all
    /// that is wrong with it.
    #[must_use]
    pub fn read(options: TokenStream, mut item: ItemTrait) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let options = Options::read(options, "`#[yar::service]`", SERVICE_OPTIONS, &mut problems);
        check_head(&item, &mut problems);
        let mut methods = Vec::new();
        for inner in &mut item.items {
            match inner {
                TraitItem::Fn(function) => {
                    let before = problems.len();
                    let method = Method::read(function, &mut problems);
                    if problems.len() == before {
                        methods.push(method);
                    }
                }
                other => problems.push(not_a_method(other)),
            }
        }
        check_names(&methods, &mut problems);
        let (name, name_place) = contract_name(&options, &item.ident, &mut problems);
        let service = Self {
            name,
            name_place,
            package: package(&options, &mut problems),
            runtime: runtime(&options, &mut problems),
            docs: attributes::docs(&item.attrs),
            base: base(&item, &mut problems),
            methods,
            item,
        };
        (service, problems)
    }
}

/// The path that `crate = "..."` gives, or `::yar`.
pub(super) fn runtime(options: &Options, problems: &mut Vec<Problem>) -> Path {
    let Some(text) = options.string("crate", problems) else {
        return parse_quote!(::yar);
    };
    text.parse_with(Path::parse_mod_style).unwrap_or_else(|_| {
        problems.push(Problem::new(
            codes::ATTRIBUTE,
            text.span(),
            "option `crate` needs a path, such as `crate = \"my_crate::yar\"`",
            "not a path",
        ));
        parse_quote!(::yar)
    })
}

/// The name in the contract, and where it stands: what `name = "..."` gives,
/// or else the identifier. All languages must be able to spell it.
pub(super) fn contract_name(
    options: &Options,
    ident: &Ident,
    problems: &mut Vec<Problem>,
) -> (String, Place) {
    let (name, place) = match options.string("name", problems) {
        Some(text) => (text.value(), Place::from(text.span())),
        None => (ident.unraw().to_string(), Place::from(ident.span())),
    };
    if !is_identifier(&name) {
        problems.push(
            Problem::new(
                codes::NON_ASCII_NAME,
                place,
                format!("`{name}` is not a name that all languages can spell"),
                "not a plain name",
            )
            .with_help("use ASCII letters, digits and `_`, and begin with a letter"),
        );
    }
    (name, place)
}

/// What travels, and where it stands: what `name = "..."` gives, or else the
/// identifier. Only the latter has to be spelled by all languages.
pub(super) fn wire_name(
    options: &Options,
    ident: &Ident,
    problems: &mut Vec<Problem>,
) -> (String, Place) {
    let Some(text) = options.string("name", problems) else {
        return contract_name(options, ident, problems);
    };
    let (name, place) = (text.value(), Place::from(text.span()));
    if name.is_empty() || name.contains(char::is_control) {
        problems.push(Problem::new(
            codes::ATTRIBUTE,
            place,
            "what travels is a name without control characters, and not an empty one",
            "not such a name",
        ));
    }
    (name, place)
}

fn package(options: &Options, problems: &mut Vec<Problem>) -> Option<LitStr> {
    let text = options.string("package", problems)?;
    let package = text.value();
    if !package.split('.').all(is_identifier) {
        problems.push(Problem::new(
            codes::PACKAGE_NAME,
            text.span(),
            format!("`{package}` is not a package name"),
            "expected names joined by dots",
        ));
    }
    Some(text)
}

/// The one supertrait that is a service. Those that say what any value may be
/// are none, nor are generic ones.
fn base(item: &ItemTrait, problems: &mut Vec<Problem>) -> Option<Path> {
    let mut bases = item.supertraits.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) if is_service(&bound.path) => Some(&bound.path),
        _ => None,
    });
    let base = bases.next()?;
    for second in bases {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(second),
                format!("service `{}` extends one service at most", item.ident),
                "a second one",
            )
            .with_secondary(Place::of(base), "the first one")
            .with_note("each supertrait but std's, such as `Debug`, is taken for a service"),
        );
    }
    Some(base.clone())
}

fn is_service(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| {
        last.arguments.is_none() && !MARKERS.contains(&last.ident.to_string().as_str())
    })
}

fn check_head(item: &ItemTrait, problems: &mut Vec<Problem>) {
    attributes::refuse_conditions(&item.attrs, "a service", problems);
    if !item.generics.params.is_empty() {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(&item.generics),
                "a service cannot be generic",
                "generic",
            )
            .with_note("a method is called by name alone, so nothing could choose the type"),
        );
    }
    let marker = item.unsafety.map(|token| (Place::of(&token), "unsafe"));
    let marker = marker.or(item
        .modifiers
        .auto_token
        .map(|token| (Place::of(&token), "auto")));
    if let Some((place, word)) = marker {
        problems.push(Problem::new(
            codes::TRAIT_SHAPE,
            place,
            format!("a service cannot be an `{word}` trait"),
            "remove this",
        ));
    }
}

fn not_a_method(item: &TraitItem) -> Problem {
    let (place, what) = match item {
        TraitItem::Const(item) => (Place::of(&item.ident), "a constant"),
        TraitItem::Type(item) => (Place::of(&item.ident), "an associated type"),
        TraitItem::Macro(item) => (Place::of(&item.mac.path), "a macro call"),
        other => (Place::of(&other.to_token_stream()), "this item"),
    };
    Problem::new(
        codes::TRAIT_SHAPE,
        place,
        format!("a service has methods only, and {what} is none"),
        "not a method",
    )
}

/// Methods are told apart without regard to case, because the PHP server
/// looks them up so.
fn check_names(methods: &[Method], problems: &mut Vec<Problem>) {
    let same = repeated(methods, |method| method.name.to_ascii_lowercase());
    problems.extend(same.map(|(first, second)| same_method(first, second)));
}

fn same_method(first: &Method, second: &Method) -> Problem {
    if first.name == second.name {
        return Problem::new(
            codes::DUPLICATE,
            second.name_place,
            format!("method `{}` is declared twice", second.name),
            "declared again here",
        )
        .with_secondary(first.name_place, "first declared here");
    }
    Problem::new(
        codes::SAME_METHOD,
        second.name_place,
        format!(
            "methods `{}` and `{}` are the same name for a PHP server",
            first.name, second.name
        ),
        "differs only by letter case",
    )
    .with_secondary(first.name_place, "first method")
    .with_note(
        "the Yar PHP server looks methods up without regard to case, \
         so calls would reach only one of them",
    )
}
