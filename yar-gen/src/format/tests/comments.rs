//! Comments stay, wherever they are.

use super::{assert_becomes, assert_laid_out};

#[test]
fn comments_stay_where_they_are() {
    let canonical = "\
// A licence.

//! Docs.
//! More.
package p; // trailing

// About A.
error A = 1 // one
error B = 2

// Apart.

/* Block
   of two lines. */
struct S { // open
  // first
  x: i64 // behind x

  /// Docs of y.
  /* inline */ y: /* type */ i64 /* after */
  // last
}

service V {
  f(
    // about a
    a: i64, // behind a
    b: i64,
    // none left
  ) -> i64 throws A, B // behind f

  g(/* none */)
  // end of V
}

// end of file
";
    assert_becomes(
        canonical,
        &canonical.replace("g(/* none */)", "g( /* none */ )"),
    );
}

#[test]
fn comments_of_dropped_separators_are_kept() {
    assert_becomes(
        "struct S {\n  x: i64, // x\n  y: i64 /* y */; z: i64 /* z */ , // more\n}",
        "struct S {\n  x: i64 // x\n  y: i64 /* y */\n  z: i64 /* z */ // more\n}\n",
    );
    assert_becomes(
        "service S {\n  f(a: i64 // a\n, b: i64)\n}",
        "service S {\n  f(\n    a: i64, // a\n    b: i64,\n  )\n}\n",
    );
}

#[test]
fn comments_in_odd_places_are_kept_too() {
    assert_becomes(
        "struct // s\n  A // a\n{\n  x // x\n  : // colon\n  i64\n}",
        "struct // s\n    A { // a\n  x // x\n      : // colon\n      i64\n}\n",
    );
    assert_becomes(
        "enum E: string { /* none */ a /* a */, b }",
        "enum E: string {\n  /* none */ a /* a */\n  b\n}\n",
    );
}

#[test]
fn comments_in_values_are_kept() {
    let canonical = "\
const A: any = [ // open
  1, // one
  // above
  2, /* two */ /* behind */
  3,
  // last
] // behind

@x(
  a = 1, // of a
)
type B = i64
";
    let source = canonical.replace("2, /* two */", "2 /* two */,");
    assert_laid_out(&source, canonical);
}
