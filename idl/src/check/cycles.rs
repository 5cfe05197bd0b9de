//! Every struct must end: it may contain itself through a list, a map or a
//! nullable type only.

use std::collections::{HashMap, HashSet};

use super::Report;
use super::names::Names;
use crate::ast::{self, Item};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::Type;

/// How many steps of a cycle are shown.
const MAX_STEPS: usize = 10;

/// Which struct holds which by value.
#[derive(Default)]
pub(super) struct Edges<'a> {
    /// Owners in the order of the file.
    owners: Vec<&'a str>,
    of: HashMap<&'a str, Vec<Edge<'a>>>,
}

/// A field that holds a struct by value.
#[derive(Clone, Copy)]
struct Edge<'a> {
    field: &'a ast::Field,
    owner: &'a str,
    target: &'a str,
}

impl<'a> Edges<'a> {
    /// Notes what a field of this type holds.
    pub(super) fn add(
        &mut self,
        owner: &'a str,
        field: &'a ast::Field,
        ty: &Type,
        names: &Names<'a>,
    ) {
        match ty {
            Type::Tuple(parts) => {
                for part in parts {
                    self.add(owner, field, part, names);
                }
            }
            // Imports have no cycles, so that no cycle leaves the package.
            Type::Struct(name) if name.package.is_none() => {
                if let Some(Item::Struct(target)) = names.item(&name.name) {
                    self.owners.push(owner);
                    self.of.entry(owner).or_default().push(Edge {
                        field,
                        owner,
                        target: &target.name.text,
                    });
                }
            }
            _ => {}
        }
    }

    /// Reports every struct that contains itself.
    pub(super) fn check(&self, report: &mut Report) {
        let mut search = Search {
            edges: self,
            state: HashMap::new(),
            reported: HashSet::new(),
        };
        for owner in &self.owners {
            search.from(owner, report);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    OnPath,
    Done,
}

/// A depth-first walk with its own stack: a chain of structs may be longer
/// than the thread's stack.
struct Search<'e, 'a> {
    edges: &'e Edges<'a>,
    state: HashMap<&'a str, State>,
    reported: HashSet<&'a str>,
}

impl<'a> Search<'_, 'a> {
    fn from(&mut self, start: &'a str, report: &mut Report) {
        if self.state.contains_key(start) {
            return;
        }
        self.state.insert(start, State::OnPath);
        // Each entry: a struct, how many of its edges are done, how it was reached.
        let mut stack: Vec<(&'a str, usize, Option<Edge<'a>>)> = vec![(start, 0, None)];
        while let Some((name, done, _)) = stack.last_mut() {
            if report.is_full() {
                return;
            }
            let edge = self
                .edges
                .of
                .get(name)
                .and_then(|edges| edges.get(*done))
                .copied();
            *done += 1;
            match edge {
                None => {
                    self.state.insert(name, State::Done);
                    stack.pop();
                }
                Some(edge) => match self.state.get(edge.target) {
                    Some(State::Done) => {}
                    Some(State::OnPath) if self.reported.contains(edge.target) => {}
                    Some(State::OnPath) => {
                        let path: Vec<Edge<'a>> =
                            stack.iter().filter_map(|(.., edge)| *edge).collect();
                        self.cycle(edge, &path, report);
                    }
                    None => {
                        self.state.insert(edge.target, State::OnPath);
                        stack.push((edge.target, 0, Some(edge)));
                    }
                },
            }
        }
    }

    /// One error for a cycle, and none for others through the same structs.
    fn cycle(&mut self, closing: Edge<'a>, path: &[Edge<'a>], report: &mut Report) {
        let begin = path
            .iter()
            .position(|edge| edge.owner == closing.target)
            .unwrap_or(path.len());
        let steps = path.get(begin..).unwrap_or_default();
        self.reported.insert(closing.target);
        self.reported.extend(steps.iter().map(|edge| edge.target));
        let name = closing.target;
        let mut diagnostic = Diagnostic::new(
            codes::INFINITE_STRUCT,
            closing.field.ty.span.clone(),
            format!("struct `{name}` contains itself without a way to end"),
            "this field closes the cycle",
        );
        for step in steps.iter().take(MAX_STEPS) {
            let text = format!("{} contains {}", step.owner, step.target);
            diagnostic = diagnostic.with_secondary(step.field.span.clone(), text);
        }
        let field = &closing.field.name.text;
        let end = closing.field.ty.span.end;
        report.push(diagnostic.with_edit(
            format!("make one field nullable, e.g. `{field}: {name}?`, or use a list"),
            end..end,
            "?",
            Confidence::Maybe,
        ));
    }
}
