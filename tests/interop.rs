//! Generated clients in every language against the Rust server and the PHP
//! server, over every transport, with every packager: one test for each
//! combination.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../examples/generated/rust/calc.rs"]
#[allow(dead_code, unreachable_pub)]
mod calc;
mod support;

use libtest_mimic::{Arguments, Trial};

const TRANSPORTS: [&str; 3] = ["tcp", "unix", "http"];

/// Program, Debian package, script, packagers it speaks.
type Interpreter = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const INTERPRETERS: [Interpreter; 5] = [
    (
        "lua5.1",
        "lua5.1 lua-socket",
        "tests/lua/live.lua",
        &["JSON", "MSGPACK"],
    ),
    (
        "lua5.3",
        "lua5.3 lua-socket",
        "tests/lua/live.lua",
        &["JSON", "MSGPACK"],
    ),
    (
        "lua5.4",
        "lua5.4 lua-socket",
        "tests/lua/live.lua",
        &["JSON", "MSGPACK"],
    ),
    (
        "luajit",
        "luajit2 lua-socket",
        "tests/lua/live.lua",
        &["JSON", "MSGPACK"],
    ),
    (
        "php",
        "php-cli php-curl php-msgpack",
        "tests/php/live.php",
        &["PHP", "JSON", "MSGPACK"],
    ),
];

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for transport in TRANSPORTS {
        for (program, package, script, packagers) in INTERPRETERS {
            for packager in packagers {
                trials.push(Trial::test(
                    format!("{program}::{transport}::{packager}"),
                    move || {
                        let server = support::CalcServer::start();
                        let output = support::run(
                            program,
                            package,
                            &[script, server.uri(transport), packager],
                        );
                        support::assert_all_passed(script, &output);
                        Ok(())
                    },
                ));
                trials.push(Trial::test(
                    format!("{program}::{transport}::{packager}::php_server"),
                    move || {
                        let server = support::PhpServer::start(transport);
                        let output =
                            support::run(program, package, &[script, &server.uri, packager]);
                        support::assert_all_passed(script, &output);
                        Ok(())
                    },
                ));
            }
        }
        for packager in ["PHP", "JSON", "MSGPACK"] {
            trials.push(Trial::test(
                format!("rust::{transport}::{packager}"),
                move || {
                    let server = support::CalcServer::start();
                    rust::every_method(server.uri(transport), packager);
                    Ok(())
                },
            ));
            trials.push(Trial::test(
                format!("rust::{transport}::{packager}::php_server"),
                move || {
                    let server = support::PhpServer::start(transport);
                    rust::every_method(&server.uri, packager);
                    Ok(())
                },
            ));
        }
    }
    for contract in ["accounts", "orders", "metrics", "legacy"] {
        for (program, package, script, packagers) in INTERPRETERS {
            let script = script.replace("live", "samples");
            for packager in packagers {
                let script = script.clone();
                trials.push(Trial::test(
                    format!("{program}::{contract}::{packager}::php_server"),
                    move || {
                        let server = support::PhpServer::start_sample(contract);
                        let arguments = [&script, contract, &server.uri, packager];
                        let output = support::run(program, package, &arguments);
                        support::assert_all_passed(&script, &output);
                        Ok(())
                    },
                ));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

mod rust {
    use super::calc::{BadArgument, CalculatorClient, DivisionByZero, Stats};
    use yar::{Client, Fault, Value};

    #[tokio::main(flavor = "current_thread")]
    pub(super) async fn every_method(uri: &str, packager: &str) {
        let packager = packager.parse().unwrap();
        let calculator: CalculatorClient = Client::builder(uri)
            .packager(packager)
            .connect()
            .await
            .unwrap()
            .into();

        for (a, b) in [
            (1, 2),
            (-7, 7),
            (i64::MAX, 0),
            (i64::MIN, 0),
            (9_007_199_254_740_993, 1),
        ] {
            assert_eq!(calculator.add(a, b).await.unwrap(), a + b);
            assert_eq!(calculator.sub(a, 0).await.unwrap(), a);
        }
        assert_eq!(calculator.div(1.0, 4.0).await.unwrap(), 0.25);
        assert_eq!(calculator.div(6.0, 2.0).await.unwrap(), 3.0);
        match calculator.div(1.0, 0.0).await {
            Err(Fault::Thrown(DivisionByZero { message })) => {
                assert!(message.contains("zero"), "{message}")
            }
            other => panic!("div by zero gave {other:?}"),
        }
        assert_eq!(calculator.concat(Vec::new(), ",").await.unwrap(), "");
        let parts = ["数", "\u{1f980}", ""];
        assert_eq!(
            calculator.concat(&parts, "\"/\\").await.unwrap(),
            "数\"/\\\u{1f980}\"/\\"
        );
        let stats = calculator.stats([2.0, -1.5, 4.0]).await.unwrap();
        assert_eq!(
            stats,
            Stats {
                count: 3,
                mean: 1.5,
                min: -1.5,
                max: 4.0
            }
        );
        assert!(matches!(
            calculator.stats(&[]).await,
            Err(Fault::Thrown(BadArgument { .. }))
        ));
        assert_eq!(calculator.sleep_ms(1).await.unwrap(), 1);
        let error = calculator.fail("坏了", -5).await.unwrap_err();
        assert!(error.is_remote());
        assert_eq!(
            (error.status(), error.code(), error.message()),
            (Some(64), Some(-5), "坏了")
        );
        for value in values() {
            assert_eq!(calculator.echo(&value).await.unwrap(), value);
        }
    }

    /// Values that every packager carries unchanged.
    fn values() -> Vec<Value> {
        vec![
            Value::Null,
            Value::Bool(false),
            Value::Int(i64::MIN),
            Value::Float(0.1),
            Value::Float(1e300),
            Value::from(""),
            Value::from("a/b\n\u{7f}é"),
            Value::List(vec![]),
            Value::List(vec![
                Value::Null,
                Value::List(vec![Value::Int(1)]),
                Value::from("x"),
            ]),
        ]
    }
}
