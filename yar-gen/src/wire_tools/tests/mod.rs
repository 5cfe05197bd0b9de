#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod vectors;

use super::*;

fn frame(packager: &str, body: &[u8]) -> Vec<u8> {
    let mut frame = vec![0; 90];
    frame[3] = 7;
    frame[6..10].copy_from_slice(&[0x80, 0xdf, 0xec, 0x60]);
    frame[81] = u8::try_from(8 + body.len()).unwrap();
    frame[82..82 + packager.len()].copy_from_slice(packager.as_bytes());
    frame.extend_from_slice(body);
    frame
}

fn only(input: &[u8]) -> Result<String, WireError> {
    let mut lines = decode(input);
    let line = lines.next().unwrap();
    assert!(lines.next().is_none());
    line
}

fn body_of(line: &str) -> &str {
    let (_, body) = line.split_once("\"body\":").unwrap();
    body.strip_suffix('}').unwrap()
}

/// Decodes, compares, and encodes the same bytes again.
fn shown(packager: &str, body: &[u8], expected: &str) {
    let bytes = frame(packager, body);
    let line = only(&bytes).unwrap();
    assert_eq!(body_of(&line), expected);
    assert_eq!(encode(&line).unwrap(), bytes, "{line}");
}

#[test]
fn a_line_has_everything_that_the_header_has() {
    let line = only(&frame("JSON", br#"{"i":7}"#)).unwrap();
    assert_eq!(
        line,
        "{\"layout\":\"yar\",\"header\":{\"id\":7,\"version\":0,\"magic\":\"80dfec60\",\
         \"reserved\":0,\"provider\":\"\",\"token\":\"\",\"body_len\":15},\
         \"packager\":\"JSON\",\"body\":{\"i\":7}}"
    );
}

#[test]
fn what_only_msgpack_has_keeps_its_name() {
    shown("MSGPACK", b"\xc4\x02hi", r#"{"$msgpack_bin":"6869"}"#);
    shown("MSGPACK", b"\xa2\xff\x00", r#"{"$bin":"ff00"}"#);
    shown("MSGPACK", b"\xca\x3f\xc0\x00\x00", r#"{"$f32":"1.5"}"#);
    shown("MSGPACK", b"\xd5\xff\x01\x02", r#"{"$ext":[-1,"0102"]}"#);
    shown("MSGPACK", b"\xc7\x03\x05abc", r#"{"$ext":[5,"616263"]}"#);
    shown("MSGPACK", b"\x80", r#"{"$map":[]}"#);
    shown(
        "MSGPACK",
        b"\x82\xc0\xa1A\xa1x\x01",
        r#"{"$map":[[null,"A"],["x",1]]}"#,
    );
    shown("MSGPACK", b"\x81\xc3\xa2$x", r#"{"$map":[[true,"$x"]]}"#);
    shown(
        "MSGPACK",
        b"\x82\xa1a\x01\xa1a\x02",
        r#"{"$map":[["a",1],["a",2]]}"#,
    );
    shown("MSGPACK", b"\x81\xa2$x\xc0", r#"{"$map":[["$x",null]]}"#);
    shown("MSGPACK", &[0xcf; 9], r#"{"$int":"14974415777481871311"}"#);
}

#[test]
fn what_only_php_has_keeps_its_name() {
    shown("PHP", b"a:0:{}", "[]");
    shown("PHP", b"a:2:{i:0;N;i:1;b:1;}", "[null,true]");
    shown("PHP", b"a:1:{i:1;d:0.5;}", r#"{"$map":[[1,0.5]]}"#);
    shown("PHP", b"a:1:{s:1:\"5\";i:-5;}", r#"{"5":-5}"#);
    shown("PHP", b"s:2:\"\xff\"\";", r#"{"$bin":"ff22"}"#);
    shown(
        "PHP",
        b"E:11:\"Suit:Hearts\";",
        r#"{"$enum":"Suit:Hearts"}"#,
    );
    shown(
        "PHP",
        b"O:1:\"P\":2:{s:4:\"\0P\0x\";i:1;s:1:\"y\";R:2;}",
        r#"{"$obj":"P","props":[["\u0000P\u0000x",1],["y",{"$phpref":"R2"}]]}"#,
    );
}

#[test]
fn numbers_that_json_readers_spoil_are_tagged() {
    shown("JSON", b"[9007199254740992,0.1]", "[9007199254740992,0.1]");
    shown(
        "JSON",
        b"9007199254740993",
        r#"{"$int":"9007199254740993"}"#,
    );
    shown(
        "JSON",
        b"18446744073709551615",
        r#"{"$int":"18446744073709551615"}"#,
    );
    shown("JSON", b"1.0", r#"{"$f64":"1.0"}"#);
    shown("JSON", b"-0.0", r#"{"$f64":"-0.0"}"#);
    shown("PHP", b"d:NAN;", r#"{"$f64":"nan"}"#);
    shown("PHP", b"d:-INF;", r#"{"$f64":"-inf"}"#);
    shown("PHP", b"d:1.0E+25;", r#"{"$f64":"1e25"}"#);
}

#[test]
fn fields_that_are_no_text_come_back_as_they_were() {
    for (at, field) in [
        (14, &b"Yar\0garbage"[..]),
        (46, &[0xff, 0xfe]),
        (46, &[b'x'; 32]),
        (14, &[0, 1]),
    ] {
        let mut bytes = frame("json", br#"{"i":7}"#);
        bytes[at..at + field.len()].copy_from_slice(field);
        bytes[89] = 0xff;
        let line = only(&bytes).unwrap();
        assert!(
            line.contains(r#""packager":{"$bin":"6a736f6e000000ff"}"#),
            "{line}"
        );
        assert_eq!(encode(&line).unwrap(), bytes, "{line}");
    }
}

#[test]
fn frames_may_follow_one_another_in_either_layout() {
    let first = frame("PHP", b"N;");
    let line = only(&first).unwrap().replace("\"yar\"", "\"lua-yar\"");
    let second = encode(&line).unwrap();
    assert_eq!(second[..8], *b"PHP\0\0\0\0\0");
    assert_eq!(second[86..90], [0, 0, 0, 2], "without the packager name");
    let lines: Vec<_> = decode(&[first.clone(), second, first].concat())
        .map(Result::unwrap)
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1], line.replace("\"body_len\":10", "\"body_len\":2"));
}

#[test]
fn bad_frames_are_errors_that_say_where() {
    let good = frame("JSON", br#"{"i":7}"#);
    let cut = [good.as_slice(), &good[..50]].concat();
    let mut results = decode(&cut);
    assert!(results.next().unwrap().is_ok());
    let error = results.next().unwrap().unwrap_err().to_string();
    assert!(
        error.starts_with("byte 147: expected more of the frame"),
        "{error}"
    );
    assert!(results.next().is_none());

    let mut long = good.clone();
    long[80] = 1;
    let mut short = good.clone();
    short[81] = 7;
    let mut typo = good.clone();
    typo[83] = b'5';
    for (bytes, expected) in [
        (Vec::new(), "byte 0: expected more"),
        (
            b"GET / HTTP/1.1\r\nHost: x".to_vec(),
            "byte 6: expected the magic number 80dfec60",
        ),
        (
            long,
            "byte 78: expected 271 more bytes, as the body length says, found 15",
        ),
        (
            short,
            "byte 78: expected a body length of at least 8, found 7",
        ),
        (
            typo,
            "byte 82: expected the packager PHP, JSON or MSGPACK, found \"J5ON",
        ),
        (
            frame("JSON", b"{\"i\":7"),
            "in the JSON body, which begins at byte 90: byte 6:",
        ),
        (
            frame("MSGPACK", b"\x92\x01"),
            "byte 91: expected 2 elements, found only 1",
        ),
        (
            frame("MSGPACK", b"\x91\xc1"),
            "byte 91: expected a value, found c1",
        ),
        (
            frame("MSGPACK", b"\xa5abc"),
            "byte 91: expected 5 more bytes, found the end",
        ),
        (
            frame("MSGPACK", b"\x01\x02"),
            "byte 91: expected the end of the body, found 1",
        ),
        (frame("PHP", b"a:1:{d:1;N;}"), "byte 95: expected a key"),
        (
            frame("PHP", b"s:2:\"a\";"),
            "byte 97: expected `\"`, found `;`",
        ),
        (
            frame("PHP", b"i:x;"),
            "byte 92: expected an integer and `;`",
        ),
        (
            frame("PHP", b"C:1:\"X\":0:{}"),
            "byte 90: expected a value, such as",
        ),
    ] {
        let error = only(&bytes).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}\nis not\n{expected}");
    }
}

#[test]
fn depth_is_bounded_and_512_levels_pass() {
    for (levels, passes) in [(512, true), (513, false)] {
        let nested = [vec![0x91; levels], vec![0xc0]].concat();
        let document = Document::read(Packager::MSGPACK, &nested);
        assert_eq!(document.is_ok(), passes);
        let maps = [[0x81, 0xc0].repeat(levels), vec![0xc0]].concat();
        let document = Document::read(Packager::MSGPACK, &maps);
        assert_eq!(document.is_ok(), passes);
        if let Ok(document) = document {
            let again = Document::from_tagged(&document.to_tagged()).unwrap();
            assert_eq!(again, document);
        }
    }
    Document::from_tagged(&"[".repeat(1 << 20)).unwrap_err();
}

#[test]
fn a_line_by_hand_needs_packager_and_body_only() {
    let bytes = encode(r#" {"body": {"$map": []}, "packager": "msgpack"} "#).unwrap();
    assert_eq!(bytes[90..], [0x80]);
    assert_eq!(bytes[78..89], *b"\0\0\0\x09msgpack");
}

#[test]
fn the_id_of_the_body_is_that_of_the_header_unless_it_has_one() {
    for (line, id) in [
        (r#"{"packager":"JSON","body":{"i":7}}"#, 7),
        (r#"{"packager":"JSON","body":{"i":4294967298}}"#, 2),
        (r#"{"packager":"JSON","body":{"i":-1}}"#, u32::MAX),
        (
            r#"{"packager":"JSON","header":{"reserved":0},"body":{"i":7}}"#,
            7,
        ),
        (r#"{"packager":"JSON","header":{"id":0},"body":{"i":7}}"#, 0),
        (r#"{"packager":"JSON","body":{"i":"7"}}"#, 0),
    ] {
        assert_eq!(encode(line).unwrap()[..4], u32::to_be_bytes(id), "{line}");
    }
}

#[test]
fn bad_lines_are_errors_that_say_where() {
    let body = |body: &str| format!(r#"{{"packager":"JSON","body":{body}}}"#);
    let header = |header: &str| format!(r#"{{"packager":"JSON","body":1,"header":{header}}}"#);
    for (line, expected) in [
        ("[]".to_owned(), "expected the line to be an object"),
        ("{".to_owned(), "byte 1:"),
        (r#"{"body":1}"#.to_owned(), "expected the key \"packager\""),
        (
            r#"{"packager":"JSON"}"#.to_owned(),
            "expected the key \"body\"",
        ),
        (
            r#"{"packager":"XML","body":1}"#.to_owned(),
            "expected the packager PHP, JSON or MSGPACK",
        ),
        (
            r#"{"pakager":"JSON","body":1}"#.to_owned(),
            "unknown key \"pakager\"",
        ),
        (
            body(r#"{"p":[1,{"$bin":"0"}]}"#),
            "body.p[1]: $bin: expected an even",
        ),
        (
            body(r#"[{"a":{"b":{"$f64":1}}}]"#),
            "body[0].a.b: $f64 wants",
        ),
        (
            body(r#"{"$hex":"00"}"#),
            "body: expected a tag such as $bin, found $hex",
        ),
        (
            body(r#"{"$phpref":"R+1"}"#),
            "body: $phpref wants R or r and a number",
        ),
        (
            body(r#"{"$bin":"00","x":1}"#),
            "body: $bin must be the only key",
        ),
        (
            body(r#"{"$bin":"00"}"#),
            "body: JSON has no form for a string that is not",
        ),
        (
            body(r#"{"$msgpack_bin":"00"}"#),
            "body: JSON has no form for a binary",
        ),
        (
            body(r#"{"$map":[[1,2]]}"#),
            "body: JSON has no keys but strings",
        ),
        (header(r#"{"id":-1}"#), "id must be an integer of 32 bits"),
        (
            header(r#"{"version":65536}"#),
            "version must be an integer of 16 bits",
        ),
        (
            header(r#"{"magic":"80dfec61"}"#),
            "the magic must be \"80dfec60\"",
        ),
        (
            header(r#"{"token":"123456789012345678901234567890123"}"#),
            "token has 33 bytes",
        ),
    ] {
        let error = encode(&line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}\nis not\n{expected}");
    }
}

#[test]
fn the_dump_names_every_field() {
    let mut bytes = frame("JSON", br#"{"i":7,"s":0,"r":"x"}"#);
    bytes[13] = 1;
    bytes[46..52].copy_from_slice(b"secret");
    let dump = dump(&bytes);
    let lines: Vec<_> = dump.lines().map(str::trim).collect();
    let row = |start: &str, what: &str| {
        let found = lines
            .iter()
            .any(|line| line.starts_with(start) && line.ends_with(what));
        assert!(found, "no line {start} ... {what} in\n{dump}");
    };
    row("0000  00 00 00 07", "id 7");
    row("0006  80 df ec 60", "magic");
    row("000a  00 00 00 01", "reserved 1, keeps the connection");
    row("002e  73 65 63 72 65 74", "token \"secret\"");
    row("004e  00 00 00 1d", "body_len 29");
    row("0052  4a 53 4f 4e", "packager \"JSON\"");
    row("005a  7b 22 69 22", "{\"i\":7,\"s\":0,\"r\"  body");
    row("006a  3a 22 78 22 7d", ":\"x\"}");
    assert!(super::dump(b"xyz").contains("no frame"));
}
