//! A contract that became Rust is the same contract when it is read back.

use yar_gen::{Options, Package, Target};

use crate::support::{CASES, Folder, input, root};

#[test]
fn rust_output_reads_back_as_the_same_contract() {
    for path in CASES
        .map(input)
        .into_iter()
        .chain([root().join("idl/calc.yar")])
    {
        let package = yar_gen::load(&path).unwrap();
        assert_eq!(read_back(&package), package);
    }
}

#[test]
fn either_input_gives_the_same_bytes() {
    for path in CASES
        .map(input)
        .into_iter()
        .chain([root().join("idl/calc.yar")])
    {
        let package = yar_gen::load(&path).unwrap();
        let again = read_back(&package);
        for target in Target::ALL {
            let options = Options::default();
            let first = yar_gen::generate(&package, target, &options);
            assert_eq!(first, yar_gen::generate(&again, target, &options));
        }
    }
}

fn read_back(package: &Package) -> Package {
    let folder = Folder::new();
    let files = yar_gen::generate(package, Target::Rust, &Options::default());
    let written = files.write(folder.path()).unwrap();
    let package = yar_gen::load(&written.changed[0]);
    package.unwrap_or_else(|error| panic!("{}", error.render(false)))
}
