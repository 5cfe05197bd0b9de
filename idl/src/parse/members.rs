//! What is between the braces of a declaration, and the members of structs,
//! errors, enums and unions.

use super::head::Head;
use super::lead::Lead;
use super::reader::Reader;
use super::types::broken;
use super::{Node, Rule};
use crate::ast::{Case, Field, Method, Name, Type, TypeKind, UnionCase, Value, ValueKind};

impl Reader<'_> {
    pub(super) fn struct_member(
        &mut self,
        member: Node<'_>,
        head: &Head,
        reserved: &mut Vec<Value>,
    ) -> Option<Field> {
        let (lead, part) = self.member(member, head, "field", reserved)?;
        match part.as_rule() {
            Rule::field => self.field(part, lead, "field"),
            _ => None,
        }
    }

    pub(super) fn enum_member(
        &mut self,
        member: Node<'_>,
        head: &Head,
        reserved: &mut Vec<Value>,
    ) -> Option<Case> {
        let (lead, part) = self.member(member, head, "case", reserved)?;
        match part.as_rule() {
            Rule::case => self.case(part, lead),
            _ => None,
        }
    }

    pub(super) fn union_member(
        &mut self,
        member: Node<'_>,
        head: &Head,
        reserved: &mut Vec<Value>,
    ) -> Option<UnionCase> {
        let (lead, part) = self.member(member, head, "case", reserved)?;
        match part.as_rule() {
            Rule::union_case => self.union_case(part, lead),
            _ => None,
        }
    }

    pub(super) fn service_member(
        &mut self,
        member: Node<'_>,
        head: &Head,
        reserved: &mut Vec<Value>,
    ) -> Option<Method> {
        let (lead, part) = self.member(member, head, "method", reserved)?;
        match part.as_rule() {
            Rule::method => self.method(part, lead),
            _ => None,
        }
    }

    /// What stands before a member, and the member; mistakes are reported.
    fn member<'n>(
        &mut self,
        member: Node<'n>,
        head: &Head,
        kind: &str,
        reserved: &mut Vec<Value>,
    ) -> Option<(Lead, Node<'n>)> {
        let mut lead = Lead::default();
        for part in member.into_inner() {
            if self.lead(&part, &mut lead) {
                continue;
            }
            match part.as_rule() {
                Rule::reserved => {
                    self.no_lead(&lead, kind);
                    reserved.extend(self.reserved(part));
                }
                Rule::bad_field | Rule::bad_case | Rule::bad_union_case | Rule::bad_method => {
                    self.bad_member(&part, head, kind)
                }
                Rule::bare_annotation => self.bare_annotation(part),
                Rule::missing_member => self.no_lead(&lead, kind),
                _ => return Some((lead, part)),
            }
        }
        None
    }

    fn bad_member(&mut self, part: &Node<'_>, head: &Head, kind: &str) {
        let help = match kind {
            "field" => "a field is written `name: type`",
            "case" if head.is("union") => "a case is written `name: type` or `name`",
            "case" => "a case is written `name` or `name = value`",
            _ => "a method is written `name(parameter: type) -> type`",
        };
        let found = self.stray(part, &format!("a {kind} of {}", head.owner()));
        self.syntax_error(found.with_help(help));
    }

    /// A field of a struct or of an error, or a parameter.
    pub(super) fn field(&mut self, node: Node<'_>, mut lead: Lead, kind: &str) -> Option<Field> {
        let mut span = self.member_span(&node);
        let mut name: Option<Name> = None;
        let mut optional = None;
        let mut ty = broken(span.clone());
        let mut default = None;
        let mut is_broken = false;
        for part in node.into_inner() {
            if self.lead(&part, &mut lead) {
                continue;
            }
            match part.as_rule() {
                Rule::name => {
                    let read = self.name(&part);
                    span.start = read.span.start;
                    name = Some(read);
                }
                Rule::optional => optional = Some(self.span(&part)),
                Rule::missing_colon => {
                    let place = format!("after {}", named(kind, name.as_ref()));
                    let help = format!("a {kind} is written `name: type`");
                    is_broken =
                        self.syntax_error(self.missing_sign(&part, ":", &place).with_help(help));
                }
                Rule::stray_field | Rule::stray_param if !is_broken => {
                    let what = format!("the end of {}", named(kind, name.as_ref()));
                    is_broken = self.syntax_error(self.stray(&part, &what));
                }
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    let read = self.type_part(&part);
                    if !is_broken {
                        is_broken = read.kind == TypeKind::Broken;
                        ty = read;
                    }
                }
                Rule::value | Rule::missing_value => default = Some(self.value(&part)),
                _ => {}
            }
        }
        Some(Field {
            name: name?,
            docs: lead.docs(),
            annotations: lead.annotations,
            optional,
            ty,
            default,
            span,
        })
    }

    fn case(&mut self, node: Node<'_>, lead: Lead) -> Option<Case> {
        let span = self.member_span(&node);
        let mut name: Option<Name> = None;
        let mut value = None;
        for part in node.into_inner() {
            let found = match part.as_rule() {
                Rule::name => {
                    name = Some(self.name(&part));
                    continue;
                }
                Rule::string | Rule::number => {
                    value = Some(self.integer_literal(&part));
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
        Some(Case {
            name: name?,
            docs: lead.docs(),
            annotations: lead.annotations,
            value,
            span,
        })
    }

    fn union_case(&mut self, node: Node<'_>, lead: Lead) -> Option<UnionCase> {
        let span = self.member_span(&node);
        let mut name: Option<Name> = None;
        let mut ty: Option<Type> = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    ty = Some(self.type_part(&part));
                }
                Rule::stray_union_case => {
                    let what = format!("the end of {}", named("case", name.as_ref()));
                    let found = self.stray(&part, &what);
                    ty = Some(broken(found.span.clone()));
                    self.syntax_error(found);
                }
                _ => {}
            }
        }
        Some(UnionCase {
            name: name?,
            docs: lead.docs(),
            annotations: lead.annotations,
            ty,
            span,
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
