//! What a trait may have and a service may not.

#[yar::service]
trait Shapes {
    const LIMIT: u8;
    type Item;
    fn generic<T: Copy>(&self, value: T);
    fn bounded(&self)
    where
        u8: Copy;
    fn pattern(&self, (a, b): (i64, i64), mut c: i64, _: i64);
    fn with_body(&self) -> i64 {
        1
    }
    unsafe fn dangerous(&self);
    #[cfg(unix)]
    fn conditional(&self);
    fn many(&self, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8,
        l: u8, m: u8, n: u8, o: u8, p: u8, q: u8);
}

#[yar::service]
trait Generic<T> {
    fn get(&self) -> T;
}

#[yar::service]
unsafe trait Dangerous {}

fn main() {}
