//! Types as contracts spell them, from Rust alone.

use super::spell::spell;
use syn::{GenericArgument, Path, PathArguments, Type};

/// Rust names and what contracts call them, with the number of their parts.
pub(super) const KNOWN: &[(&str, &str, usize)] = &[
    ("bool", "bool", 0),
    ("i8", "i8", 0),
    ("i16", "i16", 0),
    ("i32", "i32", 0),
    ("i64", "i64", 0),
    ("u8", "u8", 0),
    ("u16", "u16", 0),
    ("u32", "u32", 0),
    ("u64", "u64", 0),
    ("f32", "f32", 0),
    ("f64", "f64", 0),
    ("String", "string", 0),
    ("Bytes", "bytes", 0),
    ("Value", "any", 0),
    ("Vec", "list", 1),
    ("BTreeMap", "map", 2),
    ("HashMap", "map", 2),
    ("Timestamp", "timestamp", 0),
    ("Date", "date", 0),
    ("Duration", "duration", 0),
];

/// Names that travel as something else does, though no contract in Rust may
/// have them: the macro takes any type that serde can read and write.
const LIKE: &[(&str, &str, usize)] = &[
    ("str", "string", 0),
    ("char", "string", 0),
    ("usize", "u64", 0),
    ("isize", "i64", 0),
    ("Rfc3339", "timestamp", 0),
    ("VecDeque", "list", 1),
    ("HashSet", "list", 1),
    ("BTreeSet", "list", 1),
];

/// `Vec<Option<String>>` as `list<string?>`, and other types by their names
/// without a path; what no contract can say stays as Rust spells it.
#[must_use]
pub fn contract_type(ty: &Type) -> String {
    convert(ty).unwrap_or_else(|| spell(ty))
}

fn convert(ty: &Type) -> Option<String> {
    match ty {
        Type::Group(group) => convert(&group.elem),
        Type::Paren(paren) => convert(&paren.elem),
        Type::Tuple(tuple) => {
            let parts: Option<Vec<String>> = tuple.elems.iter().map(convert).collect();
            Some(format!("({})", parts?.join(", ")))
        }
        Type::Path(path) if path.qself.is_none() => named(&path.path),
        _ => None,
    }
}

fn named(path: &Path) -> Option<String> {
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    let name = name.strip_prefix("r#").unwrap_or(&name);
    let mut parts = Vec::new();
    match &last.arguments {
        PathArguments::None => {}
        PathArguments::AngleBracketed(list) => {
            for argument in &list.args {
                let GenericArgument::Type(part) = argument else {
                    return None;
                };
                parts.push(convert(part)?);
            }
        }
        PathArguments::Parenthesized(_) => return None,
    }
    let known = KNOWN.iter().chain(LIKE);
    let mut known = known.filter(|(rust, _, count)| *rust == name && *count == parts.len());
    Some(match (known.next(), name, parts.as_slice()) {
        (Some((_, name, _)), _, []) => (*name).to_owned(),
        (Some((_, name, _)), _, parts) => format!("{name}<{}>", parts.join(", ")),
        (None, "Option", [part]) => format!("{part}?"),
        (None, "Box" | "Arc" | "Rc", [part]) => part.clone(),
        (None, name, []) => name.to_owned(),
        (None, name, parts) => format!("{name}<{}>", parts.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::contract_type;

    #[test]
    fn rust_is_spelt_as_contracts_do() {
        for (rust, contract) in [
            ("i64", "i64"),
            ("String", "string"),
            ("std::string::String", "string"),
            ("yar::Bytes", "bytes"),
            ("Value", "any"),
            ("usize", "u64"),
            ("Vec<yar::Timestamp>", "list<timestamp>"),
            ("Rfc3339", "timestamp"),
            ("BTreeMap<yar::Date, yar::Duration>", "map<date, duration>"),
            ("Option<Vec<String>>", "list<string>?"),
            ("Vec<Option<State>>", "list<State?>"),
            ("(Vec < u8 >)", "list<u8>"),
            (
                "std::collections::BTreeMap<String, (i64, Box<Node>)>",
                "map<string, (i64, Node)>",
            ),
            ("(String, f64,)", "(string, f64)"),
            ("super::common::money::Money", "Money"),
            ("crate::r#type::r#Match", "Match"),
            ("Wrapper<my::Inner, i64>", "Wrapper<Inner, i64>"),
            ("Vec<i64, Global>", "Vec<i64, Global>"),
            ("[u8; 4]", "[u8; 4]"),
            ("Vec<[u8; 4]>", "Vec<[u8; 4]>"),
            ("Chunk<4>", "Chunk<4>"),
            ("<T as Iterator>::Item", "<T as Iterator>::Item"),
        ] {
            let ty = syn::parse_str(rust).expect("a type");
            assert_eq!(contract_type(&ty), contract);
        }
    }
}
