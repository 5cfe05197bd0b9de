//! In which direction types travel.

use std::collections::HashSet;

use yar_idl::model::{Package, Type, TypeName};

/// Whether values travel to a server, to a client, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Direction {
    pub(super) input: bool,
    pub(super) output: bool,
}

impl Direction {
    pub(super) const INPUT: Self = Self {
        input: true,
        output: false,
    };
    pub(super) const OUTPUT: Self = Self {
        input: false,
        output: true,
    };
}

/// Declarations by package and name.
type Names = HashSet<(String, String)>;

/// What arguments and results are made of, in either version.
pub(super) struct Reach {
    input: Names,
    output: Names,
    has_services: bool,
}

impl Reach {
    pub(super) fn of(new: &Package, old: &Package) -> Self {
        let mut reach = Self {
            input: Names::new(),
            output: Names::new(),
            has_services: false,
        };
        for root in [new, old] {
            for package in root.closure() {
                reach.add(package);
            }
        }
        reach
    }

    fn add(&mut self, package: &Package) {
        for method in package.services.iter().flat_map(|it| &it.methods) {
            self.has_services = true;
            for param in &method.params {
                spread(package, &param.ty, &mut self.input);
            }
            if let Some(ty) = &method.returns {
                spread(package, ty, &mut self.output);
            }
        }
        for field in package.errors.iter().flat_map(|it| &it.fields) {
            spread(package, &field.ty, &mut self.output);
        }
    }

    /// Types of a contract without services travel anywhere.
    pub(super) fn direction(&self, package: &str, name: &str) -> Direction {
        let key = (package.to_owned(), name.to_owned());
        let (input, output) = (self.input.contains(&key), self.output.contains(&key));
        let unknown = !self.has_services || !input && !output;
        Direction {
            input: input || unknown,
            output: output || unknown,
        }
    }
}

/// Everything in a type, without recursion over declarations.
fn spread<'a>(package: &'a Package, ty: &'a Type, found: &mut Names) {
    let mut work: Vec<(&Package, &TypeName)> = Vec::new();
    names_in(package, ty, &mut work);
    while let Some((package, name)) = work.pop() {
        let Some(home) = package.home(name) else {
            continue;
        };
        if !found.insert((home.name.clone(), name.name.clone())) {
            continue;
        }
        let structs = home.structs.iter().filter(|it| it.name == name.name);
        for field in structs.flat_map(|it| &it.fields) {
            names_in(home, &field.ty, &mut work);
        }
        let unions = home.unions.iter().filter(|it| it.name == name.name);
        for ty in unions
            .flat_map(|it| &it.cases)
            .filter_map(|it| it.ty.as_ref())
        {
            names_in(home, ty, &mut work);
        }
    }
}

fn names_in<'a>(package: &'a Package, ty: &'a Type, found: &mut Vec<(&'a Package, &'a TypeName)>) {
    match ty {
        Type::List(inner) | Type::Nullable(inner) => names_in(package, inner, found),
        Type::Map(key, value) => {
            names_in(package, key, found);
            names_in(package, value, found);
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| names_in(package, part, found)),
        Type::Struct(name) | Type::Enum(name) | Type::Union(name) => found.push((package, name)),
        _ => {}
    }
}
