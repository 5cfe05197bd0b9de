//! Requests recorded from the PHP extension, yar-c and lua-yar.

use crate::lab::{LIMIT, Peer, Running, within};
use tokio::io::AsyncReadExt;
use yar_runtime::message::{Request, Response};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Frame, peek};
use yar_runtime::{Packager, Value};

const RECORDED: [&str; 4] = [
    include_str!("../../../tests/vectors/php-client-tcp.json"),
    include_str!("../../../tests/vectors/php-client-http.json"),
    include_str!("../../../tests/vectors/yar-c-client-tcp.json"),
    include_str!("../../../tests/vectors/lua-yar-client-tcp.json"),
];

const EMPTY_MAP: &str = "Map(Map { class: None, entries: [] })";

fn bytes_of(entry: &serde_json::Value) -> Option<Vec<u8>> {
    let hex = entry["hex"].as_str()?.as_bytes();
    let pairs = hex
        .chunks(2)
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
    pairs.collect()
}

/// The one argument of a call of `echo`, and the request's id.
fn echoed(frame: &Frame<'_>) -> Option<(i64, Value)> {
    let packager = Packager::from_wire(frame.packager)?;
    let request = Request::read(packager, frame.body, &DecodeLimits::default()).ok()?;
    let params: Value = request.params?.read::<(Value,)>().ok()?.0;
    (request.method? == "echo").then_some((request.id, params))
}

async fn answer_to(server: &Running, bytes: &[u8]) -> Vec<u8> {
    let mut peer: Peer = server.peer().await;
    peer.send(bytes).await;
    tokio::io::AsyncWriteExt::shutdown(&mut peer.0)
        .await
        .unwrap();
    let mut answer = Vec::new();
    within(peer.0.read_to_end(&mut answer)).await.unwrap();
    answer
}

#[tokio::test]
async fn every_recorded_echo_comes_back_in_kind() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let (mut echoes, mut others) = (0, 0);
    for text in RECORDED {
        let recorded: serde_json::Value = serde_json::from_str(text).unwrap();
        for entry in recorded["entries"].as_array().unwrap() {
            let Some(bytes) = bytes_of(entry) else {
                continue;
            };
            let answer = answer_to(&server, &bytes).await;
            let Ok(Some(frame)) = peek(&bytes, LIMIT) else {
                continue;
            };
            let Some((id, value)) = echoed(&frame) else {
                others += 1;
                continue;
            };
            let name = &entry["name"];
            let answer = peek(&answer, LIMIT)
                .unwrap()
                .unwrap_or_else(|| panic!("{name}: no answer"));
            assert_eq!(
                (answer.layout, answer.packager),
                (frame.layout, frame.packager),
                "{name}"
            );
            let packager = Packager::from_wire(answer.packager).unwrap();
            let limits = DecodeLimits::default();
            let response = Response::<Value>::read(packager, answer.body, &limits).unwrap();
            assert_eq!(response.id, id, "{name}");
            // Compared as text, because NaN is not equal to itself. Empty maps go
            // out as lists: PHP would make objects of them. In JSON integers
            // beyond 64 bits with a sign go out as text.
            let shown = |value: Value| {
                let shown = format!("{value:?}").replace(EMPTY_MAP, "List([])");
                shown.replace(
                    "UInt(18446744073709551615)",
                    "String(\"18446744073709551615\")",
                )
            };
            let result = response
                .outcome
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(shown(result), shown(value), "{name}");
            echoes += 1;
        }
    }
    assert!(
        echoes > 300 && others > 20,
        "{echoes} echoes, {others} others"
    );
}
