//! A service may come from a macro of the user's.

macro_rules! service {
    ($name:ident, $code:expr, $value:ty) => {
        #[derive(Debug, yar::Error)]
        #[yar(code = $code, message = "no")]
        pub struct No {
            pub message: String,
        }

        #[yar::service]
        pub trait $name {
            async fn get(&self, key: String) -> Result<$value, yar::Fault<No>>;
            fn set(&self, value: $value) -> $value;
        }
    };
}

service!(Store, 12, Vec<i64>);

async fn _get(client: &StoreClient) -> Option<Vec<i64>> {
    client.get(String::new()).await.ok()
}

fn main() {}
