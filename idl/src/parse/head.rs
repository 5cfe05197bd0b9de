//! What all declarations have: a name, braces, and their mistakes.

use super::reader::{Close, Reader};
use super::{Node, Rule, name_of};
use crate::ast::{Item, Name, Span, Type, TypeKind};
use crate::diag::Diagnostic;

/// What the head of a declaration has shown so far.
pub(super) struct Head {
    /// What is declared, such as `struct`.
    kind: &'static str,
    name: Option<Name>,
    brace: Option<Span>,
    /// One mistake per head is enough.
    reported: bool,
    pub(super) has_members: bool,
}

impl Head {
    pub(super) fn new(kind: &'static str) -> Self {
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

    /// Whether this kind of thing is declared.
    pub(super) fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }

    /// The declaration, or its place holder when it has no name.
    pub(super) fn item(self, build: impl FnOnce(Name) -> Item) -> Item {
        self.name.map_or(Item::Broken(Vec::new()), build)
    }
}

const CONST_HELP: &str = "a constant is written `const NAME: type = value`";

/// How an error is written; its name comes with its quotes.
fn code_help(name: &str) -> String {
    let name = name.trim_matches('`');
    format!("an error has a number and a text: `error {name} = 1 \"what went wrong\"`")
}

impl Reader<'_> {
    /// A type in a head, silent when the head was reported already.
    pub(super) fn once(&mut self, part: &Node<'_>, head: &mut Head) -> Type {
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
    pub(super) fn head(&mut self, part: &Node<'_>, head: &mut Head) {
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
        if let Some(found) = self.head_error(part, &head.owner()) {
            head.reported = self.syntax_error(found);
        }
    }

    fn head_error(&self, part: &Node<'_>, owner: &str) -> Option<Diagnostic> {
        Some(match part.as_rule() {
            Rule::missing_name => self.missing(part, &format!("the name of {owner}")),
            Rule::missing_open => self.missing(part, &format!("`{{` after {owner}")),
            Rule::bad_open => self.stray(part, &format!("`{{` after {owner}")),
            Rule::missing_colon => self.missing_sign(part, ":", &format!("after {owner}")),
            Rule::missing_const_type => self
                .missing(part, &format!("`:` and a type after {owner}"))
                .with_help(CONST_HELP),
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
            Rule::missing_value => self.missing(part, &format!("the value of {owner} after `=`")),
            Rule::stray_top => self.stray(part, &format!("the end of {owner}")),
            _ => return None,
        })
    }

    fn missing_close(&mut self, part: &Node<'_>, head: &Head) {
        let was_opened = head.brace.is_some() || head.has_members;
        if was_opened {
            self.syntax_error(self.not_closed(
                part,
                head.brace.clone(),
                &head.owner(),
                Close::BODY,
            ));
        }
    }
}
