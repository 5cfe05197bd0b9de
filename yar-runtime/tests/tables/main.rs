//! The two tables of the wire document, row by row in every packager: what is
//! written (section 9) and what is tolerated (section 10).

#![allow(clippy::unwrap_used, clippy::panic)]

mod tolerated;
mod untyped;
mod written;

use serde::{Deserialize, Serialize};
use yar_runtime::Packager;

const PHP: Packager = Packager::PHP;
const JSON: Packager = Packager::JSON;
const MSGPACK: Packager = Packager::MSGPACK;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Point {
    x: i64,
    #[serde(default)]
    y: Option<f64>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Defaults {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<i64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Dot,
    Circle(i64),
    Line(i64, i64),
    Named { x: i64 },
}
