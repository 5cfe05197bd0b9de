//! Answers with a few bytes wrong: each ends the call, none hangs or panics.

use crate::lab::chance::{Chance, count_panics};
use crate::lab::within;
use crate::liar::{Liar, Talk, good};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use tokio::io::AsyncWriteExt;
use yar_runtime::{Error, Value};

#[tokio::test]
async fn mutated_answers_end_the_call() {
    let panics = count_panics();
    let chance = Arc::new(Mutex::new(Chance(0xfeed)));
    let liar = Liar::start(move |mut talk: Talk| {
        let chance = Arc::clone(&chance);
        async move {
            while let Some(id) = talk.request().await {
                let mut bytes = good(i64::from(id));
                chance.lock().unwrap().mutate(&mut bytes);
                talk.send(&bytes).await;
                let _ = talk.0.shutdown().await;
            }
        }
    })
    .await;
    let client = liar.client();
    let (mut fine, mut failed) = (0, 0);
    for _ in 0..2_000 {
        match within(client.call::<_, Value, Error>("add", &(1, 2))).await {
            Ok(_) => fine += 1,
            Err(error) => {
                assert!(!error.is_timeout(), "{error:?}");
                failed += 1;
            }
        }
    }
    assert!(fine > 100 && failed > 1_000, "{fine} fine, {failed} failed");
    assert_eq!(panics.load(Ordering::SeqCst), 0);
}
