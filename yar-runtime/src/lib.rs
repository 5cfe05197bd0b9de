//! The Yar wire: frames, packagers, dispatch, client and server.
//!
//! Layers, lower never names higher: [`wire`] (bytes of a frame, no I/O),
//! [`packager`] (bytes of a body), [`message`] (request and response),
//! [`dispatch`] (from a method name to a handler), then client and server.
//! This crate knows nothing of contracts or of the tools that read them.

pub mod client;
pub mod dispatch;
pub mod error;
pub mod fault;
pub mod message;
pub mod packager;
#[doc(hidden)]
pub mod private;
pub mod server;
mod telemetry;
pub mod time;
mod timer;
mod transport;
pub mod tri_state;
pub mod value;
pub mod wire;

pub use client::{
    Argument, Batch, CallHook, CallOptions, Client, ClientBuilder, Retry, WithOptions, blocking,
    connect,
};
#[cfg(feature = "tower")]
pub use dispatch::Call;
pub use dispatch::{
    Context, Credentials, DefaultInfo, MethodInfo, ParamInfo, Service, ServiceInfo, Verdict,
};
pub use error::{Error, Stage};
pub use fault::{DeprecationInfo, Fault, FieldInfo, MethodError, Thrown, ThrownInfo};
pub use packager::Packager;
pub use private::UnknownCase;
pub use serde;
pub use serde::{Deserialize, Serialize};
#[cfg(feature = "http")]
pub use server::HttpService;
#[cfg(feature = "tls")]
pub use server::Tls;
pub use server::{BoundSocket, Limits, Report, Server};
pub use time::{Date, Duration, Rfc3339, TimeError, Timestamp};
#[cfg(feature = "tls")]
pub use tokio_rustls::rustls;
pub use value::{Bytes, Key, Map, Value};
pub use wire::Layout;
