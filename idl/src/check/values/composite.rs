//! Lists, tuples, maps, structs and unions.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::shapes::Shape;
use super::{Use, Values};
use crate::ast::{Name, Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Literal, Type, TypeName};
use crate::suggest;

type Entry = (Name, Value);

impl Values<'_, '_> {
    pub(super) fn list(&mut self, parts: &[Value], inner: &Type, used: Use) -> Option<Literal> {
        let parts: Vec<_> = parts
            .iter()
            .map(|part| self.value(part, inner, used))
            .collect();
        Some(Literal::List(parts.into_iter().collect::<Option<_>>()?))
    }

    pub(super) fn tuple(
        &mut self,
        value: &Value,
        parts: &[Value],
        types: &[Type],
        used: Use,
    ) -> Option<Literal> {
        if parts.len() != types.len() {
            self.report.push(Diagnostic::new(
                codes::OUT_OF_RANGE,
                value.span.clone(),
                format!(
                    "{} of {} values does not fit a tuple of {}",
                    used.name(),
                    parts.len(),
                    types.len()
                ),
                format!("expected {} values", types.len()),
            ));
            return None;
        }
        let parts: Vec<_> = parts
            .iter()
            .zip(types)
            .map(|(part, ty)| self.value(part, ty, used))
            .collect();
        Some(Literal::List(parts.into_iter().collect::<Option<_>>()?))
    }

    pub(super) fn map(
        &mut self,
        entries: &[Entry],
        key: &Type,
        inner: &Type,
        used: Use,
    ) -> Option<Literal> {
        self.check_twice(entries);
        let entries: Vec<_> = entries
            .iter()
            .map(|(name, value)| {
                let key = self.key(name, key, used);
                Some((key, self.value(value, inner, used)))
            })
            .collect();
        let entries = entries.into_iter().map(|entry| {
            let (key, value) = entry?;
            Some((key?, value?))
        });
        Some(Literal::Map(entries.collect::<Option<_>>()?))
    }

    /// A key is a word or a string, whatever the type.
    fn key(&mut self, name: &Name, ty: &Type, used: Use) -> Option<Literal> {
        let kind = match ty {
            Type::String => return Some(Literal::String(name.text.clone())),
            Type::Int(_) => match name.text.parse() {
                Ok(number) => ValueKind::Int(number),
                Err(_) => ValueKind::String(name.text.clone()),
            },
            _ => ValueKind::Path(name.text.clone()),
        };
        let value = Value {
            kind,
            span: name.span.clone(),
        };
        self.value(&value, ty, used)
    }

    fn check_twice(&mut self, entries: &[Entry]) {
        let mut seen: HashMap<&str, &Name> = HashMap::new();
        for (name, _) in entries {
            let Some(first) = seen.get(name.text.as_str()) else {
                seen.insert(&name.text, name);
                continue;
            };
            self.report.push(
                Diagnostic::new(
                    codes::DUPLICATE,
                    name.span.clone(),
                    format!("`{}` is given twice", name.text),
                    "given again here",
                )
                .with_secondary(first.span.clone(), "first given here")
                .with_help("delete one of them"),
            );
        }
    }

    pub(super) fn record(
        &mut self,
        value: &Value,
        entries: &[Entry],
        name: &TypeName,
        used: Use,
    ) -> Option<Literal> {
        self.check_twice(entries);
        let (shape, home) = self.shape(name)?;
        let held = home.index().get_struct(home.package(), &name.name)?;
        let mut given = BTreeMap::new();
        let mut is_right = !shape.is_broken;
        for (key, value) in entries {
            let at = shape.positions.get(&key.text);
            let Some((at, field)) = at.and_then(|at| Some((*at, held.fields.get(*at)?))) else {
                self.refuse_member(key, &shape, &format!("struct `{name}` has no field"));
                is_right = false;
                continue;
            };
            let ty = self.type_in(name, &field.ty);
            match self.value(value, &ty, used) {
                Some(literal) => {
                    given.insert(at, (field.name.clone(), literal));
                }
                None => is_right = false,
            }
        }
        let keys: HashSet<&str> = entries.iter().map(|(key, _)| key.text.as_str()).collect();
        let mut required = shape.required.iter().filter_map(|at| held.fields.get(*at));
        let missing = required.find(|field| !keys.contains(field.name.as_str()));
        if let (Some(missing), false) = (missing, shape.is_broken) {
            self.report.push(
                Diagnostic::new(
                    codes::OUT_OF_RANGE,
                    value.span.clone(),
                    format!("{} has no field `{}`", used.name(), missing.name),
                    format!("struct `{name}` requires `{}`", missing.name),
                )
                .with_help(format!("add `{}: …`", missing.name)),
            );
            return None;
        }
        is_right.then(|| Literal::Struct(name.clone(), given.into_values().collect()))
    }

    pub(super) fn union(
        &mut self,
        value: &Value,
        entries: &[Entry],
        name: &TypeName,
        used: Use,
    ) -> Option<Literal> {
        let (shape, home) = self.shape(name)?;
        let union = home.index().get_union(home.package(), &name.name)?;
        let [(key, held)] = entries else {
            self.report.push(Diagnostic::new(
                codes::OUT_OF_RANGE,
                value.span.clone(),
                format!(
                    "{} of union `{name}` has {} cases",
                    used.name(),
                    entries.len()
                ),
                "expected exactly one",
            ));
            return None;
        };
        let case = shape.positions.get(&key.text);
        let Some(case) = case.and_then(|at| union.cases.get(*at)) else {
            self.refuse_member(key, &shape, &format!("union `{name}` has no case"));
            return None;
        };
        let Some(ty) = &case.ty else {
            if held.kind != ValueKind::Null {
                self.report.push(
                    Diagnostic::new(
                        codes::OUT_OF_RANGE,
                        held.span.clone(),
                        format!("case `{}` of union `{name}` holds nothing", case.name),
                        "expected null",
                    )
                    .with_edit(
                        format!("write `{}`", case.name),
                        value.span.clone(),
                        case.name.clone(),
                        Confidence::Maybe,
                    ),
                );
                return None;
            }
            return Some(Literal::Union(name.clone(), case.name.clone(), None));
        };
        let ty = self.type_in(name, ty);
        let held = self.value(held, &ty, used)?;
        Some(Literal::Union(
            name.clone(),
            case.name.clone(),
            Some(Box::new(held)),
        ))
    }

    /// `message` without the member's name.
    fn refuse_member(&mut self, key: &Name, shape: &Shape, message: &str) {
        if shape.is_broken || self.report.is_full() {
            return;
        }
        let diagnostic = Diagnostic::new(
            codes::OUT_OF_RANGE,
            key.span.clone(),
            format!("{message} `{}`", key.text),
            "unknown",
        );
        let mut names: Vec<&str> = shape.positions.keys().map(String::as_str).collect();
        names.sort_unstable();
        self.report
            .push(match suggest::nearest(&key.text, names.into_iter()) {
                Some(near) => diagnostic.with_edit(
                    format!("did you mean `{near}`?"),
                    key.span.clone(),
                    near,
                    Confidence::Maybe,
                ),
                None => diagnostic,
            });
    }
}
