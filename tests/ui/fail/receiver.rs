//! Each method takes `&self`; client and server are there all the same.

#[yar::service]
trait Receivers {
    fn none();
    fn value(self);
    fn exclusive(&mut self, a: i64) -> i64;
    async fn boxed(self: Box<Self>);
    fn lifetime(&'static self);
    async fn sound(&self, a: i64) -> i64;
}

async fn use_all(mut client: ReceiversClient) -> Result<i64, yar::Error> {
    ReceiversClient::none();
    client.exclusive(1);
    client.sound(1).await
}

fn serve<S: Receivers>(service: S) -> impl yar::Service {
    ReceiversServer::new(service)
}

fn main() {}
