//! The Lua back end: one module for a package.
//!
//! Lowering makes every decision about names, types and text and hands flat
//! views to the template, which holds the layout and nothing else.

mod annotation;
mod descriptor;
mod syntax;
#[cfg(test)]
mod tests;

use askama::Template;
use yar_idl::model::{Docs, Enum, EnumValue, ErrorType, Method, Package, Param, Service, Struct};

use super::generated_line;
use crate::File;

/// Names that the body of a generated method refers to; a parameter of such a
/// name would hide them.
const TAKEN: &[&str] = &["self", "call", "methods"];

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
    class: String,
    errors_table: &'static str,
    errors: Vec<Constant>,
    enums: Vec<EnumView>,
    structs: Vec<StructView>,
    services: Vec<ServiceView>,
}

struct Constant {
    docs: Vec<String>,
    key: String,
    value: String,
}

struct EnumView {
    docs: Vec<String>,
    class: String,
    target: String,
    cases: Vec<Constant>,
}

struct StructView {
    docs: Vec<String>,
    class: String,
    key: String,
    name: String,
    descriptor: String,
    fields: Vec<FieldView>,
}

struct FieldView {
    annotation: String,
    name: String,
    descriptor: String,
}

struct ServiceView {
    docs: Vec<String>,
    name: String,
    class: String,
    target: String,
    methods: Vec<MethodView>,
}

struct MethodView {
    docs: Vec<String>,
    key: String,
    name: String,
    head: String,
    descriptor: String,
    params: Vec<ParamView>,
    trailing: String,
    arguments: String,
    returns: String,
    errors: String,
}

struct ParamView {
    annotation: String,
    name: String,
    descriptor: String,
}

impl Module {
    fn new(package: &Package) -> Self {
        let enums: Vec<_> = package
            .enums
            .iter()
            .map(|e| lower_enum(package, e))
            .collect();
        let makes_integers = enums
            .iter()
            .flat_map(|item| &item.cases)
            .any(|case| case.value.starts_with("yar."));
        let structs: Vec<_> = package
            .structs
            .iter()
            .map(|s| lower_struct(package, s))
            .collect();
        let services: Vec<_> = package
            .services
            .iter()
            .map(|s| lower_service(package, s))
            .collect();
        Self {
            generated: generated_line(package),
            docs: docs_of(&package.docs),
            has_long_lines: false,
            uses_runtime: makes_integers || !package.services.is_empty(),
            locals: runtime_locals(&structs, &services),
            class: syntax::module(&package.name),
            errors_table: errors_table(package),
            errors: package.errors.iter().map(lower_error).collect(),
            enums,
            structs,
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
fn runtime_locals(structs: &[StructView], services: &[ServiceView]) -> Option<(String, String)> {
    if services.is_empty() {
        return None;
    }
    let mut methods = services
        .iter()
        .flat_map(|service| &service.methods)
        .peekable();
    let mut names = Vec::new();
    if methods.peek().is_some() {
        names.extend(["call", "method"]);
    }
    let is_typed = |method: &MethodView| {
        method.trailing.contains("types.")
            || method
                .params
                .iter()
                .any(|p| p.descriptor.contains("types."))
    };
    if !structs.is_empty() || methods.any(is_typed) {
        names.push("types");
    }
    names.push("typed");
    let values: Vec<String> = names.iter().map(|name| format!("yar.{name}")).collect();
    Some((names.join(", "), values.join(", ")))
}

/// `errors`, unless an item of the package has that name.
fn errors_table(package: &Package) -> &'static str {
    let taken = package.enums.iter().any(|item| item.name == "errors")
        || package.services.iter().any(|item| item.name == "errors");
    if taken { "errors_" } else { "errors" }
}

fn docs_of(docs: &Docs) -> Vec<String> {
    if docs.is_empty() {
        return Vec::new();
    }
    syntax::comment_lines(&docs.0)
}

fn lower_error(error: &ErrorType) -> Constant {
    Constant {
        docs: docs_of(&error.docs),
        key: syntax::key(&error.name),
        value: syntax::quote(&error.name),
    }
}

fn lower_enum(package: &Package, item: &Enum) -> EnumView {
    let cases = item.cases.iter().map(|case| Constant {
        docs: docs_of(&case.docs),
        key: syntax::key(&case.name),
        value: match &case.value {
            EnumValue::String(text) => syntax::quote(text),
            EnumValue::Int(value) => syntax::integer(*value),
        },
    });
    EnumView {
        docs: docs_of(&item.docs),
        class: format!("{}.{}", syntax::module(&package.name), item.name),
        target: syntax::member("_M", &item.name),
        cases: cases.collect(),
    }
}

fn lower_struct(package: &Package, item: &Struct) -> StructView {
    let fields = item.fields.iter().map(|field| FieldView {
        annotation: format!(
            "{} {} {}",
            annotation::field(&field.name),
            annotation::of(package, &field.ty),
            docs_of(&field.docs).join(" ")
        )
        .trim_end()
        .to_owned(),
        name: syntax::quote(&field.name),
        descriptor: descriptor::of(package, &field.ty),
    });
    StructView {
        docs: docs_of(&item.docs),
        class: format!("{}.{}", syntax::module(&package.name), item.name),
        key: syntax::key(&item.name),
        name: syntax::quote(&item.name),
        descriptor: syntax::member("structs", &item.name),
        fields: fields.collect(),
    }
}

fn lower_service(package: &Package, service: &Service) -> ServiceView {
    ServiceView {
        docs: docs_of(&service.docs),
        name: service.name.clone(),
        class: format!("{}.{}", syntax::module(&package.name), service.name),
        target: syntax::member("_M", &service.name),
        methods: service
            .methods
            .iter()
            .map(|m| lower_method(package, m))
            .collect(),
    }
}

fn lower_method(package: &Package, method: &Method) -> MethodView {
    let names = param_names(&method.params);
    let params = method
        .params
        .iter()
        .zip(&names)
        .map(|(param, name)| ParamView {
            annotation: format!("{name} {}", annotation::of(package, &param.ty)),
            name: syntax::quote(&param.name),
            descriptor: descriptor::of(package, &param.ty),
        });
    let listed = names.join(", ");
    let head = if syntax::is_keyword(&method.name) {
        let separator = if names.is_empty() { "" } else { ", " };
        format!(
            "service[{}] = function(self{separator}{listed})",
            syntax::quote(&method.name)
        )
    } else {
        format!("function service:{}({listed})", method.name)
    };
    MethodView {
        docs: docs_of(&method.docs),
        key: syntax::key(&method.name),
        name: syntax::quote(&method.name),
        head,
        descriptor: syntax::member("methods", &method.name),
        params: params.collect(),
        trailing: trailing_arguments(package, method),
        arguments: names.iter().map(|name| format!(", {name}")).collect(),
        returns: method.returns.as_ref().map_or_else(
            || "true? done".to_owned(),
            |ty| {
                format!(
                    "{} value",
                    annotation::optional(&annotation::of(package, ty))
                )
            },
        ),
        errors: thrown(method),
    }
}

/// What follows the parameters in the description of a method: its result and
/// its declared errors, as far as it has them.
fn trailing_arguments(package: &Package, method: &Method) -> String {
    let returns = method
        .returns
        .as_ref()
        .map(|ty| descriptor::of(package, ty));
    let codes: Vec<String> = method
        .throws
        .iter()
        .filter_map(|name| package.error(name))
        .map(|error| {
            format!(
                "{} = {}",
                syntax::key(&error.name),
                syntax::integer(error.code.into())
            )
        })
        .collect();
    match (returns, codes.is_empty()) {
        (None, true) => String::new(),
        (Some(returns), true) => format!(", {returns}"),
        (returns, false) => {
            let returns = returns.unwrap_or_else(|| "nil".to_owned());
            format!(", {returns}, {{ {} }}", codes.join(", "))
        }
    }
}

fn thrown(method: &Method) -> String {
    if method.throws.is_empty() {
        return String::new();
    }
    let names: Vec<_> = method.throws.iter().map(|it| it.name.as_str()).collect();
    format!(" its kind may be {}", names.join(", "))
}

/// Names of parameters that are free in Lua: keywords and what the body needs
/// get a trailing underscore. Checked contracts have no two names that differ
/// in nothing else.
fn param_names(params: &[Param]) -> Vec<String> {
    let free = |name: &str| {
        if syntax::is_keyword(name) || TAKEN.contains(&name) {
            format!("{name}_")
        } else {
            name.to_owned()
        }
    };
    params.iter().map(|param| free(&param.name)).collect()
}
