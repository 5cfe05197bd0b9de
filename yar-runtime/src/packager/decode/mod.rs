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
pub(crate) use reader::{Frame, MapKind, Reader, Reference, Token};
use reader::{skip, skip_rest, too_deep};
pub(crate) use scalar::{leading_integer, text_of_scalar};

use super::DecodeError;
use access::{Entries, Items};
use serde::de::{Deserialize, Deserializer, Visitor};
use variant::{MapVariant, NameVariant};

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
}

/// What the type asks for.
#[derive(Clone, Copy)]
enum Want {
    Any,
    /// Anything, and class names with it.
    Value,
    Bool,
    Integer,
    Float,
    Text,
    Bytes,
    List,
    Map,
    Struct,
    Enum,
}

type Result<T> = std::result::Result<T, DecodeError>;

impl<'de, R: Reader<'de>> Decoder<R> {
    pub(crate) fn new(reader: R, depth: usize) -> Self {
        Self { reader, depth }
    }

    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.depth = self.depth.checked_sub(1).ok_or_else(too_deep)?;
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.depth += 1;
    }

    #[inline]
    pub(crate) fn skip(&mut self) -> Result<()> {
        skip(&mut self.reader, self.depth)
    }

    /// Steps over what is left of a container whose beginning has been read.
    pub(crate) fn skip_rest(&mut self, frame: Frame) -> Result<()> {
        skip_rest(&mut self.reader, frame, self.depth)
    }

    #[inline]
    fn value<V: Visitor<'de>>(&mut self, want: Want, visitor: V) -> Result<V::Value> {
        let token = self.reader.next()?;
        if let Token::Reference(reference) = token {
            return self.referenced(reference, want, visitor);
        }
        match want {
            Want::Any => self.any(token, false, visitor),
            Want::Value => self.any(token, true, visitor),
            Want::Bool => scalar::boolean(token, visitor),
            Want::Integer => {
                let token = self.plain(token)?;
                scalar::integer(token, visitor)
            }
            Want::Float => scalar::float(token, visitor),
            Want::Text => {
                let token = self.plain(token)?;
                scalar::text(token, visitor)
            }
            Want::Bytes => self.bytes(token, visitor),
            Want::List => self.list(token, visitor),
            Want::Map => self.map(token, visitor),
            Want::Struct => self.structure(token, visitor),
            Want::Enum => self.variant(token, visitor),
        }
    }

    /// Reads the value a reference stands for again, as a copy.
    #[cold]
    fn referenced<V: Visitor<'de>>(
        &mut self,
        reference: Reference,
        want: Want,
        visitor: V,
    ) -> Result<V::Value> {
        self.enter()?;
        let back = self.reader.follow(reference)?;
        let value = self.value(want, visitor)?;
        self.reader.seek(back);
        self.leave();
        Ok(value)
    }

    fn any<V: Visitor<'de>>(
        &mut self,
        token: Token<'de>,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        match token {
            Token::List(frame) => self.items(frame, visitor),
            Token::Map(frame, MapKind::Array(start)) if self.reader.is_list(start)? => {
                self.items(frame, visitor)
            }
            Token::Map(frame, kind) => self.entries(frame, kind, with_class, visitor),
            token => scalar::any(token, visitor),
        }
    }

    fn bytes<V: Visitor<'de>>(&mut self, token: Token<'de>, visitor: V) -> Result<V::Value> {
        match token {
            Token::List(frame) => self.items(frame, visitor),
            token => scalar::bytes(token, R::TEXT_ONLY, visitor),
        }
    }

    fn list<V: Visitor<'de>>(&mut self, token: Token<'de>, visitor: V) -> Result<V::Value> {
        match token {
            Token::List(frame) | Token::Map(frame, _) => self.items(frame, visitor),
            token => Err(scalar::mismatch(&token, &visitor)),
        }
    }

    fn map<V: Visitor<'de>>(&mut self, token: Token<'de>, visitor: V) -> Result<V::Value> {
        match token {
            Token::Map(frame, kind) => self.entries(frame, kind, false, visitor),
            Token::List(frame) => self.entries(frame, MapKind::Plain, false, visitor),
            token => Err(scalar::mismatch(&token, &visitor)),
        }
    }

    /// A list is a struct only when it is empty: PHP has no other empty map.
    fn structure<V: Visitor<'de>>(&mut self, token: Token<'de>, visitor: V) -> Result<V::Value> {
        match token {
            Token::Map(frame, kind) => self.entries(frame, kind, false, visitor),
            Token::List(mut frame) => {
                if self.reader.more(&mut frame)? {
                    return Err(scalar::mismatch(&Token::List(frame), &visitor));
                }
                visitor.visit_map(access::NoEntries)
            }
            token => Err(scalar::mismatch(&token, &visitor)),
        }
    }

    /// Elements of a list, or values of a map with integer keys.
    #[inline]
    fn items<V: Visitor<'de>>(&mut self, frame: Frame, visitor: V) -> Result<V::Value> {
        self.enter()?;
        let mut items = Items::new(self, frame);
        let value = visitor.visit_seq(&mut items)?;
        items.drain()?;
        self.leave();
        Ok(value)
    }

    /// Entries of a map, or elements of a list under their indexes.
    #[inline]
    fn entries<V: Visitor<'de>>(
        &mut self,
        frame: Frame,
        kind: MapKind<'de>,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        self.enter()?;
        let mut entries = Entries::new(self, frame, kind, with_class)?;
        let value = visitor.visit_map(&mut entries)?;
        entries.drain()?;
        self.leave();
        Ok(value)
    }

    fn variant<V: Visitor<'de>>(&mut self, token: Token<'de>, visitor: V) -> Result<V::Value> {
        match self.plain(token)? {
            Token::Map(mut frame, _) => {
                self.enter()?;
                let value = visitor.visit_enum(MapVariant::new(self, &mut frame)?)?;
                if self.reader.more(&mut frame)? {
                    return Err(DecodeError::unfit(
                        "expected a map with one key, which names the variant, got several",
                    ));
                }
                self.leave();
                Ok(value)
            }
            token @ (Token::Text(_) | Token::String(_) | Token::Binary(_) | Token::Int(_)) => {
                visitor.visit_enum(NameVariant(token))
            }
            token => Err(scalar::mismatch(&token, &visitor)),
        }
    }

    /// PHP's msgpack sends a case of an enum as an object with `name` and, if
    /// it is backed, `value`; where a scalar is wanted that is what it stands for.
    #[inline]
    fn plain(&mut self, token: Token<'de>) -> Result<Token<'de>> {
        match token {
            Token::Map(frame, MapKind::Object(_)) => self.enum_case(frame),
            token => Ok(token),
        }
    }

    #[cold]
    fn enum_case(&mut self, mut frame: Frame) -> Result<Token<'de>> {
        let (mut name, mut value) = (None, None);
        while self.reader.more(&mut frame)? {
            let found = match scalar::bytes_of(&self.reader.key()?) {
                Some(b"name") => &mut name,
                Some(b"value") => &mut value,
                _ => {
                    self.skip()?;
                    continue;
                }
            };
            *found = Some(self.reader.next()?);
            if let Some(Token::List(_) | Token::Map(..) | Token::Reference(_)) = found {
                return Err(DecodeError::unfit("expected a scalar, got an object"));
            }
        }
        value
            .or(name)
            .ok_or_else(|| DecodeError::unfit("expected a scalar, got an object"))
    }
}

macro_rules! wanted {
    ($($want:ident: $($method:ident)*;)*) => {$($(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.value(Want::$want, visitor)
        }
    )*)*};
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.reader.plain_integer() {
                Some(value) => visitor.visit_i64(value),
                None => self.value(Want::Integer, visitor),
            }
        }
    )*};
}

impl<'de, R: Reader<'de>> Deserializer<'de> for &mut Decoder<R> {
    type Error = DecodeError;

    wanted! {
        Any: deserialize_any;
        Bool: deserialize_bool;
        Text: deserialize_char deserialize_str deserialize_string deserialize_identifier;
        Bytes: deserialize_bytes deserialize_byte_buf;
        List: deserialize_seq;
        Map: deserialize_map;
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
            None => self.value(Want::Float, visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.at_null()? {
            self.reader.next()?;
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
            return self.value(Want::Value, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.value(Want::List, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.value(Want::List, visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.value(Want::Struct, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.value(Want::Enum, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn is_human_readable(&self) -> bool {
        R::TEXT_ONLY
    }
}
