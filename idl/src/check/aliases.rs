//! Type aliases: replaced everywhere, so none may stand for itself.

use std::collections::{HashMap, HashSet, VecDeque};

use super::annotations::{self, Position};
use super::names::Names;
use super::{Report, fields};
use crate::ast::{self, Alias, File, Item, Name, TypeKind};
use crate::codes;
use crate::diag::Diagnostic;

/// How many steps of a cycle are shown.
const MAX_STEPS: usize = 10;

impl<'a> Names<'a> {
    /// Finds what every alias stands for, those without aliases in them
    /// first, so that a chain of any length needs no recursion.
    pub(super) fn resolve_aliases(&mut self, file: &'a File, report: &mut Report) {
        let aliases: Vec<&Alias> = file.items.iter().filter_map(as_alias).collect();
        let graph = Graph::new(self, &aliases);
        for alias in graph.order(&aliases) {
            let said = annotations::read(&alias.annotations, Position::Alias, report);
            let resolved = self.resolve(&alias.ty, report);
            let resolved = resolved.map(|ty| fields::formatted(ty, &said, report));
            self.aliases.insert(&alias.name.text, resolved);
        }
        graph.report_cycles(&aliases, &self.aliases, report);
    }
}

fn as_alias(item: &Item) -> Option<&Alias> {
    match item {
        Item::Alias(alias) => Some(alias),
        _ => None,
    }
}

/// Which alias mentions which.
struct Graph<'a> {
    mentions: HashMap<&'a str, Vec<&'a Name>>,
}

impl<'a> Graph<'a> {
    fn new(names: &Names<'a>, aliases: &[&'a Alias]) -> Self {
        let mentions = aliases.iter().map(|alias| {
            let mut found = Vec::new();
            mentioned(&alias.ty, &mut found);
            found.retain(|name| matches!(names.item(&name.text), Some(Item::Alias(_))));
            (alias.name.text.as_str(), found)
        });
        Self {
            mentions: mentions.collect(),
        }
    }

    fn of(&self, alias: &str) -> &[&'a Name] {
        self.mentions.get(alias).map_or(&[], Vec::as_slice)
    }

    /// The aliases that lead to no cycle, each after all it mentions.
    fn order(&self, aliases: &[&'a Alias]) -> Vec<&'a Alias> {
        let by_name: HashMap<&str, &Alias> = aliases
            .iter()
            .map(|alias| (alias.name.text.as_str(), *alias))
            .collect();
        let mut waiting: HashMap<&str, usize> = HashMap::new();
        let mut mentioned_by: HashMap<&str, Vec<&str>> = HashMap::new();
        for name in by_name.keys() {
            waiting.insert(name, self.of(name).len());
            for other in self.of(name) {
                mentioned_by.entry(&other.text).or_default().push(name);
            }
        }
        let mut ready: VecDeque<&Alias> = aliases
            .iter()
            .copied()
            .filter(|alias| {
                waiting
                    .remove_entry(alias.name.text.as_str())
                    .is_some_and(|(name, count)| {
                        if count > 0 {
                            waiting.insert(name, count);
                        }
                        count == 0
                    })
            })
            .collect();
        let mut order = Vec::new();
        while let Some(alias) = ready.pop_front() {
            order.push(alias);
            for name in mentioned_by
                .remove(alias.name.text.as_str())
                .unwrap_or_default()
            {
                let Some(count) = waiting.get_mut(name) else {
                    continue;
                };
                *count -= 1;
                if *count == 0 {
                    waiting.remove(name);
                    ready.extend(by_name.get(name));
                }
            }
        }
        order
    }

    /// Whatever has no order is on a cycle or leads to one; each cycle is
    /// reported once, by walking until a name comes again.
    fn report_cycles<T>(
        &self,
        aliases: &[&'a Alias],
        resolved: &HashMap<&str, T>,
        report: &mut Report,
    ) {
        let mut visited: HashSet<&str> = HashSet::new();
        for alias in aliases {
            let mut path: Vec<(&str, Option<&Name>)> = Vec::new();
            let mut current = alias.name.text.as_str();
            let mut through = None;
            while !resolved.contains_key(current) && visited.insert(current) {
                path.push((current, through));
                let next = self
                    .of(current)
                    .iter()
                    .find(|name| !resolved.contains_key(name.text.as_str()));
                let Some(next) = next else { break };
                through = Some(*next);
                current = &next.text;
            }
            if let (Some(start), Some(closing)) =
                (path.iter().position(|(name, _)| *name == current), through)
            {
                report.push(cycle(current, closing, path.iter().skip(start + 1)));
            }
        }
    }
}

fn cycle<'p, 'n: 'p>(
    name: &str,
    closing: &Name,
    steps: impl Iterator<Item = &'p (&'n str, Option<&'n Name>)>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        codes::ALIAS_CYCLE,
        closing.span.clone(),
        format!("type alias `{name}` stands for itself"),
        "closes the cycle",
    );
    steps
        .filter_map(|(_, through)| *through)
        .take(MAX_STEPS)
        .fold(diagnostic, |diagnostic, through| {
            diagnostic.with_secondary(
                through.span.clone(),
                format!("goes on with `{}`", through.text),
            )
        })
        .with_help("make one of them a struct")
}

/// All names in a type; the parser bounds its nesting.
fn mentioned<'a>(ty: &'a ast::Type, into: &mut Vec<&'a Name>) {
    match &ty.kind {
        TypeKind::Named(name, arguments) => {
            into.push(name);
            arguments
                .iter()
                .for_each(|argument| mentioned(argument, into));
        }
        TypeKind::Tuple(parts) => parts.iter().for_each(|part| mentioned(part, into)),
        TypeKind::Nullable(inner) => mentioned(inner, into),
        TypeKind::Broken => {}
    }
}
