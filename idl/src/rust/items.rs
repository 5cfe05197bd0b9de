//! From the items of a Rust file to the declarations of a contract.

use super::outcome;
use super::problem::{Place, Problem};
use super::scope::{Role, Scope, derives, plain, role, serde_name};
use super::split::SourceItem;
use super::types::{convert, convert_owned};
use super::unread;
use super::{Declared, EnumType, ErrorKind, ErrorType, Method, Output, ServiceTrait, attributes};
use crate::ast::{self, Item, Name, TypeKind, Value, ValueKind};
use crate::codes;
use crate::model::{EnumRepr, EnumValue};
use syn::{DeriveInput, Fields, ItemStruct, ItemTrait, ItemType, LitStr};

/// The declaration that an item stands for; an enum of errors and the alias
/// of a result stand for none.
pub(super) fn convert_item(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> (Option<Item>, Option<LitStr>) {
    let declared = match role(item) {
        Role::Service => return service(item, scope, problems),
        Role::Struct => structure(item, scope, problems),
        Role::Enum => enumeration(item, problems),
        Role::Error => error(item, problems),
        Role::Alias => alias(item, scope, problems),
    };
    (declared, None)
}

/// A service, and the package that its attribute names.
fn service(
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
    unread::refuse_service(&service, problems);
    let methods = service.methods.iter();
    let item = ast::Service {
        name: name(&service.name, service.name_place),
        docs: service.docs.clone(),
        methods: methods.map(|it| method(it, scope, problems)).collect(),
        ..Default::default()
    };
    (Some(Item::Service(item)), service.package)
}

fn method(method: &Method, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> ast::Method {
    let params = method.params.iter().map(|param| ast::Field {
        name: name(&param.name, param.name_place),
        docs: String::new(),
        ty: convert(&param.ty, scope, problems),
        span: param.name_place.bytes().start..Place::of(&param.ty).bytes().end,
        ..Default::default()
    });
    let params = params.collect();
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
    ast::Method {
        name: name(&method.name, method.name_place),
        docs: method.docs.clone(),
        params,
        returns,
        throws,
        ..Default::default()
    }
}

fn structure(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Item> {
    let tree: ItemStruct = item.parse(problems)?;
    attributes::refuse_conditions(&tree.attrs, "a struct", problems);
    let ident = &tree.ident;
    let refuse = |place: Place, message: String, help: &str| {
        Problem::new(codes::TRAIT_SHAPE, place, message, "cannot travel").with_help(help)
    };
    if !derives(&tree.attrs, "Serialize") || !derives(&tree.attrs, "Deserialize") {
        problems.push(refuse(
            ident.span().into(),
            format!("struct `{ident}` does not travel"),
            "derive `yar::Serialize` and `yar::Deserialize`",
        ));
    }
    if !tree.generics.params.is_empty() {
        problems.push(refuse(
            Place::of(&tree.generics),
            format!("struct `{ident}` cannot be generic"),
            "declare one struct for each type that is needed",
        ));
        return Some(Item::Broken(vec![name(&plain(ident), ident.span().into())]));
    }
    let Fields::Named(fields) = &tree.fields else {
        problems.push(refuse(
            ident.span().into(),
            format!("the fields of struct `{ident}` have no names"),
            "write `struct Name { field: Type }`",
        ));
        return Some(Item::Broken(vec![name(&plain(ident), ident.span().into())]));
    };
    let (text, place) =
        serde_name(&tree.attrs, problems).unwrap_or_else(|| (plain(ident), ident.span().into()));
    let fields = fields.named.iter();
    Some(Item::Struct(ast::Struct {
        name: name(&text, place),
        docs: attributes::docs(&tree.attrs),
        fields: fields.filter_map(|it| field(it, scope, problems)).collect(),
        ..Default::default()
    }))
}

fn field(
    field: &syn::Field,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<ast::Field> {
    attributes::refuse_conditions(&field.attrs, "a field", problems);
    let ident = field.ident.as_ref()?;
    let (text, place) =
        serde_name(&field.attrs, problems).unwrap_or_else(|| (plain(ident), ident.span().into()));
    let ty = convert_owned(&field.ty, scope, problems);
    Some(ast::Field {
        name: name(&text, place),
        docs: attributes::docs(&field.attrs),
        span: ident.span().byte_range().start..ty.span.end,
        ty,
        ..Default::default()
    })
}

fn enumeration(item: &SourceItem, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: DeriveInput = item.parse(problems)?;
    if !derives(&tree.attrs, "Enum") {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                tree.ident.span(),
                format!("enum `{}` does not travel", tree.ident),
                "cannot travel",
            )
            .with_help("derive `yar::Enum`"),
        );
        let broken = name(&plain(&tree.ident), tree.ident.span().into());
        return Some(Item::Broken(vec![broken]));
    }
    let (item, found) = EnumType::read(&tree);
    problems.extend(found);
    unread::refuse_closed(&item, problems);
    let repr = match item.repr {
        EnumRepr::String => "string",
        EnumRepr::Int(int) => int.name(),
    };
    let repr = name(repr, item.repr_place);
    let cases = item.cases.iter().map(|case| ast::Case {
        name: name(&case.name, case.name_place),
        docs: case.docs.clone(),
        value: Some(Value {
            kind: match &case.value {
                EnumValue::String(text) => ValueKind::String(text.clone()),
                EnumValue::Int(number) => ValueKind::Int(*number),
            },
            span: case.value_place.bytes(),
        }),
        ..Default::default()
    });
    Some(Item::Enum(ast::Enum {
        name: name(&item.name, item.name_place),
        docs: item.docs.clone(),
        repr: ast::Type {
            span: repr.span.clone(),
            kind: TypeKind::Named(repr, Vec::new()),
        },
        cases: cases.collect(),
        ..Default::default()
    }))
}

fn error(item: &SourceItem, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: DeriveInput = item.parse(problems)?;
    let (error, found) = ErrorType::read(&tree);
    let is_sound = found.is_empty();
    problems.extend(found);
    let ErrorKind::One(declared) = error.kind else {
        return None;
    };
    if is_sound {
        unread::refuse_data(&declared, problems);
    }
    let Declared {
        code,
        code_place,
        message,
        message_place,
        ..
    } = &declared;
    Some(Item::Error(ast::ErrorItem {
        name: name(&declared.name, declared.name_place),
        docs: error.docs,
        code: Value {
            kind: ValueKind::Int((*code).into()),
            span: code_place.bytes(),
        },
        message: Some(Value {
            kind: ValueKind::String(message.clone()),
            span: message_place.bytes(),
        }),
        ..Default::default()
    }))
}

fn alias(item: &SourceItem, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: ItemType = item.parse(problems)?;
    attributes::refuse_conditions(&tree.attrs, "a type", problems);
    let name = name(&plain(&tree.ident), tree.ident.span().into());
    if !tree.generics.params.is_empty() {
        problems.push(Problem::new(
            codes::UNSUPPORTED,
            Place::of(&tree.generics),
            format!("type alias `{}` cannot be generic", name.text),
            "generic",
        ));
        return Some(Item::Broken(vec![name]));
    }
    let ty = convert_owned(&tree.ty, scope, problems);
    Some(Item::Alias(ast::Alias {
        name,
        ty,
        ..Default::default()
    }))
}

fn name(text: &str, place: Place) -> Name {
    Name {
        text: text.to_owned(),
        span: place.bytes(),
    }
}
