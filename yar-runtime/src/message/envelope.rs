//! The one-letter keys that requests and responses are maps of.

use crate::packager::{
    DecodeError, Decoder, Frame, Opening, Reader, Shape, Token, bytes_of, leading_integer,
    text_of_scalar,
};
use std::borrow::Cow;

/// Goes into the body. A list is a map without any one-letter keys.
#[inline]
pub(super) fn enter<'de, R: Reader<'de>>(decoder: &mut Decoder<R>) -> Result<Frame, DecodeError> {
    let opening = match decoder.reader.plain_map() {
        Some(len) => Opening::new(Shape::Map, len),
        None => match decoder.token()? {
            Token::Map(opening) | Token::List(opening) => opening,
            _ => return Err(DecodeError::malformed("expected the body to be a map")),
        },
    };
    decoder.enter(opening)
}

/// Calls `found` with each one-letter key that is still to come, and with how
/// far the body has been read; all other keys are stepped over. Keys are exact,
/// and the last one of a kind wins.
#[inline]
pub(super) fn read_keys<'de, R: Reader<'de>>(
    decoder: &mut Decoder<R>,
    mut frame: Frame,
    mut found: impl FnMut(&mut Decoder<R>, u8, &Frame) -> Result<Step, DecodeError>,
) -> Result<(), DecodeError> {
    while decoder.more(&mut frame)? {
        let letter = if !frame.is_map() {
            None
        } else {
            match decoder.reader.plain_letter() {
                None => unusual_letter(&mut decoder.reader)?,
                letter => letter,
            }
        };
        let step = match letter {
            Some(letter) => found(decoder, letter, &frame)?,
            None => Step::Other,
        };
        match step {
            Step::Read => {}
            Step::Other => decoder.skip()?,
            Step::Stop => return Ok(()),
        }
    }
    decoder.reader.finish()
}

/// What became of a key's value.
pub(super) enum Step {
    /// It has been read.
    Read,
    /// It is of no interest.
    Other,
    /// It has not been read, and nothing behind it is wanted now.
    Stop,
}

/// The letter that any other key is.
#[inline(never)]
fn unusual_letter<'de, R: Reader<'de>>(reader: &mut R) -> Result<Option<u8>, DecodeError> {
    match bytes_of(&reader.key()?) {
        Some([letter]) => Ok(Some(*letter)),
        _ => Ok(None),
    }
}

/// Reads an id or a status, cast as PHP does.
#[inline]
pub(super) fn number<'de, R: Reader<'de>>(decoder: &mut Decoder<R>) -> Result<i64, DecodeError> {
    match decoder.reader.plain_integer() {
        Some(value) => Ok(value),
        None => Ok(leading_integer(&scalar(decoder)?)),
    }
}

/// Reads a text, cast as PHP does where that makes sense.
#[inline]
pub(super) fn text<'de, R: Reader<'de>>(
    decoder: &mut Decoder<R>,
) -> Result<Option<Cow<'de, str>>, DecodeError> {
    match decoder.reader.plain_text() {
        Some(text) => Ok(Some(Cow::Borrowed(text))),
        None => Ok(text_of_scalar(scalar(decoder)?)),
    }
}

/// Reads a scalar. A container is stepped over, and only told to be empty or not.
fn scalar<'de, R: Reader<'de>>(decoder: &mut Decoder<R>) -> Result<Token<'de>, DecodeError> {
    let opening = match decoder.token()? {
        Token::List(opening) | Token::Map(opening) => opening,
        scalar => return Ok(scalar),
    };
    let mut frame = decoder.enter(opening)?;
    let mut filled = false;
    while decoder.more(&mut frame)? {
        filled = true;
        if frame.is_map() {
            decoder.reader.key()?;
        }
        decoder.skip()?;
    }
    Ok(Token::List(Opening::new(Shape::List, filled.into())))
}
