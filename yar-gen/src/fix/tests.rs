#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::PathBuf;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use yar_idl::tokens::tokens;

use super::*;

fn of(text: &str, edits: &[(usize, usize, &str, Confidence)]) -> (String, usize) {
    let source = Source {
        path: "a.yar".to_owned(),
        text: text.to_owned(),
    };
    let found: Vec<_> = edits
        .iter()
        .map(|(start, end, new, confidence)| {
            let found = Diagnostic::new("Y0201", *start..*end, "", "");
            found.with_edit("", *start..*end, *new, *confidence)
        })
        .collect();
    apply(&[source], &found)
}

#[test]
fn certain_edits_are_applied_and_no_others() {
    let certain = Confidence::Certain;
    let edits = [
        (1, 2, "X", certain),
        (3, 3, "+", certain),
        (4, 5, "?", Confidence::Maybe),
    ];
    assert_eq!(of("abcde", &edits), ("aXc+de".to_owned(), 2));
}

#[test]
fn edits_that_overlap_wait_for_the_next_round() {
    let certain = Confidence::Certain;
    let edits = [
        (1, 3, "X", certain),
        (2, 4, "Y", certain),
        (9, 12, "Z", certain),
    ];
    assert_eq!(of("abcde", &edits), ("aXde".to_owned(), 1));
}

#[test]
fn steps_that_lead_round_in_a_circle_lead_back_to_where_they_began() {
    let circle = |now: &usize| Some((now + 1) % 7);
    for start in 0..7 {
        assert_eq!(settled(start, circle, |_| 0), start);
    }
    // The best of a circle is where it ends, wherever it is entered.
    for start in 0..7 {
        assert_eq!(settled(start, circle, |now| (now + 3) % 7), 4);
    }
}

#[test]
fn steps_that_better_something_are_all_taken() {
    let down = |now: &usize| now.checked_sub(1);
    assert_eq!(settled(100, down, |now| *now), 0);
    // A few of them may better nothing.
    assert_eq!(settled(100, down, |now| now / 10), 0);
    assert_eq!(settled(100, down, |_| 0), 100);
    assert_eq!(settled(MAX_IDLE_ROUNDS - 1, down, |_| 0), 0);
}

/// The sample contracts, at their places: some import others.
fn samples() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../idl");
    let names = ["accounts", "calc", "legacy", "metrics", "orders"];
    let paths = names.map(|name| folder.join(name).with_extension("yar"));
    let read = paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()));
    read.into_iter().collect()
}

/// What happens to one word of a contract.
#[derive(Debug, Clone, Copy)]
enum Slip {
    Deleted,
    Doubled,
    /// Written where another one is.
    Misplaced,
    /// One letter is lost.
    Misspelt,
}

fn slips() -> impl Strategy<Value = Vec<(Slip, Index, Index)>> {
    let slip = prop_oneof![
        Just(Slip::Deleted),
        Just(Slip::Doubled),
        Just(Slip::Misplaced),
        Just(Slip::Misspelt)
    ];
    vec((slip, any::<Index>(), any::<Index>()), 1..6)
}

fn mutant(source: &str, slips: &[(Slip, Index, Index)]) -> String {
    let mut text = source.to_owned();
    for (slip, at, other) in slips {
        let words: Vec<_> = tokens(&text).map(|it| it.span).collect();
        let span = at.get(&words).clone();
        let word = &text[span.clone()];
        let new = match slip {
            Slip::Deleted => String::new(),
            Slip::Doubled => format!("{word} {word}"),
            Slip::Misplaced => text[other.get(&words).clone()].to_owned(),
            Slip::Misspelt => word.chars().skip(1).collect(),
        };
        text.replace_range(span, &new);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_mended_is_mended_for_good(sample in any::<Index>(), slips in slips()) {
        let samples = samples();
        let (path, source) = sample.get(&samples);
        let loader = Loader::new();
        let once = mend(path, mutant(source, &slips), &loader);
        let twice = mend(path, once.text.clone(), &loader);
        prop_assert_eq!(twice.mended, 0);
        prop_assert_eq!(twice.text, once.text);
    }
}
