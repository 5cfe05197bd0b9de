//! Clients of a contract, with options for some of their calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use yar::{CallOptions, Client, Error, Server, WithOptions, blocking};

#[yar::service]
trait Ground {
    async fn rest(&self, millis: u64) -> u64;
}

#[yar::service]
trait Work: Ground {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error>;
    #[yar(idempotent)]
    async fn look(&self, millis: u64) -> u64;
}

struct Worker;

async fn sleep(millis: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    millis
}

impl Ground for Worker {
    async fn rest(&self, millis: u64) -> u64 {
        sleep(millis).await
    }
}

impl Work for Worker {
    async fn add(&self, a: i64, b: i64) -> Result<i64, Error> {
        Ok(a + b)
    }

    async fn look(&self, millis: u64) -> u64 {
        sleep(millis).await
    }
}

/// At the deadline that the test gives its clients.
#[track_caller]
fn is_late(outcome: Result<u64, Error>) {
    let error = outcome.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert!(error.message().contains("after 60ms"), "{error}");
}

#[tokio::test]
async fn calls_have_the_deadline_that_their_client_was_given() {
    let mut server = Server::new(WorkServer::new(Worker));
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    let work: WorkClient = yar::connect(&address).await.unwrap();
    let moment = Duration::from_millis(60);
    is_late(work.with_timeout(moment).look(20_000).await);
    let patient = CallOptions::new().timeout(Duration::from_secs(60));
    let sum = work.with_options(&patient).add(1, 2).await;
    assert_eq!(sum.unwrap(), 3);
    // Methods of the base, too; and the first client is what it was.
    let quick = work.with_timeout(moment);
    let (late, slow) = tokio::join!(quick.rest(20_000), work.rest(200));
    is_late(late);
    assert_eq!(slow.unwrap(), 200);
    // The client within has them as well.
    let raw: &Client = quick.as_ref();
    is_late(raw.call::<_, u64, Error>("look", &(20_000,)).await);
    let blocked = tokio::task::spawn_blocking(move || {
        let work: WorkBlockingClient = blocking::connect(&address).unwrap();
        let quick = work.with_timeout(moment);
        is_late(quick.look(20_000));
        is_late(quick.rest(20_000));
        assert_eq!(work.rest(200).unwrap(), 200);
    });
    blocked.await.unwrap();
    running.abort();
}

/// Hangs up on every request, and counts them.
async fn rude() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("tcp://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            if stream
                .read(&mut [0; 1024])
                .await
                .is_ok_and(|count| count > 0)
            {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    (address, asked)
}

/// Three tries by default.
#[tokio::test]
async fn what_the_contract_says_of_a_method_holds_with_options_too() {
    let (address, asked) = rude().await;
    let count = || asked.swap(0, Ordering::SeqCst);
    let minute = Duration::from_secs(60);
    let vouched = CallOptions::new().idempotent(true);
    let not = CallOptions::new().idempotent(false);
    let work = WorkClient::from(Client::builder(&address).build().unwrap());
    work.with_timeout(minute).look(1).await.unwrap_err();
    assert_eq!(count(), 3);
    work.with_options(&not).look(1).await.unwrap_err();
    assert_eq!(count(), 3);
    work.with_timeout(minute).add(1, 2).await.unwrap_err();
    assert_eq!(count(), 1);
    work.with_options(&vouched).add(1, 2).await.unwrap_err();
    assert_eq!(count(), 3);
    let client = Client::builder(&address).build_blocking().unwrap();
    let work = WorkBlockingClient::from(client);
    let blocked = tokio::task::spawn_blocking(move || {
        work.with_timeout(minute).look(1).unwrap_err();
        work.with_timeout(minute).add(1, 2).unwrap_err();
        work.with_options(&vouched).add(1, 2).unwrap_err();
    });
    blocked.await.unwrap();
    assert_eq!(count(), 3 + 1 + 3);
}

/// A contract may use the names for methods of its own.
#[yar::service]
trait Same {
    fn with_options(&self, options: i64) -> i64;
    fn with_timeout(&self, timeout: i64) -> i64;
}

struct Echo;

impl Same for Echo {
    fn with_options(&self, options: i64) -> i64 {
        options
    }

    fn with_timeout(&self, timeout: i64) -> i64 {
        -timeout
    }
}

#[tokio::test]
async fn methods_of_the_contract_come_first() {
    let mut server = Server::new(SameServer::new(Echo));
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    let same: SameClient = yar::connect(&address).await.unwrap();
    let same = WithOptions::with_timeout(&same, Duration::from_secs(60));
    assert_eq!(same.with_options(1).await.unwrap(), 1);
    assert_eq!(same.with_timeout(2).await.unwrap(), -2);
    running.abort();
}
