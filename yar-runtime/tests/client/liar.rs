//! Servers that answer what a test tells them to.

use crate::lab::{LIMIT, unpack};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use yar_runtime::message::{ReplyHead, write_response};
use yar_runtime::wire::{Layout, peek};
use yar_runtime::{Client, Packager};

/// A server that makes `talk` of every connection it accepts.
pub(crate) struct Liar {
    pub(crate) place: String,
    accepted: Arc<AtomicUsize>,
}

impl Liar {
    pub(crate) async fn start<F>(talk: impl Fn(Talk) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let place = listener.local_addr().unwrap().to_string();
        let accepted = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&accepted);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(talk(Talk(stream)));
            }
        });
        Self { place, accepted }
    }

    /// Answers each request with what `answer` makes of its id.
    pub(crate) async fn answering(
        answer: impl Fn(u32) -> Vec<u8> + Copy + Send + Sync + 'static,
    ) -> Self {
        Self::start(move |mut talk| async move {
            while let Some(id) = talk.request().await {
                talk.send(&answer(id)).await;
            }
        })
        .await
    }

    pub(crate) fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    pub(crate) fn client(&self) -> Client {
        let uri = format!("tcp://{}", self.place);
        Client::builder(&uri).build().unwrap()
    }
}

/// One accepted connection.
pub(crate) struct Talk(pub(crate) TcpStream);

impl Talk {
    /// Waits for a whole request; its id, `None` at the end of the stream.
    pub(crate) async fn request(&mut self) -> Option<u32> {
        let mut bytes = Vec::new();
        loop {
            if let Ok(Some(frame)) = peek(&bytes, LIMIT) {
                assert_eq!(frame.len, bytes.len(), "one request at a time");
                return Some(frame.header.id);
            }
            if self.0.read_buf(&mut bytes).await.ok()? == 0 {
                return None;
            }
        }
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        // The client may have hung up already.
        let _ = self.0.write_all(bytes).await;
    }
}

/// A good answer: the number 42.
pub(crate) fn good(id: i64) -> Vec<u8> {
    answer(id, 42)
}

/// A good answer with this number.
pub(crate) fn answer(id: i64, number: i64) -> Vec<u8> {
    answer_by(id, number, false)
}

/// The same by a server that may answer in any order.
pub(crate) fn answer_in_any_order(id: i64, number: i64) -> Vec<u8> {
    answer_by(id, number, true)
}

fn answer_by(id: i64, number: i64, any_order: bool) -> Vec<u8> {
    let head = ReplyHead {
        id,
        layout: Layout::Yar,
        packager: Packager::MSGPACK,
        any_order,
    };
    let mut frame = Vec::new();
    write_response(&mut frame, &head, &number).unwrap();
    assert!(unpack(&peek(&frame, LIMIT).unwrap().unwrap()).1.is_ok());
    frame
}
