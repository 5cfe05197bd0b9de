//! The file of a package, and whose names stand in what is lowered for it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use yar_idl::model::{Options, Package, TypeName};

use super::names::{self, Scope};
use super::shapes::Shapes;

pub(super) struct Context<'a> {
    /// The package of the file.
    pub(super) package: &'a Package,
    /// The package whose names are meant: an imported one within a value of an
    /// imported type.
    pub(super) view: &'a Package,
    pub(super) scope: Scope,
    pub(super) shapes: Shapes<'a>,
    /// Whether a value may name something deprecated.
    has_old_values: bool,
}

impl<'a> Context<'a> {
    pub(super) fn of(package: &'a Package) -> Self {
        Self {
            package,
            view: package,
            scope: Scope::of(package),
            shapes: Shapes::of(package),
            has_old_values: package.closure().into_iter().any(has_old_values),
        }
    }

    /// The same file, with the names of the package that declares `name`.
    pub(super) fn at(&self, name: &TypeName) -> Self {
        let view = self.view.home(name).unwrap_or(self.view);
        Self {
            package: self.package,
            view,
            scope: Scope::of(self.package),
            shapes: Shapes::of(view),
            has_old_values: self.has_old_values,
        }
    }

    /// For values, which may name what is deprecated: that is the contract's
    /// business.
    pub(super) fn allow_old_values(&self) -> Option<TokenStream> {
        self.has_old_values.then(|| quote!(#[allow(deprecated)]))
    }

    pub(super) fn is_deprecated(&self, name: &TypeName) -> bool {
        let home = self.view.home(name).unwrap_or(self.view);
        options(home, &name.name).is_some_and(|options| options.deprecated.is_some())
    }

    /// How the file names a declaration: `Money`, or `super::common::Money`.
    pub(super) fn path(&self, name: &TypeName) -> TokenStream {
        let home = self.view.home(name).unwrap_or(self.view);
        let ident = item_ident(home, &name.name);
        if home.name == self.package.name {
            return quote!(#ident);
        }
        let modules = between(&self.package.name, &home.name);
        quote!(#(#modules::)* #ident)
    }
}

/// The modules from that of one package to that of another: packages are
/// modules of the same names below one root, wherever that is.
fn between(from: &str, to: &str) -> Vec<Ident> {
    let from: Vec<&str> = from.split('.').collect();
    let to: Vec<&str> = to.split('.').collect();
    let shared = from
        .iter()
        .zip(&to)
        .take_while(|(left, right)| left == right);
    let shared = shared.count();
    let first = match from.len() - shared {
        0 => vec![names::plain("self")],
        up => vec![names::plain("super"); up],
    };
    let down = to.into_iter().skip(shared).map(names::ident);
    first.into_iter().chain(down).collect()
}

/// True when a type that has values, or a part of one, is deprecated.
fn has_old_values(package: &Package) -> bool {
    let fields = package.structs.iter().flat_map(|it| &it.fields);
    let cases = package.enums.iter().flat_map(|it| &it.cases);
    let choices = package.unions.iter().flat_map(|it| &it.cases);
    let parts = fields
        .map(|it| &it.options)
        .chain(cases.map(|it| &it.options))
        .chain(choices.map(|it| &it.options));
    let mut all = parts.chain(package.types().map(|it| it.options));
    all.any(|options| options.deprecated.is_some())
}

/// How Rust spells the name of a declaration.
fn item_ident(package: &Package, name: &str) -> Ident {
    match options(package, name) {
        Some(options) => names::declared_ident(name, options),
        None => names::type_ident(name),
    }
}

fn options<'a>(package: &'a Package, name: &str) -> Option<&'a Options> {
    let mut types = package.types();
    types.find(|it| it.name == name).map(|it| it.options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_modules_below_one_root() {
        for (from, to, expected) in [
            ("shop.order", "shop.common", "super common"),
            ("shop.order", "billing", "super super billing"),
            ("shop", "shop.common", "self common"),
            ("shop.common", "shop", "super"),
            ("a", "b.type", "super b r#type"),
        ] {
            let path: Vec<String> = between(from, to).iter().map(ToString::to_string).collect();
            assert_eq!(path.join(" "), expected, "{from} to {to}");
        }
    }
}
