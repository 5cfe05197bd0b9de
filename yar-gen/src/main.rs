//! The `yar-gen` command.
fn main() {}
