//! The sample contracts are valid, and show everything the language has.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use yar_idl::ast::{
    Annotation, Field, File, Import, Item, Method, Type, TypeKind, Value, ValueKind,
};
use yar_idl::{ImportError, Imports, Loaded, Source, load_files};

const SAMPLES: [&str; 5] = [
    "calc.yar",
    "accounts.yar",
    "orders.yar",
    "metrics.yar",
    "legacy.yar",
];

/// Reads imports from the folder of the samples.
struct Folder;

impl Imports for Folder {
    fn read(&mut self, _: &str, path: &str) -> Result<Source, ImportError> {
        let text = fs::read_to_string(folder().join(path));
        let text = text.map_err(|_| ImportError::default())?;
        let path = path.to_owned();
        Ok(Source { path, text })
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn load(name: &str) -> Loaded {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let path = name.to_owned();
    let stem = name.strip_suffix(".yar").unwrap();
    load_files(Source { path, text }, stem, &mut Folder)
}

#[test]
fn samples_have_no_mistake_and_nothing_to_warn_of() {
    for name in SAMPLES {
        let loaded = load(name);
        assert_eq!(loaded.diagnostics, [], "{name}");
        assert!(loaded.package.is_some());
    }
}

/// All that a contract can say. Whoever adds to the language adds it here and to a
/// sample.
const CONSTRUCTS: &str = "
    file-docs package no-package
    import import-as import-names
    constant struct enum union type-alias error service
    bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 string bytes any timestamp date duration
    list map tuple nullable declared-type type-of-import
    null true number fraction text raw-bytes word dotted-word list-value map-value
    required-field optional-field nullable-field tri-state-field default-field
    optional-param tri-state-param default-param required-param
    string-enum int-enum case-value case-without-value
    union-case union-case-without-type
    error-message error-without-message error-data error-data-nullable
    reserved-in-struct reserved-in-enum reserved-value reserved-text reserved-in-union
    reserved-in-error reserved-code reserved-in-service
    extends extends-of-import throws several-throws returns no-result
    docs-of-field docs-of-case docs-of-union-case docs-of-method docs-of-item
    @allow @closed @deprecated @deprecated.since @deprecated.replaced_by
    @example @example.args @example.returns @example.throws
    @format @idempotent @lua.int @lua.name @php.name @php.namespace @rust.map @rust.name
    @strict_arity @tag @version @wire
";

#[test]
fn samples_show_everything() {
    let mut seen = Seen::default();
    let names = SAMPLES.iter().copied();
    for name in names.chain(["common/base.yar", "common/money.yar"]) {
        let text = fs::read_to_string(folder().join(name)).unwrap();
        let (file, found) = yar_idl::parse(&text);
        assert_eq!(found, [], "{name}");
        seen.file(&file);
    }
    let expected: BTreeSet<String> = CONSTRUCTS.split_whitespace().map(str::to_owned).collect();
    let seen: BTreeSet<String> = seen.0.into_iter().collect();
    assert_eq!(seen, expected);
}

/// What the trees of the samples have in them.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn add(&mut self, what: impl Into<String>) {
        self.0.insert(what.into());
    }

    fn when(&mut self, is_so: bool, what: &str) {
        if is_so {
            self.add(what);
        }
    }

    fn file(&mut self, file: &File) {
        self.when(!file.docs.is_empty(), "file-docs");
        let has_package = file.package.is_some();
        self.add(if has_package { "package" } else { "no-package" });
        self.annotations(&file.annotations);
        for import in &file.imports {
            let Import { alias, names, .. } = import;
            self.add(match (alias, names) {
                (None, None) => "import",
                (Some(_), _) => "import-as",
                (None, Some(_)) => "import-names",
            });
        }
        for item in &file.items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        self.add(item.kind().replace(' ', "-"));
        match item {
            Item::Const(item) => {
                self.lead(&item.docs, &item.annotations);
                self.ty(&item.ty);
                self.value(&item.value);
            }
            Item::Struct(item) => {
                self.lead(&item.docs, &item.annotations);
                item.fields.iter().for_each(|it| self.field(it));
                self.when(!item.reserved.is_empty(), "reserved-in-struct");
            }
            Item::Enum(item) => {
                self.lead(&item.docs, &item.annotations);
                let is_string =
                    matches!(&item.repr.kind, TypeKind::Named(name, _) if name.text == "string");
                self.add(if is_string { "string-enum" } else { "int-enum" });
                for case in &item.cases {
                    let has_value = case.value.is_some();
                    self.when(has_value, "case-value");
                    self.when(!has_value, "case-without-value");
                    self.when(!case.docs.is_empty(), "docs-of-case");
                    self.annotations(&case.annotations);
                }
                for value in &item.reserved {
                    self.reserved(value, "reserved-in-enum", "reserved-value");
                }
            }
            Item::Union(item) => {
                self.lead(&item.docs, &item.annotations);
                for case in &item.cases {
                    match &case.ty {
                        Some(ty) => {
                            self.add("union-case");
                            self.ty(ty);
                        }
                        None => self.add("union-case-without-type"),
                    }
                    self.when(!case.docs.is_empty(), "docs-of-union-case");
                    self.annotations(&case.annotations);
                }
                self.when(!item.reserved.is_empty(), "reserved-in-union");
            }
            Item::Alias(item) => {
                self.lead(&item.docs, &item.annotations);
                self.ty(&item.ty);
            }
            Item::Error(item) => {
                self.lead(&item.docs, &item.annotations);
                let has_message = item.message.is_some();
                self.when(has_message, "error-message");
                self.when(!has_message, "error-without-message");
                for field in &item.fields {
                    self.ty(&field.ty);
                    self.add(match field.optional {
                        Some(_) => "error-data",
                        None => "error-data-nullable",
                    });
                }
                for value in &item.reserved {
                    self.reserved(value, "reserved-in-error", "reserved-code");
                }
            }
            Item::Service(item) => {
                self.lead(&item.docs, &item.annotations);
                if let Some(base) = &item.extends {
                    self.add("extends");
                    self.when(base.text.contains('.'), "extends-of-import");
                }
                item.methods.iter().for_each(|it| self.method(it));
                self.when(!item.reserved.is_empty(), "reserved-in-service");
            }
            Item::Broken(names) => panic!("{names:?}"),
        }
    }

    fn lead(&mut self, docs: &str, annotations: &[Annotation]) {
        self.when(!docs.is_empty(), "docs-of-item");
        self.annotations(annotations);
    }

    fn reserved(&mut self, value: &Value, name: &str, number: &str) {
        self.add(match &value.kind {
            ValueKind::Int(_) => number,
            ValueKind::String(_) => "reserved-text",
            _ => name,
        });
    }

    fn field(&mut self, field: &Field) {
        self.when(!field.docs.is_empty(), "docs-of-field");
        self.member(field, "field");
    }

    fn member(&mut self, field: &Field, what: &str) {
        self.annotations(&field.annotations);
        self.ty(&field.ty);
        let is_nullable = matches!(field.ty.kind, TypeKind::Nullable(_));
        let kind = match (&field.optional, is_nullable, &field.default) {
            (_, _, Some(value)) => {
                self.value(value);
                "default"
            }
            (Some(_), true, None) => "tri-state",
            (Some(_), false, None) => "optional",
            (None, true, None) if what == "field" => "nullable",
            (None, _, None) => "required",
        };
        self.add(format!("{kind}-{what}"));
    }

    fn method(&mut self, method: &Method) {
        self.when(!method.docs.is_empty(), "docs-of-method");
        self.annotations(&method.annotations);
        for param in &method.params {
            self.member(param, "param");
        }
        match &method.returns {
            Some(ty) => {
                self.add("returns");
                self.ty(ty);
            }
            None => self.add("no-result"),
        }
        self.when(!method.throws.is_empty(), "throws");
        self.when(method.throws.len() > 1, "several-throws");
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Named(name, arguments) => {
                let first = name.text.starts_with(|it: char| it.is_ascii_lowercase());
                self.add(match name.text.as_str() {
                    dotted if dotted.contains('.') => "type-of-import",
                    built_in if first => built_in,
                    _ => "declared-type",
                });
                arguments.iter().for_each(|it| self.ty(it));
            }
            TypeKind::Tuple(parts) => {
                self.add("tuple");
                parts.iter().for_each(|it| self.ty(it));
            }
            TypeKind::Nullable(inner) => {
                self.add("nullable");
                self.ty(inner);
            }
            TypeKind::Broken => panic!("a sample is broken"),
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Null => self.add("null"),
            ValueKind::Bool(_) => self.add("true"),
            ValueKind::Int(_) => self.add("number"),
            ValueKind::Float(_) => self.add("fraction"),
            ValueKind::String(_) => self.add("text"),
            ValueKind::Bytes(_) => self.add("raw-bytes"),
            ValueKind::Path(path) if path.contains('.') => self.add("dotted-word"),
            ValueKind::Path(_) => self.add("word"),
            ValueKind::List(parts) => {
                self.add("list-value");
                parts.iter().for_each(|it| self.value(it));
            }
            ValueKind::Map(entries) => {
                self.add("map-value");
                entries.iter().for_each(|(_, it)| self.value(it));
            }
            ValueKind::Broken => panic!("a sample is broken"),
        }
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            let name = &annotation.name.text;
            // A language's annotation says nothing but what is in it.
            if !["rust", "lua", "php"].contains(&name.as_str()) {
                self.add(format!("@{name}"));
            }
            for argument in &annotation.arguments {
                if let Some(key) = &argument.name {
                    self.add(format!("@{name}.{}", key.text));
                }
                self.value(&argument.value);
            }
        }
    }
}
