//! Declarations as text.

mod words;

use super::breaks::{
    MAX_LINE, is_apart, is_inline, last_group, must_break, must_break_group, parts,
};
use super::pieces::Piece;
use super::tree::{Body, Item, Member, Params};
use words::Last;

const INDENT: &str = "  ";

/// The whole file, with or without separators behind fields, cases and methods
/// that have lines of their own.
pub(super) fn print(items: &[Item], has_separators: bool) -> String {
    let mut printer = Printer {
        has_separators,
        ..Printer::default()
    };
    let mut before = None;
    for item in items {
        if before.is_some_and(|before| is_apart(before, item)) {
            printer.out.push('\n');
        }
        printer.item(item);
        before = Some(item);
    }
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    level: usize,
    has_separators: bool,
    /// What the line ends with, which decides about a blank.
    last: Last,
}

impl Printer {
    fn item(&mut self, item: &Item) {
        match item {
            Item::FileDocs(docs) => {
                for doc in docs {
                    self.line(std::slice::from_ref(doc), "");
                }
            }
            Item::Line { lead, pieces, .. } => {
                self.lead_lines(lead);
                self.line(pieces, "");
            }
            Item::Block {
                lead,
                head,
                body,
                close,
            } => {
                self.lead_lines(lead);
                self.pieces_without_trail(head);
                match one_line(head, body, close) {
                    Some(text) => self.out.push_str(&text),
                    None => self.body(head, body, close),
                }
                self.end(close);
            }
            Item::End(end) => self.lead(end, false),
        }
    }

    fn body(&mut self, head: &[Piece], body: &Body, close: &Piece) {
        self.level += 1;
        if let Some(open) = head.last() {
            self.end(open);
        }
        let members = body.members();
        for (index, member) in members.iter().enumerate() {
            let separator = match body {
                _ if !self.has_separators => "",
                Body::Values(_) if !member.is_reserved => ",",
                // Behind `throws` a comma goes on with the list of errors.
                _ => ";",
            };
            let is_apart = member.first().is_some_and(|first| first.is_apart);
            if index > 0 && is_apart {
                self.out.push('\n');
            }
            self.member(member, separator);
        }
        if close.is_apart && !close.lead.is_empty() && !members.is_empty() {
            self.out.push('\n');
        }
        self.close(close);
    }

    /// The comments before a closing bracket belong to what it closes.
    fn close(&mut self, close: &Piece) {
        self.lead(close, false);
        self.level -= 1;
        self.indent();
        self.text(close);
    }

    fn member(&mut self, member: &Member, separator: &str) {
        self.lead_lines(&member.lead);
        match &member.params {
            None => self.line(&member.pieces, separator),
            Some(params) => {
                self.method(&member.pieces, params);
                self.out.push_str(separator);
                self.end(params.rest.last().unwrap_or(&params.close));
            }
        }
    }

    fn method(&mut self, name: &[Piece], params: &Params) {
        let mut trial = Self {
            level: self.level,
            ..Self::default()
        };
        if !must_break(params) {
            trial.method_in_a_line(name, params);
        }
        let line = trial.out.rsplit('\n').next().unwrap_or_default();
        let fits = line.chars().count() <= MAX_LINE;
        if must_break(params) || !fits && !params.list.is_empty() {
            self.broken_method(name, params);
        } else {
            self.method_in_a_line(name, params);
        }
    }

    fn method_in_a_line(&mut self, name: &[Piece], params: &Params) {
        self.pieces(name);
        self.piece(&params.open);
        self.trail(&params.open);
        for (index, param) in params.list.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
                self.last = Last::Word;
            }
            self.pieces(&param.pieces);
        }
        self.piece(&params.close);
        self.result(params);
    }

    fn broken_method(&mut self, name: &[Piece], params: &Params) {
        self.pieces(name);
        self.piece(&params.open);
        self.level += 1;
        self.end(&params.open);
        for param in &params.list {
            self.lead_lines(&param.lead);
            self.line(&param.pieces, ",");
        }
        self.close(&params.close);
        self.result(params);
    }

    /// What follows the parameters, without the comments at its end.
    fn result(&mut self, params: &Params) {
        if !params.rest.is_empty() {
            self.trail(&params.close);
            self.pieces_without_trail(&params.rest);
        }
    }

    fn lead_lines(&mut self, lines: &[Vec<Piece>]) {
        for line in lines {
            self.line(line, "");
        }
    }

    /// A line of its own; comments at its end stand behind the separator.
    fn line(&mut self, pieces: &[Piece], separator: &str) {
        match last_group(pieces) {
            Some((open, close)) if self.is_broken(pieces, open, close) => {
                self.broken_value(pieces, open, close);
            }
            _ => self.pieces_without_trail(pieces),
        }
        self.out.push_str(separator);
        if let Some(last) = pieces.last() {
            self.end(last);
        }
    }

    fn is_broken(&self, pieces: &[Piece], open: usize, close: usize) -> bool {
        if pieces.get(open..=close).is_some_and(must_break_group) {
            return true;
        }
        let mut trial = Self {
            level: self.level,
            ..Self::default()
        };
        trial.pieces_without_trail(pieces);
        let line = trial.out.rsplit('\n').next().unwrap_or_default();
        close > open + 1 && line.chars().count() > MAX_LINE
    }

    /// Each part of a value in a line of its own.
    fn broken_value(&mut self, pieces: &[Piece], open: usize, close: usize) {
        let (head, rest) = pieces.split_at_checked(open + 1).unwrap_or((pieces, &[]));
        let inner = rest.get(..close - open - 1).unwrap_or_default();
        let behind = rest.get(close - open - 1..).unwrap_or_default();
        let Some((close, behind)) = behind.split_first() else {
            return;
        };
        self.pieces_without_trail(head);
        self.level += 1;
        if let Some(open) = head.last() {
            self.end(open);
        }
        for part in parts(inner) {
            self.line(&part, ",");
        }
        self.close(close);
        if !behind.is_empty() {
            self.trail(close);
            self.pieces_without_trail(behind);
        }
    }
}

/// All from behind the opening brace up to the closing one, if that stays in
/// the line of the brace.
fn one_line(head: &[Piece], body: &Body, close: &Piece) -> Option<String> {
    if !is_inline(head, body, close) {
        return None;
    }
    let mut text = String::new();
    let mut separator = "";
    for member in body.members() {
        let mut printer = Printer::default();
        match &member.params {
            None => printer.pieces(&member.pieces),
            Some(params) => printer.method_in_a_line(&member.pieces, params),
        }
        text = [&text, separator, " ", &printer.out].concat();
        separator = if member.is_reserved { ";" } else { "," };
    }
    text.push_str(if text.is_empty() { "}" } else { " }" });
    let mut printer = Printer::default();
    printer.pieces_without_trail(head);
    let start = printer.out.rsplit('\n').next().unwrap_or_default();
    let width = start.chars().count() + text.chars().count();
    (width <= MAX_LINE).then_some(text)
}
