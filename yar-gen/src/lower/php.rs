//! The PHP back end: one file for each class, by PSR-4.
//!
//! Lowering makes every decision about names, types and text and hands flat
//! views to the templates, which hold the layout and nothing else. Names of
//! the runtime are always fully qualified, so no name of a contract can clash
//! with them.

mod data;
mod docs;
mod members;
mod scope;
mod service;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod unions;
mod values;

use yar_idl::model::Package;

use self::scope::Scope;
use super::generated_line;
use crate::File;

/// The files of a package: service `Calculator` of package `demo.calc` becomes
/// `Demo/Calc/Calculator.php`, `Demo/Calc/CalculatorClient.php` and
/// `Demo/Calc/CalculatorServer.php`.
#[must_use]
pub fn generate(package: &Package) -> Vec<File> {
    let head = Head::new(package);
    let scope = Scope {
        package,
        namespace: &head.namespace,
    };
    let mut files = Vec::new();
    for item in &package.services {
        files.extend(service::files(&head, scope, item));
    }
    for item in &package.structs {
        files.push(data::struct_file(&head, scope, item));
    }
    for item in &package.enums {
        files.push(data::enum_file(&head, item));
    }
    for item in &package.unions {
        files.extend(unions::files(&head, scope, item));
    }
    for item in &package.errors {
        files.push(data::error_file(&head, scope, item));
    }
    files.extend(data::constants_file(&head, scope));
    files
}

/// What every file of a package begins with.
struct Head {
    generated: String,
    namespace: String,
}

impl Head {
    fn new(package: &Package) -> Self {
        Self {
            generated: generated_line(package),
            namespace: syntax::namespace(package),
        }
    }

    /// The same for the namespace below a class.
    fn below(&self, class: &str) -> Self {
        Self {
            generated: self.generated.clone(),
            namespace: format!("{}\\{class}", self.namespace),
        }
    }

    /// The file of a class, in the folder of its namespace. Templates end
    /// without a line end.
    fn file(&self, class: &str, text: &impl std::fmt::Display) -> File {
        let folder = self.namespace.replace('\\', "/");
        File {
            path: format!("{folder}/{class}.php"),
            text: format!("{text}\n"),
        }
    }
}
