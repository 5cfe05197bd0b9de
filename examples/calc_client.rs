//! Calls every method of `idl/calc.yar` and prints what came back.
//!
//! ```text
//! cargo run --release --example calc_client -- tcp://127.0.0.1:9600 MSGPACK
//! ```

#[path = "generated/rust/calc.rs"]
#[allow(
    unreachable_pub,
    reason = "generated code does not know where it is used"
)]
mod calc;

use calc::CalculatorClient;
use yar::{Client, Fault, Packager, Value};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let uri = arguments
        .next()
        .unwrap_or_else(|| "tcp://127.0.0.1:9600".to_owned());
    let packager: Packager = arguments
        .next()
        .unwrap_or_else(|| "MSGPACK".to_owned())
        .parse()?;
    let calculator: CalculatorClient = Client::builder(&uri)
        .packager(packager)
        .connect()
        .await?
        .into();

    println!("add(1, 2) = {}", calculator.add(1, 2).await?);
    println!("sub(1, 2) = {}", calculator.sub(1, 2).await?);
    println!("div(1, 3) = {}", calculator.div(1.0, 3.0).await?);
    match calculator.div(1.0, 0.0).await {
        Err(Fault::Thrown(error)) => println!("div(1, 0) threw DivisionByZero: {error}"),
        other => println!("div(1, 0) = {other:?}"),
    }
    println!(
        "echo(\"你好\") = {:?}",
        calculator.echo(Value::from("你好")).await?
    );
    println!(
        "concat([a, b, c], \"-\") = {}",
        calculator.concat(["a", "b", "c"], "-").await?
    );
    println!(
        "stats([1, 2, 6]) = {:?}",
        calculator.stats([1.0, 2.0, 6.0]).await?
    );
    match calculator.stats([]).await {
        Err(Fault::Thrown(error)) => println!("stats([]) threw BadArgument: {error}"),
        other => println!("stats([]) = {other:?}"),
    }
    println!("sleep_ms(10) = {}", calculator.sleep_ms(10).await?);
    match calculator.fail("no such luck", 7).await {
        Err(error) => println!(
            "fail(\"no such luck\", 7) failed with code {}: {error}",
            error.code().unwrap_or(0)
        ),
        Ok(()) => println!("fail returned, which it never should"),
    }
    Ok(())
}
