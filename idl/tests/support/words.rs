//! A contract as the words that carry meaning: as written, and as read.
//!
//! Equal lists prove that the parser left nothing out. The tree does not say
//! where `reserved` and empty brackets were written, so both lists lack them.

use std::ops::Range;

use yar_idl::ast::{
    Annotation, Case, Field, File, Import, Item, Method, Name, Type, TypeKind, UnionCase, Value,
    ValueKind,
};

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
            '0'..='9' => words.push("0".to_owned()),
            '-' if word.len() > 1 && word != "->" => words.push("0".to_owned()),
            ',' | ';' | '\u{feff}' => {}
            _ if first.is_whitespace() => {}
            _ => words.push(word.to_owned()),
        }
    }
    essential(words)
}

fn essential(words: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in words {
        let opened = kept.last().map(String::as_str);
        match (opened, word.as_str()) {
            (Some("("), ")") | (Some("{"), "}") => drop(kept.pop()),
            (_, "reserved") => {}
            _ => kept.push(word),
        }
    }
    kept
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
    } else if first.is_ascii_digit() || first == '-' {
        number_length(rest)
    } else if is_word(first) {
        rest.find(|next| !is_word(next)).unwrap_or(rest.len())
    } else {
        first.len_utf8()
    }
}

/// A number with its sign, its fraction and its exponent; else a `-` alone.
pub(crate) fn number_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, next)) = characters.next() {
        let behind = characters
            .peek()
            .is_some_and(|(_, next)| next.is_ascii_digit());
        let goes_on = match next {
            '-' | '+' => behind && (at == 0 || matches!(before, 'e' | 'E')),
            '.' => behind,
            _ => next == '_' || next.is_alphanumeric(),
        };
        if !goes_on {
            return at.max(1);
        }
        before = next;
    }
    rest.len()
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
    words.annotations(&file.annotations);
    if let Some(package) = &file.package {
        words.put("package");
        words.path(&package.text);
    }
    for import in &file.imports {
        words.import(import);
    }
    for item in &file.items {
        words.item(item);
    }
    essential(words.0)
}

enum Member<'a> {
    Field(&'a Field),
    Case(&'a Case),
    UnionCase(&'a UnionCase),
    Method(&'a Method),
    Reserved(&'a Value),
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

    /// Words with marks between them, each a word of its own.
    fn path(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['.', '-']) {
            self.all(&[&rest[..at], &rest[at..=at]]);
            rest = &rest[at + 1..];
        }
        self.put(rest);
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            self.put("@");
            self.path(&annotation.name.text);
            if annotation.arguments.is_empty() {
                continue;
            }
            self.put("(");
            for argument in &annotation.arguments {
                if let Some(name) = &argument.name {
                    self.all(&[&name.text, "="]);
                }
                self.value(&argument.value);
            }
            self.put(")");
        }
    }

    fn import(&mut self, import: &Import) {
        self.put("import");
        if let Some(names) = &import.names {
            self.put("{");
            names.iter().for_each(|name| self.put(&name.text));
            self.all(&["}", "from"]);
        }
        self.put("\"\"");
        if let Some(alias) = &import.alias {
            self.all(&["as", &alias.text]);
        }
    }

    /// Members in the order in which they are written.
    fn members<'a>(&mut self, mut members: Vec<(Range<usize>, Member<'a>)>, reserved: &'a [Value]) {
        let reserved = reserved.iter();
        members.extend(reserved.map(|value| (value.span.clone(), Member::Reserved(value))));
        members.sort_by_key(|(span, _)| span.start);
        for (_, member) in members {
            match member {
                Member::Field(field) => self.field(field),
                Member::Case(case) => self.case(case),
                Member::UnionCase(case) => self.union_case(case),
                Member::Method(method) => self.method(method),
                Member::Reserved(value) => self.value(value),
            }
        }
    }

    fn fields(&mut self, fields: &[Field], reserved: &[Value]) {
        let fields = fields.iter();
        let members = fields.map(|field| (field.span.clone(), Member::Field(field)));
        self.members(members.collect(), reserved);
    }

    fn case(&mut self, case: &Case) {
        self.annotations(&case.annotations);
        self.put(&case.name.text);
        if let Some(value) = &case.value {
            self.put("=");
            self.value(value);
        }
    }

    fn union_case(&mut self, case: &UnionCase) {
        self.annotations(&case.annotations);
        self.put(&case.name.text);
        if let Some(ty) = &case.ty {
            self.put(":");
            self.ty(ty);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Struct(item) => {
                self.annotations(&item.annotations);
                self.head("struct", &item.name);
                self.put("{");
                self.fields(&item.fields, &item.reserved);
                self.put("}");
            }
            Item::Enum(item) => {
                self.annotations(&item.annotations);
                self.head("enum", &item.name);
                self.put(":");
                self.ty(&item.repr);
                self.put("{");
                let cases = item.cases.iter();
                let members = cases.map(|case| (case.span.clone(), Member::Case(case)));
                self.members(members.collect(), &item.reserved);
                self.put("}");
            }
            Item::Const(item) => {
                self.annotations(&item.annotations);
                self.head("const", &item.name);
                self.put(":");
                self.ty(&item.ty);
                self.put("=");
                self.value(&item.value);
            }
            Item::Union(item) => {
                self.annotations(&item.annotations);
                self.head("union", &item.name);
                self.put("{");
                let cases = item.cases.iter();
                let members = cases.map(|case| (case.span.clone(), Member::UnionCase(case)));
                self.members(members.collect(), &item.reserved);
                self.put("}");
            }
            Item::Alias(item) => {
                self.annotations(&item.annotations);
                self.head("type", &item.name);
                self.put("=");
                self.ty(&item.ty);
            }
            Item::Error(item) => {
                self.annotations(&item.annotations);
                self.head("error", &item.name);
                self.put("=");
                self.value(&item.code);
                item.message.iter().for_each(|message| self.value(message));
                if !item.fields.is_empty() || !item.reserved.is_empty() {
                    self.put("{");
                    self.fields(&item.fields, &item.reserved);
                    self.put("}");
                }
            }
            Item::Service(item) => {
                self.annotations(&item.annotations);
                self.head("service", &item.name);
                if let Some(base) = &item.extends {
                    self.put("extends");
                    self.path(&base.text);
                }
                self.put("{");
                let methods = item.methods.iter();
                let members = methods.map(|method| (method.span.clone(), Member::Method(method)));
                self.members(members.collect(), &item.reserved);
                self.put("}");
            }
            Item::Broken(_) => self.put("broken"),
        }
    }

    fn method(&mut self, method: &Method) {
        self.annotations(&method.annotations);
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
        method
            .throws
            .iter()
            .for_each(|error| self.path(&error.text));
    }

    fn field(&mut self, field: &Field) {
        self.annotations(&field.annotations);
        self.put(&field.name.text);
        self.all(if field.optional.is_some() {
            &["?"]
        } else {
            &[]
        });
        self.put(":");
        self.ty(&field.ty);
        if let Some(default) = &field.default {
            self.put("=");
            self.value(default);
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Named(name, parts) if parts.is_empty() => self.path(&name.text),
            TypeKind::Named(name, parts) => {
                self.path(&name.text);
                self.put("<");
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
        match &value.kind {
            ValueKind::String(_) | ValueKind::Bytes(_) => self.put("\"\""),
            ValueKind::Int(_) | ValueKind::Float(_) => self.put("0"),
            ValueKind::Null => self.put("null"),
            ValueKind::Bool(value) => self.put(if *value { "true" } else { "false" }),
            ValueKind::Path(path) => self.path(path),
            ValueKind::List(values) => {
                self.put("[");
                values.iter().for_each(|value| self.value(value));
                self.put("]");
            }
            ValueKind::Map(pairs) => {
                self.put("{");
                for (key, value) in pairs {
                    let is_word = key.span.len() == key.text.len();
                    self.all(&[if is_word { &key.text } else { "\"\"" }, ":"]);
                    self.value(value);
                }
                self.put("}");
            }
            ValueKind::Broken => self.put("broken"),
        }
    }
}
