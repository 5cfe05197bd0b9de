//! `yar-gen decode`, `encode` and `call` as they are used: as programs, the
//! last one against the calculator over every transport.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use support::CalcServer;

/// What a run of `yar-gen` came to.
struct Outcome {
    code: Option<i32>,
    out: Vec<u8>,
    errors: String,
}

impl Outcome {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("text")
    }

    #[track_caller]
    fn fails(&self, code: i32, expected: &str) {
        assert_eq!(self.code, Some(code), "{}", self.errors);
        assert!(self.errors.contains(expected), "{}", self.errors);
    }
}

fn yar_gen(arguments: &[&str], input: &[u8]) -> Outcome {
    let mut process = Command::new(program())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("start yar-gen");
    let mut stdin = process.stdin.take().expect("its input");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || stdin.write_all(&input));
    let output = process.wait_with_output().expect("its output");
    // A program that has seen enough closes its input.
    let _ = feeder.join();
    Outcome {
        code: output.status.code(),
        out: output.stdout,
        errors: String::from_utf8(output.stderr).expect("text"),
    }
}

/// The binary beside this test, brought up to date once.
fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let test = std::env::current_exe().expect("the path of this test");
        let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "yar-gen"]);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        let status = build.current_dir(support::root()).status();
        assert!(
            status.expect("run cargo").success(),
            "yar-gen does not build"
        );
        profile.join("yar-gen")
    })
}

/// The request of section 2 of the wire document.
const REQUEST: &str = "4e61c4e7 0000 80dfec60 00000000
    5961722054435020436c69656e74 000000000000000000000000000000000000
    0000000000000000000000000000000000000000000000000000000000000000
    0000001b 4d53475041434b00
    83 a169 ce4e61c4e7 a16d a3616464 a170 920102";

const LINE: &str = "{\"layout\":\"yar\",\"header\":{\"id\":1315030247,\"version\":0,\
    \"magic\":\"80dfec60\",\"reserved\":0,\"provider\":\"Yar TCP Client\",\"token\":\"\",\
    \"body_len\":27},\"packager\":\"MSGPACK\",\
    \"body\":{\"i\":1315030247,\"m\":\"add\",\"p\":[1,2]}}\n";

#[test]
fn a_frame_becomes_a_line_and_a_frame_again() {
    let line = yar_gen(&["decode", "--hex"], REQUEST.as_bytes());
    assert_eq!((line.code, line.text()), (Some(0), LINE));
    let hex = yar_gen(&["encode", "--hex"], LINE.as_bytes());
    assert_eq!(hex.code, Some(0));
    let digits: String = REQUEST.split_whitespace().collect();
    assert_eq!(hex.text(), digits + "\n");
}

#[test]
fn files_hold_several_frames() {
    let folder = std::env::temp_dir().join(format!("yar-wire-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (lines, frames) = (folder.join("lines"), folder.join("frames"));
    let other = LINE.replace("\"yar\"", "\"lua-yar\"").replace("27", "19");
    let both = format!("{LINE}\n{other}");
    std::fs::write(&lines, &both).unwrap();
    let raw = yar_gen(&["encode", lines.to_str().unwrap()], b"");
    assert_eq!((raw.code, raw.out.len()), (Some(0), 2 * 109));
    std::fs::write(&frames, &raw.out).unwrap();
    let shown = yar_gen(&["decode", frames.to_str().unwrap()], b"");
    assert_eq!(shown.text(), format!("{LINE}{other}"));
    std::fs::remove_dir_all(&folder).unwrap();
    yar_gen(&["decode", frames.to_str().unwrap()], b"").fails(1, "cannot read");
    yar_gen(&["decode", "/"], b"").fails(1, "it is a folder");
}

/// All that the PHP client sent over sockets, one frame behind the other.
#[test]
fn what_php_sends_comes_back_byte_for_byte() {
    let folder = support::root().join("tests/vectors/php-client-tcp.json");
    let text = std::fs::read_to_string(folder).unwrap();
    let entries = text.lines().filter(|line| line.starts_with("{\"name\""));
    let packed = entries.filter(|entry| !entry.contains("\"packager\":\"JSON\""));
    let hex = packed.filter_map(|entry| entry.split("\"hex\":\"").nth(1)?.split('"').next());
    let hex: Vec<_> = hex.collect();
    assert!(hex.len() > 90, "{} frames", hex.len());
    let lines = yar_gen(&["decode", "--hex"], hex.join("\n").as_bytes());
    assert_eq!(lines.code, Some(0), "{}", lines.errors);
    assert_eq!(lines.text().lines().count(), hex.len());
    let again = yar_gen(&["encode", "--hex"], &lines.out);
    assert_eq!(again.text().lines().collect::<Vec<_>>(), hex);
}

#[test]
fn what_is_wrong_with_a_frame_is_said_with_its_place() {
    let digits: String = REQUEST.split_whitespace().collect();
    let cut = yar_gen(
        &["decode", "--hex"],
        format!("{digits}{}", &digits[..60]).as_bytes(),
    );
    assert_eq!(cut.text(), LINE, "the good one first");
    cut.fails(
        1,
        "byte 139: expected more of the frame that begins at byte 109",
    );
    yar_gen(&["decode", "--hex"], b"4e6 1 x").fails(1, "character 6: expected a hex digit");
    yar_gen(&["decode"], b"").fails(1, "byte 0: expected more");
    yar_gen(
        &["encode"],
        b"{\"packager\":\"JSON\",\"body\":{\"$bin\":\"00\"}}",
    )
    .fails(
        1,
        "line 1: body: JSON has no form for a string that is not UTF-8",
    );
    yar_gen(&["encode"], &[b'{', 0xff]).fails(1, "not UTF-8 at byte 1");
    yar_gen(&["decode", "--nonsense"], b"").fails(2, "--nonsense");
}

#[test]
fn calls_go_over_every_transport_in_every_packager() {
    let server = CalcServer::start();
    for transport in ["tcp", "unix", "http"] {
        let uri = server.uri(transport);
        for packager in ["PHP", "json", "MSGPACK"] {
            let call = |method: &str, arguments: &str| {
                let answer = yar_gen(
                    &["call", uri, method, arguments, "--packager", packager],
                    b"",
                );
                assert_eq!(answer.code, Some(0), "{uri} {packager}: {}", answer.errors);
                assert_eq!(answer.errors, "");
                answer.text().trim_end().to_owned()
            };
            assert_eq!(call("add", "[1,2]"), "3");
            assert_eq!(call("div", "[1,4]"), "0.25");
            assert_eq!(call("div", "[6,2]"), r#"{"$f64":"3.0"}"#);
            assert_eq!(
                call("add", r#"[{"$int":"9007199254740993"},0]"#),
                r#"{"$int":"9007199254740993"}"#
            );
            assert_eq!(
                call("echo", r#"[{"a":[null,"数"]}]"#),
                r#"{"a":[null,"数"]}"#
            );
        }
    }
    let lua = yar_gen(
        &["call", &server.tcp, "add", "[1,2]", "--layout", "lua-yar"],
        b"",
    );
    assert_eq!((lua.code, lua.text()), (Some(0), "3\n"));
}

#[test]
fn what_only_msgpack_carries_comes_through() {
    let server = CalcServer::start();
    let bytes = yar_gen(&["call", &server.tcp, "echo", r#"[{"$bin":"ff00"}]"#], b"");
    assert_eq!(bytes.text(), "{\"$bin\":\"ff00\"}\n", "{}", bytes.errors);
    let arguments = r#"[{"$bin":"ff00"}]"#;
    yar_gen(
        &["call", &server.tcp, "echo", arguments, "--packager", "JSON"],
        b"",
    )
    .fails(2, "JSON has no form for a string that is not UTF-8");
}

#[test]
fn the_error_of_a_server_is_shown_in_all_its_parts() {
    let server = CalcServer::start();
    yar_gen(&["call", &server.tcp, "div", "[1,0]"], b"")
        .fails(1, "status 64, code 33, type DivisionByZero: ");
    yar_gen(&["call", &server.http, "nope"], b"")
        .fails(1, "status 4, code 4: call to undefined api");
    yar_gen(&["call", &server.unix, "add", "[1]"], b"").fails(1, "status 4");
}

#[test]
fn what_comes_with_an_error_is_a_line_of_json_below_it() {
    for packager in ["PHP", "JSON", "MSGPACK"] {
        let line = format!(
            r#"{{"packager":"{packager}","body":{{"i":1,"s":64,"e":{{"message":"too many",
            "code":7,"_type":"Busy","data":{{"wait":1500,"who":["a",null]}}}}}}}}"#
        );
        let frame = yar_gen(&["encode"], line.replace('\n', "").as_bytes()).out;
        let uri = answer_once(frame);
        let run = yar_gen(&["call", &uri, "find", "--packager", packager], b"");
        let expected = "error: the server reports status 64, code 7, type Busy: too many\n\
            {\"wait\":1500,\"who\":[\"a\",null]}\n";
        assert_eq!((run.code, run.errors.as_str()), (Some(1), expected));
    }
}

/// Where the next request is answered with this frame.
fn answer_once(frame: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a call");
        let mut header = [0; 82];
        stream.read_exact(&mut header).expect("a header");
        let [.., a, b, c, d] = header;
        let mut body = vec![0; u32::from_be_bytes([a, b, c, d]) as usize];
        stream.read_exact(&mut body).expect("a body");
        stream.write_all(&frame).expect("a caller that waits");
    });
    format!("tcp://{address}")
}

#[test]
fn failures_of_the_transport_say_what_failed() {
    let server = CalcServer::start();
    yar_gen(&["call", "tcp://127.0.0.1:1", "add"], b"").fails(1, "error: cannot connect to ");
    yar_gen(&["call", "unix:///nonexistent.sock", "add"], b"")
        .fails(1, "error: cannot connect to ");
    yar_gen(
        &[
            "call",
            &server.tcp,
            "sleep_ms",
            "[2000]",
            "--timeout",
            "100",
        ],
        b"",
    )
    .fails(1, "timed out after 100ms");
}

#[test]
fn wrong_usage_is_said_before_anything_is_sent() {
    let uri = "tcp://127.0.0.1:1";
    for (arguments, expected) in [
        (&["call", uri][..], "<METHOD>"),
        (&["call", uri, "add", "[1,"], "byte 3"),
        (&["call", uri, "add", "{}"], "expected a JSON list"),
        (
            &["call", uri, "add", r#"[0,{"a":{"$bin":"f"}}]"#],
            "[1].a: $bin: expected an even number",
        ),
        (
            &["call", uri, "add", "--packager", "XML"],
            "possible values: PHP, JSON, MSGPACK",
        ),
        (&["call", uri, "add", "--timeout", "0"], "0 is not in 1.."),
        (
            &[
                "call",
                uri,
                "add",
                "--token",
                "123456789012345678901234567890123",
            ],
            "33 bytes",
        ),
        (
            &["call", "gopher://x", "add"],
            "cannot use address `gopher://x`",
        ),
    ] {
        yar_gen(arguments, b"").fails(2, expected);
    }
}

#[test]
fn the_wire_is_shown_on_demand() {
    let server = CalcServer::start();
    let call = [
        "call",
        &server.tcp,
        "add",
        "[1,2]",
        "--show-wire",
        "--provider",
        "me",
        "--token",
        "secret",
    ];
    let shown = yar_gen(&call, b"");
    assert_eq!((shown.code, shown.text()), (Some(0), "3\n"));
    let rows: Vec<_> = shown.errors.lines().collect();
    let has = |parts: &[&str]| {
        let found = rows
            .iter()
            .any(|row| parts.iter().all(|part| row.contains(part)));
        assert!(found, "{parts:?} is missing in\n{}", shown.errors);
    };
    has(&["request, 105 bytes"]);
    has(&["000e  6d 65 00", "provider \"me\""]);
    has(&["002e  73 65 63", "token \"secret\""]);
    has(&["0052  4d 53 47", "MSGPACK.", "packager \"MSGPACK\""]);
    has(&["005a  83 a1 69 01 a1 6d a3 61 64 64", "body"]);
    has(&["answer, "]);
    // Of an address, user name and password are provider and token.
    let uri = server.http.replace("http://", "http://user:word@");
    let shown = yar_gen(&["call", &uri, "add", "[1,2]", "--show-wire"], b"");
    assert!(
        shown.errors.contains("provider \"user\""),
        "{}",
        shown.errors
    );
    assert!(shown.errors.contains("token \"word\""), "{}", shown.errors);
}
