//! The frame: bytes 78 to 82 are the length of the body, where Yar has it;
//! bytes 4 to 8 say how long the reply's should be, so that the server needs
//! no codec.

use common::Method;
use std::sync::LazyLock;

const HEAD: usize = 90;
const BODY_LEN: usize = 78;
const REPLY_LEN: usize = 4;

/// Answers every whole frame in `input`; returns how many bytes it took.
pub(crate) fn answer(input: &[u8], output: &mut Vec<u8>) -> usize {
    let mut at = 0;
    while input.len() - at >= HEAD {
        let head = &input[at..at + HEAD];
        let body = word(head, BODY_LEN);
        if input.len() - at < HEAD + body {
            break;
        }
        let reply = word(head, REPLY_LEN);
        let from = output.len();
        output.extend_from_slice(head);
        set_word(&mut output[from..], BODY_LEN, reply);
        output.resize(from + HEAD + reply, 0);
        at += HEAD + body;
    }
    at
}

/// The frame of a call, made once per process, and the length of its reply.
pub(crate) fn request(method: Method) -> (&'static [u8], usize) {
    let (frame, reply) = &REQUESTS[method as usize];
    (frame, *reply)
}

static REQUESTS: LazyLock<[(Vec<u8>, usize); 4]> = LazyLock::new(|| {
    Method::ALL.map(|method| {
        let (body, reply) = common::wire_sizes(method);
        let mut frame = vec![0; HEAD + body];
        set_word(&mut frame, BODY_LEN, body);
        set_word(&mut frame, REPLY_LEN, reply);
        (frame, HEAD + reply)
    })
});

fn word(bytes: &[u8], at: usize) -> usize {
    let word = bytes[at..at + 4].try_into().expect("four bytes");
    u32::from_be_bytes(word) as usize
}

fn set_word(bytes: &mut [u8], at: usize, value: usize) {
    let value = u32::try_from(value).expect("a short frame");
    bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
}
