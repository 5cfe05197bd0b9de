//! Applies what findings are certain of.
//!
//! Only whole edits of whole findings, and never two that overlap; what is
//! left is found again by reading the result.

use std::path::Path;

use yar_idl::Source;
use yar_idl::diag::{Confidence, Diagnostic, Edit, FileId};

use crate::{LoadError, Loader};

/// An edit may uncover another mistake; a file that needs more rounds is
/// mended by running again.
const MAX_ROUNDS: usize = 20;

/// A contract that was mended as far as that is certain.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The whole text.
    pub text: String,
    /// How many findings were mended.
    pub mended: usize,
    /// What is left to say of the contract.
    pub left: Result<crate::Contract, LoadError>,
}

/// Mends the text of a contract at `path`; its imports are left alone.
///
/// # Errors
/// When the file cannot be read.
pub fn fix(path: &Path, loader: &Loader) -> Result<Fixed, LoadError> {
    let mut text = crate::source::read(path)?;
    let mut mended = 0;
    let mut left = loader.check(path, text.clone());
    for _ in 0..MAX_ROUNDS {
        let (sources, found) = match &left {
            Ok(contract) => (contract.sources(), contract.warnings()),
            Err(error) => (error.sources(), error.diagnostics()),
        };
        let (next, number) = apply(sources, found);
        if number == 0 {
            break;
        }
        let after = loader.check(path, next.clone());
        if errors(&after) > errors(&left) {
            // Edits that make it worse were not certain after all.
            break;
        }
        (text, left) = (next, after);
        mended += number;
    }
    Ok(Fixed { text, mended, left })
}

fn errors(loaded: &Result<crate::Contract, LoadError>) -> usize {
    match loaded {
        Ok(_) => 0,
        Err(error) => error.diagnostics().len(),
    }
}

/// The text of the first file with all certain edits that fit together, and
/// how many findings they mend.
fn apply(sources: &[Source], found: &[Diagnostic]) -> (String, usize) {
    let Some(root) = sources.first() else {
        return (String::new(), 0);
    };
    let mut chosen: Vec<&Edit> = Vec::new();
    let mut number = 0;
    for diagnostic in found.iter().filter(|it| it.file == FileId::default()) {
        let helps = diagnostic.helps.iter();
        let mut certain =
            helps.filter(|it| it.confidence == Confidence::Certain && !it.edits.is_empty());
        let Some(help) = certain.next() else { continue };
        let fits = |edit: &Edit| is_within(edit, &root.text) && !touches(edit, &chosen);
        if help.edits.iter().all(fits) {
            chosen.extend(&help.edits);
            number += 1;
        }
    }
    chosen.sort_by_key(|edit| edit.span.start);
    let mut text = String::with_capacity(root.text.len());
    let mut place = 0;
    for edit in chosen {
        text.push_str(root.text.get(place..edit.span.start).unwrap_or_default());
        text.push_str(&edit.text);
        place = edit.span.end;
    }
    text.push_str(root.text.get(place..).unwrap_or_default());
    (text, number)
}

fn is_within(edit: &Edit, text: &str) -> bool {
    text.get(edit.span.clone()).is_some()
}

fn touches(edit: &Edit, chosen: &[&Edit]) -> bool {
    let overlap =
        |other: &&Edit| edit.span.start <= other.span.end && other.span.start <= edit.span.end;
    chosen.iter().any(overlap)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

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
}
