//! Types as written.

use super::reader::{Close, Reader};
use super::{Node, Rule};
use crate::ast::{Name, Span, Type, TypeKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};

/// Longer tuples of Rust can be neither compared nor printed, and structs that
/// hold one must be.
const MAX_TUPLE: usize = 12;

impl Reader<'_> {
    /// What `type_part` gives: a type, or one of its error productions.
    pub(super) fn type_part(&mut self, node: &Node<'_>) -> Type {
        let span = self.span(node);
        match node.as_rule() {
            Rule::type_ => self.type_(node.clone(), span),
            Rule::inline_block => {
                self.syntax_error(
                    self.stray(node, "a type")
                        .with_help("declare a struct of its own and use its name"),
                );
                broken(span)
            }
            _ => {
                let found = if self.at_sign(node.as_span().start()) {
                    self.stray(node, "a type")
                } else {
                    self.missing(node, "a type")
                };
                self.syntax_error(found);
                broken(span)
            }
        }
    }

    /// Whether a wrong sign stands where a type ought to be, rather than the
    /// next part of a declaration.
    fn at_sign(&self, place: usize) -> bool {
        let rest = self.rest(place);
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
                    span.clone(),
                    "a type is nullable once",
                    "one `?` is enough",
                )
                .with_edit("write one `?`", span, "?", Confidence::Certain),
            );
        }
    }

    fn named_type(&mut self, node: Node<'_>) -> Type {
        let span = self.span(&node);
        let mut name = None;
        let mut arguments = Vec::new();
        let mut is_broken = false;
        let mut has_no_part = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::path => name = Some(self.path(&part)),
                Rule::type_args => {
                    let brackets = self.span(&part);
                    is_broken = self.type_arguments(part, &mut arguments);
                    has_no_part = (arguments.is_empty() && !is_broken).then_some(brackets);
                }
                _ => {}
            }
        }
        let Some(name) = name else {
            return broken(span);
        };
        if is_broken || !self.has_parts(&name, &arguments) {
            return broken(span);
        }
        if let Some(brackets) = has_no_part {
            self.syntax_error(
                Diagnostic::new(
                    codes::TYPE_PARTS,
                    brackets.clone(),
                    format!("`<>` after `{}` holds no type", name.text),
                    "is empty",
                )
                .with_edit("leave it out", brackets, "", Confidence::Certain),
            );
        }
        Type {
            kind: TypeKind::Named(name, arguments),
            span,
        }
    }

    /// Whether `list` has one part and `map` has two.
    fn has_parts(&mut self, name: &Name, arguments: &[Type]) -> bool {
        let (parts, what, example) = match name.text.as_str() {
            "list" => (1, "one type", "`list<i64>`"),
            "map" => (2, "two types", "`map<string, i64>`"),
            _ => return true,
        };
        if arguments.len() != parts {
            self.syntax_error(Diagnostic::new(
                codes::TYPE_PARTS,
                name.span.clone(),
                format!("`{}` needs {what} in `<…>`", name.text),
                format!("write {example}"),
            ));
        }
        arguments.len() == parts
    }

    fn type_arguments(&mut self, node: Node<'_>, into: &mut Vec<Type>) -> bool {
        let start = node.as_span().start();
        let mut is_broken = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ => into.push(self.type_part(&part)),
                Rule::missing_angle => {
                    let found = match into.is_empty() {
                        true => self.missing(&part, "a type"),
                        false => {
                            let open = Some(start..start + 1);
                            self.not_closed(&part, open, "type list", Close::ANGLE)
                        }
                    };
                    self.syntax_error(found);
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
                    let open = Some(span.start..span.start + 1);
                    self.syntax_error(self.not_closed(&part, open, "tuple", Close::TUPLE));
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
        if parts.len() > MAX_TUPLE {
            self.report(
                Diagnostic::new(
                    codes::TYPE_PARTS,
                    span.clone(),
                    format!("a tuple has at most {MAX_TUPLE} parts"),
                    format!("has {}", parts.len()),
                )
                .with_help("make it a struct"),
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
