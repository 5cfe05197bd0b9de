//! Generated Lua on every interpreter: the largest contracts, and the names
//! that some language reserves in every position there is.

use std::fmt::Write;
use std::process::Command;

use yar_gen::{Options, Target};

use crate::support::{Folder, root};

const INTERPRETERS: [&str; 4] = ["lua5.1", "lua5.3", "lua5.4", "luajit"];

/// Words that Rust, Lua or PHP reserves, or whose meaning one of them knows.
/// Each is here in one spelling: names that differ in letter case alone are
/// one name to PHP.
const WORDS: &str = "abstract and array as async await become box break callable case catch class clone const \
    continue crate declare default die do dyn echo else elseif empty end enddeclare endfor endforeach endif \
    endswitch endwhile enum error errors eval exit extends extern false final finally fn for foreach from function \
    gen global goto if impl implements import imported in include include_once instanceof insteadof interface \
    isset let local loop macro match method methods mixed mod move mut namespace never new nil none not null object \
    or override package parent print priv private protected pub public readonly ref repeat require require_once \
    return self service some static struct super switch table then this throw trait true try type typed typeof \
    types union unsafe unset unsized until use var virtual void where while xor yar yield declared call inherit";

/// Writes a contract, generates Lua from it with the runtime beside it, and
/// runs a script on every interpreter.
fn run(contract: &str, script: &str) {
    let folder = Folder::new();
    folder.write("contract.yar", contract);
    let package = yar_gen::load(&folder.path().join("contract.yar"))
        .unwrap_or_else(|error| panic!("{}", error.render(false)));
    let options = Options::default().with_runtime(true);
    let files = yar_gen::generate(&package, Target::Lua, &options);
    files.write(folder.path()).unwrap();
    folder.write("script.lua", script);
    let tests = root().join("tests/lua");
    let path = format!(
        "{}/?.lua;{}/?.lua",
        folder.path().display(),
        tests.display()
    );
    for interpreter in INTERPRETERS {
        let mut lua = Command::new(interpreter);
        let lua = lua.env("LUA_PATH", &path).current_dir(folder.path());
        let output = lua.arg("script.lua").output();
        let output = output.unwrap_or_else(|error| {
            panic!("{interpreter} is needed, and tests/run.sh installs it: {error}");
        });
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{interpreter}: {errors}");
    }
}

/// `make` for the numbers from 0 below `count`, behind each other.
fn repeat(count: usize, make: impl Fn(usize) -> String) -> String {
    (0..count).map(make).collect()
}

#[test]
fn the_largest_contracts_load_and_work() {
    let params = repeat(yar_idl::model::MAX_PARAMS, |n| format!("p{n}: i32, "));
    let mut contract = format!("package large; service Large {{ wide({params}) -> i32\n");
    contract.push_str(&repeat(300, |n| format!("m{n}(s: S{n}) -> S{n}\n")));
    contract.push_str("many(m: Many) -> Many  kinds(k: list<Kind>) -> Kind throws E299 }\n");
    let fields = repeat(400, |n| format!("f{n}: i32\n"));
    writeln!(contract, "struct Many {{ {fields} }}").unwrap();
    contract.push_str(&repeat(300, |n| {
        format!("struct S{n} {{ a: i32 b: string = \"b{n}\" }}\n")
    }));
    contract.push_str(&repeat(300, |n| {
        format!("error E{n} = {} \"e\" {{ a?: i32 }}\n", n + 1)
    }));
    contract.push_str(&repeat(300, |n| format!("const C{n}: i32 = {n}\n")));
    let cases = repeat(1000, |n| format!("c{n} "));
    writeln!(contract, "@closed enum Kind: string {{ {cases} }}").unwrap();
    let cases = repeat(300, |n| format!("u{n}: S{n} "));
    writeln!(contract, "union Any {{ {cases} }}").unwrap();
    let script = LARGE.replace("PARAMS", &yar_idl::model::MAX_PARAMS.to_string());
    run(&contract, &script);
}

const LARGE: &str = r#"
local fake_sockets, peer, large = require("fake_sockets"), require("peer"), require("large")
local sockets = fake_sockets.new(function(bytes)
    local body = peer.open(bytes).body
    local result = body.p[#body.p]
    return peer.reply(bytes, { r = body.m == "kinds" and result[1] or result })
end)
local client = assert(large.Large.new("tcp://h:1", { sockets = sockets }))
local arguments = {}
for index = 1, PARAMS do
    arguments[index] = index
end
assert(client:wide((table.unpack or unpack)(arguments)) == PARAMS)
assert(assert(client:m299({ a = 1 })).b == "b299")
local many = {}
for index = 0, 399 do
    many["f" .. index] = index
end
assert(assert(client:many(many)).f399 == 399)
assert(assert(client:kinds({ "c999" })) == large.Kind.c999)
assert(select(2, client:kinds({ "c1000" })).kind == "argument")
assert(large.C299 == 299 and large.errors.E299 == "E299")
"#;

#[test]
fn reserved_words_are_names_in_every_position() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let each = |make: &dyn Fn(&str) -> String| words.iter().map(|it| make(it)).collect::<String>();
    let mut contract = "package type.end.words;\n".to_owned();
    let fields = each(&|it| format!("{it}: i32\n"));
    writeln!(contract, "struct Fields {{ {fields} }}").unwrap();
    let fields = each(&|it| format!("{it}?: i32 = 5\n"));
    writeln!(
        contract,
        "error Failed = 9 {{ {} }}",
        fields.replace(" = 5", "")
    )
    .unwrap();
    let cases = each(&|it| format!("{it} "));
    writeln!(contract, "enum Kind: string {{ {cases} }}").unwrap();
    let cases = each(&|it| format!("{it}: i32 "));
    writeln!(contract, "union Shape {{ {cases} }}").unwrap();
    writeln!(
        contract,
        "@tag(\"end\") union Tagged {{ {} }}",
        each(&|it| format!("{it} "))
    )
    .unwrap();
    let methods = each(&|it| format!("{it}({it}: i32, and_so_on?: i32) -> i32\n"));
    let rest = "fields(v: Fields) -> Fields  shape(v: Shape) -> Shape  tagged(v: Tagged) -> Tagged \
        fail() throws Failed";
    writeln!(contract, "service Words {{ {methods} {rest} }}").unwrap();
    let listed: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
    run(
        &contract,
        &WORDS_SCRIPT.replace("WORDS", &listed.join(", ")),
    );
}

const WORDS_SCRIPT: &str = r#"
local fake_sockets, peer, words = require("fake_sockets"), require("peer"), require("type.end.words")
local sockets = fake_sockets.new(function(bytes)
    local body = peer.open(bytes).body
    if body.m == "fail" then
        return peer.reply(bytes, { s = 64, e = { message = "m", code = 9, data = { ["end"] = 7 } } })
    end
    return peer.reply(bytes, { r = body.p[1] })
end)
local client = assert(words.Words.new("tcp://h:1", { sockets = sockets }))
local fields = {}
for index, word in ipairs({ WORDS }) do
    assert(client[word](client, index) == index, word)
    assert(words.Kind[word] == word, word)
    assert(assert(client:shape({ [word] = index }))[word] == index, word)
    assert(assert(client:tagged({ [word] = true }))[word] ~= nil, word)
    fields[word] = index
end
local back = assert(client:fields(fields))
for word, value in pairs(fields) do
    assert(back[word] == value, word)
end
local _, err = client:fail()
assert(err.kind == "Failed" and err.data["end"] == 7)
"#;

#[test]
fn reserved_words_are_names_of_declarations() {
    let mut contract = "package declarations;\n".to_owned();
    let mut script = String::from("local m = require('declarations')\n");
    for (index, word) in WORDS.split_whitespace().enumerate() {
        let (kind, check) = match index % 5 {
            0 => (
                format!("const {word}: i32 = {index}\n"),
                format!("m['{word}'] == {index}"),
            ),
            1 => (
                format!("enum {word}: i32 {{ a = 0 }}\n"),
                format!("m['{word}'].a == 0"),
            ),
            2 => (
                format!("struct {word} {{ a: i32 }}\n"),
                format!("m[1]['{word}']"),
            ),
            3 => (
                format!("error {word} = {} \"x\"\n", index + 1),
                format!("m[1]['{word}'].name == '{word}'"),
            ),
            _ => (
                format!("service {word} {{ m() }}\n"),
                format!("m['{word}'].new"),
            ),
        };
        contract.push_str(&kind);
        script.push_str(&format!("assert({check}, '{word}')\n"));
    }
    run(&contract, &script);
}
