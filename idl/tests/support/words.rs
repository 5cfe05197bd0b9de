//! A contract as the words that carry meaning: as written, and as read.
//!
//! Equal lists prove that the parser left nothing out.

use yar_idl::ast::{Field, File, Item, Name, Type, TypeKind, Value, ValueKind};

/// The words of a source without comments, docs, separators and blanks. Numbers
/// and strings stand as `0` and `""`, for they may be spelled in many ways.
pub(crate) fn written(source: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = word_length(rest, first);
        let (word, after) = rest.split_at(length);
        rest = after;
        match first {
            _ if word.starts_with("//") || word.starts_with("/*") => {}
            '"' => words.push("\"\"".to_owned()),
            '-' | '0'..='9' if word != "->" => words.push("0".to_owned()),
            ',' | ';' | '\u{feff}' => {}
            _ if first.is_whitespace() => {}
            _ => words.push(word.to_owned()),
        }
    }
    words
}

fn word_length(rest: &str, first: char) -> usize {
    let is_word = |next: char| next == '_' || next.is_alphanumeric();
    if rest.starts_with("//") {
        rest.find(['\n', '\r']).unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        comment_length(rest)
    } else if first == '"' {
        string_length(rest)
    } else if rest.starts_with("->") {
        2
    } else if first == '-' || is_word(first) {
        let after = rest.get(1..).unwrap_or_default();
        after
            .find(|next| !is_word(next))
            .map_or(rest.len(), |at| at + 1)
    } else {
        first.len_utf8()
    }
}

fn comment_length(rest: &str) -> usize {
    let mut depth = 0;
    let mut place = 0;
    while place < rest.len() {
        match rest.get(place..place + 2) {
            Some("/*") => depth += 1,
            Some("*/") => depth -= 1,
            _ => {
                place += 1;
                continue;
            }
        }
        place += 2;
        if depth == 0 {
            break;
        }
    }
    place
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, next) in rest.char_indices().skip(1) {
        if next == '"' && !escaped {
            return at + 1;
        }
        escaped = next == '\\' && !escaped;
    }
    rest.len()
}

/// The words that a file would be written with.
pub(crate) fn read(file: &File) -> Vec<String> {
    let mut words = Words::default();
    if let Some(package) = &file.package {
        words.put("package");
        for (index, part) in package.text.split('.').enumerate() {
            words.all(if index == 0 { &[] } else { &["."] });
            words.put(part);
        }
    }
    for item in &file.items {
        words.item(item);
    }
    words.0
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn put(&mut self, word: &str) {
        self.0.push(word.to_owned());
    }

    fn all(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.put(word));
    }

    fn head(&mut self, keyword: &str, name: &Name) {
        self.all(&[keyword, &name.text]);
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Struct(item) => {
                self.head("struct", &item.name);
                self.put("{");
                item.fields.iter().for_each(|field| self.field(field));
                self.put("}");
            }
            Item::Enum(item) => {
                self.head("enum", &item.name);
                self.put(":");
                self.ty(&item.repr);
                self.put("{");
                for case in &item.cases {
                    self.put(&case.name.text);
                    if let Some(value) = &case.value {
                        self.put("=");
                        self.value(value);
                    }
                }
                self.put("}");
            }
            Item::Const(item) => self.head("const", &item.name),
            Item::Union(item) => self.head("union", &item.name),
            Item::Alias(item) => {
                self.head("type", &item.name);
                self.put("=");
                self.ty(&item.ty);
            }
            Item::Error(item) => {
                self.head("error", &item.name);
                self.put("=");
                self.value(&item.code);
                item.message.iter().for_each(|message| self.value(message));
            }
            Item::Service(item) => {
                self.head("service", &item.name);
                self.put("{");
                item.methods.iter().for_each(|method| self.method(method));
                self.put("}");
            }
            Item::Broken(_) => self.put("broken"),
        }
    }

    fn method(&mut self, method: &yar_idl::ast::Method) {
        self.all(&[&method.name.text, "("]);
        method.params.iter().for_each(|param| self.field(param));
        self.put(")");
        if let Some(returns) = &method.returns {
            self.put("->");
            self.ty(returns);
        }
        self.all(if method.throws.is_empty() {
            &[]
        } else {
            &["throws"]
        });
        method.throws.iter().for_each(|error| self.put(&error.text));
    }

    fn field(&mut self, field: &Field) {
        self.all(&[&field.name.text, ":"]);
        self.ty(&field.ty);
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Named(name, parts) if parts.is_empty() => self.put(&name.text),
            TypeKind::Named(name, parts) => {
                self.all(&[&name.text, "<"]);
                parts.iter().for_each(|part| self.ty(part));
                self.put(">");
            }
            TypeKind::Tuple(parts) => {
                self.put("(");
                parts.iter().for_each(|part| self.ty(part));
                self.put(")");
            }
            TypeKind::Nullable(inner) => {
                self.ty(inner);
                self.put("?");
            }
            TypeKind::Broken => self.put("broken"),
        }
    }

    fn value(&mut self, value: &Value) {
        self.put(match value.kind {
            ValueKind::String(_) => "\"\"",
            ValueKind::Int(_) => "0",
            _ => "broken",
        });
    }
}
