//! One word of a valid contract deleted, doubled or swapped with the next:
//! the reader never panics, and says little and near.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod support;

use std::ops::Range;

use support::words;
use yar_idl::diag::Diagnostic;

/// Every construct of the language; what it imports does not exist, so it is
/// read and not checked.
const WHOLE: &str = include_str!("whole.yar");
const CALC: &str = include_str!("../calc.yar");

/// Uses everything the language serves.
const RICH: &str = r#"//! A shop.
package shop.order;

/// How an order is going.
enum State: string { open, paid = "PAID", gone }
enum Level: i32 {
  low = 0,
  /// The highest.
  high = 0x10;
  under = -1
}
type Handle = string;
type Prices = map<Handle, list<i64>>

/* An order, /* and */ its lines. */
struct Order {
  id: u64, state: State
  /// Names of people.
  names: list<string>?
  pairs: list<(i64, Handle?)>
  by_level: map<Level, Line>; prices: Prices
  data: bytes
  type: any
}
struct Line { order: Order?, count: u16, ratio: f32, flag: bool }

error NotFound = 404 "not \"found\""
error Gone = 410;

/// Orders.
service Orders {
  /// Finds one.
  find(id: u64, deep: bool,) -> Order? throws NotFound, Gone
  put(order: Order, prices: Prices) -> (u64, bool) throws Gone
  list(
    // all of them
    state: State,
    names: map<string, list<list<f64>>>
  ) -> list<Order>;
  ping()
}
service Health { ping() -> bool }
"#;

#[derive(Debug)]
struct Edit {
    what: &'static str,
    source: String,
    /// Lines of the edit, from 1.
    lines: Range<usize>,
}

#[test]
fn samples_are_valid() {
    for source in [CALC, RICH] {
        yar_idl::load(source, "p").unwrap();
        assert_nothing_is_left_out(source);
    }
}

/// Most edits are syntax errors, and each of those is one mistake.
#[test]
fn one_edit_gives_few_errors_nearby() {
    let load = |source: &str| yar_idl::load(source, "p").err().unwrap_or_default();
    let counts = [CALC, RICH].map(|source| judge(source, load));
    let (refused, single) = counts
        .iter()
        .fold((0, 0), |all, count| (all.0 + count.0, all.1 + count.1));
    assert!(
        single * 100 >= refused * 90,
        "one error in {single} of {refused}"
    );
}

#[test]
fn one_edit_gives_few_errors_nearby_in_every_construct() {
    let (refused, single) = judge(WHOLE, |source| yar_idl::parse(source).1);
    assert!(
        single * 100 >= refused * 90,
        "one error in {single} of {refused}"
    );
}

/// How many edits are refused, and how many with one error.
fn judge(source: &str, read: impl Fn(&str) -> Vec<Diagnostic>) -> (usize, usize) {
    let (mut refused, mut single) = (0, 0);
    let mut wrong = Vec::new();
    for edit in edits(source) {
        let found = read(&edit.source);
        let Some(first) = found.first() else {
            assert_nothing_is_left_out(&edit.source);
            continue;
        };
        let first = line_of(&edit.source, first.span.start);
        let near = first + 2 >= edit.lines.start && first <= edit.lines.end + 2;
        if !near || found.len() > 3 {
            let line = edit
                .source
                .lines()
                .nth(edit.lines.start - 1)
                .unwrap_or_default();
            let said = found.iter().map(|found| {
                let line = line_of(&edit.source, found.span.start);
                format!("    {line}: {} {}", found.code, found.message)
            });
            let said: Vec<_> = said.collect();
            let (what, lines) = (edit.what, &edit.lines);
            wrong.push(format!(
                "{what} near lines {lines:?}\n  {line}\n{}",
                said.join("\n")
            ));
        }
        let mended = support::mended(&edit.source, &found);
        if mended != edit.source && read(&mended).len() > found.len() {
            let first = line_of(&edit.source, found[0].span.start);
            let line = edit.source.lines().nth(first - 1).unwrap_or_default();
            wrong.push(format!(
                "{line}\n  mended, says more:\n{}",
                support::render(&mended)
            ));
        }
        refused += 1;
        single += usize::from(found.len() == 1);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    (refused, single)
}

/// What is accepted has been understood to the last word.
fn assert_nothing_is_left_out(source: &str) {
    let (file, _) = yar_idl::parse(source);
    let (read, written) = (words::read(&file), words::written(source));
    let mut pairs = read.iter().zip(&written).enumerate();
    let differs = pairs.find(|(_, (read, written))| read != written);
    assert!(
        differs.is_none() && read.len() == written.len(),
        "{differs:?} in\n{source}"
    );
}

fn edits(source: &str) -> Vec<Edit> {
    let words = words(source);
    let mut edits = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let text = &source[word.clone()];
        let line = line_of(source, word.start);
        let lines = line..line + text.matches('\n').count();
        edits.push(Edit {
            what: "deleted",
            source: [&source[..word.start], &source[word.end..]].concat(),
            lines: lines.clone(),
        });
        edits.push(Edit {
            what: "doubled",
            source: [&source[..word.end], " ", text, &source[word.end..]].concat(),
            lines,
        });
        let Some(next) = words.get(index + 1) else {
            continue;
        };
        let between = &source[word.end..next.start];
        edits.push(Edit {
            what: "swapped",
            source: [
                &source[..word.start],
                &source[next.clone()],
                between,
                text,
                " ",
                &source[next.end..],
            ]
            .concat(),
            lines: line..line_of(source, next.end),
        });
    }
    edits
}

/// Words, strings and signs; not comments and docs.
fn words(source: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut place = 0;
    while let Some(first) = source[place..].chars().next() {
        let rest = &source[place..];
        let (length, is_word) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/* ") {
            (rest.find(". */").unwrap() + 4, false)
        } else if first.is_whitespace() {
            (1, false)
        } else if first == '"' {
            (
                rest.replace("\\\\", "xx").replace("\\\"", "xx")[1..]
                    .find('"')
                    .unwrap()
                    + 2,
                true,
            )
        } else if rest.starts_with("->") {
            (2, true)
        } else if first == '-' || first.is_ascii_digit() {
            (words::number_length(rest), true)
        } else {
            let word = rest.find(|next: char| !(next.is_alphanumeric() || next == '_'));
            (word.unwrap_or(rest.len()).max(1), true)
        };
        if is_word {
            words.push(place..place + length);
        }
        place += length;
    }
    words
}

fn line_of(source: &str, place: usize) -> usize {
    source[..place].matches('\n').count() + 1
}
