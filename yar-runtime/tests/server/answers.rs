//! What is answered to requests that can be read, and to those that cannot.

use crate::lab::{PACKAGERS, Peer, Running, add, frame, reported, request};
use yar_runtime::{Limits, Packager, Server, Value};

#[tokio::test]
async fn the_frame_of_the_php_client_gets_the_expected_bytes() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut bytes = b"\x4e\x61\xc4\xe7\0\0\x80\xdf\xec\x60\0\0\0\x01".to_vec();
    bytes.extend(*b"Yar TCP Client");
    bytes.resize(14 + 64, 0);
    bytes.extend(*b"\0\0\0\x1bMSGPACK\0");
    bytes.extend(*b"\x83\xa1i\xce\x4e\x61\xc4\xe7\xa1m\xa3add\xa1p\x92\x01\x02");
    let mut peer = server.peer().await;
    peer.send(&bytes).await;
    let answer = peer.frame().await;
    assert_eq!(
        answer[..14],
        *b"\x4e\x61\xc4\xe7\0\0\x80\xdf\xec\x60\0\0\0\0"
    );
    assert_eq!(answer[46..78], [0; 32]);
    assert_eq!(answer[82..90], *b"MSGPACK\0");
    assert_eq!(
        answer[90..],
        *b"\x83\xa1i\xce\x4e\x61\xc4\xe7\xa1s\0\xa1r\x03"
    );
}

#[tokio::test]
async fn every_packager_is_answered_in_kind() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for packager in PACKAGERS {
        let value = Value::String("你好".into());
        peer.send(&request(packager, 9, "echo", vec![value.clone()]))
            .await;
        let bytes = peer.frame().await;
        assert_eq!(bytes[82..90], packager.to_wire());
        peer.send(&request(packager, 10, "echo", vec![value.clone()]))
            .await;
        assert_eq!(peer.answer().await.1.unwrap(), value);
    }
}

#[tokio::test]
async fn packager_names_are_read_as_php_reads_them() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for name in [b"json\0\0\0\0", b"JSON\0abc", b"Json\0\0\0\xff"] {
        peer.send(&frame(name, br#"{"i":5,"m":"add","p":[1,2]}"#))
            .await;
        let (id, outcome) = peer.answer().await;
        assert_eq!((id, outcome.unwrap()), (5, Value::Int(3)));
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_and_the_connection_goes_on() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let json = b"JSON\0\0\0\0";
    // Packager name, body; id, status and text of the answer.
    type Case = (&'static [u8; 8], &'static [u8], i64, i64, &'static str);
    let cases: [Case; 8] = [
        (
            b"JSONX\0\0\0",
            b"{}",
            0,
            1,
            "unsupported packager 'JSONX': known here are PHP, JSON, MSGPACK",
        ),
        (
            b"\xff\0\0\0\0\0\0\0",
            b"",
            0,
            1,
            "unsupported packager '\\xff'",
        ),
        (json, b"{\"i\":7,", 0, 1, "json unpack error"),
        (json, b"5", 0, 1, "json unpack error"),
        (b"MSGPACK\0", b"\x83\xa1", 0, 1, "msgpack unpack error"),
        (b"PHP\0\0\0\0\0", b"hello", 0, 1, "php unpack error"),
        (
            json,
            br#"{"i":7,"p":[]}"#,
            7,
            4,
            "need specifical request method",
        ),
        (
            json,
            br#"{"i":7,"m":"nope","p":[]}"#,
            7,
            4,
            "call to undefined api Lab::nope()",
        ),
    ];
    for (name, body, id, status, text) in cases {
        peer.send(&frame(name, body)).await;
        let (got_id, outcome) = peer.answer().await;
        let (got_status, got_text) = reported(outcome);
        assert_eq!((got_id, got_status), (id, status), "{got_text}");
        assert!(got_text.starts_with(text), "{got_text}");
    }
    peer.assert_alive().await;
}

#[tokio::test]
async fn missing_and_odd_parameters_are_harmless() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for params in [
        "",
        r#","p":null"#,
        r#","p":5"#,
        r#","p":"x""#,
        r#","p":{}"#,
        r#","p":[1]"#,
    ] {
        let body = format!(r#"{{"i":7,"m":"fail"{params}}}"#);
        peer.send(&frame(b"JSON\0\0\0\0", body.as_bytes())).await;
        let (id, outcome) = peer.answer().await;
        assert_eq!(
            (id, reported(outcome)),
            (7, (64, "no luck".into())),
            "{body}"
        );
    }
    let body = br#"{"i":7,"m":"add","p":{"b":2,"a":1}}"#;
    peer.send(&frame(b"JSON\0\0\0\0", body)).await;
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(3));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_refused() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for packager in PACKAGERS {
        peer.send(&request(packager, 3, "add", vec![Value::Int(1)]))
            .await;
        let (id, outcome) = peer.answer().await;
        let (status, text) = reported(outcome);
        assert_eq!((id, status), (3, 4), "{text}");
        assert!(text.starts_with("bad arguments: "), "{text}");
    }
    peer.assert_alive().await;
}

#[tokio::test]
async fn methods_are_found_in_any_case_and_long_names_are_cut() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let args = || vec![Value::Int(1), Value::Int(2)];
    for name in ["ADD", "Add", "ADD"] {
        peer.send(&request(Packager::MSGPACK, 1, name, args()))
            .await;
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(3));
    }
    let long = "é".repeat(100_000);
    peer.send(&request(Packager::MSGPACK, 1, &long, args()))
        .await;
    let (status, text) = reported(peer.answer().await.1);
    assert_eq!(status, 4);
    assert!(text.len() < 300, "{} bytes", text.len());
}

#[tokio::test]
async fn a_panic_ends_one_call_and_nothing_else() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for name in ["panic", "panicLater"] {
        peer.send(&request(Packager::MSGPACK, 8, name, vec![]))
            .await;
        let (id, outcome) = peer.answer().await;
        let expected = (64, "the method panicked".to_owned());
        assert_eq!((id, reported(outcome)), (8, expected));
        peer.assert_alive().await;
    }
}

#[tokio::test]
async fn a_result_that_cannot_be_sent_becomes_an_error() {
    let mut limits = Limits::default();
    limits.max_body = 10_000;
    let server = Server::new(crate::lab::Lab).with_limits(limits);
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for bytes in [20_000, 9_000] {
        peer.send(&request(Packager::JSON, 8, "blob", vec![Value::Int(bytes)]))
            .await;
        let (_, outcome) = peer.answer().await;
        match bytes {
            9_000 => assert!(outcome.is_ok()),
            _ => assert_eq!(reported(outcome).0, 8),
        }
    }
    let nan = frame(
        b"MSGPACK\0",
        b"\x83\xa1i\x07\xa1m\xa4echo\xa1p\x91\xcb\x7f\xf8\0\0\0\0\0\0",
    );
    peer.send(&nan).await;
    assert!(matches!(peer.answer().await.1, Ok(Value::Float(x)) if x.is_nan()));
    peer.assert_alive().await;
}

#[tokio::test]
async fn both_layouts_are_served_on_one_port() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut bytes = b"JSON\0\0\0\0\0\0\0\x05\0\x01\x80\xdf\xec\x60".to_vec();
    bytes.resize(8 + 78, 0);
    let body = br#"{"i":5,"m":"add","p":[1,2]}"#;
    bytes.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
    bytes.extend(body);
    let mut peer = server.peer().await;
    peer.send(&bytes).await;
    let answer = peer.rest().await;
    assert_eq!(answer[..8], *b"JSON\0\0\0\0");
    assert_eq!(answer[14..18], [0x80, 0xdf, 0xec, 0x60]);
    let length = u32::from_be_bytes(answer[86..90].try_into().unwrap());
    assert_eq!(usize::try_from(length).unwrap(), answer.len() - 90);
    let mut other: Peer = server.peer().await;
    other.send(&add(1, 1, 1)).await;
    assert_eq!(other.answer().await.1.unwrap(), Value::Int(2));
}
