//! What the types of a package are like as Rust values: which hold floats,
//! which contain themselves, which are keys.
//!
//! Computed once and without recursion over structs, because a contract may
//! chain as many of them as its file can hold.

use std::collections::{HashMap, HashSet};

use yar_idl::model::{Package, Struct, Type};

type Names<'a> = HashSet<&'a str>;
/// From a struct to a struct in it.
type Edges<'a> = Vec<(&'a str, &'a str)>;

pub(super) struct Shapes<'a> {
    /// Structs with a float or `any` somewhere within.
    inexact: Names<'a>,
    /// Structs that would contain themselves, or lie between two that would.
    looped: Names<'a>,
    /// Enums that are keys of maps.
    keys: Names<'a>,
    has_maps: bool,
}

impl<'a> Shapes<'a> {
    pub(super) fn of(package: &'a Package) -> Self {
        let mut shapes = Self {
            inexact: Names::new(),
            looped: Names::new(),
            keys: Names::new(),
            has_maps: false,
        };
        let (mut mentions, mut holds) = (Edges::new(), Edges::new());
        for item in &package.structs {
            for field in &item.fields {
                shapes.see(&field.ty, Some(&item.name));
                edges(&item.name, &field.ty, true, &mut mentions);
                edges(&item.name, &field.ty, false, &mut holds);
            }
        }
        for method in package.services.iter().flat_map(|item| &item.methods) {
            let params = method.params.iter().map(|param| &param.ty);
            for ty in params.chain(&method.returns) {
                shapes.see(ty, None);
            }
        }
        shapes.spread_inexact(&mentions);
        let all = package.structs.iter().map(|item| item.name.as_str());
        let leading = without_ends(all.collect(), &holds);
        let backwards: Edges<'a> = holds.iter().map(|(from, to)| (*to, *from)).collect();
        shapes.looped = without_ends(leading, &backwards);
        shapes
    }

    /// True when `Eq` can be derived.
    pub(super) fn is_eq(&self, item: &Struct) -> bool {
        !self.inexact.contains(item.name.as_str())
    }

    /// True when `inner` must stand behind a pointer in `owner`.
    pub(super) fn is_looped(&self, owner: &Struct, inner: &Type) -> bool {
        let mut found = Edges::new();
        edges(&owner.name, inner, false, &mut found);
        self.looped.contains(owner.name.as_str())
            && found.iter().any(|(_, to)| self.looped.contains(to))
    }

    /// True when some map has this enum for its keys.
    pub(super) fn is_key(&self, name: &str) -> bool {
        self.keys.contains(name)
    }

    /// True when some type of the package is a map.
    pub(super) const fn has_maps(&self) -> bool {
        self.has_maps
    }

    /// Notes what stands in a type, which a contract nests to a set depth.
    fn see(&mut self, ty: &'a Type, owner: Option<&'a str>) {
        match ty {
            Type::F32 | Type::F64 | Type::Any => self.inexact.extend(owner),
            Type::List(inner) | Type::Nullable(inner) => self.see(inner, owner),
            Type::Tuple(parts) => parts.iter().for_each(|part| self.see(part, owner)),
            Type::Map(key, value) => {
                self.has_maps = true;
                if let Type::Enum(name) = key.as_ref() {
                    self.keys.insert(&name.name);
                }
                self.see(value, owner);
            }
            _ => {}
        }
    }

    /// From each inexact struct to those that mention it.
    fn spread_inexact(&mut self, mentions: &Edges<'a>) {
        let users = by_target(mentions);
        let mut work: Vec<&str> = self.inexact.iter().copied().collect();
        while let Some(name) = work.pop() {
            for user in users.get(name).into_iter().flatten() {
                if self.inexact.insert(user) {
                    work.push(user);
                }
            }
        }
    }
}

/// The structs in a type; those behind a `Vec` or a map only if `all`.
fn edges<'a>(from: &'a str, ty: &'a Type, all: bool, found: &mut Edges<'a>) {
    match ty {
        Type::Struct(to) => found.push((from, &to.name)),
        Type::Nullable(inner) => edges(from, inner, all, found),
        Type::List(inner) | Type::Map(_, inner) if all => edges(from, inner, all, found),
        Type::Tuple(parts) => {
            for part in parts {
                edges(from, part, all, found);
            }
        }
        _ => {}
    }
}

fn by_target<'a>(edges: &Edges<'a>) -> HashMap<&'a str, Vec<&'a str>> {
    let mut sources: HashMap<&str, Vec<&str>> = HashMap::new();
    for (from, to) in edges {
        sources.entry(to).or_default().push(from);
    }
    sources
}

/// What is left when those from which no edge leads on are taken away, again
/// and again: those on a cycle, or on the way to one.
fn without_ends<'a>(mut names: Names<'a>, edges: &Edges<'a>) -> Names<'a> {
    let within = |(from, to): &&(&str, &str)| names.contains(from) && names.contains(to);
    let edges: Edges<'a> = edges.iter().filter(within).copied().collect();
    let sources = by_target(&edges);
    let mut ways: HashMap<&str, usize> = names.iter().map(|name| (*name, 0)).collect();
    for (from, _) in &edges {
        *ways.entry(from).or_default() += 1;
    }
    let ends = ways.iter().filter(|(_, ways)| **ways == 0);
    let mut ends: Vec<&str> = ends.map(|(name, _)| *name).collect();
    while let Some(end) = ends.pop() {
        names.remove(end);
        for from in sources.get(end).into_iter().flatten() {
            let left = ways.entry(from).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                ends.push(from);
            }
        }
    }
    names
}
