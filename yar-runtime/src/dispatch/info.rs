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
    /// Its own methods.
    pub methods: &'static [MethodInfo],
    /// The service whose methods it has as well.
    #[serde(rename = "extends", skip_serializing_if = "Option::is_none")]
    pub base: Option<&'static ServiceInfo>,
}

impl ServiceInfo {
    /// Its methods and then those of its base; their positions are the numbers
    /// that dispatch uses.
    pub fn all_methods(&self) -> impl Iterator<Item = &'static MethodInfo> + Clone {
        let services = std::iter::successors(Some(self), |info| info.base);
        services.flat_map(|info| info.methods)
    }

    /// What is to be told of the calls of its methods.
    pub(super) fn telemetry(&self) -> Methods {
        let methods = self.all_methods().map(|method| method.name);
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
    /// Type as Rust spells it; of an optional parameter, without its `Option`.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Callers may leave it out.
    pub optional: bool,
    /// What it is when left out, as Rust spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<&'static str>,
}
