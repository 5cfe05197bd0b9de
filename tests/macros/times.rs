//! Moments, days and lengths of time between client and server.

use crate::support::with_each_packager;
use std::collections::BTreeMap;
use std::time::SystemTime;
use yar::{Date, Duration, Error, Rfc3339, Timestamp, Value};

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Plan {
    at: Timestamp,
    until: Option<Rfc3339>,
    days: Vec<Date>,
    pauses: BTreeMap<String, Duration>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "yar::tri_state"
    )]
    end: Option<Option<Timestamp>>,
}

#[yar::service]
trait Plans {
    fn mirror(&self, plan: Plan) -> Plan;
    fn later(&self, at: Timestamp, by: Duration) -> Option<Timestamp>;
    fn text(&self, at: Rfc3339) -> Rfc3339;
    fn next(&self, day: Date) -> Date;
}

struct Mirror;

impl Plans for Mirror {
    fn mirror(&self, plan: Plan) -> Plan {
        plan
    }

    fn later(&self, at: Timestamp, by: Duration) -> Option<Timestamp> {
        at.checked_add(by)
    }

    fn text(&self, at: Rfc3339) -> Rfc3339 {
        at
    }

    fn next(&self, day: Date) -> Date {
        Date::from_days(day.as_days() + 1)
    }
}

#[tokio::test]
async fn times_come_back() {
    with_each_packager(PlansServer::new(Mirror), |client| async move {
        let client = PlansClient::from(client);
        for end in [None, Some(None), Some(Some(Timestamp::now()))] {
            let plan = Plan {
                at: SystemTime::now().into(),
                until: Some(Rfc3339::from_micros(123_456)),
                days: vec![Date::UNIX_EPOCH],
                pauses: BTreeMap::from([("a".to_owned(), Duration::from_secs(1))]),
                end,
            };
            assert_eq!(client.mirror(plan.clone()).await.unwrap(), plan);
        }
        let later = client.later(Timestamp::from_millis(1), Duration::from_millis(2));
        assert_eq!(later.await.unwrap(), Some(Timestamp::from_millis(3)));
        let leap = client.next(Date::from_ymd(2024, 2, 28).unwrap());
        assert_eq!(leap.await.unwrap(), Date::from_ymd(2024, 2, 29).unwrap());
    })
    .await;
}

#[tokio::test]
async fn other_clients_send_what_they_have() {
    with_each_packager(PlansServer::new(Mirror), |client| async move {
        let call = client.call::<_, Value, Error>("later", &("2026-11-30T12:00:00Z", "5"));
        assert_eq!(call.await.unwrap(), Value::Int(1_796_040_000_005));
        let call = client.call::<_, Value, Error>("text", &(1_796_040_000_000_i64,));
        assert_eq!(call.await.unwrap(), Value::from("2026-11-30T12:00:00Z"));
        let call = client.call::<_, Value, Error>("next", &("2026-02-29",));
        let error = call.await.unwrap_err();
        assert_eq!(error.status(), Some(4));
        assert_eq!(
            error.message(),
            "argument `day` of Plans::next(): expected a day such as \"2026-11-30\", got \"2026-02-29\""
        );
    })
    .await;
}
