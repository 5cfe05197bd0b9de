//! A contract without what Rust has no words for, and with the names that Rust
//! leaves of it: what reading generated Rust must give.

use std::collections::HashMap;

use yar_gen::Package;
use yar_idl::model::{Field, Literal, Options, Struct, Type, TypeName};
use yar_idl::names::{to_pascal, to_screaming, to_snake};

/// Without examples, versions, lints, what is said to other languages, docs of
/// parameters, reserved names, and words of a deprecation that Rust has in one
/// text; fields of values are all written out.
pub(crate) fn as_rust(package: &Package) -> Package {
    let mut package = package.clone();
    write_values_out(&mut package);
    package.version = None;
    package.options = Options::default();
    for item in &mut package.constants {
        reduce(&mut item.options, to_screaming);
        let name = item.options.rust.name.take();
        item.name = name.unwrap_or_else(|| to_screaming(&item.name));
    }
    for item in &mut package.structs {
        reduce_type(&mut item.options, &item.name, str::to_owned);
        item.reserved.clear();
        item.fields.iter_mut().for_each(reduce_field);
    }
    for item in &mut package.enums {
        reduce_type(&mut item.options, &item.name, str::to_owned);
        item.reserved_names.clear();
        item.reserved_values.clear();
        for case in &mut item.cases {
            reduce_type(&mut case.options, &case.name, to_pascal);
        }
    }
    for item in &mut package.unions {
        reduce_type(&mut item.options, &item.name, str::to_owned);
        item.reserved.clear();
        for case in &mut item.cases {
            reduce_type(&mut case.options, &case.name, to_pascal);
        }
    }
    let mut errors = HashMap::new();
    for item in &mut package.errors {
        item.reserved.clear();
        item.reserved_codes.clear();
        item.fields.iter_mut().for_each(reduce_field);
        let name = member_name(
            &item.name,
            &item.wire,
            &mut item.options,
            str::to_owned,
            to_pascal,
        );
        errors.insert(std::mem::replace(&mut item.name, name.clone()), name);
    }
    for item in &mut package.services {
        reduce_type(&mut item.options, &item.name, str::to_owned);
        item.reserved.clear();
        for method in &mut item.methods {
            let options = &mut method.options;
            method.name = member_name(&method.name, &method.wire, options, to_snake, to_snake);
            method.examples.clear();
            for thrown in &mut method.throws {
                thrown.name = errors[&thrown.name].clone();
            }
            for param in &mut method.params {
                reduce(&mut param.options, to_snake);
                param.docs = Default::default();
                let name = &mut param.options.rust.name;
                *name = name.take().filter(|it| *it != to_snake(&param.name));
            }
        }
    }
    package
}

fn reduce(options: &mut Options, spell: fn(&str) -> String) {
    options.allow.clear();
    options.lua = Default::default();
    options.php = Default::default();
    options.lua_int = Default::default();
    if let Some(deprecation) = &mut options.deprecated {
        let text = yar_gen::lower::deprecation_text(deprecation, spell);
        deprecation.reason = text;
        deprecation.replaced_by = None;
    }
}

fn reduce_type(options: &mut Options, name: &str, spell: fn(&str) -> String) {
    reduce(options, spell);
    let spelled = options.rust.name.take();
    options.rust.name = spelled.filter(|it| it != name && *it != to_pascal(name));
}

fn reduce_field(field: &mut Field) {
    let options = &mut field.options;
    field.name = member_name(&field.name, &field.wire, options, to_snake, to_snake);
}

/// The identifier, or what travels where Rust would spell that so.
fn member_name(
    name: &str,
    wire: &str,
    options: &mut Options,
    spell: fn(&str) -> String,
    spell_wire: fn(&str) -> String,
) -> String {
    reduce(options, spell);
    let given = options.rust.name.take();
    let ident = given.unwrap_or_else(|| spell(name));
    let letter = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if wire.chars().all(letter) && spell_wire(wire) == ident {
        return wire.to_owned();
    }
    ident
}

/// Gives values of structs all their fields, by the names that are left.
fn write_values_out(package: &mut Package) {
    let known = package.clone();
    for item in &mut package.structs {
        let defaults = item.fields.iter_mut();
        defaults
            .filter_map(|it| it.default.as_mut())
            .for_each(|value| write_out(value, &known));
    }
    for item in &mut package.services {
        let params = item.methods.iter_mut().flat_map(|it| &mut it.params);
        params
            .filter_map(|it| it.default.as_mut())
            .for_each(|value| write_out(value, &known));
    }
}

fn write_out(value: &mut Literal, package: &Package) {
    match value {
        Literal::List(items) => items.iter_mut().for_each(|it| write_out(it, package)),
        Literal::Map(entries) => {
            let values = entries.iter_mut().map(|(_, value)| value);
            values.for_each(|it| write_out(it, package));
        }
        Literal::Union(_, _, Some(held)) => write_out(held, package),
        Literal::Struct(name, given) => *given = written_out(name, given, package),
        _ => {}
    }
}

fn written_out(
    name: &TypeName,
    given: &[(String, Literal)],
    package: &Package,
) -> Vec<(String, Literal)> {
    let item: &Struct = package.get_struct(name).unwrap();
    let fields = item.fields.iter().filter_map(|field| {
        let given = given.iter().find(|(name, _)| *name == field.name);
        let mut value = given
            .map(|(_, value)| value)
            .or(field.default.as_ref())?
            .clone();
        let is_nullable = matches!(field.ty, Type::Nullable(_));
        if value == Literal::Null && is_nullable && !field.optional && field.default.is_none() {
            return None;
        }
        write_out(&mut value, package);
        let mut field = field.clone();
        reduce_field(&mut field);
        Some((field.name, value))
    });
    fields.collect()
}
