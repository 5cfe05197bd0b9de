//! The command as its users meet it: exit codes, what is printed where, and
//! what is on the disk afterwards.

use std::io;

use crate::support::Folder;

const GOOD: &str = "package calc;\nservice Calculator { add(a: i64, b: i64) -> i64 }\n";
const BAD: &str = "package calc;\nservice Calculator { add(a: Foo) -> i64 }\n";

fn folder(name: &str, text: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write(name, text);
    folder
}

#[test]
fn writes_several_languages_at_once() {
    let folder = folder("calc.yar", GOOD);
    let run = folder.run(&[
        "calc.yar", "--lang", "rust,lua", "--lang", "php", "-o", "out",
    ]);
    assert_eq!(
        (run.code(), run.stdout()),
        (Some(0), String::new()),
        "{}",
        run.stderr()
    );
    let names = folder.names();
    for name in [
        "out/calc.rs",
        "out/calc.lua",
        "out/Calc/CalculatorClient.php",
    ] {
        assert!(names.contains(&name.to_owned()), "{name} in {names:?}");
        assert!(
            run.stderr().contains(&format!("wrote {name}\n")),
            "{}",
            run.stderr()
        );
    }
    let summary = format!("{} files written, 0 unchanged", names.len() - 1);
    assert!(run.stderr().contains(&summary), "{}", run.stderr());
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = folder("calc.yar", GOOD);
    folder.run(&["calc.yar", "--lang", "rust"]);
    let before = folder.files();
    let run = folder.run(&["calc.yar", "--lang", "rust"]);
    assert!(
        run.stderr().starts_with("0 files written, 2 unchanged"),
        "{}",
        run.stderr()
    );
    assert_eq!(folder.files(), before);
}

#[test]
fn quiet_is_silent() {
    let folder = folder("calc.yar", GOOD);
    let run = folder.run(&["--quiet", "calc.yar", "--lang", "lua"]);
    assert_eq!(
        (run.code(), run.stderr(), run.stdout()),
        (Some(0), String::new(), String::new())
    );
}

#[test]
fn a_contract_in_rust_gives_the_same_bytes() {
    let folder = folder("calc.yar", GOOD);
    folder.run(&["calc.yar", "--lang", "rust,lua,php", "-o", "yar"]);
    let run = folder.run(&["yar/calc.rs", "--lang", "rust,lua,php", "-o", "rust"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let below = |name: &str| crate::support::files_below(&folder.path().join(name));
    assert_eq!(below("yar"), below("rust"));
}

#[test]
fn nothing_is_written_when_one_input_is_wrong() {
    let folder = folder("good.yar", GOOD);
    folder.write("bad.yar", BAD);
    let run = folder.run(&["good.yar", "bad.yar", "--lang", "lua,php", "-o", "out"]);
    assert_eq!((run.code(), run.stdout()), (Some(1), String::new()));
    assert_eq!(folder.names(), ["bad.yar", "good.yar"]);
    let expected = "\
error[Y0401]: unknown type `Foo`
 --> bad.yar:2:29
  |
2 | service Calculator { add(a: Foo) -> i64 }
  |                             ^^^ ";
    assert!(run.stderr().starts_with(expected), "{}", run.stderr());
    assert!(
        run.stderr()
            .ends_with("\n\n1 error in 1 file\n`yar-gen explain Y0401` says more\n"),
        "{}",
        run.stderr()
    );
}

#[test]
fn mistakes_of_all_inputs_are_shown() {
    let folder = folder("a.yar", BAD);
    folder.write("b.yar", "struct A { x: Nope, y: Nada }");
    let run = folder.run(&["a.yar", "missing.yar", "b.yar", "--lang", "lua"]);
    assert_eq!(run.code(), Some(1));
    assert!(
        run.stderr()
            .contains("error: `missing.yar` cannot be read: "),
        "{}",
        run.stderr()
    );
    assert!(
        run.stderr()
            .ends_with("\n\n4 errors in 3 files\n`yar-gen explain Y0401` says more\n"),
        "{}",
        run.stderr()
    );
}

#[test]
fn two_inputs_with_one_package_are_refused() {
    let folder = folder("a.yar", GOOD);
    folder.write("b.yar", GOOD.replace("add", "sub"));
    let run = folder.run(&["a.yar", "b.yar", "--lang", "lua"]);
    assert_eq!(run.code(), Some(1));
    let expected = "error: `b.yar` declares package `calc`, as another input does: \
                    two files with different contents want the path `calc.lua`\n";
    assert_eq!(run.stderr(), expected);
    assert_eq!(folder.names(), ["a.yar", "b.yar"]);
}

#[test]
fn a_type_cannot_have_the_name_of_a_client() {
    let source = "package calc;\nstruct CalcClient { a: i64 }\nservice Calc { ping() }\n";
    let folder = folder("calc.yar", source);
    let run = folder.run(&["calc.yar", "--lang", "php"]);
    assert_eq!(run.code(), Some(1));
    let expected = "\
error[Y0803]: `CalcClient` takes the name of what is generated for service `Calc`
 --> calc.yar:2:8
  |
2 | struct CalcClient { a: i64 }
  |        ^^^^^^^^^^ would be `CalcClient` in Rust and PHP
3 | service Calc { ping() }
  |         ---- for this one
  |
  = help: rename one of them

1 error in 1 file
`yar-gen explain Y0803` says more
";
    assert_eq!(run.stderr(), expected);
}

#[test]
fn an_input_is_never_replaced() {
    let source = "#[yar::service]\npub trait Calc { fn ping(&self); }\n";
    let folder = folder("calc.rs", source);
    let run = folder.run(&["calc.rs", "--lang", "lua,rust"]);
    assert_eq!(run.code(), Some(1));
    let expected = "error: `calc.rs` would be replaced by what is made from it; \
                    name another folder with `--output`\n";
    assert_eq!(run.stderr(), expected);
    assert_eq!(folder.files(), [("calc.rs".to_owned(), source.to_owned())]);
}

#[test]
fn unreadable_inputs_are_named_with_the_reason() {
    let folder = folder("latin.yar", b"//! one\n//! caf\xe9\n");
    folder.write("huge.yar", vec![b' '; (2 << 20) + 1]);
    std::fs::create_dir(folder.path().join("folder.yar")).unwrap();
    std::fs::create_dir(folder.path().join("idl")).unwrap();
    let table = [
        (
            "latin.yar",
            "`latin.yar` is not UTF-8 text: byte 0xe9 at offset 15, in line 2",
        ),
        (
            "huge.yar",
            "`huge.yar` is larger than 2 MiB, the most that is read",
        ),
        (
            "folder.yar",
            "`folder.yar` is a folder; expected a `.yar` or `.rs` file",
        ),
        ("idl", "`idl` is a folder; expected a `.yar` or `.rs` file"),
        (
            "gone.rs",
            "`gone.rs` cannot be read: No such file or directory (os error 2)",
        ),
    ];
    for (input, message) in table {
        let run = folder.run(&[input, "--lang", "php"]);
        assert_eq!(run.code(), Some(1), "{input}");
        let expected = format!("error: {message}\n\n1 error in 1 file\n");
        assert_eq!(run.stderr(), expected);
    }
}

#[test]
fn an_output_that_cannot_be_written_is_named_with_the_reason() {
    let folder = folder("calc.yar", GOOD);
    folder.write("out", "a file");
    let run = folder.run(&["calc.yar", "--lang", "lua", "-o", "out"]);
    assert_eq!(run.code(), Some(1));
    let expected = "error: `out` is not a folder\n";
    assert_eq!(run.stderr(), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = folder("calc.yar", GOOD);
    let run = folder.run(&["calc.yar", "--lang", "lua", "-o", "/proc/none"]);
    assert_eq!(run.code(), Some(1));
    let start = "error: cannot write `/proc/none`: the folder cannot be made (";
    assert!(run.stderr().starts_with(start), "{}", run.stderr());
    assert!(run.stderr().contains("name another one with `-o`"));
}

#[test]
fn a_file_by_hand_is_replaced_by_force_only() {
    let folder = folder("calc.yar", GOOD);
    folder.write("calc.lua", "return 'mine'\n");
    let run = folder.run(&["calc.yar", "--lang", "lua"]);
    assert_eq!(run.code(), Some(1));
    assert!(
        run.stderr().contains("calc.lua` exists and was not made"),
        "{}",
        run.stderr()
    );
    assert_eq!(folder.names(), ["calc.lua", "calc.yar"]);
    let run = folder.run(&["calc.yar", "--lang", "lua", "--force"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
}

#[test]
fn wrong_usage_leaves_with_two_and_says_what_would_be_right() {
    let folder = folder("calc.yar", GOOD);
    folder.write("calc.thrift", "");
    let table: [(&[&str], &str); 7] = [
        (
            &["calc.yar", "--lang", "rust", "php"],
            "separate languages by commas: `--lang rust,php`",
        ),
        (&[], "<INPUT>..."),
        (&["calc.yar"], "--lang <rust|lua|php>"),
        (
            &["calc.yar", "--lang", "ruts"],
            "a similar value exists: 'rust'",
        ),
        (
            &["calc.yar", "--lang", "lua,perl"],
            "possible values: rust, lua, php",
        ),
        (
            &["calc.thrift", "--lang", "lua"],
            "`calc.thrift` is neither a `.yar` contract nor a `.rs` source",
        ),
        (
            &["calc.yar", "--lang", "lua", "--runtime", "link"],
            "possible values: copy",
        ),
    ];
    for (arguments, expected) in table {
        let run = folder.run(arguments);
        assert_eq!(
            (run.code(), run.stdout()),
            (Some(2), String::new()),
            "{arguments:?}"
        );
        assert!(
            run.stderr().contains(expected),
            "{arguments:?}: {}",
            run.stderr()
        );
    }
    assert_eq!(folder.names(), ["calc.thrift", "calc.yar"]);
}

#[test]
fn the_runtime_is_copied_on_request() {
    let folder = folder("calc.yar", GOOD);
    let run = folder.run(&["calc.yar", "--lang", "lua,php", "--runtime", "copy"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let names = folder.names();
    assert!(names.contains(&"yar.lua".to_owned()), "{names:?}");
    assert!(names.contains(&"Yar/Client.php".to_owned()), "{names:?}");
    assert!(!run.stderr().contains("wrote yar"), "{}", run.stderr());
    assert!(run.stderr().contains(" runtime files\n"));
}

#[test]
fn the_runtime_of_rust_is_nothing_to_copy() {
    let folder = folder("calc.yar", GOOD);
    let run = folder.run(&["calc.yar", "--lang", "rust", "--runtime", "copy"]);
    assert_eq!(run.code(), Some(0));
    let start = "`--runtime copy` does nothing for rust";
    assert!(run.stderr().starts_with(start), "{}", run.stderr());
}

#[test]
fn version_and_help_go_to_stdout() {
    let folder = Folder::new();
    let version = folder.run(&["--version"]);
    assert_eq!(
        version.stdout(),
        format!("yar-gen {}\n", env!("CARGO_PKG_VERSION"))
    );
    let help = folder.run(&["--help"]);
    assert!(
        help.stdout()
            .contains("Examples:\n  yar-gen calc.yar --lang rust ")
    );
    assert_eq!((version.code(), help.code()), (Some(0), Some(0)));
}

#[test]
fn output_to_a_file_has_no_colours() {
    let folder = folder("bad.yar", BAD);
    let run = folder.run(&["bad.yar", "--lang", "lua"]);
    assert!(!run.stderr().contains('\u{1b}'), "{:?}", run.stderr());
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let folder = folder("calc.yar", GOOD);
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = folder.command();
    command.args(["calc.yar", "--lang", "rust"]).stderr(writer);
    assert_eq!(command.status().unwrap().code(), Some(0));
    assert_eq!(folder.names(), [".yar-gen.json", "calc.rs", "calc.yar"]);
}

#[cfg(feature = "wire-tools")]
#[test]
fn hexadecimal_text_is_recognised() {
    let folder = folder("frame.hex", "0000 0007\n");
    let run = folder.run(&["decode", "frame.hex"]);
    assert_eq!(run.code(), Some(1));
    assert!(run.stderr().contains("pass `--hex`"), "{}", run.stderr());
    let run = folder.run(&["decode", "frame.hex", "--hex"]);
    assert!(!run.stderr().contains("--hex"), "{}", run.stderr());
}

/// Opening one would wait for somebody to write into it.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("a.yar"))
        .status();
    assert!(made.unwrap().success());
    let run = folder.run(&["check", "a.yar"]);
    assert_eq!(run.code(), Some(1));
    let expected = "error: `a.yar` is no regular file";
    assert!(run.stderr().starts_with(expected), "{}", run.stderr());
}
