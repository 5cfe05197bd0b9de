//! A server for the length of a test.

use std::future::Future;
use yar::{Client, Packager, Server, Service};

pub(crate) const PACKAGERS: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];

/// How often [`with_each_packager`] runs its test.
pub(crate) const RUNS: u64 = 6;

/// Serves `service` on free ports and runs `test` with a client for each
/// packager in turn, over TCP and over HTTP.
pub(crate) async fn with_each_packager<S, F>(service: S, test: impl Fn(Client) -> F)
where
    S: Service,
    F: Future<Output = ()>,
{
    let mut server = Server::new(service);
    let tcp = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let http = server.listen("http://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    for address in [tcp, http] {
        for packager in PACKAGERS {
            let client = Client::builder(&address).packager(packager);
            test(client.connect().await.unwrap()).await;
        }
    }
    running.abort();
}
