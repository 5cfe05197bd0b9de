#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::{generate, syntax};
use crate::File;

fn lower(source: &str) -> File {
    let package = yar_idl::load(source, "trial").expect("the contract of this test is valid");
    let mut files = generate(&package);
    assert_eq!(files.len(), 1);
    files.remove(0)
}

#[track_caller]
fn assert_has(text: &str, lines: &str) {
    assert!(text.contains(lines), "expected\n{lines}\nin\n{text}");
}

#[test]
fn a_package_path_is_a_folder() {
    assert_eq!(
        lower("package demo.trial; service S { m() }").path,
        "demo/trial.lua"
    );
    assert_eq!(lower("service S { m() }").path, "trial.lua");
}

#[test]
fn modules_that_exist_are_never_replaced() {
    for (package, path) in [
        ("yar", "yar_.lua"),
        ("yar.client", "yar_/client.lua"),
        ("table", "table_.lua"),
        ("socket.http", "socket_/http.lua"),
        ("Yar", "Yar_.lua"),
        ("demo.table", "demo/table.lua"),
        ("yard", "yard.lua"),
    ] {
        let file = lower(&format!("package {package}; struct T {{ t: list<T> }}"));
        assert_eq!(file.path, path);
        let module = path.strip_suffix(".lua").unwrap().replace('/', ".");
        assert_has(&file.text, &format!("---@class {module}.T\n"));
        assert_has(&file.text, &format!(" {module}.T[]"));
    }
}

#[test]
fn keywords_are_quoted_keys_and_never_renamed_on_the_wire() {
    let text = lower(
        "enum Kind: string { end, goto = \"go\" }
         struct Node { end: bytes global: i8 }
         error Or = 5 \"or\"
         service repeat { until(end: i64, self: bool, call: Node) -> Kind throws Or }",
    )
    .text;
    assert_has(
        &text,
        "    [\"end\"] = \"end\",\n    [\"goto\"] = \"go\",\n",
    );
    assert_has(
        &text,
        "---@field [\"end\"] string\n---@field [\"global\"] integer\n",
    );
    assert_has(&text, "    { \"end\", types.bytes },\n");
    assert_has(&text, "_M[\"repeat\"] = {\n");
    assert_has(
        &text,
        "[\"until\"] = method(\"until\", {\n            { \"end\", types.i64 },\n",
    );
    assert_has(
        &text,
        "    service[\"until\"] = function(self, end_, self_, call_)\n        \
         return call(self, methods[\"until\"], { end_, self_, call_ })\n",
    );
}

#[test]
fn strings_are_escaped_in_three_digit_decimals() {
    assert_eq!(
        syntax::quote("a\"b\\c\n\0é1"),
        "\"a\\034b\\\\c\\010\\000\\195\\1691\""
    );
}

#[test]
fn docs_cannot_leave_their_comment() {
    let text = lower(
        "//! [[ long ]]\n//! --[[ and ]]\n\n/// @return nonsense\n/// ]] --]] \"x\" \\\n\
         service S { m() }",
    );
    let text = text.text;
    assert_has(&text, "--\n-- [[ long ]]\n-- --[[ and ]]\n");
    assert_has(
        &text,
        "    ---\\@return nonsense\n    ---]] --]] \"x\" \\\n",
    );
    assert_eq!(
        syntax::comment_lines("one\rerror()\r\n |x\u{0}y"),
        ["one", "error()", "\\|x y"]
    );
}

#[test]
fn types_have_descriptors_and_annotations() {
    let text = lower(
        "enum Level: i16 { low = -1 }
         struct Inner { f: f32 }
         service S { m(a: list<i64?>, b: map<Level, (bool, string)>, c: Inner?, d: any) -> list<Level> }",
    )
    .text;
    assert_has(&text, "{ \"a\", types.list(types.nullable(types.i64)) },\n");
    assert_has(
        &text,
        "{ \"b\", types.map(types.i16, types.tuple({ types.bool, types.string })) },\n",
    );
    assert_has(&text, "{ \"c\", types.nullable(declared.Inner) },\n");
    assert_has(
        &text,
        "{ \"d\", types.any },\n        }, { returns = types.list(types.i16) }),\n",
    );
    assert_has(&text, "---@param a (integer|yar.Null)[]\n");
    assert_has(
        &text,
        "---@param b table<trial.Level|integer, { [1]: boolean, [2]: string, n: integer }>\n",
    );
    assert_has(&text, "---@param c trial.Inner?\n    ---@param d any\n");
    assert_has(&text, "---@return (trial.Level|integer)[]? value\n");
}

#[test]
fn integers_that_a_double_rounds_are_made_from_digits() {
    assert_eq!(syntax::integer(1 << 53), "9007199254740992");
    assert_eq!(
        syntax::integer(-(1 << 53) - 1),
        "yar.integer(\"-9007199254740993\")"
    );
    let text = lower("enum Big: u64 { all = 18446744073709551615 }").text;
    assert_has(&text, "local yar = require(\"yar\")\n\n---@class");
    assert_has(&text, "    all = yar.integer(\"18446744073709551615\"),\n");
}

#[test]
fn errors_are_constants_and_their_codes_go_to_the_method() {
    let text = lower(
        "/// Not there.\nerror Gone = 44 \"gone\"\nservice S { m() throws Gone\n n() -> i8 throws Gone }",
    )
    .text;
    assert_has(
        &text,
        "_M.errors = {\n    ---Not there.\n    Gone = \"Gone\",\n}\n",
    );
    assert_has(&text, "    Gone = types.error(\"Gone\", 44),\n");
    assert_has(
        &text,
        "m = method(\"m\", {}, { errors = { declared.Gone } }),\n",
    );
    assert_has(
        &text,
        "n = method(\"n\", {}, { returns = types.i8, errors = { declared.Gone } }),\n",
    );
    assert_has(&text, "---@return yar.Error? err its kind may be Gone\n");
}

#[test]
fn an_item_named_errors_keeps_its_name() {
    let text = lower("error Gone = 44 \"gone\"\nservice errors { m() throws Gone }").text;
    assert_has(&text, "_M.errors_ = {\n    Gone = \"Gone\",\n}\n");
    assert_has(
        &text,
        "    _M.errors = {\n        -- The methods, for services that extend this one.\n",
    );
}

#[test]
fn only_what_is_used_is_declared() {
    let text = lower("enum Kind: string { a }").text;
    assert!(!text.contains("require"), "{text}");
    let text = lower("struct Empty {}").text;
    assert_has(&text, "\nlocal types = yar.types\n");
    assert_has(&text, "\n_M[1] = declared\n");
    let text = lower("service S { m() }").text;
    assert_has(
        &text,
        "local call, method, typed = yar.call, yar.method, yar.typed\n",
    );
    let text = lower("struct Empty {} service S { m(e: Empty) }").text;
    assert_has(&text, "declared.Empty:define({})\n");
}

#[test]
fn long_lines_are_announced_to_the_linter() {
    let name = "x".repeat(70);
    assert!(!lower("service S { m() }").text.contains("luacheck"));
    let text = lower(&format!("service S {{ m({name}: i8, y{name}: i8) }}")).text;
    assert_has(&text, "-- luacheck: ignore 631\n");
}

#[test]
fn a_module_ends_with_one_line_end() {
    let text = lower("service S { m() }").text;
    assert!(text.starts_with("-- @generated by yar-gen "));
    assert!(text.ends_with("\n\nreturn _M\n"));
    assert!(!text.contains("\n\n\n") && !text.contains(" \n"), "{text}");
}

#[test]
fn constants_have_their_exact_values() {
    let text = lower(
        "const MOST: u64 = 18446744073709551615
         const LEAST: i64 = -9223372036854775808
         /// A half.
         const HALF: f64 = 0.5
         const ONE: f64 = 1
         const SINGLE: f32 = 0.3
         const ZERO: f64 = -0.0
         const QUOTE: string = \"it's \\\"x\\\" \\\\ end\\\\\"
         const RAW: bytes = \"a\\xff\"
         const OP: Op = mul
         const end: bool = true
         const DAY: date = \"2024-02-29\"
         enum Op: string { add, mul = \"times\" }",
    )
    .text;
    for line in [
        "_M.MOST = yar.integer(\"18446744073709551615\")\n",
        "_M.LEAST = yar.integer(\"-9223372036854775808\")\n",
        "---A half.\n---@type number\n_M.HALF = 0.5\n",
        "_M.ONE = 1.0\n",
        "_M.SINGLE = 0.30000001192092896\n",
        "_M.ZERO = -1 / math.huge\n",
        "_M.QUOTE = \"it's \\034x\\034 \\\\ end\\\\\"\n",
        "_M.RAW = \"a\\255\"\n",
        "---@type trial.Op|string\n_M.OP = _M.Op.mul\n",
        "_M[\"end\"] = true\n",
        "_M.DAY = \"2024-02-29\"\n",
    ] {
        assert_has(&text, line);
    }
}

#[test]
fn fields_say_what_they_are_when_they_are_missing() {
    let text = lower(
        "struct Money { amount: i64 currency: string = \"EUR\" }
         struct Term {
           op: Op = add
           @wire(\"theEnd\") end?: i32?
           @lua(name = \"ident\", int = \"string\") id: map<u64, i64> = { \"1\": 2 }
           limit: Money = { amount: 5 }
           shape: Shape = none
           @deprecated(\"use op\", since = \"1.2.0\", replaced_by = \"op\") old?: string
         }
         union Shape { none, round: Money }
         enum Op: string { add }",
    )
    .text;
    for line in [
        "    { \"op\", types.string, default = _M.Op.add },\n",
        "    { \"end\", types.nullable(types.i32), wire = \"theEnd\", optional = true },\n",
        "    { \"ident\", types.map(types.u64_text, types.i64_text), wire = \"id\", \
         default = function() return { [\"1\"] = \"2\" } end },\n",
        "default = function() return { amount = 5, currency = \"EUR\" } end },\n",
        "default = function() return { none = yar.null } end },\n",
        "---@field op? trial.Op|string\n---@field [\"end\"]? integer|yar.Null\n",
        "---@field ident? table<string, string>\n",
        "---@field old? string Deprecated since 1.2.0: use op.\n",
    ] {
        assert_has(&text, line);
    }
}

#[test]
fn unions_and_closed_enums_have_descriptors() {
    let text = lower(
        "@closed enum Level: i32 { low = 0 high = 10 }
         union Shape { round: f64 @wire(\"box\") square: Level none }
         struct Open { by: string }
         @tag(\"kind\") union Event { open: Open closed }",
    )
    .text;
    for line in [
        "    Level = types.closed(\"Level\", types.i32, { 0, 10 }),\n",
        "    Shape = types.union(\"Shape\"),\n",
        "declared.Shape:define({\n    { \"round\", types.f64 },\n    \
         { \"square\", declared.Level, wire = \"box\" },\n    { \"none\" },\n})\n",
        "    { \"closed\" },\n}, \"kind\")\n",
        "---A table with exactly one of these keys.\n---@class trial.Shape\n\
         ---@field round? number\n---@field square? trial.Level\n---@field none? yar.Null|true\n",
    ] {
        assert_has(&text, line);
    }
}

#[test]
fn methods_say_what_may_be_left_out() {
    let text = lower(
        "service S {
           @wire(\"getIt\") @deprecated(\"later\") get(a: i8, b?: string, c: u8 = 2, d?: i8?) -> i8
         }",
    )
    .text;
    assert_has(
        &text,
        "        get = method(\"get\", {\n            { \"a\", types.i8 },\n            \
         { \"b\", types.string, optional = true },\n            { \"c\", types.u8, default = 2 },\n            \
         { \"d\", types.nullable(types.i8), optional = true },\n        \
         }, { returns = types.i8, wire = \"getIt\" }),\n",
    );
    assert_has(
        &text,
        "    ---Deprecated: later.\n    ---@deprecated\n    ---@param a integer\n    ---@param b? string\n    \
         ---@param c? integer 2 when left out\n    ---@param d? integer|yar.Null\n",
    );
}

#[test]
fn errors_carry_data() {
    let text = lower(
        "@wire(\"Full\") error Quota = 5 \"x\" { wait?: duration } service S { m() throws Quota }",
    )
    .text;
    assert_has(&text, "    Quota = types.error(\"Quota\", 5, \"Full\"),\n");
    assert_has(
        &text,
        "types.define_data(declared.Quota, {\n    { \"wait\", types.duration, optional = true },\n})\n",
    );
    assert_has(
        &text,
        "---The `data` of the error Quota.\n---@class trial.Quota\n---@field wait? integer\n",
    );
}

#[test]
fn a_service_comes_behind_the_one_it_extends() {
    let text = lower("service B extends A { m() } service A extends C {} service C { n() }").text;
    let place = |what: &str| text.find(what).expect("the service is there");
    assert!(place("_M.C = {") < place("_M.A = {") && place("_M.A = {") < place("_M.B = {"));
    assert_has(
        &text,
        "    ---@class trial.B: trial.A\n    local service = {}\n    service.__index = service\n    \
         inherit(service, _M.A)\n",
    );
}
