//! Maps of which one entry says what the others are: it is given first,
//! wherever it stands.

use super::access::Entries;
use super::key::KeyDecoder;
use super::reader::{Opening, Reader, Token};
use super::scalar::{bytes_of, mismatch};
use super::{Decoder, Result, access};
use crate::packager::DecodeError;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use std::borrow::Cow;

/// Name of the struct by which a union with a tag asks for such a map; the tag
/// is its one field.
pub(crate) const TAGGED: &str = "$yar::Tagged";

/// How many maps inside one another may have to be searched. Each search reads
/// what the next one reads again.
const MAX_SEARCHED: usize = 16;

impl<'de, R: Reader<'de>> Decoder<R> {
    pub(super) fn tagged<V: Visitor<'de>>(
        &mut self,
        tag: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        let opening = match self.token()? {
            Token::Map(opening) => opening,
            Token::List(opening) => return access::no_entries(self, opening, visitor),
            token => return Err(mismatch(&token, &visitor)),
        };
        match self.search(opening, tag)? {
            None => self.entries(opening, visitor),
            Some(value) => self.searched(opening, tag, value, visitor),
        }
    }

    /// The value of a tag that does not stand first.
    fn search(&mut self, opening: Opening, tag: &str) -> Result<Option<Token<'de>>> {
        if !R::SEEKS {
            return Ok(None);
        }
        let (here, depth, back) = (self.reader.position(), self.depth, self.back);
        let (mut is_first, mut found) = (true, None);
        let mut frame = self.enter(opening)?;
        while self.more(&mut frame)? {
            let key = self.reader.key()?;
            if bytes_of(&key) == Some(tag.as_bytes()) {
                if !is_first {
                    found = Some(self.plain()?);
                }
                break;
            }
            is_first = false;
            self.skip()?;
        }
        self.reader.seek(here);
        self.depth = depth;
        self.back = back;
        Ok(found)
    }

    fn searched<V: Visitor<'de>>(
        &mut self,
        opening: Opening,
        tag: &'static str,
        value: Token<'de>,
        visitor: V,
    ) -> Result<V::Value> {
        if self.searched == MAX_SEARCHED {
            return Err(DecodeError::malformed(format!(
                "more than {MAX_SEARCHED} unions inside one another whose tag does not come first"
            )));
        }
        self.searched += 1;
        let mut entries = TagFirst {
            entries: Entries::new(self, opening)?,
            tag,
            value: Some(value),
        };
        let result = visitor.visit_map(&mut entries)?;
        entries.entries.finish()?;
        self.searched -= 1;
        Ok(result)
    }
}

/// The tag, then all other entries.
struct TagFirst<'d, 'de, R> {
    entries: Entries<'d, 'de, R>,
    tag: &'static str,
    /// Of the tag, until it has been given.
    value: Option<Token<'de>>,
}

impl<'de, R: Reader<'de>> MapAccess<'de> for &mut TagFirst<'_, 'de, R> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.value.is_some() {
            let key = KeyDecoder(Token::Text(Cow::Borrowed(self.tag)));
            return seed.deserialize(key).map(Some);
        }
        while self.entries.step()? {
            let Some(key) = self.entries.next_key()? else {
                break;
            };
            if bytes_of(&key) == Some(self.tag.as_bytes()) {
                self.entries.skip()?;
                continue;
            }
            self.entries.set_key(key.clone());
            return seed.deserialize(KeyDecoder(key)).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.value.take() {
            Some(value) => seed
                .deserialize(KeyDecoder(value))
                .map_err(|error| error.in_field(self.tag)),
            None => (&mut self.entries).next_value_seed(seed),
        }
    }
}
