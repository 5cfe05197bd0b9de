//! Rust expressions as the values of a contract: literals, and what is made of
//! them without running any code.

mod calls;
mod paths;

use super::attributes::as_integer;
use super::members;
use super::problem::{Place, Problem};
use super::scope::{Role, Scope, plain, role};
use super::spell::spell;
use crate::ast::{self, Name, TypeKind, Value, ValueKind};
use crate::codes;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMacro, ExprStruct, ExprUnary, Lit, Member, Token, UnOp};

/// The value; what is none is a problem, and a broken value. The depth of
/// expressions was bounded when their item was parsed. `ty` is what
/// `Default::default()` and `[].into()` are of; further within they are empty
/// maps.
pub(super) fn read(
    value: &Expr,
    ty: &ast::Type,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Value {
    let mut reader = Reader { scope, problems };
    let kind = is_default(value).then(|| of_default(ty)).flatten();
    match kind {
        Some(kind) => reader.spanned(Some(kind), value),
        None => reader.value(value),
    }
}

/// The value of a type that is made by `Default`, where a contract has one.
pub(super) fn of_default(ty: &ast::Type) -> Option<ValueKind> {
    let name = match &ty.kind {
        TypeKind::Nullable(_) => return Some(ValueKind::Null),
        TypeKind::Named(name, _) => name.text.as_str(),
        TypeKind::Tuple(_) | TypeKind::Broken => return None,
    };
    Some(match name {
        "bool" => ValueKind::Bool(false),
        "f32" | "f64" => ValueKind::Float(0.0),
        "string" | "bytes" => ValueKind::String(String::new()),
        "list" => ValueKind::List(Vec::new()),
        "map" => ValueKind::Map(Vec::new()),
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "duration" => {
            ValueKind::Int(0)
        }
        _ => return None,
    })
}

/// True for `Default::default()` and `[].into()`.
fn is_default(value: &Expr) -> bool {
    match value {
        Expr::MethodCall(call) => {
            let is_empty = matches!(&*call.receiver, Expr::Array(it) if it.elems.is_empty());
            is_empty && call.method == "into"
        }
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return false;
            };
            let words = function.path.segments.iter().rev().map(|it| &it.ident);
            let words: Vec<_> = words.take(2).collect();
            let is_default = |words: &[&syn::Ident]| match words {
                [name, owner] => *name == "default" && *owner == "Default",
                _ => false,
            };
            call.args.is_empty() && is_default(&words)
        }
        _ => false,
    }
}

struct Reader<'r, 's> {
    scope: &'r mut Scope<'s>,
    problems: &'r mut Vec<Problem>,
}

impl Reader<'_, '_> {
    fn value(&mut self, value: &Expr) -> Value {
        let kind = match value {
            Expr::Group(group) => return self.value(&group.expr),
            Expr::Paren(paren) => return self.value(&paren.expr),
            Expr::Reference(reference) => return self.value(&reference.expr),
            Expr::Index(index) if is_all(&index.index) => return self.value(&index.expr),
            Expr::Lit(literal) => self::literal(&literal.lit),
            Expr::Unary(unary) => negative(unary),
            Expr::Path(path) => self.path(&path.path),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(call) => self.vector(call),
            Expr::Struct(item) => self.structure(item),
            Expr::Array(array) => Some(self.list(&array.elems)),
            Expr::Tuple(tuple) if tuple.elems.len() > 1 => Some(self.list(&tuple.elems)),
            _ => None,
        };
        self.spanned(kind, value)
    }

    fn spanned(&mut self, kind: Option<ValueKind>, value: &Expr) -> Value {
        let kind = kind.unwrap_or_else(|| {
            self.problems.push(not_a_value(value));
            ValueKind::Broken
        });
        let span = Place::of(value).bytes();
        Value { kind, span }
    }

    fn list(&mut self, items: &Punctuated<Expr, Token![,]>) -> ValueKind {
        ValueKind::List(items.iter().map(|item| self.value(item)).collect())
    }

    /// `vec![a, b]`
    fn vector(&mut self, call: &ExprMacro) -> Option<ValueKind> {
        let name = call.mac.path.segments.last()?;
        if name.ident != "vec" {
            return None;
        }
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let items = parser.parse2(call.mac.tokens.clone()).ok()?;
        Some(self.list(&items))
    }

    /// `Name { field: value }`; a field that has none is left out.
    fn structure(&mut self, value: &ExprStruct) -> Option<ValueKind> {
        let item = self.scope.find(&value.path)?;
        if role(item) != Role::Struct || value.rest.is_some() {
            return None;
        }
        self.scope.refer(&value.path)?;
        let fields = members::of(item, self.scope);
        let mut entries = Vec::new();
        for field in &value.fields {
            let Member::Named(ident) = &field.member else {
                return None;
            };
            let bare = plain(ident);
            let known = fields.get(&bare);
            if is_none(&field.expr) && known.is_some_and(|it| !it.has_default) {
                continue;
            }
            let name = Name {
                text: known.map_or(bare, |it| it.name.clone()),
                span: Place::of(ident).bytes(),
            };
            entries.push((name, self.value(&field.expr)));
        }
        Some(ValueKind::Map(entries))
    }

    /// Pairs as the entries of a map.
    fn map(&mut self, pairs: &Punctuated<Expr, Token![,]>) -> Option<ValueKind> {
        let mut entries = Vec::new();
        for pair in pairs {
            let parts = match pair {
                Expr::Tuple(tuple) => &tuple.elems,
                _ => return None,
            };
            let (key, value) = match (parts.first(), parts.last(), parts.len()) {
                (Some(key), Some(value), 2) => (key, value),
                _ => return None,
            };
            let key = self.value(key);
            let text = match key.kind {
                ValueKind::String(text) => text,
                ValueKind::Int(number) => number.to_string(),
                // A case, whose enum the type of the map tells.
                ValueKind::Path(path) => path.rsplit('.').next().unwrap_or_default().to_owned(),
                ValueKind::Broken => continue,
                _ => return None,
            };
            let span = key.span;
            entries.push((Name { text, span }, self.value(value)));
        }
        Some(ValueKind::Map(entries))
    }
}

fn literal(literal: &Lit) -> Option<ValueKind> {
    Some(match literal {
        Lit::Str(text) => ValueKind::String(text.value()),
        Lit::ByteStr(bytes) => ValueKind::Bytes(bytes.value()),
        Lit::Bool(value) => ValueKind::Bool(value.value),
        Lit::Int(number) if number.suffix().starts_with('f') => {
            ValueKind::Float(number.base10_parse().ok()?)
        }
        Lit::Int(number) => ValueKind::Int(number.base10_parse().ok()?),
        Lit::Float(number) => ValueKind::Float(number.base10_parse().ok()?),
        _ => return None,
    })
}

fn negative(unary: &ExprUnary) -> Option<ValueKind> {
    if !matches!(unary.op, UnOp::Neg(_)) {
        return None;
    }
    if let Some(number) = as_integer(&unary.expr) {
        return Some(ValueKind::Int(number.checked_neg()?));
    }
    match &*unary.expr {
        Expr::Lit(number) => match literal(&number.lit)? {
            ValueKind::Float(number) => Some(ValueKind::Float(-number)),
            _ => None,
        },
        _ => None,
    }
}

/// True for `..` between brackets: all of it.
fn is_all(index: &Expr) -> bool {
    matches!(index, Expr::Range(range) if range.start.is_none() && range.end.is_none())
}

/// True for `None`.
fn is_none(value: &Expr) -> bool {
    let Expr::Path(path) = value else {
        return false;
    };
    path.path
        .segments
        .last()
        .is_some_and(|it| it.ident == "None")
}

fn not_a_value(value: &Expr) -> Problem {
    Problem::new(
        codes::UNKNOWN_VALUE,
        Place::of(value),
        format!("cannot tell which value `{}` is", spell(value)),
        "not a plain value",
    )
    .with_note(
        "what other languages are to know of must be written out: no code is run, \
         and no other file is read",
    )
    .with_help("write a literal, or `String::from`, `vec!`, a struct or a case of this file")
}
