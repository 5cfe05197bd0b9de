//! Calls over TLS, and what is said where there is none.

use crate::early::{call_both_built, check_overloaded};
use crate::lab::{Lab, PACKAGERS, Running, add, frame, socket_path, within};
use crate::liar::{Liar, Talk};
use rcgen::{CertificateParams, Issuer, KeyPair};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use yar_runtime::{CallOptions, Client, ClientBuilder, Error, Limits, Server, Stage, Tls};

/// An authority, and its certificate in a file.
struct Authority {
    key: KeyPair,
    params: CertificateParams,
    certificate: CertificateDer<'static>,
    file: PathBuf,
}

impl Authority {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let file = socket_path().with_extension("crt");
        let name = file.display().to_string();
        params
            .distinguished_name
            .push(rcgen::DnType::CommonName, name);
        let certificate = params.self_signed(&key).unwrap();
        std::fs::write(&file, certificate.pem()).unwrap();
        Self {
            certificate: certificate.der().clone(),
            key,
            params,
            file,
        }
    }

    fn certify(&self, name: &str) -> (CertificateDer<'static>, PrivateKeyDer<'static>) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let issuer = Issuer::from_params(&self.params, &self.key);
        let certificate = params.signed_by(&key, &issuer).unwrap();
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        (certificate.der().clone(), key)
    }

    fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).unwrap();
        roots
    }

    /// What a server needs that proves to be `name`.
    fn tls(&self, name: &str, wants_clients: bool) -> Tls {
        Tls::from_config(Arc::new(self.config(name, wants_clients)))
    }

    fn config(&self, name: &str, wants_clients: bool) -> ServerConfig {
        let (certificate, key) = self.certify(name);
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .unwrap();
        let config = if wants_clients {
            let roots = Arc::new(self.roots());
            let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider);
            config.with_client_cert_verifier(verifier.build().unwrap())
        } else {
            config.with_no_client_auth()
        };
        let mut config = config.with_single_cert(vec![certificate], key).unwrap();
        // A client that offers nothing in common would be turned away.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        config
    }

    async fn serve(&self, name: &str, scheme: &str) -> Running {
        let server = Server::new(Lab).with_tls(self.tls(name, false));
        Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}

/// The address of a server by the name `localhost`.
fn by_name(server: &Running) -> String {
    server.address.replace("127.0.0.1", "localhost")
}

/// Port 443, so to speak: `localhost` may be found on IPv6 only.
fn builder(server: &Running, authority: &Authority) -> ClientBuilder {
    let port = server.place().rsplit_once(':').unwrap().1;
    Client::builder(&by_name(server))
        .resolve(&format!("localhost:{port}:127.0.0.1"))
        .tls_root(&authority.file)
}

fn schemes() -> &'static [&'static str] {
    if cfg!(feature = "http") {
        &["tls", "https"]
    } else {
        &["tls"]
    }
}

async fn sum(client: &Client) -> Result<i64, Error> {
    within(client.call::<_, i64, Error>("add", &(20, 22))).await
}

/// The same call by both clients.
async fn sums(builder: impl Fn() -> ClientBuilder) -> [Result<i64, Error>; 2] {
    let client = builder().build().unwrap();
    let blocking = builder().build_blocking().unwrap();
    let aside =
        tokio::task::spawn_blocking(move || blocking.call::<_, i64, Error>("add", &(20, 22)));
    [sum(&client).await, aside.await.unwrap()]
}

async fn assert_fails(builder: impl Fn() -> ClientBuilder, stage: Stage, words: &[&str]) {
    for outcome in sums(builder).await {
        let error = outcome.unwrap_err();
        assert_eq!(error.stage(), stage, "{error}");
        assert!(error.is_unsent() && error.is_connect(), "{error}");
        assert_eq!(error.is_tls(), stage == Stage::Tls);
        for word in words {
            assert!(error.message().contains(word), "{word} is not in: {error}");
        }
        if error.is_tls() {
            let source = std::error::Error::source(&error).unwrap();
            assert!(source.is::<tokio_rustls::rustls::Error>(), "{source:?}");
        }
    }
}

#[tokio::test]
async fn calls_of_all_sizes_go_over_tls() {
    let authority = Authority::new();
    for scheme in schemes() {
        let server = authority.serve("localhost", scheme).await;
        for packager in PACKAGERS {
            let builder = || builder(&server, &authority).packager(packager);
            for outcome in sums(builder).await {
                assert_eq!(outcome.unwrap(), 42);
            }
            let client = builder().build().unwrap();
            let blocking = builder().build_blocking().unwrap();
            let long = "x".repeat(3_000_000);
            let echo = client.call::<_, String, Error>("echo", &(&long,));
            assert_eq!(within(echo).await.unwrap(), long);
            let aside = move || {
                let echoed: String = blocking.call::<_, _, Error>("echo", &(&long,)).unwrap();
                assert_eq!(echoed, long);
                for number in 0..50_i64 {
                    let sum = blocking.call::<_, i64, Error>("add", &(number, 1));
                    assert_eq!(sum.unwrap(), number + 1);
                }
            };
            tokio::task::spawn_blocking(aside).await.unwrap();
        }
    }
}

/// Passes connections on, and counts them.
async fn counted(server: &Running) -> Liar {
    let place = server.place().to_owned();
    Liar::start(move |talk: Talk| {
        let place = place.clone();
        async move {
            let mut there = tokio::net::TcpStream::connect(place).await.unwrap();
            let mut here = talk.0;
            let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
        }
    })
    .await
}

#[tokio::test]
async fn connections_are_kept_and_shared() {
    let authority = Authority::new();
    for scheme in schemes() {
        let server = authority.serve("localhost", scheme).await;
        let liar = counted(&server).await;
        let uri = format!("{scheme}://{}", liar.place);
        let builder = || {
            let builder = Client::builder(&uri).tls_root(&authority.file);
            builder.tls_name("localhost")
        };
        let client = builder().connect().await.unwrap();
        // What comes first of all is of TLS and for no call.
        tokio::time::sleep(Duration::from_millis(50)).await;
        for _ in 0..5 {
            assert_eq!(sum(&client).await.unwrap(), 42);
        }
        assert_eq!(liar.accepted(), 1, "{scheme}");
        let calls = (0..32_i64).map(|number| {
            let client = client.clone();
            tokio::spawn(async move { client.call::<_, i64, Error>("add", &(number, 1)).await })
        });
        for (call, number) in calls.collect::<Vec<_>>().into_iter().zip(1..) {
            assert_eq!(within(call).await.unwrap().unwrap(), number);
        }
        if *scheme == "tls" {
            assert_eq!(liar.accepted(), 1);
        }
        let before = liar.accepted();
        let blocking = builder().build_blocking().unwrap();
        let aside = move || {
            for _ in 0..5 {
                assert_eq!(
                    blocking.call::<_, i64, Error>("add", &(20, 22)).unwrap(),
                    42
                );
            }
        };
        tokio::task::spawn_blocking(aside).await.unwrap();
        let connected =
            move || yar_runtime::blocking::connect::<yar_runtime::blocking::Client>("tls://x:1");
        assert!(
            tokio::task::spawn_blocking(connected)
                .await
                .unwrap()
                .is_err()
        );
        assert_eq!(liar.accepted(), before + 1, "{scheme}");
    }
}

/// It neither reads on nor closes. The answer is one record, and longer than a read.
#[tokio::test]
async fn an_answer_is_taken_while_the_server_reads_no_further() {
    let authority = Authority::new();
    let acceptor = TlsAcceptor::from(Arc::new(authority.config("localhost", false)));
    let liar = Liar::start(move |talk: Talk| {
        let acceptor = acceptor.clone();
        async move {
            let mut stream = acceptor.accept(talk.0).await.unwrap();
            let mut start = [0; 90];
            stream.read_exact(&mut start).await.unwrap();
            let body = format!(r#"{{"i":0,"s":2,"e":"{}"}}"#, "x".repeat(10_000));
            let refusal = frame(b"JSON\0\0\0\0", body.as_bytes());
            stream.write_all(&refusal).await.unwrap();
            stream.flush().await.unwrap();
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    })
    .await;
    let start = Instant::now();
    let builder = || {
        let builder = Client::builder(&format!("tls://{}", liar.place));
        builder.tls_root(&authority.file).tls_name("localhost")
    };
    let check = |error: Error| {
        assert_eq!(error.status(), Some(2), "{error:?}");
        assert_eq!(error.message().len(), 10_000);
    };
    call_both_built(builder, check).await;
    // Well before the five seconds that each call has.
    assert!(start.elapsed() < Duration::from_secs(4));
}

/// A record is of use only when all of it is there.
#[tokio::test]
async fn records_that_drip_end_at_the_deadline() {
    let authority = Authority::new();
    for scheme in schemes() {
        let server = authority.serve("localhost", scheme).await;
        let place = server.place().to_owned();
        let drips = Arc::new(AtomicBool::new(false));
        let dripping = Arc::clone(&drips);
        let liar = Liar::start(move |talk: Talk| {
            let (place, drips) = (place.clone(), Arc::clone(&dripping));
            async move {
                let there = tokio::net::TcpStream::connect(place).await.unwrap();
                let (mut here, mut away) = talk.0.into_split();
                let (mut theirs, mut ours) = there.into_split();
                let asked = tokio::io::copy(&mut here, &mut ours);
                let answered = async {
                    let mut bytes = vec![0; 4096];
                    while let Ok(count @ 1..) = theirs.read(&mut bytes).await {
                        if !drips.load(Ordering::SeqCst) {
                            away.write_all(&bytes[..count]).await.unwrap();
                            continue;
                        }
                        for byte in &bytes[..count] {
                            let _ = away.write_all(&[*byte]).await;
                            tokio::time::sleep(Duration::from_millis(50)).await;
                        }
                    }
                };
                let _ = tokio::join!(asked, answered);
            }
        });
        let liar = liar.await;
        let timeout = Duration::from_millis(400);
        let builder = || {
            let builder = Client::builder(&format!("{scheme}://{}", liar.place));
            builder.tls_root(&authority.file).tls_name("localhost")
        };
        let client = builder().build().unwrap();
        let blocking = builder().build_blocking().unwrap();
        let (blocking, outcome) = tokio::task::spawn_blocking(move || {
            let outcome = blocking.call::<_, i64, Error>("add", &(20, 22));
            (blocking, outcome)
        })
        .await
        .unwrap();
        assert_eq!((sum(&client).await.unwrap(), outcome.unwrap()), (42, 42));
        drips.store(true, Ordering::SeqCst);
        let options = CallOptions::new().timeout(timeout);
        let start = Instant::now();
        let call = client.call_with::<_, String, Error>(&options, "blob", &(100,));
        assert!(within(call).await.unwrap_err().is_timeout());
        assert!(start.elapsed() < Duration::from_secs(3));
        let start = Instant::now();
        let call = move || blocking.call_with::<_, String, Error>(&options, "blob", &(100,));
        let error = tokio::task::spawn_blocking(call)
            .await
            .unwrap()
            .unwrap_err();
        assert!(error.is_timeout(), "{error:?}");
        let lasted = start.elapsed();
        assert!(
            lasted >= timeout && lasted < Duration::from_secs(3),
            "{scheme} {lasted:?}"
        );
    }
}

#[tokio::test]
async fn a_server_with_the_wrong_certificate_is_refused_with_advice() {
    let (ours, theirs) = (Authority::new(), Authority::new());
    for scheme in schemes() {
        let server = ours.serve("localhost", scheme).await;
        let of_another = || builder(&server, &theirs);
        assert_fails(of_another, Stage::Tls, &["issuer", "tls_root", "localhost"]).await;
        let by_number = || Client::builder(&server.address).tls_root(&ours.file);
        assert_fails(by_number, Stage::Tls, &["127.0.0.1", "tls_name"]).await;
        let named = || by_number().tls_name("localhost");
        assert_eq!(sums(named).await.map(Result::unwrap), [42, 42]);
        // The system knows nothing of our authority.
        let by_system = || {
            let port = server.place().rsplit_once(':').unwrap().1;
            Client::builder(&by_name(&server)).resolve(&format!("localhost:{port}:127.0.0.1"))
        };
        match by_system().build() {
            Ok(_) => assert_fails(by_system, Stage::Tls, &["issuer", "tls_root"]).await,
            Err(error) => assert!(error.message().contains("no root certificates"), "{error}"),
        }
    }
}

/// `openssl req -x509` makes such ones.
#[tokio::test]
async fn a_server_with_the_certificate_of_an_authority_is_refused_with_advice() {
    let authority = Authority::new();
    let key = authority.file.with_extension("key");
    std::fs::write(&key, authority.key.serialize_pem()).unwrap();
    let tls = Tls::from_pem_files(&authority.file, &key).unwrap();
    std::fs::remove_file(key).unwrap();
    for scheme in schemes() {
        let server = Server::new(Lab).with_tls(tls.clone());
        let server = Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await;
        let builder = || builder(&server, &authority);
        assert_fails(
            builder,
            Stage::Tls,
            &["authority", "basicConstraints=CA:FALSE"],
        )
        .await;
    }
}

#[tokio::test]
async fn a_peer_without_tls_is_recognised() {
    let authority = Authority::new();
    let plain = Running::start("tcp://127.0.0.1:0").await;
    let uri = |place: &str| format!("tls://{place}");
    let talks = Liar::start(|mut talk: Talk| async move {
        talk.send(b"220 mail.example.com ESMTP\r\n").await;
        talk.request().await;
    })
    .await;
    let address = uri(&talks.place);
    let talkative = || Client::builder(&address).tls_root(&authority.file);
    let words = ["does not speak TLS", "tcp://"];
    assert_fails(talkative, Stage::Tls, &words).await;
    let address = uri(plain.place());
    let plain_yar = || Client::builder(&address).tls_root(&authority.file);
    let words = ["TLS handshake", "check that it speaks TLS"];
    assert_fails(plain_yar, Stage::Connect, &words).await;
}

#[tokio::test]
async fn the_greeting_counts_as_connecting() {
    let authority = Authority::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("tls://{}", listener.local_addr().unwrap());
    let silent = tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            kept.push(stream);
        }
    });
    let hurried = || {
        let builder = Client::builder(&address).tls_root(&authority.file);
        builder.connect_timeout(Duration::from_millis(150))
    };
    let start = Instant::now();
    assert_fails(hurried, Stage::Timeout, &["150ms", "connecting"]).await;
    assert!(start.elapsed() >= Duration::from_millis(150));
    silent.abort();
}

#[tokio::test]
async fn clients_prove_who_they_are_where_a_server_asks() {
    let authority = Authority::new();
    let mut limits = Limits::default();
    limits.header_timeout = Duration::from_secs(5);
    for scheme in schemes() {
        let server = Server::new(Lab).with_tls(authority.tls("localhost", true));
        let server = server.with_limits(limits.clone());
        let server = Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await;
        let (certificate, key) = authority.certify("client");
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(authority.roots())
            .with_client_auth_cert(vec![certificate], key)
            .unwrap();
        let config = Arc::new(config);
        let proven = || builder(&server, &authority).tls_config(Arc::clone(&config));
        assert_eq!(sums(proven).await.map(Result::unwrap), [42, 42]);
        for outcome in sums(|| builder(&server, &authority)).await {
            let error = outcome.unwrap_err();
            let text = error.to_string();
            assert!(
                error.is_tls() && text.contains("CertificateRequired"),
                "{error:?}"
            );
            assert!(text.contains("tls_config"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_client_without_tls_is_told_to_use_it() {
    let authority = Authority::new();
    for scheme in schemes() {
        let server = authority.serve("localhost", scheme).await;
        let plain = server
            .address
            .replace("tls:", "tcp:")
            .replace("https:", "http:");
        let client = Client::builder(&plain).build().unwrap();
        let error = sum(&client).await.unwrap_err();
        let wanted = format!("write {scheme}://{}", server.place());
        assert!(error.message().contains(&wanted), "{error}");
        let mut raw = server.peer().await;
        raw.send(&add(1, 1, 1)).await;
    }
}

#[test]
fn what_cannot_work_is_refused_at_once() {
    let missing = std::path::Path::new("/nowhere/ca.pem");
    let broken = std::env::temp_dir().join(format!("yar-broken-{}.pem", std::process::id()));
    let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    std::fs::write(&broken, pem).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth();
    let config = Arc::new(config);
    for (builder, word) in [
        (
            Client::builder("tls://h:1").tls_root(missing),
            "/nowhere/ca.pem",
        ),
        (
            Client::builder("tls://h:1").tls_root("Cargo.toml"),
            "there is none",
        ),
        (
            Client::builder("tls://h:1").tls_root(&broken),
            ".pem`: BadEncoding",
        ),
        (Client::builder("tls://h:1").tls_name("no name"), "no name"),
        (
            Client::builder("tcp://h:1").tls_root(missing),
            "write tls:// or https://",
        ),
        (
            Client::builder("unix:///s").tls_config(config),
            "`tls_config` is for addresses with TLS, and `unix:///s` has none",
        ),
        (
            Client::balanced(["http://h:1/", "http://h:2/"]).tls_name("h"),
            "`http://h:1, http://h:2` has none",
        ),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.stage(), Stage::Configure);
        assert!(error.message().contains(word), "{error}");
    }
    std::fs::remove_file(broken).unwrap();
}

#[tokio::test]
async fn a_server_that_answers_before_it_has_read_all_is_heard() {
    let authority = Authority::new();
    for scheme in schemes() {
        let mut limits = Limits::default();
        limits.max_unfinished_bytes = 1_000_000;
        let server = Server::new(Lab).with_limits(limits);
        let server = server.with_tls(authority.tls("localhost", false));
        let server = Running::start_with(server, &format!("{scheme}://127.0.0.1:0")).await;
        for length in [2_000_000, 9_000_000] {
            check_overloaded(|| builder(&server, &authority), length).await;
        }
    }
}
