//! What the decoder asks of a packager: the next token, and a way around.

use crate::packager::{DecodeError, DecodeLimits};
use std::borrow::Cow;
use std::num::NonZeroUsize;

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
    List(Opening),
    Map(Opening),
    Reference(Reference),
}

impl Token<'_> {
    #[inline]
    pub(crate) fn opening(&self) -> Option<Opening> {
        match self {
            Token::List(opening) | Token::Map(opening) => Some(*opening),
            _ => None,
        }
    }
}

/// The beginning of a container: two scalars, which travel in registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opening {
    pub(crate) shape: Shape,
    /// How many elements or entries follow, where the format counts them.
    pub(crate) len: usize,
}

impl Opening {
    #[inline]
    pub(crate) fn new(shape: Shape, len: usize) -> Self {
        Self { shape, len }
    }
}

/// What is known of a container besides its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    List,
    Map,
    /// A PHP array: a list if its keys are 0, 1, 2...
    Array,
    /// A PHP object.
    Object,
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// Elements or entries still to come, where the format counts them.
    pub(crate) left: usize,
    /// Where to go on behind it, if not where it ends: it was referred to.
    pub(crate) back: Option<NonZeroUsize>,
    pub(crate) shape: Shape,
    /// Nothing has been read yet.
    pub(crate) fresh: bool,
}

impl Frame {
    #[inline]
    pub(crate) fn new(opening: Opening, back: Option<NonZeroUsize>) -> Self {
        Self {
            left: opening.len,
            back,
            shape: opening.shape,
            fresh: true,
        }
    }

    /// Of a container with so many elements to come, of which some were read.
    #[inline]
    pub(crate) fn begun(shape: Shape, left: usize) -> Self {
        Self {
            fresh: false,
            ..Self::new(Opening::new(shape, left), None)
        }
    }

    /// True when every element has a key.
    #[inline]
    pub(crate) fn is_map(&self) -> bool {
        self.shape != Shape::List
    }
}

/// A number in its usual form: two words, which travel in registers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PlainNumber {
    Int(i64),
    /// Bits of a float.
    Float(u64),
}

impl From<f64> for PlainNumber {
    #[inline]
    fn from(value: f64) -> Self {
        Self::Float(value.to_bits())
    }
}

/// A float and its marker, where they take nine bytes.
pub(crate) type Slot = [u8; 9];

/// Reads the tokens of one packager, without any idea of types.
pub(crate) trait Reader<'de>: Sized {
    /// Strings are text: bytes travel as base64.
    const TEXT_ONLY: bool;
    /// Containers end when their count is reached, without a sign of it.
    const ENDS_BY_COUNT: bool;
    /// Anything may follow a value: [`Reader::finish`] has nothing to check. The
    /// peers do not look at it either.
    const MAY_GO_ON: bool;
    /// It can go back to where it was.
    const SEEKS: bool = true;

    /// Reads a scalar or the beginning of a container.
    fn next(&mut self) -> Result<Token<'de>, DecodeError>;

    /// Reads the key of the entry that [`Reader::more`] has promised.
    fn key(&mut self) -> Result<Token<'de>, DecodeError>;

    /// True when the container has another element or entry; else steps over its end.
    fn more(&mut self, frame: &mut Frame) -> Result<bool, DecodeError>;

    /// Steps over a scalar or goes into a container, as [`Reader::next`], but
    /// makes nothing of what it reads.
    #[inline]
    fn pass(&mut self) -> Result<Option<Opening>, DecodeError> {
        Ok(self.next()?.opening())
    }

    /// Steps over a key, as [`Reader::key`].
    #[inline]
    fn pass_key(&mut self) -> Result<(), DecodeError> {
        self.key().map(drop)
    }

    /// True when a null comes next.
    fn at_null(&mut self) -> Result<bool, DecodeError>;

    /// True when the keys of the array just begun are 0, 1, 2...
    fn is_list(&mut self) -> Result<bool, DecodeError> {
        Ok(false)
    }

    /// Class of the object just begun.
    fn class(&self) -> &'de [u8] {
        b""
    }

    /// Goes to the value that a reference just read stands for, and returns
    /// the position to come back to.
    fn follow(&mut self, _: Reference) -> Result<usize, DecodeError> {
        Err(DecodeError::malformed("a reference where there are none"))
    }

    /// How many elements there can be at most in what has not been read; 0
    /// where containers do not announce how many they have.
    fn remaining(&self) -> usize;

    /// Where the next token begins, in bytes.
    fn position(&self) -> usize;

    /// Continues at a position that [`Reader::follow`] has returned.
    fn seek(&mut self, position: usize);

    /// Checks what follows the value.
    #[inline]
    fn finish(&mut self) -> Result<(), DecodeError> {
        Ok(())
    }

    // Short cuts past the token, for values in the form that is usual for what
    // is wanted: the result then travels in registers. `None`: nothing was
    // read, and the token tells more.

    /// An integer.
    #[inline]
    fn plain_integer(&mut self) -> Option<i64> {
        None
    }

    /// A float.
    #[inline]
    fn plain_float(&mut self) -> Option<f64> {
        None
    }

    /// One of both.
    #[inline]
    fn plain_number(&mut self) -> Option<PlainNumber> {
        match self.plain_integer() {
            Some(value) => Some(PlainNumber::Int(value)),
            None => self.plain_float().map(PlainNumber::from),
        }
    }

    /// One of the two truth values.
    #[inline]
    fn plain_boolean(&mut self) -> Option<bool> {
        None
    }

    /// Text that lies in the bytes as it is.
    #[inline]
    fn plain_text(&mut self) -> Option<&'de str> {
        None
    }

    /// The same where it does not matter whether it is UTF-8.
    #[inline]
    fn plain_bytes(&mut self) -> Option<&'de [u8]> {
        None
    }

    /// The beginning of a list; how many elements, where the format counts them.
    #[inline]
    fn plain_list(&mut self) -> Option<usize> {
        None
    }

    /// Where the elements of the list just begun are if all are floats; nothing
    /// where the first is none, or where they cannot all be.
    #[inline]
    fn float_slots(&self, _: usize) -> &'de [Slot] {
        &[]
    }

    /// What is in such a place; `None`: something else than a float.
    #[inline]
    fn float(_: &Slot) -> Option<f64> {
        None
    }

    /// Steps over so many of them.
    #[inline]
    fn pass_floats(&mut self, _: usize) {}

    /// The beginning of a map of which nothing else is known.
    #[inline]
    fn plain_map(&mut self) -> Option<usize> {
        None
    }

    /// The beginning of a map with less than ten entries and the first of its
    /// keys, which are a number and a letter that are known. False, here and
    /// below: something else comes next.
    #[inline]
    fn begins_with(&mut self, _: u8, _: u8) -> bool {
        false
    }

    /// Another entry of that map, with this letter for its key.
    #[inline]
    fn goes_on_with(&mut self, _: u8) -> bool {
        false
    }

    /// A key that is an integer, as [`Reader::key`].
    #[inline]
    fn plain_index(&mut self) -> Option<i64> {
        None
    }

    /// A key that is one small letter, as [`Reader::key`].
    #[inline]
    fn plain_letter(&mut self) -> Option<u8> {
        None
    }

    /// A key that is this text; false: nothing was read, and it may still be.
    #[inline]
    fn plain_name(&mut self, _: &str) -> bool {
        false
    }

    /// A key that is text, as [`Reader::key`].
    #[inline]
    fn plain_key(&mut self) -> Option<&'de str> {
        None
    }
}

/// A reader of bytes.
pub(crate) trait Packed<'de>: Reader<'de> {
    /// Reads the value at `at`; what comes before it may be referred to.
    fn new(bytes: &'de [u8], at: usize, limits: &DecodeLimits) -> Self;
}

#[cold]
pub(crate) fn too_deep() -> DecodeError {
    DecodeError::malformed("nested deeper than the limit of this side")
}
