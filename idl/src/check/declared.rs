//! What one file declares, and what others see of it once it is checked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::index::Index;
use super::names::check_name;
use super::{Report, duplicate, types};
use crate::ast::{File, Item, Name};
use crate::codes;
use crate::diag::{Diagnostic, FileId};
use crate::model::{Package, Type};

/// The declared names of one file.
#[derive(Default)]
pub(super) struct Declared<'a> {
    pub(super) package: &'a str,
    pub(super) items: HashMap<&'a str, &'a Item>,
    /// Names in declarations that could not be read.
    pub(super) broken: HashSet<&'a str>,
    /// Whether a declaration has lost its name, so that every name may be it.
    pub(super) has_nameless: bool,
}

/// A file that was checked, with or without mistakes.
pub(super) struct Checked<'a> {
    pub(super) file: FileId,
    pub(super) declared: Declared<'a>,
    pub(super) package: Arc<Package>,
    pub(super) index: Index,
    /// What each alias stands for; `None` when that was reported.
    pub(super) aliases: HashMap<&'a str, Option<Type>>,
}

impl<'a> Declared<'a> {
    /// All names of a file; duplicates and built-in names are reported.
    pub(super) fn collect(file: &'a File, package: &'a str, report: &mut Report) -> Self {
        let mut declared = Self {
            package,
            ..Self::default()
        };
        for item in &file.items {
            match item {
                Item::Broken(broken) if broken.is_empty() => declared.has_nameless = true,
                Item::Broken(broken) => {
                    let names = broken.iter().map(|name| name.text.as_str());
                    declared.broken.extend(names);
                }
                _ => declared.add(item, report),
            }
        }
        declared
    }

    fn add(&mut self, item: &'a Item, report: &mut Report) {
        let Some(name) = item.name() else { return };
        check_name(name, report);
        if types::is_built_in(&name.text) {
            report.push(built_in(name));
            return;
        }
        let known = self.items.get(name.text.as_str());
        match known.and_then(|first| first.name()) {
            None => {
                self.items.insert(&name.text, item);
            }
            Some(first) => {
                let owner = format!("package `{}`", self.package);
                report.push(duplicate(name, first, item.kind(), &owner));
            }
        }
    }
}

fn built_in(name: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::BUILT_IN_NAME,
        name.span.clone(),
        format!("`{}` is a built-in type", name.text),
        "cannot be declared",
    )
    .with_help("choose another name")
}
