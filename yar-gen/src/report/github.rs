//! Findings as workflow commands of GitHub Actions.

use std::fmt::Write as _;

use super::Finding;

/// `::error file=…,line=…,col=…,title=…::message`, in one line.
pub(super) fn command(finding: &Finding) -> String {
    let mut text = format!("::{} file={}", finding.level, property(&finding.file));
    if let Some(span) = finding.span {
        // Writing to a string cannot fail.
        let _ = write!(text, ",line={},endLine={}", span.line, span.end_line);
        // The end column counts for a place in one line only, and is the last one.
        let last = (span.end_col - 1).max(span.col);
        let _ = match span.line == span.end_line {
            true => write!(text, ",col={},endColumn={last}", span.col),
            false => write!(text, ",col={}", span.col),
        };
    }
    if let Some(code) = finding.code {
        let _ = write!(text, ",title={}", property(code));
    }
    let details = finding.details();
    let lines: Vec<String> = [finding.message.clone()]
        .into_iter()
        .chain(details)
        .collect();
    let _ = write!(text, "::{}", data(&lines.join("\n")));
    text
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
