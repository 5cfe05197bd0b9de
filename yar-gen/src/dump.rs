//! The checked model as JSON, for tools that are not written in Rust.
//!
//! `docs/model.md` documents the shape; [`FORMAT`] changes when a reader
//! could be misled, not when something is added. Knows no file and no target.

mod items;
mod literal;
mod options;
mod services;
#[cfg(test)]
mod tests;
mod types;

use serde::Serialize;
use yar_idl::model::Package;

use items::{ConstantView, EnumView, ErrorView, StructView, UnionView};
use services::ServiceView;

/// The number of the shape, in the member `format`.
pub const FORMAT: u32 = 1;

/// The model of a package as indented JSON with a line end behind it. Members
/// and lists are in a fixed order, so equal packages give equal text.
///
/// ```
/// use yar_gen::Package;
///
/// let text = yar_gen::dump(&Package::new("calc"));
/// assert!(text.starts_with("{\n  \"format\": 1,\n  \"package\": \"calc\","));
/// ```
#[must_use]
pub fn dump(package: &Package) -> String {
    let mut closure = package.closure();
    closure.pop();
    let document = Document {
        format: FORMAT,
        package: PackageView::of(package),
        imported: closure.into_iter().map(PackageView::of).collect(),
    };
    // Strings, numbers and lists cannot fail to become JSON.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// 16 hexadecimal digits that stand for all of a contract, docs included.
///
/// What it imports counts, too. Equal whether the contract is a `.yar` file or
/// Rust source. Tells versions of one contract apart; it is no protection
/// against an attacker.
///
/// ```
/// use yar_gen::{Package, fingerprint};
///
/// assert_eq!(fingerprint(&Package::new("calc")).len(), 16);
/// assert_ne!(fingerprint(&Package::new("calc")), fingerprint(&Package::new("calculator")));
/// ```
#[must_use]
pub fn fingerprint(package: &Package) -> String {
    let imports: Vec<String> = package.imports.iter().map(|it| fingerprint(it)).collect();
    let contents = (&package.name, Contents::of(package), imports);
    let text = serde_json::to_string(&contents).unwrap_or_default();
    format!("{:016x}", fnv_1a(text.as_bytes()))
}

/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>: a few lines
/// that give the same number everywhere and for ever, unlike std's hashers.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    #[serde(flatten)]
    package: PackageView<'a>,
    imported: Vec<PackageView<'a>>,
}

#[derive(Serialize)]
struct PackageView<'a> {
    package: &'a str,
    contract: String,
    #[serde(flatten)]
    contents: Contents<'a>,
}

impl<'a> PackageView<'a> {
    fn of(package: &'a Package) -> Self {
        Self {
            package: &package.name,
            contract: fingerprint(package),
            contents: Contents::of(package),
        }
    }
}

#[derive(Serialize)]
struct Contents<'a> {
    docs: &'a str,
    version: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    php_namespace: Option<&'a str>,
    imports: Vec<&'a str>,
    constants: Vec<ConstantView<'a>>,
    errors: Vec<ErrorView<'a>>,
    enums: Vec<EnumView<'a>>,
    structs: Vec<StructView<'a>>,
    unions: Vec<UnionView<'a>>,
    services: Vec<ServiceView<'a>>,
}

impl<'a> Contents<'a> {
    fn of(package: &'a Package) -> Self {
        let imports = package.imports.iter();
        Self {
            docs: &package.docs.0,
            version: package.version.as_deref(),
            php_namespace: package.options.php_package.namespace.as_deref(),
            imports: imports.map(|it| it.name.as_str()).collect(),
            constants: package.constants.iter().map(ConstantView::of).collect(),
            errors: package.errors.iter().map(ErrorView::of).collect(),
            enums: package.enums.iter().map(EnumView::of).collect(),
            structs: package.structs.iter().map(StructView::of).collect(),
            unions: package.unions.iter().map(UnionView::of).collect(),
            services: package.services.iter().map(ServiceView::of).collect(),
        }
    }
}
