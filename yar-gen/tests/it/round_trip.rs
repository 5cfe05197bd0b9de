//! A contract that became Rust is the same contract when it is read back, but
//! for what Rust has no words for.

use std::path::PathBuf;

use yar_gen::{Options, Package, Target};

use crate::as_rust::as_rust;
use crate::support::{CASES, Folder, input, root};

/// Contracts that import nothing.
const SAMPLES: [&str; 3] = ["calc.yar", "metrics.yar", "legacy.yar"];

#[test]
fn rust_output_reads_back_as_the_same_contract() {
    for path in contracts() {
        let package = yar_gen::load(&path).unwrap();
        let expected = format!("{:#?}", as_rust(&package));
        let found = format!("{:#?}", as_rust(&read_back(&package)));
        snapbox::assert_data_eq!(found, snapbox::Data::text(expected).raw());
    }
}

/// Nothing is left of what the reading lost.
#[test]
fn what_is_read_back_is_all_that_rust_says() {
    for path in contracts() {
        let again = read_back(&yar_gen::load(&path).unwrap());
        assert_eq!(as_rust(&again), again, "{}", path.display());
    }
}

#[test]
fn either_input_gives_the_same_rust() {
    for path in contracts() {
        let package = yar_gen::load(&path).unwrap();
        let options = Options::default();
        let first = yar_gen::generate(&package, Target::Rust, &options);
        let again = yar_gen::generate(&read_back(&package), Target::Rust, &options);
        assert_eq!(first, again, "{}", path.display());
    }
}

/// Where nothing is said that Rust has no words for.
#[test]
fn either_input_gives_the_same_bytes() {
    let cases = CASES.iter().filter(|case| **case != "whole");
    for case in cases {
        let package = yar_gen::load(&input(case)).unwrap();
        let again = read_back(&package);
        for target in Target::ALL {
            let options = Options::default();
            let first = yar_gen::generate(&package, target, &options);
            assert_eq!(first, yar_gen::generate(&again, target, &options));
        }
    }
}

fn contracts() -> Vec<PathBuf> {
    let samples = SAMPLES.map(|name| root().join("idl").join(name));
    CASES.map(input).into_iter().chain(samples).collect()
}

fn read_back(package: &Package) -> Package {
    let folder = Folder::new();
    let files = yar_gen::generate(package, Target::Rust, &Options::default());
    let written = files.write(folder.path()).unwrap();
    let package = yar_gen::load(&written.changed[0]);
    package.unwrap_or_else(|error| panic!("{}", error.render(false)))
}
