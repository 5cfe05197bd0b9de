//! Calls that make a value of one that is written out.

use super::Reader;
use crate::ast::{Name, Value, ValueKind};
use crate::rust::problem::Place;
use crate::rust::scope::{Role, plain};
use syn::{Expr, ExprCall, ExprMethodCall, Path};

impl Reader<'_, '_> {
    /// `function(value)`
    pub(super) fn call(&mut self, call: &ExprCall) -> Option<ValueKind> {
        let Expr::Path(function) = &*call.func else {
            return None;
        };
        let path = &function.path;
        let words: Vec<String> = path.segments.iter().map(|it| plain(&it.ident)).collect();
        let function = words.last()?.as_str();
        let owner = words.iter().rev().nth(1).map_or("", String::as_str);
        let mut arguments = call.args.iter();
        let argument = match (arguments.next(), arguments.next()) {
            (None, _) => return empty(owner, function),
            (Some(argument), None) => argument,
            _ => return None,
        };
        match (owner, function) {
            (_, "Some") | ("Box", "new") | ("Value", "List" | "from") => {
                Some(self.value(argument).kind)
            }
            ("String" | "Bytes" | "Key" | "Vec", "from") => Some(self.value(argument).kind),
            ("Value", "Map") => Some(self.value(argument).kind),
            ("From" | "BTreeMap" | "HashMap", "from")
            | ("FromIterator" | "BTreeMap" | "HashMap" | "Map", "from_iter") => {
                let Expr::Array(pairs) = argument else {
                    return None;
                };
                self.map(&pairs.elems)
            }
            ("Timestamp" | "Rfc3339" | "Duration", "from_millis") => self.number(argument, 1),
            ("Duration", "from_secs") => self.number(argument, 1000),
            ("Date", "from_days") => self.day(argument),
            _ => self.case_with(path, argument),
        }
    }

    fn number(&mut self, argument: &Expr, unit: i128) -> Option<ValueKind> {
        match self.value(argument).kind {
            ValueKind::Int(number) => Some(ValueKind::Int(number.checked_mul(unit)?)),
            ValueKind::Broken => Some(ValueKind::Broken),
            _ => None,
        }
    }

    fn day(&mut self, argument: &Expr) -> Option<ValueKind> {
        match self.value(argument).kind {
            ValueKind::Int(days) => Some(ValueKind::String(date(i64::try_from(days).ok()?)?)),
            ValueKind::Broken => Some(ValueKind::Broken),
            _ => None,
        }
    }

    /// `Union::Case(value)`
    fn case_with(&mut self, path: &Path, argument: &Expr) -> Option<ValueKind> {
        let (_, text, role) = self.case(path)?;
        if role != Role::Union {
            return None;
        }
        let span = Place::of(path).bytes();
        let held: Value = self.value(argument);
        Some(ValueKind::Map(vec![(Name { text, span }, held)]))
    }

    /// `value.into()` and the like. An array of pairs becomes a map.
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Option<ValueKind> {
        let method = plain(&call.method);
        if !call.args.is_empty() {
            return None;
        }
        match (&*call.receiver, method.as_str()) {
            (Expr::Array(array), "into") => {
                let is_pair = |it: &Expr| matches!(it, Expr::Tuple(pair) if pair.elems.len() == 2);
                if array.elems.iter().all(is_pair) {
                    return self.map(&array.elems);
                }
                Some(self.list(&array.elems))
            }
            (value, "into" | "to_owned" | "to_string" | "to_vec") => Some(self.value(value).kind),
            _ => None,
        }
    }
}

/// What a call without arguments gives.
fn empty(owner: &str, function: &str) -> Option<ValueKind> {
    if !matches!(function, "new" | "default") {
        return None;
    }
    match owner {
        "String" | "Bytes" => Some(ValueKind::String(String::new())),
        "Vec" => Some(ValueKind::List(Vec::new())),
        "BTreeMap" | "HashMap" | "Map" | "Default" => Some(ValueKind::Map(Vec::new())),
        _ => None,
    }
}

/// The day that is so many days from 1970-01-01, if its year has four digits.
/// Years are counted from March, so that a leap day is the last one.
fn date(days: i64) -> Option<String> {
    let days = days.checked_add(719_468)?;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = year + era * 400 + i64::from(month >= 10);
    let month = if month < 10 { month + 3 } else { month - 9 };
    (0..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, Some("1970-01-01")),
            (-1, Some("1969-12-31")),
            (11_016, Some("2000-02-29")),
            (11_017, Some("2000-03-01")),
            (-25_508, Some("1900-03-01")),
            (20_787, Some("2026-11-30")),
            (-719_162, Some("0001-01-01")),
            (2_932_896, Some("9999-12-31")),
            (2_932_897, None),
            (i64::MAX, None),
            (i64::MIN, None),
        ] {
            assert_eq!(date(days).as_deref(), text, "{days}");
        }
    }
}
