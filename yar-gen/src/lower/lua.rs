//! The lua back end.

use yar_idl::model::Package;

use crate::File;

/// The files of a package.
#[must_use]
pub fn generate(_package: &Package) -> Vec<File> {
    Vec::new()
}
