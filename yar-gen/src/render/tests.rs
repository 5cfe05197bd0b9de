#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;

fn of(path: &str, text: &str) -> Vec<Source> {
    let (path, text) = (path.to_owned(), text.to_owned());
    vec![Source { path, text }]
}

/// The lines of a mistake at the first `needle` of the source.
fn render(source: &str, needle: &str) -> Vec<String> {
    let start = source.find(needle).expect("the needle is in the source");
    let span = start..start + needle.len();
    let one = Diagnostic::new("Y0401", span, "unknown type `Foo`", "not found");
    let text = diagnostics(&of("a.yar", source), &[one], false);
    text.lines().map(str::to_owned).collect()
}

#[test]
fn looks_like_rustc() {
    let source = "package p;\nstruct T { a: Foo }\n";
    let one = Diagnostic::new("Y0401", 25..28, "unknown type `Foo`", "not found")
        .with_secondary(8..9, "in this package")
        .with_note("types are declared in the same file")
        .with_help("declare `Foo`");
    let text = diagnostics(&of("idl/a.yar", source), &[one], false);
    let expected = "\
error[Y0401]: unknown type `Foo`
 --> idl/a.yar:2:15
  |
1 | package p;
  |         - in this package
2 | struct T { a: Foo }
  |               ^^^ not found
  |
  = note: types are declared in the same file
  = help: declare `Foo`

";
    assert_eq!(text, expected);
}

#[test]
fn carets_stand_under_the_words() {
    // Source line, column in characters, cells before the caret: a tab takes
    // four, CJK and emoji take two, a combining accent none.
    let table = [
        ("struct T { a: Foo }", 15, 14),
        ("\tstruct\tT { a: Foo }", 16, 21),
        ("/* 価格 */ struct T { a: Foo }", 24, 25),
        ("/* 🦀 */ struct T { a: Foo }", 23, 23),
        ("/* e\u{301} */ struct T { a: Foo }", 24, 22),
    ];
    for (line, column, cells) in table {
        for end in ["", "\n", "\r\n"] {
            let source = format!(
                "package p;{}{line}{end}",
                if end.is_empty() { "\n" } else { end }
            );
            let lines = render(&source, "Foo");
            assert_eq!(lines[1], format!(" --> a.yar:2:{column}"), "{line:?}");
            assert!(lines[3].starts_with("2 | "), "{lines:#?}");
            assert_eq!(lines[4], format!("  | {}^^^ not found", " ".repeat(cells)));
        }
    }
}

#[test]
fn the_end_of_the_file_is_in_its_last_line() {
    for source in ["struct T {", "struct T {\n", "struct T {\r\n\r\n"] {
        let span = source.len()..source.len();
        let one = Diagnostic::new("Y0201", span, "`T` is not closed", "expected `}`");
        let text = diagnostics(&of("a.yar", source), &[one], false);
        assert!(text.contains("--> a.yar:1:11\n"), "{text}");
        assert!(
            text.contains("1 | struct T {\n  |           ^ expected `}`"),
            "{text}"
        );
    }
}

#[test]
fn a_byte_order_mark_is_no_column() {
    let lines = render("\u{feff}struct T { a: Foo }\n", "Foo");
    assert_eq!(lines[1], " --> a.yar:1:15");
    assert_eq!(lines[3], "1 | struct T { a: Foo }");
}

#[test]
fn no_span_makes_it_panic() {
    for source in ["", "\n", "a", "é\r\n🦀\n", "\u{feff}x"] {
        for start in 0..12 {
            for end in 0..12 {
                let one = Diagnostic::new("Y0101", start..end, "wrong", "here")
                    .with_secondary(end..start, "there");
                let text = diagnostics(&of("a.yar", source), &[one], true);
                assert!(text.contains("wrong"));
            }
        }
    }
}

#[test]
fn a_source_cannot_steer_the_terminal() {
    let lines = render("/* \u{1b}[31m \u{202e} \u{7} */ Foo", "Foo").concat();
    assert!(
        !lines.contains(['\u{1b}', '\u{202e}', '\u{7}']),
        "{lines:?}"
    );
    let text = message("cannot read `\u{1b}[31m`", false);
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn a_full_list_says_that_it_may_go_on() {
    let many = |number| vec![Diagnostic::new("Y0401", 0..1, "wrong", "here"); number];
    let end = "... and maybe more in `a.yar`\n\n";
    let text = diagnostics(&of("a.yar", "x"), &many(MAX_DIAGNOSTICS - 1), false);
    assert!(!text.ends_with(end), "{text}");
    let text = diagnostics(&of("a.yar", "x"), &many(MAX_DIAGNOSTICS), false);
    assert!(text.ends_with(end), "{text}");
}
