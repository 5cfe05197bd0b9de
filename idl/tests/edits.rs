//! One word of a valid contract deleted, doubled or swapped with the next:
//! the reader never panics, and says little and near.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod support;

use std::ops::Range;

use support::words;

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
    let mut refused = 0;
    let mut single = 0;
    for source in [CALC, RICH] {
        for edit in edits(source) {
            let Err(found) = yar_idl::load(&edit.source, "p") else {
                assert_nothing_is_left_out(&edit.source);
                continue;
            };
            let first = line_of(&edit.source, found[0].span.start);
            let near = first + 2 >= edit.lines.start && first <= edit.lines.end + 2;
            assert!(
                near,
                "{} near lines {:?}: first error at {first}: {found:#?}",
                edit.what, edit.lines
            );
            assert!(
                found.len() <= 3,
                "{} near lines {:?}: {found:#?}",
                edit.what,
                edit.lines
            );
            refused += 1;
            single += usize::from(found.len() == 1);
        }
    }
    assert!(
        single * 100 >= refused * 90,
        "one error in {single} of {refused}"
    );
}

/// What is accepted has been understood to the last word.
fn assert_nothing_is_left_out(source: &str) {
    let (file, _) = yar_idl::parse(source);
    assert_eq!(words::read(&file), words::written(source), "{source}");
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
            (rest.replace("\\\"", "xx")[1..].find('"').unwrap() + 2, true)
        } else if rest.starts_with("->") {
            (2, true)
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
