//! What is said of something that is deprecated, in the words that all
//! languages share.

use yar_idl::model::Deprecation;

/// What to do, and what takes its place, whose name `spell` turns into the
/// one of the language. Empty when the contract says neither.
///
/// ```
/// use yar_idl::{model::Deprecation, names::to_camel};
///
/// let mut deprecation = Deprecation::default();
/// deprecation.reason = "it is slow".to_owned();
/// deprecation.replaced_by = Some("read_all".to_owned());
/// let text = yar_gen::lower::deprecation_text(&deprecation, to_camel);
/// assert_eq!(text, "it is slow; use `readAll`");
/// ```
#[must_use]
pub fn deprecation_text(deprecation: &Deprecation, spell: fn(&str) -> String) -> String {
    let reason = deprecation.reason.trim();
    match &deprecation.replaced_by {
        Some(name) if reason.is_empty() => format!("use `{}`", spell(name)),
        Some(name) if !names(reason, name) && !names(reason, &spell(name)) => {
            format!("{}; use `{}`", reason.trim_end_matches('.'), spell(name))
        }
        _ => reason.to_owned(),
    }
}

/// The same behind the version that began it: `since 1.2.0: use `b``.
pub(super) fn dated_text(deprecation: &Deprecation, spell: fn(&str) -> String) -> String {
    let text = deprecation_text(deprecation, spell);
    match &deprecation.since {
        None => text,
        Some(since) if text.is_empty() => format!("since {since}"),
        Some(since) => format!("since {since}: {text}"),
    }
}

/// Whether a text has a name in it, as a word of its own.
fn names(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let mut words = text.split(|letter| !is_part(letter));
    words.any(|word| word.trim_matches('.') == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deprecation(reason: &str, since: Option<&str>, replaced_by: Option<&str>) -> Deprecation {
        let mut deprecation = Deprecation::default();
        deprecation.reason = reason.to_owned();
        deprecation.since = since.map(str::to_owned);
        deprecation.replaced_by = replaced_by.map(str::to_owned);
        deprecation
    }

    #[test]
    fn what_replaces_it_is_named_once() {
        let spell: fn(&str) -> String = yar_idl::names::to_snake;
        for (reason, replaced_by, expected) in [
            ("", None, ""),
            ("", Some("newOne"), "use `new_one`"),
            ("use newOne", Some("newOne"), "use newOne"),
            ("use new_one.", Some("newOne"), "use new_one."),
            ("is slow.", Some("newOne"), "is slow; use `new_one`"),
            // A word that only begins so is another one.
            ("a mistake", Some("mis"), "a mistake; use `mis`"),
            ("a mistake", None, "a mistake"),
        ] {
            let text = deprecation_text(&deprecation(reason, None, replaced_by), spell);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_version_stands_before_it() {
        let text = |reason, since| dated_text(&deprecation(reason, since, None), str::to_owned);
        assert_eq!(text("is slow", Some("1.2.0")), "since 1.2.0: is slow");
        assert_eq!(text("", Some("1.2.0")), "since 1.2.0");
        assert_eq!(text("is slow", None), "is slow");
    }
}
