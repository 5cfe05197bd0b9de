//! Expansions take nothing from the scope they stand in: no prelude, and all
//! names they could want mean something else.
#![no_implicit_prelude]
#![allow(
    dead_code,
    non_camel_case_types,
    clippy::new_ret_no_self,
    clippy::wrong_self_convention
)]

mod core {}
mod std {}
mod serde {}
mod yar {}

struct Result;
struct Option;
struct String;
struct Arc;
struct Service;
struct Params;
struct Reply;
struct usize;
struct __YarCall;
trait Send {}
trait Sync {}
trait Future {}
trait From {}

fn arguments() {}
fn call() {}

/// serde's derives want `usize` to be what it is.
mod data {
    #[derive(
        ::core::fmt::Debug,
        ::core::clone::Clone,
        ::core::cmp::PartialEq,
        ::yar::Serialize,
        ::yar::Deserialize,
    )]
    #[serde(crate = "::yar::serde")]
    pub(super) struct S {
        pub(super) r#type: i64,
    }
}

use data::S;

#[derive(::core::fmt::Debug, ::core::cmp::PartialEq, ::yar::Error)]
#[yar(code = 1)]
struct Failed {
    message: ::std::string::String,
}

#[derive(::core::fmt::Debug, ::core::cmp::PartialEq, ::yar::Error)]
enum Either {
    Failed(Failed),
}

#[derive(::core::fmt::Debug, ::core::cmp::PartialEq, ::yar::Enum)]
enum Words {
    One,
    Other(::std::string::String),
}

#[derive(::core::fmt::Debug, ::core::cmp::PartialEq, ::yar::Enum)]
#[yar(repr = "u8")]
enum Numbers {
    #[yar(value = 1)]
    One,
    Other(u8),
}

type MyResult<T> = ::core::result::Result<T, ::yar::Fault<Either>>;

#[::yar::service]
trait Hygiene {
    async fn call(&self, self_: i64, reply: i64, params: i64, service: i64, __x: i64) -> i64;
    fn new(&self, method: S) -> S;
    fn info(&self, __yar_reply: i64, __yar_service: i64, __yar_info: i64) -> i64;
    async fn clone(&self, client: Words) -> MyResult<Words>;
    fn from(&self, f: Numbers) -> ::core::result::Result<Numbers, Failed>;
    fn fmt(&self);
    fn r#match(&self, r#fn: i64) -> i64;
    fn finish(&self, error: ::core::option::Option<i64>);
}

struct Handler;

impl Hygiene for Handler {
    async fn call(&self, self_: i64, reply: i64, params: i64, service: i64, __x: i64) -> i64 {
        self_ + reply + params + service + __x
    }

    fn new(&self, method: S) -> S {
        method
    }

    fn info(&self, __yar_reply: i64, __yar_service: i64, __yar_info: i64) -> i64 {
        __yar_reply * 100 + __yar_service * 10 + __yar_info
    }

    async fn clone(&self, client: Words) -> MyResult<Words> {
        ::core::result::Result::Ok(client)
    }

    fn from(&self, _: Numbers) -> ::core::result::Result<Numbers, Failed> {
        ::core::result::Result::Err(::core::default::Default::default())
    }

    fn fmt(&self) {}

    fn r#match(&self, r#fn: i64) -> i64 {
        r#fn
    }

    fn finish(&self, _: ::core::option::Option<i64>) {}
}

// Not a test itself: tokio's attribute wants names that are taken here.
pub(crate) async fn call_everything() {
    let server = HygieneServer::new(Handler);
    crate::support::with_each_packager(server, |client| async {
        let client: HygieneClient = ::core::convert::From::from(client);
        ::std::assert_eq!(client.call(1, 2, 3, 4, 5).await.unwrap(), 15);
        let s = S { r#type: 1 };
        ::std::assert_eq!(client.new(&s).await.unwrap(), s);
        ::std::assert_eq!(client.info(1, 2, 3).await.unwrap(), 123);
        ::std::assert_eq!(client.clone(Words::One).await.unwrap(), Words::One);
        let fault = client.from(Numbers::Other(2)).await.unwrap_err();
        ::std::assert_eq!(::std::format!("{fault}"), "failed");
        client.fmt().await.unwrap();
        ::std::assert_eq!(client.r#match(4).await.unwrap(), 4);
        client.finish(::core::option::Option::None).await.unwrap();
    })
    .await;
}

/// Names that generic parameters of expansions could have.
mod letters {
    #[derive(::core::fmt::Debug, ::yar::Union)]
    #[yar(tag = "is")]
    pub(super) enum D {
        Held(super::data::S),
        Unknown {
            tag: ::std::string::String,
            value: ::yar::Value,
        },
    }

    #[::yar::service]
    trait S {
        fn held(&self, held: D) -> D;
    }
}

mod held {
    #[derive(::core::fmt::Debug, ::yar::Serialize, ::yar::Deserialize)]
    #[serde(crate = "::yar::serde")]
    pub(super) struct D {
        pub(super) kind: i64,
    }

    #[derive(::core::fmt::Debug, ::yar::Union)]
    #[yar(tag = "is")]
    pub(super) enum Tagged {
        Held(D),
        Unknown {
            tag: ::std::string::String,
            value: ::yar::Value,
        },
    }
}
