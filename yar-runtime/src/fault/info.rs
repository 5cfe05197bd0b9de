//! The static description of declared errors.

use serde::Serialize;

/// What a contract says of one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ThrownInfo {
    /// Travels as `_type`.
    pub name: &'static str,
    /// Travels as `code`.
    pub code: i64,
    /// Text when the handler gives none.
    pub message: &'static str,
    /// Markdown documentation.
    pub docs: &'static str,
    /// It is not to be relied on any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<DeprecationInfo>,
    /// The fields of its data, which only servers of yar send.
    pub data: &'static [FieldInfo],
}

impl ThrownInfo {
    /// An error of which only this is known: for descriptions made by hand,
    /// with `..ThrownInfo::new(name, code)` behind what else there is to say.
    #[must_use]
    pub const fn new(name: &'static str, code: i64) -> Self {
        Self {
            name,
            code,
            message: "",
            docs: "",
            deprecated: None,
            data: &[],
        }
    }
}

/// One field of an error's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FieldInfo {
    /// Key on the wire.
    pub name: &'static str,
    /// Type as contracts spell it.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The key is left out when there is no value.
    pub optional: bool,
    /// Markdown documentation.
    pub docs: &'static str,
    /// It is not to be relied on any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<DeprecationInfo>,
}

/// What is said to those who use something deprecated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DeprecationInfo {
    /// Why, or what to use instead; empty when nothing is said.
    pub note: &'static str,
    /// Version of the contract since which it is; empty when nothing is said.
    pub since: &'static str,
}
