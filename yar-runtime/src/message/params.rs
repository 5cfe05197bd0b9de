//! The parameters of a request, which stay packed until their types are known.

use super::envelope::{Step, read_keys};
use crate::packager::{
    self, Arguments, DecodeError, DecodeLimits, Decoder, Frame, JsonReader, Kind, MsgPackReader,
    Packager, PhpReader, Reader, ValueReader,
};
use crate::value::Value;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;

/// The packed parameters of a request.
#[derive(Debug, Clone)]
pub struct Params<'a>(Source<'a>);

#[derive(Debug, Clone)]
enum Source<'a> {
    Packed(Packed<'a>),
    Untyped(Value, DecodeLimits),
}

/// What comes before them may be referred to.
#[derive(Debug, Clone, Copy)]
struct Packed<'a> {
    packager: Packager,
    body: &'a [u8],
    place: Place,
    limits: DecodeLimits,
}

impl<'a> Params<'a> {
    #[inline]
    pub(super) fn packed(
        packager: Packager,
        body: &'a [u8],
        place: Place,
        limits: DecodeLimits,
    ) -> Self {
        Self(Source::Packed(Packed {
            packager,
            body,
            place,
            limits,
        }))
    }

    pub(super) fn untyped(params: Value, limits: DecodeLimits) -> Self {
        Self(Source::Untyped(params, limits))
    }

    /// No parameters: what a request without the key means.
    #[must_use]
    pub fn none() -> Self {
        Self::untyped(Value::Null, DecodeLimits::default())
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> Result<usize, DecodeError> {
        self.read().map(|Count(count)| count)
    }

    /// Decodes into a tuple: a list, a map's values in order, or nothing at
    /// all. Surplus arguments are ignored; a missing one is `None` for an
    /// `Option` and else an error that gives its position. What follows the
    /// parameters in the body is looked at only now, if anything does.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, DecodeError> {
        match &self.0 {
            Source::Packed(packed) => match packed.packager.0 {
                Kind::Php => packed.read::<PhpReader<'_>, T>(),
                Kind::Json => packed.read::<JsonReader<'_>, T>(),
                Kind::MsgPack => packed.read::<MsgPackReader<'_>, T>(),
                Kind::Registered(_) => Err(DecodeError::malformed("expected an untyped body")),
            },
            Source::Untyped(value, limits) => read_untyped(value, limits),
        }
    }
}

/// Where parameters begin, and what is known of what comes behind them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    at: usize,
    /// How far the body has been read, if something may follow.
    behind: Option<Frame>,
}

impl Place {
    /// Of parameters that have not been walked over.
    #[inline]
    pub(super) fn before<'a, R: Reader<'a>>(at: usize, frame: &Frame) -> Self {
        let is_last = R::ENDS_BY_COUNT && frame.left == 0;
        let behind = (!is_last).then_some(*frame);
        Self { at, behind }
    }

    /// Nothing comes behind them.
    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.behind.is_none()
    }

    /// For who walks over them and looks at the rest.
    #[inline]
    pub(super) fn alone(self) -> Self {
        let behind = None;
        Self { behind, ..self }
    }
}

/// How many arguments there are, whatever they are.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self(0))
    }
}

impl<'de> Visitor<'de> for Count {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arguments")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {
            self.0 += 1;
        }
        Ok(self)
    }
}

impl<'a> Packed<'a> {
    // A function of its own for each packager, as a call touches only one.
    #[inline(never)]
    fn read<R: packager::Packed<'a>, T: Deserialize<'a>>(&self) -> Result<T, DecodeError> {
        let limits = &self.limits;
        let mut decoder = parameters(R::new(self.body, self.place.at, limits), limits);
        if R::ENDS_BY_COUNT && self.place.is_last() {
            // Right to where it is returned.
            return T::deserialize(Arguments::begin(&mut decoder)?);
        }
        let mut result = T::deserialize(Arguments::begin(&mut decoder)?);
        // As a whole: a value taken out of it would be moved, which is much for a
        // large type.
        if let Some(frame) = self.place.behind
            && result.is_ok()
            && let Err(error) = read_behind(&mut decoder, frame, &mut result)
        {
            result = Err(error);
        }
        result
    }
}

/// Reads what follows the parameters: the last ones count.
fn read_behind<'a, R: Reader<'a>, T: Deserialize<'a>>(
    decoder: &mut Decoder<R>,
    frame: Frame,
    result: &mut Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    read_keys(decoder, frame, |decoder, key, _| {
        match key {
            b'p' => *result = T::deserialize(Arguments::begin(decoder)?),
            // Others have been told by now which method is called.
            b'i' | b'm' => {
                return Err(DecodeError::malformed(format!(
                    "the key {:?} comes again behind the parameters",
                    char::from(key)
                )));
            }
            _ => return Ok(Step::Other),
        }
        match result {
            Ok(_) => Ok(Step::Read),
            // Nothing behind it can be found.
            Err(_) => Ok(Step::Stop),
        }
    })
}

#[inline(never)]
fn read_untyped<'a, T: Deserialize<'a>>(
    value: &Value,
    limits: &DecodeLimits,
) -> Result<T, DecodeError> {
    let reader = ValueReader::new(value.clone());
    T::deserialize(Arguments::begin(&mut parameters(reader, limits))?)
}

/// The body around parameters is a level of its own.
#[inline]
fn parameters<'a, R: Reader<'a>>(reader: R, limits: &DecodeLimits) -> Decoder<R> {
    Decoder::new(reader, limits.depth.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::message::Request;
    use crate::packager::{DecodeError, DecodeLimits, Packager, to_value};
    use crate::value::{Key, Map, Value};

    type Entry = (&'static str, Value);

    /// A body of these entries, in every packager.
    fn bodies(entries: &[Entry]) -> Vec<(Packager, Vec<u8>)> {
        let mut body = Map::new();
        body.entries = entries
            .iter()
            .map(|(key, value)| (Key::from(*key), value.clone()))
            .collect();
        [Packager::PHP, Packager::JSON, Packager::MSGPACK]
            .map(|packager| {
                let mut out = Vec::new();
                packager.encode(&body, &mut out).unwrap();
                (packager, out)
            })
            .into()
    }

    fn read(packager: Packager, body: &[u8]) -> Result<(i64, String, i64), DecodeError> {
        let request = Request::read(packager, body, &DecodeLimits::default())?;
        let (argument,) = request.params.unwrap().read()?;
        let method = request.method.unwrap_or_default();
        Ok((request.id, method.into_owned(), argument))
    }

    fn list(argument: i64) -> Value {
        to_value(&[argument]).unwrap()
    }

    #[test]
    fn whatever_stands_behind_the_parameters_is_stepped_over() {
        let (id, method) = (("i", Value::Int(7)), ("m", Value::from("f")));
        let other = ("x", list(5));
        for entries in [
            vec![id.clone(), method.clone(), ("p", list(1)), other.clone()],
            vec![
                method.clone(),
                id.clone(),
                ("p", list(1)),
                other.clone(),
                other.clone(),
            ],
            vec![id.clone(), ("p", list(1)), method.clone(), other.clone()],
            vec![("p", list(1)), other, id, method],
        ] {
            for (packager, body) in bodies(&entries) {
                let read = read(packager, &body).unwrap();
                assert_eq!(read, (7, "f".to_owned(), 1), "{packager}");
                assert_cut_is_seen(packager, &body);
            }
        }
    }

    /// Without its last byte a body is malformed, if not before then when the
    /// parameters are read.
    fn assert_cut_is_seen(packager: Packager, body: &[u8]) {
        let (_, cut) = body.split_last().unwrap();
        assert!(
            read(packager, cut).unwrap_err().is_malformed(),
            "{packager}"
        );
    }

    #[test]
    fn of_several_parameters_the_last_ones_count() {
        let (id, method) = (("i", Value::Int(7)), ("m", Value::from("f")));
        let (bad, good) = (("p", to_value(&["no"]).unwrap()), ("p", list(2)));
        let unknown = ("x", Value::Null);
        for (packager, body) in bodies(&[id.clone(), method.clone(), ("p", list(1)), good.clone()])
        {
            assert_eq!(read(packager, &body).unwrap().2, 2, "{packager}");
        }
        for (packager, body) in bodies(&[id, method, good, bad, unknown]) {
            assert!(
                !read(packager, &body).unwrap_err().is_malformed(),
                "{packager}"
            );
        }
    }

    #[test]
    fn who_is_called_is_not_changed_behind_the_parameters() {
        let (id, method) = (("i", Value::Int(7)), ("m", Value::from("f")));
        for again in [("i", Value::Int(8)), ("m", Value::from("g"))] {
            for (packager, body) in
                bodies(&[id.clone(), method.clone(), ("p", list(1)), again.clone()])
            {
                let error = read(packager, &body).unwrap_err();
                assert!(error.is_malformed(), "{packager}");
                let text = format!("the key '{}' comes again behind the parameters", again.0);
                assert!(error.to_string().contains(&text), "{packager}: {error}");
            }
        }
    }
}
