//! Written values as JSON: what JSON has as it is, all else as an object with
//! one key that begins with `$`.

use serde_json::{Map, Number, Value, json};
use yar_idl::model::Literal;

pub(super) fn value(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => integer(*value),
        Literal::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Literal::String(text) => Value::String(text.clone()),
        Literal::Bytes(bytes) => json!({ "$bytes": hex(bytes) }),
        Literal::Case(_, case) => json!({ "$case": case }),
        Literal::List(items) => items.iter().map(value).collect(),
        Literal::Map(entries) => {
            let entries = entries.iter();
            let entries: Vec<Value> = entries
                .map(|(key, it)| json!([value(key), value(it)]))
                .collect();
            json!({ "$map": entries })
        }
        Literal::Struct(_, fields) => {
            let fields = fields.iter().map(|(name, it)| (name.clone(), value(it)));
            json!({ "$struct": Value::Object(fields.collect::<Map<_, _>>()) })
        }
        Literal::Union(_, case, content) => {
            json!({ "$union": [case, content.as_deref().map(value)] })
        }
        // The model may grow; the tests of this file find what is missing here.
        _ => json!({ "$unknown": null }),
    }
}

/// Checked contracts hold nothing beyond 64 bits.
fn integer(value: i128) -> Value {
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(value), _) => value.into(),
        (_, Ok(value)) => value.into(),
        _ => Value::Null,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
