//! The calculator contract, from its text to its model in full.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use yar_idl::model::{IntType, Method, Package, Type};

const INT: Type = Type::Int(IntType::I64);

fn calc() -> Package {
    yar_idl::load(include_str!("../calc.yar"), "elsewhere").unwrap()
}

#[test]
fn package_errors_and_structs() {
    let calc = calc();
    assert_eq!(calc.name, "calc");
    assert_eq!(
        calc.docs.0,
        "Arithmetic over Yar: the contract that every example and test of this\nrepository speaks."
    );
    let errors: Vec<_> = calc
        .errors
        .iter()
        .map(|error| {
            (
                error.name.as_str(),
                error.code,
                error.message.as_str(),
                error.docs.0.as_str(),
            )
        })
        .collect();
    assert_eq!(
        errors,
        [
            (
                "DivisionByZero",
                33,
                "division by zero",
                "Division by zero was asked for."
            ),
            (
                "BadArgument",
                22,
                "bad argument",
                "An argument is of the right type and still makes no sense."
            ),
        ]
    );
    assert!(calc.enums.is_empty());
    assert_eq!(calc.structs.len(), 1);
    let stats = calc.get_struct(&"Stats".into()).unwrap();
    assert_eq!(stats.docs.0, "A summary of a list of numbers.");
    let fields: Vec<_> = stats
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.ty.clone(), field.docs.0.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            (
                "count",
                Type::Int(IntType::U64),
                "How many numbers there were."
            ),
            ("mean", Type::F64, "Their arithmetic mean."),
            ("min", Type::F64, "The smallest of them."),
            ("max", Type::F64, "The largest of them."),
        ]
    );
}

#[test]
fn the_service_and_all_its_methods() {
    let calc = calc();
    assert_eq!(calc.services.len(), 1);
    let service = &calc.services[0];
    assert_eq!(service.name, "Calculator");
    assert_eq!(
        service.docs.0,
        "A calculator, and a few methods that show what travels."
    );
    let signatures: Vec<_> = service.methods.iter().map(signature).collect();
    let list = |inner| Type::List(Box::new(inner));
    assert_eq!(
        signatures,
        [
            ("add", vec![("a", INT), ("b", INT)], Some(INT), vec![]),
            ("sub", vec![("a", INT), ("b", INT)], Some(INT), vec![]),
            (
                "div",
                vec![("a", Type::F64), ("b", Type::F64)],
                Some(Type::F64),
                vec!["DivisionByZero"]
            ),
            ("echo", vec![("value", Type::Any)], Some(Type::Any), vec![]),
            (
                "concat",
                vec![("parts", list(Type::String)), ("sep", Type::String)],
                Some(Type::String),
                vec![]
            ),
            (
                "stats",
                vec![("values", list(Type::F64))],
                Some(Type::Struct("Stats".into())),
                vec!["BadArgument"]
            ),
            (
                "sleep_ms",
                vec![("ms", Type::Int(IntType::I32))],
                Some(Type::Int(IntType::I32)),
                vec![]
            ),
            (
                "fail",
                vec![("message", Type::String), ("code", Type::Int(IntType::I32))],
                None,
                vec![]
            ),
        ]
    );
    assert_eq!(service.methods[2].docs.0, "Divides `a` by `b`.");
}

type Signature<'a> = (&'a str, Vec<(&'a str, Type)>, Option<Type>, Vec<&'a str>);

fn signature(method: &Method) -> Signature<'_> {
    (
        &method.name,
        method
            .params
            .iter()
            .map(|param| (param.name.as_str(), param.ty.clone()))
            .collect(),
        method.returns.clone(),
        method.throws.iter().map(|it| it.name.as_str()).collect(),
    )
}
