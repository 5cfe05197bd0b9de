//! All that a contract may have, in other modules.

mod my {
    pub(crate) use ::yar;
}

mod data {
    use super::my;

    #[derive(Debug, yar::Union)]
    #[yar(crate = "my::yar", name = "Shape")]
    pub(crate) enum AnyShape {
        Circle(Circle),
        r#Type,
        Unknown { tag: String, value: yar::Value },
    }

    #[derive(Debug, yar::Union)]
    #[yar(tag = "kind")]
    pub(crate) enum Event {
        Circle(Circle),
        Point,
        Unknown { tag: String, value: yar::Value },
    }

    #[derive(Debug, yar::Serialize, yar::Deserialize)]
    #[serde(crate = "yar::serde")]
    pub(crate) struct Circle {
        pub(crate) radius: f64,
    }

    #[derive(Debug, Clone, Copy, yar::Enum)]
    #[yar(closed, repr = "i32", crate = "my::yar")]
    pub(crate) enum Level {
        #[yar(value = -1)]
        Low,
    }

    #[derive(Debug, yar::Error)]
    #[yar(code = 5, crate = "super::my::yar")]
    pub(crate) struct Busy {
        pub(crate) message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) until: Option<yar::Timestamp>,
        pub(crate) level: Option<Level>,
    }
}

mod common {
    #[yar::service]
    pub trait Health: Send {
        fn ping(&self);
    }
}

use common::HealthClient;
use data::{AnyShape, Busy, Event, Level};

const START: yar::Timestamp = yar::Timestamp::from_millis(1);
const LATER: yar::Rfc3339 = yar::Rfc3339::from_millis(1);
const DAY: yar::Date = yar::Date::from_days(20_000);
const LONG: yar::Duration = yar::Duration::from_millis(1);

#[yar::service]
trait Whole: common::Health + std::fmt::Debug {
    #[yar(idempotent, strict_arity)]
    async fn get(
        &self,
        a: AnyShape,
        context: yar::Context,
        #[yar(default = Level::Low)] level: Level,
        #[yar(default = START)] from: yar::Timestamp,
        #[yar(default = LATER)] until: yar::Rfc3339,
        #[yar(default = DAY)] day: yar::Date,
        #[yar(default = vec![LONG])] pauses: Vec<yar::Duration>,
        #[yar(optional)] none: Option<Event>,
    ) -> Result<Event, yar::Fault<Busy>>;
    #[deprecated(since = "1.2.0", note = "use `get`")]
    fn old(&self, #[yar(optional)] none: Option<Option<u8>>);
}

fn _base(client: &WholeClient) -> &HealthClient {
    client
}

fn main() {}
