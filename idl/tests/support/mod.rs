//! Diagnostics as one line each, for tests that compare them.

#![allow(clippy::expect_used, dead_code)]

pub(crate) mod words;

use std::ops::Range;

use yar_idl::diag::{Confidence, Diagnostic, Edit, FileId, Help, Label};
use yar_idl::{ImportError, Imports, Loaded, Source, load_files, suggest};

/// Reads a contract that is named `p` unless it says otherwise. Lines
/// `//// path` begin further files, which it may import.
pub(crate) fn read(text: &str) -> Loaded {
    let mut files = Files(Vec::new());
    let mut parts = text.split("//// ");
    let root = Source {
        path: "p.yar".to_owned(),
        text: parts.next().unwrap_or_default().to_owned(),
    };
    for part in parts {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        files.0.push(Source {
            path: path.trim_end().to_owned(),
            text: text.to_owned(),
        });
    }
    files.0.push(root.clone());
    load_files(root, "p", &mut files)
}

/// Files of a test, by path from one common folder.
struct Files(Vec<Source>);

impl Imports for Files {
    fn read(&mut self, _: &str, path: &str) -> Result<Source, ImportError> {
        let found = self.0.iter().find(|file| file.path == path);
        let known = self.0.iter().map(|file| file.path.as_str());
        found.cloned().ok_or_else(|| ImportError {
            reason: String::new(),
            searched: vec!["here".to_owned(), "there".to_owned()],
            nearest: suggest::nearest(path, known).map(str::to_owned),
        })
    }

    fn nearby(&mut self, _: &str) -> Vec<String> {
        self.0.iter().map(|file| file.path.clone()).collect()
    }
}

/// All diagnostics of a contract, warnings among them.
pub(crate) fn diagnose(source: &str) -> Vec<Diagnostic> {
    let loaded = read(source);
    assert_eq!(
        loaded.package.is_none(),
        loaded.has_errors(),
        "refused without a reason, or the other way round"
    );
    loaded.diagnostics
}

/// ``Y0401 4:19 `Usr` unknown type `Usr` | not found in package `p` ``, then
/// an indented line for each secondary place, note, help and edit.
pub(crate) fn render(source: &str) -> String {
    let loaded = read(source);
    let mut lines = Vec::new();
    for found in &loaded.diagnostics {
        let place = |file: FileId, span| place(&loaded.sources, file, span);
        lines.push(format!(
            "{} {} {} | {}",
            match found.level {
                yar_idl::diag::Level::Error => found.code.to_owned(),
                yar_idl::diag::Level::Warning => format!("{} (warning)", found.code),
            },
            place(found.file, &found.span),
            found.message,
            found.label
        ));
        for Label {
            file, span, text, ..
        } in &found.secondary
        {
            let place = place(file.unwrap_or(found.file), span);
            lines.push(format!("  {place} {text}"));
        }
        lines.extend(found.notes.iter().map(|note| format!("  = {note}")));
        for Help {
            text,
            edits,
            confidence,
            ..
        } in &found.helps
        {
            lines.push(format!("  ? {text}"));
            for edit in edits {
                let place = place(found.file, &edit.span);
                let confidence = confidence.name();
                lines.push(format!("    {confidence}: {place} -> {:?}", edit.text));
            }
        }
    }
    lines.join("\n")
}

/// The source with all certain edits of one run.
pub(crate) fn mended(source: &str, found: &[Diagnostic]) -> String {
    let helps = found.iter().flat_map(|found| &found.helps);
    let certain = helps.filter(|help| help.confidence == Confidence::Certain);
    let mut edits: Vec<&Edit> = certain.flat_map(|help| &help.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut mended = source.to_owned();
    for edit in edits.into_iter().rev() {
        mended.replace_range(edit.span.clone(), &edit.text);
    }
    mended
}

/// Line and column, both from 1, in characters, and the text there; the file
/// as well, unless it is the first one.
fn place(sources: &[Source], file: FileId, span: &Range<usize>) -> String {
    let source = sources.get(file.0).expect("the file was read");
    let before = source.text.get(..span.start);
    let before = before.expect("span starts within the source");
    let text = source.text.get(span.clone());
    let text = text.expect("span lies within the source");
    let line = before.matches('\n').count() + 1;
    let start = before.rsplit('\n').next().unwrap_or_default();
    let column = start.chars().count() + 1;
    let path = match file {
        FileId(0) => String::new(),
        _ => format!("{}:", source.path),
    };
    match text {
        "" => format!("{path}{line}:{column}"),
        _ => format!("{path}{line}:{column} `{text}`"),
    }
}
