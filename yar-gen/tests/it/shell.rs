//! Completion scripts and manual pages are well formed: the programs that
//! read them do so without a word, where they are installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::Folder;

/// Commands that every build of the tool has.
const COMMANDS: [&str; 6] = ["check", "fmt", "dump", "explain", "completions", "man"];

fn printed(arguments: &[&str]) -> String {
    let run = Folder::new().run(arguments);
    assert_eq!((run.code(), run.stderr()), (Some(0), String::new()));
    run.stdout()
}

/// What a program says about a text on its standard input; nothing when it is
/// not installed.
fn said(program: &str, arguments: &[&str], text: &str) -> String {
    let mut command = Command::new(program);
    let command = command.args(arguments).stdin(Stdio::piped());
    let Ok(mut child) = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
    else {
        return String::new();
    };
    let mut stdin = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{program}: {said}");
    said
}

#[test]
fn shells_accept_their_scripts() {
    let bash = printed(&["completions", "bash"]);
    assert_eq!(said("bash", &["-n"], &bash), "");
    assert_eq!(said("zsh", &["-n"], &printed(&["completions", "zsh"])), "");
    assert_eq!(
        said(
            "fish",
            &["--no-execute"],
            &printed(&["completions", "fish"])
        ),
        ""
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
        let option = ["--lang", "-l lang"].map(|it| script.contains(it));
        assert_ne!(option, [false, false], "{shell}");
    }
}

#[test]
fn bash_completes_commands_and_values() {
    let script = printed(&["completions", "bash"]);
    let complete = |words: &str, current: usize| {
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={current}\n\
             _yar__gen yar-gen \"${{COMP_WORDS[{current}]}}\" \"${{COMP_WORDS[{}]}}\"\n\
             echo \"${{COMPREPLY[@]}}\"\n",
            current - 1
        );
        said("bash", &["--norc", "-s"], &ask)
    };
    assert_eq!(complete("yar-gen exp", 1), "explain\n");
    assert_eq!(complete("yar-gen check --format sa", 3), "sarif\n");
}

#[test]
fn pages_are_read_without_a_warning() {
    let whole = printed(&["man"]);
    assert!(whole.contains(".TH yar-gen 1"), "{whole}");
    for section in [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH SUBCOMMANDS"] {
        assert!(whole.contains(section), "{section}");
    }
    assert_eq!(said("groff", &["-man", "-ww", "-z", "-Tutf8"], &whole), "");
    for command in COMMANDS {
        let page = printed(&["man", command]);
        assert!(page.contains(&format!(".TH yar-gen-{command} 1")), "{page}");
        assert_eq!(said("groff", &["-man", "-ww", "-z", "-Tutf8"], &page), "");
    }
}

#[test]
fn unknown_shells_and_pages_are_wrong_usage() {
    let folder = Folder::new();
    let shell = folder.run(&["completions", "tcsh"]);
    assert_eq!((shell.code(), shell.stdout()), (Some(2), String::new()));
    let page = folder.run(&["man", "chekc"]);
    assert_eq!((page.code(), page.stdout()), (Some(2), String::new()));
    assert!(
        page.stderr()
            .starts_with("error: expected one of the commands check, "),
        "{}",
        page.stderr()
    );
}
