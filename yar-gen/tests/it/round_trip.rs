//! A contract that became Rust is the same contract when it is read back, but
//! for what Rust has no words for.

use std::path::PathBuf;

use yar_gen::{Options, Package, Target};

use crate::as_rust::as_rust;
use crate::support::{CASES, Folder, input, root};

/// Contracts that import nothing.
const SAMPLES: [&str; 3] = ["calc.yar", "metrics.yar", "legacy.yar"];

/// Values that are nested.
const DEEP: &str = r#"
    struct Thing { label: string count: u32 = 1 next: Thing? = { label: "a", next: null } }
    struct Circle { radius: f64 = 1.0 }
    union Shape { circle: Circle both: (Shape, Shape?) many: list<Shape> point }
    service S {
      f(
        thing: Thing = { label: "x", next: { label: "y", next: { label: "z", count: 3 } } },
        boxed: Shape = { both: [{ circle: {} }, { many: [point, { circle: { radius: 2 } }] }] },
        anything: any = {
          deep: [null, 1, -2.5, "x", true, 18446744073709551615, -9223372036854775808, 1.0, []],
          "": {},
        },
        things: map<i64, list<(Thing, Shape?)>> = { "-3": [[{ label: "t" }, null]], "5": [] },
      )
    }"#;

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

/// But for the fingerprint in the first line.
#[test]
fn either_input_gives_the_same_rust() {
    let text = |package: &Package| {
        let files = yar_gen::generate(package, Target::Rust, &Options::default());
        let texts = files.iter().map(|(path, text)| {
            let rest = text.split_once('\n').unwrap().1;
            format!("{path}\n{rest}")
        });
        texts.collect::<String>()
    };
    for path in contracts() {
        let package = yar_gen::load(&path).unwrap();
        let again = text(&read_back(&package));
        snapbox::assert_data_eq!(again, snapbox::Data::text(text(&package)).raw());
    }
}

#[test]
fn nested_values_read_back() {
    let folder = Folder::new();
    let path = folder.path().join("deep.yar");
    std::fs::write(&path, DEEP).unwrap();
    let package = yar_gen::load(&path).unwrap();
    let again = read_back(&package);
    assert_eq!(as_rust(&package), again);
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
