#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;
use crate::folder::Folder;

impl Folder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn files(list: &[(&str, &str)]) -> Files {
    let mut files = Files::default();
    for (path, text) in list {
        let (path, text) = ((*path).to_owned(), (*text).to_owned());
        files.insert(File { path, text }).unwrap();
    }
    files
}

#[test]
fn writes_what_changed_and_leaves_the_rest() {
    let folder = Folder::new();
    let first = files(&[("b/c.lua", "one\n"), ("a.rs", "two\n")]);
    let written = first.write(&folder.path().join("out")).unwrap();
    let out = folder.path().join("out");
    assert_eq!(written.changed, [out.join("a.rs"), out.join("b/c.lua")]);
    assert_eq!(written.unchanged, 0);

    let second = files(&[("b/c.lua", "one\n"), ("a.rs", "three\n")]);
    let written = second.write(&out).unwrap();
    assert_eq!(written.changed, [out.join("a.rs")]);
    assert_eq!(written.unchanged, 1);
    assert_eq!(fs::read_to_string(out.join("a.rs")).unwrap(), "three\n");
}

#[test]
fn refuses_paths_that_lead_out() {
    let folder = Folder::new();
    for path in ["../evil", "/evil", "a/../../evil", "", "a\\b", "./.."] {
        let all = files(&[("0.lua", "fine\n"), (path, "bad\n")]);
        let error = all.write(folder.path()).unwrap_err();
        assert!(error.to_string().starts_with("cannot write `"), "{error}");
        assert!(folder.names().is_empty(), "{path}: {:?}", folder.names());
    }
}

#[test]
fn a_failure_leaves_everything_as_it_was() {
    let folder = Folder::new();
    fs::write(folder.path().join("a.lua"), "old\n").unwrap();
    fs::create_dir(folder.path().join("b.lua")).unwrap();
    let error = files(&[("a.lua", "new\n"), ("b.lua", "new\n")])
        .write(folder.path())
        .unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(source, "a folder of this name is in the way");
    assert_eq!(
        fs::read_to_string(folder.path().join("a.lua")).unwrap(),
        "old\n"
    );
    assert_eq!(folder.names(), ["a.lua", "b.lua"]);
}

#[test]
fn a_file_where_a_folder_belongs_is_an_error() {
    let folder = Folder::new();
    fs::write(folder.path().join("demo"), "a file\n").unwrap();
    let all = files(&[("a.lua", "new\n"), ("demo/calc.lua", "new\n")]);
    assert!(all.write(folder.path()).is_err());
    assert_eq!(folder.names(), ["demo"]);
}

#[test]
fn one_path_has_one_text() {
    let mut all = files(&[("a.lua", "one\n")]);
    assert!(all.merge(files(&[("a.lua", "one\n")])).is_ok());
    let error = all.merge(files(&[("a.lua", "two\n")])).unwrap_err();
    assert_eq!(error.path, "a.lua");
    assert_eq!(all.len(), 1);
}
