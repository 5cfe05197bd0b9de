//! Changes of types.

use yar_idl::model::{IntType, Type, TypeName};

use super::change::Bump;
use super::reach::Direction;

/// How two types differ on the wire.
pub(super) struct Difference {
    pub(super) rule: &'static str,
    pub(super) bump: Bump,
    pub(super) why: String,
}

fn major(rule: &'static str, why: &str) -> Option<Difference> {
    let (bump, why) = (Bump::Major, why.to_owned());
    Some(Difference { rule, bump, why })
}

fn minor(rule: &'static str, why: &str) -> Option<Difference> {
    let (bump, why) = (Bump::Minor, why.to_owned());
    Some(Difference { rule, bump, why })
}

/// The first difference that matters, or `None` when peers do not care.
pub(super) fn difference(old: &Type, new: &Type, direction: Direction) -> Option<Difference> {
    let inner = |old, new| difference(old, new, direction);
    match (old, new) {
        _ if old == new => None,
        (Type::Nullable(old), Type::Nullable(new)) | (Type::List(old), Type::List(new)) => {
            inner(old, new)
        }
        (old, Type::Nullable(new)) => inner(old, new).or_else(|| match direction.output {
            true => major("NULL_ADDED", "old clients do not expect null in an answer"),
            false => None,
        }),
        (Type::Nullable(old), new) => inner(old, new).or_else(|| match direction.input {
            true => major("NULL_REMOVED", "old clients may go on sending null"),
            false => None,
        }),
        (Type::Map(old_key, old), Type::Map(new_key, new)) => {
            inner(old_key, new_key).or_else(|| inner(old, new))
        }
        (Type::Tuple(old), Type::Tuple(new)) if old.len() == new.len() => {
            let mut parts = old.iter().zip(new);
            parts.find_map(|(old, new)| inner(old, new))
        }
        (Type::Int(old), Type::Int(new)) => integers(*old, *new, direction),
        (Type::F32, Type::F64) | (Type::F64, Type::F32) => minor(
            "FLOAT_CHANGED",
            "one side keeps fewer digits than the other sends",
        ),
        (Type::String, Type::Bytes) | (Type::Bytes, Type::String) => major(
            "TYPE_CHANGED",
            "over JSON, bytes are base64 text and strings are not",
        ),
        (Type::Int(_), Type::F32 | Type::F64) => major(
            "TYPE_CHANGED",
            "old readers of an integer refuse a fraction",
        ),
        _ => major(
            "TYPE_CHANGED",
            "old and new peers do not read each other's values",
        ),
    }
}

fn integers(old: IntType, new: IntType, direction: Direction) -> Option<Difference> {
    let (before, after) = (old.range(), new.range());
    let holds = |outer: &std::ops::RangeInclusive<i128>, inner: &std::ops::RangeInclusive<i128>| {
        outer.contains(inner.start()) && outer.contains(inner.end())
    };
    let is_wide = |int| matches!(int, IntType::I64 | IntType::U64);
    if holds(&after, &before) {
        return match (direction.output, is_wide(new) && !is_wide(old)) {
            (false, _) => None,
            (true, true) => major(
                "INT_WIDENED",
                "answers may be beyond what old clients hold, and beyond 2^53, where Lua 5.1 and many JSON \
                 readers lose digits",
            ),
            (true, false) => minor("INT_WIDENED", "answers may be beyond what old clients hold"),
        };
    }
    if holds(&before, &after) {
        return match direction.input {
            true => major(
                "INT_NARROWED",
                "old clients may send more than the server takes now",
            ),
            false => None,
        };
    }
    major(
        "TYPE_CHANGED",
        "some values of each type are beyond the other",
    )
}

/// A type as a contract writes it.
pub(super) fn spelled(ty: &Type) -> String {
    let list = |types: &[Type]| types.iter().map(spelled).collect::<Vec<_>>().join(", ");
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int(int) => int.name().to_owned(),
        Type::F32 => "f32".to_owned(),
        Type::F64 => "f64".to_owned(),
        Type::String => "string".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::Any => "any".to_owned(),
        Type::Timestamp(_) => "timestamp".to_owned(),
        Type::Date => "date".to_owned(),
        Type::Duration => "duration".to_owned(),
        Type::List(inner) => format!("list<{}>", spelled(inner)),
        Type::Map(key, value) => format!("map<{}, {}>", spelled(key), spelled(value)),
        Type::Tuple(parts) => format!("({})", list(parts)),
        Type::Nullable(inner) => format!("{}?", spelled(inner)),
        Type::Struct(name) | Type::Enum(name) | Type::Union(name) => TypeName::to_string(name),
        _ => "another type".to_owned(),
    }
}
