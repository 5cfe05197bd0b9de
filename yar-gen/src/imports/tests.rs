#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::folder::Folder;

impl Folder {
    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

fn read(imports: &mut DiskImports<'_>, importer: &Path, path: &str) -> Result<Source, ImportError> {
    imports.read(importer.to_str().unwrap(), path)
}

#[test]
fn a_file_beside_the_importer_comes_before_the_given_folders() {
    let folder = Folder::new();
    let root = folder.write("a/root.yar", "");
    folder.write("a/both.yar", "beside");
    folder.write("inc/both.yar", "given");
    folder.write("inc/only.yar", "given");
    folder.write("last/only.yar", "last");
    let includes = [folder.path().join("inc"), folder.path().join("last")];
    let mut imports = DiskImports::new(&root, &includes);
    assert_eq!(
        read(&mut imports, &root, "both.yar").unwrap().text,
        "beside"
    );
    assert_eq!(read(&mut imports, &root, "only.yar").unwrap().text, "given");
}

#[test]
fn one_file_has_one_path_however_it_is_reached() {
    let folder = Folder::new();
    let root = folder.write("root.yar", "");
    let inner = folder.write("sub/inner.yar", "");
    let mut imports = DiskImports::new(&root, &[]);
    let first = read(&mut imports, &root, "sub/../sub/./inner.yar").unwrap();
    let again = read(&mut imports, &inner, "inner.yar").unwrap();
    let back = read(&mut imports, &inner, "../root.yar").unwrap();
    assert_eq!(first.path, again.path);
    assert_eq!(back.path, root.to_str().unwrap());
}

#[test]
fn what_is_missing_is_told_with_the_places_and_the_nearest_file() {
    let folder = Folder::new();
    let root = folder.write("root.yar", "");
    folder.write("common/types.yar", "");
    folder.write("deep/er/money.yar", "");
    let includes = [folder.path().join("inc")];
    let mut imports = DiskImports::new(&root, &includes);
    let missing = read(&mut imports, &root, "comon/types.yar").unwrap_err();
    let places = ["comon/types.yar", "inc/comon/types.yar"].map(|it| folder.path().join(it));
    let places = places.map(|it| it.to_str().unwrap().to_owned());
    assert_eq!(missing.searched, places);
    assert_eq!(missing.nearest.as_deref(), Some("common/types.yar"));
    let elsewhere = read(&mut imports, &root, "money.yar").unwrap_err();
    assert_eq!(elsewhere.nearest.as_deref(), Some("deep/er/money.yar"));
    let nearby = imports.nearby(root.to_str().unwrap());
    assert_eq!(
        nearby,
        ["common/types.yar", "deep/er/money.yar", "root.yar"]
    );
}

#[test]
fn what_is_no_contract_is_not_read() {
    let folder = Folder::new();
    let root = folder.write("root.yar", "");
    folder.write("a.rs", "");
    folder.write("dir.yar/x", "");
    let mut imports = DiskImports::new(&root, &[]);
    let rust = read(&mut imports, &root, "a.rs").unwrap_err();
    assert_eq!(rust.reason, "is no `.yar` file");
    let dir = read(&mut imports, &root, "dir.yar").unwrap_err();
    assert!(dir.reason.starts_with("is a folder"), "{}", dir.reason);
}
