//! A server and a client of a contract that the build script has read.

/// What was generated, in a module of its own.
pub mod greeter {
    include!(concat!(env!("OUT_DIR"), "/greeter.rs"));
}

use greeter::{Greeter, GreeterClient, GreeterServer, Nameless};
use yar::Fault;

struct Polite;

impl Greeter for Polite {
    async fn greet(&self, name: String) -> Result<String, Fault<Nameless>> {
        match name.as_str() {
            "" => Err(Fault::Thrown(Nameless::default())),
            _ => Ok(format!("Good morning, {name}")),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut server = yar::Server::new(GreeterServer::new(Polite));
    let address = server.listen("tcp://127.0.0.1:0").await?;
    let running = tokio::spawn(server.run_until(std::future::pending::<()>()));

    let greeter: GreeterClient = yar::connect(&address).await?;
    println!("{}", greeter.greet("Ada").await?);
    if let Err(Fault::Thrown(error)) = greeter.greet("").await {
        println!("refused: {error}");
    }
    running.abort();
    Ok(())
}
