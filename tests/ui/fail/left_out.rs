//! What callers may leave out comes last and can be without a value.

#[yar::service]
trait LeftOut {
    fn order(&self, #[yar(default = 10)] limit: u32, query: String);
    fn order_too(&self, a: u8, #[yar(optional)] b: Option<u8>, c: u8, d: u8);
    fn always(&self, #[yar(optional)] limit: u32);
    fn both(&self, #[yar(optional, default = 1)] limit: u32);
    fn flag(&self, #[yar(optional = true)] limit: Option<u32>);
    fn value(&self, #[yar(default)] limit: u32);
    #[yar(idempotent = "yes", strict)]
    fn options(&self);
}

#[yar::service]
trait WrongDefault {
    fn kind(&self, #[yar(default = "10")] limit: u32);
}

fn main() {}
