//! Names that stand for nothing: each is reported once, with its first place,
//! and with what was meant most likely.

use super::names::{Names, article};
use super::spellings::BUILT_IN;
use crate::ast::{Item, Name, Span};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, Edit, FileId};
use crate::suggest;

/// A name that is not declared, at its first use.
pub(crate) struct Unknown {
    pub(crate) name: Name,
    pub(crate) wanted: Wanted,
    pub(crate) further: Vec<Span>,
    /// What is said of it when no other file has it either.
    pub(crate) diagnostic: Option<Diagnostic>,
}

/// What a name has to stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Type,
    Error,
    Service,
    /// A constant, or an enum before the name of a case.
    Value,
}

/// A declaration in a file that is not imported.
pub(crate) struct Elsewhere {
    pub(crate) package: String,
    pub(crate) file: FileId,
    pub(crate) span: Span,
    /// What it is, such as `struct`.
    pub(crate) kind: &'static str,
    pub(crate) way: Option<Way>,
}

/// How a declaration can be imported: by which path, and the edit that does.
pub(crate) enum Way {
    /// With a line of its own.
    Line(String, Edit),
    /// As one more name of a line that selects others.
    Name(String, Edit),
}

impl Wanted {
    pub(crate) fn takes(self, item: &Item) -> bool {
        match self {
            Self::Type => matches!(
                item,
                Item::Struct(_) | Item::Enum(_) | Item::Union(_) | Item::Alias(_)
            ),
            Self::Error => matches!(item, Item::Error(_)),
            Self::Service => matches!(item, Item::Service(_)),
            Self::Value => matches!(item, Item::Const(_) | Item::Enum(_)),
        }
    }

    fn what(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Error => "error",
            Self::Service => "service",
            Self::Value => "value",
        }
    }
}

impl Unknown {
    pub(super) fn new(name: &Name, wanted: Wanted) -> Self {
        Self {
            name: name.clone(),
            wanted,
            further: Vec::new(),
            diagnostic: None,
        }
    }

    /// Puts another name in every place.
    fn edits(&self, new: &str) -> Vec<Edit> {
        let spans = std::iter::once(&self.name.span).chain(&self.further);
        spans.map(|span| Edit::new(span.clone(), new)).collect()
    }

    fn with_uses(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.further.len() {
            0 => diagnostic,
            1 => diagnostic.with_note("used once more"),
            more => diagnostic.with_note(format!("used {more} more times")),
        }
    }

    /// What is said when another file declares it.
    pub(crate) fn not_imported(&self, elsewhere: Elsewhere) -> Diagnostic {
        let Elsewhere {
            package,
            file,
            span,
            kind,
            way,
        } = elsewhere;
        let written = &self.name.text;
        let name = written.rsplit('.').next().unwrap_or(written);
        let reason = match way {
            Some(Way::Name(..)) => "from which other names are imported",
            _ => "which is not imported",
        };
        let diagnostic = Diagnostic::new(
            codes::NOT_IMPORTED,
            self.name.span.clone(),
            format!("`{name}` is defined in package `{package}`, {reason}"),
            "not imported here",
        )
        .with_secondary_in(file, span, format!("{kind} `{name}` is defined here"));
        let diagnostic = self.with_uses(diagnostic);
        let full = format!("{package}.{name}");
        match way {
            None => diagnostic.with_help(format!(
                "import the file that defines it, and write `{full}`"
            )),
            Some(Way::Name(path, edit)) => diagnostic.with_edits(
                format!("add `{name}` to the import of `{path}`"),
                vec![edit],
                Confidence::Certain,
            ),
            Some(Way::Line(path, edit)) => {
                let mut help = format!("add `import \"{path}\";` after the package line");
                let mut edits = vec![edit];
                if full != *written {
                    help.push_str(&format!(", and write `{full}`"));
                    edits.extend(self.edits(&full));
                }
                diagnostic.with_edits(help, edits, Confidence::Certain)
            }
        }
    }
}

impl Names<'_> {
    /// Every unknown name with its sentence; none when it may be one that was
    /// lost with a broken declaration.
    pub(super) fn take_unknown(&mut self) -> Vec<Unknown> {
        if self.own.has_nameless || self.imported.has_missing {
            return Vec::new();
        }
        let mut all = std::mem::take(&mut self.unknown);
        for unknown in &mut all {
            unknown.diagnostic = Some(self.sentence(unknown));
        }
        all
    }

    fn sentence(&self, unknown: &Unknown) -> Diagnostic {
        let Unknown { name, wanted, .. } = unknown;
        let code = match wanted {
            Wanted::Value => codes::UNKNOWN_VALUE,
            Wanted::Service => codes::NOT_A_SERVICE,
            Wanted::Type | Wanted::Error => codes::UNKNOWN_TYPE,
        };
        let diagnostic = Diagnostic::new(
            code,
            name.span.clone(),
            format!("unknown {} `{}`", wanted.what(), name.text),
            format!("not found in package `{}`", self.own.package),
        );
        let diagnostic = unknown.with_uses(diagnostic);
        self.with_suggestion(diagnostic, unknown)
    }

    fn with_suggestion(&self, diagnostic: Diagnostic, unknown: &Unknown) -> Diagnostic {
        let (text, wanted) = (unknown.name.text.as_str(), unknown.wanted);
        let own = self.own.items.iter();
        let mut own: Vec<_> = own
            .filter(|(_, item)| wanted.takes(item))
            .map(|(name, item)| ((*name).to_owned(), Some(*item)))
            .collect();
        own.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        let imported = self.imported.names().into_iter();
        own.extend(
            imported
                .filter(|(_, item)| wanted.takes(item))
                .map(|(name, item)| (name, Some(item))),
        );
        let words: &[&str] = match wanted {
            Wanted::Type => &BUILT_IN,
            Wanted::Value => &["true", "false", "null"],
            Wanted::Error | Wanted::Service => &[],
        };
        own.extend(words.iter().map(|word| ((*word).to_owned(), None)));
        // A name behind a dot of one that is imported needs its package only.
        let behind = format!(".{text}");
        let names = || own.iter().map(|(name, _)| name.as_str());
        let mut whole = names().filter(|name| name.ends_with(&behind));
        let (found, is_only) = (whole.next(), whole.next().is_none());
        let last = text.rsplit('.').next().unwrap_or(text);
        let behind_dot = |name: &&str| name.rsplit_once('.').is_some_and(|(_, it)| it == last);
        if let Some(full) = found.or_else(|| names().find(behind_dot)) {
            let confidence = match found {
                Some(_) if is_only => Confidence::Certain,
                _ => Confidence::Maybe,
            };
            let help = format!("an import has it under the name of its package: `{full}`");
            return diagnostic.with_edits(help, unknown.edits(full), confidence);
        }
        let Some(near) = suggest::nearest(text, own.iter().map(|(name, _)| name.as_str())) else {
            return diagnostic;
        };
        let item = own.iter().find(|(name, _)| name == near);
        let help = match item.and_then(|(_, item)| *item) {
            Some(item) => format!(
                "{} {} with a similar name exists: `{near}`",
                article(item),
                item.kind()
            ),
            None => format!("did you mean `{near}`?"),
        };
        diagnostic.with_edits(help, unknown.edits(near), Confidence::Maybe)
    }
}
