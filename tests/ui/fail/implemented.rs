//! A handler that does not fit its contract.

#[yar::service]
trait Calculator {
    async fn add(&self, a: i64, b: i64) -> Result<i64, yar::Error>;
}

struct Sendless;

impl Calculator for Sendless {
    async fn add(&self, a: i64, _: i64) -> Result<i64, yar::Error> {
        let shared = std::rc::Rc::new(a);
        std::future::ready(()).await;
        Ok(*shared)
    }
}

struct Nothing;

fn main() {
    let _ = CalculatorServer::new(Nothing);
}
