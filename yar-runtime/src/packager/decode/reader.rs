//! What the decoder asks of a packager: the next token, and a way around.

use crate::packager::DecodeError;
use std::borrow::Cow;

/// One scalar, or the beginning of a container.
#[derive(Debug, Clone)]
pub(crate) enum Token<'de> {
    Null,
    Bool(bool),
    Int(i64),
    /// Above `i64::MAX`.
    UInt(u64),
    Float(f64),
    /// Known to be UTF-8.
    Text(Cow<'de, str>),
    /// A string nobody has looked into.
    String(Cow<'de, [u8]>),
    /// Sent as binary.
    Binary(&'de [u8]),
    List(Frame),
    Map(Frame, MapKind<'de>),
    Reference(Reference),
}

/// What is known of a map besides its entries.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MapKind<'de> {
    Plain,
    /// A PHP array, begun at this position: a list if its keys are 0, 1, 2...
    Array(usize),
    /// A PHP object of this class.
    Object(&'de [u8]),
}

/// Stands for a value that was sent before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    /// Number of the value, from 1, as the packager counts them.
    pub(crate) number: u64,
    /// Takes a number of its own.
    pub(crate) counted: bool,
}

/// How far the reading of one container is.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// Elements or entries still to come, where the format counts them.
    pub(crate) left: usize,
    pub(crate) is_map: bool,
    /// Nothing has been read yet.
    pub(crate) fresh: bool,
}

impl Frame {
    #[inline]
    pub(crate) fn list(left: usize) -> Self {
        let (is_map, fresh) = (false, true);
        Self {
            left,
            is_map,
            fresh,
        }
    }

    #[inline]
    pub(crate) fn map(left: usize) -> Self {
        let (is_map, fresh) = (true, true);
        Self {
            left,
            is_map,
            fresh,
        }
    }
}

/// Reads the tokens of one packager, without any idea of types.
pub(crate) trait Reader<'de>: Sized {
    /// Strings are text: bytes travel as base64.
    const TEXT_ONLY: bool;
    /// Containers end when their count is reached, without a sign of it.
    const ENDS_BY_COUNT: bool;

    /// Reads a scalar or the beginning of a container.
    fn next(&mut self) -> Result<Token<'de>, DecodeError>;

    /// Reads the key of the entry that [`Reader::more`] has promised.
    fn key(&mut self) -> Result<Token<'de>, DecodeError>;

    /// True when the container has another element or entry; else steps over its end.
    fn more(&mut self, frame: &mut Frame) -> Result<bool, DecodeError>;

    /// True when a null comes next.
    fn at_null(&mut self) -> Result<bool, DecodeError>;

    /// True when the keys of the array begun at `start` are 0, 1, 2...
    fn is_list(&mut self, start: usize) -> Result<bool, DecodeError>;

    /// Goes to the value that a reference just read stands for, and returns
    /// the position to come back to.
    fn follow(&mut self, reference: Reference) -> Result<usize, DecodeError>;

    /// Where the next token begins, in bytes.
    fn position(&self) -> usize;

    /// Continues at a position that [`Reader::follow`] has returned.
    fn seek(&mut self, position: usize);

    /// Checks what follows the value.
    fn finish(&mut self) -> Result<(), DecodeError>;

    /// A float in its usual form, when one comes next: a short cut.
    #[inline]
    fn plain_float(&mut self) -> Option<f64> {
        None
    }

    /// An integer in its shortest form, when one comes next: a short cut.
    #[inline]
    fn plain_integer(&mut self) -> Option<i64> {
        None
    }
}

/// Steps over one value, without recursion; `depth` is what it may be nested.
#[inline]
pub(crate) fn skip<'de, R: Reader<'de>>(reader: &mut R, depth: usize) -> Result<(), DecodeError> {
    match reader.next()? {
        Token::List(frame) | Token::Map(frame, _) => skip_rest(reader, frame, depth),
        _ => Ok(()),
    }
}

/// Steps over what is left of a container.
pub(crate) fn skip_rest<'de, R: Reader<'de>>(
    reader: &mut R,
    frame: Frame,
    depth: usize,
) -> Result<(), DecodeError> {
    if depth == 0 {
        return Err(too_deep());
    }
    let mut around: Vec<Frame> = Vec::new();
    let mut inner = frame;
    loop {
        while !reader.more(&mut inner)? {
            match around.pop() {
                Some(frame) => inner = frame,
                None => return Ok(()),
            }
        }
        if inner.is_map {
            reader.key()?;
        }
        if let Token::List(frame) | Token::Map(frame, _) = reader.next()? {
            around.push(std::mem::replace(&mut inner, frame));
            if around.len() >= depth {
                return Err(too_deep());
            }
        }
    }
}

#[cold]
pub(crate) fn too_deep() -> DecodeError {
    DecodeError::malformed("nested deeper than the limit of this side")
}
