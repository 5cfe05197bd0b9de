//! How a server ended.

/// What became of the calls that were running when the server was told to
/// stop. Calls that finished without having to wait are not among them, nor are
/// those that had not begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// They ran to their end, and their answers were on their way.
    pub finished: usize,
    /// They did not end within `Limits::stop_timeout`, or their peers left;
    /// their futures were dropped.
    pub cut_off: usize,
}
