//! The enums that stand for several declared errors of one method.

use yar_idl::model::{ErrorType, Method, Package, Service, TypeName};
use yar_idl::names::thrown_enum;

/// One enum with a variant for each error.
pub(super) struct ThrownEnum<'a> {
    /// Name of the enum, such as `UsersFindError`.
    pub(super) name: String,
    /// The service that throws it.
    pub(super) service: &'a str,
    /// Its method.
    pub(super) method: &'a str,
    /// The declared errors, in the order of the `throws` clause.
    pub(super) errors: Vec<(&'a TypeName, &'a ErrorType)>,
}

/// Name of the enum that a method throws, if it throws one.
pub(super) fn enum_name(service: &Service, method: &Method) -> Option<String> {
    let several = method.throws.len() > 1;
    several.then(|| thrown_enum(&service.name, &method.name))
}

/// All of them, in the order of the methods.
pub(super) fn all(package: &Package) -> impl Iterator<Item = ThrownEnum<'_>> {
    let services = package.services.iter();
    let methods = services.flat_map(|service| {
        let methods = service.methods.iter();
        methods.map(move |method| (service, method))
    });
    methods.filter_map(|(service, method)| {
        let errors = method.throws.iter();
        Some(ThrownEnum {
            name: enum_name(service, method)?,
            service: &service.name,
            method: &method.name,
            errors: errors
                .filter_map(|name| Some((name, package.error(name)?)))
                .collect(),
        })
    })
}
