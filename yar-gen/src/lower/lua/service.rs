//! Services: descriptions of their methods, and the functions that call them.

use yar_idl::model::{Literal, LuaInt, Method, Package, Param, Service};

use super::scope::Scope;
use super::syntax::{is_name, key, member, name, quote};
use super::{annotation, data, descriptor, docs, literal};

/// Names that the body of a generated method refers to; a parameter of such a
/// name would hide them.
const TAKEN: &[&str] = &["self", "call", "methods"];

pub(super) struct ServiceView {
    pub(super) docs: Vec<String>,
    pub(super) name: String,
    pub(super) class: String,
    /// The class that it extends, behind a colon.
    pub(super) base_class: String,
    pub(super) base: Option<String>,
    pub(super) target: String,
    pub(super) methods: Vec<MethodView>,
}

pub(super) struct MethodView {
    pub(super) docs: Vec<String>,
    pub(super) is_deprecated: bool,
    pub(super) key: String,
    pub(super) name: String,
    pub(super) head: String,
    pub(super) descriptor: String,
    pub(super) params: Vec<ParamView>,
    pub(super) rest: String,
    pub(super) arguments: String,
    pub(super) returns: String,
    pub(super) errors: String,
}

pub(super) struct ParamView {
    pub(super) annotation: String,
    pub(super) descriptor: String,
}

/// All services, each behind the one of this package that it extends.
pub(super) fn all(scope: &Scope) -> Vec<ServiceView> {
    let mut ordered: Vec<&Service> = Vec::new();
    for service in &scope.package.services {
        let bases = scope.package.bases(service);
        let own = bases
            .iter()
            .take_while(|(home, _)| is_same(home, scope.package));
        let mut chain: Vec<&Service> = own.map(|(_, base)| *base).collect();
        chain.insert(0, service);
        for item in chain.into_iter().rev() {
            if !ordered.iter().any(|known| known.name == item.name) {
                ordered.push(item);
            }
        }
    }
    ordered.into_iter().map(|it| lower(scope, it)).collect()
}

fn is_same(left: &Package, right: &Package) -> bool {
    left.name == right.name
}

fn lower(scope: &Scope, service: &Service) -> ServiceView {
    let own = service.name.as_str().into();
    let base = service.extends.as_ref();
    ServiceView {
        docs: docs::lines(&service.docs, service.options.deprecated.as_ref()),
        name: name(&service.name, &service.options),
        class: scope.class(&own),
        base_class: base.map_or_else(String::new, |it| format!(": {}", scope.class(it))),
        base: base.map(|it| scope.public(scope.package, it)),
        target: scope.public(scope.package, &own),
        methods: service.methods.iter().map(|it| method(scope, it)).collect(),
    }
}

fn method(scope: &Scope, method: &Method) -> MethodView {
    let own = name(&method.name, &method.options);
    let names = param_names(&method.params);
    let params = method.params.iter().zip(&names);
    let params = params.map(|(it, name)| param(scope, it, name));
    let deprecated = method.options.deprecated.as_ref();
    MethodView {
        docs: docs::lines(&method.docs, deprecated),
        is_deprecated: deprecated.is_some(),
        key: key(&own),
        name: quote(&own),
        head: head(&own, &names.join(", ")),
        descriptor: member("methods", &own),
        params: params.collect(),
        rest: rest(scope, method),
        arguments: if names.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {} }}", names.join(", "))
        },
        returns: returns(scope, method),
        errors: thrown(scope, method),
    }
}

fn head(name: &str, params: &str) -> String {
    if is_name(name) {
        return format!("function service:{name}({params})");
    }
    let separator = if params.is_empty() { "" } else { ", " };
    format!(
        "service[{}] = function(self{separator}{params})",
        quote(name)
    )
}

fn param(scope: &Scope, param: &Param, lua_name: &str) -> ParamView {
    let form = param.options.lua_int;
    let may_miss = param.optional || param.default.is_some();
    let mut note = annotation::named(scope, lua_name, &param.ty, form, may_miss);
    let mut parts = vec![
        quote(&name(&param.name, &param.options)),
        descriptor::of(scope, &param.ty, form),
    ];
    if param.optional {
        parts.push("optional = true".to_owned());
    }
    if let Some(default) = &param.default {
        let value = literal::default(scope, default, &param.ty, form);
        parts.push(format!("default = {value}"));
        if !matches!(default, Literal::Null) {
            let shown = literal::of(scope, default, &param.ty, form);
            note.push_str(&format!(" {shown} when left out"));
        }
    }
    ParamView {
        annotation: note,
        descriptor: format!("{{ {} }}", parts.join(", ")),
    }
}

fn returns(scope: &Scope, method: &Method) -> String {
    let Some(ty) = &method.returns else {
        return "true? done".to_owned();
    };
    let annotation = annotation::of(scope, ty, LuaInt::Number);
    format!("{} value", annotation::optional(&annotation))
}

/// What follows the parameters in the description of a method: its result, its
/// declared errors and its name on the wire, as far as they are worth a word.
fn rest(scope: &Scope, method: &Method) -> String {
    let mut parts = Vec::new();
    if let Some(ty) = &method.returns {
        let ty = descriptor::of(scope, ty, LuaInt::Number);
        parts.push(format!("returns = {ty}"));
    }
    if !method.throws.is_empty() {
        let errors: Vec<_> = method
            .throws
            .iter()
            .map(|it| scope.descriptor(it))
            .collect();
        parts.push(format!("errors = {{ {} }}", errors.join(", ")));
    }
    parts.extend(data::wire(&method.name, &method.options, &method.wire));
    if parts.is_empty() {
        String::new()
    } else {
        format!(", {{ {} }}", parts.join(", "))
    }
}

fn thrown(scope: &Scope, method: &Method) -> String {
    if method.throws.is_empty() {
        return String::new();
    }
    let errors = method
        .throws
        .iter()
        .filter_map(|it| scope.package.error(it));
    let names: Vec<_> = errors.map(|it| name(&it.name, &it.options)).collect();
    format!(" its kind may be {}", names.join(", "))
}

/// Names of parameters that are free in Lua: keywords and what the body needs
/// get a trailing underscore. Checked contracts have no two names that differ
/// in nothing else.
fn param_names(params: &[Param]) -> Vec<String> {
    let free = |name: String| {
        if !is_name(&name) || TAKEN.contains(&name.as_str()) {
            format!("{name}_")
        } else {
            name
        }
    };
    let names = params.iter().map(|it| name(&it.name, &it.options));
    names.map(free).collect()
}
