//! IPv6.

use crate::lab::Running;
use yar_runtime::{Client, Error, blocking};

#[tokio::test]
async fn both_clients_call_over_it() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        // Not every container has it.
        return;
    }
    let schemes: &[&str] = if cfg!(feature = "http") {
        &["tcp", "http"]
    } else {
        &["tcp"]
    };
    for scheme in schemes {
        let server = Running::start(&format!("{scheme}://[::1]:0")).await;
        let address = server.address.clone();
        assert!(
            address.starts_with(&format!("{scheme}://[::1]:")),
            "{address}"
        );
        assert!(!address.ends_with(":0"), "{address}");
        let client = Client::builder(&address).build().unwrap();
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
        let blocking = tokio::task::spawn_blocking(move || {
            let client = blocking::Client::builder(&address).build_blocking()?;
            client.call::<_, i64, Error>("add", &(1, 2))
        });
        assert_eq!(blocking.await.unwrap().unwrap(), 3);
    }
}
