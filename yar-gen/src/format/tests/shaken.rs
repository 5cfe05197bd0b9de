//! Contracts with other blanks, separators and comments between their words.

use super::*;

/// The formatter sees the same words, comments among them, and says the same
/// again, whatever is between them.
#[test]
fn every_construct_is_kept_however_it_is_written() {
    let mut dice = Dice(2);
    let mut valid = 0;
    for round in 0..10 {
        let source = shaken(WHOLE, &mut dice, round);
        if !yar_idl::parse(&source).1.is_empty() {
            continue;
        }
        valid += 1;
        let text = format(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        assert_stable(&source, &text);
        assert_eq!(meaning(&source), meaning(&text));
        assert_eq!(tree(&source), tree(&text));
    }
    assert!(valid > 7, "{valid} were valid");
}

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// Contracts that use everything, once more with other blanks, separators
/// and comments between any two tokens.
#[test]
fn formatting_keeps_the_model_and_every_comment_and_is_stable() {
    let contracts = [
        include_str!("../../../../idl/calc.yar"),
        include_str!("../../../tests/golden/types/input.yar"),
        include_str!("../../../tests/golden/keywords/input.yar"),
        include_str!("../../../tests/golden/errors/input.yar"),
        include_str!("../../../tests/golden/docs/input.yar"),
    ];
    let mut dice = Dice(1);
    let (mut tried, mut valid) = (0, 0);
    for contract in contracts {
        for round in 0..6 {
            let source = shaken(contract, &mut dice, round);
            tried += 1;
            let Ok(model) = yar_idl::load(&source, "x") else {
                continue;
            };
            valid += 1;
            let text = format(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
            assert_eq!(yar_idl::load(&text, "x").as_ref(), Ok(&model));
            assert_stable(&source, &text);
            let lines = text.lines().filter(|line| !line.contains("*/"));
            assert!(lines.clone().all(|line| !line.ends_with(' ')), "{text}");
            assert_eq!(meaning(&source), meaning(&text));
        }
    }
    assert!(valid * 10 > tried * 9, "{valid} of {tried} were valid");
}

#[track_caller]
fn assert_stable(source: &str, text: &str) {
    let again = format(text).unwrap();
    let mut lines = text.lines().zip(again.lines());
    let changed = lines.find(|(first, second)| first != second);
    assert!(
        text == again,
        "{changed:?}\n{source}\n==>\n{text}\n==>\n{again}"
    );
}

/// The tokens of a contract with something else between them.
fn shaken(contract: &str, dice: &mut Dice, round: usize) -> String {
    let mut source = String::new();
    for token in tokens(contract) {
        let text = &contract[token.span.clone()];
        source.push_str(text);
        // The word `risky-int64` is one.
        if text == "-" || contract[token.span.end..].starts_with("-int") {
            continue;
        }
        if matches!(
            token.kind,
            TokenKind::Doc | TokenKind::FileDoc | TokenKind::LineComment
        ) {
            source.push('\n');
        }
        let kinds = if round < 2 { 4 } else { 9 };
        source.push_str(match dice.roll(30).min(kinds) {
            0 => "\n",
            1 => "\n\n\n",
            2 => "  ",
            3 => "\r\n\t",
            5 => " /* b */ ",
            6 => " // c\n",
            7 => "\n// d\n",
            8 => "\n\n/* e\n  f */\n\n",
            _ => " ",
        });
    }
    source
}
