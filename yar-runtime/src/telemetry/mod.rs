//! What goes on, told to `tracing` and `metrics`.
//!
//! Without the features of these names every type here is empty and every
//! function does nothing. Knows neither sockets nor frames.

#![cfg_attr(
    not(all(feature = "tracing", feature = "metrics")),
    allow(dead_code, reason = "each of the two uses a part")
)]

mod called;
mod connected;
mod end;
#[cfg(feature = "metrics")]
mod meters;
#[cfg(not(feature = "metrics"))]
#[path = "no_meters.rs"]
mod meters;
mod served;
#[cfg(feature = "tracing")]
mod spans;
#[cfg(not(feature = "tracing"))]
#[path = "no_spans.rs"]
mod spans;

pub(crate) use called::{Called, Server, Target, Tried};
pub(crate) use connected::{Connected, Link, cannot_accept, turned_away};
pub(crate) use served::{Asked, Methods, Served};

/// Stands for every method that does not exist, so that callers cannot make up
/// label values.
#[cfg(any(feature = "tracing", feature = "metrics"))]
const OTHER: &str = "_OTHER";

/// `package.Service`.
#[cfg(any(feature = "tracing", feature = "metrics"))]
fn qualified(package: &str, service: &str) -> String {
    if package.is_empty() {
        service.to_owned()
    } else {
        format!("{package}.{service}")
    }
}

/// Whoever leaves the features out pays nothing.
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
const _: () = {
    assert!(size_of::<Methods>() == 0 && size_of::<Served>() == 0);
    assert!(size_of::<Connected>() == 0);
    assert!(size_of::<Target>() == 0 && size_of::<Called>() == 0 && size_of::<Link>() == 0);
    assert!(size_of::<Server>() == 0 && size_of::<Tried>() == 0);
};
