//! Generated clients in every language that name the service they mean, of two
//! behind one listener whose methods have the same names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    dead_code,
    missing_docs,
    unreachable_pub
)]

#[path = "../examples/generated/rust/calc.rs"]
mod calc;
mod support;

use calc::CalculatorClient;
use yar::{Client, Server};

/// What all clients reach that name no service.
#[yar::service]
trait Wrong {
    async fn add(&self, a: i64, b: i64) -> i64;
}

/// As much of the contract's service as is called here.
#[yar::service(package = "calc", name = "Calculator")]
trait Right {
    async fn add(&self, a: i64, b: i64) -> i64;
}

struct Both;

impl Wrong for Both {
    async fn add(&self, _: i64, _: i64) -> i64 {
        -1
    }
}

impl Right for Both {
    async fn add(&self, a: i64, b: i64) -> i64 {
        a + b
    }
}

/// Program, Debian package, the option that takes code, and the code; `URI` and
/// `OPTIONS` stand for what differs.
const CLIENTS: [[&str; 4]; 6] = [
    ["lua5.1", "lua5.1 lua-socket", "-e", LUA],
    ["lua5.2", "lua5.2 lua-socket", "-e", LUA],
    ["lua5.3", "lua5.3 lua-socket", "-e", LUA],
    ["lua5.4", "lua5.4 lua-socket", "-e", LUA],
    ["luajit", "luajit2 lua-socket", "-e", LUA],
    ["php", "php-cli php-msgpack", "-r", PHP],
];

const LUA: &str = r#"
package.path = "yar-gen/runtime/lua/?.lua;examples/generated/lua/?.lua;" .. package.path
local calculator = assert(require("calc").Calculator.new("URI", { SERVICE }))
io.write(tostring(assert(calculator:add(20, 22))))
"#;

const PHP: &str = r#"
require "examples/php/autoload.php";
$calculator = new Calc\CalculatorClient("URI", new Yar\Options(SERVICE));
echo $calculator->add(20, 22);
"#;

fn add(client: [&str; 4], uri: &str, service: Option<&str>) -> String {
    let [program, package, option, code] = client;
    let sign = if program == "php" { ":" } else { " =" };
    let service = service.map(|name| format!("service{sign} '{name}'"));
    let code = code.replace("URI", uri);
    let code = code.replace("SERVICE", &service.unwrap_or_default());
    let output = support::run(program, package, &[option, &code]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_is_named_in_every_language() {
    let mut server = Server::new(WrongServer::new(Both)).route("/calc", RightServer::new(Both));
    let tcp = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let http = server.listen("http://127.0.0.1:0").await.unwrap();
    let served = tokio::spawn(server.run_until(std::future::pending::<()>()));
    for uri in [&tcp, &http] {
        for (service, sum) in [
            (None, -1),
            (Some("Calculator"), 42),
            (Some("calc.Calculator"), 42),
        ] {
            let builder = Client::builder(uri);
            let builder = match service {
                Some(name) => builder.service(name),
                None => builder,
            };
            let calculator = CalculatorClient::from(builder.build().unwrap());
            assert_eq!(calculator.add(20, 22).await.unwrap(), sum);
            for client in CLIENTS {
                let text = add(client, uri, service);
                assert_eq!(text, sum.to_string(), "{} with {service:?}", client[0]);
            }
        }
    }
    served.abort();
}
