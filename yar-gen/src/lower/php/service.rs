//! Services: an interface with the docs, and a client that implements it.

use askama::Template;
use yar_idl::model::{Docs, Method, Package, Param, Service};

use super::Head;
use super::docs::{DocBlock, param_tag};
use super::syntax::{class_name, literal, method_name, variable_name};
use super::types::PhpType;
use crate::File;

/// The longest signature that stays on one line.
const MAX_SIGNATURE: usize = 120;

/// The interface and the client of a service.
pub(super) fn files(head: &Head, package: &Package, service: &Service) -> [File; 2] {
    let class = class_name(&service.name);
    let client = class_name(&format!("{}Client", service.name));
    let methods: Vec<MethodView> = service
        .methods
        .iter()
        .map(|method| MethodView::new(package, method))
        .collect();
    let interface = Interface {
        head,
        docs: DocBlock::new(&service.docs).lines(),
        class: &class,
        methods: &methods,
    };
    let calls = Client {
        head,
        docs: vec![format!("Calls a remote `{}`.", service.name)],
        class: &client,
        interface: &class,
        methods: &methods,
    };
    [head.file(&class, &interface), head.file(&client, &calls)]
}

#[derive(Template)]
#[template(path = "php/interface.php", escape = "none")]
struct Interface<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    methods: &'a [MethodView],
}

#[derive(Template)]
#[template(path = "php/client.php", escape = "none")]
struct Client<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    interface: &'a str,
    methods: &'a [MethodView],
}

struct MethodView {
    docs: Vec<String>,
    name: String,
    params: Vec<ParamView>,
    returns: String,
    /// Whether each parameter gets a line of its own.
    is_long: bool,
    wire_name: String,
    /// Classes of the declared errors, ready to be arguments.
    throws: String,
    /// Converter of the result; methods that return nothing have none.
    result: Option<String>,
}

struct ParamView {
    /// Tag of the doc block; none when the native type says all.
    docs: Vec<String>,
    /// Type and variable.
    declaration: String,
    variable: String,
    wire_name: String,
    codec: String,
}

impl MethodView {
    fn new(package: &Package, method: &Method) -> Self {
        let params: Vec<ParamView> = method
            .params
            .iter()
            .map(|param| ParamView::new(package, param))
            .collect();
        let result = method.returns.as_ref().map(|ty| PhpType::new(package, ty));
        let errors: Vec<String> = method
            .throws
            .iter()
            .map(|it| class_name(&it.name))
            .collect();
        let mut view = Self {
            docs: method_docs(method, &params, result.as_ref(), &errors),
            name: method_name(&method.name),
            returns: result
                .as_ref()
                .map_or_else(|| "void".to_owned(), |ty| ty.native.clone()),
            params,
            is_long: false,
            wire_name: literal(&method.name),
            throws: errors
                .iter()
                .map(|class| format!("{class}::class"))
                .collect::<Vec<_>>()
                .join(", "),
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
    fn new(package: &Package, param: &Param) -> Self {
        let variable = variable_name(&param.name);
        let ty = PhpType::new(package, &param.ty);
        Self {
            declaration: format!("{} ${variable}", ty.native),
            docs: if ty.is_exact {
                Vec::new()
            } else {
                param_tag(&ty, &variable, &Docs::default())
            },
            variable,
            wire_name: literal(&param.name),
            codec: ty.codec,
        }
    }
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
    DocBlock::new(&method.docs)
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
