//! The largest contracts, compiled and called as Rust; `lua.rs` and the PHP
//! back end have tests of their own.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use yar_idl::model::MAX_PARAMS;

use crate::support::{Folder, root};

/// `make` for the numbers from 0 below `count`, behind each other.
fn repeat(count: usize, make: impl Fn(usize) -> String) -> String {
    (0..count).map(make).collect()
}

fn contract() -> String {
    let params = repeat(MAX_PARAMS, |n| format!("p{n}: i32, "));
    let mut contract = format!("package large; service Large {{ wide({params}) -> i32\n");
    contract.push_str(&repeat(300, |n| format!("m{n}(s: S{n}) -> S{n}\n")));
    contract.push_str("many(m: Many) -> Many  kinds(k: list<Kind>) -> Kind }\n");
    contract.push_str(&repeat(300, |n| {
        format!("struct S{n} {{ a: i32 b: string = \"b{n}\" }}\n")
    }));
    let fields = repeat(400, |n| format!("f{n}: i32\n"));
    writeln!(contract, "struct Many {{ {fields} }}").unwrap();
    let cases = repeat(1000, |n| format!("c{n} "));
    writeln!(contract, "@closed enum Kind: string {{ {cases} }}").unwrap();
    contract
}

/// Answers with what it was given last, and calls itself.
fn program() -> String {
    let params = repeat(MAX_PARAMS, |n| format!("p{n}: i32, "));
    let numbers = repeat(MAX_PARAMS, |n| format!("{n}, "));
    let fields = repeat(400, |n| format!("f{n}: {n}, "));
    let methods = repeat(300, |n| {
        format!("async fn m{n}(&self, s: S{n}) -> Result<S{n}, yar::Error> {{ Ok(s) }}\n")
    });
    format!(
        "#[allow(dead_code)] mod large;
use large::*;
struct Echo;
#[allow(unused_variables)]
impl Large for Echo {{
    async fn wide(&self, {params}) -> Result<i32, yar::Error> {{ Ok(p{last}) }}
    async fn many(&self, m: Many) -> Result<Many, yar::Error> {{ Ok(m) }}
    async fn kinds(&self, mut k: Vec<Kind>) -> Result<Kind, yar::Error> {{ Ok(k.remove(0)) }}
    {methods}
}}
#[tokio::main(flavor = \"current_thread\")]
async fn main() -> Result<(), yar::Error> {{
    let mut server = yar::Server::new(LargeServer::new(Echo));
    let address = server.listen(\"tcp://127.0.0.1:0\").await?.to_string();
    tokio::spawn(server.run_until(std::future::pending::<()>()));
    let client: LargeClient = yar::connect(&address).await?;
    println!(\"{{}}\", client.wide({numbers}).await?);
    println!(\"{{}}\", client.m299(S299 {{ a: 1, b: \"b\".into() }}).await?.a);
    println!(\"{{}}\", client.many(Many {{ {fields} }}).await?.f399);
    println!(\"{{:?}}\", client.kinds(vec![Kind::C999]).await?);
    Ok(())
}}
",
        last = MAX_PARAMS - 1
    )
}

#[test]
fn the_largest_contracts_compile_and_work() {
    let folder = Folder::new();
    folder.write("large.yar", contract());
    let run = folder.run(&["large.yar", "--lang", "rust", "-o", "src", "-q"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    folder.write("src/main.rs", program());
    folder.write("Cargo.toml", manifest());
    fs::copy(root().join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--offline", "--quiet"]);
    // Beside the example with a build script, whose dependencies are the same.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_script/target");
    let output = cargo
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    let last = MAX_PARAMS - 1;
    let expected = format!("{last}\n1\n399\nC999\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

fn manifest() -> String {
    format!(
        "[package]\nname = \"large\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\nyar = {{ path = \"{}\" }}\n",
        root().display()
    )
}
