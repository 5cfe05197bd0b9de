//! One run: a server, a client, one cell.

use crate::load::{Load, wait_for_calm};
use crate::options::Options;
use crate::peer::{Peer, Server};
use serde_json::Value;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What all runs have in common.
pub(crate) struct Bench {
    pub(crate) rt: String,
    calm: Duration,
    tries: usize,
    accept: f64,
    secs: String,
    warm: String,
    cpus: Vec<String>,
    fresh: String,
    idle: String,
}

impl Bench {
    pub(crate) fn new(options: &Options) -> Self {
        let accept = options.text("accept", "0.3").parse();
        Self {
            rt: options.text("rt", "mt").to_owned(),
            calm: Duration::from_millis(options.number("calm-ms", 0) as u64),
            tries: options.number("tries", 1).max(1),
            accept: accept.expect("--accept takes a share"),
            secs: options.text("secs", "0.25").to_owned(),
            warm: options.text("warm", "0.1").to_owned(),
            cpus: options.list("cpus", ""),
            fresh: options.text("fresh", "3000").to_owned(),
            idle: options.text("idle", "5000").to_owned(),
        }
    }

    /// A run during which others took more than the accepted share of the
    /// machine is tried again; of all tries the least disturbed one counts,
    /// whatever it measured. `Null` where the peer failed.
    pub(crate) fn calmest(&self, peer: &Peer, cell: &str) -> Value {
        let foreign = |value: &Value| value["foreign"].as_f64().unwrap_or(1.0);
        let mut best = Value::Null;
        for _ in 0..self.tries {
            wait_for_calm(self.calm);
            let value = match self.run(peer, cell) {
                Ok(value) => value,
                Err(error) => {
                    eprintln!("{} {cell}: {error}", peer.name);
                    return Value::Null;
                }
            };
            if best.is_null() || foreign(&value) < foreign(&best) {
                best = value;
            }
            if foreign(&best) < self.accept {
                break;
            }
        }
        best
    }

    fn run(&self, peer: &Peer, cell: &str) -> Result<Value, String> {
        let server = Server::start(peer, &self.rt, self.cpus.first())?;
        let before = Load::now(server.pid());
        let child = self
            .client(peer, cell, &server)
            .spawn()
            .map_err(|error| format!("{}: {error}", peer.client[0]))?;
        let output = wait(child)?;
        let foreign = Load::now(server.pid()).foreign_since(before);
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().rev().find(|line| line.starts_with('{'));
        let Some(mut value) = line.and_then(|line| serde_json::from_str::<Value>(line).ok()) else {
            let said = String::from_utf8_lossy(&output.stderr);
            let said: Vec<&str> = said.lines().take(3).collect();
            return Err(format!("{}: {}", output.status, said.join(" | ")));
        };
        value["foreign"] = Value::from(foreign);
        Ok(value)
    }

    fn client(&self, peer: &Peer, cell: &str, server: &Server) -> Command {
        let (shape, method) = cell.split_once(':').unwrap_or((cell, "add"));
        let count = if shape == "idle" {
            &self.idle
        } else {
            &self.fresh
        };
        let mut command = Command::new(&peer.client[0]);
        command.args(&peer.client[1..]);
        for (key, value) in [
            ("--port", server.port.as_str()),
            ("--ctl", &server.control),
            ("--shape", shape),
            ("--method", method),
            ("--secs", &self.secs),
            ("--warm", &self.warm),
            ("--rt", &self.rt),
            ("--count", count),
        ] {
            command.args([key, value]);
        }
        if let Some(cpu) = self.cpus.get(1) {
            command.args(["--cpu", cpu]);
        }
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// A stuck client is ended; its cell is then a failure, not a hang.
fn wait(mut child: Child) -> Result<Output, String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    let failed = |error: std::io::Error| error.to_string();
    while child.try_wait().map_err(failed)?.is_none() {
        if Instant::now() > deadline {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().map_err(failed)
}
