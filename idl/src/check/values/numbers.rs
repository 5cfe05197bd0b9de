//! Numbers against numeric types.

use super::{Use, Values};
use crate::ast::{Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{IntType, Literal, Type};

impl Values<'_, '_> {
    pub(super) fn int(
        &mut self,
        value: &Value,
        width: IntType,
        ty: &Type,
        used: Use,
    ) -> Option<Literal> {
        match &value.kind {
            ValueKind::Int(number) if width.range().contains(number) => Some(Literal::Int(*number)),
            ValueKind::Int(number) => {
                self.report.push(out_of_range(*number, value, width, used));
                None
            }
            ValueKind::Float(number) => {
                let fraction = with_fraction(*number, value, width, used);
                self.report.push(fraction);
                None
            }
            _ => self.refuse_number(value, ty, used),
        }
    }

    pub(super) fn float(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        let number = match &value.kind {
            ValueKind::Float(number) => *number,
            ValueKind::Int(number) => match exact(*number) {
                Some(number) => number,
                None => {
                    let diagnostic = self.misfit(value, ty, used);
                    self.report.push(
                        diagnostic.with_note(format!("`{ty}` has 53 bits for a whole number")),
                    );
                    return None;
                }
            },
            _ => return self.refuse_number(value, ty, used),
        };
        if fits(number, ty) {
            return Some(Literal::Float(number));
        }
        self.report.push(Diagnostic::new(
            codes::OUT_OF_RANGE,
            value.span.clone(),
            format!("{} {number} does not fit `{ty}`", used.name()),
            "too large",
        ));
        None
    }

    /// A number in quotes is a slip that can be mended.
    fn refuse_number(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        let ValueKind::String(text) = &value.kind else {
            return self.refuse(value, ty, used);
        };
        let is_number = match ty {
            Type::Int(width) => text.parse().is_ok_and(|it| width.range().contains(&it)),
            _ => {
                let is_plain = text.starts_with(|it: char| it.is_ascii_digit() || it == '-')
                    && text.ends_with(|it: char| it.is_ascii_digit());
                is_plain && text.parse().is_ok_and(|it| fits(it, ty))
            }
        };
        if !is_number {
            return self.refuse(value, ty, used);
        }
        self.report.push(
            Diagnostic::new(
                codes::OUT_OF_RANGE,
                value.span.clone(),
                format!(
                    "{} \"{text}\" is a string, and `{ty}` is a number",
                    used.name()
                ),
                "a string",
            )
            .with_edit(
                format!("remove the quotes: `{text}`"),
                value.span.clone(),
                text.clone(),
                Confidence::Certain,
            ),
        );
        None
    }
}

/// The float that is this integer, if there is one.
#[allow(clippy::cast_precision_loss)]
pub(super) fn exact(number: i128) -> Option<f64> {
    let limit = 1_i128 << 53;
    (-limit..=limit).contains(&number).then_some(number as f64)
}

/// Whether a float is finite in its type.
pub(super) fn fits(number: f64, ty: &Type) -> bool {
    let limit = match ty {
        Type::F32 => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    number.abs() <= limit
}

/// `` `u8` holds 0 to 255 ``
pub(in crate::check) fn range(width: IntType) -> String {
    let range = width.range();
    format!(
        "`{}` holds {} to {}",
        width.name(),
        range.start(),
        range.end()
    )
}

pub(super) fn out_of_range(number: i128, value: &Value, width: IntType, used: Use) -> Diagnostic {
    let (used, name) = (used.name(), width.name());
    let smaller = if number > *width.range().end() {
        "a smaller"
    } else {
        "a larger"
    };
    let diagnostic = Diagnostic::new(
        codes::OUT_OF_RANGE,
        value.span.clone(),
        format!("{used} {number} does not fit `{name}`"),
        range(width),
    );
    match wider(number, width) {
        Some(wider) => diagnostic.with_help(format!("use `{}`, or {smaller} {used}", wider.name())),
        None => diagnostic.with_help(format!("use {smaller} {used}")),
    }
}

/// The narrowest type that holds the number, of the same kind if there is one.
fn wider(number: i128, width: IntType) -> Option<IntType> {
    use IntType::{I8, I16, I32, I64, U8, U16, U32, U64};
    let (signed, unsigned) = ([I8, I16, I32, I64], [U8, U16, U32, U64]);
    let (first, second) = if signed.contains(&width) {
        (signed, unsigned)
    } else {
        (unsigned, signed)
    };
    let mut all = first.into_iter().chain(second);
    all.find(|it| it.range().contains(&number))
}

#[allow(clippy::cast_possible_truncation)]
fn with_fraction(number: f64, value: &Value, width: IntType, used: Use) -> Diagnostic {
    let name = width.name();
    let diagnostic = Diagnostic::new(
        codes::OUT_OF_RANGE,
        value.span.clone(),
        format!("{} {number} does not fit `{name}`", used.name()),
        format!("`{name}` holds whole numbers"),
    );
    let whole = number as i128;
    if number.fract() == 0.0 && width.range().contains(&whole) {
        return diagnostic.with_edit(
            format!("write `{whole}`"),
            value.span.clone(),
            whole.to_string(),
            Confidence::Certain,
        );
    }
    diagnostic.with_help("write a whole number, or make the type `f64`")
}
