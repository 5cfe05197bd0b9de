//! All that one contract file declares, and how names in it are found.

use std::sync::Arc;

use super::{Constant, Docs, Enum, ErrorType, Options, Service, Struct, TypeName, Union};

/// Everything one contract file declares.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Package {
    /// Dotted name, such as `demo.calc`; a file without a `package` line is
    /// named after its stem.
    pub name: String,
    /// Markdown docs of the file (`//!`), without the comment marks.
    pub docs: Docs,
    /// `@version`, such as `1.4.0`.
    pub version: Option<String>,
    /// What the `package` line says of languages.
    pub options: Options,
    /// The packages of all imported files, in order of the imports, each once,
    /// then those that aliases of imported files lead to. What they import in
    /// their turn is in their own lists.
    pub imports: Vec<Arc<Package>>,
    /// Constants in order of declaration.
    pub constants: Vec<Constant>,
    /// Structs in order of declaration.
    pub structs: Vec<Struct>,
    /// Enums in order of declaration.
    pub enums: Vec<Enum>,
    /// Unions in order of declaration.
    pub unions: Vec<Union>,
    /// Errors in order of declaration.
    pub errors: Vec<ErrorType>,
    /// Services in order of declaration.
    pub services: Vec<Service>,
}

impl Package {
    /// A package with a name and nothing in it.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Every package that this one needs, itself last, each once and behind
    /// all that it imports.
    #[must_use]
    pub fn closure(&self) -> Vec<&Package> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    /// A package that was found is not gone into again: files that import each
    /// other crosswise would take for ever.
    fn collect<'a>(&'a self, found: &mut Vec<&'a Package>) {
        if found.iter().any(|known| known.name == self.name) {
            return;
        }
        for import in &self.imports {
            import.collect(found);
        }
        found.push(self);
    }

    /// The package that a name of this one is declared in: itself, or one of
    /// its direct imports.
    #[must_use]
    pub fn home<'a>(&'a self, name: &TypeName) -> Option<&'a Package> {
        match &name.package {
            None => Some(self),
            Some(package) => {
                let mut imports = self.imports.iter();
                imports.find(|it| it.name == *package).map(AsRef::as_ref)
            }
        }
    }

    /// The error that `name` stands for in this package.
    #[must_use]
    pub fn error(&self, name: &TypeName) -> Option<&ErrorType> {
        let mut errors = self.home(name)?.errors.iter();
        errors.find(|item| item.name == name.name)
    }

    /// The struct that `name` stands for in this package.
    #[must_use]
    pub fn get_struct(&self, name: &TypeName) -> Option<&Struct> {
        let mut structs = self.home(name)?.structs.iter();
        structs.find(|item| item.name == name.name)
    }

    /// The enum that `name` stands for in this package.
    #[must_use]
    pub fn get_enum(&self, name: &TypeName) -> Option<&Enum> {
        let mut enums = self.home(name)?.enums.iter();
        enums.find(|item| item.name == name.name)
    }

    /// The union that `name` stands for in this package.
    #[must_use]
    pub fn get_union(&self, name: &TypeName) -> Option<&Union> {
        let mut unions = self.home(name)?.unions.iter();
        unions.find(|item| item.name == name.name)
    }

    /// The service that `name` stands for in this package.
    #[must_use]
    pub fn get_service(&self, name: &TypeName) -> Option<&Service> {
        let mut services = self.home(name)?.services.iter();
        services.find(|item| item.name == name.name)
    }

    /// The services that one of this package extends, the nearest first, each
    /// with the package whose names it uses.
    #[must_use]
    pub fn bases<'a>(&'a self, service: &'a Service) -> Vec<(&'a Package, &'a Service)> {
        let mut bases = Vec::new();
        let mut here = (self, service);
        while let Some(name) = &here.1.extends {
            let home = here.0.home(name);
            let Some(next) = home.zip(here.0.get_service(name)) else {
                break;
            };
            bases.push(next);
            here = next;
        }
        bases
    }
}
