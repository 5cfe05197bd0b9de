//! The example server as a program: its options, its guarded path, its end.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../examples/generated/rust/calc.rs"]
#[allow(dead_code, unreachable_pub)]
mod calc;
mod support;

use calc::CalculatorClient;
use std::process::Command;
use std::time::{Duration, Instant};
use yar::{Client, Error};

#[tokio::test]
async fn the_auth_path_wants_the_token() {
    let server = support::CalcServer::start();
    let add = async |path: &str, token: &str| -> Result<i64, Error> {
        let client = Client::builder(&format!("{}{path}", server.http))
            .token(token)
            .build()?;
        CalculatorClient::from(client).add(1, 2).await
    };
    assert_eq!(add("/", "").await.unwrap(), 3);
    assert_eq!(add("/authors", "").await.unwrap(), 3);
    assert_eq!(add("/auth", "secret").await.unwrap(), 3);
    assert_eq!(add("/auth/deeper?x=1", "secret").await.unwrap(), 3);
    for path in ["/auth", "/auth/", "/auth/deeper", "/auth?x=1"] {
        for token in ["", "Secret", "secret2"] {
            let error = match add(path, token).await {
                Err(error) => error,
                Ok(sum) => panic!("{path} with `{token}` answered {sum}"),
            };
            assert_eq!(error.status(), Some(32), "{path} with `{token}`: {error}");
            assert_eq!(error.message(), "authentication failed");
        }
    }
}

#[test]
fn sigterm_and_ctrl_c_stop_it_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let mut server = support::CalcServer::start();
        let socket = server.unix.strip_prefix("unix://").unwrap().to_owned();
        let id = server.process().id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let started = Instant::now();
        let status = loop {
            if let Some(status) = server.process().try_wait().unwrap() {
                break status;
            }
            assert!(
                started.elapsed() < Duration::from_secs(10),
                "{signal} did not stop the server"
            );
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(0), "after {signal}");
        assert!(
            !std::path::Path::new(&socket).exists(),
            "{signal} left the socket file"
        );
    }
}

#[test]
fn wrong_options_are_explained() {
    for arguments in [
        &[][..],
        &["--tcp"],
        &["--udp", "127.0.0.1:1"],
        &["--tcp", "nonsense"],
    ] {
        let output = Command::new(support::example("calc_server"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{arguments:?} should fail");
        assert!(!output.stderr.is_empty(), "{arguments:?} should say why");
    }
}

#[tokio::test]
async fn small_arguments_cannot_ask_for_gigabytes() {
    let server = support::CalcServer::start();
    let calculator: CalculatorClient = yar::connect(&server.tcp).await.unwrap();
    let parts = vec![String::new(); 100_001];
    let error = calculator
        .concat(parts, "y".repeat(100_000))
        .await
        .unwrap_err();
    assert!(error.message().contains("10000000000 bytes"), "{error}");
    assert_eq!(calculator.add(1, 2).await.unwrap(), 3);
}
