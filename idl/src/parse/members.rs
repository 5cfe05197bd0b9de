//! What is between the braces of a declaration, and the members of structs
//! and enums.

use super::items::Head;
use super::reader::Reader;
use super::types::broken;
use super::{Node, Rule, join_docs};
use crate::ast::{Case, Field, Method, Name, TypeKind, Value, ValueKind};

impl Reader<'_> {
    pub(super) fn struct_member(&mut self, member: Node<'_>, head: &Head) -> Option<Field> {
        let (docs, part) = self.member(member, head, "field")?;
        match part.as_rule() {
            Rule::field => self.field(part, docs, "field"),
            _ => None,
        }
    }

    pub(super) fn enum_member(&mut self, member: Node<'_>, head: &Head) -> Option<Case> {
        let (docs, part) = self.member(member, head, "case")?;
        match part.as_rule() {
            Rule::case => self.case(part, docs),
            _ => None,
        }
    }

    pub(super) fn service_member(&mut self, member: Node<'_>, head: &Head) -> Option<Method> {
        let (docs, part) = self.member(member, head, "method")?;
        match part.as_rule() {
            Rule::method => self.method(part, docs),
            _ => None,
        }
    }

    /// The docs of a member and what follows them; mistakes are reported.
    fn member<'n>(
        &mut self,
        member: Node<'n>,
        head: &Head,
        kind: &str,
    ) -> Option<(String, Node<'n>)> {
        let mut docs = Vec::new();
        for part in member.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::doc => docs.push(part),
                Rule::annotation => self.annotation(&part),
                Rule::later_reserved => {
                    self.unsupported(
                        span.start..span.start + "reserved".len(),
                        "reserved names are",
                    );
                }
                Rule::bad_field | Rule::bad_case | Rule::bad_method => {
                    self.bad_member(&part, head, kind)
                }
                Rule::missing_member => {
                    if let Some(doc) = docs.first() {
                        let span = self.span(doc);
                        self.dangling_docs(span, kind);
                    }
                }
                _ => return Some((join_docs(&docs), part)),
            }
        }
        None
    }

    fn bad_member(&mut self, part: &Node<'_>, head: &Head, kind: &str) {
        let help = match kind {
            "field" => "a field is written `name: type`",
            "case" => "a case is written `name` or `name = value`",
            _ => "a method is written `name(parameter: type) -> type`",
        };
        let found = self.stray(part, &format!("a {kind} of {}", head.owner()));
        self.syntax_error(found.with_help(help));
    }

    /// A field of a struct, or a parameter.
    pub(super) fn field(&mut self, node: Node<'_>, docs: String, kind: &str) -> Option<Field> {
        let mut span = self.span(&node);
        let mut name: Option<Name> = None;
        let mut ty = broken(span.clone());
        let mut is_broken = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::missing_colon => {
                    let what = format!("`:` after {}", named(kind, name.as_ref()));
                    let help = format!("a {kind} is written `name: type`");
                    is_broken = self.syntax_error(self.missing(&part, &what).with_help(help));
                }
                Rule::stray_field | Rule::stray_param if !is_broken => {
                    let what = format!("the end of {}", named(kind, name.as_ref()));
                    is_broken = self.syntax_error(self.stray(&part, &what));
                }
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    let read = self.type_part(&part);
                    span.end = read.span.end;
                    if !is_broken {
                        is_broken = read.kind == TypeKind::Broken;
                        ty = read;
                    }
                }
                _ => self.later_part(part, kind),
            }
        }
        let name = name?;
        Some(Field {
            name,
            docs,
            ty,
            span,
            ..Default::default()
        })
    }

    /// What a field or parameter may have in the full language.
    fn later_part(&mut self, part: Node<'_>, kind: &str) {
        let span = self.span(&part);
        match part.as_rule() {
            Rule::annotation => self.annotation(&part),
            Rule::doc => self.unsupported(span, "docs of single parameters are"),
            Rule::later_optional => {
                self.unsupported(span, &format!("optional {kind}s (`name?:`) are"))
            }
            Rule::later_default => {
                let value = part
                    .into_inner()
                    .find(|inner| inner.as_rule() == Rule::value);
                let span = value.map_or(span, |value| self.span(&value));
                self.unsupported(span, "default values are");
            }
            _ => {}
        }
    }

    fn case(&mut self, node: Node<'_>, docs: String) -> Option<Case> {
        let mut name: Option<Name> = None;
        let mut value = None;
        for part in node.into_inner() {
            let found = match part.as_rule() {
                Rule::name => {
                    name = Some(self.name(&part));
                    continue;
                }
                Rule::string | Rule::number => {
                    value = Some(self.literal(&part));
                    continue;
                }
                Rule::bad_value => self.stray(&part, "a string or an integer"),
                Rule::missing_value => self.missing(&part, "a string or an integer after `=`"),
                Rule::stray_case => {
                    let what = format!("the end of {}", named("case", name.as_ref()));
                    self.stray(&part, &what)
                }
                _ => continue,
            };
            value = Some(Value {
                kind: ValueKind::Broken,
                span: found.span.clone(),
            });
            self.syntax_error(found);
        }
        let name = name?;
        Some(Case {
            name,
            docs,
            value,
            ..Default::default()
        })
    }
}

/// ``field `name` ``, for messages.
pub(super) fn named(kind: &str, name: Option<&Name>) -> String {
    match name {
        Some(name) => format!("{kind} `{}`", name.text),
        None => format!("this {kind}"),
    }
}
