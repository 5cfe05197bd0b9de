#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod comments;
mod shaken;

use super::*;

#[track_caller]
fn assert_becomes(source: &str, expected: &str) {
    let text = format(source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    assert_eq!(text, expected, "\n{text}");
    assert_eq!(format(&text).as_deref(), Ok(expected), "not stable");
}

#[test]
fn the_contract_of_the_repository_is_in_canonical_layout() {
    let calc = include_str!("../../../idl/calc.yar");
    assert_becomes(calc, calc);
}

#[test]
fn separators_are_put_where_the_layout_wants_them() {
    assert_becomes(
        "package a . b;type A=list<(i64,string?,)>;error E=1\"e\";\
         struct S{\nx:i64,y:map<string , i64>;z:A}enum N:i8{\na=1 b = -2}\
         service V{\nf(a:i64,b:A,)->(i64,bool)?throws E;g()}",
        "\
package a.b;

type A = list<(i64, string?)>
error E = 1 \"e\"

struct S {
  x: i64
  y: map<string, i64>
  z: A
}

enum N: i8 {
  a = 1
  b = -2
}

service V {
  f(a: i64, b: A) -> (i64, bool)? throws E
  g()
}
",
    );
}

#[test]
fn what_is_short_and_on_one_line_stays_there() {
    assert_becomes(
        "struct  Point{x:f64 y:f64}\nenum Op:string{add,sub=\"s\"}\nservice Health{ping();}\nstruct Nothing{\n}",
        "\
struct Point { x: f64, y: f64 }

enum Op: string { add, sub = \"s\" }

service Health { ping() }

struct Nothing {}
",
    );
    let long = format!("struct Long {{ a: i64, {}: i64 }}\n", "b".repeat(80));
    let broken = format!("struct Long {{\n  a: i64\n  {}: i64\n}}\n", "b".repeat(80));
    assert_becomes(&long, &broken);
}

#[test]
fn long_signatures_are_broken_at_their_parameters() {
    let name = "p".repeat(60);
    assert_becomes(
        &format!("service S {{ f({name}: i64, q: list<string>, r: bool) -> list<i64> }}"),
        &format!(
            "service S {{\n  f(\n    {name}: i64,\n    q: list<string>,\n    r: bool,\n  ) -> list<i64>\n}}\n"
        ),
    );
    assert_becomes(
        "service S {\n  f(\n    a: i64,\n  )\n}",
        "service S {\n  f(a: i64)\n}\n",
    );
}

#[test]
fn empty_lines_are_one_at_most_and_none_inside_of_braces() {
    assert_becomes(
        "\n\n\npackage p;\n\n\n\nstruct A {\n\n\n  x: i64\n\n\n  y: i64\n\n}\nstruct B {}\n\n\n",
        "package p;\n\nstruct A {\n  x: i64\n\n  y: i64\n}\n\nstruct B {}\n",
    );
}

#[test]
fn line_ends_and_the_byte_order_mark_are_made_equal() {
    assert_becomes(
        "\u{feff}//!docs  \r\n// c \t\r\nstruct A {\r\n\tx: i64\r\n}",
        "//! docs\n\n// c\nstruct A {\n  x: i64\n}\n",
    );
}

#[test]
fn keywords_may_be_names() {
    let canonical = "\
struct struct {
  type: error
  throws: i64
  service: enum
}

type error = list<i64>

enum enum: string { reserved, struct }

error package = 1

service union {
  throws(type: i64) throws package
  reserved()
  enum() -> struct
}
";
    assert_becomes(canonical, canonical);
}

#[test]
fn separators_stay_where_the_words_need_them() {
    assert_becomes(
        "struct enum {} struct S {\nx: enum, service: i64 }",
        "struct enum {}\n\nstruct S {\n  x: enum,\n  service: i64,\n}\n",
    );
    assert_becomes(
        "enum E: string {\n reserved, x }",
        "enum E: string {\n  reserved,\n  x,\n}\n",
    );
}

#[test]
fn contracts_with_mistakes_are_left_alone() {
    for source in [
        "",
        "struct A {",
        "struct A { x: Nope }",
        "struct A { x: i64 = \"a\" }",
        "import \"a\"",
        "import \"a\"; const A: = 1",
    ] {
        let error = format(source).unwrap_err();
        assert!(
            matches!(error, FormatError::Invalid { .. }),
            "{source}: {error:?}"
        );
    }
}

/// Every construct; imported files are not looked for by the formatter.
const WHOLE: &str = include_str!("../../../idl/tests/whole.yar");

#[track_caller]
fn assert_laid_out(source: &str, expected: &str) {
    let text = layout(source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    assert_eq!(text, expected, "\n{text}");
    assert_eq!(layout(&text).as_deref(), Ok(expected), "not stable");
}

#[test]
fn every_construct_has_a_layout() {
    let canonical = include_str!("tests/whole.yar");
    assert_becomes(WHOLE, canonical);
}

#[test]
fn imports_keep_their_order_and_stand_together() {
    assert_becomes(
        "package p;import\"b.yar\" as b ;\n\n\nimport{A,B,}from\"a.yar\";\ntype C=b . X",
        "\
package p;

import \"b.yar\" as b;

import { A, B } from \"a.yar\";

type C = b.X
",
    );
    let name = "N".repeat(45);
    assert_becomes(
        &format!("import {{ {name}, A{name}, }} from \"a.yar\";"),
        &format!("import {{\n  {name},\n  A{name},\n}} from \"a.yar\";\n"),
    );
}

#[test]
fn annotations_of_declarations_have_lines_of_their_own() {
    assert_laid_out(
        "@version( \"1\" )@php (namespace=\"A\\\\B\",)package p;\n@ deprecated struct A{\n@wire(\"x\")a:i64 @lua ( int = risky-int64 )\nb:i64}",
        "\
@version(\"1\")
@php(namespace = \"A\\\\B\")
package p;

@deprecated
struct A {
  @wire(\"x\") a: i64
  @lua(int = risky-int64)
  b: i64
}
",
    );
}

#[test]
fn annotations_and_docs_keep_their_order() {
    let canonical = "\
service S {
  // First.
  @idempotent
  /// Docs.
  @example(args = [1]) @wire(\"f\") f(a: i64)
  @deprecated // behind
  g(
    /// Of a.
    @lua(name = \"x\") a: i64,
    @lua(name = \"y\")
    b?: string = \"b\",
  )
}
";
    assert_laid_out(canonical, canonical);
}

#[test]
fn constants_defaults_and_values() {
    assert_laid_out(
        "const A:u32=64;const B:f64 = -1.5e-3\nconst C:map<string,any>={a:[1,2,],\"b c\":{},d:null,};\n\nstruct S{a?:i64=1,b:Op=Op . add}",
        "\
const A: u32 = 64
const B: f64 = -1.5e-3
const C: map<string, any> = { a: [1, 2], \"b c\": {}, d: null }

struct S { a?: i64 = 1, b: Op = Op.add }
",
    );
}

#[test]
fn long_values_get_a_line_for_each_part() {
    let word = format!("\"{}\"", "w".repeat(40));
    assert_laid_out(
        &format!(
            "const A: any = {{ a: [{word}, {word}, {word}], b: 1 }}\n@x([{word}, {word}, 3])\nstruct S {{ a: i64, b: list<string> = [{word}, {word}] }}"
        ),
        &format!(
            "\
const A: any = {{
  a: [
    {word},
    {word},
    {word},
  ],
  b: 1,
}}

@x([{word}, {word}, 3])
struct S {{
  a: i64
  b: list<string> = [
    {word},
    {word},
  ]
}}
"
        ),
    );
}

#[test]
fn reserved_names_end_where_they_ended() {
    assert_laid_out(
        "enum E:string{a,reserved b,\"c\";d}enum F:i8{\nreserved 1,2;a=3;reserved x b=4}union U{\na reserved b;c:i64}",
        "\
enum E: string { a, reserved b, \"c\"; d }

enum F: i8 {
  reserved 1, 2
  a = 3
  reserved x
  b = 4
}

union U {
  a
  reserved b
  c: i64
}
",
    );
    // A name that is also a keyword needs its comma.
    assert_laid_out(
        "union U {\nreserved, reserved a; reserved, x }",
        "union U {\n  reserved,\n  reserved a;\n  reserved,\n  x,\n}\n",
    );
}

#[test]
fn errors_with_data() {
    assert_laid_out(
        "error A=1\"a\"{after:i64?,reserved x};error B=2{\nat?:i64}error C = 3 {}",
        "\
error A = 1 \"a\" { after: i64?, reserved x }

error B = 2 {
  at?: i64
}

error C = 3 {}
",
    );
}
