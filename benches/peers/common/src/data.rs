//! The four calls: their types, their work, and the sample arguments.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Argument of `put`: twelve mixed fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub active: bool,
    pub score: f64,
    pub level: i32,
    pub tags: Vec<String>,
    pub history: Vec<i64>,
    pub note: Option<String>,
    #[serde(with = "serde_bytes")]
    pub blob: Vec<u8>,
    pub attrs: HashMap<String, String>,
    pub created: i64,
}

/// Result of `stats`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    pub count: i64,
    pub mean: f64,
    pub min: f64,
    pub max: f64,
}

impl Stats {
    /// Equal up to the last bits: text formats may lose one on the way.
    pub fn is_close(&self, other: &Stats) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        self.count == other.count
            && near(self.mean, other.mean)
            && near(self.min, other.min)
            && near(self.max, other.max)
    }
}

/// Result of `put`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PutReply {
    pub id: i64,
    pub version: i64,
}

/// The work of `stats`.
pub fn stats_of(xs: &[f64]) -> Stats {
    let mut sum = 0.0;
    let mut min = f64::INFINITY;
    let mut max = f64::NEG_INFINITY;
    for &x in xs {
        sum += x;
        min = min.min(x);
        max = max.max(x);
    }
    Stats {
        count: xs.len() as i64,
        mean: sum / xs.len().max(1) as f64,
        min,
        max,
    }
}

/// The version a `put` answers with: a function of several fields, so that a
/// server has to have decoded the whole record.
pub fn version_of(tags: usize, history: i64, blob: usize, attrs: usize) -> i64 {
    history + (tags * 31 + blob * 7 + attrs) as i64
}

/// The work of `put`.
pub fn put_of(r: &Record) -> PutReply {
    PutReply {
        id: r.id,
        version: version_of(
            r.tags.len(),
            r.history.iter().sum(),
            r.blob.len(),
            r.attrs.len(),
        ),
    }
}

/// Everything a caller needs, made once.
pub(crate) struct Samples {
    pub(crate) text: String,
    pub(crate) floats: Vec<f64>,
    pub(crate) record: Record,
    pub(crate) want_stats: Stats,
    pub(crate) want_put: PutReply,
}

impl Samples {
    pub(crate) fn new() -> Self {
        let floats = sample_floats();
        let record = sample_record();
        Self {
            text: sample_text(),
            want_stats: stats_of(&floats),
            want_put: put_of(&record),
            floats,
            record,
        }
    }
}

fn sample_text() -> String {
    "the quick brown fox jumps over the lazy dog. "
        .chars()
        .cycle()
        .take(512)
        .collect()
}

fn sample_floats() -> Vec<f64> {
    let mut x: u64 = 0x9e37_79b9_7f4a_7c15;
    (0..1000)
        .map(|_| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x % 2_000_000) as f64 / 997.0 - 1000.0
        })
        .collect()
}

fn sample_record() -> Record {
    Record {
        id: 7_345_912_001,
        name: "Ada Lovelace".into(),
        email: "ada@example.org".into(),
        active: true,
        score: 97.25,
        level: 42,
        tags: vec![
            "alpha".into(),
            "beta".into(),
            "gamma".into(),
            "delta".into(),
        ],
        history: (0..10).map(|i| i * 1_000_003).collect(),
        note: Some("first of her name".into()),
        blob: (0..32).collect(),
        attrs: [("team", "engine"), ("city", "London"), ("role", "author")]
            .into_iter()
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .collect(),
        created: 1_735_689_600,
    }
}

#[derive(Serialize)]
struct WireReq<'a, P> {
    i: u32,
    m: &'a str,
    p: P,
}

#[derive(Serialize)]
struct WireRep<'a, R> {
    i: u32,
    s: i32,
    r: R,
    o: &'a str,
    e: &'a str,
}

/// Body sizes (request, response) of a Yar MSGPACK call, for the raw floor to
/// move the same number of bytes.
pub fn wire_sizes(method: Method) -> (usize, usize) {
    fn pair<P: Serialize, R: Serialize>(m: &str, p: P, r: R) -> (usize, usize) {
        let req = rmp_serde::to_vec_named(&WireReq {
            i: 0x0102_0304,
            m,
            p,
        })
        .expect("encode");
        let rep = rmp_serde::to_vec_named(&WireRep {
            i: 0x0102_0304,
            s: 0,
            r,
            o: "",
            e: "",
        })
        .expect("encode");
        (req.len(), rep.len())
    }
    match method {
        Method::Add => pair("add", (1000i64, 1000i64), 2000i64),
        Method::Echo => pair("echo", (sample_text(),), sample_text()),
        Method::Stats => pair("stats", (sample_floats(),), stats_of(&sample_floats())),
        Method::Put => pair("put", (sample_record(),), put_of(&sample_record())),
    }
}

/// Which of the four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Add,
    Echo,
    Stats,
    Put,
}

impl Method {
    /// In the order of their numbers.
    pub const ALL: [Method; 4] = [Method::Add, Method::Echo, Method::Stats, Method::Put];

    /// The method of that name.
    pub fn parse(text: &str) -> Method {
        match text {
            "add" => Method::Add,
            "echo" => Method::Echo,
            "stats" => Method::Stats,
            "put" => Method::Put,
            other => panic!("no method {other}"),
        }
    }
}
