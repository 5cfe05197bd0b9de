//! One line for each finding, as compilers have always printed them.

use super::Finding;

/// `path:line:col: error[code]: message`.
pub(super) fn line(finding: &Finding) -> String {
    let place = match finding.span {
        Some(span) => format!("{}:{}:{}", finding.file, span.line, span.col),
        None => finding.file.clone(),
    };
    let code = finding.code.map(|code| format!("[{code}]"));
    let (level, code) = (finding.level, code.unwrap_or_default());
    printable(&format!("{place}: {level}{code}: {}", finding.message))
}

/// A source or a file name must not steer the terminal, nor begin a new line.
fn printable(text: &str) -> String {
    let is_harmful = |it: char| it.is_control() || is_direction(it);
    text.replace(is_harmful, "\u{fffd}")
}

/// Characters that turn the direction of the text behind them.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
