//! Names are told apart by all languages.

#[yar::service]
trait Names {
    #[yar(name = "getUser")]
    fn get_user(&self, id: i64);
    fn getuser(&self);
    fn __auth(&self);
    #[yar(name = "")]
    fn spaced(&self);
    fn größe(&self, länge: i64);
    #[yar(name = "twice")]
    fn once(&self);
    fn twice(&self, #[yar(name = "b")] a: i64, b: i64);
}

fn main() {}
