//! Unions are open, their cases hold one value, and their names are distinct.

use yar::Value;

#[derive(yar::Union)]
enum Closed {
    Point,
}

#[derive(yar::Union)]
#[yar(tag = 1, kind = "x")]
enum Shapes {
    Two(u8, u8),
    Named { radius: f64 },
    #[yar(name = "point")]
    Point,
    #[yar(value = "point")]
    Again,
    #[yar(name = "a b")]
    Spaced,
    Unknown { tag: String, value: Value },
    Other { tag: String, value: Value },
}

#[derive(yar::Union)]
struct NoEnum;

struct Plain;

#[derive(yar::Union)]
enum Untravelled {
    Plain(Plain),
    Unknown { tag: String, value: Value },
}

#[yar::service]
trait Uses {
    fn f(&self, closed: Closed) -> Shapes;
}

fn main() {}
