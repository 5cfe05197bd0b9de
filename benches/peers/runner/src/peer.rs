//! The table of peers, and a peer's running server.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A line of the table.
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) client: Vec<String>,
    /// The name of the peer it is compared with; a floor's is its own.
    pub(crate) floor: String,
    server: Vec<String>,
}

impl Peer {
    /// Reads the table; `{bin}` in it stands for the folder of the programs.
    pub(crate) fn table(path: &str, bin: &str) -> Vec<Self> {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut peers: Vec<Self> = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|line| Self::parse(line, bin))
            .collect();
        let first = peers.first().expect("a table with peers").name.clone();
        let mut floors: Vec<String> = peers.iter().map(|peer| peer.floor.clone()).collect();
        floors.push(first.clone());
        for peer in &mut peers {
            if floors.contains(&peer.name) {
                peer.floor.clone_from(&peer.name);
            } else if peer.floor.is_empty() {
                peer.floor.clone_from(&first);
            }
        }
        for peer in &peers {
            let is_there = peers.iter().any(|floor| floor.name == peer.floor);
            assert!(is_there, "{}: no floor {}", peer.name, peer.floor);
        }
        peers
    }

    pub(crate) fn is_floor(&self) -> bool {
        self.floor == self.name
    }

    fn parse(line: &str, bin: &str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, server, client, floor) = match fields.as_slice() {
            [name, server, client] => (name, server, client, ""),
            [name, server, client, floor] => (name, server, client, *floor),
            _ => panic!("expected three or four fields, split by tabs: {line}"),
        };
        let words = |command: &str| {
            let command = command.replace("{bin}", bin);
            command.split_whitespace().map(str::to_owned).collect()
        };
        Self {
            name: (*name).to_owned(),
            server: words(server),
            client: words(client),
            floor: floor.to_owned(),
        }
    }

    pub(crate) fn is_built(&self) -> bool {
        Path::new(&self.server[0]).exists()
    }
}

/// A running server; it ends with this value.
pub(crate) struct Server {
    pub(crate) port: String,
    pub(crate) control: String,
    child: Child,
}

impl Server {
    pub(crate) fn start(peer: &Peer, rt: &str, cpu: Option<&String>) -> Result<Self, String> {
        let mut command = Command::new(&peer.server[0]);
        command.args(&peer.server[1..]).args(["--rt", rt]);
        if let Some(cpu) = cpu {
            command.args(["--cpu", cpu]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", peer.server[0]))?;
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        let mut server = Self {
            port: String::new(),
            control: String::new(),
            child,
        };
        let read = BufReader::new(out).read_line(&mut line);
        read.map_err(|error| error.to_string())?;
        let mut words = line.split_whitespace().skip(1).map(str::to_owned);
        match (words.next(), words.next()) {
            (Some(port), Some(control)) => (server.port, server.control) = (port, control),
            _ => return Err(format!("{}: no READY line", peer.name)),
        }
        Ok(server)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
