//! How deep an answer may be nested.

use crate::lab::{PACKAGERS, frame, within};
use crate::liar::Liar;
use yar_runtime::{Client, ClientBuilder, Error, Packager, Stage, Value};

/// An answer whose result is this many lists inside one another.
fn nested(packager: Packager, levels: usize) -> Vec<u8> {
    let (name, start, open, inner, close, end) = match packager {
        Packager::PHP => (
            b"PHP\0\0\0\0\0",
            "a:3:{s:1:\"i\";i:0;s:1:\"s\";i:0;s:1:\"r\";",
            "a:1:{i:0;",
            "i:1;",
            "}",
            "}",
        ),
        Packager::JSON => (
            b"JSON\0\0\0\0",
            "{\"i\":0,\"s\":0,\"r\":",
            "[",
            "1",
            "]",
            "}",
        ),
        _ => return nested_msgpack(levels),
    };
    let (open, close) = (open.repeat(levels), close.repeat(levels));
    frame(name, [start, &open, inner, &close, end].concat().as_bytes())
}

fn nested_msgpack(levels: usize) -> Vec<u8> {
    let body = [
        b"\x83\xa1i\0\xa1s\0\xa1r",
        &[0x91].repeat(levels)[..],
        b"\x01",
    ]
    .concat();
    frame(b"MSGPACK\0", &body)
}

fn depth(value: &Value) -> usize {
    value
        .as_list()
        .and_then(|items| items.first())
        .map_or(0, |inner| 1 + depth(inner))
}

/// What either kind of client makes of the same answer.
async fn both(liar: &Liar, set: fn(ClientBuilder) -> ClientBuilder) -> [Result<Value, Error>; 2] {
    let builder = || set(Client::builder(&format!("tcp://{}", liar.place)));
    let client = builder().build().unwrap();
    let result = within(client.call_value("f", Vec::new())).await;
    let blocking = builder().build_blocking().unwrap();
    let aside = tokio::task::spawn_blocking(move || blocking.call_value("f", Vec::new()));
    [result, aside.await.unwrap()]
}

#[tokio::test]
async fn answers_are_read_as_deep_as_the_client_allows() {
    for packager in PACKAGERS {
        // The body is a level of its own.
        for (set, deepest) in [
            ((|builder| builder) as fn(ClientBuilder) -> _, 511),
            (|builder| builder.max_depth(4), 3),
            (|builder| builder.max_depth(520), 519),
        ] {
            let liar = Liar::answering(move |_| nested(packager, deepest)).await;
            for value in both(&liar, set).await {
                assert_eq!(depth(&value.unwrap()), deepest, "{packager}");
            }
            for levels in [deepest + 1, 1_000_000] {
                let liar = Liar::answering(move |_| nested(packager, levels)).await;
                for value in both(&liar, set).await {
                    let error = value.unwrap_err();
                    assert_eq!(error.stage(), Stage::Packager, "{error:?}");
                    assert!(error.message().contains("nested deeper"), "{error}");
                    assert!(error.message().len() < 700, "{error}");
                }
            }
        }
    }
}
