//! The static description of a service.

use crate::fault::ThrownInfo;
use crate::telemetry::Methods;
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

impl ServiceInfo {
    /// What is to be told of the calls of its methods.
    pub(super) fn telemetry(&self) -> Methods {
        let methods = self.methods.iter().map(|method| method.name);
        Methods::new(self.package, self.name, methods)
    }
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
