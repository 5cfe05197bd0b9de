//! What answers are written on is used again, and nothing of the last one is
//! left on it.

use crate::lab::{LIMIT, PACKAGERS, Peer, Running, request_with};
use std::collections::HashMap;
use tokio::io::{AsyncRead, AsyncWrite};
use yar_runtime::wire::{RESERVED_ANY_ORDER, RESERVED_KEEP, peek};
use yar_runtime::{Packager, Value};

/// Calls of every kind, with results and errors of all sizes, numbered from 1.
fn requests() -> Vec<Vec<u8>> {
    let calls = |packager: Packager| {
        let two = || vec![Value::Int(1), Value::Int(2)];
        let text = |len| vec![Value::from("x".repeat(len))];
        [
            ("add", two()),
            ("blob", vec![Value::Int(300_000)]),
            ("fail", vec![]),
            ("echo", text(40)),
            ("about", text(0)),
            ("panic", vec![]),
            ("add", two()),
            ("sleep", vec![Value::Int(3)]),
            ("blob", vec![Value::Int(5_000)]),
            ("panicLater", vec![]),
            ("ECHO", text(0)),
            ("nope", vec![]),
            ("add", text(1)),
            ("raw", vec![]),
        ]
        .map(|(name, params)| (packager, name, params))
    };
    let all = PACKAGERS.into_iter().flat_map(calls);
    let orders = [RESERVED_KEEP, RESERVED_KEEP | RESERVED_ANY_ORDER];
    let both = all.flat_map(|call| orders.map(|reserved| (call.clone(), reserved)));
    both.zip(1..)
        .map(|(((packager, name, params), reserved), id)| {
            request_with(packager, id, name, params, reserved)
        })
        .collect()
}

fn id(frame: &[u8]) -> u32 {
    peek(frame, LIMIT).unwrap().unwrap().header.id
}

async fn answers<Io: AsyncRead + AsyncWrite + Unpin>(
    peer: &mut Peer<Io>,
    requests: &[Vec<u8>],
) -> HashMap<u32, Vec<u8>> {
    peer.send(&requests.concat()).await;
    let mut answers = HashMap::new();
    for _ in requests {
        let answer = peer.frame().await;
        assert!(answers.insert(id(&answer), answer).is_none());
    }
    answers
}

/// The answer of a thread that has given no other.
fn first_answer(request: Vec<u8>) -> Vec<u8> {
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Running::start("tcp://127.0.0.1:0").await;
            let id = id(&request);
            let answers = answers(&mut server.peer().await, &[request]).await;
            answers.into_iter().find(|(of, _)| *of == id).unwrap().1
        })
    };
    std::thread::spawn(run).join().unwrap()
}

#[tokio::test]
async fn an_answer_is_the_same_whatever_was_answered_before() {
    let mut requests = requests();
    let expected: HashMap<_, _> = requests
        .iter()
        .map(|request| (id(request), first_answer(request.clone())))
        .collect();
    let server = Running::start("tcp://127.0.0.1:0").await;
    for turn in 0..8 {
        let found = answers(&mut server.peer().await, &requests).await;
        for (id, answer) in &found {
            let expected = expected[id].escape_ascii().to_string();
            assert_eq!(answer.escape_ascii().to_string(), expected, "turn {turn}");
        }
        // Another order each time.
        requests.rotate_left(11);
        requests.swap(turn, turn * 5 + 30);
    }
}
