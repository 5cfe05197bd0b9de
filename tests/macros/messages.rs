//! What rustc says of mistakes, word for word, for one toolchain.

#[test]
fn mistakes_are_told_at_once_and_nothing_else_is() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
