//! Values: constants, defaults, arguments of annotations, reserved names.

use super::reader::{Close, Reader};
use super::{Node, Rule};
use crate::ast::{Name, Span, Value, ValueKind};

impl Reader<'_> {
    /// A value, or what stands where one ought to be.
    pub(super) fn value(&mut self, node: &Node<'_>) -> Value {
        let span = self.span(node);
        if node.as_rule() == Rule::missing_value {
            self.syntax_error(self.missing(node, "a value after `=`"));
            return broken(span);
        }
        let inner = node.clone().into_inner().next();
        inner.map_or_else(|| broken(span), |inner| self.value_part(inner))
    }

    fn value_part(&mut self, node: Node<'_>) -> Value {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::list_value => self.list_value(node),
            Rule::map_value => self.map_value(node),
            Rule::path => word_value(self.path(&node).text),
            _ => return self.literal(&node),
        };
        Value { kind, span }
    }

    fn list_value(&mut self, node: Node<'_>) -> ValueKind {
        let mut open = None;
        let mut values = Vec::new();
        for part in node.into_inner() {
            let found = match part.as_rule() {
                Rule::bracket => {
                    open = Some(self.span(&part));
                    continue;
                }
                Rule::value => {
                    values.push(self.value(&part));
                    continue;
                }
                Rule::missing_comma => self.missing_sign(&part, ",", "between values"),
                Rule::missing_bracket => {
                    self.not_closed(&part, open.clone(), "list", Close::BRACKET)
                }
                Rule::extra_comma => self.extra_comma(&part, "a value of the list"),
                _ => self.stray(&part, "a value of the list"),
            };
            self.syntax_error(found);
        }
        ValueKind::List(values)
    }

    fn map_value(&mut self, node: Node<'_>) -> ValueKind {
        let mut open = None;
        let mut pairs = Vec::new();
        for part in node.into_inner() {
            let found = match part.as_rule() {
                Rule::brace => {
                    open = Some(self.span(&part));
                    continue;
                }
                Rule::pair => {
                    pairs.extend(self.pair(part));
                    continue;
                }
                Rule::missing_comma => self.missing_sign(&part, ",", "between the values of a map"),
                Rule::missing_brace => self.not_closed(&part, open.clone(), "map", Close::BRACE),
                Rule::extra_comma => self.extra_comma(&part, "a key of the map"),
                _ => self
                    .stray(&part, "a key of the map")
                    .with_help("a map is written `{ key: value }`"),
            };
            self.syntax_error(found);
        }
        ValueKind::Map(pairs)
    }

    fn pair(&mut self, node: Node<'_>) -> Option<(Name, Value)> {
        let mut key: Option<Name> = None;
        let mut value = broken(self.span(&node));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => key = Some(self.name(&part)),
                Rule::string => key = self.text_key(&part),
                Rule::wrong_colon => {
                    self.syntax_error(self.wrong_sign(&part, ":", "after a key"));
                }
                Rule::missing_value => {
                    self.syntax_error(self.missing(&part, "a value after `:`"));
                }
                _ => value = self.value(&part),
            }
        }
        Some((key?, value))
    }

    fn text_key(&mut self, node: &Node<'_>) -> Option<Name> {
        let Value { kind, span } = self.text_literal(node);
        match kind {
            ValueKind::String(text) => Some(Name { text, span }),
            _ => None,
        }
    }

    /// The names and values behind `reserved`.
    pub(super) fn reserved(&mut self, node: Node<'_>) -> Vec<Value> {
        let parts = node.into_inner();
        let parts = parts.filter(|part| part.as_rule() != Rule::kw_reserved);
        parts
            .map(|part| match part.as_rule() {
                Rule::name => {
                    let Name { text, span } = self.name(&part);
                    let kind = ValueKind::Path(text);
                    Value { kind, span }
                }
                Rule::string => self.text_literal(&part),
                _ => self.integer_literal(&part),
            })
            .collect()
    }
}

fn word_value(text: String) -> ValueKind {
    match text.as_str() {
        "null" => ValueKind::Null,
        "true" => ValueKind::Bool(true),
        "false" => ValueKind::Bool(false),
        _ => ValueKind::Path(text),
    }
}

fn broken(span: Span) -> Value {
    Value {
        kind: ValueKind::Broken,
        span,
    }
}
