//! Declared errors have a code, a message, and data that may be missing.

#[derive(Debug, yar::Error)]
struct WithoutCode {
    message: String,
}

#[derive(Debug, yar::Error)]
#[yar(code = "1", message = 2, mesage = "x")]
struct WrongKinds {
    message: String,
}

#[derive(Debug, yar::Error)]
#[yar(code = 99999999999999999999)]
struct TooLarge {
    message: String,
}

#[derive(Debug, yar::Error)]
#[yar(code = 1)]
struct WithoutMessage;

#[derive(Debug, yar::Error)]
#[yar(code = 2)]
struct WithData {
    message: String,
    retry_after: u64,
}

#[derive(Debug, yar::Error)]
#[yar(code = 4)]
struct Untravelled {
    message: String,
    cause: Option<std::fmt::Error>,
}

#[derive(Debug, yar::Error)]
#[yar(code = 3)]
enum Choice {
    Named { error: WithoutCode },
    Unit,
    Undeclared(std::fmt::Error),
}

#[derive(Debug, yar::Error)]
enum Undeclared {
    Other(std::fmt::Error),
}

#[yar::service]
trait Uses {
    fn f(&self) -> Result<(), WithoutCode>;
    fn g(&self) -> Result<(), yar::Fault<WithoutMessage>>;
}

fn main() {
    let _ = WithoutCode::new("x");
}
