//! Declarations: their heads, and what is wrong with them.

use super::reader::Reader;
use super::{Node, Rule, name_of};
use crate::ast::{
    Alias, Enum, ErrorItem, Item, Name, Service, Span, Struct, Type, TypeKind, Value, ValueKind,
};
use crate::codes;
use crate::diag::Diagnostic;
use crate::suggest;

/// The words that begin declarations which are served.
const KEYWORDS: &[&str] = &["struct", "enum", "type", "error", "service", "package"];

/// What the head of a declaration has shown so far.
pub(super) struct Head {
    /// What is declared, such as `struct`.
    kind: &'static str,
    name: Option<Name>,
    brace: Option<Span>,
    /// One mistake per head is enough.
    reported: bool,
    has_members: bool,
}

impl Head {
    fn new(kind: &'static str) -> Self {
        Self {
            kind,
            name: None,
            brace: None,
            reported: false,
            has_members: false,
        }
    }

    /// ``struct `Name` ``, for messages.
    pub(super) fn owner(&self) -> String {
        match &self.name {
            Some(name) => format!("{} `{}`", self.kind, name.text),
            None => format!("this {}", self.kind),
        }
    }

    /// The declaration, or its place holder when it has no name.
    fn item(self, build: impl FnOnce(Name) -> Item) -> Item {
        self.name.map_or(Item::Broken(Vec::new()), build)
    }
}

/// How an error is written; its name comes with its quotes.
fn code_help(name: &str) -> String {
    let name = name.trim_matches('`');
    format!("an error has a number and a text: `error {name} = 1 \"what went wrong\"`")
}

impl Reader<'_> {
    /// Any declaration, or what stands in its place.
    pub(super) fn item(&mut self, node: Node<'_>, docs: String) -> Option<Item> {
        match node.as_rule() {
            Rule::struct_item => Some(self.struct_item(node, docs)),
            Rule::enum_item => Some(self.enum_item(node, docs)),
            Rule::alias_item => Some(self.alias_item(node)),
            Rule::error_item => Some(self.error_item(node, docs)),
            Rule::service_item => Some(self.service_item(node, docs)),
            Rule::later_import => Some(self.later_item(node, "imports are", "import")),
            Rule::later_const => Some(self.later_item(node, "constants are", "const")),
            Rule::later_union => Some(self.later_item(node, "unions are", "union")),
            Rule::bad_item => Some(self.bad_item(node)),
            _ => None,
        }
    }

    fn struct_item(&mut self, node: Node<'_>, docs: String) -> Item {
        let mut head = Head::new("struct");
        let mut fields = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::struct_member => {
                    head.has_members = true;
                    fields.extend(self.struct_member(part, &head));
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| {
            Item::Struct(Struct {
                name,
                docs,
                fields,
                ..Default::default()
            })
        })
    }

    fn enum_item(&mut self, node: Node<'_>, docs: String) -> Item {
        let mut head = Head::new("enum");
        let mut repr = super::types::broken(0..0);
        let mut cases = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    repr = self.once(&part, &mut head)
                }
                Rule::enum_member => {
                    head.has_members = true;
                    cases.extend(self.enum_member(part, &head));
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| {
            Item::Enum(Enum {
                name,
                docs,
                repr,
                cases,
                ..Default::default()
            })
        })
    }

    fn alias_item(&mut self, node: Node<'_>) -> Item {
        let mut head = Head::new("type alias");
        let mut ty = super::types::broken(0..0);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_ | Rule::inline_block | Rule::missing_type => {
                    ty = self.once(&part, &mut head)
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| {
            Item::Alias(Alias {
                name,
                ty,
                ..Default::default()
            })
        })
    }

    fn error_item(&mut self, node: Node<'_>, docs: String) -> Item {
        let mut head = Head::new("error");
        let mut message = None;
        let mut code = Value {
            kind: ValueKind::Broken,
            span: 0..0,
        };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::number => code = self.literal(&part),
                Rule::string => message = Some(self.literal(&part)),
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| {
            Item::Error(ErrorItem {
                name,
                docs,
                code,
                message,
                ..Default::default()
            })
        })
    }

    fn service_item(&mut self, node: Node<'_>, docs: String) -> Item {
        let mut head = Head::new("service");
        let mut methods = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::service_member => {
                    head.has_members = true;
                    methods.extend(self.service_member(part, &head));
                }
                _ => self.head(&part, &mut head),
            }
        }
        head.item(|name| {
            Item::Service(Service {
                name,
                docs,
                methods,
                ..Default::default()
            })
        })
    }

    /// A type in a head, silent when the head was reported already.
    fn once(&mut self, part: &Node<'_>, head: &mut Head) -> Type {
        let known = self.diagnostics.len();
        let ty = self.type_part(part);
        if head.reported {
            self.diagnostics.truncate(known);
            return super::types::broken(ty.span);
        }
        head.reported = ty.kind == TypeKind::Broken;
        ty
    }

    /// The parts that all heads share, and their mistakes.
    fn head(&mut self, part: &Node<'_>, head: &mut Head) {
        match part.as_rule() {
            Rule::name => head.name = Some(self.name(part)),
            Rule::brace => head.brace = Some(self.span(part)),
            Rule::missing_close => self.missing_close(part, head),
            Rule::extra_open => {
                self.syntax_error(self.stray(part, &format!("a member of {}", head.owner())));
            }
            Rule::bad_open => {
                let inner = part.clone().into_inner();
                let (names, brace): (Vec<_>, Vec<_>) =
                    inner.partition(|inner| inner.as_rule() == Rule::name);
                head.brace = brace.last().map(|brace| self.span(brace));
                self.undeclared.extend(names.iter().map(name_of));
                self.head_mistake(part, head);
            }
            _ => self.head_mistake(part, head),
        }
    }

    fn head_mistake(&mut self, part: &Node<'_>, head: &mut Head) {
        if part.as_rule() == Rule::stray_top {
            let names = part
                .clone()
                .into_inner()
                .filter(|inner| inner.as_rule() == Rule::name);
            self.undeclared.extend(names.map(|name| name_of(&name)));
        }
        if head.reported {
            return;
        }
        let span = self.span(part);
        match part.as_rule() {
            Rule::later_extends => self.unsupported(span, "services that extend another are"),
            Rule::later_data => {
                self.unsupported(span.start..span.start + 1, "errors with data are")
            }
            _ => {
                if let Some(found) = self.head_error(part, &head.owner()) {
                    head.reported = self.syntax_error(found);
                }
            }
        }
    }

    fn head_error(&self, part: &Node<'_>, owner: &str) -> Option<Diagnostic> {
        Some(match part.as_rule() {
            Rule::missing_name => self.missing(part, &format!("the name of {owner}")),
            Rule::missing_open => self.missing(part, &format!("`{{` after {owner}")),
            Rule::bad_open => self.stray(part, &format!("`{{` after {owner}")),
            Rule::missing_colon => self.missing(part, &format!("`:` after {owner}")),
            Rule::bad_repr => self.stray(part, &format!("`:` after {owner}")),
            Rule::missing_repr => self
                .missing(
                    part,
                    &format!("`: string` or an integer type after {owner}"),
                )
                .with_help(format!(
                    "write `enum {}: string {{`, or `: i32` for numbers",
                    owner.trim_start_matches("enum ").trim_matches('`')
                )),
            Rule::missing_equals => {
                let found = self.missing(part, &format!("`=` after {owner}"));
                match owner.strip_prefix("error ") {
                    Some(name) => found.with_help(code_help(name)),
                    None => found,
                }
            }
            Rule::missing_code => self
                .missing(part, &format!("the code of {owner}, an integer"))
                .with_help(code_help(owner.strip_prefix("error ").unwrap_or("`Name`"))),
            Rule::stray_top => self.stray(part, &format!("the end of {owner}")),
            _ => return None,
        })
    }

    fn missing_close(&mut self, part: &Node<'_>, head: &Head) {
        let was_opened = head.brace.is_some() || head.has_members;
        if was_opened {
            self.syntax_error(self.not_closed(part, head.brace.clone(), &head.owner(), "`}`"));
        }
    }

    fn later_item(&mut self, node: Node<'_>, what: &str, keyword: &str) -> Item {
        let start = node.as_span().start();
        self.unsupported(start..start + keyword.len(), what);
        let names = node
            .into_inner()
            .filter(|part| part.as_rule() == Rule::name);
        Item::Broken(names.map(|name| name_of(&name)).collect())
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
        let found = found.with_note("declarations start with struct, enum, type, error or service");
        match suggest::nearest(word, KEYWORDS.iter().copied()) {
            Some(keyword) => found.with_help(format!("did you mean `{keyword}`?")),
            None => found,
        }
    }
}
