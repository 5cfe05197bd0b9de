//! Typed RPC over the Yar protocol.
//!
//! A trait under [`macro@service`] is a contract: it gives a typed client and a
//! server that speak to PHP, Lua and Rust over TCP, Unix sockets and HTTP. The
//! same trait comes out of `yar-gen` for a `.yar` file.
//!
//! ```
//! #[yar::service]
//! pub trait Greeter {
//!     /// Greets somebody.
//!     async fn greet(&self, name: String) -> Result<String, yar::Error>;
//! }
//!
//! struct Polite;
//!
//! impl Greeter for Polite {
//!     async fn greet(&self, name: String) -> Result<String, yar::Error> {
//!         Ok(format!("Good morning, {name}"))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), yar::Error> {
//! let mut server = yar::Server::new(GreeterServer::new(Polite));
//! let address = server.listen("tcp://127.0.0.1:0").await?;
//! let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
//!
//! let greeter: GreeterClient = yar::connect(&address).await?;
//! assert_eq!(greeter.greet("Ada").await?, "Good morning, Ada");
//! # running.abort();
//! # Ok(())
//! # }
//! ```
//!
//! # Errors
//!
//! A method that declares no error of its own returns [`Error`](struct@Error). A declared
//! one is a type under [`macro@Error`], and the method returns [`Fault`] of it:
//! what the contract foresees is then apart from what merely failed.
//!
//! ```
//! #[derive(Debug, yar::Error)]
//! #[yar(code = 404, message = "no such user")]
//! pub struct NotFound {
//!     pub message: String,
//! }
//!
//! #[yar::service]
//! pub trait Users {
//!     async fn name(&self, id: i64) -> Result<String, yar::Fault<NotFound>>;
//! }
//!
//! async fn show(users: &UsersClient) -> Result<(), yar::Error> {
//!     match users.name(1).await {
//!         Ok(name) => println!("{name}"),
//!         Err(yar::Fault::Thrown(NotFound { message })) => println!("nobody: {message}"),
//!         Err(yar::Fault::Failed(error)) => return Err(error),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Types
//!
//! Arguments and results are whatever serde can read and write. Types of a
//! contract derive [`macro@Serialize`] and [`macro@Deserialize`], or
//! [`macro@Enum`]; [`Value`] is any value, [`Bytes`] are raw bytes.
//!
//! ```
//! #[derive(yar::Serialize, yar::Deserialize)]
//! #[serde(crate = "yar::serde")]
//! pub struct Guest {
//!     pub name: String,
//! }
//! ```
//!
//! Without `#[serde(crate = "yar::serde")]` the derives look for serde among the
//! crates of their user, and fail with "can't find crate for `serde`" where it
//! is none of them.
//!
//! # Where to go on
//!
//! | | |
//! |---|---|
//! | a deadline, or other options, for some calls | [`WithOptions`] |
//! | many calls at a time | [`Client::batch`] |
//! | a client that needs no runtime | [`blocking`] |
//! | several servers for one service | [`Client::balanced`] |
//! | sockets that are bound already | [`Server::listen_on`] |
//! | who may call, and how much | [`Server::with_authentication`], [`Limits`] |
//!
//! # Features
//!
//! | | by default | |
//! |---|---|---|
//! | `macros` | yes | [`macro@service`] and the derives |
//! | `http` | yes | HTTP/1.1, on both sides |
//! | `tls` | no | `tls://` and `https://`, by rustls |
//! | `tower` | no | layers around calls, and the HTTP side as a service of tower |
//! | `tracing`, `metrics` | no | spans; counters, gauges and histograms |

pub use yar_runtime::{
    Argument, Batch, BoundSocket, Bytes, CallHook, CallOptions, Client, ClientBuilder, Context,
    Credentials, Date, DefaultInfo, DeprecationInfo, Deserialize, Duration, Error, Fault,
    FieldInfo, Key, Layout, Limits, Map, MethodError, MethodInfo, Packager, ParamInfo, Report,
    Retry, Rfc3339, Serialize, Server, Service, ServiceInfo, Stage, Thrown, ThrownInfo, TimeError,
    Timestamp, UnknownCase, Value, Verdict, WithOptions, blocking, connect, serde, tri_state,
};

#[cfg(feature = "http")]
pub use yar_runtime::HttpService;
#[cfg(feature = "tower")]
pub use yar_runtime::{Call, dispatch::Reply};
#[cfg(feature = "tls")]
pub use yar_runtime::{Tls, rustls};

#[cfg(feature = "macros")]
pub use yar_macros::{Enum, Error, Union, service};

/// What expanded code names; not for people.
#[doc(hidden)]
pub mod __private {
    pub use yar_runtime::private::*;
}

/// The examples of the guide are compiled.
#[cfg(doctest)]
#[doc = include_str!("../docs/client.md")]
mod guide {}

/// So are those about the server.
#[cfg(doctest)]
#[cfg(all(feature = "http", feature = "tls", feature = "tower"))]
#[doc = include_str!("../docs/server.md")]
mod server_guide {}

/// And those about contracts.
#[cfg(doctest)]
#[cfg(feature = "macros")]
#[doc = include_str!("../docs/language.md")]
mod language {}
