//! The static description that a server has of its service.

#![allow(deprecated)]

use std::collections::BTreeMap;
use yar::{Fault, Service, Timestamp};

#[derive(Debug, yar::Error)]
#[yar(code = 1)]
#[deprecated(note = "nobody is")]
#[allow(dead_code)]
struct Late {
    message: String,
    /// By how much.
    #[serde(rename = "byMs", default, skip_serializing_if = "Option::is_none")]
    by: Option<yar::Duration>,
    #[deprecated = "ask them"]
    who: Option<Vec<String>>,
}

#[derive(Debug, yar::Enum)]
#[yar(repr = "string")]
enum Tone {
    #[yar(value = "soft")]
    Soft,
    Unknown(String),
}

/// Says things.
///
/// In two paragraphs.
#[yar::service(package = "demo.talk", name = "Talker")]
#[deprecated(since = "2.0.0", note = "use `Write`")]
#[allow(deprecated)]
trait Talk {
    /// One line.
    async fn say(&self, r#where: Vec<String>, how: Option<i64>) -> Result<String, Fault<Late>>;
    #[yar(name = "shutUp", idempotent, strict_arity)]
    #[deprecated]
    fn shut_up(&self);
    fn pair(&self) -> (i64, String);
    fn unit(&self) -> Result<(), yar::Error>;
    fn times(
        &self,
        day: yar::Date,
        #[yar(optional)] after: Option<yar::Rfc3339>,
        #[yar(default = yar::Duration::from_secs(1))] every: yar::Duration,
        #[yar(default = vec![Tone::Soft])] tones: Vec<Tone>,
    ) -> BTreeMap<u64, Option<Timestamp>>;
}

struct Mute;

impl Talk for Mute {
    async fn say(&self, _: Vec<String>, _: Option<i64>) -> Result<String, Fault<Late>> {
        Err(Late::default().into())
    }

    fn shut_up(&self) {}

    fn pair(&self) -> (i64, String) {
        (0, String::new())
    }

    fn unit(&self) -> Result<(), yar::Error> {
        Ok(())
    }

    fn times(
        &self,
        _: yar::Date,
        _: Option<yar::Rfc3339>,
        _: yar::Duration,
        _: Vec<Tone>,
    ) -> BTreeMap<u64, Option<Timestamp>> {
        BTreeMap::new()
    }
}

#[test]
fn the_description_has_it_all() {
    let info = TalkServer::new(Mute).info();
    assert_eq!((info.name, info.package), ("Talker", "demo.talk"));
    assert_eq!(info.docs, "Says things.\n\nIn two paragraphs.");
    let names: Vec<_> = info.methods.iter().map(|method| method.name).collect();
    assert_eq!(names, ["say", "shutUp", "pair", "unit", "times"]);
    let say = &info.methods[0];
    let params: Vec<_> = say.params.iter().map(|it| (it.name, it.ty)).collect();
    assert_eq!(params, [("where", "list<string>"), ("how", "i64?")]);
    assert_eq!((say.docs, say.returns), ("One line.", "string"));
    assert_eq!(say.throws[0].name, "Late");
    let returns: Vec<_> = info.methods.iter().map(|method| method.returns).collect();
    assert_eq!(
        returns,
        ["string", "", "(i64, string)", "", "map<u64, timestamp?>"]
    );
    let times = info.methods[4].params.iter();
    let times: Vec<_> = times
        .map(|it| {
            let default = it.default.map(|it| (it.rust, (it.value)()));
            (it.ty, it.optional, default)
        })
        .collect();
    let second = Some(("yar::Duration::from_secs(1)", Some(yar::Value::Int(1000))));
    let soft = yar::Value::List(vec![yar::Value::from("soft")]);
    assert_eq!(
        times,
        [
            ("date", false, None),
            ("timestamp", true, None),
            ("duration", false, second),
            ("list<Tone>", false, Some(("vec![Tone::Soft]", Some(soft)))),
        ]
    );
}

#[test]
fn the_description_says_what_callers_may_rely_on() {
    let info = TalkServer::new(Mute).info();
    let said = |it: Option<yar::DeprecationInfo>| it.map(|it| (it.since, it.note));
    assert_eq!(said(info.deprecated), Some(("2.0.0", "use `Write`")));
    let marks = info.methods.iter().take(2);
    let marks: Vec<_> = marks
        .map(|it| (it.idempotent, it.strict_arity, said(it.deprecated)))
        .collect();
    assert_eq!(marks, [(false, false, None), (true, true, Some(("", "")))]);

    let late = &info.methods[0].throws[0];
    assert_eq!(said(late.deprecated), Some(("", "nobody is")));
    let data = late.data.iter();
    let data: Vec<_> = data
        .map(|it| (it.name, it.ty, it.optional, it.docs, said(it.deprecated)))
        .collect();
    assert_eq!(
        data,
        [
            ("byMs", "duration", true, "By how much.", None),
            ("who", "list<string>?", false, "", Some(("", "ask them"))),
        ]
    );
}

#[test]
fn the_description_is_json_without_rust() {
    let info = serde_json::to_value(TalkServer::new(Mute).info()).unwrap();
    assert_eq!(
        info["methods"][4]["params"],
        serde_json::json!([
            {"name": "day", "type": "date", "optional": false},
            {"name": "after", "type": "timestamp", "optional": true},
            {"name": "every", "type": "duration", "optional": false, "default": 1000},
            {"name": "tones", "type": "list<Tone>", "optional": false, "default": ["soft"]},
        ])
    );
    assert_eq!(
        info["methods"][1]["deprecated"],
        serde_json::json!({"note": "", "since": ""})
    );
    assert_eq!(info["methods"][0].get("deprecated"), None);
}
