//! A service extends one service.

#[yar::service]
trait Health {
    fn ping(&self);
}

#[yar::service]
trait Admin {
    fn stop(&self);
}

#[yar::service]
trait Two: Health + std::fmt::Debug + Admin {
    fn f(&self);
}

fn main() {}
