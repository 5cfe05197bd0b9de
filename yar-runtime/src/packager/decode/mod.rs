//! From bytes to any serde type: what readers tolerate, once for all packagers
//! (wire document, section 10). How a format spells things is its own affair.
//!
//! No tree is built: a typed value takes its tokens straight from the bytes.

mod access;
mod arguments;
mod index;
mod key;
mod reader;
mod scalar;
mod variant;

pub(crate) use arguments::Arguments;
pub(crate) use index::Index;
pub(crate) use reader::{Frame, Reader, Reference, Shape, Token};
use reader::{skip, too_deep};
pub(crate) use scalar::{leading_integer, text_of_scalar};

use super::DecodeError;
use access::{Entries, Items};
use scalar::mismatch;
use serde::de::{Deserialize, Deserializer, Visitor};
use std::num::NonZeroUsize;
use variant::NameVariant;

/// Name of the newtype by which `Value` asks for class names.
pub(crate) const VALUE: &str = "$yar::Value";

/// Reads one value from the reader, which then must be at its end.
#[inline]
pub(crate) fn decode<'de, R: Reader<'de>, T: Deserialize<'de>>(
    reader: R,
    depth: usize,
) -> Result<T> {
    let mut decoder = Decoder::new(reader, depth);
    let value = T::deserialize(&mut decoder)?;
    decoder.reader.finish()?;
    Ok(value)
}

/// Gives serde what a reader reads.
pub(crate) struct Decoder<R> {
    pub(crate) reader: R,
    /// How many more containers may be entered.
    depth: usize,
    /// How many more elements types may make room for before having read them:
    /// containers inside one another all announce the same bytes.
    ahead: usize,
}

type Result<T> = std::result::Result<T, DecodeError>;

impl<'de, R: Reader<'de>> Decoder<R> {
    pub(crate) fn new(reader: R, depth: usize) -> Self {
        let ahead = reader.remaining();
        Self {
            reader,
            depth,
            ahead,
        }
    }

    /// The next token; a reference is replaced by what it stands for.
    #[inline]
    pub(crate) fn token(&mut self) -> Result<Token<'de>> {
        match self.reader.next()? {
            Token::Reference(reference) => self.follow(reference),
            token => Ok(token),
        }
    }

    /// Reads what a reference stands for once more, as a copy: the reader
    /// comes back behind the reference when that value has ended.
    #[cold]
    fn follow(&mut self, reference: Reference) -> Result<Token<'de>> {
        let back = NonZeroUsize::new(self.reader.follow(reference)?);
        loop {
            match self.reader.next()? {
                Token::Reference(reference) => {
                    self.reader.follow(reference)?;
                }
                Token::List(frame) => return Ok(Token::List(Frame { back, ..frame })),
                Token::Map(frame) => return Ok(Token::Map(Frame { back, ..frame })),
                scalar => {
                    self.reader.seek(back.map_or(0, NonZeroUsize::get));
                    return Ok(scalar);
                }
            }
        }
    }

    /// Goes into a container.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.depth = self.depth.checked_sub(1).ok_or_else(too_deep)?;
        Ok(())
    }

    /// How many elements a type may make room for.
    #[inline]
    fn hint(&mut self, frame: &Frame) -> usize {
        let hint = frame.left.min(self.ahead);
        self.ahead -= hint;
        hint
    }

    /// Steps to the next element or entry of the container entered, or out of it.
    #[inline]
    pub(crate) fn more(&mut self, frame: &mut Frame) -> Result<bool> {
        if self.reader.more(frame)? {
            return Ok(true);
        }
        self.depth += 1;
        if let Some(back) = frame.back {
            self.reader.seek(back.get());
        }
        Ok(false)
    }

    /// Steps over one value. References in it are not followed.
    #[inline]
    pub(crate) fn skip(&mut self) -> Result<()> {
        skip(&mut self.reader, self.depth)
    }

    /// Matches on the token where it is returned to: moving one costs more
    /// than reading it.
    fn any<V: Visitor<'de>>(&mut self, with_class: bool, visitor: V) -> Result<V::Value> {
        match self.reader.next() {
            Ok(Token::Null) => visitor.visit_unit(),
            Ok(Token::Bool(value)) => visitor.visit_bool(value),
            Ok(Token::Int(value)) => visitor.visit_i64(value),
            Ok(Token::Float(value)) => visitor.visit_f64(value),
            Ok(Token::Text(text)) => scalar::visit_text(text, visitor),
            Ok(Token::List(frame)) => self.items(frame, visitor),
            Ok(Token::Map(frame)) => self.any_map(frame, with_class, visitor),
            Ok(Token::Reference(reference)) => self.any_again(reference, with_class, visitor),
            Ok(token) => scalar::any(token, visitor),
            Err(error) => Err(error),
        }
    }

    fn any_map<V: Visitor<'de>>(
        &mut self,
        frame: Frame,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        if frame.shape == Shape::Array && self.reader.is_list()? {
            return self.items(frame, visitor);
        }
        self.entries(frame, with_class, visitor)
    }

    fn any_again<V: Visitor<'de>>(
        &mut self,
        reference: Reference,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        match self.follow(reference)? {
            Token::List(frame) => self.items(frame, visitor),
            Token::Map(frame) => self.any_map(frame, with_class, visitor),
            token => scalar::any(token, visitor),
        }
    }

    /// What else may be a list.
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::List(frame) | Token::Map(frame) => self.items(frame, visitor),
            token => Err(mismatch(&token, &visitor)),
        }
    }

    /// What else may be a map.
    fn map<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::Map(frame) | Token::List(frame) => self.entries(frame, false, visitor),
            token => Err(mismatch(&token, &visitor)),
        }
    }

    /// What else may be a struct: of lists only the empty one, since PHP has no
    /// other empty map.
    fn structure<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::Map(frame) => self.entries(frame, false, visitor),
            Token::List(frame) => access::no_entries(self, frame, visitor),
            token => Err(mismatch(&token, &visitor)),
        }
    }

    fn text<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.plain()?;
        scalar::text(token, visitor)
    }

    fn float<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.token()?;
        scalar::float(token, visitor)
    }

    fn integer<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.plain()?;
        scalar::integer(token, visitor)
    }

    /// Elements of a list, or values of a map with integer keys.
    #[inline]
    fn items<V: Visitor<'de>>(&mut self, frame: Frame, visitor: V) -> Result<V::Value> {
        self.enter()?;
        let mut items = Items::new(self, frame);
        let value = visitor.visit_seq(&mut items)?;
        items.drain()?;
        Ok(value)
    }

    /// Entries of a map, or elements of a list under their indexes.
    #[inline]
    fn entries<V: Visitor<'de>>(
        &mut self,
        frame: Frame,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        self.enter()?;
        let mut entries = Entries::new(self, frame, with_class);
        let value = visitor.visit_map(&mut entries)?;
        entries.drain()?;
        Ok(value)
    }

    /// A scalar, for which PHP's msgpack may have sent a case of an enum: an
    /// object with `name` and, if it is backed, `value`.
    #[inline]
    fn plain(&mut self) -> Result<Token<'de>> {
        match self.token()? {
            Token::Map(frame) if frame.shape == Shape::Object => self.enum_case(frame),
            token => Ok(token),
        }
    }

    #[cold]
    fn enum_case(&mut self, mut frame: Frame) -> Result<Token<'de>> {
        self.enter()?;
        let (mut name, mut value) = (None, None);
        while self.more(&mut frame)? {
            let found = match scalar::bytes_of(&self.reader.key()?) {
                Some(b"name") => &mut name,
                Some(b"value") => &mut value,
                _ => {
                    self.skip()?;
                    continue;
                }
            };
            *found = Some(self.token()?);
            if let Some(Token::List(_) | Token::Map(_)) = found {
                return Err(not_an_enum_case());
            }
        }
        value.or(name).ok_or_else(not_an_enum_case)
    }
}

#[cold]
fn not_an_enum_case() -> DecodeError {
    DecodeError::unfit("expected a scalar or a case of an enum, got another object")
}

macro_rules! text {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.reader.plain_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.text(visitor),
            }
        }
    )*};
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.reader.plain_integer() {
                Some(value) => visitor.visit_i64(value),
                None => self.integer(visitor),
            }
        }
    )*};
}

impl<'de, R: Reader<'de>> Deserializer<'de> for &mut Decoder<R> {
    type Error = DecodeError;

    text! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.any(false, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let token = self.token()?;
        scalar::boolean(token, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::List(frame) => self.items(frame, visitor),
            token => scalar::bytes(token, R::TEXT_ONLY, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_list() {
            Some(len) => self.items(Frame::new(Shape::List, len), visitor),
            None => self.list(visitor),
        }
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_map() {
            Some(len) => self.entries(Frame::new(Shape::Map, len), false, visitor),
            None => self.map(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.reader.plain_map() {
            Some(len) => self.entries(Frame::new(Shape::Map, len), false, visitor),
            None => self.structure(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.plain()? {
            Token::Map(frame) => variant::in_map(self, frame, visitor),
            token @ (Token::Text(_) | Token::String(_) | Token::Binary(_) | Token::Int(_)) => {
                visitor.visit_enum(NameVariant(token))
            }
            token => Err(mismatch(&token, &visitor)),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_float() {
            Some(value) => visitor.visit_f64(value),
            None => self.float(visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.at_null()? {
            self.token()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    /// Where nothing is wanted, anything may come.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == VALUE {
            return self.any(true, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }
}
