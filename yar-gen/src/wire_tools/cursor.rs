//! A position in a body; every step is checked, and every error says where.

use super::WireError;

/// Containers inside one another that are read, as the runtime has it.
pub(super) const MAX_DEPTH: usize = yar_runtime::packager::MAX_DEPTH;

/// Bytes and how far they have been read.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
    /// Of the first unread byte, in the whole input.
    offset: usize,
    depth: usize,
}

type Result<T> = std::result::Result<T, WireError>;

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self {
            rest: bytes,
            offset,
            depth: 0,
        }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn error(&self, message: &str) -> WireError {
        WireError::at(self.offset, message)
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            let left = self.rest.len();
            return Err(self.error(&format!(
                "expected {len} more bytes, found the end of the body after {left}"
            )));
        };
        self.rest = rest;
        self.offset += len;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| self.error("a short read"))
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    /// A length that is followed by at least `least` bytes for each of it.
    pub(super) fn checked(&self, len: usize, least: usize) -> Result<usize> {
        if len > self.rest.len() / least {
            let left = self.rest.len();
            return Err(self.error(&format!(
                "expected {len} elements, found only {left} more bytes"
            )));
        }
        Ok(len)
    }

    pub(super) fn expect(&mut self, wanted: u8) -> Result<()> {
        match self.rest.first() {
            Some(found) if *found == wanted => self.take(1).map(|_| ()),
            Some(found) => Err(self.error(&format!(
                "expected `{}`, found `{}`",
                char::from(wanted),
                found.escape_ascii()
            ))),
            None => Err(self.error(&format!(
                "expected `{}`, found the end of the body",
                char::from(wanted)
            ))),
        }
    }

    /// Goes into a container.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(&format!("expected at most {MAX_DEPTH} levels of nesting")));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn finish(&self) -> Result<()> {
        match self.rest.len() {
            0 => Ok(()),
            more => Err(self.error(&format!(
                "expected the end of the body, found {more} more bytes"
            ))),
        }
    }
}
