//! Rules about names.

use yar_idl::model::Package;
use yar_idl::names::{to_pascal, to_screaming, to_snake};

use super::rules::{HIDDEN_METHOD, NAMING_STYLE};
use super::sites::Sites;

pub(super) fn check(package: &Package, sites: &mut Sites<'_>) {
    for (path, name, style) in all(package) {
        let wanted = (style.spell)(name);
        // A digit may stand for itself: `sha256` and `sha_256` are both fine.
        let same = |text: &str| text.replace('_', "");
        let is_fine = match style.what {
            "PascalCase" => name == wanted || is_pascal(name),
            _ => name == wanted || same(name) == same(&wanted) && name == (style.case)(name),
        };
        if !is_fine && !name.starts_with('_') {
            let message = format!("`{name}` is not spelled in {}", style.what);
            sites.at_name(
                NAMING_STYLE,
                &path,
                (message, "unlike all others"),
                |found| {
                    found.with_help(format!(
                        "call it `{wanted}`, with `@wire(\"{name}\")` where it travels"
                    ))
                },
            );
        }
    }
    hidden(package, sites);
}

/// `HTTPServer` is Pascal case, too.
fn is_pascal(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase()) && !name.contains('_')
}

#[derive(Clone, Copy)]
struct Style {
    what: &'static str,
    spell: fn(&str) -> String,
    case: fn(&str) -> String,
}

const PASCAL: Style = Style {
    what: "PascalCase",
    spell: to_pascal,
    case: str::to_owned,
};
const SNAKE: Style = Style {
    what: "snake_case",
    spell: to_snake,
    case: str::to_ascii_lowercase,
};
const SCREAMING: Style = Style {
    what: "UPPER_CASE",
    spell: to_screaming,
    case: str::to_ascii_uppercase,
};

/// Path, name and style of everything whose style matters; cases of enums are
/// spelled as their values are.
fn all(package: &Package) -> Vec<(String, &str, Style)> {
    let mut names = Vec::new();
    for item in &package.constants {
        names.push((item.name.clone(), item.name.as_str(), SCREAMING));
    }
    for (owner, fields) in package.records() {
        names.push((owner.to_owned(), owner, PASCAL));
        for field in fields {
            names.push((format!("{owner}.{}", field.name), &field.name, SNAKE));
        }
    }
    for item in &package.enums {
        names.push((item.name.clone(), &item.name, PASCAL));
    }
    for item in &package.unions {
        names.push((item.name.clone(), &item.name, PASCAL));
        for case in &item.cases {
            names.push((format!("{}.{}", item.name, case.name), &case.name, SNAKE));
        }
    }
    for item in &package.services {
        names.push((item.name.clone(), &item.name, PASCAL));
        for method in &item.methods {
            let path = format!("{}.{}", item.name, method.name);
            for param in &method.params {
                names.push((format!("{path}.{}", param.name), &param.name, SNAKE));
            }
            names.push((path, &method.name, SNAKE));
        }
    }
    names
}

fn hidden(package: &Package, sites: &mut Sites<'_>) {
    for item in &package.services {
        for method in item.methods.iter().filter(|it| it.wire.starts_with('_')) {
            let path = format!("{}.{}", item.name, method.name);
            let message = format!("a PHP server hides `{}` from its page", method.wire);
            sites.at_name(
                HIDDEN_METHOD,
                &path,
                (message, "begins with `_`"),
                |found| {
                    found
                        .with_note("everybody who knows it can call it all the same")
                        .with_help("rename it, or `@allow(hidden-method)`")
                },
            );
        }
    }
}
