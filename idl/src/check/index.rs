//! Positions by name: a package may have so many declarations that looking
//! each up by going through all of them would take minutes.

use std::collections::HashMap;

use crate::model::{Constant, Enum, Package, Service, Struct, Union};

/// Where each declaration of a package is in its list.
#[derive(Debug, Default)]
pub(super) struct Index {
    constants: HashMap<String, usize>,
    structs: HashMap<String, usize>,
    enums: HashMap<String, usize>,
    unions: HashMap<String, usize>,
    services: HashMap<String, usize>,
    /// Of every enum the positions of its cases.
    cases: HashMap<String, HashMap<String, usize>>,
}

impl Index {
    pub(super) fn new(package: &Package) -> Self {
        let cases = package.enums.iter().map(|item| {
            let names = item.cases.iter().map(|case| case.name.as_str());
            (item.name.clone(), positions(names))
        });
        Self {
            constants: positions(package.constants.iter().map(|item| item.name.as_str())),
            structs: positions(package.structs.iter().map(|item| item.name.as_str())),
            enums: positions(package.enums.iter().map(|item| item.name.as_str())),
            unions: positions(package.unions.iter().map(|item| item.name.as_str())),
            services: positions(package.services.iter().map(|item| item.name.as_str())),
            cases: cases.collect(),
        }
    }

    pub(super) fn constant<'p>(&self, package: &'p Package, name: &str) -> Option<&'p Constant> {
        package.constants.get(*self.constants.get(name)?)
    }

    pub(super) fn get_struct<'p>(&self, package: &'p Package, name: &str) -> Option<&'p Struct> {
        package.structs.get(*self.structs.get(name)?)
    }

    pub(super) fn get_enum<'p>(&self, package: &'p Package, name: &str) -> Option<&'p Enum> {
        package.enums.get(*self.enums.get(name)?)
    }

    pub(super) fn get_union<'p>(&self, package: &'p Package, name: &str) -> Option<&'p Union> {
        package.unions.get(*self.unions.get(name)?)
    }

    pub(super) fn service<'p>(&self, package: &'p Package, name: &str) -> Option<&'p Service> {
        package.services.get(*self.services.get(name)?)
    }

    pub(super) fn has_case(&self, owner: &str, case: &str) -> bool {
        let cases = self.cases.get(owner);
        cases.is_some_and(|cases| cases.contains_key(case))
    }
}

/// Of equal names the first counts.
fn positions<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<String, usize> {
    let mut positions = HashMap::new();
    for (at, name) in names.enumerate() {
        positions.entry(name.to_owned()).or_insert(at);
    }
    positions
}
