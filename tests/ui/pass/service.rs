//! All that a service may have.

mod my {
    pub(crate) use ::yar;
}

mod aliases {
    pub(crate) type Result<T, E = yar::Error> = core::result::Result<T, E>;
    pub(crate) type EmptyResult = Result<()>;
}

use aliases::{EmptyResult, Result};

#[derive(Debug, yar::Error)]
#[yar(code = 1, crate = "my::yar")]
struct Failed {
    message: String,
}

#[derive(Debug, yar::Enum)]
#[yar(crate = "my::yar")]
enum Word {
    Yes,
    Other(String),
}

#[yar::service(package = "demo", name = "Wire", crate = "my::yar")]
trait Service: std::fmt::Debug {
    fn nothing(&self);
    async fn unit(&self) -> ();
    fn value(&self, word: Word) -> Word;
    async fn alias(&self) -> Result<i64>;
    async fn empty(&self) -> EmptyResult;
    async fn fails(&self) -> Result<i64, Failed>;
    async fn faults(&self) -> Result<i64, yar::Fault<Failed>>;
    async fn never(&self) -> Result<i64, std::convert::Infallible>;
    #[yar(name = "asIs")]
    fn as_is(&self, #[yar(name = "rawValue")] raw_value: yar::Value) -> yar::Value;
}

#[yar::service]
pub(crate) trait Empty {}

#[derive(Debug)]
struct Handler;

impl Empty for Handler {}

fn serve<S: yar::Service>(_: S) {}

fn main() {
    // A service may be declared where it is used.
    #[yar::service]
    trait Local {
        fn f(&self, a: i64) -> i64;
    }
    impl Local for Handler {
        fn f(&self, a: i64) -> i64 {
            a
        }
    }
    serve(LocalServer::new(Handler));
    serve(EmptyServer::new(Handler));
}

fn _send(client: ServiceClient) -> impl Future<Output = Result<i64, yar::Fault<Failed>>> + Send {
    async move { client.fails().await }
}
