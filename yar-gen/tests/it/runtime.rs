//! The runtimes inside the tool are those in the folders.

use std::path::Path;

use yar_gen::{Options, Package, Target};

use crate::support::files_below;

#[test]
fn every_file_of_the_runtimes_is_carried() {
    let options = Options::default().with_runtime(true);
    let folders = [
        (Target::Lua, "runtime/lua", ""),
        (Target::Php, "runtime/php/src", "Yar/"),
    ];
    for (target, folder, prefix) in folders {
        let files = yar_gen::generate(&Package::new("none"), target, &options);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for (name, text) in files_below(&folder) {
            if name.ends_with(&format!(".{}", target.name())) {
                let path = format!("{prefix}{name}");
                let carried = files.get(&path);
                assert!(carried.is_some(), "{path} is not in src/runtime.rs");
                assert!(carried == Some(&text), "{path} was changed after the build");
            }
        }
    }
}
