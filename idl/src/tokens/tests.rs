#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;

/// Kinds by one letter each, with the texts.
fn read(source: &str) -> Vec<(TokenKind, &str)> {
    let found = tokens(source);
    found.map(|it| (it.kind, &source[it.span])).collect()
}

#[test]
fn comments_and_docs_are_told_apart() {
    use TokenKind::{BlockComment, Doc, FileDoc, LineComment, Word};
    let source = "//! a\r\n/// b\n//// c\n// d\n/* e /* f */ // */x/**/";
    let expected = [
        (FileDoc, "//! a"),
        (Doc, "/// b"),
        (LineComment, "//// c"),
        (LineComment, "// d"),
        (BlockComment, "/* e /* f */ // */"),
        (Word, "x"),
        (BlockComment, "/**/"),
    ];
    assert_eq!(read(source), expected);
}

#[test]
fn words_numbers_strings_and_marks_end_where_the_grammar_ends_them() {
    use TokenKind::{Mark, Number, String, Word};
    let source = r#"a_1=-0x1F,"b\"c\\"->-1_000 1.5e-3 2.x _"#;
    let expected = [
        (Word, "a_1"),
        (Mark, "="),
        (Number, "-0x1F"),
        (Mark, ","),
        (String, r#""b\"c\\""#),
        (Mark, "->"),
        (Number, "-1_000"),
        (Number, "1.5e-3"),
        (Number, "2"),
        (Mark, "."),
        (Word, "x"),
        (Word, "_"),
    ];
    assert_eq!(read(source), expected);
}

#[test]
fn nothing_but_blanks_is_left_out_whatever_the_source_is() {
    let pieces = [
        "\u{feff}", "a", "-", "-1", "1e", "/*", "*/", "\"", "\\", "\n", "\r", "é", "🦀", "//", "/",
        " ", "\0",
    ];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let source = [first, second, third].concat();
                let mut end = 0;
                for token in tokens(&source) {
                    let gap = &source[end..token.span.start];
                    assert!(gap.chars().all(is_blank), "{source:?}");
                    assert!(token.span.end > token.span.start, "{source:?}");
                    end = token.span.end;
                }
                assert!(source[end..].chars().all(is_blank), "{source:?}");
            }
        }
    }
}
