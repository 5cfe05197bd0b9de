//! Methods of a service.

use super::lead::Lead;
use super::members::named;
use super::reader::{Close, Reader};
use super::types::broken;
use super::{Node, Rule};
use crate::ast::{Method, Name, Span, Type, TypeKind};
use crate::diag::Diagnostic;

/// A method while its parts come in.
#[derive(Default)]
struct Parts {
    name: Option<Name>,
    paren: Option<Span>,
    /// What follows a mistake is not judged for being in its place.
    is_broken: bool,
}

impl Reader<'_> {
    pub(super) fn method(&mut self, node: Node<'_>, lead: Lead) -> Option<Method> {
        let span = self.member_span(&node);
        let mut parts = Parts::default();
        let mut params = Vec::new();
        let mut returns = None;
        let mut throws = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => parts.name = Some(self.name(&part)),
                Rule::paren => parts.paren = Some(self.span(&part)),
                Rule::param => params.extend(self.field(part, Lead::default(), "parameter")),
                Rule::result => returns = Some(self.result(part, &mut parts)),
                Rule::throws => throws = self.throws(part),
                _ => {
                    if let Some(found) = self.method_error(&part, &parts) {
                        parts.is_broken = self.syntax_error(found);
                    }
                }
            }
        }
        Some(Method {
            name: parts.name?,
            docs: lead.docs(),
            annotations: lead.annotations,
            params,
            returns,
            throws,
            span,
        })
    }

    fn method_error(&self, part: &Node<'_>, parts: &Parts) -> Option<Diagnostic> {
        let method = named("method", parts.name.as_ref());
        Some(match part.as_rule() {
            Rule::missing_open_paren | Rule::missing_params => {
                self.missing(part, &format!("`(` after {method}"))
            }
            Rule::missing_paren => {
                let list = named("parameter list of", parts.name.as_ref());
                self.not_closed(part, parts.paren.clone(), &list, Close::PAREN)
            }
            Rule::missing_comma => self.missing_sign(part, ",", "between parameters"),
            Rule::extra_comma => self.extra_comma(part, &format!("a parameter of {method}")),
            Rule::bad_param => self
                .stray(part, &format!("a parameter of {method}"))
                .with_help("a parameter is written `name: type`"),
            Rule::stray_method if !parts.is_broken => self.after_method(part, &method),
            _ => return None,
        })
    }

    /// Only errors may follow, and other languages have other words for them.
    fn after_method(&self, part: &Node<'_>, method: &str) -> Diagnostic {
        let found = self.stray(part, &format!("the end of {method}"));
        match part.as_str().starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => found.with_help("the errors of a method are written `throws Error`"),
            false => found,
        }
    }

    fn result(&mut self, node: Node<'_>, parts: &mut Parts) -> Type {
        let mut ty = broken(self.span(&node));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::wrong_arrow => {
                    let found = self.wrong_sign(&part, "->", "before the result type");
                    self.syntax_error(found);
                }
                Rule::missing_arrow => {
                    let found = self
                        .missing(&part, "`->` before the result type")
                        .with_help(
                            "a method is written `name(parameter: type) -> type throws Error`",
                        );
                    self.syntax_error(found);
                    return ty;
                }
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    ty = self.type_part(&part);
                    parts.is_broken |= ty.kind == TypeKind::Broken;
                }
                _ => {}
            }
        }
        ty
    }

    fn throws(&mut self, node: Node<'_>) -> Vec<Name> {
        let mut names = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::path => names.push(self.path(&part)),
                Rule::extra_throws => {
                    self.syntax_error(self.stray(&part, "the name of an error after `throws`"));
                }
                Rule::missing_error => {
                    self.syntax_error(self.missing(&part, "the name of an error after `throws`"));
                }
                _ => {}
            }
        }
        names
    }
}
