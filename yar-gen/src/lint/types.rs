//! Rules about types, at every place that has one.

use yar_idl::diag::{Confidence, Diagnostic};
use yar_idl::model::{IntType, LuaInt, Options, Package, Type, TypeName};

use super::rules::{
    ANY_IN_PUBLIC_API, BYTES_OVER_JSON, DEPRECATED_USE, PREFER_STRUCT, RISKY_INT_KEYS, RISKY_INT64,
    Rule,
};
use super::sites::Sites;
use super::{Packager, Setting};
use crate::Target;
use crate::lower::deprecation_text;

pub(super) fn check(package: &Package, setting: &Setting, sites: &mut Sites<'_>) {
    for site in all(package) {
        let mut checker = Checker {
            package,
            setting,
            site: &site,
            seen: Vec::new(),
        };
        checker.part(site.ty, sites);
        if site.options.deprecated.is_none() {
            checker.deprecated(site.ty, sites);
        }
    }
}

/// One place with a type.
struct Site<'a> {
    path: String,
    ty: &'a Type,
    options: &'a Options,
}

fn all(package: &Package) -> Vec<Site<'_>> {
    let mut sites = Vec::new();
    let mut add = |path, ty, options| sites.push(Site { path, ty, options });
    for (owner, fields) in package.records() {
        for field in fields {
            let path = format!("{owner}.{}", field.name);
            add(path, &field.ty, &field.options);
        }
    }
    for item in &package.unions {
        for case in &item.cases {
            if let Some(ty) = &case.ty {
                add(format!("{}.{}", item.name, case.name), ty, &case.options);
            }
        }
    }
    for item in &package.services {
        for method in &item.methods {
            let path = format!("{}.{}", item.name, method.name);
            for param in &method.params {
                add(format!("{path}.{}", param.name), &param.ty, &param.options);
            }
            if let Some(ty) = &method.returns {
                add(format!("{path}->"), ty, &method.options);
            }
        }
    }
    sites
}

struct Checker<'a> {
    package: &'a Package,
    setting: &'a Setting,
    site: &'a Site<'a>,
    /// A type may have the same trouble in several parts; it is told once.
    seen: Vec<(Rule, &'a str)>,
}

impl<'a> Checker<'a> {
    fn part(&mut self, ty: &'a Type, sites: &mut Sites<'_>) {
        match ty {
            Type::Int(int @ (IntType::I64 | IntType::U64)) => self.int64(*int, sites),
            Type::Bytes if self.has(Packager::Json) => self.once(
                BYTES_OVER_JSON,
                "",
                "`bytes` travel as base64 text over JSON",
                "base64 over JSON",
                sites,
                |found| {
                    found
                        .with_note("a peer that does not have this contract gets that text")
                        .with_help("use MSGPACK with such peers, or `@allow(bytes-over-json)`")
                },
            ),
            Type::Any => self.once(
                ANY_IN_PUBLIC_API,
                "",
                "`any` says nothing of what travels",
                "has no type",
                sites,
                |found| {
                    found
                        .with_note("integers, floats and empty lists may change on the way")
                        .with_help("declare a struct or a union, or `@allow(any-in-public-api)`")
                },
            ),
            Type::Tuple(parts) => {
                self.once(
                    PREFER_STRUCT,
                    "",
                    "the parts of a tuple have no names",
                    "a tuple",
                    sites,
                    |found| found.with_help("declare a struct; fields can be added to it later"),
                );
                parts.iter().for_each(|part| self.part(part, sites));
            }
            Type::List(inner) | Type::Nullable(inner) => self.part(inner, sites),
            Type::Map(key, value) => {
                self.keys(key, sites);
                self.part(value, sites);
            }
            _ => {}
        }
    }

    fn int64(&mut self, int: IntType, sites: &mut Sites<'_>) {
        let is_text = self.site.options.lua_int == LuaInt::String;
        if !self.setting.targets.contains(&Target::Lua) || is_text {
            return;
        }
        let name = int.name();
        let message = format!("`{name}` values above 2^53 cannot be exact in Lua 5.1 numbers");
        let member = self.site.path.trim_end_matches("->");
        let start = sites.place(member).map(|place| place.item.start);
        self.once(
            RISKY_INT64,
            name,
            &message,
            "decimal text in Lua 5.1",
            sites,
            |found| {
                let found = found.with_note(
                    "Lua 5.1 gets larger ones as decimal text; Lua 5.3 and later, LuaJIT, PHP up to \
                     2^63-1 and Rust have them exactly",
                );
                let text = "add `@lua(int = \"string\")` for text at all times, or \
                            `@allow(risky-int64)` if values stay small";
                match start {
                    Some(start) => {
                        let edit = "@lua(int = \"string\") ";
                        found.with_edit(text, start..start, edit, Confidence::Maybe)
                    }
                    None => found.with_help(text),
                }
            },
        );
    }

    fn keys(&mut self, key: &Type, sites: &mut Sites<'_>) {
        let is_risky = matches!(key, Type::Int(_)) && self.setting.targets.contains(&Target::Php);
        if is_risky && (self.has(Packager::Json) || self.has(Packager::Msgpack)) {
            self.once(
                RISKY_INT_KEYS,
                "",
                "PHP sends a map with the keys 0, 1, 2 and so on as a list",
                "has integer keys",
                sites,
                |found| {
                    found
                        .with_note("generated readers take both; other peers see a list at times")
                        .with_help("use string keys, or `@allow(risky-int-keys)`")
                },
            );
        }
    }

    fn has(&self, packager: Packager) -> bool {
        self.setting.packagers.contains(&packager)
    }

    fn once(
        &mut self,
        rule: Rule,
        what: &'a str,
        message: &str,
        label: &str,
        sites: &mut Sites<'_>,
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        if !self.seen.contains(&(rule, what)) {
            self.seen.push((rule, what));
            sites.at_type(rule, &self.site.path, (message.to_owned(), label), more);
        }
    }

    /// Deprecated things may use each other.
    fn deprecated(&mut self, ty: &'a Type, sites: &mut Sites<'_>) {
        let (name, options) = match ty {
            Type::List(inner) | Type::Nullable(inner) => return self.deprecated(inner, sites),
            Type::Map(key, value) => {
                self.deprecated(key, sites);
                return self.deprecated(value, sites);
            }
            Type::Tuple(parts) => {
                return parts.iter().for_each(|part| self.deprecated(part, sites));
            }
            Type::Struct(name) => (name, self.package.get_struct(name).map(|it| &it.options)),
            Type::Enum(name) => (name, self.package.get_enum(name).map(|it| &it.options)),
            Type::Union(name) => (name, self.package.get_union(name).map(|it| &it.options)),
            _ => return,
        };
        if let Some(deprecation) = options.and_then(|it| it.deprecated.as_ref()) {
            let text = deprecation_text(deprecation, str::to_owned);
            self.used(name, &text, sites);
        }
    }

    fn used(&mut self, name: &'a TypeName, text: &str, sites: &mut Sites<'_>) {
        let message = format!("`{name}` is deprecated");
        self.once(
            DEPRECATED_USE,
            &name.name,
            &message,
            "still used",
            sites,
            |found| {
                if text.is_empty() {
                    return found;
                }
                found.with_note(text)
            },
        );
    }
}
