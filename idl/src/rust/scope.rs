//! The items of one Rust file: which there are, and which of them belong to
//! the contract because a service or a derive of ours says so.

use super::attributes::{Options, as_string};
use super::functions::Functions;
use super::members::Members;
use super::names;
use super::serde;
use super::split::{Keyword, SourceItem};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::{Attribute, Ident, ItemType, Meta, Path, Type};

/// What an item is to a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Service,
    Struct,
    Enum,
    Union,
    Error,
    Alias,
    Const,
}

/// The items of a file, and those still to be read.
pub(super) struct Scope<'a> {
    items: &'a [SourceItem],
    /// Position of each declared type.
    types: BTreeMap<&'a str, usize>,
    /// Position of each trait.
    traits: BTreeMap<&'a str, usize>,
    /// Position of each constant.
    constants: BTreeMap<&'a str, usize>,
    /// Positions that are, or will be, read.
    wanted: BTreeSet<usize>,
    /// Of these, the ones nobody has taken yet.
    waiting: Vec<usize>,
    /// Aliases that have been parsed, for methods share them.
    pub(super) aliases: BTreeMap<String, Option<Rc<ItemType>>>,
    /// What is in enums of errors that have been parsed.
    pub(super) choices: BTreeMap<String, Option<Rc<[Type]>>>,
    /// What values of declared types are made of.
    pub(super) members: BTreeMap<String, Rc<Members>>,
    /// What defaults are made by.
    pub(super) functions: Functions<'a>,
    /// What `yar::Rfc3339` is called in the contract, once it is in use.
    pub(super) rfc3339: Option<String>,
}

impl<'a> Scope<'a> {
    /// All items, and in the queue those that are ours by their attributes.
    pub(super) fn new(items: &'a [SourceItem]) -> Self {
        let mut scope = Self {
            items,
            types: BTreeMap::new(),
            traits: BTreeMap::new(),
            constants: BTreeMap::new(),
            wanted: BTreeSet::new(),
            waiting: Vec::new(),
            aliases: BTreeMap::new(),
            choices: BTreeMap::new(),
            members: BTreeMap::new(),
            functions: Functions::new(items),
            rfc3339: None,
        };
        for (position, item) in items.iter().enumerate() {
            let names = match item.keyword {
                Keyword::Trait => &mut scope.traits,
                Keyword::Const => &mut scope.constants,
                Keyword::Impl | Keyword::Fn => continue,
                _ => &mut scope.types,
            };
            names.entry(&item.name).or_insert(position);
            if is_ours(item) {
                scope.want(position);
            }
        }
        scope.waiting.reverse();
        scope
    }

    /// The next item to be read, and its position in the file.
    pub(super) fn next(&mut self) -> Option<(usize, &'a SourceItem)> {
        let position = self.waiting.pop()?;
        Some((position, self.items.get(position)?))
    }

    /// The type that this path names, if it is declared in the file.
    pub(super) fn find(&self, path: &Path) -> Option<&'a SourceItem> {
        let ident = single(path)?;
        let position = self.types.get(plain(ident).as_str())?;
        self.items.get(*position)
    }

    /// The contract's name of the type that this path names, which thereby
    /// belongs to the contract.
    pub(super) fn refer(&mut self, path: &Path) -> Option<String> {
        let ident = plain(single(path)?);
        let position = *self.types.get(ident.as_str())?;
        self.want(position);
        let item = self.items.get(position)?;
        Some(contract_name(item).unwrap_or(ident))
    }

    /// The contract's name of the service that this path names.
    pub(super) fn find_service(&self, path: &Path) -> Option<String> {
        let ident = plain(single(path)?);
        let position = self.traits.get(ident.as_str())?;
        let item = self.items.get(*position).filter(|item| is_ours(item))?;
        Some(contract_name(item).unwrap_or(ident))
    }

    /// The constant that this path names.
    pub(super) fn find_constant(&self, path: &Path) -> Option<&'a SourceItem> {
        let ident = plain(single(path)?);
        let position = self.constants.get(ident.as_str())?;
        self.items.get(*position)
    }

    /// What moments that travel as text are called, which is no other name.
    pub(super) fn name_rfc3339(&mut self) -> String {
        let types = &self.types;
        let name = self.rfc3339.get_or_insert_with(|| {
            let mut name = "Rfc3339".to_owned();
            while types.contains_key(name.as_str()) {
                name.push('_');
            }
            name
        });
        name.clone()
    }

    /// The names of all types that the file declares.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().copied()
    }

    fn want(&mut self, position: usize) {
        if self.wanted.insert(position) {
            self.waiting.push(position);
        }
    }
}

/// What the item is, by keyword and derives.
pub(super) fn role(item: &SourceItem) -> Role {
    match item.keyword {
        Keyword::Trait => Role::Service,
        Keyword::Type => Role::Alias,
        Keyword::Const => Role::Const,
        _ if derives(&item.attributes, "Error") => Role::Error,
        Keyword::Enum if derives(&item.attributes, "Union") => Role::Union,
        Keyword::Enum => Role::Enum,
        _ => Role::Struct,
    }
}

/// True when one of the derives is called so, whatever its path.
pub(super) fn derives(attributes: &[Attribute], name: &str) -> bool {
    derived(attributes).iter().any(|path| ends_with(path, name))
}

/// An identifier without `r#`.
pub(super) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").unwrap_or(&text).to_owned()
}

/// The identifier that a path consists of, generic arguments aside.
fn single(path: &Path) -> Option<&Ident> {
    match (path.leading_colon, path.segments.len()) {
        (None, 1) => path.segments.first().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Items that a contract has although nothing may refer to them.
fn is_ours(item: &SourceItem) -> bool {
    if item.keyword == Keyword::Const {
        return item.is_public;
    }
    if item.keyword == Keyword::Trait {
        let mut attributes = item.attributes.iter();
        return attributes.any(|attribute| ends_with(attribute.path(), "service"));
    }
    let ours = |path: &Path| path.segments.len() > 1 && begins_with(path, "yar");
    item.attributes.iter().any(super::attributes::is_yar)
        || derived(&item.attributes).iter().any(ours)
}

/// The name that attributes give; whoever reads the item reports mistakes.
fn contract_name(item: &SourceItem) -> Option<String> {
    let mut ignored = Vec::new();
    let options = match role(item) {
        Role::Struct => return serde::type_name(&item.attributes, &mut ignored).map(|it| it.0),
        // Known by whatever path its attribute has.
        Role::Service => {
            let mut attributes = item.attributes.iter();
            let ours = attributes.find(|it| ends_with(it.path(), "service"))?;
            let tokens = ours.meta.require_list().ok()?.tokens.clone();
            Options::read(tokens, "", &["name"], &mut ignored)
        }
        // What an error is called travels, and need not be its name.
        Role::Error => {
            let options = Options::of(&item.attributes, "", &["name"], &mut ignored);
            let wire = options.get("name").and_then(as_string)?.value();
            return names::is_error_name(&item.name, &wire).then_some(wire);
        }
        _ => Options::of(&item.attributes, "", &["name"], &mut ignored),
    };
    options
        .get("name")
        .and_then(as_string)
        .map(|text| text.value())
}

fn derived(attributes: &[Attribute]) -> Vec<Path> {
    let mut paths = Vec::new();
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        if list.path.is_ident("derive") {
            let parser = syn::punctuated::Punctuated::<Path, syn::Token![,]>::parse_terminated;
            paths.extend(list.parse_args_with(parser).into_iter().flatten());
        }
    }
    paths
}

fn begins_with(path: &Path, name: &str) -> bool {
    path.segments
        .first()
        .is_some_and(|segment| segment.ident == name)
}

fn ends_with(path: &Path, name: &str) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| segment.ident == name)
}
