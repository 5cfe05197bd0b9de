//! Types that cannot travel, and errors that nobody declared.

struct Plain;

#[derive(Debug)]
struct Undeclared;

#[yar::service]
trait Travel {
    fn argument(&self, plain: Plain);
    fn result(&self) -> Plain;
    fn error(&self) -> Result<i64, Undeclared>;
}

fn main() {}
