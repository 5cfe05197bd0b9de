//! The enums that stand for several declared errors of one method.

use std::collections::{HashMap, HashSet};

use yar_idl::model::{Method, Package, Service};
use yar_idl::names;

/// One enum with a variant for each error.
pub(super) struct ThrownEnum {
    /// Name of the enum, such as `FindError`.
    pub(super) name: String,
    /// Wire name of the first method that throws it.
    pub(super) method: String,
    /// The declared errors, in the order of the `throws` clause.
    pub(super) errors: Vec<String>,
}

/// All of them, in the order of the methods.
pub(super) struct ThrownEnums {
    enums: Vec<ThrownEnum>,
    /// Service and method to the name of the enum.
    names: HashMap<(String, String), String>,
}

impl ThrownEnums {
    /// Names every enum the package needs: `FindError`, or `UsersFindError`
    /// when that name is taken, or a number behind it when both are. Methods
    /// of one name that throw the same share an enum.
    pub(super) fn of(package: &Package) -> Self {
        let mut all = Self {
            enums: Vec::new(),
            names: HashMap::new(),
        };
        let mut taken = super::names::declared(package);
        for service in &package.services {
            for method in &service.methods {
                if method.throws.len() > 1 {
                    all.add(service, method, &mut taken);
                }
            }
        }
        all
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ThrownEnum> {
        self.enums.iter()
    }

    /// Name of the enum that a method throws, if it throws one.
    pub(super) fn name_for(&self, service: &Service, method: &Method) -> Option<&str> {
        let key = (service.name.clone(), method.name.clone());
        self.names.get(&key).map(String::as_str)
    }

    fn add(&mut self, service: &Service, method: &Method, taken: &mut HashSet<String>) {
        let short = format!("{}Error", names::to_pascal(&method.name));
        let same = |item: &&ThrownEnum| item.name == short && item.errors == method.throws;
        let name = match self.enums.iter().find(same) {
            Some(shared) => shared.name.clone(),
            None => {
                let name = free_name(&short, service, taken);
                taken.insert(name.clone());
                self.enums.push(ThrownEnum {
                    name: name.clone(),
                    method: method.name.clone(),
                    errors: method.throws.clone(),
                });
                name
            }
        };
        let key = (service.name.clone(), method.name.clone());
        self.names.insert(key, name);
    }
}

fn free_name(short: &str, service: &Service, taken: &HashSet<String>) -> String {
    let long = format!("{}{short}", service.name);
    let mut name = short.to_owned();
    let mut number = 1;
    while taken.contains(&name) {
        name = match number {
            1 => long.clone(),
            _ => format!("{long}{number}"),
        };
        number += 1;
    }
    name
}
