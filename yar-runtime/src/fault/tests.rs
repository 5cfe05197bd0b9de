#![allow(clippy::panic, clippy::indexing_slicing)]

use super::{Fault, MethodError, Thrown, ThrownInfo};
use crate::error::{Error, Stage, status};
use std::borrow::Cow;
use std::fmt;

#[derive(Debug, PartialEq)]
enum Lookup {
    NotFound(String),
    Gone(String),
}

impl fmt::Display for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Thrown::message(self))
    }
}

impl std::error::Error for Lookup {}

const fn declared(name: &'static str, code: i64) -> ThrownInfo {
    ThrownInfo::new(name, code)
}

impl Thrown for Lookup {
    const DECLARED: &'static [ThrownInfo] = &[declared("NotFound", 44), declared("Gone", 45)];

    fn info(&self) -> &'static ThrownInfo {
        match self {
            Self::NotFound(_) => &<Self as Thrown>::DECLARED[0],
            Self::Gone(_) => &<Self as Thrown>::DECLARED[1],
        }
    }

    fn message(&self) -> Cow<'_, str> {
        match self {
            Self::NotFound(text) | Self::Gone(text) => Cow::Borrowed(text),
        }
    }

    fn from_error(info: &'static ThrownInfo, error: &Error) -> Option<Self> {
        let message = error.message().to_owned();
        match info.code {
            44 => Some(Self::NotFound(message)),
            45 => Some(Self::Gone(message)),
            _ => None,
        }
    }
}

fn received(code: i64, kind: &str) -> Fault<Lookup> {
    Lookup::from_call(Error::remote(status::EXCEPTION, code, kind, "text"))
}

#[test]
fn the_code_decides_before_the_name() {
    for (code, kind) in [(44, "NotFound"), (44, "Gone"), (44, ""), (0, "notfound")] {
        match received(code, kind) {
            Fault::Thrown(Lookup::NotFound(text)) => assert_eq!(text, "text"),
            other => panic!("{code} {kind}: {other:?}"),
        }
    }
}

#[test]
fn the_name_is_the_last_segment_in_any_case() {
    for kind in [
        "Gone",
        "GONE",
        "App\\Errors\\Gone",
        "app.errors.gone",
        "app::Gone",
    ] {
        let fault = received(0, kind);
        assert!(
            matches!(fault, Fault::Thrown(Lookup::Gone(_))),
            "{kind}: {fault:?}"
        );
    }
}

#[test]
fn everything_else_is_kept_as_it_came() {
    let undeclared = received(7, "RuntimeException");
    match undeclared {
        Fault::Failed(error) => {
            assert_eq!((error.code(), error.kind()), (Some(7), "RuntimeException"));
        }
        other => panic!("{other:?}"),
    }
    // Other statuses have no exceptions, whatever their number is.
    let refused = Error::remote(44, 44, "NotFound", "text");
    assert!(matches!(Lookup::from_call(refused), Fault::Failed(_)));
    let local = Error::new(Stage::Timeout, "text");
    assert!(matches!(Lookup::from_call(local), Fault::Failed(error) if error.is_timeout()));
}

#[test]
fn what_travels_is_what_was_declared() {
    let gone = Lookup::Gone("text".into());
    let exception = gone.exception();
    assert_eq!(
        (exception.code, &*exception.kind, &*exception.message),
        (45, "Gone", "text")
    );
    let forwarded = Error::remote(64, 9, "PDOException", "text");
    assert_eq!(forwarded.exception().kind, "PDOException");
    let fault: Fault<Lookup> = Error::exception(5, "text").into();
    assert_eq!(
        (fault.exception().code, &*fault.exception().kind),
        (5, "Exception")
    );
}

#[test]
fn a_question_mark_keeps_what_was_thrown() {
    let fails = |fault: Fault<Lookup>| -> Result<(), Error> { Err(fault)? };
    let error = fails(Fault::Thrown(Lookup::Gone("long ago".to_owned()))).err();
    let error = error.map(|it| {
        (
            it.is_remote(),
            it.code(),
            it.to_string(),
            it.kind().to_owned(),
        )
    });
    let expected = (true, Some(45), "long ago".to_owned(), "Gone".to_owned());
    assert_eq!(error, Some(expected));
    let error = fails(Fault::Failed(Error::new(Stage::Timeout, "too late"))).err();
    assert_eq!(error.map(|it| it.is_timeout()), Some(true));
}
