//! The data of a declared error as its callers know it.

use super::attributes;
use super::contract_type::contract_type;
use super::deprecation::{Deprecation, deprecation};
use super::param::in_option;
use super::serde::field_words;
use syn::Field;
use syn::ext::IdentExt;

/// One field of an error's data.
#[non_exhaustive]
pub struct DataField {
    /// Name on the wire.
    pub name: String,
    /// Type as contracts spell it.
    pub ty: String,
    /// The key is left out when there is no value.
    pub optional: bool,
    /// Documentation.
    pub docs: String,
    /// What `#[deprecated]` says, if it is there.
    pub deprecation: Option<Deprecation>,
}

impl DataField {
    /// Reads a field; what serde does not understand it reports itself.
    #[must_use]
    pub fn read(field: &Field) -> Self {
        let words = field_words(&field.attrs, &mut Vec::new());
        let own = field.ident.as_ref();
        let own = own.map(|ident| ident.unraw().to_string());
        let name = words.name.map(|(name, _)| name).or(own);
        let inner = in_option(&field.ty).filter(|_| words.skip.is_some());
        Self {
            name: name.unwrap_or_default(),
            ty: contract_type(inner.unwrap_or(&field.ty)),
            optional: inner.is_some(),
            docs: attributes::docs(&field.attrs),
            deprecation: deprecation(&field.attrs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DataField;
    use syn::parse_quote;

    #[test]
    fn a_field_is_told_as_it_travels() {
        let fields: syn::FieldsNamed = parse_quote!({
            /// When to come again.
            #[serde(rename = "retryAfter", default, skip_serializing_if = "Option::is_none")]
            pub retry_after: Option<yar::Duration>,
            #[deprecated = "nobody asks"]
            pub r#type: Option<u64>,
            #[serde(default, skip_serializing_if = "Option::is_none", with = "yar::tri_state")]
            pub note: Option<Option<String>>,
        });
        let told = fields.named.iter().map(|field| {
            let DataField {
                name,
                ty,
                optional,
                docs,
                deprecation,
            } = DataField::read(field);
            let mark = if optional { "?" } else { "" };
            let old = deprecation.map(|it| it.note).unwrap_or_default();
            format!("{name}{mark}: {ty} [{docs}] [{old}]")
        });
        let told: Vec<String> = told.collect();
        assert_eq!(
            told,
            [
                "retryAfter?: duration [When to come again.] []",
                "type: u64? [] [nobody asks]",
                "note?: string? [] []",
            ]
        );
    }
}
