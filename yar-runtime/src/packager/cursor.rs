//! A position in bytes that checks every step.

use super::DecodeError;

/// Bytes and how far they have been read.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'de> {
    bytes: &'de [u8],
    rest: &'de [u8],
}

impl<'de> Cursor<'de> {
    /// Starts at `at`, or at the end if that lies behind it.
    #[inline]
    pub(crate) fn new(bytes: &'de [u8], at: usize) -> Self {
        let rest = bytes.get(at..).unwrap_or_default();
        Self { bytes, rest }
    }

    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    #[inline]
    pub(crate) fn seek(&mut self, at: usize) {
        self.rest = self.bytes.get(at..).unwrap_or_default();
    }

    /// All bytes, from the first one on.
    pub(crate) fn bytes(&self) -> &'de [u8] {
        self.bytes
    }

    /// What has not been read.
    #[inline]
    pub(crate) fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// Continues with `rest`, a tail of the bytes.
    #[inline]
    pub(crate) fn set_rest(&mut self, rest: &'de [u8]) {
        self.rest = rest;
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8, DecodeError> {
        match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                Ok(*byte)
            }
            None => Err(self.cut()),
        }
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match self.rest.split_first_chunk() {
            Some((chunk, rest)) => {
                self.rest = rest;
                Ok(*chunk)
            }
            None => Err(self.cut()),
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.cut()),
        }
    }

    /// Steps over `bytes`; false: something else comes next.
    #[inline]
    pub(crate) fn eat<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        match self.rest.split_first_chunk() {
            Some((found, rest)) if *found == bytes => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Steps over `byte`, which must come next.
    #[inline]
    pub(crate) fn expect(&mut self, byte: u8) -> Result<(), DecodeError> {
        match self.rest.split_first() {
            Some((found, rest)) if *found == byte => {
                self.rest = rest;
                Ok(())
            }
            Some(_) => Err(self.error(&format!("expected {:?}", char::from(byte)))),
            None => Err(self.cut()),
        }
    }

    #[cold]
    pub(crate) fn cut(&self) -> DecodeError {
        self.error("the value is cut short")
    }

    #[cold]
    pub(crate) fn error(&self, message: &str) -> DecodeError {
        DecodeError::malformed(format!("byte {}: {message}", self.position()))
    }
}
