//! The first steps that the READMEs show work as they stand there.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A README, with ports of this test's own.
struct Readme(String);

/// A project made by its steps, in a folder of its own.
struct Project {
    folder: PathBuf,
    readme: Readme,
    server: Option<Child>,
}

#[test]
fn both_languages_show_the_same_code() {
    let [english, chinese] = ["README.md", "README.zh.md"].map(Readme::open);
    for language in ["toml", "rust,ignore", "lua", "php", "sh"] {
        let blocks = english.blocks(language);
        assert_eq!(blocks, chinese.blocks(language), "{language}");
        assert!(!blocks.is_empty(), "no {language}");
    }
    assert_eq!(
        english.block("text", "service Greeter"),
        chinese.block("text", "service Greeter")
    );
}

#[test]
fn the_first_steps_lead_to_an_answer_in_every_language() {
    let mut project = Project::set_up();
    project.run("yar-gen greeter.yar --lang rust");
    project.run("yar-gen greeter.yar --lang lua,php");
    project.build();
    let page = project.serve();
    assert!(page.starts_with("http://127.0.0.1:"), "{page}");

    let rust = Command::new(built("client")).output();
    assert_greeted(&rust.expect("run the client"), "Rust");
    assert_greeted(&project.run("lua5.4 greet.lua"), "Lua");
    assert_greeted(&project.run("php greet.php"), "PHP");
    let output = project.run("yar-gen call");
    assert_eq!(said(&output), "\"hello, shell\"\n");
    project.stop();
}

impl Readme {
    fn open(name: &str) -> Self {
        let path = support::root().join(name);
        Self(fs::read_to_string(path).expect("a README"))
    }

    /// The fenced code in a language.
    fn blocks(&self, language: &str) -> Vec<&str> {
        let mut parts = self.0.split("\n```");
        let mut blocks = Vec::new();
        while let (Some(_), Some(fenced)) = (parts.next(), parts.next()) {
            let (named, code) = fenced.split_once('\n').expect("code behind a fence");
            if named == language {
                blocks.push(code);
            }
        }
        blocks
    }

    /// The one among them that has `text` in it.
    fn block(&self, language: &str, text: &str) -> &str {
        let mut blocks = self.blocks(language).into_iter();
        let found = blocks.find(|block| block.contains(text));
        found.unwrap_or_else(|| panic!("no {language} with {text}"))
    }

    /// The command, a line of its own or among words, that has `text` in it.
    fn command(&self, text: &str) -> &str {
        let lines = self.blocks("sh").into_iter().flat_map(str::lines);
        let mut all = lines.chain(self.0.split('`'));
        let found = all.find(|command| !command.contains('\n') && command.contains(text));
        found.unwrap_or_else(|| panic!("no command with {text}"))
    }
}

impl Project {
    /// What the reader writes into files, with other ports and the path to this
    /// repository.
    fn set_up() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("greeter");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src/bin")).expect("a folder");
        let mut readme = Readme::open("README.md");
        let listeners = ["9700", "9701"].map(|shown| (shown, free_port()));
        for (shown, (_, free)) in &listeners {
            readme.0 = readme.0.replace(shown, free);
        }
        drop(listeners);
        let root = format!("path = \"{}\"", support::root().display());
        let wanted = readme.block("toml", "[dependencies]");
        let manifest = format!(
            "[package]\nname = \"greeter\"\nedition = \"2024\"\n\n{}\n[workspace]\n",
            wanted.replace("path = \"../yar\"", &root)
        );
        let files = [
            ("Cargo.toml", manifest.as_str()),
            ("greeter.yar", readme.block("text", "service Greeter")),
            ("src/main.rs", readme.block("rust,ignore", "impl Greeter")),
            (
                "src/bin/client.rs",
                readme.block("rust,ignore", "yar::connect"),
            ),
            ("greet.lua", readme.block("lua", "require")),
            ("greet.php", readme.block("php", "GreeterClient")),
        ];
        for (name, text) in files {
            fs::write(folder.join(name), text).expect("a file");
        }
        let versions = support::root().join("Cargo.lock");
        fs::copy(versions, folder.join("Cargo.lock")).expect("the versions in use");
        Self {
            folder,
            readme,
            server: None,
        }
    }

    fn build(&self) {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet", "--bins"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", support::profile().with_file_name(""))
            .output();
        assert_eq!(said(&output.expect("run cargo")), "");
    }

    /// Starts the server, and gives the address of its page.
    fn serve(&mut self) -> String {
        let mut server = Command::new(built("greeter"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("start the server");
        let mut line = String::new();
        let mut lines = BufReader::new(server.stdout.take().expect("its output"));
        self.server = Some(server);
        lines.read_line(&mut line).expect("a line");
        let page = line.trim().strip_prefix("serving, and described at ");
        page.expect("the line that is shown").to_owned()
    }

    /// It serves until Ctrl-C.
    fn stop(&mut self) {
        let mut server = self.server.take().expect("a server");
        let id = server.id().to_string();
        let told = Command::new("kill").args(["-INT", &id]).status();
        assert!(told.expect("run kill").success());
        let ended = server.wait().expect("its end");
        assert!(ended.success(), "{ended}");
    }

    /// Runs the command that is shown and has `text` in it.
    fn run(&self, text: &str) -> Output {
        let command = self.readme.command(text);
        let generator = support::generator();
        let tools = generator.parent().expect("its folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.folder)
            .env("PATH", format!("{}:{path}", tools.display()))
            .stdin(Stdio::null())
            .output()
            .expect("run sh");
        let is_missing = output.status.code() == Some(127);
        assert!(
            !is_missing,
            "cannot run `{command}`: bash tests/run.sh installs what it needs"
        );
        output
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// A program of the project, which shares this build's folder and its work.
fn built(name: &str) -> PathBuf {
    support::profile().with_file_name("debug").join(name)
}

fn assert_greeted(output: &Output, name: &str) {
    assert_eq!(said(output), format!("hello, {name}\nnot welcome here\n"));
}

/// What a program that ended well has printed.
fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A port that nobody has, and what keeps it from others until it is needed.
fn free_port() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("its address").port();
    (listener, port.to_string())
}
