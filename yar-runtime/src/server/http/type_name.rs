//! Types as contracts spell them, from the way Rust does.

/// `Vec<Option<String>>` as `list<string?>`; what is not understood stays as
/// it is.
pub(super) fn contract_type(rust: &str) -> String {
    let mut parser = Parser { rest: rust };
    match parser.parse(0) {
        Some(name) if parser.rest.trim().is_empty() => name,
        _ => rust.to_owned(),
    }
}

/// Deeper than any type that somebody would write.
const DEEPEST: usize = 64;

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn parse(&mut self, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        if self.takes('(') {
            let parts = self.list(')', depth)?;
            return Some(format!("({})", parts.join(", ")));
        }
        let name = self.name()?;
        if !self.takes('<') {
            return Some(scalar(name));
        }
        let mut of = self.list('>', depth)?;
        let last = of.pop()?;
        Some(match (name, of.as_slice()) {
            ("Option", []) => format!("{last}?"),
            ("Vec" | "VecDeque" | "HashSet" | "BTreeSet", []) => format!("list<{last}>"),
            ("Box" | "Arc" | "Rc", []) => last,
            ("HashMap" | "BTreeMap", [key]) => format!("map<{key}, {last}>"),
            _ => return None,
        })
    }

    /// Types up to the bracket that closes them.
    fn list(&mut self, end: char, depth: usize) -> Option<Vec<String>> {
        let mut types = Vec::new();
        while !self.takes(end) {
            types.push(self.parse(depth + 1)?);
            if !self.takes(',') && !self.rest.trim_start().starts_with(end) {
                return None;
            }
        }
        Some(types)
    }

    /// The last name of a path.
    fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':' | ' ');
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (path, rest) = rest.split_at_checked(end)?;
        self.rest = rest;
        let name = path.rsplit(':').next()?.trim();
        (!name.is_empty() && !name.contains(' ')).then_some(name)
    }

    fn takes(&mut self, letter: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(letter);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

fn scalar(name: &str) -> String {
    let name = match name {
        "String" | "str" | "char" => "string",
        "Bytes" => "bytes",
        "Value" => "any",
        "Timestamp" | "Rfc3339" => "timestamp",
        "Date" => "date",
        "Duration" => "duration",
        "usize" => "u64",
        "isize" => "i64",
        name => name,
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
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
            ("Vec < u8 >", "list<u8>"),
            (
                "std::collections::BTreeMap<String, (i64, Box<Node>)>",
                "map<string, (i64, Node)>",
            ),
            ("(String, f64,)", "(string, f64)"),
            ("crate::model::User", "User"),
            ("Wrapper<i64>", "Wrapper<i64>"),
            ("[u8; 4]", "[u8; 4]"),
            ("Vec<", "Vec<"),
            ("Vec<i64>>", "Vec<i64>>"),
            ("", ""),
        ] {
            assert_eq!(contract_type(rust), contract);
        }
    }
}
