//! Contracts of several files.

use std::fs;

use serde_json::Value;

use crate::support::Folder;

const MONEY: &str = "package shop.money;\nstruct Money { cents: i32 }\n";
const ORDER: &str = "package shop.order;\nimport { Money } from \"common/money.yar\";\n\
    service Orders { total(id: i32) -> Money }\n";

fn shop() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("common")).unwrap();
    folder.write("common/money.yar", MONEY);
    folder.write("order.yar", ORDER);
    folder
}

#[test]
fn what_is_imported_is_generated_in_files_of_its_own() {
    let folder = shop();
    let run = folder.run(&["order.yar", "--lang", "rust,lua,php", "-o", "out"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let names = folder.names();
    for path in [
        "out/shop/money.rs",
        "out/shop/order.rs",
        "out/shop/money.lua",
        "out/shop/order.lua",
        "out/Shop/Money/Money.php",
        "out/Shop/Order/OrdersClient.php",
    ] {
        assert!(names.iter().any(|it| it == path), "{path} in {names:?}");
    }
    let read = |path: &str| fs::read_to_string(folder.path().join("out").join(path)).unwrap();
    assert!(read("shop/order.rs").contains("Result<super::money::Money, yar::Error>"));
    assert!(read("Shop/Order/Orders.php").contains("\\Shop\\Money\\Money"));
    let check = folder.run(&[
        "order.yar",
        "--lang",
        "rust,lua,php",
        "-o",
        "out",
        "--check",
    ]);
    assert_eq!(check.code(), Some(0), "{}", check.stderr());
}

#[test]
fn contracts_may_share_an_import() {
    let folder = shop();
    folder.write("stock.yar", ORDER.replace("shop.order", "shop.stock"));
    let run = folder.run(&["order.yar", "stock.yar", "--lang", "lua", "-o", "out"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let alone = folder.run(&[
        "stock.yar",
        "common/money.yar",
        "--lang",
        "lua",
        "-o",
        "out",
        "--check",
    ]);
    assert_eq!(alone.code(), Some(0), "{}", alone.stderr());
}

#[test]
fn folders_to_look_in_can_be_given() {
    let folder = shop();
    folder.write("order.yar", ORDER.replace("common/money.yar", "money.yar"));
    let missing = folder.run(&["check", "order.yar"]);
    assert_eq!(missing.code(), Some(1));
    let text = missing.stderr();
    assert!(
        text.starts_with("error[Y0701]: cannot find `money.yar`\n"),
        "{text}"
    );
    assert!(text.contains("did you mean `common/money.yar`?"), "{text}");
    for option in [&["-I", "common"][..], &["--include=common"]] {
        let arguments: Vec<&str> = ["check", "order.yar"]
            .iter()
            .chain(option)
            .copied()
            .collect();
        let run = folder.run(&arguments);
        assert_eq!(run.code(), Some(0), "{}", run.stderr());
    }
    let dump = folder.run(&["dump", "order.yar", "-I", "common"]).stdout();
    let model: Value = serde_json::from_str(&dump).unwrap();
    assert_eq!(model["imports"][0], "shop.money");
    assert_eq!(model["imported"][0]["structs"][0]["name"], "Money");
    let ty = &model["services"][0]["methods"][0]["returns"];
    assert_eq!(
        (&ty["package"], &ty["name"]),
        (&"shop.money".into(), &"Money".into())
    );
}

#[test]
fn mistakes_of_an_import_are_told_once_in_its_own_file() {
    let folder = shop();
    folder.write("common/money.yar", MONEY.replace("i32", "int"));
    folder.write("stock.yar", ORDER.replace("shop.order", "shop.stock"));
    let run = folder.run(&["check", "order.yar", "stock.yar", "--format", "short"]);
    assert_eq!(run.code(), Some(1));
    assert_eq!(
        run.stdout(),
        "common/money.yar:2:23: error[Y0402]: unknown type `int`\n"
    );
    assert!(
        run.stderr().starts_with("1 error in 1 file\n"),
        "{}",
        run.stderr()
    );
}

#[test]
fn a_forgotten_import_is_shown_with_both_files() {
    let folder = shop();
    folder.write(
        "order.yar",
        "package shop.order;\nservice Orders {\n  total(id: i32) -> Money\n}\n",
    );
    let run = folder.run(&["check", "order.yar"]);
    let expected = "\
error[Y0703]: `Money` is defined in package `shop.money`, which is not imported
 --> order.yar:3:21
  |
3 |   total(id: i32) -> Money
  |                     ^^^^^ not imported here
  |
 ::: common/money.yar:2:8
  |
2 | struct Money { cents: i32 }
  |        ----- struct `Money` is defined here
";
    assert!(run.stderr().starts_with(expected), "{}", run.stderr());
}

#[cfg(feature = "watch")]
#[test]
fn a_change_of_an_import_is_followed() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let folder = shop();
    let mut command = folder.command();
    let command = command.args(["order.yar", "--lang", "lua", "-o", "out", "--watch"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut until_watching = || {
        lines
            .by_ref()
            .map(Result::unwrap)
            .find(|it| it == "watching for changes")
            .unwrap();
    };
    until_watching();
    folder.write("common/money.yar", MONEY.replace("cents", "pence"));
    until_watching();
    child.kill().unwrap();
    child.wait().unwrap();
    let text = fs::read_to_string(folder.path().join("out/shop/money.lua")).unwrap();
    assert!(text.contains("pence"), "{text}");
}

/// The values stand in a file that imports only some of what they name.
#[test]
fn defaults_have_all_parts_whoever_declares_their_types() {
    let folder = Folder::new();
    folder.write(
        "base.yar",
        "package base; enum Size: string { small = \"S\", large = \"L\" }\n\
         struct Box { size: Size = small, count: u8 = 1 }",
    );
    folder.write(
        "mid.yar",
        "package mid; import { Box, Size } from \"base.yar\";\n\
         union Tree { leaf: i64, many: list<Tree>, held: Box, by: map<Size, Box> }",
    );
    folder.write(
        "top.yar",
        "package top; import { Tree } from \"mid.yar\";\n\
         service S { grow(t: Tree = { many: [{ leaf: 1 }, { held: { size: large } },\n\
         { by: { large: { count: 2 } } }] }) }",
    );
    let run = folder.run(&["top.yar", "--lang", "rust,lua,php", "-o", "out"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let read = |path: &str| fs::read_to_string(folder.path().join("out").join(path)).unwrap();
    let flat = |text: String| text.split_whitespace().collect::<String>();
    let rust = flat(read("top.rs"));
    for part in [
        "Tree::Leaf(1)",
        "Box{size:super::base::Size::Large,count:1}",
        "[(super::base::Size::Large,super::base::Box{size:super::base::Size::Small,count:2})]",
    ] {
        assert!(rust.contains(part), "{part} in {rust}");
    }
    let lua = read("top.lua");
    let large = "imported.base.Size.large";
    for part in [
        "{ leaf = 1 }",
        &format!("{{ held = {{ size = {large}, count = 1 }} }}"),
        &format!("{{ by = {{ [{large}] = {{ size = imported.base.Size.small, count = 2 }} }} }}"),
    ] {
        let lua = lua.replace("imported[\"base\"]", "imported.base");
        assert!(lua.contains(part), "{part} in {lua}");
    }
    let php = read("Top/SClient.php");
    for part in [
        "new \\Mid\\Tree\\Leaf(1)",
        "new \\Mid\\Tree\\Held(new \\Base\\Box(size: \\Base\\Size::Large))",
        "new \\Mid\\Tree\\By(['L' => new \\Base\\Box(count: 2)])",
    ] {
        assert!(php.contains(part), "{part} in {php}");
    }
}

#[test]
fn data_of_errors_travels_as_the_fields_of_structs_do() {
    let folder = Folder::new();
    folder.write(
        "busy.yar",
        "package busy; struct Part { retryAfter?: u8, note?: string? }\n\
         error Busy = 1 \"busy\" { retryAfter?: u8, note?: string?, @wire(\"as-is\") odd?: bool }\n\
         service S { run() -> Part throws Busy }",
    );
    let run = folder.run(&["busy.yar", "--lang", "rust", "-o", "out"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let text = fs::read_to_string(folder.path().join("out/busy.rs")).unwrap();
    let fields = |name: &str| {
        let body = text.split(&format!("pub struct {name} {{")).nth(1).unwrap();
        let body = body.split("\n}\n").next().unwrap();
        let body: String = body.split_whitespace().collect();
        body.replace("///Textforpeople.pubmessage:String,", "")
    };
    let (part, busy) = (fields("Part"), fields("Busy"));
    assert!(busy.starts_with(&part), "{busy} begins with {part}");
    assert!(busy.contains("rename=\"as-is\""), "{busy}");
}
