//! The static description that a server has of its service.

use std::collections::BTreeMap;
use yar::{Fault, Service, Timestamp};

#[derive(Debug, yar::Error)]
#[yar(code = 1)]
struct Late {
    message: String,
}

/// Says things.
///
/// In two paragraphs.
#[yar::service(package = "demo.talk", name = "Talker")]
trait Talk {
    /// One line.
    async fn say(&self, r#where: Vec<String>, how: Option<i64>) -> Result<String, Fault<Late>>;
    #[yar(name = "shutUp")]
    fn shut_up(&self);
    fn pair(&self) -> (i64, String);
    fn unit(&self) -> Result<(), yar::Error>;
    fn times(
        &self,
        day: yar::Date,
        #[yar(optional)] after: Option<yar::Rfc3339>,
        #[yar(default = yar::Duration::from_secs(1))] every: yar::Duration,
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
    assert_eq!(params, [("where", "Vec<String>"), ("how", "Option<i64>")]);
    assert_eq!((say.docs, say.returns), ("One line.", "String"));
    assert_eq!(say.throws[0].name, "Late");
    let returns: Vec<_> = info.methods.iter().map(|method| method.returns).collect();
    assert_eq!(
        returns,
        [
            "String",
            "",
            "(i64, String)",
            "",
            "BTreeMap<u64, Option<Timestamp>>"
        ]
    );
    let times = info.methods[4].params.iter();
    let times: Vec<_> = times.map(|it| (it.ty, it.optional, it.default)).collect();
    assert_eq!(
        times,
        [
            ("yar::Date", false, None),
            ("yar::Rfc3339", true, None),
            ("yar::Duration", false, Some("yar::Duration::from_secs(1)")),
        ]
    );
}
