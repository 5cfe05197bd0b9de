//! The static description of a service.

use crate::fault::{DeprecationInfo, ThrownInfo};
use crate::packager::Packager;
use crate::telemetry::Methods;
use crate::value::Value;
use serde::{Serialize, Serializer};
use std::panic::catch_unwind;

/// What a service is called and offers.
#[derive(Debug, Serialize)]
pub struct ServiceInfo {
    /// Name of the service.
    pub name: &'static str,
    /// Dotted package, empty when unknown.
    pub package: &'static str,
    /// Markdown documentation.
    pub docs: &'static str,
    /// It is not to be relied on any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<DeprecationInfo>,
    /// Its own methods.
    pub methods: &'static [MethodInfo],
    /// The service whose methods it has as well.
    #[serde(rename = "extends", skip_serializing_if = "Option::is_none")]
    pub base: Option<&'static ServiceInfo>,
}

impl ServiceInfo {
    /// A service of which only this is known: for descriptions made by hand,
    /// with `..ServiceInfo::new(name, methods)` behind what else there is to say.
    #[must_use]
    pub const fn new(name: &'static str, methods: &'static [MethodInfo]) -> Self {
        Self {
            name,
            package: "",
            docs: "",
            deprecated: None,
            methods,
            base: None,
        }
    }

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
    /// It is not to be called any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<DeprecationInfo>,
    /// Running it twice does what running it once does.
    pub idempotent: bool,
    /// More arguments than it has parameters are refused.
    pub strict_arity: bool,
    /// Parameters in order.
    pub params: &'static [ParamInfo],
    /// Type of the result as contracts spell it, empty for none.
    pub returns: &'static str,
    /// Declared errors.
    pub throws: &'static [ThrownInfo],
}

impl MethodInfo {
    /// A method of which only the name is known: for descriptions made by hand,
    /// with `..MethodInfo::new(name)` behind what else there is to say.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            docs: "",
            deprecated: None,
            idempotent: false,
            strict_arity: false,
            params: &[],
            returns: "",
            throws: &[],
        }
    }
}

/// One parameter of a method.
#[derive(Debug, Serialize)]
pub struct ParamInfo {
    /// Name, for people.
    pub name: &'static str,
    /// Type as contracts spell it.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Callers may leave it out, though it has no default.
    pub optional: bool,
    /// What it is when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<DefaultInfo>,
}

impl ParamInfo {
    /// A parameter that has to be given: for descriptions made by hand.
    #[must_use]
    pub const fn new(name: &'static str, ty: &'static str) -> Self {
        Self {
            name,
            ty,
            optional: false,
            default: None,
        }
    }
}

/// What a parameter is when it is left out; as JSON, the value that a caller
/// would have to send instead.
#[derive(Debug, Clone, Copy)]
pub struct DefaultInfo {
    /// As Rust spells it.
    pub rust: &'static str,
    /// As it travels; `None` where it cannot.
    pub value: fn() -> Option<Value>,
}

impl DefaultInfo {
    /// As JSON spells it; how Rust does where the value does not travel, or
    /// where making it panics, which a description must survive.
    pub(crate) fn json(&self) -> Result<serde_json::Value, &'static str> {
        let value = catch_unwind(self.value).ok().flatten();
        let json = value.and_then(|value| {
            let mut text = Vec::new();
            Packager::JSON.encode(&value, &mut text).ok()?;
            serde_json::from_slice(&text).ok()
        });
        json.ok_or(self.rust)
    }
}

impl Serialize for DefaultInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.json() {
            Ok(value) => value.serialize(serializer),
            Err(rust) => serializer.serialize_str(rust),
        }
    }
}
