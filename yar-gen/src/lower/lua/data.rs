//! What a package declares beside its services: constants, enums, structs,
//! unions and errors.

use yar_idl::model::{
    Constant, Enum, EnumValue, ErrorType, Field, LuaInt, Options, Struct, TypeName, Union,
    UnionCase,
};

use super::scope::Scope;
use super::syntax::{self, key, name, quote};
use super::{annotation, descriptor, docs, literal};

/// A name with a value.
pub(super) struct ValueView {
    pub(super) docs: Vec<String>,
    pub(super) annotation: Option<String>,
    pub(super) key: String,
    pub(super) value: String,
}

/// A table with fields, for the language server.
pub(super) struct RecordView {
    pub(super) docs: Vec<String>,
    pub(super) class: String,
    pub(super) fields: Vec<String>,
}

/// The descriptor of something that was declared.
pub(super) struct Definition {
    /// Key in the table of descriptors.
    pub(super) key: String,
    /// What makes it.
    pub(super) value: String,
    /// The call that completes it, up to its list of members.
    pub(super) completion: Option<String>,
    pub(super) members: Vec<String>,
    /// What follows the members.
    pub(super) trailing: String,
}

pub(super) fn constant(scope: &Scope, item: &Constant) -> ValueView {
    ValueView {
        docs: docs::lines(&item.docs, item.options.deprecated.as_ref()),
        annotation: Some(annotation::of(scope, &item.ty, LuaInt::Number)),
        key: syntax::member("_M", &name(&item.name, &item.options)),
        value: literal::of(scope, &item.value, &item.ty, LuaInt::Number),
    }
}

pub(super) fn error_name(error: &ErrorType) -> ValueView {
    let name = name(&error.name, &error.options);
    ValueView {
        docs: docs::lines(&error.docs, error.options.deprecated.as_ref()),
        annotation: None,
        key: key(&name),
        value: quote(&name),
    }
}

pub(super) fn cases(scope: &Scope, item: &Enum) -> Vec<ValueView> {
    let cases = item.cases.iter().map(|case| ValueView {
        docs: docs::lines(&case.docs, case.options.deprecated.as_ref()),
        annotation: None,
        key: key(&name(&case.name, &case.options)),
        value: raw_value(scope, &case.value),
    });
    cases.collect()
}

fn raw_value(scope: &Scope, value: &EnumValue) -> String {
    match value {
        EnumValue::String(text) => quote(text),
        EnumValue::Int(value) => scope.integer(*value),
    }
}

/// The classes of structs, unions, and data of errors.
pub(super) fn records(scope: &Scope) -> Vec<RecordView> {
    let package = scope.package;
    let structs = package.structs.iter().map(|item| RecordView {
        docs: docs::lines(&item.docs, item.options.deprecated.as_ref()),
        class: scope.class(&own(&item.name)),
        fields: item.fields.iter().map(|it| field_line(scope, it)).collect(),
    });
    let unions = package.unions.iter().map(|item| union_record(scope, item));
    let errors = package.errors.iter().filter(|it| !it.fields.is_empty());
    let errors = errors.map(|item| RecordView {
        docs: vec![format!(
            "The `data` of the error {}.",
            name(&item.name, &item.options)
        )],
        class: scope.class(&own(&item.name)),
        fields: item.fields.iter().map(|it| field_line(scope, it)).collect(),
    });
    structs.chain(unions).chain(errors).collect()
}

fn union_record(scope: &Scope, item: &Union) -> RecordView {
    let mut lines = docs::lines(&item.docs, item.options.deprecated.as_ref());
    lines.push("A table with exactly one of these keys.".to_owned());
    let line = |case: &UnionCase| {
        let name = annotation::field(&name(&case.name, &case.options));
        let what = match &case.ty {
            Some(ty) => annotation::named(scope, &name, ty, LuaInt::Number, true),
            None => format!("{name}? yar.Null|true"),
        };
        documented(
            what,
            &docs::line(&case.docs, case.options.deprecated.as_ref()),
        )
    };
    RecordView {
        docs: lines,
        class: scope.class(&own(&item.name)),
        fields: item.cases.iter().map(line).collect(),
    }
}

fn field_line(scope: &Scope, field: &Field) -> String {
    let name = annotation::field(&name(&field.name, &field.options));
    let may_miss = field.optional || field.default.is_some();
    let what = annotation::named(scope, &name, &field.ty, field.options.lua_int, may_miss);
    documented(
        what,
        &docs::line(&field.docs, field.options.deprecated.as_ref()),
    )
}

fn documented(what: String, docs: &str) -> String {
    if docs.is_empty() {
        what
    } else {
        format!("{what} {docs}")
    }
}

/// The descriptors of all that others refer to.
pub(super) fn definitions(scope: &Scope) -> Vec<Definition> {
    let package = scope.package;
    let closed = package.enums.iter().filter(|item| item.closed);
    let enums = closed.map(|item| closed_enum(scope, item));
    let structs = package.structs.iter().map(|it| record(scope, it));
    let unions = package.unions.iter().map(|it| union(scope, it));
    let errors = package.errors.iter().map(|it| error(scope, it));
    enums.chain(structs).chain(unions).chain(errors).collect()
}

fn closed_enum(scope: &Scope, item: &Enum) -> Definition {
    let name = name(&item.name, &item.options);
    let raw = descriptor::raw(scope, item.repr);
    let values = item.cases.iter().map(|case| raw_value(scope, &case.value));
    let values: Vec<String> = values.collect();
    let closed = scope.types("closed");
    let value = format!(
        "{closed}({}, {raw}, {{ {} }})",
        quote(&name),
        values.join(", ")
    );
    Definition {
        key: key(&name),
        value,
        completion: None,
        members: Vec::new(),
        trailing: String::new(),
    }
}

fn record(scope: &Scope, item: &Struct) -> Definition {
    let name = name(&item.name, &item.options);
    Definition {
        key: key(&name),
        value: format!("{}({})", scope.types("struct"), quote(&name)),
        completion: Some(format!("{}:define(", scope.descriptor(&own(&item.name)))),
        members: item.fields.iter().map(|it| field(scope, it)).collect(),
        trailing: String::new(),
    }
}

fn union(scope: &Scope, item: &Union) -> Definition {
    let name = name(&item.name, &item.options);
    let case = |case: &UnionCase| {
        let mut parts = vec![quote(&syntax::name(&case.name, &case.options))];
        let ty = case.ty.as_ref();
        parts.extend(ty.map(|ty| descriptor::of(scope, ty, LuaInt::Number)));
        parts.extend(wire(&case.name, &case.options, &case.wire));
        format!("{{ {} }}", parts.join(", "))
    };
    let tag = item.tag.as_deref().map(|tag| format!(", {}", quote(tag)));
    Definition {
        key: key(&name),
        value: format!("{}({})", scope.types("union"), quote(&name)),
        completion: Some(format!("{}:define(", scope.descriptor(&own(&item.name)))),
        members: item.cases.iter().map(case).collect(),
        trailing: tag.unwrap_or_default(),
    }
}

fn error(scope: &Scope, item: &ErrorType) -> Definition {
    let name = name(&item.name, &item.options);
    let wire = (item.wire != name).then(|| format!(", {}", quote(&item.wire)));
    let code = scope.integer(item.code.into());
    let completion = (!item.fields.is_empty()).then(|| {
        let define = scope.types("define_data");
        format!("{define}({}, ", scope.descriptor(&own(&item.name)))
    });
    let made = scope.types("error");
    Definition {
        key: key(&name),
        value: format!(
            "{made}({}, {code}{})",
            quote(&name),
            wire.unwrap_or_default()
        ),
        completion,
        members: item.fields.iter().map(|it| field(scope, it)).collect(),
        trailing: String::new(),
    }
}

fn field(scope: &Scope, field: &Field) -> String {
    let form = field.options.lua_int;
    let mut parts = vec![
        quote(&name(&field.name, &field.options)),
        descriptor::of(scope, &field.ty, form),
    ];
    parts.extend(wire(&field.name, &field.options, &field.wire));
    if field.optional {
        parts.push("optional = true".to_owned());
    }
    if let Some(default) = &field.default {
        let value = literal::default(scope, default, &field.ty, form);
        parts.push(format!("default = {value}"));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// The name on the wire, where it is another than in Lua.
pub(super) fn wire(declared: &str, options: &Options, wire: &str) -> Option<String> {
    (name(declared, options) != wire).then(|| format!("wire = {}", quote(wire)))
}

fn own(name: &str) -> TypeName {
    TypeName::from(name)
}
