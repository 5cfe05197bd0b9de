//! Types as written.

use super::reader::Reader;
use super::{Node, Rule};
use crate::ast::{Span, Type, TypeKind};
use crate::codes;
use crate::diag::Diagnostic;

impl Reader<'_> {
    /// What `type_part` gives: a type, or one of its error productions.
    pub(super) fn type_part(&mut self, node: &Node<'_>) -> Type {
        let span = self.span(node);
        match node.as_rule() {
            Rule::type_ => self.type_(node.clone(), span),
            Rule::inline_block => {
                self.report(
                    Diagnostic::new(
                        codes::EXPECTED,
                        self.first_word(span.start),
                        "expected a type, found `{`",
                        "types have no bodies",
                    )
                    .with_help("declare a struct of its own and use its name"),
                );
                broken(span)
            }
            _ => {
                let place = node.as_span().start();
                if self.at_sign(place) {
                    self.stray(node, "a type");
                } else {
                    self.missing(node, "a type");
                }
                broken(span)
            }
        }
    }

    /// Whether a wrong sign stands where a type ought to be, rather than the
    /// next part of a declaration.
    fn at_sign(&self, place: usize) -> bool {
        let rest = self.text(place..usize::MAX);
        let first = self.text(self.first_word(place)).chars().next();
        let follows = rest.is_empty() || rest.starts_with("//");
        !follows && first.is_some_and(|first| !(first.is_alphabetic() || "_,;)}>=".contains(first)))
    }

    fn type_(&mut self, node: Node<'_>, span: Span) -> Type {
        let mut result = broken(span.clone());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::named_type => result = self.named_type(part),
                Rule::tuple_type => result = self.tuple_type(part),
                Rule::nullable => {
                    self.check_nullable(&part);
                    result = Type {
                        kind: TypeKind::Nullable(Box::new(result)),
                        span: span.clone(),
                    };
                }
                _ => {}
            }
        }
        result
    }

    fn check_nullable(&mut self, marks: &Node<'_>) {
        let span = self.span(marks);
        if self.text(span.clone()).matches('?').count() > 1 {
            self.report(
                Diagnostic::new(
                    codes::TYPE_PARTS,
                    span,
                    "a type is nullable once",
                    "one `?` is enough",
                )
                .with_help("write one `?`"),
            );
        }
    }

    fn named_type(&mut self, node: Node<'_>) -> Type {
        let span = self.span(&node);
        let mut name = None;
        let mut arguments = Vec::new();
        let mut is_broken = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::path => name = Some(self.path(&part)),
                Rule::type_args => is_broken = self.arguments(part, &mut arguments),
                _ => {}
            }
        }
        match name {
            Some(name) if !is_broken => Type {
                kind: TypeKind::Named(name, arguments),
                span,
            },
            _ => broken(span),
        }
    }

    fn arguments(&mut self, node: Node<'_>, into: &mut Vec<Type>) -> bool {
        let start = node.as_span().start();
        let mut is_broken = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ => into.push(self.type_part(&part)),
                Rule::missing_angle => {
                    let (what, expected) = if into.is_empty() {
                        ("type list", "a type")
                    } else {
                        ("type list", "`,` or `>`")
                    };
                    self.not_closed(&part, Some(start..start + 1), what, expected);
                    is_broken = true;
                }
                _ => {}
            }
        }
        is_broken
    }

    fn tuple_type(&mut self, node: Node<'_>) -> Type {
        let span = self.span(&node);
        let mut parts = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ => parts.push(self.type_part(&part)),
                Rule::missing_tuple_paren => {
                    self.not_closed(
                        &part,
                        Some(span.start..span.start + 1),
                        "tuple",
                        "`,` or `)`",
                    );
                    return broken(span);
                }
                _ => {}
            }
        }
        if parts.len() < 2 {
            self.report(
                Diagnostic::new(
                    codes::TYPE_PARTS,
                    span.clone(),
                    "a tuple has two parts or more",
                    format!("has {}", parts.len()),
                )
                .with_help("write the type without parentheses"),
            );
            return broken(span);
        }
        Type {
            kind: TypeKind::Tuple(parts),
            span,
        }
    }
}

pub(super) fn broken(span: Span) -> Type {
    Type {
        kind: TypeKind::Broken,
        span,
    }
}
