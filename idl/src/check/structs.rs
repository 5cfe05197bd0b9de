//! Structs: their fields, and that each of them ends.

use std::collections::{HashMap, HashSet};

use super::names::{Names, check_name};
use super::{Report, check_duplicates};
use crate::ast::{self, File, Item};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Docs, Field, Package, Struct, Type};

/// The struct, or `None` when a field of it is wrong.
pub(super) fn check(
    item: &ast::Struct,
    names: &mut Names<'_>,
    report: &mut Report,
) -> Option<Struct> {
    let owner = format!("struct `{}`", item.name.text);
    check_duplicates(
        item.fields.iter().map(|field| &field.name),
        "field",
        &owner,
        report,
    );
    let fields: Vec<Field> = item
        .fields
        .iter()
        .filter_map(|field| {
            check_name(&field.name, report);
            Some(Field {
                name: field.name.text.clone(),
                docs: Docs(field.docs.clone()),
                ty: names.resolve(&field.ty, report)?,
            })
        })
        .collect();
    Some(Struct {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        fields,
    })
}

/// Reports every struct that contains itself other than through a list, a map
/// or a nullable type.
pub(super) fn check_cycles(file: &File, package: &Package, report: &mut Report) {
    let written: HashMap<&str, &ast::Struct> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Struct(item) => Some((item.name.text.as_str(), item)),
            _ => None,
        })
        .collect();
    let mut search = Search {
        edges: edges(&written, package),
        state: HashMap::new(),
        reported: HashSet::new(),
    };
    for item in &package.structs {
        search.from(&item.name, report);
    }
}

/// How many steps of a cycle are shown.
const MAX_STEPS: usize = 10;

/// A field that holds a struct by value.
#[derive(Clone, Copy)]
struct Edge<'a> {
    field: &'a ast::Field,
    owner: &'a str,
    target: &'a str,
}

type Edges<'a> = HashMap<&'a str, Vec<Edge<'a>>>;

fn edges<'a>(written: &HashMap<&'a str, &'a ast::Struct>, package: &'a Package) -> Edges<'a> {
    let mut edges = Edges::new();
    for item in &package.structs {
        let Some(source) = written.get(item.name.as_str()) else {
            continue;
        };
        let fields: HashMap<&str, &ast::Field> = source
            .fields
            .iter()
            .map(|field| (field.name.text.as_str(), field))
            .collect();
        for field in &item.fields {
            let mut targets = Vec::new();
            held_by_value(&field.ty, &mut targets);
            let Some(place) = fields.get(field.name.as_str()) else {
                continue;
            };
            let held = targets.into_iter().map(|target| Edge {
                field: place,
                owner: &item.name,
                target,
            });
            edges.entry(&item.name).or_default().extend(held);
        }
    }
    edges
}

fn held_by_value<'a>(ty: &'a Type, into: &mut Vec<&'a str>) {
    match ty {
        Type::Struct(name) => into.push(name),
        Type::Tuple(parts) => parts.iter().for_each(|part| held_by_value(part, into)),
        _ => {}
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    OnPath,
    Done,
}

/// A depth-first walk with its own stack: a chain of structs may be longer
/// than the thread's stack.
struct Search<'a> {
    edges: Edges<'a>,
    state: HashMap<&'a str, State>,
    reported: HashSet<&'a str>,
}

impl<'a> Search<'a> {
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
        report.push(diagnostic.with_help(format!(
            "make one field nullable, e.g. `{field}: {name}?`, or use a list"
        )));
    }
}
