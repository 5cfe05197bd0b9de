//! The one-letter keys that requests and responses are maps of.

use crate::packager::{DecodeError, Decoder, Frame, Reader, Shape, Token};

/// Calls `found` with each one-letter key of the body, and whether it is known
/// to be the last; all other keys are stepped over. Keys are exact, and the last one of a
/// kind wins.
#[inline]
pub(super) fn read_keys<'de, R: Reader<'de>>(
    decoder: &mut Decoder<R>,
    mut found: impl FnMut(&mut Decoder<R>, u8, bool) -> Result<Step, DecodeError>,
) -> Result<(), DecodeError> {
    let Token::Map(mut frame) = decoder.token()? else {
        return Err(DecodeError::malformed("expected the body to be a map"));
    };
    decoder.enter()?;
    while decoder.more(&mut frame)? {
        let key = decoder.reader.key()?;
        let letter = match &key {
            Token::Text(key) => one_letter(key.as_bytes()),
            Token::String(key) => one_letter(key),
            Token::Binary(key) => one_letter(key),
            _ => None,
        };
        let last = R::ENDS_BY_COUNT && frame.left == 0;
        let step = match letter {
            Some(letter) => found(decoder, letter, last)?,
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
    /// It has not been read, and nothing comes behind it.
    Stop,
}

#[inline]
fn one_letter(key: &[u8]) -> Option<u8> {
    match key {
        [letter] => Some(*letter),
        _ => None,
    }
}

/// Reads a scalar. A container is stepped over, and only told to be empty or not.
pub(super) fn scalar<'de, R: Reader<'de>>(
    decoder: &mut Decoder<R>,
) -> Result<Token<'de>, DecodeError> {
    let mut frame = match decoder.token()? {
        Token::List(frame) | Token::Map(frame) => frame,
        scalar => return Ok(scalar),
    };
    decoder.enter()?;
    let mut filled = false;
    while decoder.more(&mut frame)? {
        filled = true;
        if frame.is_map() {
            decoder.reader.key()?;
        }
        decoder.skip()?;
    }
    Ok(Token::List(Frame::new(Shape::List, filled.into())))
}
