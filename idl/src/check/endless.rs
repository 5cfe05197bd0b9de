//! Defaults that need themselves: `struct A { a: A? = {} }` would go on for
//! ever when it is filled in.

use std::collections::{BTreeMap, HashMap};

use super::Report;
use crate::ast::{File, Item, Span};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Literal, Package};

/// How many defaults may be needed by others in one file.
const MAX_NEEDS: usize = 1_000_000;

/// A field with a default: struct and field.
type Node<'p> = (&'p str, &'p str);

/// Reports defaults that need themselves, once for each cycle.
pub(super) fn check(file: &File, package: &Package, report: &mut Report) {
    let mut places: HashMap<Node<'_>, &Span> = HashMap::new();
    for item in &file.items {
        let Item::Struct(item) = item else { continue };
        for field in &item.fields {
            if let Some(value) = &field.default {
                let node = (item.name.text.as_str(), field.name.text.as_str());
                places.entry(node).or_insert(&value.span);
            }
        }
    }
    let mut graph = Graph::new(package);
    for node in graph.find_endless() {
        if let Some(place) = places.get(&node) {
            report.push(endless(node, place));
        }
    }
}

fn endless((owner, field): Node<'_>, place: &Span) -> Diagnostic {
    Diagnostic::new(
        codes::DEFAULT_CYCLE,
        place.clone(),
        format!("default of `{owner}.{field}` needs itself"),
        "never ends when it is filled in",
    )
    .with_help(format!(
        "say what `{field}` is in it, such as `{{{field}: null}}`"
    ))
}

/// Which default has to be filled in for which.
struct Graph<'p> {
    /// Fields whose defaults are made of structs, by struct.
    fields: BTreeMap<&'p str, BTreeMap<&'p str, &'p Literal>>,
    /// How many may still be needed.
    left: usize,
}

impl<'p> Graph<'p> {
    fn new(package: &'p Package) -> Self {
        let structs = package.structs.iter().map(|item| {
            let fields = item.fields.iter().filter_map(|field| {
                let default = field.default.as_ref()?;
                has_struct(default).then_some((field.name.as_str(), default))
            });
            (item.name.as_str(), fields.collect())
        });
        Self {
            fields: structs.collect(),
            left: MAX_NEEDS,
        }
    }

    /// One default of every cycle. A walk with its own stack: a chain may be
    /// longer than the thread's.
    fn find_endless(&mut self) -> Vec<Node<'p>> {
        let mut found = Vec::new();
        let mut is_done: HashMap<Node<'p>, bool> = HashMap::new();
        let starts = self.fields.iter();
        let starts = starts.flat_map(|(owner, fields)| fields.keys().map(|it| (*owner, *it)));
        for start in starts.collect::<Vec<_>>() {
            let mut stack: Vec<(Node<'p>, Vec<Node<'p>>)> = Vec::new();
            let mut next = Some(start);
            loop {
                if let Some(node) = next.take() {
                    match is_done.get(&node) {
                        Some(true) => {}
                        Some(false) => found.push(node),
                        None => {
                            let Some(needs) = self.needs(node) else {
                                // Entangled beyond measure; no contract is.
                                found.push(node);
                                return found;
                            };
                            is_done.insert(node, false);
                            stack.push((node, needs));
                        }
                    }
                }
                let Some((node, needs)) = stack.last_mut() else {
                    break;
                };
                next = needs.pop();
                if next.is_none() {
                    is_done.insert(*node, true);
                    stack.pop();
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The defaults that have to be filled in for this one; `None` when there
    /// are too many.
    fn needs(&mut self, (owner, field): Node<'p>) -> Option<Vec<Node<'p>>> {
        let literal = *self.fields.get(owner)?.get(field)?;
        let mut needs = Vec::new();
        self.left_out(literal, &mut needs);
        self.left = self.left.checked_sub(needs.len())?;
        Some(needs)
    }

    /// The nesting of a literal is bounded by the parser.
    fn left_out(&self, literal: &'p Literal, needs: &mut Vec<Node<'p>>) {
        match literal {
            Literal::List(parts) => parts.iter().for_each(|part| self.left_out(part, needs)),
            Literal::Map(entries) => {
                let values = entries.iter().map(|(_, value)| value);
                values.for_each(|value| self.left_out(value, needs));
            }
            Literal::Union(_, _, Some(held)) => self.left_out(held, needs),
            Literal::Struct(name, given) => {
                for (_, value) in given {
                    self.left_out(value, needs);
                }
                // Imports have no cycles.
                let own = name.package.is_none().then_some(name.name.as_str());
                let Some((owner, fields)) = own.and_then(|own| self.fields.get_key_value(own))
                else {
                    return;
                };
                let is_given = |field: &str| given.iter().any(|(name, _)| name == field);
                let left = fields.keys().filter(|field| !is_given(field));
                needs.extend(left.take(self.left + 1).map(|field| (*owner, *field)));
            }
            _ => {}
        }
    }
}

fn has_struct(literal: &Literal) -> bool {
    match literal {
        Literal::Struct(..) => true,
        Literal::List(parts) => parts.iter().any(has_struct),
        Literal::Map(entries) => entries.iter().any(|(_, value)| has_struct(value)),
        Literal::Union(_, _, held) => held.as_deref().is_some_and(has_struct),
        _ => false,
    }
}
