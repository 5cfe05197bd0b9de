//! The Rust golden files compile without a warning, also from pedantic
//! readers, and what they declare travels under its name in the contract.

#![warn(clippy::pedantic)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
// A test crate exports nothing, and the golden files are written for one that does.
#![allow(unreachable_pub)]

#[path = "../examples/generated/rust/calc.rs"]
mod calc;
#[path = "../yar-gen/tests/golden/docs/rust/docs.rs"]
mod docs;
#[path = "../yar-gen/tests/golden/errors/rust/errors.rs"]
mod errors;
#[path = "../yar-gen/tests/golden/keywords/rust/keywords.rs"]
mod keywords;
#[path = "../yar-gen/tests/golden/prelude/rust/prelude.rs"]
mod prelude;
#[path = "../yar-gen/tests/golden/types/rust/demo/types.rs"]
// How deep types nest is the contract's choice.
#[allow(clippy::type_complexity)]
mod types;
#[path = "../yar-gen/tests/golden/whole/rust/demo/whole.rs"]
mod whole;

/// A program may use nothing of all that, and hears of nothing either.
#[allow(clippy::duplicate_mod)]
#[path = "."]
mod unused {
    #[path = "../yar-gen/tests/golden/errors/rust/errors.rs"]
    mod errors;
    #[path = "../yar-gen/tests/golden/keywords/rust/keywords.rs"]
    mod keywords;
    #[path = "../yar-gen/tests/golden/whole/rust/demo/whole.rs"]
    mod whole;
}

use errors::{Denied, Detailed, Gone, NotFound};
use errors::{UsersDeleteError, UsersExamineError, UsersFindError};
use serde_json::{from_value, json, to_value};
use yar::Fault;

#[test]
fn fields_travel_under_their_names_in_the_contract() {
    let wire = json!({
        "type": "a", "self": "b", "end": "c", "function": "d", "class": "e", "async": "f",
        "this": "g", "fn": "h", "nil": "i", "userID": 1, "HTTPServer": "j", "ipv6_addr": "k",
        "_hidden": "l", "GLOBALS": "m",
    });
    let names: keywords::Names = from_value(wire.clone()).unwrap();
    assert_eq!((names.r#type.as_str(), names.user_id), ("a", 1));
    assert_eq!(to_value(names).unwrap(), wire);
}

#[test]
fn enums_travel_as_their_values_and_keep_unknown_ones() {
    use keywords::Word;
    use types::{Big, Level};
    for (word, wire) in [
        (Word::Self_, json!("self")),
        (Word::Match, json!("MATCH")),
        (Word::Unknown, json!("unknown")),
        (Word::UnknownValue("new".to_owned()), json!("new")),
    ] {
        assert_eq!(to_value(&word).unwrap(), wire);
        assert_eq!(from_value::<Word>(wire).unwrap(), word);
    }
    for (level, wire) in [(Level::Low, json!(-1)), (Level::Unknown(7), json!(7))] {
        assert_eq!(to_value(&level).unwrap(), wire);
        assert_eq!(from_value::<Level>(wire).unwrap(), level);
    }
    assert_eq!(to_value(Big::Most).unwrap(), json!(u64::MAX));
}

#[test]
fn types_that_contain_themselves_have_an_end() {
    let leaf = |label: &str| types::Tree {
        label: label.to_owned(),
        parent: None,
        children: Vec::new(),
    };
    let tree = types::Tree {
        parent: Some(Box::new(leaf("root"))),
        children: vec![leaf("child")],
        ..leaf("node")
    };
    let wire = to_value(&tree).unwrap();
    assert_eq!(wire["parent"]["label"], "root");
    assert_eq!(from_value::<types::Tree>(wire).unwrap(), tree);

    let end = |number| types::Knot {
        ends: (None, (number, None)),
    };
    let knot = types::Knot {
        ends: (Some(Box::new(end(1))), (2, Some(Box::new(end(3))))),
    };
    let wire = to_value(&knot).unwrap();
    assert_eq!(wire["ends"][1][1]["ends"][1][0], 3);
    assert_eq!(from_value::<types::Knot>(wire).unwrap(), knot);
}

#[test]
fn null_of_any_type_is_a_value_unless_the_field_may_be_left_out() {
    let nulls = json!({ "must": null, "may": null, "filled": null, "three": null });
    let loose: types::Loose = from_value(nulls).unwrap();
    let null = yar::Value::Null;
    assert_eq!((&loose.must, &loose.filled), (&null, &null));
    assert_eq!((&loose.may, &loose.three), (&None, &Some(None)));
    assert_eq!(
        to_value(&loose).unwrap(),
        json!({ "must": null, "filled": null, "three": null })
    );
    let bare: types::Loose = from_value(json!({ "must": 1 })).unwrap();
    assert_eq!(to_value(&bare).unwrap(), json!({ "must": 1, "filled": 5 }));
}

struct People;

impl errors::Users for People {
    async fn find(&self, id: i64) -> Result<String, Fault<UsersFindError>> {
        match id {
            1 => Ok("one".to_owned()),
            2 => Err(Fault::Thrown(UsersFindError::Gone(Gone::default()))),
            _ => Err(Fault::Thrown(UsersFindError::NotFound(NotFound::new(
                "nobody",
            )))),
        }
    }

    async fn get(&self, _id: i64) -> Result<String, Fault<NotFound>> {
        Err(Fault::Thrown(NotFound::default()))
    }

    async fn delete(&self, _id: i64) -> Result<(), Fault<UsersDeleteError>> {
        Err(Fault::Thrown(UsersDeleteError::Denied(Denied::default())))
    }

    async fn count(&self) -> Result<u64, yar::Error> {
        Ok(1)
    }

    async fn examine(&self, id: i64) -> Result<(), Fault<UsersExamineError>> {
        let detailed = Detailed {
            who: Some(id.to_string()),
            ..Detailed::new("looked at")
        };
        Err(Fault::Thrown(UsersExamineError::Detailed(detailed)))
    }

    async fn explain(&self, _id: i64) -> Result<(), Fault<Detailed>> {
        Ok(())
    }
}

#[tokio::test]
async fn several_errors_of_one_method_are_told_apart() {
    let mut server = yar::Server::new(errors::UsersServer::new(People));
    let address = server.listen("tcp://127.0.0.1:0").await.unwrap();
    let task = tokio::spawn(server.run_until(std::future::pending::<()>()));
    let users: errors::UsersClient = yar::connect(&address).await.unwrap();

    assert_eq!(users.find(1).await.unwrap(), "one");
    let gone = users.find(2).await.unwrap_err();
    assert!(matches!(gone, Fault::Thrown(UsersFindError::Gone(error)) if error.message == "gone"));
    let missing = users.find(3).await.unwrap_err();
    let is_nobody = |error: &NotFound| error.message == "nobody";
    assert!(matches!(missing, Fault::Thrown(UsersFindError::NotFound(error)) if is_nobody(&error)));
    let denied = users.delete(1).await.unwrap_err();
    assert!(matches!(denied, Fault::Thrown(UsersDeleteError::Denied(_))));
    assert_eq!(users.count().await.unwrap(), 1);
    let looked = users.examine(5).await.unwrap_err();
    let is_five = |error: &Detailed| error.who.as_deref() == Some("5");
    assert!(matches!(looked, Fault::Thrown(UsersExamineError::Detailed(error)) if is_five(&error)));
    users.explain(5).await.unwrap();
    task.abort();
}

#[test]
#[allow(deprecated)]
fn constants_are_of_their_types() {
    use whole::State;
    assert_eq!((keywords::MATCH, keywords::SELF), (1, "self"));
    assert_eq!((whole::LEAST, whole::MOST), (i64::MIN, u64::MAX));
    assert_eq!((whole::MAX_LINES, whole::ENABLED), (1_000_000, true));
    assert_eq!(to_value(whole::RATE).unwrap(), json!(-0.0015));
    assert_eq!(to_value(whole::HALF).unwrap(), json!(0.5));
    assert_eq!(to_value(whole::HUGE).unwrap(), json!(1e300));
    assert_eq!(whole::NOBODY, "\"nobody\"\n\\ at all");
    assert_eq!(whole::MAGIC, b"\0yar\xff");
    assert_eq!(to_value(whole::EPOCH).unwrap(), json!(0));
    assert_eq!(
        to_value(whole::BEGAN).unwrap(),
        json!("2026-11-30T12:00:00.25Z")
    );
    assert_eq!(to_value(whole::FIRST_DAY).unwrap(), json!("2024-02-29"));
    assert_eq!(to_value(whole::PAUSE).unwrap(), json!(1500));
    assert_eq!(whole::USUAL, State::Paid);
}

#[test]
fn what_is_left_out_has_its_default() {
    let values: whole::Values = from_value(json!({})).unwrap();
    assert_eq!(values.large, u64::MAX);
    assert_eq!(values.day, yar::Date::from_ymd(1, 1, 1).unwrap());
    assert_eq!(values.by_number[&-1], [true]);
    assert_eq!(values.thing.count, 3);
    assert_eq!(values.point, whole::Shape::Point);
    let circle = whole::Circular { radius: 2.5 };
    assert_eq!(values.shape, whole::Shape::Circle(circle));
    let wire = to_value(&values).unwrap();
    assert_eq!(wire["written"], json!("2026-11-30T12:00:00Z"));
    assert_eq!(wire["by_state"], json!({"PAID": 1, "lost": 2}));
    assert_eq!(from_value::<whole::Values>(wire).unwrap(), values);
}
