//! Declarations.

use super::head::Head;
use super::lead::Lead;
use super::reader::Reader;
use super::{Node, Rule, name_of};
use crate::ast::{Alias, Const, Enum, ErrorItem, Item, Name, Service, Struct, Union};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::suggest;

/// The words that top-level things begin with.
const KEYWORDS: &[&str] = &[
    "const", "enum", "struct", "union", "type", "error", "service", "package", "import",
];

impl Reader<'_> {
    /// Any declaration, or what stands in its place.
    pub(super) fn item(&mut self, node: Node<'_>, lead: Lead) -> Option<Item> {
        match node.as_rule() {
            Rule::const_item => Some(self.const_item(node, lead)),
            Rule::struct_item => Some(self.struct_item(node, lead)),
            Rule::enum_item => Some(self.enum_item(node, lead)),
            Rule::union_item => Some(self.union_item(node, lead)),
            Rule::alias_item => Some(self.alias_item(node, lead)),
            Rule::error_item => Some(self.error_item(node, lead)),
            Rule::service_item => Some(self.service_item(node, lead)),
            Rule::bad_item => Some(self.bad_item(node)),
            _ => None,
        }
    }

    fn const_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("constant");
        let mut item = Const {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.member_span(&node),
            ..Const::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    item.ty = self.once(&part, &mut head)
                }
                Rule::value => item.value = self.value(&part),
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Const(Const { name, ..item }))
    }

    fn struct_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("struct");
        let mut item = Struct {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.span(&node),
            ..Struct::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::struct_member => {
                    head.has_members = true;
                    let field = self.struct_member(part, &head, &mut item.reserved);
                    item.fields.extend(field);
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Struct(Struct { name, ..item }))
    }

    fn enum_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("enum");
        let mut item = Enum {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.span(&node),
            ..Enum::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    item.repr = self.once(&part, &mut head)
                }
                Rule::enum_member => {
                    head.has_members = true;
                    let case = self.enum_member(part, &head, &mut item.reserved);
                    item.cases.extend(case);
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Enum(Enum { name, ..item }))
    }

    fn union_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("union");
        let mut item = Union {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.span(&node),
            ..Union::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::union_member => {
                    head.has_members = true;
                    let case = self.union_member(part, &head, &mut item.reserved);
                    item.cases.extend(case);
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Union(Union { name, ..item }))
    }

    fn alias_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("type alias");
        let mut item = Alias {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.member_span(&node),
            ..Alias::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    item.ty = self.once(&part, &mut head)
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Alias(Alias { name, ..item }))
    }

    fn error_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("error");
        let mut item = ErrorItem {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.member_span(&node),
            ..ErrorItem::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::number => item.code = self.integer_literal(&part),
                Rule::string => item.message = Some(self.text_literal(&part)),
                Rule::struct_member => {
                    head.has_members = true;
                    let field = self.struct_member(part, &head, &mut item.reserved);
                    item.fields.extend(field);
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Error(ErrorItem { name, ..item }))
    }

    fn service_item(&mut self, node: Node<'_>, lead: Lead) -> Item {
        let mut head = Head::new("service");
        let mut item = Service {
            docs: lead.docs(),
            annotations: lead.annotations,
            span: self.span(&node),
            ..Service::default()
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::extends => item.extends = self.extends(part),
                Rule::service_member => {
                    head.has_members = true;
                    let method = self.service_member(part, &head, &mut item.reserved);
                    item.methods.extend(method);
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| Item::Service(Service { name, ..item }))
    }

    fn extends(&mut self, node: Node<'_>) -> Option<Name> {
        let part = node.into_inner().last()?;
        if part.as_rule() == Rule::path {
            return Some(self.path(&part));
        }
        self.syntax_error(self.missing(&part, "the name of a service after `extends`"));
        None
    }

    /// Junk at the top level. The words before its first sign may have been
    /// meant as a name, so they count as declared.
    fn bad_item(&mut self, node: Node<'_>) -> Item {
        let start = node.as_span().start();
        self.syntax_error(self.not_a_declaration(&node));
        let sign = node
            .as_str()
            .find(['{', '=', ':', '('])
            .map_or(usize::MAX, |at| start + at);
        let names = node
            .into_inner()
            .filter(|part| part.as_rule() == Rule::name);
        let before = names.take_while(|name| name.as_span().start() < sign);
        Item::Broken(before.map(|name| name_of(&name)).collect())
    }

    fn not_a_declaration(&self, node: &Node<'_>) -> Diagnostic {
        let mut found = self.stray(node, "a declaration");
        found.code = codes::NOT_A_DECLARATION;
        let word = self.text(found.span.clone());
        if word.starts_with("//!") {
            found.label = "docs of the file belong at its top".to_owned();
            return found.with_help("use `//` for a plain comment");
        }
        found.label = "not a declaration keyword".to_owned();
        let found = found.with_note(
            "declarations start with const, enum, struct, union, type, error or service",
        );
        match suggest::nearest(word, KEYWORDS.iter().copied()) {
            Some(keyword) => {
                let (help, word) = (format!("did you mean `{keyword}`?"), found.span.clone());
                found.with_edit(help, word, keyword, Confidence::Certain)
            }
            None => found,
        }
    }
}
