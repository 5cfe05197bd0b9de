//! Command line of a peer: `<bin> <variant> server|client [--key value]...`

use std::collections::HashMap;
use std::str::FromStr;
use tokio::runtime::{Builder, Runtime};

/// Which side the process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It serves until it is killed.
    Server,
    /// It measures one cell and ends.
    Client,
}

/// The parsed command line.
pub struct Args {
    /// Which flavour of the peer, for example its codec.
    pub variant: String,
    /// Which side the process is.
    pub role: Role,
    options: HashMap<String, String>,
}

impl Args {
    /// The value of `--key`, or the default.
    pub fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.options.get(key).map_or(default, String::as_str)
    }

    /// The number after `--key`, or the default.
    pub fn number<T: FromStr>(&self, key: &str, default: T) -> T {
        match self.options.get(key) {
            None => default,
            Some(text) => text
                .parse()
                .unwrap_or_else(|_| panic!("--{key} {text}: not a number")),
        }
    }

    /// The runtime that `--rt` names: `mt`, two workers, or `ct`.
    pub fn runtime(&self) -> Runtime {
        let mut builder = match self.text("rt", "mt") {
            "ct" => Builder::new_current_thread(),
            _ => Builder::new_multi_thread(),
        };
        builder.worker_threads(self.number("workers", 2));
        builder.enable_all().build().expect("runtime")
    }
}

/// Reads the command line, and goes to the CPU that `--cpu` names. To be
/// called before any thread exists.
pub fn args() -> Args {
    let mut words = std::env::args().skip(1);
    let variant = words.next().unwrap_or_default();
    let role = match words.next().as_deref() {
        Some("server") => Role::Server,
        Some("client") => Role::Client,
        _ => {
            eprintln!("usage: <bin> <variant> server|client [--key value]...");
            std::process::exit(2);
        }
    };
    let mut options = HashMap::new();
    while let Some(key) = words.next() {
        let key = key.trim_start_matches("--").to_owned();
        options.insert(key, words.next().unwrap_or_default());
    }
    if let Some(cpu) = options.get("cpu") {
        crate::process::pin(cpu.parse().expect("--cpu takes a number"));
    }
    Args {
        variant,
        role,
        options,
    }
}
