//! Names of classes as one file sees them.

use yar_idl::model::{Options, Package, TypeName};

use super::syntax::{class_name, enum_name, named, namespace};

/// A namespace, and the package whose names are read in it. The two differ
/// where a service has methods of a base that lies in another package.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) package: &'a Package,
    pub(super) namespace: &'a str,
}

impl<'a> Scope<'a> {
    /// The same place, reading the names of another package.
    pub(super) fn reading(self, package: &'a Package) -> Self {
        Self { package, ..self }
    }

    /// The same place, reading names as the declaration of `name` does.
    pub(super) fn at(self, name: &TypeName) -> Self {
        self.reading(self.package.home(name).unwrap_or(self.package))
    }

    /// The class of a struct.
    pub(super) fn struct_class(self, name: &TypeName) -> String {
        let options = self.package.get_struct(name).map(|it| &it.options);
        self.class(name, options, class_name)
    }

    /// The class of an enum.
    pub(super) fn enum_class(self, name: &TypeName) -> String {
        let options = self.package.get_enum(name).map(|it| &it.options);
        self.class(name, options, enum_name)
    }

    /// The interface of a union.
    pub(super) fn union_class(self, name: &TypeName) -> String {
        let options = self.package.get_union(name).map(|it| &it.options);
        self.class(name, options, class_name)
    }

    /// The class of an error.
    pub(super) fn error_class(self, name: &TypeName) -> String {
        let options = self.package.error(name).map(|it| &it.options);
        self.class(name, options, class_name)
    }

    /// The interface of a service.
    pub(super) fn service_class(self, name: &TypeName) -> String {
        let options = self.package.get_service(name).map(|it| &it.options);
        self.class(name, options, class_name)
    }

    /// A class by its short name in its own namespace, by its full one elsewhere.
    fn class(
        self,
        name: &TypeName,
        options: Option<&Options>,
        derive: fn(&str) -> String,
    ) -> String {
        let class = match options {
            Some(options) => named(options, &name.name, derive),
            None => derive(&name.name),
        };
        let home = namespace(self.package.home(name).unwrap_or(self.package));
        if home == self.namespace {
            return class;
        }
        format!("\\{home}\\{class}")
    }
}
