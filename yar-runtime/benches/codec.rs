//! How long packing and unpacking takes, beside serde_json, rmp-serde and rmpv:
//! `cargo bench -p yar-runtime [FILTER]`.
//!
//! Both sides take turns in short rounds and the best round of each counts,
//! so that other work on the machine does not decide. A ratio below 1 means
//! that ours is faster.

#![allow(clippy::unwrap_used, missing_docs)]

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::{Packager, Value};

const ROUNDS: usize = 40;
const ROUND: Duration = Duration::from_micros(500);

fn main() {
    // Cargo adds `--bench`.
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = Table::new(filter.unwrap_or_default());
    table.shape("empty list", &Vec::<i64>::new());
    for len in [1, 10, 100, 1000] {
        table.shape(&format!("{len} ints"), &ints(len));
    }
    for len in [1, 10, 100, 1000, 10_000] {
        table.shape(
            &format!("string of {len}"),
            &"yar ".repeat(len)[..len].to_owned(),
        );
    }
    table.shape("nested record", &Order::sample());
    table.shape("1000 floats", &floats(1000));
    table.summary();
}

fn ints(len: u32) -> Vec<i64> {
    // Of every length that integers are packed into.
    let spread = |n: u32| i64::from(n.wrapping_mul(2_654_435_761)) >> (n % 4 * 8);
    (0..len).map(spread).collect()
}

fn floats(len: u32) -> Vec<f64> {
    (0..len).map(|n| f64::from(n) * 1.618 + 0.1).collect()
}

#[derive(Serialize, Deserialize)]
struct Order {
    id: u64,
    customer: Customer,
    items: Vec<Item>,
    notes: BTreeMap<String, String>,
    paid: bool,
    discount: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct Customer {
    name: String,
    email: String,
    age: u8,
}

#[derive(Serialize, Deserialize)]
struct Item {
    sku: String,
    count: u32,
    price: f64,
    tags: Vec<String>,
}

impl Order {
    fn sample() -> Self {
        let item = |n: u32| Item {
            sku: format!("SKU-{n:05}"),
            count: n,
            price: f64::from(n) * 9.99,
            tags: vec!["new".to_owned(), "shipped soon".to_owned()],
        };
        let note = |key: &str, text: &str| (key.to_owned(), text.to_owned());
        Self {
            id: 4_398_046_511_104,
            customer: Customer {
                name: "Ada Lovelace".to_owned(),
                email: "ada@example.org".to_owned(),
                age: 36,
            },
            items: (1..=8).map(item).collect(),
            notes: BTreeMap::from([note("door", "ring \"twice\""), note("time", "9/10 o'clock")]),
            paid: true,
            discount: None,
        }
    }
}

/// The libraries beside ours. Which one is to work is known only when it runs,
/// as a packager is known by the name in a frame. They pack into a buffer that
/// is kept, as client and server do.
#[derive(Clone, Copy)]
enum Library {
    SerdeJson,
    Rmp,
}

/// What a library makes of anything.
enum Untyped {
    Json(serde_json::Value),
    MsgPack(rmpv::Value),
}

impl Library {
    fn name(self) -> &'static str {
        match self {
            Self::SerdeJson => "serde_json",
            Self::Rmp => "rmp-serde, rmpv",
        }
    }

    fn encode<T: Serialize>(self, value: &T, out: &mut Vec<u8>) {
        match self {
            Self::SerdeJson => serde_json::to_writer(out, value).unwrap(),
            Self::Rmp => rmp_serde::encode::write_named(out, value).unwrap(),
        }
    }

    fn decode<T: DeserializeOwned>(self, bytes: &[u8]) -> T {
        match self {
            Self::SerdeJson => serde_json::from_slice(bytes).unwrap(),
            Self::Rmp => rmp_serde::from_slice(bytes).unwrap(),
        }
    }

    fn decode_untyped(self, mut bytes: &[u8]) -> Untyped {
        match self {
            Self::SerdeJson => Untyped::Json(serde_json::from_slice(bytes).unwrap()),
            Self::Rmp => Untyped::MsgPack(rmpv::decode::read_value(&mut bytes).unwrap()),
        }
    }
}

impl Untyped {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Json(value) => serde_json::to_writer(out, value).unwrap(),
            Self::MsgPack(value) => rmpv::encode::write_value(out, value).unwrap(),
        }
    }
}

struct Table {
    filter: String,
    /// Logarithms of the ratios, by what was done.
    ratios: BTreeMap<String, Vec<f64>>,
}

impl Table {
    fn new(filter: String) -> Self {
        println!(
            "{:<9}{:<8}{:<8}{:<17}{:>11}{:>11}{:>8}",
            "packager", "form", "way", "shape", "ours ns", "theirs ns", "ratio"
        );
        let ratios = BTreeMap::new();
        Self { filter, ratios }
    }

    fn shape<T: Serialize + DeserializeOwned>(&mut self, shape: &str, value: &T) {
        self.beside(Library::SerdeJson, Packager::JSON, shape, value);
        self.beside(Library::Rmp, Packager::MSGPACK, shape, value);
        self.alone(Packager::PHP, shape, value);
    }

    fn beside<T: Serialize + DeserializeOwned>(
        &mut self,
        library: Library,
        packager: Packager,
        shape: &str,
        value: &T,
    ) {
        let limits = DecodeLimits::default();
        let mut bytes = Vec::new();
        packager.encode(value, &mut bytes).unwrap();
        let untyped: Value = packager.decode(&bytes, &limits).unwrap();
        let theirs = library.decode_untyped(&bytes);
        let (mut one, mut other) = (Vec::new(), Vec::new());

        self.row(
            library.name(),
            packager,
            "typed encode",
            shape,
            || {
                one.clear();
                black_box(packager)
                    .encode(black_box(value), &mut one)
                    .unwrap();
            },
            || {
                other.clear();
                black_box(library).encode(black_box(value), &mut other);
            },
        );
        self.row(
            library.name(),
            packager,
            "untyped encode",
            shape,
            || {
                one.clear();
                black_box(packager)
                    .encode(black_box(&untyped), &mut one)
                    .unwrap();
            },
            || {
                other.clear();
                black_box(&theirs).encode(&mut other);
            },
        );
        self.row(
            library.name(),
            packager,
            "typed decode",
            shape,
            || {
                black_box(
                    black_box(packager)
                        .decode::<T>(black_box(&bytes), &limits)
                        .unwrap(),
                );
            },
            || {
                black_box(black_box(library).decode::<T>(black_box(&bytes)));
            },
        );
        self.row(
            library.name(),
            packager,
            "untyped decode",
            shape,
            || {
                black_box(
                    black_box(packager)
                        .decode::<Value>(black_box(&bytes), &limits)
                        .unwrap(),
                );
            },
            || {
                black_box(black_box(library).decode_untyped(black_box(&bytes)));
            },
        );
    }

    /// Nobody else is known to pack PHP's format through serde well enough to compare.
    fn alone<T: Serialize + DeserializeOwned>(
        &mut self,
        packager: Packager,
        shape: &str,
        value: &T,
    ) {
        let limits = DecodeLimits::default();
        let mut bytes = Vec::new();
        packager.encode(value, &mut bytes).unwrap();
        let mut out = Vec::new();
        self.single(packager, "typed encode", shape, || {
            out.clear();
            black_box(packager)
                .encode(black_box(value), &mut out)
                .unwrap();
        });
        self.single(packager, "typed decode", shape, || {
            black_box(
                black_box(packager)
                    .decode::<T>(black_box(&bytes), &limits)
                    .unwrap(),
            );
        });
        self.single(packager, "untyped decode", shape, || {
            black_box(
                black_box(packager)
                    .decode::<Value>(black_box(&bytes), &limits)
                    .unwrap(),
            );
        });
    }

    fn row(
        &mut self,
        theirs: &str,
        packager: Packager,
        what: &str,
        shape: &str,
        one: impl FnMut(),
        other: impl FnMut(),
    ) {
        let name = format!("{packager} {what} {shape}");
        if !name.contains(&self.filter) {
            return;
        }
        let (one, other) = race(one, other);
        let ratio = one / other;
        let form = Self::form(packager, what);
        println!("{form}{shape:<17}{one:>11.1}{other:>11.1}{ratio:>8.2}");
        let group = format!("{packager} {what} beside {theirs}");
        self.ratios.entry(group).or_default().push(ratio.ln());
    }

    fn single(&self, packager: Packager, what: &str, shape: &str, work: impl FnMut()) {
        if format!("{packager} {what} {shape}").contains(&self.filter) {
            let (time, _) = race(work, || {});
            let form = Self::form(packager, what);
            println!("{form}{shape:<17}{time:>11.1}");
        }
    }

    fn form(packager: Packager, what: &str) -> String {
        let (form, way) = what.split_once(' ').unwrap();
        format!("{:<9}{form:<8}{way:<8}", packager.name())
    }

    fn summary(&self) {
        println!("\nratios, geometric mean over the shapes and worst");
        for (group, ratios) in &self.ratios {
            let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
            let worst = ratios.iter().copied().fold(f64::MIN, f64::max);
            println!("{group:<48}{:>6.2}{:>7.2}", mean.exp(), worst.exp());
        }
    }
}

/// Nanoseconds for one turn of each, in the best of many rounds.
fn race(mut one: impl FnMut(), mut other: impl FnMut()) -> (f64, f64) {
    let (turns, other_turns) = (turns(&mut one), turns(&mut other));
    let mut best = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        best.0 = best.0.min(round(&mut one, turns));
        best.1 = best.1.min(round(&mut other, other_turns));
    }
    best
}

/// Turns that fill a round.
fn turns(work: &mut impl FnMut()) -> u32 {
    let mut turns = 1;
    while turns < 1 << 20 && round(work, turns) * f64::from(turns) < ROUND.as_secs_f64() * 1e9 {
        turns *= 2;
    }
    turns
}

fn round(work: &mut impl FnMut(), turns: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..turns {
        work();
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(turns)
}
