//! The enums that stand for several declared errors of one method.

use std::collections::{HashMap, HashSet};

use yar_idl::model::{ErrorType, Method, Package, Service};
use yar_idl::names;

/// One enum with a variant for each error.
pub(super) struct ThrownEnum<'a> {
    /// Name of the enum, such as `FindError`.
    pub(super) name: String,
    /// Wire name of the first method that throws it.
    pub(super) method: &'a str,
    /// The declared errors, in the order of the `throws` clause.
    pub(super) errors: Vec<&'a ErrorType>,
}

/// All of them, in the order of the methods.
pub(super) struct ThrownEnums<'a> {
    enums: Vec<ThrownEnum<'a>>,
    /// Service, then method, to the name of the enum.
    names: HashMap<&'a str, HashMap<&'a str, String>>,
}

impl<'a> ThrownEnums<'a> {
    /// Names every enum the package needs: `FindError`, or `UsersFindError`
    /// when that name is taken, or a number behind it when both are. Methods
    /// of one name that throw the same share an enum.
    pub(super) fn of(package: &'a Package) -> Self {
        let mut all = Self {
            enums: Vec::new(),
            names: HashMap::new(),
        };
        let declared = package.errors.iter();
        let declared: HashMap<_, _> = declared.map(|it| (it.name.as_str(), it)).collect();
        let mut taken = super::names::declared(package);
        // The names of our own, and what they stand for.
        let mut made: HashMap<String, &[String]> = HashMap::new();
        for service in &package.services {
            let several = |method: &&'a Method| method.throws.len() > 1;
            for method in service.methods.iter().filter(several) {
                let mut name = format!("{}Error", names::to_pascal(&method.name));
                if made.get(&name) != Some(&method.throws.as_slice()) {
                    name = free_name(name, service, &taken);
                    taken.insert(name.clone());
                    made.insert(name.clone(), &method.throws);
                    let errors = method.throws.iter().map(String::as_str);
                    all.enums.push(ThrownEnum {
                        name: name.clone(),
                        method: &method.name,
                        errors: errors.filter_map(|it| declared.get(it).copied()).collect(),
                    });
                }
                let of_service = all.names.entry(&service.name).or_default();
                of_service.insert(&method.name, name);
            }
        }
        all
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ThrownEnum<'a>> {
        self.enums.iter()
    }

    /// Name of the enum that a method throws, if it throws one.
    pub(super) fn name_for(&self, service: &Service, method: &Method) -> Option<&str> {
        let of_service = self.names.get(service.name.as_str())?;
        of_service.get(method.name.as_str()).map(String::as_str)
    }
}

fn free_name(short: String, service: &Service, taken: &HashSet<String>) -> String {
    let long = format!("{}{short}", service.name);
    let mut name = short;
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
