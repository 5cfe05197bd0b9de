//! Constants: of which types they are, and what they stand for.

use std::collections::HashSet;

use super::Report;
use super::annotations::{self, Position};
use super::fields::formatted;
use super::names::{Found, Lookup, Names};
use super::values::{Use, Values};
use crate::ast::{self, Item, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Constant, Docs, Literal, Type};

/// How many steps of a cycle are shown.
const MAX_STEPS: usize = 10;

/// The constant, or `None` when its type is wrong. Its value is null until
/// all types are known.
pub(super) fn check<'a>(
    item: &'a ast::Const,
    names: &mut Names<'a>,
    report: &mut Report,
) -> Option<Constant> {
    let said = annotations::read(&item.annotations, Position::Const, report);
    let ty = names.resolve(&item.ty, report)?;
    let ty = formatted(ty, &said, report);
    if !is_plain(&ty) {
        report.push(
            Diagnostic::new(
                codes::CONST_TYPE,
                item.ty.span.clone(),
                format!("constant `{}` cannot be of type `{ty}`", item.name.text),
                "has parts, or may be null",
            )
            .with_note("constants are numbers, strings, bytes, `bool`, times and cases of enums")
            .with_help("return it from a method"),
        );
        return None;
    }
    Some(Constant {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: said.options,
        ty,
        value: Literal::Null,
    })
}

fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Any
        | Type::List(_)
        | Type::Map(..)
        | Type::Tuple(_)
        | Type::Nullable(_)
        | Type::Struct(_)
        | Type::Union(_) => false,
        Type::Bool
        | Type::Int(_)
        | Type::F32
        | Type::F64
        | Type::String
        | Type::Bytes
        | Type::Timestamp(_)
        | Type::Date
        | Type::Duration
        | Type::Enum(_) => true,
    }
}

/// A constant with its type; `None` when its value was reported.
pub(super) type Value = Option<(Type, Literal)>;

impl<'a> Values<'_, 'a> {
    /// What a constant stands for, as this file has to say it.
    pub(super) fn constant(&mut self, found: &Found<'a>) -> Value {
        let name = found.item.name()?;
        let Some(home) = &found.home else {
            return self.own_constant(&name.text);
        };
        let constant = home.index.constant(&home.package, &name.text)?;
        let from = home.package.name.as_str();
        let value = match &constant.value {
            // Only a constant with a mistake is null.
            Literal::Null => return None,
            Literal::Case(owner, case) => {
                let owner = self.names.moved_name(owner.clone(), from);
                Literal::Case(owner, case.clone())
            }
            other => other.clone(),
        };
        Some((self.names.moved(constant.ty.clone(), from), value))
    }

    /// Follows a chain of constants to its end, so that a chain of any length
    /// needs no recursion.
    fn own_constant(&mut self, name: &str) -> Value {
        let mut chain: Vec<&'a ast::Const> = Vec::new();
        let mut seen: HashSet<&'a str> = HashSet::new();
        let mut next = self.written(name);
        while let Some(item) = next {
            if self.constants.contains_key(item.name.text.as_str()) {
                break;
            }
            if !seen.insert(&item.name.text) {
                self.cycle(item, &chain);
                for item in chain.drain(..) {
                    self.constants.insert(&item.name.text, None);
                }
                break;
            }
            chain.push(item);
            next = self.referred(item);
        }
        for item in chain.into_iter().rev() {
            let ty = self.index.constant(self.package, &item.name.text);
            let ty = ty.map(|constant| constant.ty.clone());
            let value = ty.and_then(|ty| {
                let value = self.value(&item.value, &ty, Use::Value)?;
                Some((ty, value))
            });
            self.constants.insert(&item.name.text, value);
        }
        self.constants.get(name)?.clone()
    }

    fn written(&self, name: &str) -> Option<&'a ast::Const> {
        match self.names.item(name) {
            Some(Item::Const(item)) => Some(item),
            _ => None,
        }
    }

    /// The own constant whose name is the value of another.
    fn referred(&self, item: &ast::Const) -> Option<&'a ast::Const> {
        let ValueKind::Path(path) = &item.value.kind else {
            return None;
        };
        let ty = &self.index.constant(self.package, &item.name.text)?.ty;
        if matches!(ty, Type::Enum(owner) if self.has_case(owner, path)) {
            return None;
        }
        match self.names.find(path) {
            Lookup::Found(Found {
                item: Item::Const(item),
                home: None,
            }) => Some(item),
            _ => None,
        }
    }

    fn cycle(&mut self, item: &ast::Const, chain: &[&ast::Const]) {
        let Some(closing) = chain.last() else { return };
        let start = chain.iter().position(|it| it.name == item.name);
        let steps = chain.get(start.unwrap_or_default()..chain.len() - 1);
        let mut diagnostic = Diagnostic::new(
            codes::CONST_CYCLE,
            closing.value.span.clone(),
            format!("constant `{}` stands for itself", item.name.text),
            "closes the cycle",
        );
        for step in steps.unwrap_or_default().iter().take(MAX_STEPS) {
            let text = format!("`{}` is taken from here", step.name.text);
            diagnostic = diagnostic.with_secondary(step.value.span.clone(), text);
        }
        self.report
            .push(diagnostic.with_help("give one of them a value of its own"));
    }
}
