//! Values of a contract as Rust expressions.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;
use yar_idl::model::{Field, Literal, Struct, TimestampFormat, Type, TypeName};

use super::context::Context;
use super::fields;
use super::names;

/// Of a constant, whose type has no parts: what needs no memory.
pub(super) fn constant(value: &Literal, ty: &Type, context: &Context<'_>) -> TokenStream {
    match value {
        Literal::String(text) if *ty == Type::String => quote!(#text),
        Literal::Bytes(bytes) => bytes_token(bytes),
        _ => expression(value, ty, context),
    }
}

/// Of any type, owned.
pub(super) fn expression(value: &Literal, ty: &Type, context: &Context<'_>) -> TokenStream {
    let scope = &context.scope;
    match (ty, value) {
        (Type::Nullable(_), Literal::Null) => scope.variant("None"),
        (Type::Nullable(inner), value) => {
            let (some, value) = (scope.variant("Some"), expression(value, inner, context));
            quote!(#some(#value))
        }
        (Type::Any, value) => any(value),
        (_, Literal::Bool(value)) => quote!(#value),
        (_, Literal::Int(value)) => integer(*value, ty),
        (_, Literal::Float(value)) => float(*value, ty),
        (Type::Date, Literal::String(text)) => date(text),
        (_, Literal::String(text)) => {
            let string = scope.standard("String");
            quote!(#string::from(#text))
        }
        (_, Literal::Bytes(bytes)) => {
            let bytes = bytes_token(bytes);
            quote!(yar::Bytes::from(&#bytes[..]))
        }
        (Type::Enum(name), Literal::Case(_, case)) => self::case(name, case, context),
        (Type::Tuple(types), Literal::List(items)) => {
            let items = items.iter().zip(types);
            let items = items.map(|(item, ty)| expression(item, ty, context));
            quote!((#(#items),*))
        }
        (Type::List(element), Literal::List(items)) => {
            let items = items.iter().map(|item| expression(item, element, context));
            match items.len() {
                0 => {
                    let vec = scope.standard("Vec");
                    quote!(#vec::new())
                }
                _ => quote!(vec![#(#items),*]),
            }
        }
        (Type::Map(key, element), Literal::Map(entries)) => {
            let entries = entries.iter().map(|(name, value)| {
                let name = expression(name, key, context);
                let value = expression(value, element, context);
                quote!((#name, #value))
            });
            // Both kinds of maps are made from an array.
            quote!([#(#entries),*].into())
        }
        (Type::Struct(name), Literal::Struct(_, given)) => structure(name, given, context),
        (Type::Union(name), Literal::Union(_, case, content)) => {
            union(name, case, content.as_deref(), context)
        }
        // A checked contract has no other value for any type.
        _ => quote!(std::default::Default::default()),
    }
}

fn integer(value: i128, ty: &Type) -> TokenStream {
    let number = readable(&value.to_string());
    match ty {
        Type::Timestamp(TimestampFormat::Millis) => quote!(yar::Timestamp::from_millis(#number)),
        Type::Timestamp(TimestampFormat::Rfc3339) => quote!(yar::Rfc3339::from_millis(#number)),
        Type::Duration => quote!(yar::Duration::from_millis(#number)),
        _ => number,
    }
}

/// With `_` between thousands, as clippy wants long numbers.
fn readable(digits: &str) -> TokenStream {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    if digits.len() < 5 {
        return format!("{sign}{digits}").parse().unwrap_or_default();
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    format!("{sign}{text}").parse().unwrap_or_default()
}

/// A number that says its type.
fn suffixed(value: impl ToString, suffix: &str) -> TokenStream {
    let number = readable(&value.to_string());
    format!("{number}{suffix}").parse().unwrap_or_default()
}

/// Checked floats are finite.
fn float(value: f64, ty: &Type) -> TokenStream {
    let text = match ty {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the nearest value is meant"
        )]
        Type::F32 => format!("{:?}", value as f32),
        _ => format!("{value:?}"),
    };
    text.parse().unwrap_or_default()
}

fn bytes_token(bytes: &[u8]) -> TokenStream {
    let bytes = Token::byte_string(bytes);
    quote!(#bytes)
}

/// The days since 1970, which need no check when the program runs.
fn date(text: &str) -> TokenStream {
    let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let [year, month, day] = [parts.next(), parts.next(), parts.next()].map(Option::flatten);
    let days = year.zip(month).zip(day);
    let days = days.map_or(0, |((year, month), day)| days_since_1970(year, month, day));
    let days = readable(&days.to_string());
    quote!(yar::Date::from_days(#days))
}

/// Of the Gregorian calendar, for years from 0: years are counted from March,
/// so that the day that leap years have more is their last one.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = match month {
        1 | 2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days_of_months = (153 * month + 2) / 5;
    year * 365 + leap_days + days_of_months + day - 1 - 719_468
}

fn case(name: &TypeName, case: &str, context: &Context<'_>) -> TokenStream {
    let path = context.path(name);
    let item = context.view.get_enum(name);
    let case = item.and_then(|item| item.cases.iter().find(|it| it.name == case));
    let ident = case.map(|it| names::case_ident(&it.name, &it.options));
    quote!(#path::#ident)
}

fn union(
    name: &TypeName,
    case: &str,
    content: Option<&Literal>,
    context: &Context<'_>,
) -> TokenStream {
    let path = context.path(name);
    let item = context.view.get_union(name);
    let Some((item, case)) = item.and_then(|item| {
        let case = item.cases.iter().find(|it| it.name == case)?;
        Some((item, case))
    }) else {
        return quote!(std::default::Default::default());
    };
    let ident = names::case_ident(&case.name, &case.options);
    match (content, &case.ty) {
        (Some(content), Some(ty)) => {
            let home = context.at(name);
            let mut value = expression(content, ty, &home);
            if home.shapes.is_looped(&item.name, ty) {
                let boxed = context.scope.standard("Box");
                value = quote!(#boxed::new(#value));
            }
            quote!(#path::#ident(#value))
        }
        _ => quote!(#path::#ident),
    }
}

fn structure(name: &TypeName, given: &[(String, Literal)], context: &Context<'_>) -> TokenStream {
    let path = context.path(name);
    let Some(item) = context.view.get_struct(name) else {
        return quote!(std::default::Default::default());
    };
    let home = context.at(name);
    let fields = item.fields.iter().map(|field| {
        let ident = fields::ident(field);
        let given = given.iter().find(|(name, _)| *name == field.name);
        let value = given.map(|(_, value)| value);
        let value = field_value(value.or(field.default.as_ref()), field, item, &home);
        quote!(#ident: #value)
    });
    quote!(#path { #(#fields),* })
}

/// Of a field that is left out.
pub(super) fn field_default(
    value: &Literal,
    field: &Field,
    owner: &Struct,
    context: &Context<'_>,
) -> TokenStream {
    field_value(Some(value), field, owner, context)
}

fn field_value(
    value: Option<&Literal>,
    field: &Field,
    owner: &Struct,
    context: &Context<'_>,
) -> TokenStream {
    let (some, none) = (context.scope.variant("Some"), context.scope.variant("None"));
    let Some(value) = value else {
        return none;
    };
    let value = match (&field.ty, value) {
        (Type::Nullable(inner), value)
            if *value != Literal::Null && context.shapes.is_looped(&owner.name, inner) =>
        {
            let boxed = context.scope.standard("Box");
            let value = expression(value, inner, context);
            quote!(#some(#boxed::new(#value)))
        }
        (ty, value) => expression(value, ty, context),
    };
    if field.optional {
        return quote!(#some(#value));
    }
    value
}

/// A value without a type, as its literal says it.
fn any(value: &Literal) -> TokenStream {
    match value {
        Literal::Bool(value) => quote!(yar::Value::from(#value)),
        Literal::Int(value) => match i64::try_from(*value) {
            Ok(value) => {
                let value = suffixed(value, "i64");
                quote!(yar::Value::from(#value))
            }
            Err(_) => {
                let value = suffixed(value, "u64");
                quote!(yar::Value::from(#value))
            }
        },
        Literal::Float(value) => {
            let value = Token::f64_suffixed(*value);
            quote!(yar::Value::from(#value))
        }
        Literal::String(text) => quote!(yar::Value::from(#text)),
        Literal::List(items) => {
            let items = items.iter().map(any);
            quote!(yar::Value::List(vec![#(#items),*]))
        }
        Literal::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let value = any(value);
                match key {
                    Literal::Int(key) => {
                        let key = suffixed(key, "i64");
                        quote!((yar::Key::from(#key), #value))
                    }
                    Literal::String(key) => quote!((yar::Key::from(#key), #value)),
                    _ => quote!((yar::Key::from(""), #value)),
                }
            });
            quote!(yar::Value::Map(std::iter::FromIterator::from_iter([#(#entries),*])))
        }
        _ => quote!(yar::Value::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("1900-03-01", -25_508),
            ("2026-11-30", 20_787),
            ("0001-01-01", -719_162),
            ("9999-12-31", 2_932_896),
        ] {
            let mut parts = text.split('-').map(|part| part.parse().unwrap_or_default());
            let mut next = || parts.next().unwrap_or_default();
            assert_eq!(days_since_1970(next(), next(), next()), days, "{text}");
        }
    }

    #[test]
    fn long_numbers_are_grouped() {
        for (digits, expected) in [
            ("1234", "1234"),
            ("12345", "12_345"),
            ("-123456", "- 123_456"),
            ("1234567", "1_234_567"),
        ] {
            assert_eq!(readable(digits).to_string(), expected);
        }
    }
}
