//! Generates typed Rust, Lua and PHP from one contract.
