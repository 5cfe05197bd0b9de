//! The items of one Rust file: which there are, and which of them belong to
//! the contract because a service or a derive of ours says so.

use super::attributes::{Options, as_string};
use super::problem::{Place, Problem};
use super::split::{Keyword, SourceItem};
use crate::codes;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::{Attribute, Ident, ItemType, Meta, Path, Type};

/// What an item is to a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Service,
    Struct,
    Enum,
    Error,
    Alias,
}

/// The items of a file, and those still to be read.
pub(super) struct Scope<'a> {
    items: &'a [SourceItem],
    /// Position of each declared type.
    types: BTreeMap<&'a str, usize>,
    /// Positions that are, or will be, read.
    wanted: BTreeSet<usize>,
    /// Of these, the ones nobody has taken yet.
    waiting: Vec<usize>,
    /// Aliases that have been parsed, for methods share them.
    pub(super) aliases: BTreeMap<String, Option<Rc<ItemType>>>,
    /// What is in enums of errors that have been parsed.
    pub(super) choices: BTreeMap<String, Option<Rc<[Type]>>>,
}

impl<'a> Scope<'a> {
    /// All items, and in the queue those that are ours by their attributes.
    pub(super) fn new(items: &'a [SourceItem]) -> Self {
        let mut scope = Self {
            items,
            types: BTreeMap::new(),
            wanted: BTreeSet::new(),
            waiting: Vec::new(),
            aliases: BTreeMap::new(),
            choices: BTreeMap::new(),
        };
        for (position, item) in items.iter().enumerate() {
            if item.keyword != Keyword::Trait {
                scope.types.entry(&item.name).or_insert(position);
            }
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
        _ if derives(&item.attributes, "Error") => Role::Error,
        Keyword::Enum => Role::Enum,
        Keyword::Struct => Role::Struct,
    }
}

/// True when one of the derives is called so, whatever its path.
pub(super) fn derives(attributes: &[Attribute], name: &str) -> bool {
    derived(attributes).iter().any(|path| ends_with(path, name))
}

/// The string in `#[serde(rename = "...")]`, and where; every other word of
/// serde's that would change what travels is refused.
pub(super) fn serde_name(
    attributes: &[Attribute],
    problems: &mut Vec<Problem>,
) -> Option<(String, Place)> {
    let mut name = None;
    for attribute in attributes {
        if !attribute.path().is_ident("serde") {
            continue;
        }
        let read = attribute.parse_nested_meta(|meta| {
            let place = Place::of(&meta.path);
            if meta.path.is_ident("crate") {
                meta.value()?.parse::<syn::LitStr>()?;
            } else if meta.path.is_ident("rename") && meta.input.peek(syn::Token![=]) {
                let text = meta.value()?.parse::<syn::LitStr>()?;
                name = Some((text.value(), Place::from(text.span())));
            } else {
                problems.push(unserved(&meta.path, place));
                skip_value(meta.input)?;
            }
            Ok(())
        });
        if let Err(error) = read {
            problems.push(super::split::unreadable(&error));
        }
    }
    name
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
    if role(item) == Role::Struct {
        return serde_name(&item.attributes, &mut ignored).map(|(name, _)| name);
    }
    let known = ["name", "repr", "code", "message", "crate"];
    let options = Options::of(&item.attributes, "", &known, &mut ignored);
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

fn skip_value(input: syn::parse::ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(syn::Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

fn unserved(path: &Path, place: Place) -> Problem {
    let word = path
        .segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default();
    Problem::new(
        codes::UNSUPPORTED,
        place,
        format!("`#[serde({word})]` cannot be carried over to other languages"),
        "changes what travels",
    )
    .with_note("of serde's attributes a contract knows `rename = \"...\"` and `crate`")
}
