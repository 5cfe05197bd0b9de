//! From a method name to a handler.

mod info;
mod service;

pub use info::{MethodInfo, ParamInfo, ServiceInfo};
pub use service::{Reply, Service};
