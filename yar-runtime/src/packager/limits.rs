//! What a decoder puts up with.

/// Containers inside one another that are written, and by default read.
pub const MAX_DEPTH: usize = 512;

/// Limits of a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeLimits {
    /// Containers inside one another, the body itself included; 512 by default,
    /// as in PHP's JSON. What is deeper needs more stack than a thread has.
    pub depth: usize,
    /// Bytes that may be read again because references stand for them, in
    /// PHP's formats; 1 MiB by default.
    pub expansion: usize,
}

impl DecodeLimits {
    /// The same limits with another depth.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// The same limits with another allowance for references.
    #[must_use]
    pub fn with_expansion(mut self, expansion: usize) -> Self {
        self.expansion = expansion;
        self
    }
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self {
            depth: MAX_DEPTH,
            expansion: 1 << 20,
        }
    }
}
