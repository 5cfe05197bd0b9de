//! Serves `idl/calc.yar` on any of TCP, HTTP and a Unix socket.
//!
//! ```text
//! cargo run --release --example calc_server -- --tcp 127.0.0.1:9600 --http 127.0.0.1:9601 --unix /tmp/calc.sock
//! ```
//!
//! Prints one line for each listener once it accepts. Over HTTP the path
//! `/auth` and everything below it wants the token `secret`. SIGTERM and
//! Ctrl-C stop the server.

#[path = "generated/rust/calc.rs"]
#[allow(
    unreachable_pub,
    reason = "generated code does not know where it is used"
)]
mod calc;

use calc::{BadArgument, Calculator, CalculatorServer, DivisionByZero, Stats};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use yar::{Credentials, Error, Fault, Server, Value};

/// Bytes of a text that `concat` makes at most.
const LONGEST: usize = 8 << 20;

const USAGE: &str = "usage: calc_server [--tcp HOST:PORT] [--http HOST:PORT] [--unix PATH]";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let addresses = listen_addresses(std::env::args().skip(1))?;
    let mut server =
        Server::new(CalculatorServer::new(Calculus)).with_authentication(|caller: &Credentials| {
            let guarded = caller
                .path()
                .is_some_and(|path| path == "/auth" || path.starts_with("/auth/"));
            !guarded || caller.token() == b"secret"
        });
    // Before anybody learns that the server is there: a signal must find its handler.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    for address in addresses {
        println!("listening on {}", server.listen(&address).await?);
    }
    server
        .run_until(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
        .await;
    Ok(())
}

/// Turns `--tcp 127.0.0.1:0` into `tcp://127.0.0.1:0`, and so on.
fn listen_addresses(mut arguments: impl Iterator<Item = String>) -> Result<Vec<String>, String> {
    let mut addresses = Vec::new();
    while let Some(option) = arguments.next() {
        let scheme = match option.as_str() {
            "--tcp" => "tcp",
            "--http" => "http",
            "--unix" => "unix",
            other => return Err(format!("unknown option `{other}`\n{USAGE}")),
        };
        let place = arguments
            .next()
            .ok_or_else(|| format!("{option} wants a value\n{USAGE}"))?;
        addresses.push(format!("{scheme}://{place}"));
    }
    if addresses.is_empty() {
        return Err(format!("nothing to listen on\n{USAGE}"));
    }
    Ok(addresses)
}

/// The service itself.
struct Calculus;

impl Calculator for Calculus {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error> {
        Ok(a.wrapping_add(b))
    }

    async fn sub(&self, a: i64, b: i64) -> Result<i64, Error> {
        Ok(a.wrapping_sub(b))
    }

    async fn div(&self, a: f64, b: f64) -> Result<f64, Fault<DivisionByZero>> {
        if b == 0.0 {
            return Err(DivisionByZero::default().into());
        }
        Ok(a / b)
    }

    async fn echo(&self, value: Value) -> Result<Value, Error> {
        Ok(value)
    }

    async fn concat(&self, parts: Vec<String>, sep: String) -> Result<String, Error> {
        // A few hundred kilobytes of arguments can ask for gigabytes.
        let separators = sep.len().saturating_mul(parts.len().saturating_sub(1));
        let length = parts
            .iter()
            .map(String::len)
            .sum::<usize>()
            .saturating_add(separators);
        if length > LONGEST {
            return Err(Error::exception(
                1,
                format!("the result would have {length} bytes, at most {LONGEST} are allowed"),
            ));
        }
        Ok(parts.join(&sep))
    }

    async fn stats(&self, values: Vec<f64>) -> Result<Stats, Fault<BadArgument>> {
        if values.is_empty() {
            return Err(BadArgument::new("an empty list has no mean").into());
        }
        let count = values.len() as u64;
        Ok(Stats {
            count,
            mean: values.iter().sum::<f64>() / count as f64,
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }

    async fn sleep_ms(&self, ms: i32) -> Result<i32, Error> {
        tokio::time::sleep(Duration::from_millis(u64::try_from(ms).unwrap_or(0))).await;
        Ok(ms)
    }

    async fn fail(&self, message: String, code: i32) -> Result<(), Error> {
        Err(Error::exception(code.into(), message))
    }
}
