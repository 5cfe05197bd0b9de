//! The static description of a service.

use crate::fault::ThrownInfo;
use serde::Serialize;

/// What a service is called and offers.
#[derive(Debug, Serialize)]
pub struct ServiceInfo {
    /// Name of the service.
    pub name: &'static str,
    /// Dotted package, empty when unknown.
    pub package: &'static str,
    /// Markdown documentation.
    pub docs: &'static str,
    /// Methods; their positions are the numbers that dispatch uses.
    pub methods: &'static [MethodInfo],
}

/// One method of a service.
#[derive(Debug, Serialize)]
pub struct MethodInfo {
    /// Name on the wire.
    pub name: &'static str,
    /// Markdown documentation.
    pub docs: &'static str,
    /// Parameters in order.
    pub params: &'static [ParamInfo],
    /// Type of the result as Rust spells it, empty for none.
    pub returns: &'static str,
    /// Declared errors.
    pub throws: &'static [ThrownInfo],
}

/// One parameter of a method.
#[derive(Debug, Serialize)]
pub struct ParamInfo {
    /// Name, for people.
    pub name: &'static str,
    /// Type as Rust spells it.
    #[serde(rename = "type")]
    pub ty: &'static str,
}
