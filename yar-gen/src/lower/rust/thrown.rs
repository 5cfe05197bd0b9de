//! The enums that stand for several declared errors of one method.

use proc_macro2::Ident;
use yar_idl::model::{ErrorType, Package, TypeName};

use super::names;

/// One enum with a variant for each error.
pub(super) struct ThrownEnum<'a> {
    /// Name of the enum, such as `UsersFindError`.
    pub(super) name: String,
    /// The service that throws it.
    pub(super) service: Ident,
    /// Its method.
    pub(super) method: Ident,
    /// The declared errors, in the order of the `throws` clause.
    pub(super) errors: Vec<(&'a TypeName, &'a ErrorType)>,
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
            name: service.thrown_enum(method)?,
            service: names::declared_ident(&service.name, &service.options),
            method: names::member_ident(&method.name, &method.options),
            errors: errors
                .filter_map(|name| Some((name, package.error(name)?)))
                .collect(),
        })
    })
}
