//! `--watch` with real changes of real files.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::Folder;

const PING: &str = "package calc;\nservice Calc { ping() }\n";
const PONG: &str = "package calc;\nservice Calc { pong() }\n";
const BAD: &str = "package calc;\nservice Calc { ping() -> Nope }\n";

/// A running command, ended with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Folder) -> Self {
        let mut command = folder.command();
        command.args(["calc.yar", "--lang", "lua", "--watch", "-o", "out"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    /// What is printed before it waits again.
    fn next_run(&self) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        let mut text = String::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            match line.unwrap_or_else(|error| panic!("{error}; so far:\n{text}")) {
                line if line == "watching for changes" => return text,
                line => text = text + &line + "\n",
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn changes_are_followed_and_errors_survived() {
    let folder = Folder::new();
    folder.write("calc.yar", PING);
    let watching = Watching::start(&folder);
    assert!(watching.next_run().contains("wrote out/calc.lua"));
    let lua = || fs::read_to_string(folder.path().join("out/calc.lua")).unwrap();
    assert!(lua().contains("ping"));

    folder.write("calc.yar", BAD);
    let run = watching.next_run();
    assert!(
        run.starts_with("error[Y0401]: unknown type `Nope`"),
        "{run}"
    );
    assert!(
        lua().contains("ping"),
        "nothing is written when anything is wrong"
    );

    // As editors save: another file takes the place of the old one.
    folder.write("calc.yar.new", PONG);
    let path = folder.path().join("calc.yar");
    fs::rename(folder.path().join("calc.yar.new"), &path).unwrap();
    assert!(watching.next_run().contains("wrote out/calc.lua"));
    assert!(lua().contains("pong") && !lua().contains("ping"));

    fs::remove_file(&path).unwrap();
    let run = watching.next_run();
    assert!(run.contains("`calc.yar` cannot be read"), "{run}");
    folder.write("calc.yar", PING);
    assert!(watching.next_run().contains("wrote out/calc.lua"));
}

#[test]
fn other_files_are_nobody_s_business() {
    let folder = Folder::new();
    folder.write("calc.yar", PING);
    let watching = Watching::start(&folder);
    watching.next_run();
    folder.write("notes.txt", "nothing to do with it");
    folder.write("calc.yar", PONG);
    assert!(watching.next_run().contains("wrote out/calc.lua"));
    let more = watching.lines.recv_timeout(Duration::from_millis(300));
    assert!(more.is_err(), "{more:?}");
}

#[test]
fn there_is_nothing_to_watch_with_a_check() {
    let folder = Folder::new();
    folder.write("calc.yar", PING);
    let run = folder.run(&["calc.yar", "--lang", "lua", "--watch", "--check"]);
    assert_eq!(run.code(), Some(2), "{}", run.stderr());
    let run = folder.run(&["gone/calc.yar", "--lang", "lua", "--watch"]);
    assert_eq!(run.code(), Some(1));
    assert!(
        run.stderr().starts_with("error: cannot watch `gone`: "),
        "{}",
        run.stderr()
    );
}
