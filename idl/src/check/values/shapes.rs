//! Members by name, of a struct or a union that values are written of.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Home, Values};
use crate::ast::Item;
use crate::model::{Struct, TypeName, Union};

/// The members of one type.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) positions: HashMap<String, usize>,
    /// Positions of those that must be given.
    pub(super) required: Vec<usize>,
    /// Whether members are missing because of a mistake.
    pub(super) is_broken: bool,
}

impl Shape {
    fn of_struct(item: &Struct, written: usize) -> Self {
        let names = item.fields.iter().map(|field| field.name.as_str());
        let required = item.fields.iter().enumerate().filter(|(_, field)| {
            let is_nullable = matches!(field.ty, crate::model::Type::Nullable(_));
            !field.optional && field.default.is_none() && !is_nullable
        });
        Self {
            required: required.map(|(at, _)| at).collect(),
            is_broken: item.fields.len() != written,
            ..Self::of(names)
        }
    }

    fn of_union(item: &Union, written: usize) -> Self {
        let names = item.cases.iter().map(|case| case.name.as_str());
        Self {
            is_broken: item.cases.len() != written,
            ..Self::of(names)
        }
    }

    fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut shape = Self::default();
        for (at, name) in names.enumerate() {
            shape.positions.entry(name.to_owned()).or_insert(at);
        }
        shape
    }
}

impl<'n, 'a> Values<'n, 'a> {
    /// The members of a struct or a union, and who declares it.
    pub(super) fn shape(&mut self, name: &TypeName) -> Option<(Rc<Shape>, Home<'n, 'a>)> {
        let home = self.home(name)?;
        if let Some(known) = self.shapes.get(name) {
            return Some((Rc::clone(known), home));
        }
        let declared = match &home {
            Home::Own(..) => self.names.item(&name.name),
            Home::Other(checked) => checked.declared.items.get(name.name.as_str()).copied(),
        };
        let (package, index) = (home.package(), home.index());
        let shape = match declared? {
            Item::Struct(written) => {
                let item = index.get_struct(package, &name.name)?;
                Shape::of_struct(item, written.fields.len())
            }
            Item::Union(written) => {
                let item = index.get_union(package, &name.name)?;
                Shape::of_union(item, written.cases.len())
            }
            _ => return None,
        };
        let shape = Rc::new(shape);
        self.shapes.insert(name.clone(), Rc::clone(&shape));
        Some((shape, home))
    }
}
