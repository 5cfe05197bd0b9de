//! Stepping over a value: without recursion, and without memory for what is
//! nested as usual.

use super::Result;
use super::reader::{Frame, Opening, Reader, too_deep};

/// Steps over one value; `depth` is what it may be nested.
pub(super) fn skip<'de, R: Reader<'de>>(reader: &mut R, depth: usize) -> Result<()> {
    let Some(opening) = reader.pass()? else {
        return Ok(());
    };
    let mut open = Nest::new(opening);
    loop {
        if open.len > depth {
            return Err(too_deep());
        }
        let Some(frame) = open.innermost() else {
            return Ok(());
        };
        if !reader.more(frame)? {
            open.pop();
            continue;
        }
        if frame.is_map() {
            reader.pass_key()?;
        }
        if let Some(opening) = reader.pass()? {
            open.push(opening);
        }
    }
}

/// Containers that have been gone into.
struct Nest {
    len: usize,
    outer: [Frame; Self::OUTER],
    /// What is nested deeper.
    inner: Vec<Frame>,
}

impl Nest {
    const OUTER: usize = 8;

    fn new(opening: Opening) -> Self {
        Self {
            len: 1,
            outer: [Frame::new(opening, None); Self::OUTER],
            inner: Vec::new(),
        }
    }

    fn innermost(&mut self) -> Option<&mut Frame> {
        match self.inner.last_mut() {
            None => self.outer.get_mut(self.len.checked_sub(1)?),
            inner => inner,
        }
    }

    fn push(&mut self, opening: Opening) {
        let frame = Frame::new(opening, None);
        match self.outer.get_mut(self.len) {
            Some(place) => *place = frame,
            None => self.inner.push(frame),
        }
        self.len += 1;
    }

    fn pop(&mut self) {
        self.inner.pop();
        self.len -= 1;
    }
}
