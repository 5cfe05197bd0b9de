//! The functions of a file that make defaults: without parameters, and with one
//! expression for a body.

use super::problem::Problem;
use super::scope::plain;
use super::split::{Keyword, SourceItem};
use crate::codes;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use syn::{Block, Expr, ImplItem, ItemFn, ItemImpl, LitStr, Path, Stmt, Type};

/// What each function of one type gives; `None` is no plain expression.
type Bodies = HashMap<String, Option<Rc<Expr>>>;

/// Functions, read when a default asks for one of their type.
pub(super) struct Functions<'a> {
    /// The `impl` blocks by the first name in them.
    blocks: BTreeMap<&'a str, Vec<&'a SourceItem>>,
    free: BTreeMap<&'a str, &'a SourceItem>,
    read: BTreeMap<String, Rc<Bodies>>,
}

impl<'a> Functions<'a> {
    pub(super) fn new(items: &'a [SourceItem]) -> Self {
        let mut functions = Self {
            blocks: BTreeMap::new(),
            free: BTreeMap::new(),
            read: BTreeMap::new(),
        };
        for item in items {
            match item.keyword {
                Keyword::Impl => functions.blocks.entry(&item.name).or_default().push(item),
                Keyword::Fn => {
                    functions.free.entry(&item.name).or_insert(item);
                }
                _ => {}
            }
        }
        functions
    }

    /// The expression that the named function gives: `name`, `Type::name` or
    /// `Self::name`, where `owner` is what `Self` stands for.
    pub(super) fn body(
        &mut self,
        name: &LitStr,
        owner: &str,
        problems: &mut Vec<Problem>,
    ) -> Option<Rc<Expr>> {
        let path = name.parse_with(Path::parse_mod_style).ok();
        let words: Vec<String> = path.iter().flat_map(|it| &it.segments).map(word).collect();
        let body = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [function] => self.free_body(function, problems),
            ["Self", function] => self.bodies(owner, problems).get(function).cloned(),
            [owner, function] => self.bodies(owner, problems).get(function).cloned(),
            _ => None,
        };
        let found = match body {
            Some(Some(body)) => return Some(body),
            Some(None) => "does more than give a value",
            None => "is not in this file",
        };
        problems.push(
            Problem::new(
                codes::UNKNOWN_VALUE,
                name.span(),
                format!("cannot tell which value `{}` gives", name.value()),
                found,
            )
            .with_help("write `fn name() -> T { value }` in this file, without any other code"),
        );
        None
    }

    fn free_body(&self, name: &str, problems: &mut Vec<Problem>) -> Option<Option<Rc<Expr>>> {
        let function: ItemFn = self.free.get(name)?.parse(problems)?;
        Some(value_of(&function.block))
    }

    /// All functions in the blocks of a type.
    fn bodies(&mut self, owner: &str, problems: &mut Vec<Problem>) -> Rc<Bodies> {
        if let Some(known) = self.read.get(owner) {
            return Rc::clone(known);
        }
        let mut bodies = Bodies::new();
        for block in self.blocks.get(owner).into_iter().flatten() {
            let Some(block) = block.parse::<ItemImpl>(problems) else {
                continue;
            };
            if block.trait_.is_some() || !is_named(&block.self_ty, owner) {
                continue;
            }
            for item in block.items {
                if let ImplItem::Fn(function) = item {
                    bodies.insert(plain(&function.sig.ident), value_of(&function.block));
                }
            }
        }
        let bodies = Rc::new(bodies);
        self.read.insert(owner.to_owned(), Rc::clone(&bodies));
        bodies
    }
}

fn value_of(block: &Block) -> Option<Rc<Expr>> {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => Some(Rc::new(value.clone())),
        _ => None,
    }
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().map(plain).as_deref() == Some(name))
}

fn word(segment: &syn::PathSegment) -> String {
    plain(&segment.ident)
}
