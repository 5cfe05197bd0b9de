//! What stands before a declaration or a member: docs and annotations.

use super::reader::{Close, Reader};
use super::{Node, Rule};
use crate::ast::{Annotation, Argument, Name, Span, Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};

/// Docs and annotations, until it is known what they belong to.
#[derive(Default)]
pub(super) struct Lead {
    lines: Vec<String>,
    first_doc: Option<Span>,
    pub(super) annotations: Vec<Annotation>,
}

impl Lead {
    /// The docs, one line for each comment.
    pub(super) fn docs(&self) -> String {
        self.lines.join("\n")
    }

    /// Where the docs begin, if there are any.
    pub(super) fn first_doc(&self) -> Option<Span> {
        self.first_doc.clone()
    }
}

impl Reader<'_> {
    /// Whether a part belongs to what follows it; it is in `lead` then.
    pub(super) fn lead(&mut self, part: &Node<'_>, lead: &mut Lead) -> bool {
        match part.as_rule() {
            Rule::doc => {
                lead.first_doc.get_or_insert(self.span(part));
                lead.lines.push(doc_line(part));
            }
            Rule::annotation => {
                let annotation = self.annotation(part);
                lead.annotations.push(annotation);
            }
            _ => return false,
        }
        true
    }

    /// Reports docs and annotations of something that takes none; `what` is
    /// what ought to follow them.
    pub(super) fn no_lead(&mut self, lead: &Lead, what: &str) {
        if let Some(span) = &lead.first_doc {
            self.dangling_docs(span.clone(), what);
        }
        if let Some(annotation) = lead.annotations.first() {
            self.dangling_annotation(annotation, what);
        }
    }

    fn annotation(&mut self, node: &Node<'_>) -> Annotation {
        let mut annotation = Annotation {
            span: self.span(node),
            ..Annotation::default()
        };
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::path => annotation.name = self.path(&part),
                Rule::arguments => annotation.arguments = self.arguments(part, &annotation.name),
                _ => {}
            }
        }
        annotation
    }

    /// `name("text")` where a method ought to be.
    pub(super) fn bare_annotation(&mut self, node: Node<'_>) {
        let start = node.as_span().start();
        let annotation = self.annotation(&node);
        let message = format!("expected `@` before annotation `{}`", annotation.name.text);
        let found = Diagnostic::new(codes::EXPECTED, start..start, message, "expected `@`");
        self.syntax_error(found.with_edit("insert `@`", start..start, "@", Confidence::Certain));
    }

    fn arguments(&mut self, node: Node<'_>, owner: &Name) -> Vec<Argument> {
        let mut arguments = Vec::new();
        let mut open = None;
        let owner = format!("`@{}`", owner.text);
        let mut has_wrong_sign = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::paren => open = Some(self.span(&part)),
                Rule::argument => {
                    let argument = self.argument(part, &owner, &mut has_wrong_sign);
                    arguments.push(argument);
                }
                Rule::missing_paren => {
                    let list = format!("argument list of {owner}");
                    self.syntax_error(self.not_closed(&part, open.clone(), &list, Close::PAREN));
                }
                Rule::missing_comma => {
                    self.syntax_error(self.missing_sign(&part, ",", "between arguments"));
                }
                Rule::extra_comma => {
                    let what = format!("an argument of {owner}");
                    self.syntax_error(self.extra_comma(&part, &what));
                }
                Rule::bad_argument => {
                    let found = self.stray(&part, &format!("an argument of {owner}"));
                    self.syntax_error(found.with_help(ARGUMENT_HELP));
                }
                _ => {}
            }
        }
        arguments
    }

    /// Whoever writes a wrong sign behind a name does so behind each.
    fn argument(&mut self, node: Node<'_>, owner: &str, has_wrong_sign: &mut bool) -> Argument {
        let mut name = None;
        let mut value = Value {
            kind: ValueKind::Broken,
            span: self.span(&node),
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::wrong_equals if !*has_wrong_sign => {
                    let found = self.stray(&part, "`=` after the name of an argument");
                    // A parameter list in the wrong place looks like this, too.
                    let sign = self.span(&part);
                    let found = found.with_edit("write `=`", sign, "=", Confidence::Maybe);
                    *has_wrong_sign = self.syntax_error(found);
                }
                Rule::value | Rule::missing_value => value = self.value(&part),
                Rule::word_value => {
                    value = Value {
                        kind: ValueKind::Path(part.as_str().to_owned()),
                        span: self.span(&part),
                    }
                }
                Rule::stray_argument if !*has_wrong_sign => {
                    let what = format!("`,` or `)` in the arguments of {owner}");
                    self.syntax_error(self.stray(&part, &what));
                }
                _ => {}
            }
        }
        Argument { name, value }
    }

    fn dangling_annotation(&mut self, annotation: &Annotation, what: &str) {
        let found = format!("annotation `@{}`", annotation.name.text);
        let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let found = Diagnostic::new(
            codes::EXPECTED,
            annotation.span.clone(),
            format!("expected {article} {what} after {found}"),
            format!("no {what} follows"),
        );
        self.syntax_error(match what {
            "declaration" => found.with_help(
                "what is about the whole file, as `@version` is, stands before the package line",
            ),
            _ => found,
        });
    }
}

const ARGUMENT_HELP: &str = "an argument is written `value` or `name = value`";

/// The text of a doc comment without the space that usually begins it.
pub(super) fn doc_line(doc: &Node<'_>) -> String {
    let text = doc
        .clone()
        .into_inner()
        .next()
        .map_or("", |text| text.as_str());
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}
