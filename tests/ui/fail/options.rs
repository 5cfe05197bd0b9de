//! Options are known, given once, and of the right kind.

#[yar::service(pakage = "x", name = 1, package = "a b", package = "c", crate = "1")]
trait Options {
    #[yar(nam = "x")]
    fn unknown(&self);
    #[yar(name)]
    fn without_value(&self);
    #[yar]
    fn without_options(&self);
    #[yar(name = "x" name = "y")]
    fn without_comma(&self);
}

fn main() {}
