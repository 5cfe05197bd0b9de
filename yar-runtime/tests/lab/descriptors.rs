//! A process that is out of descriptors.

use std::io;
use std::process::Command;

/// Runs this test of this program once more, ignored as it is, in a process of
/// its own that may open few descriptors: so nobody else is short of them.
pub fn run_with_few(test: &str) {
    let child = Command::new("sh")
        .args(["-c", "ulimit -n 64 && exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", test])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success(), "{child:?}");
    assert!(said.contains("1 passed"), "{said}");
}

/// Opens until no descriptor is left to this process.
pub fn take_all<T>(open: impl Fn() -> io::Result<T>) -> Vec<T> {
    let mut taken = Vec::new();
    let error = loop {
        match open() {
            Ok(one) => taken.push(one),
            Err(error) => break error,
        }
        assert!(taken.len() < 1_000, "there is no limit");
    };
    assert!(error.to_string().contains("Too many open files"), "{error}");
    taken
}
