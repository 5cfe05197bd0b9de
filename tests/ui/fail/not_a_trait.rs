//! Only a trait is a service.

#[yar::service]
struct Calculator;

#[yar::service]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = (Calculator, add(1, 2));
}
