//! The sample contracts are valid, and show everything the language has.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use yar_idl::{ImportError, Imports, Loaded, Source, load_files};

const SAMPLES: [&str; 5] = [
    "calc.yar",
    "accounts.yar",
    "orders.yar",
    "metrics.yar",
    "legacy.yar",
];

/// Reads imports from the folder of the samples.
struct Folder;

impl Imports for Folder {
    fn read(&mut self, _: &str, path: &str) -> Result<Source, ImportError> {
        let text = fs::read_to_string(folder().join(path));
        let text = text.map_err(|_| ImportError::default())?;
        let path = path.to_owned();
        Ok(Source { path, text })
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn load(name: &str) -> Loaded {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let path = name.to_owned();
    let stem = name.strip_suffix(".yar").unwrap();
    load_files(Source { path, text }, stem, &mut Folder)
}

#[test]
fn samples_have_no_mistake_and_nothing_to_warn_of() {
    for name in SAMPLES {
        let loaded = load(name);
        assert_eq!(loaded.diagnostics, [], "{name}");
        assert!(loaded.package.is_some());
    }
}
