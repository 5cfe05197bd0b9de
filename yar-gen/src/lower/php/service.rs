//! Services: an interface with the docs, a client that implements it, and a
//! server that calls what implements it.

use askama::Template;
use yar_idl::model::{Docs, Method, Options, Param, Service, Type};

use super::Head;
use super::docs::{DocBlock, param_tag};
use super::scope::Scope;
use super::syntax::{class_name, literal, method_name, named, variable_name};
use super::types::PhpType;
use super::values::expression;
use crate::File;

/// The longest signature that stays on one line.
const MAX_SIGNATURE: usize = 120;

/// The interface, the client and the server of a service.
pub(super) fn files(head: &Head, scope: Scope<'_>, service: &Service) -> [File; 3] {
    let class = named(&service.options, &service.name, class_name);
    let (client, server) = (beside(service, "Client"), beside(service, "Server"));
    let own = MethodView::all(scope, service);
    let interface = Interface {
        head,
        docs: DocBlock::of(&service.docs, &service.options, class_name).lines(),
        class: &class,
        base: service.extends.as_ref().map(|it| scope.service_class(it)),
        methods: &own,
    };
    let bases = scope.package.bases(service).into_iter();
    let inherited: Vec<MethodView> = bases
        .flat_map(|(package, base)| MethodView::all(scope.reading(package), base))
        .collect();
    let methods: Vec<&MethodView> = own.iter().chain(&inherited).collect();
    let calls = Client {
        head,
        docs: DocBlock::new(&Docs(format!("Calls a remote `{}`.", service.name))).lines(),
        class: &client,
        interface: &class,
        methods: &methods,
    };
    let serves = Server {
        head,
        docs: DocBlock::new(&Docs(format!(
            "Serves a `{}` of this program.",
            service.name
        )))
        .lines(),
        class: &server,
        name: literal(&service.name),
        interface: &class,
        methods: &methods,
    };
    [
        head.file(&class, &interface),
        head.file(&client, &calls),
        head.file(&server, &serves),
    ]
}

/// A class that belongs to a service.
fn beside(service: &Service, suffix: &str) -> String {
    match &service.options.php.name {
        Some(given) => format!("{given}{suffix}"),
        None => class_name(&format!("{}{suffix}", service.name)),
    }
}

#[derive(Template)]
#[template(path = "php/interface.php", escape = "none")]
struct Interface<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    base: Option<String>,
    methods: &'a [MethodView],
}

#[derive(Template)]
#[template(path = "php/client.php", escape = "none")]
struct Client<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    interface: &'a str,
    methods: &'a [&'a MethodView],
}

#[derive(Template)]
#[template(path = "php/server.php", escape = "none")]
struct Server<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    /// Name of the service in messages, as a literal.
    name: String,
    interface: &'a str,
    methods: &'a [&'a MethodView],
}

struct MethodView {
    docs: Vec<String>,
    name: String,
    params: Vec<ParamView>,
    returns: String,
    /// Whether each parameter gets a line of its own.
    is_long: bool,
    wire_name: String,
    /// Whether more arguments than parameters are refused.
    is_strict: bool,
    /// Classes of the declared errors, ready to be arguments.
    throws: String,
    /// Converter of the result; methods that return nothing have none.
    result: Option<String>,
    /// Type of the result where the converter cannot name it.
    asserted: Option<String>,
}

struct ParamView {
    /// Tag of the doc block; none when the native type says all.
    docs: Vec<String>,
    /// Type and variable, and what it is when left out.
    declaration: String,
    /// Call that adds the argument.
    argument: String,
    /// Call that tells the server of it.
    served: String,
}

impl MethodView {
    fn all(scope: Scope<'_>, service: &Service) -> Vec<Self> {
        let methods = service.methods.iter();
        methods.map(|method| Self::new(scope, method)).collect()
    }

    fn new(scope: Scope<'_>, method: &Method) -> Self {
        let params: Vec<ParamView> = method
            .params
            .iter()
            .map(|param| ParamView::new(scope, param))
            .collect();
        let result = method.returns.as_ref().map(|ty| PhpType::new(scope, ty));
        let errors: Vec<String> = method
            .throws
            .iter()
            .map(|it| scope.error_class(it))
            .collect();
        let mut view = Self {
            docs: method_docs(method, &params, result.as_ref(), &errors),
            name: named(&method.options, &method.name, method_name),
            returns: result
                .as_ref()
                .map_or_else(|| "void".to_owned(), |ty| ty.native.clone()),
            params,
            is_long: false,
            wire_name: literal(&method.wire),
            is_strict: method.strict_arity,
            throws: errors
                .iter()
                .map(|class| format!("{class}::class"))
                .collect::<Vec<_>>()
                .join(", "),
            // No type of a function can say what a list of given types gives.
            asserted: result
                .as_ref()
                .filter(|ty| ty.doc.contains("array{"))
                .map(|ty| ty.doc.clone()),
            result: result.map(|ty| ty.codec),
        };
        view.is_long = view.signature_length() > MAX_SIGNATURE;
        view
    }

    fn signature_length(&self) -> usize {
        let params: usize = self
            .params
            .iter()
            .map(|param| param.declaration.len() + ", ".len())
            .sum();
        "    public function (): ;".len() + self.name.len() + params + self.returns.len()
    }
}

impl ParamView {
    fn new(scope: Scope<'_>, param: &Param) -> Self {
        let variable = named(&param.options, &param.name, variable_name);
        let ty = PhpType::new(scope, &param.ty);
        let codec = ty.codec.clone();
        let default = param.default.as_ref();
        let default = default.map(|value| expression(scope, &param.ty, value));
        let may_be_left_out = param.optional || default.is_some();
        let (held, none) = match (&param.ty, may_be_left_out) {
            (_, false) => (ty, ""),
            (Type::Nullable(_), true) => (ty.or_absent(), " = \\Yar\\Absent::Absent"),
            (_, true) => (ty.or_null(), " = null"),
        };
        let name = literal(&param.name);
        let (adds, default_argument) = match &default {
            Some(default) => ("withDefault", format!(", {default}")),
            None if param.optional => ("withOptional", String::new()),
            None => ("with", String::new()),
        };
        Self {
            declaration: format!("{} ${variable}{none}", held.native),
            docs: param_docs(&param.options, &held, &variable, default.as_deref()),
            argument: format!("{adds}({name}, {codec}, ${variable}{default_argument})"),
            served: format!("{adds}({name}, {codec}{default_argument})"),
        }
    }
}

fn param_docs(
    options: &Options,
    held: &PhpType,
    variable: &str,
    default: Option<&str>,
) -> Vec<String> {
    let default = default.map(|value| format!("left out, it is {value}"));
    let old = options.deprecated.as_ref().map(|_| "deprecated".to_owned());
    let told: Vec<String> = old.into_iter().chain(default).collect();
    if held.is_exact && told.is_empty() {
        return Vec::new();
    }
    param_tag(held, variable, &Docs(told.join("; ")))
}

/// The docs of the contract, then a tag for all that native types do not say.
fn method_docs(
    method: &Method,
    params: &[ParamView],
    result: Option<&PhpType>,
    errors: &[String],
) -> Vec<String> {
    let returned = result
        .filter(|ty| !ty.is_exact)
        .map(|ty| format!("@return {}", ty.doc));
    DocBlock::of(&method.docs, &method.options, method_name)
        .group(params.iter().flat_map(|param| param.docs.clone()))
        .group(returned)
        .group(throws_tags(errors))
        .lines()
}

fn throws_tags(errors: &[String]) -> impl Iterator<Item = String> {
    errors
        .iter()
        .map(String::as_str)
        .chain(["\\Yar\\Exception\\YarException"])
        .map(|class| format!("@throws {class}"))
}
