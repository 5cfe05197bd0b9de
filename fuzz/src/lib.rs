//! What the fuzz targets share: an allocator with a limit, a type with a bit of
//! everything, and what must hold for every input.
//!
//! A panic, a failed assertion or memory above the limit ends the process, and
//! libFuzzer keeps the input that led there.

mod memory;
mod packager;
mod rich;

pub use memory::{budget, within};
pub use packager::{as_written, check_packager, same};
pub use rich::Rich;

use yar_runtime::packager::DecodeLimits;

/// Limits for an input of `len` bytes: what references may be expanded to is
/// kept in proportion, so that memory can be as well.
#[must_use]
pub fn limits(len: usize) -> DecodeLimits {
    DecodeLimits::default().with_expansion(len)
}
