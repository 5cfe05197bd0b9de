//! Services and their methods.

use super::names::{self, name};
use super::outcome;
use super::problem::{Place, Problem};
use super::scope::Scope;
use super::spell::spell;
use super::split::SourceItem;
use super::types::{convert, has_hash_map};
use super::{Method, Output, Param, ServiceTrait, annotations, in_option, values};
use crate::ast::{self, Item};
use crate::codes;
use crate::names::{to_pascal, to_snake};
use syn::{ItemTrait, LitStr, Path};

/// A service, and the package that its attribute names.
pub(super) fn read(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> (Option<Item>, Option<LitStr>) {
    let Some(tree) = item.parse::<ItemTrait>(problems) else {
        return (None, None);
    };
    let mut attributes = tree.attrs.iter();
    let ours = attributes.find(|attribute| {
        let mut segments = attribute.path().segments.iter();
        segments.any(|segment| segment.ident == "service")
    });
    let options = match ours.map(|attribute| &attribute.meta) {
        Some(syn::Meta::List(list)) => list.tokens.clone(),
        _ => proc_macro2::TokenStream::new(),
    };
    let (service, found) = ServiceTrait::read(options, tree);
    problems.extend(found);
    let spelling = names::spelling(
        &service.item.ident,
        &service.name,
        &to_pascal(&service.name),
    );
    let deprecated = annotations::deprecated(&service.item.attrs, problems);
    let base = service.base.as_ref();
    let methods = service.methods.iter();
    let item = ast::Service {
        name: name(&service.name, service.name_place),
        docs: service.docs.clone(),
        annotations: [spelling, deprecated].into_iter().flatten().collect(),
        extends: base.and_then(|base| extends(base, scope, problems)),
        methods: methods.map(|it| method(it, scope, problems)).collect(),
        ..Default::default()
    };
    (Some(Item::Service(item)), service.package)
}

fn extends(base: &Path, scope: &Scope<'_>, problems: &mut Vec<Problem>) -> Option<ast::Name> {
    if let Some(found) = scope.find_service(base) {
        return Some(name(&found, Place::of(base)));
    }
    let spelled = spell(base);
    problems.push(
        Problem::new(
            codes::UNKNOWN_TYPE,
            Place::of(base),
            format!("`{spelled}` is no service of this file"),
            "not declared in this file",
        )
        .with_note("each supertrait but std's, such as `Debug`, is taken for a service")
        .with_help(
            "put that trait under `#[yar::service]` into this file, or write the contracts as \
             `.yar` files, which import each other",
        ),
    );
    None
}

fn method(method: &Method, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> ast::Method {
    let params = method.params.iter();
    let params = params.map(|it| param(it, scope, problems)).collect();
    let (returns, throws) = match &method.output {
        Output::Nothing => (None, Vec::new()),
        Output::Value(ty) => (Some(convert(ty, scope, problems)), Vec::new()),
        Output::Result(ty) => match outcome::read(ty, scope, problems) {
            Some(outcome) => {
                let value = outcome.value.as_ref();
                let returns = value.map(|ty| convert(ty, scope, problems));
                (returns, outcome.throws)
            }
            None => (None, Vec::new()),
        },
    };
    let (name, wire) = names::on_wire(&method.ident, &method.name, method.name_place);
    let place = Place::from(method.ident.span());
    let flag = |name, is_set: bool| is_set.then(|| annotations::flag(name, place));
    let said = [
        wire,
        flag("idempotent", method.idempotent),
        flag("strict_arity", method.strict_arity),
        annotations::deprecated(&method.attributes, problems),
    ];
    ast::Method {
        name,
        docs: method.docs.clone(),
        annotations: said.into_iter().flatten().collect(),
        params,
        returns,
        throws,
        ..Default::default()
    }
}

fn param(param: &Param, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> ast::Field {
    let place = param.name_place;
    let ty = match in_option(&param.ty) {
        Some(inner) if param.optional => inner,
        _ => &param.ty,
    };
    let hash = has_hash_map(ty, scope);
    let spelling = names::spelling(&param.ident, &param.name, &to_snake(&param.name));
    // One annotation has both.
    let rust = match (spelling, hash) {
        (Some(mut spelling), true) => {
            let map = annotations::keyed("rust", "map", "hash", place);
            spelling.arguments.extend(map.arguments);
            Some(spelling)
        }
        (None, true) => Some(annotations::keyed("rust", "map", "hash", place)),
        (spelling, false) => spelling,
    };
    let ty = convert(ty, scope, problems);
    let default = param.default.as_ref();
    let default = default.map(|value| values::read(value, &ty, scope, problems));
    ast::Field {
        name: name(&param.name, place),
        annotations: rust.into_iter().collect(),
        optional: param.optional.then(|| place.bytes()),
        ty,
        default,
        span: place.bytes().start..Place::of(&param.ty).bytes().end,
        ..Default::default()
    }
}
