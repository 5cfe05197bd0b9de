//! Both front ends give one model.

use crate::model::Package;
use crate::rust;

/// `idl/calc.yar` as the generator writes it.
const CALC: &str = r#"// @generated from package calc.

//! Arithmetic over Yar: the contract that every example and test of this
//! repository speaks.

/// Division by zero was asked for.
#[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
#[yar(code = 33, message = "division by zero")]
pub struct DivisionByZero {
    /// Text for people.
    pub message: String,
}

/// An argument is of the right type and still makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
#[yar(code = 22, message = "bad argument")]
pub struct BadArgument {
    /// Text for people.
    pub message: String,
}

/// A summary of a list of numbers.
#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
pub struct Stats {
    /// How many numbers there were.
    pub count: u64,
    /// Their arithmetic mean.
    pub mean: f64,
    /// The smallest of them.
    pub min: f64,
    /// The largest of them.
    pub max: f64,
}

/// A calculator, and a few methods that show what travels.
#[yar::service]
pub trait Calculator {
    /// Adds two integers; a sum outside 64 bits wraps around.
    async fn add(&self, a: i64, b: i64) -> Result<i64, yar::Error>;

    /// Subtracts `b` from `a`; a difference outside 64 bits wraps around.
    async fn sub(&self, a: i64, b: i64) -> Result<i64, yar::Error>;

    /// Divides `a` by `b`.
    async fn div(&self, a: f64, b: f64) -> Result<f64, yar::Fault<DivisionByZero>>;

    /// Returns its argument unchanged, whatever it is.
    async fn echo(&self, value: yar::Value) -> Result<yar::Value, yar::Error>;

    /// Joins the parts with a separator between them.
    async fn concat(&self, parts: Vec<String>, sep: String) -> Result<String, yar::Error>;

    /// Summarises the numbers; an empty list is a `BadArgument`.
    async fn stats(&self, values: Vec<f64>) -> Result<Stats, yar::Fault<BadArgument>>;

    /// Sleeps for `ms` milliseconds, then returns `ms`.
    async fn sleep_ms(&self, ms: i32) -> Result<i32, yar::Error>;

    /// Always fails, with this message and this code.
    async fn fail(&self, message: String, code: i32) -> Result<(), yar::Error>;
}
"#;

fn from_yar(source: &str) -> Package {
    crate::load(source, "calc").unwrap()
}

fn from_rust(source: &str) -> Package {
    rust::load(source, "calc").unwrap()
}

#[test]
fn the_calculator_is_the_same_in_both() {
    let contract = include_str!("../../../calc.yar");
    assert_eq!(from_rust(CALC), from_yar(contract));
}

#[test]
fn every_type_has_a_counterpart() {
    let yar = r#"struct Node { next: Node? weights: list<f32> }
        service S {
          a(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64)
          b(a: f32, b: f64, c: string, d: bytes, e: any) -> list<list<string>>
          c(a: map<string, i64>, @rust(map = "hash") b: map<i32, Node>) -> (i64, string?)
        }"#;
    let rust = "
        use std::collections::{BTreeMap, HashMap};
        #[derive(yar::Serialize, yar::Deserialize)]
        struct Node { next: Option<Box<Node>>, weights: Vec<f32> }
        #[yar::service]
        trait S {
            fn a(&self, a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64);
            fn b(&self, a: f32, b: f64, c: String, d: yar::Bytes, e: yar::Value)
                -> Vec<Vec<String>>;
            fn c(&self, a: BTreeMap<String, i64>, b: HashMap<i32, Node>)
                -> (i64, std::option::Option<String>);
        }";
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn names_that_rust_cannot_carry_come_from_attributes() {
    let yar = r#"package demo.calc;
        error not_found = 404 "nothing here"
        enum op: string { add, sub = "subtract", r = "R!" }
        enum Level: i8 { low = -1, high = 10 }
        struct user_stats { userID: i64 type: string }
        service calc { getUser(userId: i64, type: op) -> user_stats throws not_found
          level(level: Level) }"#;
    let rust = r#"
        #[derive(yar::Error)]
        #[yar(code = 404, message = "nothing here", name = "not_found")]
        pub struct NotFound { pub message: String }
        #[derive(yar::Enum)]
        #[yar(repr = "string", name = "op")]
        pub enum Op {
            #[yar(value = "add")] Add,
            #[yar(name = "sub", value = "subtract")] Sub,
            #[yar(name = "r", value = "R!")] R,
            Unknown(String),
        }
        #[derive(yar::Enum)]
        #[yar(repr = "i8")]
        pub enum Level {
            #[yar(name = "low", value = -1)] Low,
            #[yar(name = "high", value = 10)] High,
            Unknown(i8),
        }
        #[derive(yar::Serialize, yar::Deserialize)]
        #[serde(crate = "yar::serde", rename = "user_stats")]
        pub struct UserStats {
            #[serde(rename = "userID")] pub user_id: i64,
            pub r#type: String,
        }
        #[yar::service(package = "demo.calc", name = "calc")]
        pub trait Calc {
            #[yar(name = "getUser")]
            async fn get_user(&self, #[yar(name = "userId")] user_id: i64, r#type: Op)
                -> Result<UserStats, yar::Fault<NotFound>>;
            fn level(&self, level: Level);
        }"#;
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn results_are_seen_through_aliases() {
    let yar = r#"error NotFound = 1 error Gone = 2
        service S { a() -> i64 b() throws NotFound c() -> string throws NotFound, Gone d() e() }"#;
    let rust = "
        #[derive(yar::Error)] #[yar(code = 1)] struct NotFound { message: String }
        #[derive(yar::Error)] #[yar(code = 2)] struct Gone { message: String }
        #[derive(yar::Error)] enum FindError { NotFound(NotFound), Gone(Gone) }
        type Fault = yar::Fault<NotFound>;
        type PlainResult<T, E = yar::Error> = std::result::Result<T, E>;
        type UnitResult = PlainResult<()>;
        #[yar::service]
        trait S {
            fn a(&self) -> PlainResult<i64>;
            fn b(&self) -> PlainResult<(), Fault>;
            fn c(&self) -> Result<String, FindError>;
            fn d(&self) -> UnitResult;
            fn e(&self) -> Result<(), std::convert::Infallible>;
        }";
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn the_context_of_a_handler_does_not_travel() {
    let yar = "struct Context { place: string }
        service S { a(x: i64, y: i64) b() c(context: Context) }";
    let rust = r#"
        use yar::Context as Other;
        #[derive(yar::Serialize, yar::Deserialize)]
        struct Context { place: String }
        #[yar::service]
        trait S {
            fn a(&self, x: i64, context: yar::Context, y: i64);
            fn b(&self, context: ::yar::Context);
            fn c(&self, #[yar(name = "context")] context: Context);
        }"#;
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn items_of_no_concern_are_passed_over() {
    let rust = r##"
        #![allow(dead_code)]
        use std::path::{Path, PathBuf};
        const TABLE: [u8; 2] = { [1, 2] };
        const fn one() -> u8 { if 1 < 2 { 1 } else { 2 } }
        static NAME: &str = "x";
        macro_rules! nothing { ($a:tt) => { #[yar::service] trait Hidden {} }; }
        nothing!(x);
        mod inner { #[yar::service] pub trait Deeper { fn x(&self); } }
        #[derive(serde::Deserialize)] struct Config<'a> { path: &'a Path }
        struct Server;
        impl Server { fn run(self) { let _ = |a: u8| a < 3; } }
        pub(crate) async unsafe fn run() {}
        trait Other { type Out; const N: usize; fn x<T>(self) where T: Copy; }
        type Unused<'a> = &'a str;
        #[yar::service] trait S { fn ping(&self); }
        impl S for Server { fn ping(&self) {} }
    "##;
    assert_eq!(from_rust(rust), from_yar("service S { ping() }"));
}

#[test]
fn a_type_in_use_needs_no_mark_of_ours() {
    let rust = "
        use serde::{Serialize, Deserialize};
        #[derive(Serialize, Deserialize)] struct Unused { path: std::path::PathBuf }
        #[derive(Serialize, Deserialize)] struct Outer { inner: Inner }
        #[derive(Serialize, Deserialize)] struct Inner { n: i64 }
        #[yar::service] trait S { fn x(&self) -> Outer; }";
    let yar = "struct Outer { inner: Inner } struct Inner { n: i64 } service S { x() -> Outer }";
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn docs_lose_one_space_and_nothing_else() {
    let rust = "/// One.\n///\n///   indented\n///none\n#[yar::service] trait S { fn x(&self); }";
    let package = from_rust(rust);
    assert_eq!(package.services[0].docs.0, "One.\n\n  indented\nnone");
}

#[test]
fn fields_may_be_without_a_value_or_have_a_default() {
    let yar = r#"
        const MOST: u32 = 10
        struct Inner { count: u32 = 1 note: string? }
        struct T {
          a?: string b?: string? c: string? d: u32 = MOST e: list<string> = ["x", "y"]
          f: bool = false g: map<string, i64> = { a: 1 } h: Inner = { count: 2 } i: i64? = -3
          @rust(map = "hash") j?: map<string, f64> k: string = "k" l: list<Inner> = []
          @wire("M-m") m: duration = 2000
        }
        service S { f(t: T) }"#;
    let rust = r#"
        pub const MOST: u32 = 10;
        const HIDDEN: u32 = 10;
        pub const BUFFER: usize = 4096;
        #[derive(yar::Serialize, yar::Deserialize)]
        struct Inner { #[serde(default = "one")] count: u32, note: Option<String> }
        fn one() -> u32 { 1 }
        #[derive(yar::Serialize, yar::Deserialize)]
        struct T {
            #[serde(skip_serializing_if = "Option::is_none")] a: Option<String>,
            #[serde(default, skip_serializing_if = "::std::option::Option::is_none")]
            #[serde(with = "yar::tri_state")] b: Option<Option<String>>,
            #[serde(default)] c: Option<String>,
            #[serde(default = "T::default_d")] d: u32,
            #[serde(default = "Self::default_e")] e: Vec<String>,
            #[serde(default)] f: bool,
            #[serde(default = "T::default_g")] g: std::collections::BTreeMap<String, i64>,
            #[serde(default = "T::default_h")] h: Inner,
            #[serde(default = "T::default_i")] i: Option<i64>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            j: Option<HashMap<String, f64>>,
            #[serde(default = "T::default_k")] k: String,
            #[serde(default)] l: Vec<Inner>,
            #[serde(rename = "M-m", default = "T::default_m")] m: yar::Duration,
        }
        impl Clone for T { fn clone(&self) -> Self { loop {} } }
        impl T {
            const fn default_d() -> u32 { MOST }
            fn default_e() -> Vec<String> { vec!["x".into(), String::from("y")] }
            fn default_g() -> BTreeMap<String, i64> { [("a".to_owned(), 1)].into() }
        }
        impl T {
            fn default_h() -> Inner { Inner { count: 2, note: None } }
            fn default_i() -> Option<i64> { Some(-3) }
            fn default_k() -> String { "k".to_string() }
            fn default_m() -> yar::Duration { yar::Duration::from_secs(2) }
            fn other(&self) { let _ = 1; }
        }
        #[yar::service] trait S { fn f(&self, t: T); }"#;
    assert_eq!(from_rust(rust), from_yar(yar));
}

#[test]
fn calls_leave_arguments_out_and_services_have_bases() {
    let yar = r#"
        enum Size: string { small = "S" }
        service Base { ping() }
        @deprecated("use another")
        service S extends Base {
          @idempotent @strict_arity
          f(a: i64, b?: string, c?: string?, d: Size = small, e: f64? = null)
          @wire("get-it") @deprecated("use f", since = "1.0.0") g()
        }"#;
    let rust = r#"
        #[derive(yar::Enum)] enum Size { #[yar(name = "small", value = "S")] Small, Other(String) }
        #[deprecated = "use another"]
        #[yar::service] trait S: Send + Base {
            #[yar(idempotent, strict_arity)]
            fn f(&self, a: i64, #[yar(optional)] b: Option<String>,
                #[yar(optional)] c: Option<Option<String>>, #[yar(default = Size::Small)] d: Size,
                #[yar(default = None)] e: Option<f64>);
            #[yar(name = "get-it")] #[deprecated(since = "1.0.0", note = "use f")] fn g(&self);
        }
        #[yar::service] trait Base { fn ping(&self); }"#;
    let (mut found, mut expected) = (from_rust(rust), from_yar(yar));
    found.services.sort_by(|a, b| a.name.cmp(&b.name));
    expected.services.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(found, expected);
}

#[test]
fn unions_closed_enums_data_and_times_are_read() {
    let yar = r#"
        @format(rfc3339) type Moment = timestamp
        const BEGAN: timestamp = 5
        @closed enum Level: u8 { low = 1 }
        @tag("kind") union Event { Moved: Place @wire("gone!") Gone }
        union Shape { circle: f64 Both: (Shape, Shape?) }
        struct Place { at: (timestamp, Moment) day: date = "2026-11-30" }
        @wire("App\\Busy") error Busy = 1 { retry_after?: duration limit: u64? note?: string? }
        service S { f(e: Event, l: Level, s: Shape = { circle: 1 }) -> Moment? throws Busy }"#;
    let rust = r#"
        pub const BEGAN: yar::Timestamp = yar::Timestamp::from_millis(5);
        #[derive(yar::Enum)] #[yar(repr = "u8", closed)]
        enum Level { #[yar(name = "low", value = 1)] Low }
        #[derive(yar::Union)] #[yar(tag = "kind")]
        enum Event {
            Moved(Place), #[yar(value = "gone!")] Gone,
            Unknown { tag: String, value: yar::Value }
        }
        #[derive(yar::Union)]
        enum Shape {
            #[yar(name = "circle")] Circle(f64), Both(Box<(Shape, Option<Shape>)>),
            Unknown { tag: String, value: yar::Value }
        }
        #[derive(yar::Serialize, yar::Deserialize)]
        struct Place {
            at: (yar::Timestamp, yar::Rfc3339), #[serde(default = "day")] day: yar::Date,
        }
        fn day() -> yar::Date { yar::Date::from_days(20_787) }
        #[derive(yar::Error)] #[yar(code = 1, message = "busy", name = "App\\Busy")]
        struct Busy {
            message: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            retry_after: Option<yar::Duration>,
            limit: Option<u64>,
            #[serde(default, skip_serializing_if = "Option::is_none", with = "yar::tri_state")]
            note: Option<Option<String>>,
        }
        #[yar::service] trait S {
            fn f(&self, e: Event, l: Level, #[yar(default = Shape::Circle(1.0))] s: Shape)
                -> Result<Option<yar::Rfc3339>, yar::Fault<Busy>>;
        }"#;
    assert_eq!(from_rust(rust), from_yar(yar));
}
