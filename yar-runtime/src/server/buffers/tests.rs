use super::{KEEP, KEEP_BESIDE, Output, SPARES};
use crate::dispatch::{Reply, unreadable};
use crate::wire::Layout;

fn reply(room: usize) -> Reply {
    Reply::new(unreadable(Layout::Yar), Vec::with_capacity(room))
}

/// With something to be sent, so that buffers are not exchanged.
fn output() -> Output {
    let mut output = Output::default();
    output.answers.push(0);
    output
}

fn kept(output: &Output) -> Vec<usize> {
    let spares = output.spares.iter();
    spares.map(|reply| reply.frame().capacity()).collect()
}

#[test]
fn as_many_answers_are_kept_as_calls_may_take() {
    let mut output = output();
    for _ in 0..2 * SPARES {
        output.queue(reply(0));
    }
    assert_eq!(output.spares.len(), SPARES);
}

#[test]
fn of_large_buffers_only_one_is_kept() {
    let mut output = output();
    for room in [KEEP + 1, KEEP, KEEP, KEEP_BESIDE + 1, KEEP_BESIDE] {
        output.queue(reply(room));
    }
    assert_eq!(kept(&output), [KEEP, KEEP_BESIDE]);
}

#[test]
fn an_answer_is_written_where_the_last_one_was() {
    let mut output = output();
    output.queue(reply(100));
    assert_eq!(output.reply().frame().capacity(), 100);
    assert_eq!(output.reply().frame().capacity(), 0);
}
