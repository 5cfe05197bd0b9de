//! The Lua back end: one module for a package.
//!
//! Lowering makes every decision about names, types and text and hands flat
//! views to the template, which holds the layout and nothing else.

mod annotation;
mod data;
mod descriptor;
mod docs;
mod literal;
mod scope;
mod service;
mod syntax;
#[cfg(test)]
mod tests;

use askama::Template;
use yar_idl::model::Package;

use data::{Definition, RecordView, ValueView};
use scope::Scope;
use service::ServiceView;

use super::generated_line;
use crate::File;

/// The longest line that luacheck accepts by default.
const MAX_LINE: usize = 120;

/// The file of a package: `demo.calc` becomes `demo/calc.lua`.
#[must_use]
pub fn generate(package: &Package) -> Vec<File> {
    let path = format!("{}.lua", syntax::module(&package.name).replace('.', "/"));
    let mut module = Module::new(package);
    let mut text = module.text();
    if text.lines().any(|line| line.chars().count() > MAX_LINE) {
        module.has_long_lines = true;
        text = module.text();
    }
    vec![File { path, text }]
}

#[derive(Template)]
#[template(path = "lua/module.lua", escape = "none")]
struct Module {
    generated: String,
    docs: Vec<String>,
    has_long_lines: bool,
    uses_runtime: bool,
    /// Local names of the runtime's functions, and what they stand for.
    locals: Option<(String, String)>,
    /// Name of a package, and of its module.
    imports: Vec<(String, String)>,
    class: String,
    errors_table: &'static str,
    errors: Vec<ValueView>,
    enums: Vec<EnumView>,
    constants: Vec<ValueView>,
    records: Vec<RecordView>,
    definitions: Vec<Definition>,
    services: Vec<ServiceView>,
}

struct EnumView {
    docs: Vec<String>,
    class: String,
    target: String,
    cases: Vec<ValueView>,
}

impl Module {
    fn new(package: &Package) -> Self {
        let scope = Scope::new(package);
        let enums: Vec<_> = package
            .enums
            .iter()
            .map(|it| lower_enum(&scope, it))
            .collect();
        let constants = package
            .constants
            .iter()
            .map(|it| data::constant(&scope, it));
        let constants: Vec<_> = constants.collect();
        let records = data::records(&scope);
        let definitions = data::definitions(&scope);
        let services = service::all(&scope);
        let locals = locals(&scope, &services);
        let imports = scope.imports().into_iter().map(|name| {
            let module = syntax::quote(&syntax::module(&name));
            (syntax::quote(&name), module)
        });
        Self {
            generated: generated_line(package),
            docs: docs::lines(&package.docs, None),
            has_long_lines: false,
            uses_runtime: scope.uses_yar() || locals.is_some(),
            locals,
            imports: imports.collect(),
            class: syntax::module(&package.name),
            errors_table: errors_table(package),
            errors: package.errors.iter().map(data::error_name).collect(),
            enums,
            constants,
            records,
            definitions,
            services,
        }
    }

    fn text(&self) -> String {
        // Rendering into a string fails only when a filter does, and the
        // template uses none. Askama drops the last line end of a template.
        let mut text = self.render().unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The functions of the runtime that the module calls, so that none is
/// declared and left unused.
fn locals(scope: &Scope, services: &[ServiceView]) -> Option<(String, String)> {
    let mut names = Vec::new();
    let has_methods = services.iter().any(|service| !service.methods.is_empty());
    if has_methods {
        names.push("call");
    }
    if services.iter().any(|service| service.base.is_some()) {
        names.push("inherit");
    }
    if has_methods {
        names.push("method");
    }
    if scope.uses_types() {
        names.push("types");
    }
    if !services.is_empty() {
        names.push("typed");
    }
    let values: Vec<String> = names.iter().map(|name| format!("yar.{name}")).collect();
    (!names.is_empty()).then(|| (names.join(", "), values.join(", ")))
}

/// `errors`, unless an item of the package has that name.
fn errors_table(package: &Package) -> &'static str {
    let constants = package.constants.iter().map(|it| (&it.name, &it.options));
    let enums = package.enums.iter().map(|it| (&it.name, &it.options));
    let services = package.services.iter().map(|it| (&it.name, &it.options));
    let mut public = constants.chain(enums).chain(services);
    if public.any(|(name, options)| syntax::name(name, options) == "errors") {
        "errors_"
    } else {
        "errors"
    }
}

fn lower_enum(scope: &Scope, item: &yar_idl::model::Enum) -> EnumView {
    let name = item.name.as_str().into();
    EnumView {
        docs: docs::lines(&item.docs, item.options.deprecated.as_ref()),
        class: scope.class(&name),
        target: scope.public(scope.package, &name),
        cases: data::cases(scope, item),
    }
}
