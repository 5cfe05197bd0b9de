//! What `#[deprecated]` says.

use super::attributes::as_string;
use syn::{Attribute, LitStr, Meta};

/// What is said to those who use something that is deprecated.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecation {
    /// Why, or what to use instead; empty when nothing is said.
    pub note: String,
    /// The version since which it is; empty when nothing is said.
    pub since: String,
}

/// The deprecation among the attributes, if there is one. Mistakes in it are
/// for rustc to report.
#[must_use]
pub fn deprecation(attributes: &[Attribute]) -> Option<Deprecation> {
    let attribute = attributes
        .iter()
        .find(|it| it.path().is_ident("deprecated"))?;
    let Notice { note, since } = notice(attribute).unwrap_or_default();
    let text = |text: Option<LitStr>| text.map(|it| it.value()).unwrap_or_default();
    Some(Deprecation {
        note: text(note),
        since: text(since),
    })
}

/// The texts of the attribute, as they stand there.
#[derive(Default)]
pub(super) struct Notice {
    pub(super) note: Option<LitStr>,
    pub(super) since: Option<LitStr>,
}

pub(super) fn notice(attribute: &Attribute) -> syn::Result<Notice> {
    let mut notice = Notice::default();
    match &attribute.meta {
        Meta::Path(_) => {}
        Meta::NameValue(pair) => notice.note = as_string(&pair.value),
        Meta::List(list) => list.parse_nested_meta(|meta| {
            let text = Some(meta.value()?.parse()?);
            if meta.path.is_ident("note") {
                notice.note = text;
            } else {
                notice.since = text;
            }
            Ok(())
        })?,
    }
    Ok(notice)
}

#[cfg(test)]
mod tests {
    use super::{Deprecation, deprecation};
    use syn::parse_quote;

    #[test]
    fn every_way_to_write_it_is_read() {
        let said = |note: &str, since: &str| {
            Some(Deprecation {
                note: note.to_owned(),
                since: since.to_owned(),
            })
        };
        for (attribute, expected) in [
            (parse_quote!(#[deprecated]), said("", "")),
            (parse_quote!(#[deprecated = "gone"]), said("gone", "")),
            (
                parse_quote!(#[deprecated(since = "1.2.0", note = "use `b`")]),
                said("use `b`", "1.2.0"),
            ),
            (parse_quote!(#[deprecated(note = 1)]), said("", "")),
            (parse_quote!(#[doc = "deprecated"]), None),
        ] {
            assert_eq!(deprecation(&[attribute]), expected);
        }
    }
}
