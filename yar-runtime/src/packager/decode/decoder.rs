//! The decoder: tokens with references followed, and how deep one is.

use super::reader::{Frame, Opening, Packed, Reader, Reference, Shape, Token, too_deep};
use super::skip::skip;
use super::{Result, scalar};
use crate::packager::{DecodeError, DecodeLimits};
use serde::de::Deserialize;
use std::num::NonZeroUsize;

/// Reads the one value of `bytes`.
///
/// A function of its own for each format, so that choosing one costs a jump.
#[inline(never)]
pub(crate) fn decode<'de, R: Packed<'de>, T: Deserialize<'de>>(
    bytes: &'de [u8],
    limits: &DecodeLimits,
) -> Result<T> {
    decode_from(R::new(bytes, 0, limits), limits.depth)
}

/// Reads one value from the reader, which then must be at its end.
#[inline]
pub(crate) fn decode_from<'de, R: Reader<'de>, T: Deserialize<'de>>(
    reader: R,
    depth: usize,
) -> Result<T> {
    let mut decoder = Decoder::new(reader, depth);
    if R::MAY_GO_ON {
        // Right to where it is returned: a move would be read at once in larger
        // pieces than were written, for which processors wait.
        return T::deserialize(&mut decoder);
    }
    let mut result = T::deserialize(&mut decoder);
    if result.is_ok()
        && let Err(error) = decoder.reader.finish()
    {
        result = Err(error);
    }
    // As a whole: a value taken out of it would be moved, which is much for a
    // large type.
    result
}

/// Gives serde what a reader reads.
pub(crate) struct Decoder<R> {
    pub(crate) reader: R,
    /// How many more containers may be entered.
    pub(super) depth: usize,
    /// How many more elements types may make room for before having read them:
    /// containers inside one another all announce the same bytes.
    ahead: usize,
    /// Where to go on behind the container about to be entered, if not where
    /// it ends.
    pub(super) back: Option<NonZeroUsize>,
    /// Maps around this place that had to be searched for their tag.
    pub(super) searched: usize,
}

impl<'de, R: Reader<'de>> Decoder<R> {
    #[inline]
    pub(crate) fn new(reader: R, depth: usize) -> Self {
        let ahead = reader.remaining();
        Self {
            reader,
            depth,
            ahead,
            back: None,
            searched: 0,
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
    pub(super) fn follow(&mut self, reference: Reference) -> Result<Token<'de>> {
        let back = NonZeroUsize::new(self.reader.follow(reference)?);
        loop {
            match self.reader.next()? {
                Token::Reference(reference) => {
                    self.reader.follow(reference)?;
                }
                container @ (Token::List(_) | Token::Map(_)) => {
                    self.back = back;
                    return Ok(container);
                }
                scalar => {
                    self.reader.seek(back.map_or(0, NonZeroUsize::get));
                    return Ok(scalar);
                }
            }
        }
    }

    /// Goes into the container just begun.
    #[inline]
    pub(crate) fn enter(&mut self, opening: Opening) -> Result<Frame> {
        self.depth = self.depth.checked_sub(1).ok_or_else(too_deep)?;
        Ok(Frame::new(opening, self.back.take()))
    }

    /// How many of so many elements a type may make room for.
    #[inline]
    pub(super) fn hint(&mut self, announced: usize) -> usize {
        let hint = announced.min(self.ahead);
        self.ahead -= hint;
        hint
    }

    /// Steps to the next element or entry of the container entered, or out of it.
    #[inline(always)]
    pub(crate) fn more(&mut self, frame: &mut Frame) -> Result<bool> {
        if self.reader.more(frame)? {
            return Ok(true);
        }
        self.leave(frame);
        Ok(false)
    }

    /// Goes on behind the container, which has no further element or entry.
    #[inline]
    pub(super) fn leave(&mut self, frame: &Frame) {
        self.depth += 1;
        if let Some(back) = frame.back {
            self.reader.seek(back.get());
        }
    }

    /// Steps over one value. References in it are not followed.
    #[inline]
    pub(crate) fn skip(&mut self) -> Result<()> {
        skip(&mut self.reader, self.depth)
    }

    /// A scalar, for which PHP's msgpack may have sent a case of an enum: an
    /// object with `name` and, if it is backed, `value`.
    #[inline]
    pub(super) fn plain(&mut self) -> Result<Token<'de>> {
        match self.token()? {
            Token::Map(opening) if opening.shape == Shape::Object => self.enum_case(opening),
            token => Ok(token),
        }
    }

    #[cold]
    fn enum_case(&mut self, opening: Opening) -> Result<Token<'de>> {
        let mut frame = self.enter(opening)?;
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
