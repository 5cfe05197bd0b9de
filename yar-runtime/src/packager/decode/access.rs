//! Maps on their way in, and lists that are read as maps.

use super::key::{KeyDecoder, PlainKey};
use super::reader::{Frame, Opening, Reader, Shape, Token};
use super::{Decoder, Result, scalar};
use crate::packager::DecodeError;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use std::borrow::Cow;

/// Entries of a map, or elements of a list under their indexes.
pub(super) struct Entries<'d, 'de, R> {
    decoder: &'d mut Decoder<R>,
    frame: Frame,
    hint: usize,
    /// Private and protected properties are left out.
    public_only: bool,
    /// The key last read, if it was usual: two words, with nothing to drop when
    /// the next one comes.
    plain_key: Option<&'de str>,
    /// Else that key.
    key: Option<Token<'de>>,
    /// Names that are likely to come, in this order.
    names: &'static [&'static str],
    index: i64,
    done: bool,
}

impl<'d, 'de, R: Reader<'de>> Entries<'d, 'de, R> {
    #[inline]
    pub(super) fn new(decoder: &'d mut Decoder<R>, opening: Opening) -> Result<Self> {
        let frame = decoder.enter(opening)?;
        let hint = decoder.hint(opening.len);
        Ok(Self {
            decoder,
            frame,
            hint,
            public_only: opening.shape == Shape::Object,
            plain_key: None,
            key: None,
            names: &[],
            index: 0,
            done: false,
        })
    }

    /// Gives private and protected properties as well.
    pub(super) fn include_private(&mut self) {
        self.public_only = false;
    }

    /// Expects these names: they need not be looked into.
    #[inline]
    pub(super) fn expect(&mut self, names: &'static [&'static str]) {
        self.names = names;
    }

    /// A key in its usual form.
    #[inline(always)]
    fn usual_key(&mut self) -> Option<&'de str> {
        let reader = &mut self.decoder.reader;
        match likely_name(reader, &mut self.names) {
            None => reader.plain_key(),
            name => name,
        }
    }

    /// True when there is another entry.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Result<bool> {
        step(self.decoder, &mut self.frame, &mut self.done)
    }

    /// The key of the entry stepped to, or of a later one.
    pub(super) fn next_key(&mut self) -> Result<Option<Token<'de>>> {
        loop {
            if !self.frame.is_map() {
                self.index += 1;
                return Ok(Some(Token::Int(self.index - 1)));
            }
            let key = self.decoder.reader.key()?;
            if !self.public_only || !is_mangled(&key) {
                return Ok(Some(key));
            }
            self.decoder.skip()?;
            if !self.step()? {
                return Ok(None);
            }
        }
    }

    /// Steps over the value of the entry whose key was read.
    pub(super) fn skip(&mut self) -> Result<()> {
        self.decoder.skip()
    }

    /// What errors in the next value are said to be in.
    pub(super) fn set_key(&mut self, key: Token<'de>) {
        self.plain_key = None;
        self.key = Some(key);
    }

    /// Steps over what the type did not take.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if !at_end::<R>(&self.frame, self.done) {
            self.rest()?;
        }
        self.decoder.leave(&self.frame);
        Ok(())
    }

    #[inline(never)]
    fn rest(&mut self) -> Result<()> {
        while self.step()? {
            if self.frame.is_map() {
                self.decoder.reader.key()?;
            }
            self.decoder.skip()?;
        }
        Ok(())
    }
}

/// Steps over the key that comes next if it is one of the next two of `names`,
/// which are likely to come in this order: of those that are left out, one after
/// another is passed over.
#[inline(always)]
pub(crate) fn likely_name<'de, R: Reader<'de>>(
    reader: &mut R,
    names: &mut &'static [&'static str],
) -> Option<&'static str> {
    match *names {
        [name, rest @ ..] if reader.plain_name(name) => {
            *names = rest;
            Some(name)
        }
        [_, name, rest @ ..] if reader.plain_name(name) => {
            *names = rest;
            Some(name)
        }
        _ => None,
    }
}

/// True when it is known that nothing follows, not even the sign of the end.
#[inline]
pub(super) fn at_end<'de, R: Reader<'de>>(frame: &Frame, done: bool) -> bool {
    match R::ENDS_BY_COUNT {
        true => frame.left == 0,
        false => done,
    }
}

/// True when there is another element or entry. Types ask again at the end:
/// where it has a sign of its own, it must not be looked for twice.
#[inline(always)]
pub(super) fn step<'de, R: Reader<'de>>(
    decoder: &mut Decoder<R>,
    frame: &mut Frame,
    done: &mut bool,
) -> Result<bool> {
    if !R::ENDS_BY_COUNT && *done {
        return Ok(false);
    }
    let more = decoder.reader.more(frame)?;
    *done = !more;
    Ok(more)
}

/// PHP writes the name of a property that is not public behind NULs.
fn is_mangled(key: &Token<'_>) -> bool {
    scalar::bytes_of(key).is_some_and(|name| name.first() == Some(&0))
}

impl<'de, R: Reader<'de>> MapAccess<'de> for &mut Entries<'_, 'de, R> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.step()? {
            return Ok(None);
        }
        if self.frame.shape == Shape::Map
            && let Some(key) = self.usual_key()
        {
            self.plain_key = Some(key);
            return match seed.deserialize(PlainKey(key)) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.located(error)),
            };
        }
        let Some(key) = Entries::next_key(self)? else {
            return Ok(None);
        };
        self.set_key(key.clone());
        match seed.deserialize(KeyDecoder(key)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.located(error)),
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let mut result = seed.deserialize(&mut *self.decoder);
        if let Err(error) = &mut result {
            // Where it stands: a value is not moved for it.
            self.locate(error);
        }
        result
    }

    fn size_hint(&self) -> Option<usize> {
        let hint = self.hint.min(self.frame.left);
        (hint > 0).then_some(hint)
    }
}

impl<'de, R: Reader<'de>> Entries<'_, 'de, R> {
    #[cold]
    fn located(&self, mut error: DecodeError) -> DecodeError {
        self.locate(&mut error);
        error
    }

    #[cold]
    fn locate(&self, error: &mut DecodeError) {
        let name = match (self.plain_key, &self.key) {
            (Some(key), _) => KeyDecoder::name(&Token::Text(Cow::Borrowed(key))),
            (None, Some(key)) => KeyDecoder::name(key),
            (None, None) => return,
        };
        error.enter_field(name);
    }
}

/// Reads a list where a struct is wanted: it must be empty.
pub(super) fn no_entries<'de, R: Reader<'de>, V: Visitor<'de>>(
    decoder: &mut Decoder<R>,
    opening: Opening,
    visitor: V,
) -> Result<V::Value> {
    let mut frame = decoder.enter(opening)?;
    if decoder.more(&mut frame)? {
        return Err(scalar::mismatch(&Token::List(opening), &visitor));
    }
    let nothing: [((), ()); 0] = [];
    visitor.visit_map(MapDeserializer::new(nothing.into_iter()))
}
