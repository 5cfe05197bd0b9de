//! One pass over the characters, before the grammar.
//!
//! It refuses what no grammar should be fed (binary data, huge files, deep
//! nesting: the grammar's parser is recursive), finds strings and comments
//! without an end, and remembers where comments are, so that a caret can be
//! put after the last word before a place. It knows nothing of declarations.

use crate::ast::Span;
use crate::codes;
use crate::diag::Diagnostic;

/// Largest source, in bytes.
pub(crate) const MAX_BYTES: usize = 2 * 1024 * 1024;
/// Deepest nesting of brackets, and of comments.
pub(crate) const MAX_DEPTH: usize = 64;

/// Why the grammar must not see a source.
pub(crate) type Refused = Box<Diagnostic>;

/// What the pass found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Comments, in order; docs are not among them.
    pub(crate) comments: Vec<Span>,
    /// Mistakes that leave the rest readable.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where the readable part ends.
    pub(crate) end: usize,
}

/// Reads a source once; `Err` means that the grammar must not see it.
pub(crate) fn scan(source: &str) -> Result<Scan, Refused> {
    if source.len() > MAX_BYTES {
        return Err(too_large(source));
    }
    let mut scanner = Scanner {
        source,
        place: 0,
        depth: Depth::default(),
        scan: Scan {
            end: source.len(),
            ..Scan::default()
        },
    };
    while let Some(character) = scanner.rest().chars().next() {
        scanner.step(character)?;
    }
    Ok(scanner.scan)
}

struct Scanner<'a> {
    source: &'a str,
    place: usize,
    depth: Depth,
    scan: Scan,
}

/// How many brackets of each kind are open.
#[derive(Default)]
struct Depth {
    round: usize,
    square: usize,
    curly: usize,
    angle: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.place..).unwrap_or_default()
    }

    fn step(&mut self, character: char) -> Result<(), Refused> {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.line_comment(rest)?;
        } else if rest.starts_with("/*") {
            self.block_comment(rest)?;
        } else if character == '"' {
            self.string(rest)?;
        } else {
            self.check_control(self.place, character)?;
            self.bracket(character)?;
            self.place += character.len_utf8();
        }
        Ok(())
    }

    fn line_comment(&mut self, rest: &str) -> Result<(), Refused> {
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let text = rest.get(..length).unwrap_or_default();
        for (offset, character) in text.char_indices() {
            self.check_control(self.place + offset, character)?;
        }
        let is_doc =
            (text.starts_with("///") && !text.starts_with("////")) || text.starts_with("//!");
        if !is_doc {
            self.scan.comments.push(self.place..self.place + length);
        }
        self.place += length;
        Ok(())
    }

    fn block_comment(&mut self, rest: &str) -> Result<(), Refused> {
        let start = self.place;
        let mut depth = 0_usize;
        let mut marks = rest.char_indices().peekable();
        while let Some((offset, character)) = marks.next() {
            self.check_control(start + offset, character)?;
            let next = marks.peek().map(|(_, next)| *next);
            match (character, next) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => continue,
            }
            marks.next();
            if depth > MAX_DEPTH {
                return Err(too_deep(start + offset..start + offset + 2, "comments"));
            }
            if depth == 0 {
                self.place = start + offset + 2;
                self.scan.comments.push(start..self.place);
                return Ok(());
            }
        }
        self.open_comment(start);
        Ok(())
    }

    fn open_comment(&mut self, start: usize) {
        self.scan.end = start;
        self.place = self.source.len();
        self.scan.diagnostics.push(
            Diagnostic::new(
                codes::OPEN_COMMENT,
                start..start + 2,
                "comment is not closed",
                "starts here",
            )
            .with_note("comments nest: every `/*` needs its own `*/`"),
        );
    }

    /// A string ends with its line, so that one lost quote spoils one line.
    fn string(&mut self, rest: &str) -> Result<(), Refused> {
        let mut escaped = false;
        let mut length = rest.len();
        let mut closed = false;
        for (offset, character) in rest.char_indices().skip(1) {
            if matches!(character, '\n' | '\r') {
                length = offset;
                break;
            }
            self.check_control(self.place + offset, character)?;
            if character == '"' && !escaped {
                length = offset + 1;
                closed = true;
                break;
            }
            escaped = character == '\\' && !escaped;
        }
        if !closed {
            let end = self.place + rest.get(..length).unwrap_or_default().trim_end().len();
            self.scan.diagnostics.push(
                Diagnostic::new(
                    codes::OPEN_STRING,
                    self.place..end,
                    "string literal is not closed on this line",
                    "starts here",
                )
                .with_help("add `\"` before the line end"),
            );
        }
        self.place += length;
        Ok(())
    }

    /// Each kind of bracket counts for itself, whether or not it matches: this
    /// is a bound on recursion, not a check.
    fn bracket(&mut self, character: char) -> Result<(), Refused> {
        let is_arrow = self
            .source
            .get(..self.place)
            .unwrap_or_default()
            .ends_with(['-', '=']);
        let depth = &mut self.depth;
        match character {
            '(' => depth.round += 1,
            '[' => depth.square += 1,
            '{' => depth.curly += 1,
            '<' => depth.angle += 1,
            ')' => depth.round = depth.round.saturating_sub(1),
            ']' => depth.square = depth.square.saturating_sub(1),
            '}' => depth.curly = depth.curly.saturating_sub(1),
            '>' if !is_arrow => depth.angle = depth.angle.saturating_sub(1),
            _ => return Ok(()),
        }
        let deepest = depth
            .round
            .max(depth.square)
            .max(depth.curly)
            .max(depth.angle);
        if deepest > MAX_DEPTH {
            return Err(too_deep(self.place..self.place + 1, "brackets"));
        }
        Ok(())
    }

    fn check_control(&self, place: usize, character: char) -> Result<(), Refused> {
        let turns = turns_text(character);
        if !turns && (!character.is_control() || matches!(character, '\n' | '\r' | '\t')) {
            return Ok(());
        }
        let code = u32::from(character);
        let span = place..place + character.len_utf8();
        let message = format!("control character U+{code:04X} in a contract");
        let (label, help) = if turns {
            (
                "turns the direction of the text",
                "take it away; nobody sees it",
            )
        } else {
            ("this is not text", "save the file as UTF-8 text")
        };
        let found = Diagnostic::new(codes::NOT_TEXT, span, message, label);
        Err(Box::new(found.with_help(help)))
    }
}

/// True for what makes text read otherwise than it is written. rustc refuses
/// sources with such characters.
const fn turns_text(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn too_large(source: &str) -> Refused {
    let first = source.chars().next().map_or(0, char::len_utf8);
    Box::new(
        Diagnostic::new(
            codes::TOO_LARGE,
            0..first,
            format!(
                "the file has {} bytes, the limit is {MAX_BYTES}",
                source.len()
            ),
            "too large for a contract",
        )
        .with_help("split the contract into several files"),
    )
}

fn too_deep(span: Span, what: &str) -> Refused {
    Box::new(
        Diagnostic::new(
            codes::TOO_DEEP,
            span,
            format!("{what} are nested more than {MAX_DEPTH} deep"),
            "one level too many",
        )
        .with_help("close what is open, or give inner parts names of their own"),
    )
}
