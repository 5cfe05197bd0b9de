//! A type with a bit of everything that a contract can declare.

use std::collections::BTreeMap;
use yar_runtime::serde::{Deserialize, Serialize};
use yar_runtime::{Bytes, Value};

/// Every field may be missing, so that short inputs get far.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(crate = "yar_runtime::serde", default)]
pub struct Rich {
    flag: bool,
    small: (i8, u8, i16, u16),
    large: (i32, u32, i64, u64),
    single: f32,
    double: Option<f64>,
    text: String,
    letter: char,
    raw: Bytes,
    list: Vec<i64>,
    floats: Vec<f64>,
    names: BTreeMap<String, Option<i64>>,
    numbers: BTreeMap<i64, String>,
    shape: Vec<Shape>,
    any: Value,
    children: Vec<Rich>,
    next: Option<Box<Rich>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(crate = "yar_runtime::serde")]
enum Shape {
    Nothing,
    Circle(f64),
    Segment(i32, i32),
    Box { width: u32, height: u32 },
}
