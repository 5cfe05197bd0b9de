//! The example with a build script builds and runs as a user's crate would,
//! outside of this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{files_below, root};

/// Builds most of what this workspace is built of once more, for Cargo shares
/// nothing between workspaces.
#[test]
fn the_example_builds_and_follows_its_contract() {
    let folder = copy();
    let printed = run(&folder, "run");
    assert_eq!(printed.0, "Good morning, Ada\nrefused: nobody to greet\n");

    let contract = folder.join("idl/greeter.yar");
    let text = fs::read_to_string(&contract).unwrap();
    fs::write(&contract, text.replace("nobody to greet", "say who")).unwrap();
    assert_eq!(
        run(&folder, "run").0,
        "Good morning, Ada\nrefused: say who\n"
    );

    fs::write(folder.join("notes.txt"), "nothing to do with the build").unwrap();
    let again = run(&folder, "build");
    assert!(!again.1.contains("Compiling"), "{}", again.1);

    fs::write(&contract, text.replace("string throws", "strin throws")).unwrap();
    let output = cargo(&folder, "build");
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(
        complaints.contains("error[Y0401]: unknown type `strin`"),
        "{complaints}"
    );
}

/// A copy whose paths lead here, with the versions that are locked here.
fn copy() -> PathBuf {
    let example = root().join("examples/build_script");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_script");
    for (path, text) in files_below(&example) {
        let target = folder.join(&path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let here = format!("path = \"{}", root().display());
        fs::write(target, text.replace("path = \"../..", &here)).unwrap();
    }
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

fn run(folder: &Path, command: &str) -> (String, String) {
    let output = cargo(folder, command);
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{complaints}");
    (String::from_utf8(output.stdout).unwrap(), complaints)
}

fn cargo(folder: &Path, command: &str) -> std::process::Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([command, "--offline"]).current_dir(folder);
    // What the outer Cargo says is about another package.
    cargo.env("CARGO_TARGET_DIR", folder.join("target"));
    cargo.output().unwrap()
}
