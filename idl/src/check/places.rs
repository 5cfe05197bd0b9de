//! Where everything is declared.

use super::Unit;
use super::annotations::{allowed, version_place};
use crate::ast::{Annotation, Field, File, Item, Method, Name, Span, Type, Value};
use crate::diag::FileId;
use crate::places::{Place, Places};

/// The places of all files. Of packages with the same name, which is a
/// mistake, the first one counts.
pub(super) fn of(units: &[Unit]) -> Places {
    let mut collector = Collector::default();
    for (at, unit) in units.iter().enumerate() {
        collector.file = FileId(at);
        collector.package.clone_from(&unit.package);
        collector.add_file(&unit.file);
    }
    collector.places
}

#[derive(Default)]
struct Collector {
    places: Places,
    file: FileId,
    package: String,
}

/// What is written of one declaration or member.
struct Written<'a> {
    name: &'a Name,
    ty: Option<&'a Type>,
    value: Option<&'a Value>,
    annotations: &'a [Annotation],
    item: &'a Span,
}

impl Collector {
    fn add(&mut self, path: String, written: &Written<'_>) {
        let place = Place {
            file: self.file,
            name: written.name.span.clone(),
            ty: written.ty.map(|ty| ty.span.clone()),
            value: written.value.map(|value| value.span.clone()),
            item: written.item.clone(),
            allow: allowed(written.annotations),
        };
        self.places.add(&self.package, path, place);
    }

    fn add_file(&mut self, file: &File) {
        let line = file.package.as_ref();
        let line = line.map_or(0..0, |name| name.span.clone());
        let place = Place {
            file: self.file,
            name: line.clone(),
            ty: None,
            value: version_place(&file.annotations),
            item: line,
            allow: allowed(&file.annotations),
        };
        self.places.add(&self.package, String::new(), place);
        for item in &file.items {
            self.add_item(item);
        }
    }

    fn add_item(&mut self, item: &Item) {
        let Some(name) = item.name() else { return };
        let owner = &name.text;
        let (ty, value, annotations, span) = match item {
            Item::Const(it) => (Some(&it.ty), Some(&it.value), &it.annotations, &it.span),
            Item::Struct(it) => (None, None, &it.annotations, &it.span),
            Item::Enum(it) => (Some(&it.repr), None, &it.annotations, &it.span),
            Item::Union(it) => (None, None, &it.annotations, &it.span),
            Item::Alias(it) => (Some(&it.ty), None, &it.annotations, &it.span),
            Item::Error(it) => (None, Some(&it.code), &it.annotations, &it.span),
            Item::Service(it) => (None, None, &it.annotations, &it.span),
            Item::Broken(_) => return,
        };
        self.add(
            owner.clone(),
            &Written {
                name,
                ty,
                value,
                annotations,
                item: span,
            },
        );
        match item {
            Item::Struct(it) => self.add_fields(owner, &it.fields),
            Item::Error(it) => self.add_fields(owner, &it.fields),
            Item::Service(it) => it.methods.iter().for_each(|it| self.add_method(owner, it)),
            Item::Enum(it) => {
                for case in &it.cases {
                    let written = Written {
                        name: &case.name,
                        ty: None,
                        value: case.value.as_ref(),
                        annotations: &case.annotations,
                        item: &case.span,
                    };
                    self.add(format!("{owner}.{}", case.name.text), &written);
                }
            }
            Item::Union(it) => {
                for case in &it.cases {
                    let written = Written {
                        name: &case.name,
                        ty: case.ty.as_ref(),
                        value: None,
                        annotations: &case.annotations,
                        item: &case.span,
                    };
                    self.add(format!("{owner}.{}", case.name.text), &written);
                }
            }
            Item::Const(_) | Item::Alias(_) | Item::Broken(_) => {}
        }
    }

    fn add_fields(&mut self, owner: &str, fields: &[Field]) {
        for field in fields {
            let written = Written {
                name: &field.name,
                ty: Some(&field.ty),
                value: field.default.as_ref(),
                annotations: &field.annotations,
                item: &field.span,
            };
            self.add(format!("{owner}.{}", field.name.text), &written);
        }
    }

    fn add_method(&mut self, service: &str, method: &Method) {
        let owner = format!("{service}.{}", method.name.text);
        let written = Written {
            name: &method.name,
            ty: method.returns.as_ref(),
            value: None,
            annotations: &method.annotations,
            item: &method.span,
        };
        self.add(owner.clone(), &written);
        self.add_fields(&owner, &method.params);
        if let Some(ty) = &method.returns {
            let place = Place {
                file: self.file,
                name: ty.span.clone(),
                ty: Some(ty.span.clone()),
                value: None,
                item: ty.span.clone(),
                allow: Vec::new(),
            };
            self.places.add(&self.package, format!("{owner}->"), place);
        }
    }
}
