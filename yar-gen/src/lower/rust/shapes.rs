//! What the types of a package are like as Rust values: which hold floats,
//! and which contain themselves.
//!
//! Computed once and without recursion over types, because a contract may
//! chain as many of them as its file can hold.

use std::collections::{HashMap, HashSet};

use yar_idl::model::{Package, Type, TypeName};

type Names<'a> = HashSet<&'a str>;
/// From a declaration to one in it.
type Edges<'a> = Vec<(&'a str, &'a str)>;
/// Package and name.
type Global<'a> = HashSet<(&'a str, &'a str)>;

pub(super) struct Shapes<'a> {
    package: &'a Package,
    /// Declarations with a float or `any` somewhere within, imported ones too.
    inexact: Global<'a>,
    /// Structs and unions that would contain themselves, or lie between two
    /// that would.
    looped: Names<'a>,
    has_maps: bool,
}

/// A type within a declaration.
struct Use<'a> {
    owner: &'a str,
    ty: &'a Type,
}

impl<'a> Shapes<'a> {
    pub(super) fn of(package: &'a Package) -> Self {
        let mut inexact = Global::new();
        for part in package.closure() {
            spread_inexact(part, &mut inexact);
        }
        let uses = uses(package);
        let mut holds = Edges::new();
        for it in &uses {
            edges(it.owner, it.ty, false, &mut holds);
        }
        let structs = package.structs.iter().map(|it| it.name.as_str());
        let all = structs.chain(package.unions.iter().map(|it| it.name.as_str()));
        let leading = without_ends(all.collect(), &holds);
        let backwards: Edges<'a> = holds.iter().map(|(from, to)| (*to, *from)).collect();
        let types = uses.iter().map(|it| it.ty).chain(signatures(package));
        Self {
            package,
            inexact,
            looped: without_ends(leading, &backwards),
            has_maps: types.into_iter().any(has_map),
        }
    }

    /// True when `Eq` can be derived for a declaration of this package.
    pub(super) fn is_eq(&self, name: &str) -> bool {
        let key = (self.package.name.as_str(), name);
        !self.inexact.contains(&key)
    }

    /// The same, of an imported one, too.
    pub(super) fn is_eq_name(&self, name: &TypeName) -> bool {
        let package = name.package.as_ref().unwrap_or(&self.package.name);
        let key = (package.as_str(), name.name.as_str());
        !self.inexact.contains(&key)
    }

    /// True when `inner` must stand behind a pointer in `owner`.
    pub(super) fn is_looped(&self, owner: &str, inner: &Type) -> bool {
        let mut found = Edges::new();
        edges(owner, inner, false, &mut found);
        self.looped.contains(owner) && found.iter().any(|(_, to)| self.looped.contains(to))
    }

    /// True when some type of the package is a map.
    pub(super) const fn has_maps(&self) -> bool {
        self.has_maps
    }
}

/// What stands in structs, unions and errors.
fn uses(package: &Package) -> Vec<Use<'_>> {
    let records = package.records().flat_map(|(owner, fields)| {
        let types = fields.iter().map(|it| &it.ty);
        types.map(move |ty| Use { owner, ty })
    });
    let unions = package.unions.iter().flat_map(|item| {
        let owner = item.name.as_str();
        let types = item.cases.iter().filter_map(|it| it.ty.as_ref());
        types.map(move |ty| Use { owner, ty })
    });
    records.chain(unions).collect()
}

fn signatures(package: &Package) -> impl Iterator<Item = &Type> {
    let methods = package.services.iter().flat_map(|item| &item.methods);
    methods.flat_map(|method| {
        let params = method.params.iter().map(|param| &param.ty);
        params.chain(&method.returns)
    })
}

/// The floats of a package, from each to those that mention it. A union has a
/// place for any value.
fn spread_inexact<'a>(package: &'a Package, inexact: &mut Global<'a>) {
    let here = package.name.as_str();
    let uses = uses(package);
    let mut work: Vec<&str> = package.unions.iter().map(|it| it.name.as_str()).collect();
    let found = uses.iter().filter(|it| is_inexact(it.ty, inexact));
    work.extend(found.map(|it| it.owner));
    let mut mentions = Edges::new();
    for it in &uses {
        edges(it.owner, it.ty, true, &mut mentions);
    }
    let users = by_target(&mentions);
    while let Some(name) = work.pop() {
        if inexact.insert((here, name)) {
            work.extend(users.get(name).into_iter().flatten());
        }
    }
}

/// True of what holds a float or a value, as far as this type itself or what
/// is imported tells.
fn is_inexact(ty: &Type, inexact: &Global<'_>) -> bool {
    match ty {
        Type::F32 | Type::F64 | Type::Any => true,
        Type::List(inner) | Type::Nullable(inner) | Type::Map(_, inner) => {
            is_inexact(inner, inexact)
        }
        Type::Tuple(parts) => parts.iter().any(|part| is_inexact(part, inexact)),
        Type::Struct(name) | Type::Union(name) => {
            let package = name.package.as_deref();
            package.is_some_and(|package| inexact.contains(&(package, name.name.as_str())))
        }
        _ => false,
    }
}

fn has_map(ty: &Type) -> bool {
    match ty {
        Type::Map(..) => true,
        Type::List(inner) | Type::Nullable(inner) => has_map(inner),
        Type::Tuple(parts) => parts.iter().any(has_map),
        _ => false,
    }
}

/// The structs and unions of the package in a type; those behind a `Vec` or a
/// map only if `all`.
fn edges<'a>(from: &'a str, ty: &'a Type, all: bool, found: &mut Edges<'a>) {
    match ty {
        Type::Struct(to) | Type::Union(to) if to.package.is_none() => found.push((from, &to.name)),
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
