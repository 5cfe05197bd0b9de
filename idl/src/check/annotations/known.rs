//! All annotations of the language.

/// What an annotation stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Position {
    Package,
    Const,
    Struct,
    Enum,
    Union,
    Alias,
    Error,
    Service,
    Field,
    /// A field of an error.
    Datum,
    Case,
    UnionCase,
    Method,
    Param,
}

use Position::{
    Alias, Case, Const, Datum, Enum, Error, Field, Method, Package, Param, Service, Struct, Union,
    UnionCase,
};

/// One annotation.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) positions: &'static [Position],
    /// How many arguments it takes that have no key.
    pub(super) plain: usize,
    /// Keys of the others, each with where it may be used.
    pub(super) keys: &'static [(&'static str, &'static [Position])],
    pub(super) is_repeatable: bool,
}

const EVERYWHERE: &[Position] = &[
    Package, Const, Struct, Enum, Union, Alias, Error, Service, Field, Datum, Case, UnionCase,
    Method, Param,
];
/// Whatever has a name in every target language.
const NAMED: &[Position] = &[
    Const, Struct, Enum, Union, Error, Service, Field, Datum, Case, UnionCase, Method, Param,
];
const NAMED_OR_PACKAGE: &[Position] = &[
    Package, Const, Struct, Enum, Union, Error, Service, Field, Datum, Case, UnionCase, Method,
    Param,
];
/// Whatever can be looked for in a program.
const REPLACEABLE: &[Position] = &[
    Const, Struct, Enum, Union, Error, Service, Field, Datum, Case, UnionCase, Method,
];
const VALUES: &[Position] = &[Field, Datum, Param];
const TYPED: &[Position] = &[Const, Alias, Field, Datum, UnionCase, Method, Param];
const ON_WIRE: &[Position] = &[Field, Datum, UnionCase, Error, Method];

const fn flag(name: &'static str, positions: &'static [Position]) -> Known {
    Known {
        name,
        positions,
        plain: 0,
        keys: &[],
        is_repeatable: false,
    }
}

const fn with_one(name: &'static str, positions: &'static [Position]) -> Known {
    Known {
        plain: 1,
        ..flag(name, positions)
    }
}

const KNOWN: &[Known] = &[
    Known {
        plain: usize::MAX,
        is_repeatable: true,
        ..flag("allow", EVERYWHERE)
    },
    flag("closed", &[Enum]),
    Known {
        keys: &[("since", REPLACEABLE), ("replaced_by", REPLACEABLE)],
        ..with_one("deprecated", REPLACEABLE)
    },
    Known {
        keys: &[
            ("args", &[Method]),
            ("returns", &[Method]),
            ("throws", &[Method]),
        ],
        is_repeatable: true,
        ..flag("example", &[Method])
    },
    with_one("format", TYPED),
    flag("idempotent", &[Method]),
    Known {
        keys: &[("name", NAMED), ("int", VALUES)],
        ..flag("lua", NAMED)
    },
    Known {
        keys: &[("name", NAMED), ("namespace", &[Package])],
        ..flag("php", NAMED_OR_PACKAGE)
    },
    Known {
        keys: &[("name", NAMED), ("map", VALUES)],
        ..flag("rust", NAMED)
    },
    flag("strict_arity", &[Method]),
    with_one("tag", &[Union]),
    with_one("version", &[Package]),
    with_one("wire", ON_WIRE),
];

pub(super) fn find(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|known| known.name)
}

impl Known {
    /// `methods and fields`
    pub(super) fn places(&self) -> String {
        list(self.positions.iter().map(|position| position.plural()))
    }

    /// `name, namespace`
    pub(super) fn keys(&self) -> String {
        let keys: Vec<_> = self.keys.iter().map(|(key, _)| *key).collect();
        keys.join(", ")
    }
}

/// `a`, `a and b`, or `a, b and c`.
pub(super) fn list(words: impl Iterator<Item = &'static str>) -> String {
    let words: Vec<_> = words.collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.join(""),
    }
}

impl Position {
    /// For messages, with its article.
    pub(super) fn name(self) -> &'static str {
        match self {
            Package => "the package",
            Const => "a constant",
            Struct => "a struct",
            Enum => "an enum",
            Union => "a union",
            Alias => "a type alias",
            Error => "an error",
            Service => "a service",
            Field => "a field",
            Datum => "a field of an error",
            Case => "a case of an enum",
            UnionCase => "a case of a union",
            Method => "a method",
            Param => "a parameter",
        }
    }

    pub(super) fn plural(self) -> &'static str {
        match self {
            Package => "the package line",
            Const => "constants",
            Struct => "structs",
            Enum => "enums",
            Union => "unions",
            Alias => "type aliases",
            Error => "errors",
            Service => "services",
            Field => "fields",
            Datum => "fields of errors",
            Case => "cases of enums",
            UnionCase => "cases of unions",
            Method => "methods",
            Param => "parameters",
        }
    }
}
