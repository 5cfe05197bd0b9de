//! What a change of a contract breaks, for peers that have the contract as it
//! was.
//!
//! Clients and servers are never updated at once, so both directions count:
//! an old client with a new server, and a new client with an old server.
//! Knows two models and where they are declared; `docs/yar-gen.md` has the
//! table.

mod cases;
mod change;
mod compare;
mod fields;
mod items;
mod methods;
mod params;
mod reach;
mod types;
mod version;

pub use change::{Bump, Change};
pub use compare::{Comparison, compare};

#[cfg(test)]
mod tests;
