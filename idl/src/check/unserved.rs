//! Parts of the language that are read and not served yet: refused, so that
//! nothing is left out silently.

use super::Report;
use crate::ast::{Annotation, Field, File, Item, Service, Span, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;

pub(super) fn check(file: &File, report: &mut Report) {
    annotations(&file.annotations, report);
    for import in &file.imports {
        let start = import.span.start;
        refuse(start..start + "import".len(), "imports are", report);
    }
    for item in &file.items {
        check_item(item, report);
    }
}

fn check_item(item: &Item, report: &mut Report) {
    match item {
        Item::Const(item) => {
            annotations(&item.annotations, report);
            let start = item.span.start;
            refuse(start..start + "const".len(), "constants are", report);
        }
        Item::Struct(item) => {
            annotations(&item.annotations, report);
            fields(&item.fields, "fields", report);
            reserved(&item.reserved, report);
        }
        Item::Enum(item) => {
            annotations(&item.annotations, report);
            for case in &item.cases {
                annotations(&case.annotations, report);
            }
            reserved(&item.reserved, report);
        }
        Item::Union(item) => {
            annotations(&item.annotations, report);
            let start = item.span.start;
            refuse(start..start + "union".len(), "unions are", report);
        }
        Item::Alias(item) => annotations(&item.annotations, report),
        Item::Error(item) => {
            annotations(&item.annotations, report);
            if let Some(first) = item.fields.first() {
                refuse(first.name.span.clone(), "errors with data are", report);
            }
            reserved(&item.reserved, report);
        }
        Item::Service(item) => service(item, report),
        Item::Broken(_) => {}
    }
}

fn service(item: &Service, report: &mut Report) {
    annotations(&item.annotations, report);
    if let Some(base) = &item.extends {
        let what = "services that extend another are";
        refuse(base.span.clone(), what, report);
    }
    for method in &item.methods {
        annotations(&method.annotations, report);
        fields(&method.params, "parameters", report);
        for param in &method.params {
            if !param.docs.is_empty() {
                let what = "docs of single parameters are";
                refuse(param.name.span.clone(), what, report);
            }
        }
    }
    reserved(&item.reserved, report);
}

fn fields(fields: &[Field], kind: &str, report: &mut Report) {
    for field in fields {
        annotations(&field.annotations, report);
        if let Some(mark) = &field.optional {
            let what = format!("optional {kind} (`name?:`) are");
            refuse(mark.clone(), &what, report);
        }
        let default = field.default.iter();
        for default in default.filter(|value| value.kind != ValueKind::Broken) {
            refuse(default.span.clone(), "default values are", report);
        }
    }
}

fn reserved(values: &[Value], report: &mut Report) {
    if let Some(first) = values.first() {
        refuse(first.span.clone(), "reserved names are", report);
    }
}

fn annotations(annotations: &[Annotation], report: &mut Report) {
    for annotation in annotations {
        let span = annotation.span.start..annotation.name.span.end;
        let what = format!("annotations such as `@{}` are", annotation.name.text);
        refuse(span, &what, report);
    }
}

fn refuse(span: Span, what: &str, report: &mut Report) {
    report.push(Diagnostic::new(
        codes::UNSUPPORTED,
        span,
        format!("{what} not supported yet"),
        "not supported yet",
    ));
}
