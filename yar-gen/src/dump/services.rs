//! Services and their methods as JSON.

use serde::Serialize;
use serde_json::Value;
use yar_idl::model::{Example, Method, Outcome, Param, Service};

use super::literal;
use super::options::OptionsView;
use super::types::TypeView;

#[derive(Serialize)]
pub(super) struct ServiceView<'a> {
    name: &'a str,
    docs: &'a str,
    extends: Option<String>,
    methods: Vec<MethodView<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reserved: &'a [String],
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct MethodView<'a> {
    name: &'a str,
    wire: &'a str,
    docs: &'a str,
    params: Vec<ParamView<'a>>,
    returns: Option<TypeView<'a>>,
    throws: Vec<String>,
    idempotent: bool,
    strict_arity: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<ExampleView>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct ParamView<'a> {
    name: &'a str,
    optional: bool,
    #[serde(rename = "type")]
    ty: TypeView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct ExampleView {
    args: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    returns: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<String>,
}

impl<'a> ServiceView<'a> {
    pub(super) fn of(item: &'a Service) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            extends: item.extends.as_ref().map(ToString::to_string),
            methods: item.methods.iter().map(MethodView::of).collect(),
            reserved: &item.reserved,
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> MethodView<'a> {
    fn of(method: &'a Method) -> Self {
        Self {
            name: &method.name,
            wire: &method.wire,
            docs: &method.docs.0,
            params: method.params.iter().map(ParamView::of).collect(),
            returns: method.returns.as_ref().map(TypeView::of),
            throws: method.throws.iter().map(ToString::to_string).collect(),
            idempotent: method.idempotent,
            strict_arity: method.strict_arity,
            examples: method.examples.iter().map(ExampleView::of).collect(),
            options: OptionsView::of(&method.options),
        }
    }
}

impl<'a> ParamView<'a> {
    fn of(param: &'a Param) -> Self {
        Self {
            name: &param.name,
            optional: param.optional,
            ty: TypeView::of(&param.ty),
            default: param.default.as_ref().map(literal::value),
            options: OptionsView::of(&param.options),
        }
    }
}

impl ExampleView {
    fn of(example: &Example) -> Self {
        let (returns, throws) = match &example.outcome {
            Outcome::Nothing => (None, None),
            Outcome::Returns(value) => (Some(literal::value(value)), None),
            Outcome::Throws(name) => (None, Some(name.to_string())),
        };
        Self {
            args: example.args.iter().map(literal::value).collect(),
            returns,
            throws,
        }
    }
}
