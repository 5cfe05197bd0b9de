//! What must hold for every body of a packager.

use crate::{Rich, budget, limits, within};
use yar_runtime::{Map, Packager, Value};

/// Reads `body` untyped and typed; what was read must survive being written.
pub fn check_packager(packager: Packager, body: &[u8]) {
    let limits = limits(body.len());
    if let Ok(value) = within(budget::<Value>(body.len()), || {
        packager.decode::<Value>(body, &limits)
    }) {
        check_value(packager, value);
    }
    if let Ok(rich) = within(budget::<Rich>(body.len()), || {
        packager.decode::<Rich>(body, &limits)
    }) {
        let mut written = Vec::new();
        if packager.encode(&rich, &mut written).is_ok() {
            let again: Rich = packager
                .decode(&written, &crate::limits(written.len()))
                .unwrap_or_else(|error| panic!("{error}: {rich:?}"));
            let mut twice = Vec::new();
            packager.encode(&again, &mut twice).expect("it was written");
            assert!(twice == written, "{rich:?} became {again:?}");
        }
    }
}

fn check_value(packager: Packager, value: Value) {
    let mut written = Vec::new();
    if packager.encode(&value, &mut written).is_err() {
        assert_eq!(packager, Packager::JSON, "only JSON cannot carry {value:?}");
        return;
    }
    let again: Value = packager
        .decode(&written, &limits(written.len()))
        .unwrap_or_else(|error| panic!("{error}: {value:?}"));
    let value = as_written(value, packager);
    assert!(same(&value, &again), "{value:?} became {again:?}");
}

/// The value that a reader of the canonical form sees: that has no empty maps,
/// no binary strings and, but for MSGPACK, no integers above `i64::MAX`.
#[must_use]
pub fn as_written(value: Value, packager: Packager) -> Value {
    match value {
        Value::UInt(value) if packager != Packager::MSGPACK => value.to_string().into(),
        Value::Bytes(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Value::String(text),
            Err(error) => Value::Bytes(error.into_bytes()),
        },
        Value::List(items) => {
            let items = items.into_iter().map(|item| as_written(item, packager));
            Value::List(items.collect())
        }
        Value::Map(map) => map_as_written(map, packager),
        other => other,
    }
}

fn map_as_written(mut map: Map, packager: Packager) -> Value {
    if packager == Packager::JSON {
        map.set_class(None);
    } else if map.entries.is_empty() && map.class().is_none() {
        return Value::List(Vec::new());
    }
    for (_, value) in &mut map.entries {
        *value = as_written(std::mem::take(value), packager);
    }
    Value::Map(map)
}

/// Equality under which NaN is itself.
#[must_use]
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Float(one), Value::Float(other)) => {
            one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
        }
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Map(one), Value::Map(other)) => {
            let entries = one.entries.iter().zip(&other.entries);
            one.class() == other.class()
                && one.entries.len() == other.entries.len()
                && entries
                    .into_iter()
                    .all(|(one, other)| one.0 == other.0 && same(&one.1, &other.1))
        }
        _ => one == other,
    }
}
