//! What one peer measured in one cell and repetition, and what the floor did
//! around it; a line of the `.jsonl` file.

use serde_json::{Value, json};

pub(crate) struct Row {
    pub(crate) peer: String,
    pub(crate) cell: String,
    pub(crate) value: Value,
    /// The floor's runs nearest in time, averaged.
    pub(crate) floor: Value,
}

impl Row {
    pub(crate) fn to_line(&self, rt: &str) -> String {
        let Self {
            peer,
            cell,
            value,
            floor,
        } = self;
        let line = json!({ "peer": peer, "cell": cell, "rt": rt, "value": value, "floor": floor });
        line.to_string()
    }

    pub(crate) fn read(path: &str) -> Vec<Self> {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        text.lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .map(|mut line| Self {
                peer: line["peer"].as_str().unwrap_or_default().to_owned(),
                cell: line["cell"].as_str().unwrap_or_default().to_owned(),
                value: line["value"].take(),
                floor: line["floor"].take(),
            })
            .collect()
    }
}

/// The mean of two runs, field by field.
pub(crate) fn mean(first: &Value, second: &Value) -> Value {
    let (Some(fields), Some(others)) = (first.as_object(), second.as_object()) else {
        return first.clone();
    };
    let mut mean = fields.clone();
    for (key, value) in &mut mean {
        if let (Some(one), Some(other)) = (value.as_f64(), others.get(key).and_then(Value::as_f64))
        {
            *value = Value::from((one + other) / 2.0);
        }
    }
    Value::Object(mean)
}
