//! Enums are open, their values known, distinct and in range.

#[derive(yar::Enum)]
enum Closed {
    One,
}

#[derive(yar::Enum)]
#[yar(repr = "f64")]
enum Float {
    One,
    Unknown(String),
}

#[derive(yar::Enum)]
#[yar(repr = "u8")]
enum Small {
    #[yar(value = 256)]
    Large,
    #[yar(value = "1")]
    Text,
    Nothing,
    #[yar(value = 1)]
    One,
    #[yar(value = 1)]
    Again,
    Unknown(u8),
    Other(u8),
}

#[derive(yar::Enum)]
#[yar(repr = "u8")]
enum Mismatch {
    Unknown(String),
}

#[derive(yar::Enum)]
#[yar(closed)]
enum NotClosed {
    One,
    Unknown(String),
}

#[derive(yar::Enum)]
struct NoEnum;

#[yar::service]
trait Uses {
    fn f(&self, closed: Closed) -> Float;
}

fn main() {}
