//! What enums and unions share: how such a type begins, and how its cases
//! come by their names.

use super::attributes::{self, Options};
use super::problem::{Place, Problem};
use super::service_trait::{contract_name, runtime};
use crate::{codes, names, words};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Ident, Path, Variant};

/// The parts of a type under a derive that do not depend on its cases.
pub(super) struct Head<'a> {
    /// Name in the contract.
    pub(super) name: String,
    /// Where the name stands.
    pub(super) name_place: Place,
    /// Where generated code finds the runtime.
    pub(super) runtime: Path,
    /// Documentation.
    pub(super) docs: String,
    /// What `#[yar(...)]` says.
    pub(super) options: Options,
    /// The variants; none for what is no enum, or has type parameters.
    pub(super) variants: Option<Vec<&'a Variant>>,
}

impl<'a> Head<'a> {
    /// Reads it; `owner` is what derives `derive`, as in "an enum", and
    /// `known` are its options.
    pub(super) fn read(
        input: &'a DeriveInput,
        owner: &str,
        derive: &str,
        known: &[&str],
        problems: &mut Vec<Problem>,
    ) -> Self {
        attributes::refuse_conditions(&input.attrs, owner, problems);
        let options = Options::of(&input.attrs, &format!("`{derive}`"), known, problems);
        let (name, name_place) = contract_name(&options, &input.ident, problems);
        let runtime = runtime(&options, problems);
        let variants = match &input.data {
            Data::Enum(data) if input.generics.params.is_empty() => {
                Some(data.variants.iter().collect())
            }
            _ => {
                problems.push(Problem::new(
                    codes::TRAIT_SHAPE,
                    input.ident.span(),
                    format!("`{derive}` is for enums without type parameters"),
                    "not such an enum",
                ));
                None
            }
        };
        Self {
            name,
            name_place,
            runtime,
            docs: attributes::docs(&input.attrs),
            options,
            variants,
        }
    }
}

/// The name in the contract of a case, and where it stands: what
/// `name = "..."` gives, or else what [`case_name`] finds.
pub(super) fn declared_name(
    options: &Options,
    ident: &Ident,
    string_value: Option<&str>,
    problems: &mut Vec<Problem>,
) -> (String, Place) {
    let plain = ident.unraw().to_string();
    let name = case_name(&plain, string_value);
    if options.get("name").is_some() || name == plain {
        return contract_name(options, ident, problems);
    }
    (name.to_owned(), ident.span().into())
}

/// The name in the contract of a case that is given none: its string value
/// where that is a name which becomes the variant's, else the variant's name.
///
/// ```
/// assert_eq!(yar_idl::rust::case_name("NotFound", Some("not_found")), "not_found");
/// assert_eq!(yar_idl::rust::case_name("NotFound", Some("404")), "NotFound");
/// assert_eq!(yar_idl::rust::case_name("NotFound", Some("not found")), "NotFound");
/// assert_eq!(yar_idl::rust::case_name("NotFound", None), "NotFound");
/// ```
#[must_use]
pub fn case_name<'a>(variant: &'a str, string_value: Option<&'a str>) -> &'a str {
    match string_value {
        Some(value) if words::is_identifier(value) && names::to_pascal(value) == variant => value,
        _ => variant,
    }
}
