//! What the module of one package refers to, and where that is.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use yar_idl::model::{Package, TypeName};

use super::syntax::{self, member};

/// The names of one module, and a memory of which of them were used, so that
/// none is declared in vain.
pub(super) struct Scope<'a> {
    pub(super) package: &'a Package,
    uses_yar: Cell<bool>,
    uses_types: Cell<bool>,
    imports: RefCell<BTreeSet<String>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(package: &'a Package) -> Self {
        Self {
            package,
            uses_yar: Cell::new(false),
            uses_types: Cell::new(false),
            imports: RefCell::default(),
        }
    }

    /// A member of the runtime.
    pub(super) fn yar(&self, name: &str) -> String {
        self.uses_yar.set(true);
        format!("yar.{name}")
    }

    /// A descriptor of the runtime, or what makes one.
    pub(super) fn types(&self, name: &str) -> String {
        self.uses_types.set(true);
        format!("types.{name}")
    }

    /// The descriptor of a declaration.
    pub(super) fn descriptor(&self, name: &TypeName) -> String {
        let own = lua_name(self.package, name);
        match &name.package {
            None => member("declared", &own),
            Some(_) => member(&format!("{}[1]", self.module(self.package, name)), &own),
        }
    }

    /// A declaration as users of its module see it, named as in `home`.
    pub(super) fn public(&self, home: &Package, name: &TypeName) -> String {
        member(&self.module(home, name), &lua_name(home, name))
    }

    /// The name of a declaration for the language server.
    pub(super) fn class(&self, name: &TypeName) -> String {
        let package = name.package.as_deref().unwrap_or(&self.package.name);
        format!(
            "{}.{}",
            syntax::module(package),
            lua_name(self.package, name)
        )
    }

    /// An integer; a large one is made by the runtime.
    pub(super) fn integer(&self, value: i128) -> String {
        let text = syntax::integer(value);
        if text.starts_with("yar.") {
            self.uses_yar.set(true);
        }
        text
    }

    pub(super) fn uses_yar(&self) -> bool {
        self.uses_yar.get()
    }

    pub(super) fn uses_types(&self) -> bool {
        self.uses_types.get()
    }

    /// The imported packages that something here refers to.
    pub(super) fn imports(&self) -> Vec<String> {
        self.imports.borrow().iter().cloned().collect()
    }

    fn module(&self, home: &Package, name: &TypeName) -> String {
        let package = name.package.as_ref().unwrap_or(&home.name);
        if *package == self.package.name {
            return "_M".to_owned();
        }
        self.imports.borrow_mut().insert(package.clone());
        format!("imported[{}]", syntax::quote(package))
    }
}

/// What something is called in Lua, named as in `package`.
fn lua_name(package: &Package, name: &TypeName) -> String {
    let Some(home) = package.home(name) else {
        return name.name.clone();
    };
    let mut declared = home.types().filter(|it| it.name == name.name);
    let declared = declared.next();
    declared.map_or_else(|| name.name.clone(), |it| syntax::name(it.name, it.options))
}
