//! `cargo fmt` changes nothing in Rust output.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use yar_gen::{Options, Target};

use crate::support::{CASES, Folder, files_below, golden};

#[test]
fn golden_files_are_as_rustfmt_would_have_them() {
    for case in CASES {
        let folder = golden(case).join("rust");
        for (name, _) in files_below(&folder) {
            check(&folder.join(name));
        }
    }
}

/// Names of growing length meet every width at which a line is broken.
#[test]
fn lines_break_where_rustfmt_breaks_them() {
    let mut source = String::from("package widths;\n");
    let (mut fields, mut methods) = (String::new(), String::new());
    for length in 1..100 {
        let name = "x".repeat(length);
        writeln!(source, "error E{length} = {length} \"{name}\"").unwrap();
        writeln!(fields, "y{name}: map<string, list<(i64, string?)>>").unwrap();
        writeln!(methods, "a{name}() -> i64").unwrap();
        writeln!(methods, "b{name}(p: list<i64>, q: bool) throws E1").unwrap();
        writeln!(methods, "c{name}(userID: i64, p: bool)").unwrap();
        writeln!(methods, "d{length}(p{name}: (i64, string)) -> bool").unwrap();
        writeln!(methods, "f{length}(q: bool, p{name}: u32 = 5, r?: string)").unwrap();
        writeln!(methods, "e{length}(p{name}: map<string, i64>, q: any)").unwrap();
    }
    write!(source, "struct S {{ {fields} }} service V {{ {methods} }}").unwrap();
    let folder = Folder::new();
    folder.write("widths.yar", source);
    let package = yar_gen::load(&folder.path().join("widths.yar"));
    let package = package.unwrap_or_else(|error| panic!("{}", error.render(false)));
    let files = yar_gen::generate(&package, Target::Rust, &Options::default());
    files.write(folder.path()).unwrap();
    check(&folder.path().join("widths.rs"));
}

fn check(path: &Path) {
    let mut rustfmt = Command::new("rustfmt");
    let arguments = ["--edition", "2024", "--check", "--color", "never"];
    let output = rustfmt.args(arguments).arg(path).output();
    let output = output.expect("rustfmt comes with the toolchain");
    let changes = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{changes}{complaints}");
}
