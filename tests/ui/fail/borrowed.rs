//! Arguments and results are owned and of one concrete type.

use std::borrow::Cow;

#[yar::service]
trait Borrowed {
    fn text(&self, text: &str);
    fn bytes(&self, bytes: &[u8]);
    fn nested(&self, list: Vec<Option<&str>>, cow: Cow<'_, str>);
    fn vague(&self, value: impl Copy);
    fn dynamic(&self, value: Box<dyn Send>);
    fn itself(&self, other: Self) -> &Self;
    fn returned(&self) -> Result<&str, yar::Error>;
    fn future(&self) -> impl Future<Output = i64>;
}

fn main() {}
