//! Fills the values of a file in: constants, defaults and examples.

use super::examples;
use super::names::{Found, Lookup};
use super::values::{Use, Values};
use crate::ast::{self, File, Item};
use crate::model::{Example, Literal, Package, Type};

/// All values of a file, by the positions of what they belong to.
#[derive(Default)]
pub(super) struct Filled {
    constants: Vec<(usize, Literal)>,
    fields: Vec<((usize, usize), Literal)>,
    params: Vec<((usize, usize, usize), Literal)>,
    examples: Vec<((usize, usize), Vec<Example>)>,
}

impl Values<'_, '_> {
    /// Checks every value of the file.
    pub(super) fn run(mut self, file: &File) -> Filled {
        let mut filled = Filled::default();
        let package = self.package;
        let mut constants = package.constants.iter().enumerate().peekable();
        let mut structs = package.structs.iter().enumerate();
        let mut services = package.services.iter().enumerate();
        for item in &file.items {
            match item {
                Item::Const(item) => {
                    let next = constants.next_if(|(_, it)| it.name == item.name.text);
                    if let (Some((at, _)), Some(value)) = (next, self.own_value(item)) {
                        filled.constants.push((at, value));
                    }
                }
                Item::Struct(item) => {
                    if let Some((at, checked)) = structs.next() {
                        let types = checked.fields.iter().map(|it| (it.name.as_str(), &it.ty));
                        let fields = self.defaults(&item.fields, types);
                        let fields = fields.into_iter().map(|(field, it)| ((at, field), it));
                        filled.fields.extend(fields);
                    }
                }
                Item::Service(item) => {
                    if let Some((at, _)) = services.next() {
                        self.service(at, item, &mut filled);
                    }
                }
                _ => {}
            }
        }
        filled
    }

    fn own_value(&mut self, item: &ast::Const) -> Option<Literal> {
        // Of two of the same name, which is a mistake, the first one counts.
        match self.names.find(&item.name.text) {
            Lookup::Found(found @ Found { home: None, .. }) => Some(self.constant(&found)?.1),
            _ => None,
        }
    }

    fn service(&mut self, at: usize, item: &ast::Service, filled: &mut Filled) {
        let package = self.package;
        let Some(service) = package.services.get(at) else {
            return;
        };
        let mut methods = service.methods.iter().enumerate().peekable();
        for written in &item.methods {
            let next = methods.next_if(|(_, it)| it.name == written.name.text);
            let Some((method, checked)) = next else {
                continue;
            };
            let types = checked.params.iter().map(|it| (it.name.as_str(), &it.ty));
            for (param, literal) in self.defaults(&written.params, types) {
                filled.params.push(((at, method, param), literal));
            }
            let examples = examples::check(self, written, checked);
            if !examples.is_empty() {
                filled.examples.push(((at, method), examples));
            }
        }
    }

    /// The defaults of fields or parameters, of which those with a mistake are
    /// missing in `types`.
    fn defaults<'t>(
        &mut self,
        written: &[ast::Field],
        types: impl Iterator<Item = (&'t str, &'t Type)>,
    ) -> Vec<(usize, Literal)> {
        let mut types = types.enumerate().peekable();
        let mut defaults = Vec::new();
        for field in written {
            let next = types.next_if(|(_, (name, _))| *name == field.name.text);
            if let (Some((at, (_, ty))), Some(value)) = (next, &field.default) {
                let literal = self.value(value, ty, Use::Default);
                defaults.extend(literal.map(|literal| (at, literal)));
            }
        }
        defaults
    }
}

impl Filled {
    pub(super) fn put_into(self, package: &mut Package) {
        for (at, literal) in self.constants {
            if let Some(constant) = package.constants.get_mut(at) {
                constant.value = literal;
            }
        }
        for ((item, field), literal) in self.fields {
            let item = package.structs.get_mut(item);
            if let Some(field) = item.and_then(|it| it.fields.get_mut(field)) {
                field.default = Some(literal);
            }
        }
        for ((service, method, param), literal) in self.params {
            let service = package.services.get_mut(service);
            let method = service.and_then(|it| it.methods.get_mut(method));
            if let Some(param) = method.and_then(|it| it.params.get_mut(param)) {
                param.default = Some(literal);
            }
        }
        for ((service, method), examples) in self.examples {
            let service = package.services.get_mut(service);
            if let Some(method) = service.and_then(|it| it.methods.get_mut(method)) {
                method.examples = examples;
            }
        }
    }
}
