//! Values against types: defaults, constants and examples.

mod composite;
mod moments;
mod numbers;
mod paths;
mod shapes;

use std::collections::HashMap;
use std::rc::Rc;

use super::Report;
use super::constants;
use super::declared::Checked;
use super::index::Index;
use super::names::Names;
use crate::ast::{Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, Edit};
use crate::model::{Literal, Package, Type, TypeName};
pub(super) use numbers::range;
use shapes::Shape;

/// Checks the values of one file, whose types are known by now.
pub(super) struct Values<'n, 'a> {
    pub(super) names: &'n mut Names<'a>,
    pub(super) package: &'n Package,
    pub(super) index: &'n Index,
    pub(super) report: &'n mut Report,
    /// Those constants that were needed so far.
    pub(super) constants: HashMap<&'a str, constants::Value>,
    shapes: HashMap<TypeName, Rc<Shape>>,
}

/// What a value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Of a field or a parameter.
    Default,
    /// Of a constant.
    Value,
    /// In an example.
    Argument,
    /// In an example.
    Result,
}

/// The package that declares a type.
enum Home<'n, 'a> {
    Own(&'n Package, &'n Index),
    Other(Rc<Checked<'a>>),
}

impl Home<'_, '_> {
    fn package(&self) -> &Package {
        match self {
            Self::Own(package, _) => package,
            Self::Other(checked) => &checked.package,
        }
    }

    fn index(&self) -> &Index {
        match self {
            Self::Own(_, index) => index,
            Self::Other(checked) => &checked.index,
        }
    }
}

impl Use {
    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Value => "value",
            Self::Argument => "argument",
            Self::Result => "result",
        }
    }
}

impl<'n, 'a> Values<'n, 'a> {
    pub(super) fn new(
        names: &'n mut Names<'a>,
        package: &'n Package,
        index: &'n Index,
        report: &'n mut Report,
    ) -> Self {
        Self {
            names,
            package,
            index,
            report,
            constants: HashMap::new(),
            shapes: HashMap::new(),
        }
    }

    fn home(&self, name: &TypeName) -> Option<Home<'n, 'a>> {
        match &name.package {
            None => Some(Home::Own(self.package, self.index)),
            Some(home) => Some(Home::Other(Rc::clone(self.names.packages.get(home)?))),
        }
    }

    /// The type of a member of `owner`, as this file has to name it.
    fn type_in(&mut self, owner: &TypeName, ty: &Type) -> Type {
        match &owner.package {
            None => ty.clone(),
            Some(home) => self.names.moved(ty.clone(), home),
        }
    }

    pub(super) fn has_case(&self, owner: &TypeName, case: &str) -> bool {
        let home = self.home(owner);
        home.is_some_and(|home| home.index().has_case(&owner.name, case))
    }

    /// The value, or `None` when it is wrong, which has been reported then.
    /// The parser bounds its nesting.
    pub(super) fn value(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        match (&value.kind, ty) {
            (ValueKind::Broken, _) => None,
            (ValueKind::Null, Type::Nullable(_) | Type::Any) => Some(Literal::Null),
            (_, Type::Nullable(inner)) => self.value(value, inner, used),
            (ValueKind::Path(path), _) => self.path(path, value, ty, used),
            (_, Type::Any) => self.any(value, used),
            (ValueKind::Null, _) => {
                self.refuse_null(value, ty, used);
                None
            }
            (ValueKind::Bool(known), Type::Bool) => Some(Literal::Bool(*known)),
            (_, Type::Int(width)) => self.int(value, *width, ty, used),
            (_, Type::F32 | Type::F64) => self.float(value, ty, used),
            (ValueKind::String(text), Type::String) => Some(Literal::String(text.clone())),
            (ValueKind::String(text), Type::Bytes) => Some(Literal::Bytes(text.clone().into())),
            (ValueKind::Bytes(bytes), Type::Bytes) => Some(Literal::Bytes(bytes.clone())),
            (_, Type::String) => self.refuse_text(value, ty, used),
            (_, Type::Timestamp(_) | Type::Date | Type::Duration) => self.moment(value, ty, used),
            (ValueKind::List(parts), Type::List(inner)) => self.list(parts, inner, used),
            (ValueKind::List(parts), Type::Tuple(types)) => self.tuple(value, parts, types, used),
            (ValueKind::Map(entries), Type::Map(key, inner)) => self.map(entries, key, inner, used),
            (ValueKind::Map(entries), Type::Struct(name)) => {
                self.record(value, entries, name, used)
            }
            (ValueKind::Map(entries), Type::Union(name)) => self.union(value, entries, name, used),
            (_, Type::Enum(name)) => self.raw_case(value, name, ty, used),
            _ => self.refuse(value, ty, used),
        }
    }

    /// A value of a type that says nothing.
    fn any(&mut self, value: &Value, used: Use) -> Option<Literal> {
        match &value.kind {
            ValueKind::Bool(known) => Some(Literal::Bool(*known)),
            ValueKind::Int(number) if (i64::MIN.into()..=u64::MAX.into()).contains(number) => {
                Some(Literal::Int(*number))
            }
            ValueKind::Float(number) if number.is_finite() => Some(Literal::Float(*number)),
            ValueKind::String(text) => Some(Literal::String(text.clone())),
            ValueKind::List(parts) => self.list(parts, &Type::Any, used),
            ValueKind::Map(entries) => self.map(entries, &Type::String, &Type::Any, used),
            _ => self.refuse(value, &Type::Any, used),
        }
    }

    fn refuse_null(&mut self, value: &Value, ty: &Type, used: Use) {
        self.report.push(
            Diagnostic::new(
                codes::OUT_OF_RANGE,
                value.span.clone(),
                format!("{} null does not fit `{ty}`", used.name()),
                format!("`{ty}` is never null"),
            )
            .with_help(format!(
                "make the type `{ty}?`, or take another {}",
                used.name()
            )),
        );
    }

    fn refuse(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        let diagnostic = self.misfit(value, ty, used);
        self.report.push(diagnostic);
        None
    }

    fn misfit(&self, value: &Value, ty: &Type, used: Use) -> Diagnostic {
        let (used, written) = (used.name(), described(value));
        Diagnostic::new(
            codes::OUT_OF_RANGE,
            value.span.clone(),
            format!("{used} {written} does not fit `{ty}`"),
            format!("expected {}", expected(ty)),
        )
    }

    /// A number or a word where text has to be.
    fn refuse_text(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        let diagnostic = self.misfit(value, ty, used);
        self.report.push(match value.kind {
            ValueKind::Int(_) | ValueKind::Float(_) | ValueKind::Bool(_) => {
                let ends = [value.span.start, value.span.end];
                let quotes = ends.map(|end| Edit::new(end..end, "\"")).into();
                diagnostic.with_edits("put it in quotes", quotes, Confidence::Certain)
            }
            ValueKind::Bytes(_) => diagnostic
                .with_note("`\\x` is for bytes only")
                .with_help("write `\\u{…}` for a character, or make the type `bytes`"),
            _ => diagnostic,
        });
        None
    }
}

/// What is written, for messages.
fn described(value: &Value) -> String {
    match &value.kind {
        ValueKind::Null => "null".to_owned(),
        ValueKind::Bool(known) => known.to_string(),
        ValueKind::Int(number) => number.to_string(),
        ValueKind::Float(number) => number.to_string(),
        ValueKind::String(text) if text.len() <= 20 => format!("{text:?}"),
        ValueKind::String(_) => "a string".to_owned(),
        ValueKind::Bytes(_) => "a string of bytes".to_owned(),
        ValueKind::Path(path) => format!("`{path}`"),
        ValueKind::List(_) => "`[…]`".to_owned(),
        ValueKind::Map(_) => "`{…}`".to_owned(),
        ValueKind::Broken => String::new(),
    }
}

/// What would fit a type, for labels.
fn expected(ty: &Type) -> String {
    match ty {
        Type::Bool => "`true` or `false`".to_owned(),
        Type::Int(_) => "a whole number".to_owned(),
        Type::F32 | Type::F64 => "a number".to_owned(),
        Type::String | Type::Bytes => "a string".to_owned(),
        Type::Any => "null, a number, a string, a list or a map".to_owned(),
        Type::List(_) => "a list: `[…]`".to_owned(),
        Type::Tuple(parts) => format!("a list of {}: `[…]`", parts.len()),
        Type::Map(..) => "a map: `{…}`".to_owned(),
        Type::Nullable(inner) => expected(inner),
        Type::Timestamp(_) => {
            "milliseconds since 1970, or a string such as `\"2026-11-30T12:00:00Z\"`".to_owned()
        }
        Type::Date => "a string such as `\"2026-11-30\"`".to_owned(),
        Type::Duration => "a number of milliseconds".to_owned(),
        Type::Struct(name) => format!("the fields of `{name}`: `{{…}}`"),
        Type::Enum(name) => format!("a case of `{name}`"),
        Type::Union(name) => format!("a case of `{name}`: `{{case: …}}`"),
    }
}
