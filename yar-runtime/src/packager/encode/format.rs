//! What the encoder asks of a packager: how each thing is spelt.

/// The spelling of one packager. Rules about what may be written at all, and
/// as what, are the encoder's; the constants tell it what a format can carry.
pub(crate) trait Format {
    /// Strings are text: raw bytes, NaN and infinities cannot be written.
    const TEXT_ONLY: bool;
    /// Integers above `i64::MAX` can be written as such.
    const UNSIGNED: bool;
    /// Counts stand in front of what is counted.
    const COUNTS: bool;

    fn null(out: &mut Vec<u8>);
    fn boolean(out: &mut Vec<u8>, value: bool);
    fn integer(out: &mut Vec<u8>, value: i64);
    /// Only called above `i64::MAX`, and only where `UNSIGNED` is set.
    fn unsigned(out: &mut Vec<u8>, value: u64);
    fn float(out: &mut Vec<u8>, value: f64);
    fn text(out: &mut Vec<u8>, value: &str);
    fn bytes(out: &mut Vec<u8>, value: &[u8]);

    fn begin_list(out: &mut Vec<u8>, len: usize);
    /// A whole list.
    #[inline]
    fn empty_list(out: &mut Vec<u8>) {
        Self::begin_list(out, 0);
        Self::end_list(out);
    }
    fn begin_map(out: &mut Vec<u8>, len: usize, class: Option<&str>);
    /// Comes before every element of a list.
    fn element(out: &mut Vec<u8>, index: usize);
    /// Comes before every key of a map.
    fn entry(out: &mut Vec<u8>, index: usize);
    fn text_key(out: &mut Vec<u8>, key: &str);
    fn integer_key(out: &mut Vec<u8>, key: i64);
    /// Comes between key and value.
    fn colon(out: &mut Vec<u8>);
    fn end_list(out: &mut Vec<u8>);
    fn end_map(out: &mut Vec<u8>);

    /// True when a list or map begins with this byte.
    fn begins_container(first: u8) -> bool;
}
