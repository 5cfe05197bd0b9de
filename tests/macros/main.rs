//! The macros as users meet them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod arguments;
mod bases;
mod blocking;
mod calls;
mod context;
mod described;
mod enums;
mod errors;
mod hygiene;
mod large;
mod left_out;
mod lent;
/// Public, because lints of public items are meant.
pub mod lints;
mod messages;
mod options;
mod support;
mod times;
mod unions;

#[tokio::test]
async fn expansions_take_nothing_from_their_scope() {
    hygiene::call_everything().await;
}
