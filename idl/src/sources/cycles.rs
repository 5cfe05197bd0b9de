//! The order of files, and imports that go round in a circle.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use super::reading::Reading;
use crate::ast::Import;
use crate::codes;
use crate::diag::{Diagnostic, FileId};

impl Reading<'_> {
    /// All files, each behind what it imports. Circles are reported and cut,
    /// so that the names which come through them count as reported.
    pub(super) fn order(&mut self) -> Vec<usize> {
        let order = self.sorted();
        if order.len() == self.units.len() {
            return order;
        }
        let ordered: HashSet<usize> = order.into_iter().collect();
        let mut left: Vec<usize> = (0..self.units.len())
            .filter(|at| !ordered.contains(at))
            .collect();
        // By path, so that the sentence is the same whichever file came first.
        left.sort_by(|a, b| self.path(*a).cmp(self.path(*b)));
        for at in left {
            if let Some(cycle) = self.cycle_through(at) {
                let diagnostic = self.cycle(&cycle);
                self.refuse(at, diagnostic);
                self.cut(at);
            }
        }
        self.sorted()
    }

    fn targets(&self, at: usize) -> impl Iterator<Item = usize> {
        let links = self.units.get(at).map(|unit| unit.links.as_slice());
        links.unwrap_or_default().iter().flatten().copied()
    }

    /// The files that lead to no circle, each behind all that it imports.
    fn sorted(&self) -> Vec<usize> {
        let mut waiting: Vec<usize> = Vec::new();
        let mut importers: Vec<Vec<usize>> = vec![Vec::new(); self.units.len()];
        for at in 0..self.units.len() {
            let targets: HashSet<usize> = self.targets(at).collect();
            waiting.push(targets.len());
            for target in targets {
                if let Some(importers) = importers.get_mut(target) {
                    importers.push(at);
                }
            }
        }
        let all = waiting.iter().enumerate();
        let free = all.filter(|(_, count)| **count == 0).map(|(at, _)| at);
        let mut ready: VecDeque<usize> = free.collect();
        let mut order = Vec::new();
        while let Some(at) = ready.pop_front() {
            order.push(at);
            for importer in importers.get(at).into_iter().flatten() {
                if let Some(count) = waiting.get_mut(*importer) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push_back(*importer);
                    }
                }
            }
        }
        order
    }

    /// The shortest way from a file back to it.
    fn cycle_through(&self, start: usize) -> Option<Vec<usize>> {
        let mut from: HashMap<usize, usize> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for target in self.targets(at) {
                if target == start {
                    let mut path = vec![at];
                    while let Some(before) = path.last().and_then(|at| from.get(at)) {
                        path.push(*before);
                    }
                    path.reverse();
                    return Some(path);
                }
                if let Entry::Vacant(vacant) = from.entry(target) {
                    vacant.insert(at);
                    queue.push_back(target);
                }
            }
        }
        None
    }

    fn cycle(&self, cycle: &[usize]) -> Diagnostic {
        let next = |at: usize| cycle.get(at + 1).or(cycle.first()).copied().unwrap_or(0);
        let paths = cycle.iter().chain(cycle.first());
        let paths: Vec<&str> = paths.map(|at| self.path(*at)).collect();
        let steps = cycle.iter().enumerate().filter_map(|(step, at)| {
            let line = self.line(*at, next(step))?;
            let again = if step + 1 == cycle.len() && step > 0 {
                " again"
            } else {
                ""
            };
            Some((
                *at,
                line,
                format!("imports {}{again}", self.path(next(step))),
            ))
        });
        let mut steps = steps.collect::<Vec<_>>().into_iter();
        let (span, label) = match steps.next() {
            Some((_, line, label)) => (line.path.span.clone(), label),
            None => (0..0, String::new()),
        };
        let mut diagnostic = Diagnostic::new(
            codes::IMPORT_CYCLE,
            span,
            format!("import cycle: {}", paths.join(" → ")),
            label,
        );
        for (at, line, text) in steps {
            diagnostic = diagnostic.with_secondary_in(FileId(at), line.path.span.clone(), text);
        }
        diagnostic.with_help("move the shared types into a file that both import")
    }

    fn line(&self, at: usize, target: usize) -> Option<&Import> {
        let unit = self.units.get(at)?;
        let mut lines = unit.file.imports.iter().zip(&unit.links);
        let found = lines.find(|(_, link)| **link == Some(target))?;
        Some(found.0)
    }

    /// Cuts every import between files that lead to each other through `at`,
    /// so that one knot is reported once.
    fn cut(&mut self, at: usize) {
        let forward = self.reached(at, |reading, at| reading.targets(at).collect());
        let mut importers: HashMap<usize, Vec<usize>> = HashMap::new();
        for from in 0..self.units.len() {
            for target in self.targets(from) {
                importers.entry(target).or_default().push(from);
            }
        }
        let backward = self.reached(at, |_, at| importers.get(&at).cloned().unwrap_or_default());
        let knot: HashSet<usize> = forward.intersection(&backward).copied().collect();
        for at in &knot {
            if let Some(unit) = self.units.get_mut(*at) {
                for link in &mut unit.links {
                    *link = link.filter(|target| !knot.contains(target));
                }
            }
        }
    }

    fn reached(&self, start: usize, next: impl Fn(&Self, usize) -> Vec<usize>) -> HashSet<usize> {
        let mut reached = HashSet::from([start]);
        let mut queue = vec![start];
        while let Some(at) = queue.pop() {
            for target in next(self, at) {
                if reached.insert(target) {
                    queue.push(target);
                }
            }
        }
        reached
    }
}
