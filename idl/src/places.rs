//! Where everything of a contract is declared, for whoever looks at the model
//! and wants to point at the source.

use std::collections::HashMap;
use std::ops::Range;

use crate::diag::FileId;

/// A range of bytes in a source.
type Span = Range<usize>;

/// The place of every declaration and member, by package and declared path.
///
/// Paths are made of declared names: `Calc`, `Calc.add`, `Calc.add.a`,
/// `Term.note`, `Op.add`, `MAX_TERMS`. The result of a method is
/// `Calc.add->`, and the package line is the empty path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places(HashMap<String, HashMap<String, Place>>);

/// Where one thing is declared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The declared name; of a result its type.
    pub name: Span,
    /// The type, if it has one.
    pub ty: Option<Span>,
    /// The value: a default, a raw value, an error's code, a constant's value;
    /// of the package line its `@version`.
    pub value: Option<Span>,
    /// The whole declaration, without docs and annotations.
    pub item: Span,
    /// The names in `@allow`, with the place of each.
    pub allow: Vec<(String, Span)>,
}

impl Places {
    /// The place of a path of this package.
    #[must_use]
    pub fn get(&self, package: &str, path: &str) -> Option<&Place> {
        self.0.get(package)?.get(path)
    }

    /// All paths of a package with their places, in no order.
    pub fn of(&self, package: &str) -> impl Iterator<Item = (&str, &Place)> {
        let paths = self.0.get(package).into_iter().flatten();
        paths.map(|(path, place)| (path.as_str(), place))
    }

    /// Adds a place; of equal paths the first one stays.
    #[cfg(feature = "grammar")]
    pub(crate) fn add(&mut self, package: &str, path: String, place: Place) {
        if !self.0.contains_key(package) {
            self.0.insert(package.to_owned(), HashMap::new());
        }
        if let Some(paths) = self.0.get_mut(package) {
            paths.entry(path).or_insert(place);
        }
    }
}
