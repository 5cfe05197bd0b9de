//! Bytes of a source as lines and columns.

use std::ops::Range;

use serde::Serialize;

/// A range of a source: bytes, and lines and columns counted from 1. A column
/// is a Unicode scalar value; the end is the first place behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Span {
    pub(crate) byte_start: usize,
    pub(crate) byte_end: usize,
    pub(crate) line: usize,
    pub(crate) col: usize,
    pub(crate) end_line: usize,
    pub(crate) end_col: usize,
}

/// The lines of a source.
pub(crate) struct Positions<'a> {
    source: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
}

impl<'a> Positions<'a> {
    pub(crate) fn of(source: &'a str) -> Self {
        let ends = source.bytes().enumerate().filter(|(_, it)| *it == b'\n');
        let starts = ends.map(|(place, _)| place + 1);
        Self {
            source,
            starts: [0].into_iter().chain(starts).collect(),
        }
    }

    /// A span that is off is mended, as in the text form.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        let range = mend(range, self.source);
        let (line, col) = self.position(range.start);
        let (end_line, end_col) = self.position(range.end);
        Span {
            byte_start: range.start,
            byte_end: range.end,
            line,
            col,
            end_line,
            end_col,
        }
    }

    fn position(&self, place: usize) -> (usize, usize) {
        // The first line begins at 0, so there is always a line before.
        let line = self.starts.partition_point(|start| *start <= place);
        let start = self.starts.get(line.saturating_sub(1));
        let start = start.copied().unwrap_or_default();
        let before = self.source.get(start..place).unwrap_or_default();
        // A byte order mark is no column that an editor would show.
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        (line, before.chars().count() + 1)
    }
}

/// The nearest span that lies within the source, between characters.
pub(crate) fn mend(span: &Range<usize>, source: &str) -> Range<usize> {
    // What is missing at the end of a file is missing in its last line.
    let last = source.trim_end_matches(['\r', '\n']).len();
    let mut start = span.start.min(last);
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = span.end.clamp(start, last);
    while !source.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
