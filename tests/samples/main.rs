//! The sample contracts, served in Rust and called in Rust, Lua and PHP: every
//! example of every method, over every transport, with every packager.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod calls;
mod services;
#[path = "../support/mod.rs"]
mod support;

// The generated code, in modules of its packages' names.
#[path = "../../examples/generated/rust/legacy.rs"]
#[allow(dead_code, unreachable_pub)]
mod legacy;
#[path = "../../examples/generated/rust/metrics.rs"]
#[allow(dead_code, unreachable_pub, clippy::type_complexity)]
mod metrics;
#[path = "../../examples/generated/rust/shop"]
#[allow(dead_code, unreachable_pub)]
mod shop {
    pub mod accounts;
    pub mod orders;

    pub mod common {
        pub mod base;
        pub mod money;
    }
}

use libtest_mimic::{Arguments, Failed, Trial};
use services::SampleServer;

const CONTRACTS: [&str; 4] = ["accounts", "orders", "metrics", "legacy"];
const TRANSPORTS: [&str; 3] = ["tcp", "unix", "http"];

/// Program, Debian packages, script, packagers it speaks.
type Interpreter = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const LUA: &str = "tests/lua/samples.lua";
const INTERPRETERS: [Interpreter; 5] = [
    ("lua5.1", "lua5.1 lua-socket", LUA, &["JSON", "MSGPACK"]),
    ("lua5.3", "lua5.3 lua-socket", LUA, &["JSON", "MSGPACK"]),
    ("lua5.4", "lua5.4 lua-socket", LUA, &["JSON", "MSGPACK"]),
    ("luajit", "luajit2 lua-socket", LUA, &["JSON", "MSGPACK"]),
    (
        "php",
        "php-cli php-curl php-msgpack",
        "tests/php/samples.php",
        &["PHP", "JSON", "MSGPACK"],
    ),
];

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for contract in CONTRACTS {
        for transport in TRANSPORTS {
            for interpreter in INTERPRETERS {
                for packager in interpreter.3 {
                    trials.push(script(contract, transport, interpreter, packager));
                }
            }
            for packager in ["PHP", "JSON", "MSGPACK"] {
                let name = format!("rust::{contract}::{transport}::{packager}");
                trials.push(Trial::test(name, move || {
                    let server = SampleServer::start(contract);
                    calls::every_example(contract, &server.uri(transport), packager);
                    Ok(())
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn script(
    contract: &'static str,
    transport: &'static str,
    (program, package, script, _): Interpreter,
    packager: &'static str,
) -> Trial {
    let name = format!("{program}::{contract}::{transport}::{packager}");
    Trial::test(name, move || -> Result<(), Failed> {
        let server = SampleServer::start(contract);
        let uri = server.uri(transport);
        let output = support::run(program, package, &[script, contract, &uri, packager]);
        support::assert_all_passed(script, &output);
        Ok(())
    })
}
