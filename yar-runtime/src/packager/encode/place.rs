//! Where a value stands, in one word: an encoder is passed on for every value.

/// What there is to know of the place of a value.
#[derive(Clone, Copy)]
pub(super) struct Place(u64);

impl Place {
    #[inline]
    pub(super) fn new(depth: u32, class: u32) -> Self {
        Self(u64::from(class) << 32 | u64::from(depth))
    }

    /// Containers around the value.
    #[inline]
    pub(super) fn depth(self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
        let depth = self.0 as u32;
        depth
    }

    /// The class of the map that comes is at the end of what has been written,
    /// in so many bytes less one; 0: it has none.
    #[inline]
    pub(super) fn class(self) -> u32 {
        (self.0 >> 32) as u32
    }
}
