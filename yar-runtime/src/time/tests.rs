#![allow(clippy::unwrap_used)]

use super::{Date, Duration, Rfc3339, Timestamp};
use crate::packager::{DecodeLimits, Packager};
use crate::value::{Map, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::SystemTime;

const ALL: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];
const NOON: i64 = 1_796_040_000_000;

fn pack<T: Serialize>(packager: Packager, value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    packager.encode(value, &mut out).unwrap();
    out
}

fn read<T: DeserializeOwned>(packager: Packager, value: &Value) -> Result<T, String> {
    let bytes = pack(packager, value);
    let read = packager.decode(&bytes, &DecodeLimits::default());
    read.map_err(|error| error.to_string())
}

#[track_caller]
fn reads<T: DeserializeOwned + Debug + PartialEq>(value: impl Into<Value>, expected: &T) {
    let value = value.into();
    for packager in ALL {
        assert_eq!(
            read::<T>(packager, &value).as_ref(),
            Ok(expected),
            "{packager}"
        );
    }
}

#[track_caller]
fn refuses<T: DeserializeOwned + Debug>(value: impl Into<Value>, text: &str) {
    let value = value.into();
    for packager in ALL {
        let error = read::<T>(packager, &value).unwrap_err();
        assert!(error.contains(text), "{packager}: {error}");
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Event {
    at: Timestamp,
    text: Rfc3339,
    day: Option<Date>,
    pauses: Vec<Duration>,
    days: BTreeMap<String, Date>,
}

#[test]
fn they_travel_inside_of_everything() {
    let event = Event {
        at: Timestamp::from_millis(-1),
        text: Rfc3339::from_micros(NOON * 1000 + 120),
        day: Date::from_ymd(2024, 2, 29),
        pauses: vec![Duration::default(), Duration::from_secs(90)],
        days: BTreeMap::from([("first".to_owned(), Date::UNIX_EPOCH)]),
    };
    for packager in ALL {
        let bytes = pack(packager, &event);
        let back: Event = packager.decode(&bytes, &DecodeLimits::default()).unwrap();
        assert_eq!(back, event, "{packager}");
    }
    let json = r#"{"at":-1,"text":"2026-11-30T12:00:00.00012Z","day":"2024-02-29","pauses":[0,90000],"days":{"first":"1970-01-01"}}"#;
    assert_eq!(pack(Packager::JSON, &event), json.as_bytes());
}

#[test]
fn moments_are_read_from_all_that_peers_send() {
    let noon = Timestamp::from_millis(NOON);
    reads(NOON, &noon);
    reads(1_796_040_000_000.0, &noon);
    reads("1796040000000", &noon);
    reads("2026-11-30T12:00:00Z", &noon);
    reads("2026-11-30t13:30:00.000000000+01:30", &noon);
    reads(
        "2026-11-30T12:00:00.0019999Z",
        &Timestamp::from_millis(NOON + 1),
    );
    reads("1969-12-31T23:59:59.9999Z", &Timestamp::from_millis(-1));
    reads(NOON, &Rfc3339::from_millis(NOON));
    reads(
        "2026-11-30T12:00:00.123456789Z",
        &Rfc3339::from_micros(NOON * 1000 + 123_456),
    );
    reads(i64::MIN, &Timestamp::from_millis(i64::MIN));
    for wrong in [
        "",
        "noon",
        "2026-11-30",
        "2026-02-30T12:00:00Z",
        "2026-11-30T12:00:00",
    ] {
        refuses::<Timestamp>(wrong, "expected milliseconds since 1970 or a time such as");
        refuses::<Rfc3339>(wrong, wrong);
    }
    refuses::<Timestamp>(0.5, "0.5");
    refuses::<Timestamp>(1e16, "floating point");
    refuses::<Timestamp>(true, "expected milliseconds");
    refuses::<Timestamp>((), "expected milliseconds");
    refuses::<Timestamp>(u64::MAX, "expected milliseconds");
}

#[test]
fn a_date_object_of_php_is_told_how_to_be_sent() {
    let mut object = Map::new();
    object.set_class(Some("DateTimeImmutable".to_owned()));
    object.push("date", "2026-11-30 12:00:00.000000");
    object.push("timezone_type", 3);
    object.push("timezone", "UTC");
    refuses::<Timestamp>(
        object.clone(),
        "got a date object of PHP: let the other side send `(int) $date->format('Uv')`",
    );
    refuses::<Rfc3339>(object.clone(), "$date->format");
    refuses::<Date>(object, "$date->format('Y-m-d')");
    refuses::<Timestamp>(Map::new(), "expected milliseconds");
}

#[test]
fn days_are_days() {
    let day = Date::from_ymd(2026, 11, 30).unwrap();
    assert_eq!((day.year(), day.month(), day.day()), (2026, 11, 30));
    assert_eq!(
        day,
        Date::from_days(NOON.div_euclid(86_400_000).try_into().unwrap())
    );
    assert_eq!(Date::from_days(day.as_days()), day);
    reads("2026-11-30", &day);
    for wrong in [
        "",
        "2026-11-31",
        "2026-13-01",
        "2026-00-01",
        "26-11-30",
        "2026-11-30T12:00:00Z",
        "+026-11-30",
        "2026-1-30",
        "20261130",
        "2026-11-3é",
    ] {
        assert_eq!(wrong.parse::<Date>().ok(), None, "{wrong}");
        refuses::<Date>(wrong, "expected a day such as \"2026-11-30\"");
    }
    refuses::<Date>(5, "expected a day");
    assert_eq!(Date::from_days(i32::MIN).to_string(), "0000-01-01");
    assert_eq!(Date::from_days(i32::MAX).to_string(), "9999-12-31");
    assert_eq!(Date::from_ymd(10_000, 1, 1), None);
}

#[test]
fn lengths_are_milliseconds() {
    reads(1500, &Duration::from_millis(1500));
    reads(1500.0, &Duration::from_millis(1500));
    reads("1500", &Duration::from_millis(1500));
    refuses::<Duration>(-1, "expected a length of time in milliseconds");
    refuses::<Duration>(0.5, "expected a length of time in milliseconds");
    refuses::<Duration>("soon", "expected a length of time in milliseconds");
    let long = Duration::from(std::time::Duration::MAX);
    for packager in ALL {
        assert!(packager.encode(&long, &mut Vec::new()).is_err());
    }
    assert_eq!(
        Duration::from_millis(7).to_string().parse(),
        Ok(Duration::from_millis(7))
    );
    assert_eq!("-1".parse::<Duration>().ok(), None);
}

#[test]
fn no_number_is_too_large() {
    for millis in [i64::MIN, i64::MIN + 1, -1, 0, 1, NOON, i64::MAX] {
        let moment = Timestamp::from_millis(millis);
        assert_eq!(moment.to_string().parse(), Ok(moment));
        let text = Rfc3339::from(moment);
        assert_eq!(
            text.to_string().parse::<Rfc3339>().map(Rfc3339::as_millis),
            Ok(text.as_millis())
        );
        let _ = SystemTime::from(text);
        assert_eq!(Timestamp::from(SystemTime::from(moment)), moment);
    }
    let last = Timestamp::from_millis(i64::MAX);
    assert_eq!(last.checked_add(Duration::from_millis(1)), None);
    assert_eq!(
        last.checked_sub(Duration::from(std::time::Duration::MAX)),
        None
    );
    assert!(
        last.duration_since(Timestamp::from_millis(i64::MIN))
            .is_some()
    );
    assert_eq!(Timestamp::UNIX_EPOCH.duration_since(last), None);
    // The year 10000 has no text.
    let late = Rfc3339::from_millis(253_402_300_800_000);
    for packager in ALL {
        let error = packager.encode(&late, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("0 to 9999"), "{error}");
    }
}
