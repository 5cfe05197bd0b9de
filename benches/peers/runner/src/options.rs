//! The command line: `--key value` pairs.

use std::collections::HashMap;

pub(crate) struct Options(HashMap<String, String>);

impl Options {
    pub(crate) fn parse() -> Self {
        let mut map = HashMap::new();
        let mut words = std::env::args().skip(1);
        while let (Some(key), Some(value)) = (words.next(), words.next()) {
            map.insert(key.trim_start_matches("--").to_owned(), value);
        }
        Self(map)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    pub(crate) fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.0.get(key).map_or(default, String::as_str)
    }

    pub(crate) fn list(&self, key: &str, default: &str) -> Vec<String> {
        let words = self.text(key, default).split(',');
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    pub(crate) fn number(&self, key: &str, default: usize) -> usize {
        self.0.get(key).map_or(default, |value| {
            value
                .parse()
                .unwrap_or_else(|_| panic!("--{key} {value}: not a number"))
        })
    }
}
