//! What is between the braces of a declaration.

use super::items::Head;
use super::reader::Reader;
use super::types::broken;
use super::{Node, Rule, join_docs};
use crate::ast::{Case, Field, Method, Name, Span, Type, Value, ValueKind};

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
        self.stray(part, &format!("a {kind} of {}", head.owner()));
        let help = match kind {
            "field" => "a field is written `name: type`",
            "case" => "a case is written `name` or `name = value`",
            _ => "a method is written `name(parameter: type) -> type`",
        };
        if let Some(found) = self.diagnostics.last_mut() {
            found.helps.push(help.to_owned());
        }
    }

    /// A field of a struct, or a parameter.
    fn field(&mut self, node: Node<'_>, mut docs: String, kind: &str) -> Option<Field> {
        let mut span = self.span(&node);
        let mut name: Option<Name> = None;
        let mut ty = broken(span.clone());
        let mut reported = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::doc => {
                    reported = self.parameter_docs(&part);
                    docs.clear();
                }
                Rule::annotation => self.annotation(&part),
                Rule::name => name = Some(self.name(&part)),
                Rule::missing_colon => {
                    reported =
                        self.missing(&part, &format!("`:` after {}", named(kind, name.as_ref())));
                }
                Rule::later_optional => {
                    let span = self.span(&part);
                    self.unsupported(span, &format!("optional {kind}s (`name?:`) are"));
                }
                Rule::later_default => self.default(part),
                Rule::stray_field | Rule::stray_param if !reported => {
                    reported =
                        self.stray(&part, &format!("the end of {}", named(kind, name.as_ref())));
                }
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    let known = self.diagnostics.len();
                    let read = self.type_part(&part);
                    span.end = read.span.end;
                    if !reported {
                        ty = read;
                        reported = self.diagnostics.len() > known;
                    }
                }
                _ => {}
            }
        }
        let name = name?;
        Some(Field {
            name,
            docs,
            ty,
            span,
        })
    }

    fn parameter_docs(&mut self, doc: &Node<'_>) -> bool {
        let span = self.span(doc);
        self.unsupported(span, "docs of single parameters are")
    }

    fn default(&mut self, node: Node<'_>) {
        let span = self.span(&node);
        match node.into_inner().next() {
            Some(value) if value.as_rule() == Rule::value => {
                let span = self.span(&value);
                self.unsupported(span, "default values are");
            }
            _ => {
                self.unsupported(span, "default values are");
            }
        }
    }

    fn case(&mut self, node: Node<'_>, docs: String) -> Option<Case> {
        let mut name: Option<Name> = None;
        let mut value = None;
        let mut reported = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::string | Rule::number => value = Some(self.literal(&part)),
                Rule::missing_value => {
                    let place = self.end_before(part.as_span().start());
                    reported = self.missing(&part, "a string or an integer after `=`");
                    value = Some(broken_value(place..place));
                }
                Rule::stray_case => {
                    let span = self.span(&part);
                    if !reported {
                        self.stray(
                            &part,
                            &format!("the end of {}", named("case", name.as_ref())),
                        );
                    }
                    value = Some(broken_value(span));
                }
                _ => {}
            }
        }
        let name = name?;
        Some(Case { name, docs, value })
    }

    fn method(&mut self, node: Node<'_>, docs: String) -> Option<Method> {
        let mut method: Option<Method> = None;
        let mut paren = None;
        let mut reported = false;
        for part in node.into_inner() {
            if part.as_rule() == Rule::name {
                let name = self.name(&part);
                method = Some(Method {
                    name,
                    docs: docs.clone(),
                    params: Vec::new(),
                    returns: None,
                    throws: Vec::new(),
                });
                continue;
            }
            let Some(method) = &mut method else { continue };
            match part.as_rule() {
                Rule::paren => paren = Some(self.span(&part)),
                Rule::param => {
                    let field = self.field(part, String::new(), "parameter");
                    method.params.extend(field);
                }
                Rule::result => method.returns = Some(self.result(part, &mut reported)),
                Rule::throws => self.throws(part, method),
                _ => self.method_mistake(&part, method, paren.as_ref(), &mut reported),
            }
        }
        method
    }

    fn method_mistake(
        &mut self,
        part: &Node<'_>,
        method: &Method,
        paren: Option<&Span>,
        reported: &mut bool,
    ) {
        let method = named("method", Some(&method.name));
        let known = self.diagnostics.len();
        match part.as_rule() {
            Rule::missing_open_paren | Rule::missing_params => {
                self.missing(part, &format!("`(` after {method}"));
            }
            Rule::missing_paren => {
                let list = method.replacen("method", "parameter list of", 1);
                self.not_closed(part, paren.cloned(), &list, "`,` or `)`");
                if let Some(found) = self.diagnostics.last_mut() {
                    found.helps.push("insert `)`".to_owned());
                }
            }
            Rule::missing_comma => {
                self.missing(part, "`,` between parameters");
            }
            Rule::extra_comma | Rule::bad_param => {
                self.stray(part, &format!("a parameter of {method}"));
            }
            Rule::stray_method if !*reported => {
                self.stray(part, &format!("the end of {method}"));
            }
            _ => {}
        }
        *reported |= self.diagnostics.len() > known;
    }

    fn result(&mut self, node: Node<'_>, reported: &mut bool) -> Type {
        let mut ty = broken(self.span(&node));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::wrong_arrow => {
                    self.stray(&part, "`->` before the result type");
                    if let Some(found) = self.diagnostics.last_mut() {
                        found.helps.push("write `->`".to_owned());
                    }
                }
                Rule::missing_arrow => {
                    self.missing(&part, "`->` before the result type");
                    return ty;
                }
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    let known = self.diagnostics.len();
                    ty = self.type_part(&part);
                    *reported |= self.diagnostics.len() > known;
                }
                _ => {}
            }
        }
        ty
    }

    fn throws(&mut self, node: Node<'_>, method: &mut Method) {
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::path => method.throws.push(self.path(&part)),
                Rule::missing_error => {
                    self.missing(&part, "the name of an error after `throws`");
                }
                _ => {}
            }
        }
    }
}

fn named(kind: &str, name: Option<&Name>) -> String {
    match name {
        Some(name) => format!("{kind} `{}`", name.text),
        None => format!("this {kind}"),
    }
}

fn broken_value(span: Span) -> Value {
    Value {
        kind: ValueKind::Broken,
        span,
    }
}
