//! What several test binaries share: a running calculator server, and other
//! programs with a clear word when they are missing.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    dead_code,
    missing_docs,
    unreachable_pub
)]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Once;

/// The example server as a process of its own, on all three transports.
pub struct CalcServer {
    process: Child,
    pub tcp: String,
    pub http: String,
    pub unix: String,
    folder: PathBuf,
}

impl CalcServer {
    /// Starts the example that Cargo built beside this test.
    pub fn start() -> Self {
        let folder =
            std::env::temp_dir().join(format!("yar-test-{}-{:x}", std::process::id(), rand_tag()));
        std::fs::create_dir_all(&folder).expect("a folder for the socket");
        let socket = folder.join("calc.sock");
        let mut process = Command::new(example("calc_server"))
            .args(["--tcp", "127.0.0.1:0", "--http", "127.0.0.1:0", "--unix"])
            .arg(&socket)
            .stdout(Stdio::piped())
            .spawn()
            .expect("start calc_server");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let mut next = |scheme: &str| {
            let line = lines
                .next()
                .expect("a line for each listener")
                .expect("readable output");
            let uri = line
                .strip_prefix("listening on ")
                .unwrap_or_else(|| panic!("unexpected line: {line}"));
            assert!(uri.starts_with(scheme), "{uri} should start with {scheme}");
            uri.to_owned()
        };
        let (tcp, http, unix) = (next("tcp://"), next("http://"), next("unix://"));
        Self {
            process,
            tcp,
            http,
            unix,
            folder,
        }
    }

    /// The address for a transport by its name.
    pub fn uri(&self, transport: &str) -> &str {
        match transport {
            "tcp" => &self.tcp,
            "http" => &self.http,
            "unix" => &self.unix,
            other => panic!("no transport {other}"),
        }
    }

    /// The process, to send it signals.
    pub fn process(&mut self) -> &mut Child {
        &mut self.process
    }
}

impl Drop for CalcServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The calculator of examples/php as a process of its own.
pub struct PhpServer {
    process: Child,
    pub uri: String,
    socket: Option<PathBuf>,
}

impl PhpServer {
    /// Starts it for a transport by its name: on sockets by itself, over HTTP
    /// below the server that PHP has built in.
    pub fn start(transport: &str) -> Self {
        if transport == "http" {
            return Self::start_http();
        }
        let socket = std::env::temp_dir().join(format!(
            "yar-php-{}-{:x}.sock",
            std::process::id(),
            rand_tag()
        ));
        let unix = transport == "unix";
        let uri = match unix {
            true => format!("unix://{}", socket.display()),
            false => "tcp://127.0.0.1:0".to_owned(),
        };
        let mut server = Self::listening(&["examples/php/calc_server.php", &uri]);
        server.socket = unix.then_some(socket);
        server
    }

    /// Starts a service of a sample contract, which answers as its examples say.
    pub fn start_sample(contract: &str) -> Self {
        let uri = "tcp://127.0.0.1:0";
        Self::listening(&["tests/php/sample_server.php", contract, uri])
    }

    /// Starts a script that prints where it listens.
    fn listening(arguments: &[&str]) -> Self {
        let mut process = php(arguments);
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("readable output");
        let uri = line.trim().strip_prefix("listening on ");
        Self {
            uri: uri.expect("the line with its address").to_owned(),
            process,
            socket: None,
        }
    }

    fn start_http() -> Self {
        let mut tries = (0..20).map(|_| Self::try_http());
        let server = tries.find_map(|server| server);
        server.expect("`php -S` to listen on a free port")
    }

    /// `None` if somebody else has taken the free port before it did.
    fn try_http() -> Option<Self> {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let place = free.local_addr().expect("its address").to_string();
        drop(free);
        let mut process = php_telling(
            &["-S", &place, "examples/php/calc_server.php"],
            Stdio::piped(),
        );
        let mut told = BufReader::new(process.stderr.take().expect("its messages"));
        let mut line = String::new();
        while !line.contains("started") {
            line.clear();
            if told.read_line(&mut line).expect("readable messages") == 0 {
                let _ = process.wait();
                return None;
            }
        }
        // It tells of every request, and would wait for somebody to listen.
        std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        Some(Self {
            process,
            uri: format!("http://{place}/"),
            socket: None,
        })
    }
}

impl Drop for PhpServer {
    fn drop(&mut self) {
        // Its workers are processes, too.
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.process.wait();
        if let Some(socket) = &self.socket {
            let _ = std::fs::remove_file(socket);
        }
    }
}

fn php(arguments: &[&str]) -> Child {
    php_telling(arguments, Stdio::null())
}

/// With a place for its messages.
fn php_telling(arguments: &[&str], messages: Stdio) -> Child {
    Command::new("php")
        .args(arguments)
        .current_dir(root())
        .env("PHP_CLI_SERVER_WORKERS", "4")
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(messages)
        .spawn()
        .unwrap_or_else(|error| {
            panic!("cannot run `php` ({error}): install it with `apt-get install php-cli`")
        })
}

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An example binary of this build.
pub fn example(name: &str) -> PathBuf {
    build();
    profile().join("examples").join(name)
}

/// `yar-gen` of this build.
pub fn generator() -> PathBuf {
    build();
    profile().join("yar-gen")
}

/// Where this build puts its programs.
pub fn profile() -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let profile = test.ancestors().nth(2);
    profile.expect("target/PROFILE/deps/TEST").to_owned()
}

/// Cargo builds all programs for a plain `cargo test`, but leaves old ones lying
/// when a single test is asked for.
fn build() {
    static BUILD: Once = Once::new();
    BUILD.call_once(|| {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--bins", "--examples"]);
        if profile().ends_with("release") {
            build.arg("--release");
        }
        let status = build.current_dir(root()).status().expect("run cargo");
        assert!(status.success(), "the programs do not build");
    });
}

/// Runs an interpreter from the repository's root; a missing one is a failure
/// that names the Debian package to install.
pub fn run(program: &str, package: &str, arguments: &[&str]) -> Output {
    match Command::new(program)
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
    {
        Ok(output) => output,
        Err(error) => {
            panic!("cannot run `{program}` ({error}): install it with `apt-get install {package}`")
        }
    }
}

/// Asserts that a script ended well and said so: exit 0 and `N passed, 0 failed`.
pub fn assert_all_passed(what: &str, output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().last().unwrap_or_default();
    let counted = last
        .strip_suffix(" passed, 0 failed")
        .and_then(|count| count.parse::<u32>().ok());
    assert!(
        output.status.success() && counted.is_some_and(|count| count > 0),
        "{what} did not pass ({}):\n{text}\n{errors}",
        output.status
    );
}

fn rand_tag() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
}
