//! Applies what findings are certain of.
//!
//! Only whole edits of whole findings, and never two that overlap; what is
//! left is found again by reading the result.

use std::path::Path;

use yar_idl::Source;
use yar_idl::diag::{Confidence, Diagnostic, Edit, FileId, Level};

use crate::{LoadError, Loader};

/// An edit may uncover another mistake, and two may undo each other: so many
/// rounds may pass that leave no fewer findings than there were before.
const MAX_IDLE_ROUNDS: usize = 20;

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

/// Mends the text of a contract at `path`; its imports are left alone. What
/// was mended is mended for good: mending the result changes nothing.
///
/// # Errors
/// When the file cannot be read.
pub fn fix(path: &Path, loader: &Loader) -> Result<Fixed, LoadError> {
    Ok(mend(path, crate::source::read(path)?, loader))
}

fn mend(path: &Path, text: String, loader: &Loader) -> Fixed {
    let left = loader.check(path, text.clone());
    let unmended = Fixed {
        text,
        mended: 0,
        left,
    };
    let step = |now: &Fixed| round(path, now, loader);
    settled(unmended, step, |fixed| findings(&fixed.left))
}

/// Step by step, until there is none to take, or they lead nowhere: then the
/// last state that was better than all before it, from which another walk
/// would go the same way. Less is better.
fn settled<T, N: Ord>(start: T, step: impl Fn(&T) -> Option<T>, measure: impl Fn(&T) -> N) -> T {
    let mut now = start;
    let mut best = None;
    let mut idle = 0;
    while let Some(next) = step(&now) {
        let before = std::mem::replace(&mut now, next);
        let known = best.as_ref().unwrap_or(&before);
        if measure(&now) < measure(known) {
            (best, idle) = (None, 0);
            continue;
        }
        best.get_or_insert(before);
        idle += 1;
        if idle == MAX_IDLE_ROUNDS {
            return best.unwrap_or(now);
        }
    }
    now
}

/// The text after one more round, unless that would change or better nothing.
fn round(path: &Path, now: &Fixed, loader: &Loader) -> Option<Fixed> {
    let (sources, found) = told(&now.left);
    let (text, number) = apply(sources, found);
    if number == 0 {
        return None;
    }
    let left = loader.check(path, text.clone());
    // Edits that make it worse were not certain after all.
    (findings(&left).0 <= findings(&now.left).0).then(|| Fixed {
        text,
        mended: now.mended + number,
        left,
    })
}

/// The files, and what is said of them.
fn told(loaded: &Result<crate::Contract, LoadError>) -> (&[Source], &[Diagnostic]) {
    match loaded {
        Ok(contract) => (contract.sources(), contract.warnings()),
        Err(error) => (error.sources(), error.diagnostics()),
    }
}

/// How many errors there are, and how many findings in all.
fn findings(loaded: &Result<crate::Contract, LoadError>) -> (usize, usize) {
    let (_, found) = told(loaded);
    let errors = found.iter().filter(|it| it.level == Level::Error);
    (errors.count(), found.len())
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
mod tests;
