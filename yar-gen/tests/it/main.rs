//! Tests of the whole generator: golden files and the command.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod as_rust;
mod breaking;
mod build_script;
mod check;
mod cli;
mod dump;
mod explain;
mod fix;
mod fmt;
mod folder;
mod formats;
mod golden;
mod imports;
mod lint;
mod loads;
mod lua;
#[cfg(feature = "tls")]
mod over_tls;
mod round_trip;
mod runtime;
mod rustfmt;
mod shell;
mod sizes;
mod support;
#[cfg(feature = "watch")]
mod watch;
