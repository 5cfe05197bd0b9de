//! What is served is the server type, not the type with the methods.

#[yar::service]
trait Calculator {
    async fn add(&self, a: i64, b: i64) -> i64;
}

struct MyCalculator;

impl Calculator for MyCalculator {
    async fn add(&self, a: i64, b: i64) -> i64 {
        a + b
    }
}

fn main() {
    let server = yar::Server::new(MyCalculator);
}
