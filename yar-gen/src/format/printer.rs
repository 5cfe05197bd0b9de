//! Declarations as text.

use super::breaks::{
    MAX_LINE, is_apart, is_inline, last_group, must_break, must_break_group, parts,
};
use super::pieces::{Kind, Piece};
use super::tree::{Body, Item, Member, Params};

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

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    /// Nothing: a line begins.
    #[default]
    Nothing,
    /// A comment that something can follow.
    Comment,
    /// A comment that nothing can follow.
    LineComment,
    /// `(` and other marks that stand close to what follows.
    Open,
    /// `{`, which stands close to `}` alone.
    OpenBrace,
    /// A mark behind which `(` begins a type.
    BeforeType,
    /// Anything else.
    Word,
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

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.piece(piece);
            self.trail(piece);
        }
    }

    fn pieces_without_trail(&mut self, pieces: &[Piece]) {
        if let Some((last, before)) = pieces.split_last() {
            self.pieces(before);
            self.piece(last);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        if self.last == Last::Nothing {
            self.begin(piece);
        } else {
            for comment in &piece.lead {
                self.comment(&comment.text, comment.is_line);
            }
            self.go_on();
            if self.needs_blank(piece) {
                self.out.push(' ');
            }
        }
        self.text(piece);
    }

    /// Begins a line, with the comments before it.
    fn begin(&mut self, piece: &Piece) {
        self.lead(piece, true);
        if self.last == Last::Nothing {
            self.indent();
        } else {
            self.out.push(' ');
        }
    }

    /// Comments on lines of their own; the last ones may be on the line of
    /// the piece, where they are so in the source.
    fn lead(&mut self, piece: &Piece, may_join: bool) {
        for comment in &piece.lead {
            if self.last == Last::Nothing {
                self.indent();
            } else {
                self.out.push(' ');
            }
            self.out.push_str(&comment.text);
            self.last = Last::Comment;
            if !comment.is_joined || !may_join {
                self.end_line();
                // Below the last one only if something follows.
                if comment.is_apart && piece.kind != Kind::End {
                    self.out.push('\n');
                }
            }
        }
    }

    fn trail(&mut self, piece: &Piece) {
        for comment in &piece.trail {
            self.comment(&comment.text, comment.is_line);
        }
    }

    /// Ends a line with the comments behind its last piece. A second one that
    /// ends a line gets a line of its own, as if it belonged to what follows.
    fn end(&mut self, last: &Piece) {
        for comment in &last.trail {
            if self.last == Last::LineComment {
                self.end_line();
                self.indent();
            } else {
                self.out.push(' ');
            }
            self.out.push_str(&comment.text);
            self.last = match comment.is_line {
                true => Last::LineComment,
                false => Last::Comment,
            };
        }
        self.end_line();
    }

    fn comment(&mut self, text: &str, is_line: bool) {
        self.go_on();
        if self.last != Last::Nothing {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.last = match is_line {
            true => Last::LineComment,
            false => Last::Comment,
        };
    }

    /// Nothing can follow a line comment but the next line.
    fn go_on(&mut self) {
        if self.last == Last::LineComment {
            self.end_line();
            self.indent();
            self.out.push_str(INDENT);
            self.out.push_str(INDENT);
        }
    }

    fn needs_blank(&self, next: &Piece) -> bool {
        let is_close = [",", ";", ":", "?", ">", ")", "]", ".", "<", "-"]
            .iter()
            .any(|mark| next.is(mark));
        match self.last {
            Last::Nothing | Last::Open | Last::LineComment => false,
            Last::OpenBrace => !next.is("}"),
            Last::Comment => true,
            Last::BeforeType => true,
            Last::Word => !is_close && !next.is("("),
        }
    }

    fn text(&mut self, piece: &Piece) {
        self.out.push_str(&piece.text);
        let is_one_of = |marks: &[&str]| marks.iter().any(|mark| piece.is(mark));
        self.last = if is_one_of(&["(", "[", "<", ".", "@", "-"]) {
            Last::Open
        } else if piece.is("{") {
            Last::OpenBrace
        } else if is_one_of(&[":", ",", "->", "="]) {
            Last::BeforeType
        } else {
            Last::Word
        };
    }

    fn indent(&mut self) {
        for _ in 0..self.level {
            self.out.push_str(INDENT);
        }
    }

    fn end_line(&mut self) {
        self.out.push('\n');
        self.last = Last::Nothing;
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
