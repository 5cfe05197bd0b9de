//! A server for the length of a test.

use std::future::Future;
use yar::{Client, Packager, Server, Service};

pub(crate) const PACKAGERS: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];

/// Serves `service` on a free port and runs `test` with a client for each
/// packager in turn.
pub(crate) async fn with_each_packager<S, F>(service: S, test: impl Fn(Client) -> F)
where
    S: Service,
    F: Future<Output = ()>,
{
    let mut server = Server::new(service);
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));
    for packager in PACKAGERS {
        let client = Client::builder(&address).packager(packager);
        test(client.connect().await.unwrap()).await;
    }
    running.abort();
}
