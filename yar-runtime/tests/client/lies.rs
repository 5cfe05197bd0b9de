//! Answers that are none, and what the errors say about them.

use crate::lab::{frame, within};
use crate::liar::{Liar, Talk, good};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use yar_runtime::{Client, Error, Stage};

async fn call(client: &Client) -> Result<i64, Error> {
    within(client.call::<_, i64, Error>("add", &(20, 22))).await
}

/// The client fails in `stage` with `text`, and does not use the connection
/// again.
async fn assert_fails(liar: &Liar, stage: Stage, text: &str) {
    let client = liar.client();
    for connections in 1..3 {
        let error = call(&client).await.unwrap_err();
        assert_eq!(error.stage(), stage, "{error:?}");
        assert!(error.message().contains(text), "{error}");
        assert!(error.message().contains(&liar.place), "{error}");
        assert!(error.message().len() < 700, "{error}");
        assert_eq!(liar.accepted(), connections);
    }
}

#[tokio::test]
async fn the_id_must_be_the_one_of_the_request_or_zero() {
    let liar = Liar::answering(|id| good(i64::from(id) + 1)).await;
    assert_fails(&liar, Stage::Protocol, "expected the answer to request").await;
    let liar = Liar::answering(|_| good(0)).await;
    assert_eq!(call(&liar.client()).await.unwrap(), 42);
}

#[tokio::test]
async fn bytes_that_are_no_frame_are_shown() {
    let liar = Liar::answering(|_| b"<br />\n<b>Warning</b>: oops".repeat(100)).await;
    assert_fails(&liar, Stage::Protocol, "<br />\\n<b>Warning").await;
}

#[tokio::test]
async fn lengths_out_of_bounds_are_refused_at_once() {
    for length in [10_485_761, u32::MAX, 0, 7] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let mut bytes = frame(b"MSGPACK\0", b"");
            bytes[78..82].copy_from_slice(&length.to_be_bytes());
            talk.request().await;
            talk.send(&bytes).await;
            talk.request().await;
        })
        .await;
        assert_fails(&liar, Stage::Protocol, &length.to_string()).await;
    }
}

#[tokio::test]
async fn a_connection_closed_within_the_answer_says_how_far_it_came() {
    for count in [1, 40, 90, 100] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let id = talk.request().await.unwrap();
            talk.send(&good(i64::from(id))[..count]).await;
        })
        .await;
        assert_fails(&liar, Stage::Receive, &format!("after {count} bytes")).await;
    }
}

#[tokio::test]
async fn a_connection_closed_without_an_answer_is_not_tried_again() {
    let liar = Liar::start(|mut talk: Talk| async move {
        talk.request().await;
    })
    .await;
    assert_fails(&liar, Stage::Receive, "without an answer").await;
}

#[tokio::test]
async fn a_reset_is_a_transport_error() {
    let liar = Liar::start(|talk: Talk| async move {
        // Dropped with bytes unread: a reset.
        talk.0.readable().await.unwrap();
    })
    .await;
    let error = call(&liar.client()).await.unwrap_err();
    assert_eq!(error.stage(), Stage::Receive, "{error:?}");
}

#[tokio::test]
async fn bodies_that_do_not_unpack_are_errors() {
    let liar = Liar::answering(|_| frame(b"JSON\0\0\0\0", b"{\"i\":0,")).await;
    assert_fails(&liar, Stage::Packager, "JSON answer does not unpack").await;
    for body in [
        &b"{\"r\":1}"[..],
        b"{\"i\":0,\"r\":1}",
        b"{\"s\":0,\"r\":1}",
        b"[]",
        b"null",
    ] {
        let liar = Liar::answering(move |_| frame(b"JSON\0\0\0\0", body)).await;
        assert!(
            call(&liar.client()).await.is_err(),
            "{}",
            body.escape_ascii()
        );
    }
    let liar = Liar::answering(|_| frame(b"JSON\0\0\0\0", br#"{"i":0,"s":0,"r":"text"}"#)).await;
    assert_fails(&liar, Stage::Packager, "JSON answer does not unpack").await;
}

#[tokio::test]
async fn a_packager_that_one_side_does_not_know_is_named_with_those_it_does() {
    let liar = Liar::answering(|_| frame(b"GZIP\0\0\0\0", b"")).await;
    let text = "the answer has the unknown packager \"GZIP\": known here are PHP, JSON, MSGPACK";
    assert_fails(&liar, Stage::Protocol, text).await;
    let error = call(&liar.client()).await.unwrap_err();
    assert!(error.is_unknown_packager(), "{error:?}");
    assert!(error.message().contains("request was packed as MSGPACK"));

    // As a server of PHP without msgpack has it.
    let body = br#"{"i":0,"s":1,"e":"unsupported packager 'MSGPACK'"}"#;
    let liar = Liar::answering(|_| frame(b"JSON\0\0\0\0", body)).await;
    let error = call(&liar.client()).await.unwrap_err();
    assert!(
        error.is_remote() && error.is_unknown_packager(),
        "{error:?}"
    );
    assert_eq!(error.status(), Some(1));
    let text = format!(
        "tcp://{}: the server does not know the packager MSGPACK of the request: \
         it says \"unsupported packager 'MSGPACK'\"; this client can use PHP, JSON, MSGPACK",
        liar.place
    );
    assert_eq!(error.message(), text);
    let body = br#"{"i":0,"s":1,"e":"json unpack error"}"#;
    let liar = Liar::answering(|_| frame(b"JSON\0\0\0\0", body)).await;
    let error = call(&liar.client()).await.unwrap_err();
    assert!(!error.is_unknown_packager(), "{error:?}");
    assert_eq!(error.message(), "json unpack error");
}

#[tokio::test]
async fn any_packager_is_understood_in_an_answer() {
    let liar = Liar::answering(|_| frame(b"json\0\0\0\0", br#"{"s":0,"r":42,"i":0}"#)).await;
    assert_eq!(call(&liar.client()).await.unwrap(), 42);
    let liar = Liar::answering(|_| {
        frame(
            b"PHP\0\0\0\0\0",
            br#"a:3:{s:1:"i";i:0;s:1:"s";i:0;s:1:"r";i:42;}"#,
        )
    })
    .await;
    assert_eq!(call(&liar.client()).await.unwrap(), 42);
}

#[tokio::test]
async fn answers_in_any_pieces_are_put_together() {
    let liar = Liar::start(|mut talk: Talk| async move {
        talk.0.set_nodelay(true).unwrap();
        while let Some(id) = talk.request().await {
            for byte in good(i64::from(id)) {
                talk.send(&[byte]).await;
            }
        }
    })
    .await;
    let client = liar.client();
    for _ in 0..3 {
        assert_eq!(call(&client).await.unwrap(), 42);
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn silence_and_dripping_end_at_the_deadline() {
    for drips in [false, true] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let id = talk.request().await.unwrap();
            for byte in good(i64::from(id)) {
                if drips {
                    let _ = talk.0.write_all(&[byte]).await;
                }
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
            tokio::time::sleep(Duration::from_secs(10)).await;
        })
        .await;
        let client = Client::builder(&format!("tcp://{}", liar.place))
            .timeout(Duration::from_millis(300))
            .build()
            .unwrap();
        let start = Instant::now();
        let error = call(&client).await.unwrap_err();
        let lasted = start.elapsed();
        assert!(error.is_timeout(), "{error:?}");
        assert!(error.message().contains("receiving the answer"), "{error}");
        assert!(
            lasted >= Duration::from_millis(300) && lasted < Duration::from_secs(8),
            "{lasted:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_does_not_read_makes_sending_time_out() {
    let liar = Liar::start(|talk: Talk| async move {
        tokio::time::sleep(Duration::from_secs(20)).await;
        drop(talk);
    })
    .await;
    let client = Client::builder(&format!("tcp://{}", liar.place))
        .timeout(Duration::from_millis(300))
        .build()
        .unwrap();
    let long = "x".repeat(9_000_000);
    let error = within(client.call::<_, (), Error>("echo", &(long,)))
        .await
        .unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert!(error.message().contains("sending the request"), "{error}");
}
