//! `yar-gen call` with addresses that have TLS.

use crate::support::Folder;
use std::future::Future;
use std::path::Path;
use std::process::{Command, Output};
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::{Error, MethodInfo, Server, Service, ServiceInfo, Tls};

struct Greeter;

static GREETER: ServiceInfo = ServiceInfo::new("Greeter", &[MethodInfo::new("greet")]);

impl Service for Greeter {
    fn info(&self) -> &'static ServiceInfo {
        &GREETER
    }

    fn call(
        &self,
        _: usize,
        _: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        async move { reply.finish::<_, Error>(Ok("hello")) }
    }
}

/// Certificate and key for `localhost`, in a folder.
fn identity(folder: &Folder) -> Tls {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    folder.write("server.crt", made.cert.pem());
    folder.write("server.key", made.signing_key.serialize_pem());
    let path = folder.path();
    Tls::from_pem_files(path.join("server.crt"), path.join("server.key")).unwrap()
}

fn call(address: &str, root: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yar-gen"));
    command.args(["call", address, "greet"]);
    if let Some(root) = root {
        command.arg("--tls-root").arg(root);
    }
    command.output().unwrap()
}

#[test]
fn calls_go_over_tls_to_whom_is_trusted() {
    let folder = Folder::new();
    let root = folder.path().join("server.crt");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let mut server = Server::new(Greeter)
        .with_tls(identity(&folder))
        .with_authentication(|caller| caller.path().is_none() || caller.token() == b"secret");
    let (tls, https) = runtime.block_on(async {
        let tls = server.listen("tls://localhost:0").await.unwrap();
        (tls, server.listen("https://localhost:0").await.unwrap())
    });
    let port = |address: &str| address.rsplit_once(':').unwrap().1.to_owned();
    let served = runtime.spawn(server.run_until(std::future::pending::<()>()));
    for address in [
        format!("tls://localhost:{}", port(&tls)),
        format!("https://somebody:secret@localhost:{}", port(&https)),
    ] {
        let output = call(&address, Some(&root));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{errors}");
        assert_eq!(output.stdout, b"\"hello\"\n");
        // The system does not know whoever has signed it.
        let output = call(&address, None);
        assert!(!output.status.success(), "{output:?}");
    }
    served.abort();
}
