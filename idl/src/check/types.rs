//! From types as written to types of the model.

use super::Report;
use super::names::{Found, Lookup, Names};
use super::spellings::{BUILT_IN, foreign};
use super::unknown::Wanted;
use crate::ast::{self, Item, Name, TypeKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{IntType, TimestampFormat, Type};

/// The most parts a type may have once aliases are replaced.
const MAX_PARTS: usize = 1000;
/// The most parts that all types of a file may have together.
const MAX_FILE_PARTS: usize = 1_000_000;
/// How deep a type may be nested once aliases are replaced.
const MAX_DEPTH: usize = 64;

pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name)
}

/// How much aliases may still unfold: a few lines of aliases of aliases could
/// stand for more types than memory holds.
#[derive(Debug)]
pub(super) struct Budget {
    /// Parts that the whole file may have.
    file: usize,
    /// Parts of the type being resolved.
    parts: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            file: MAX_FILE_PARTS,
            parts: 0,
        }
    }
}

impl Budget {
    fn start(&mut self) {
        self.file = self.file.saturating_sub(self.parts);
        self.parts = 0;
    }

    fn take(&mut self, parts: usize) -> bool {
        self.parts = self.parts.saturating_add(parts);
        self.is_kept()
    }

    fn is_kept(&self) -> bool {
        self.parts <= MAX_PARTS && self.parts <= self.file
    }
}

impl Names<'_> {
    /// The type, or `None` when it is wrong, which has been reported then.
    pub(super) fn resolve(&mut self, ty: &ast::Type, report: &mut Report) -> Option<Type> {
        self.budget.start();
        let resolved = self.resolve_part(ty, report);
        let depth = resolved.as_ref().map_or(0, |ty| size(ty).1);
        if self.budget.is_kept() && depth <= MAX_DEPTH {
            return resolved;
        }
        report.push(
            Diagnostic::new(
                codes::TYPE_TOO_LARGE,
                ty.span.clone(),
                "the type is too large once its aliases are replaced",
                format!("has more than {MAX_PARTS} parts, or is more than {MAX_DEPTH} deep"),
            )
            .with_help("make one of the aliases a struct"),
        );
        None
    }

    fn resolve_part(&mut self, ty: &ast::Type, report: &mut Report) -> Option<Type> {
        if !self.budget.take(1) {
            return None;
        }
        match &ty.kind {
            TypeKind::Broken => None,
            TypeKind::Nullable(inner) => Some(match self.resolve_part(inner, report)? {
                inner @ Type::Nullable(_) => inner,
                other => Type::Nullable(Box::new(other)),
            }),
            TypeKind::Tuple(parts) => {
                let parts: Vec<_> = parts
                    .iter()
                    .map(|part| self.resolve_part(part, report))
                    .collect();
                Some(Type::Tuple(parts.into_iter().collect::<Option<_>>()?))
            }
            TypeKind::Named(name, arguments) => self.named(name, arguments, report),
        }
    }

    fn alias(&mut self, name: &str) -> Option<Type> {
        let parts = size(self.aliases.get(name)?.as_ref()?).0;
        if !self.budget.take(parts) {
            return None;
        }
        self.aliases.get(name)?.clone()
    }

    fn named(&mut self, name: &Name, arguments: &[ast::Type], report: &mut Report) -> Option<Type> {
        match name.text.as_str() {
            "list" => return self.list(arguments, report),
            "map" => return self.map(arguments, report),
            _ => {}
        }
        let known = self.plain(name, report);
        for argument in arguments {
            self.resolve_part(argument, report);
        }
        let known = known?;
        if let Some(first) = arguments.first() {
            report.push(Diagnostic::new(
                codes::NOT_A_TYPE,
                first.span.clone(),
                format!("`{}` takes no type in `<…>`", name.text),
                "not expected here",
            ));
            return None;
        }
        Some(known)
    }

    fn plain(&mut self, name: &Name, report: &mut Report) -> Option<Type> {
        let text = name.text.as_str();
        if let Some(ty) = primitive(text) {
            return Some(ty);
        }
        match self.find(text) {
            Lookup::Found(found) => self.declared(name, &found, report),
            Lookup::Broken => None,
            Lookup::Unknown => {
                self.undeclared(name, report);
                None
            }
        }
    }

    fn declared(&mut self, name: &Name, found: &Found<'_>, report: &mut Report) -> Option<Type> {
        match found.item {
            Item::Struct(_) => Some(Type::Struct(found.type_name())),
            Item::Enum(_) => Some(Type::Enum(found.type_name())),
            Item::Union(_) => Some(Type::Union(found.type_name())),
            Item::Alias(alias) => match &found.home {
                None => self.alias(&alias.name.text),
                Some(home) => {
                    let ty = home.aliases.get(alias.name.text.as_str())?.as_ref()?;
                    if !self.budget.take(size(ty).0) {
                        return None;
                    }
                    Some(self.moved(ty.clone(), &home.package.name))
                }
            },
            _ => {
                report.push(not_a_type(name, found));
                None
            }
        }
    }

    fn undeclared(&mut self, name: &Name, report: &mut Report) {
        match foreign(name) {
            Some(foreign) => report.push(foreign),
            None => self.unknown(name, Wanted::Type),
        }
    }

    fn list(&mut self, arguments: &[ast::Type], report: &mut Report) -> Option<Type> {
        // The parser sees to the number of parts.
        let element = self.resolve_part(arguments.first()?, report)?;
        Some(Type::List(Box::new(element)))
    }

    fn map(&mut self, arguments: &[ast::Type], report: &mut Report) -> Option<Type> {
        let [written, value] = arguments else {
            return None;
        };
        let key = self.resolve_part(written, report);
        let value = self.resolve_part(value, report);
        let key = key?;
        if !matches!(key, Type::String | Type::Int(_) | Type::Enum(_)) {
            report.push(bad_key(written));
            return None;
        }
        Some(Type::Map(Box::new(key), Box::new(value?)))
    }
}

fn primitive(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "f32" => Type::F32,
        "f64" => Type::F64,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "any" => Type::Any,
        "timestamp" => Type::Timestamp(TimestampFormat::Millis),
        "date" => Type::Date,
        "duration" => Type::Duration,
        _ => Type::Int(IntType::named(name)?),
    })
}

/// How many parts a type has, and how deep they are nested. The nesting of
/// what comes in here is bounded: every alias in it passed this check, and the
/// parser bounds the rest.
fn size(ty: &Type) -> (usize, usize) {
    let parts: Vec<&Type> = match ty {
        Type::List(inner) | Type::Nullable(inner) => vec![inner],
        Type::Map(key, value) => vec![key, value],
        Type::Tuple(parts) => parts.iter().collect(),
        _ => Vec::new(),
    };
    parts
        .into_iter()
        .map(size)
        .fold((1, 1), |(all, depth), (parts, inner)| {
            (all + parts, depth.max(inner + 1))
        })
}

fn not_a_type(name: &Name, found: &Found<'_>) -> Diagnostic {
    found.show(Diagnostic::new(
        codes::NOT_A_TYPE,
        name.span.clone(),
        format!("`{}` is {}, not a type", name.text, found.kind()),
        "cannot be a value",
    ))
}

fn bad_key(written: &ast::Type) -> Diagnostic {
    let text = match &written.kind {
        TypeKind::Named(name, _) => format!("`{}`", name.text),
        TypeKind::Nullable(_) => "a nullable type".to_owned(),
        _ => "this type".to_owned(),
    };
    Diagnostic::new(
        codes::MAP_KEY,
        written.span.clone(),
        format!("{text} cannot be a map key"),
        "keys must be `string`, an integer type, or an enum",
    )
    .with_note("PHP arrays would turn 1.7 into 1 and true into 1")
    .with_help("use a list of structs with `key` and `value`")
}
