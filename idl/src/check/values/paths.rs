//! Words as values: cases of enums and unions, and constants.

use super::numbers::{exact, fits, out_of_range};
use super::{Use, Values};
use crate::ast::{Item, Name, Value, ValueKind};
use crate::check::names::{Found, Lookup};
use crate::check::unknown::Wanted;
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{EnumValue, Literal, Type, TypeName};
use crate::suggest;

impl<'a> Values<'_, 'a> {
    pub(super) fn path(
        &mut self,
        path: &str,
        value: &Value,
        ty: &Type,
        used: Use,
    ) -> Option<Literal> {
        match ty {
            Type::Enum(owner) if self.has_case(owner, path) => {
                return Some(Literal::Case(owner.clone(), path.to_owned()));
            }
            Type::Union(owner) => {
                if let Some(known) = self.bare_case(path, value, owner, used) {
                    return known;
                }
            }
            _ => {}
        }
        if let Some((prefix, case)) = path.rsplit_once('.')
            && let Lookup::Found(found) = self.names.find(prefix)
        {
            return self.case_of(&found, case, value, ty, used);
        }
        match self.names.find(path) {
            Lookup::Found(found) if matches!(found.item, Item::Const(_)) => {
                let (from, literal) = self.constant(&found)?;
                self.fitted(literal, &from, value, ty, used)
            }
            Lookup::Found(found) => {
                let diagnostic = Diagnostic::new(
                    codes::UNKNOWN_VALUE,
                    value.span.clone(),
                    format!("`{path}` is {}, not a value", found.kind()),
                    format!("expected {}", super::expected(ty)),
                );
                self.report.push(found.show(diagnostic));
                None
            }
            Lookup::Broken => None,
            Lookup::Unknown => self.unknown_word(path, value, ty),
        }
    }

    /// A case of a union without its braces; `None` when it is no case.
    fn bare_case(
        &mut self,
        path: &str,
        value: &Value,
        owner: &TypeName,
        used: Use,
    ) -> Option<Option<Literal>> {
        let (shape, home) = self.shape(owner)?;
        let union = home.index().get_union(home.package(), &owner.name)?;
        let case = union.cases.get(*shape.positions.get(path)?)?;
        if case.ty.is_none() {
            let literal = Literal::Union(owner.clone(), case.name.clone(), None);
            return Some(Some(literal));
        }
        let used = used.name();
        self.report.push(
            Diagnostic::new(
                codes::OUT_OF_RANGE,
                value.span.clone(),
                format!("{used} `{path}` lacks what case `{path}` of union `{owner}` holds"),
                "a name alone",
            )
            .with_edit(
                format!("write `{{{path}: …}}`"),
                value.span.clone(),
                format!("{{{path}: …}}"),
                Confidence::Placeholder,
            ),
        );
        Some(None)
    }

    /// `Op.add`
    fn case_of(
        &mut self,
        found: &Found<'a>,
        case: &str,
        value: &Value,
        ty: &Type,
        used: Use,
    ) -> Option<Literal> {
        let owner = found.type_name();
        if !matches!(found.item, Item::Enum(_)) {
            let diagnostic = Diagnostic::new(
                codes::UNKNOWN_VALUE,
                value.span.clone(),
                format!("`{owner}` is {}, which has no values", found.kind()),
                format!("expected {}", super::expected(ty)),
            );
            self.report.push(found.show(diagnostic));
            return None;
        }
        if !self.has_case(&owner, case) {
            return self.no_case(case, value, &owner);
        }
        match ty {
            Type::Enum(expected) if *expected == owner => {}
            Type::Any => {}
            _ => return self.refuse(value, ty, used),
        }
        Some(Literal::Case(owner, case.to_owned()))
    }

    /// The value of a constant where this type has to be.
    fn fitted(
        &mut self,
        literal: Literal,
        from: &Type,
        value: &Value,
        ty: &Type,
        used: Use,
    ) -> Option<Literal> {
        match (&literal, from, ty) {
            (Literal::Int(number), Type::Int(_), Type::Int(width)) => {
                if width.range().contains(number) {
                    return Some(literal);
                }
                self.report.push(out_of_range(*number, value, *width, used));
                return None;
            }
            (Literal::Int(number), Type::Int(_), Type::F32 | Type::F64) => {
                if let Some(number) = exact(*number) {
                    return Some(Literal::Float(number));
                }
            }
            (Literal::Float(number), _, Type::F32 | Type::F64) if fits(*number, ty) => {
                return Some(literal);
            }
            (_, Type::Timestamp(_), Type::Timestamp(_)) => return Some(literal),
            (Literal::Bytes(_), _, Type::Any) => {}
            (_, _, Type::Any) => return Some(literal),
            _ if from == ty => return Some(literal),
            _ => {}
        }
        let diagnostic = self.misfit(value, ty, used);
        self.report
            .push(diagnostic.with_note(format!("the constant is of type `{from}`")));
        None
    }

    fn unknown_word(&mut self, path: &str, value: &Value, ty: &Type) -> Option<Literal> {
        if let (Type::Enum(owner), false) = (ty, path.contains('.')) {
            return self.no_case(path, value, owner);
        }
        let name = Name {
            text: path.to_owned(),
            span: value.span.clone(),
        };
        self.names.unknown(&name, Wanted::Value);
        None
    }

    fn no_case(&mut self, case: &str, value: &Value, owner: &TypeName) -> Option<Literal> {
        if self.report.is_full() {
            return None;
        }
        let home = self.home(owner)?;
        let item = home.index().get_enum(home.package(), &owner.name)?;
        let diagnostic = Diagnostic::new(
            codes::UNKNOWN_VALUE,
            value.span.clone(),
            format!("enum `{owner}` has no case `{case}`"),
            "unknown case",
        );
        let cases = item.cases.iter().map(|case| case.name.as_str());
        self.report.push(match suggest::nearest(case, cases) {
            Some(near) => diagnostic.with_edit(
                format!("did you mean `{near}`?"),
                value.span.clone(),
                near,
                Confidence::Maybe,
            ),
            None => diagnostic,
        });
        None
    }

    /// What travels where the name of a case has to be.
    pub(super) fn raw_case(
        &mut self,
        value: &Value,
        owner: &TypeName,
        ty: &Type,
        used: Use,
    ) -> Option<Literal> {
        if self.report.is_full() {
            return None;
        }
        let home = self.home(owner)?;
        let item = home.index().get_enum(home.package(), &owner.name)?;
        let raw = match &value.kind {
            ValueKind::String(text) => Some(EnumValue::String(text.clone())),
            ValueKind::Int(number) => Some(EnumValue::Int(*number)),
            _ => None,
        };
        let mut cases = item.cases.iter();
        let case = raw.and_then(|raw| {
            cases.find(|case| case.value == raw || EnumValue::String(case.name.clone()) == raw)
        });
        let diagnostic = self.misfit(value, ty, used);
        self.report.push(match case {
            Some(case) => diagnostic.with_edit(
                format!("write the name of the case: `{}`", case.name),
                value.span.clone(),
                case.name.clone(),
                Confidence::Certain,
            ),
            None => diagnostic,
        });
        None
    }
}
