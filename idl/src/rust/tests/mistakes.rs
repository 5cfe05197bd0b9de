//! What is wrong, and on which words.

use crate::diag::Diagnostic;
use crate::rust;

fn mistakes(source: &str) -> Vec<Diagnostic> {
    rust::load(source, "calc").expect_err(source)
}

/// Code and marked text of each mistake.
fn marks(source: &str) -> Vec<(&'static str, &str)> {
    let found = mistakes(source);
    found
        .iter()
        .map(|it| (it.code, &source[it.span.clone()]))
        .collect()
}

/// Marks in a service with these methods.
fn in_service(methods: &str) -> Vec<(&'static str, String)> {
    let source = format!("#[yar::service] trait S {{ {methods} }}");
    let found = marks(&source);
    found
        .into_iter()
        .map(|(code, text)| (code, text.to_owned()))
        .collect()
}

fn expect(methods: &str, expected: &[(&str, &str)]) {
    let found = in_service(methods);
    let found: Vec<_> = found.iter().map(|(code, text)| (*code, &**text)).collect();
    assert_eq!(found, expected, "{methods}");
}

#[test]
fn methods_are_called_from_afar() {
    expect("fn f();", &[("Y0510", "f")]);
    expect(
        "fn f(&self, a: yar::Context, b: i64, c: Context);",
        &[("Y0510", "c: Context")],
    );
    expect("fn f(self);", &[("Y0510", "self")]);
    expect("fn f(&mut self);", &[("Y0510", "&mut self")]);
    expect("fn f<T>(&self);", &[("Y0510", "<T>")]);
    expect(
        "fn f(&self) where u8: Copy;",
        &[("Y0510", "where u8: Copy")],
    );
    expect("fn f(&self, (a, b): (u8, u8));", &[("Y0510", "(a, b)")]);
    expect("fn f(&self, mut a: u8);", &[("Y0510", "mut a")]);
    expect("fn f(&self) {}", &[("Y0510", "{}")]);
    expect("unsafe fn f(&self);", &[("Y0510", "unsafe")]);
    expect("const N: u8;", &[("Y0510", "N")]);
    expect("type T;", &[("Y0510", "T")]);
    expect("#[cfg(unix)] fn f(&self);", &[("Y0510", "#[cfg(unix)]")]);
}

#[test]
fn values_are_owned_and_concrete() {
    expect("fn f(&self, a: &str);", &[("Y0510", "&str")]);
    expect("fn f(&self, a: Vec<&str>);", &[("Y0510", "&str")]);
    expect("fn f(&self, a: impl Copy);", &[("Y0510", "impl Copy")]);
    expect("fn f(&self, a: Cow<'_, str>);", &[("Y0510", "'_")]);
    expect("fn f(&self) -> &'static str;", &[("Y0510", "&'static str")]);
    expect("fn f(&self, a: Self);", &[("Y0510", "Self")]);
}

#[test]
fn names_are_those_of_all_languages() {
    expect("fn __auth(&self);", &[("Y0505", "__auth")]);
    expect(
        r#"#[yar(name = "__x")] fn x(&self);"#,
        &[("Y0505", "\"__x\"")],
    );
    expect("fn größe(&self);", &[("Y0101", "größe")]);
    expect(
        r#"#[yar(name = "getUser")] fn get_user(&self); fn getuser(&self);"#,
        &[("Y0801", "getuser")],
    );
    expect("fn f(&self, a: u8, a: u8);", &[("Y0301", "a")]);
    expect("#[yar(nam = \"x\")] fn f(&self);", &[("Y0902", "nam")]);
}

#[test]
fn types_are_those_of_the_file() {
    expect("fn f(&self, a: usize);", &[("Y0402", "usize")]);
    expect("fn f(&self, a: Usr);", &[("Y0401", "Usr")]);
    expect("fn f(&self, a: other::Usr);", &[("Y0401", "other::Usr")]);
    expect("fn f(&self, a: Vec);", &[("Y0406", "Vec")]);
    expect("fn f(&self, a: [u8; 4]);", &[("Y0402", "[u8; 4]")]);
    expect(
        "fn f(&self) -> io::Result<u8>;",
        &[("Y0401", "io::Result<u8>")],
    );
    expect(
        "fn f(&self) -> Result<u8, Other>;",
        &[("Y0602", "Result<u8, Other>")],
    );
    expect(
        "fn f(&self, a: std::collections::HashMap<f64, u8>);",
        &[("Y0405", "f64")],
    );
}

#[test]
fn near_names_are_offered() {
    let source = "#[derive(yar::Serialize, yar::Deserialize)] struct User { n: Strin }
        #[yar::service] trait S { fn f(&self, a: Usr); }";
    let found = mistakes(source);
    let helps = found.iter().flat_map(|it| &it.helps);
    let helps: Vec<_> = helps.map(|help| help.text.as_str()).collect();
    assert_eq!(helps, ["did you mean `String`?", "did you mean `User`?"]);
}

#[test]
fn declarations_say_what_travels() {
    let service = "#[yar::service] trait S { fn f(&self, t: T); }";
    let cases = [
        ("struct T { n: u8 }", "Y0510", "T"),
        (
            "#[derive(yar::Serialize, yar::Deserialize)] struct T(u8);",
            "Y0510",
            "T",
        ),
        (
            "#[derive(yar::Serialize, yar::Deserialize)] struct T<A> { a: A }",
            "Y0510",
            "<A>",
        ),
        (
            "#[derive(yar::Serialize, yar::Deserialize)] \
             #[serde(rename_all = \"camelCase\")] struct T { n: u8 }",
            "Y0290",
            "rename_all",
        ),
        ("enum T { A }", "Y0510", "T"),
        ("#[derive(yar::Enum)] enum T { A }", "Y0510", "T"),
        (
            "#[derive(yar::Enum)] #[yar(repr = \"i8\")] enum T { A, Unknown(i8) }",
            "Y0601",
            "A",
        ),
        (
            "#[derive(yar::Enum)] #[yar(repr = \"u8\")] \
             enum T { #[yar(value = 300)] A, Unknown(u8) }",
            "Y0601",
            "300",
        ),
        ("type T = T;", "Y0408", "T"),
    ];
    for (declaration, code, text) in cases {
        let source = format!("{declaration} {service}");
        assert_eq!(marks(&source), [(code, text)], "{declaration}");
    }
}

#[test]
fn errors_need_a_code_and_a_message() {
    let cases = [
        (
            "#[derive(yar::Error)] struct E { message: String }",
            "Y0902",
            "E",
        ),
        (
            "#[derive(yar::Error)] #[yar(code = 0)] struct E { message: String }",
            "Y0606",
            "0",
        ),
        (
            "#[derive(yar::Error)] #[yar(code = 1)] struct E;",
            "Y0510",
            "E",
        ),
        (
            "#[derive(yar::Error)] #[yar(code = 1)] struct E { message: String, id: u8 }",
            "Y0607",
            "u8",
        ),
        ("#[derive(yar::Error)] enum E { A }", "Y0510", "A"),
    ];
    for (source, code, text) in cases {
        assert_eq!(marks(source), [(code, text)], "{source}");
    }
}

#[test]
fn values_are_written_out() {
    for value in [
        "std::env::var(\"X\")",
        "1 + 2",
        "if true { 1 } else { 2 }",
        "super::LIMIT",
        "Unknown::Case",
        "[0; 4]",
        "vec![0; 4]",
        "Thing { a: 1, ..base() }",
        "'a'",
    ] {
        let method = format!("fn f(&self, #[yar(default = {value})] a: i64);");
        expect(&method, &[("Y0412", value)]);
    }
    expect(
        "fn f(&self, #[yar(default = \"x\")] a: i64);",
        &[("Y0404", "\"x\"")],
    );
}

#[test]
fn defaults_of_fields_are_found_in_the_file() {
    let service = "#[yar::service] trait S { fn f(&self, t: T); }";
    let field = |attributes: &str, ty: &str| {
        format!(
            "#[derive(yar::Serialize, yar::Deserialize)] struct T {{ #[serde({attributes})] a: {ty} }}"
        )
    };
    let none = "skip_serializing_if = \"Option::is_none\"";
    let cases = [
        (field("default = \"T::a\"", "u8"), "Y0412", "\"T::a\""),
        (
            field("default = \"super::a\"", "u8"),
            "Y0412",
            "\"super::a\"",
        ),
        (
            format!(
                "{} impl T {{ fn a() -> u8 {{ let x = 1; x }} }}",
                field("default = \"T::a\"", "u8")
            ),
            "Y0412",
            "\"T::a\"",
        ),
        (
            format!(
                "{} fn a() -> u8 {{ 1 + 1 }}",
                field("default = \"a\"", "u8")
            ),
            "Y0412",
            "1 + 1",
        ),
        (field("default", "(u8, u8)"), "Y0412", "default"),
        (field(none, "u8"), "Y0510", "skip_serializing_if"),
        (
            field(none, "Option<Option<u8>>"),
            "Y0510",
            "skip_serializing_if",
        ),
        (
            field("with = \"yar::tri_state\"", "Option<Option<u8>>"),
            "Y0510",
            "with",
        ),
        (
            field(&format!("{none}, with = \"yar::tri_state\""), "Option<u8>"),
            "Y0510",
            "with",
        ),
        (field("with = \"hex\"", "String"), "Y0290", "\"hex\""),
        (
            field("skip_serializing_if = \"Vec::is_empty\"", "Vec<u8>"),
            "Y0290",
            "\"Vec::is_empty\"",
        ),
        (field("flatten", "u8"), "Y0290", "flatten"),
    ];
    for (source, code, text) in cases {
        let source = format!("{source} {service}");
        assert_eq!(marks(&source), [(code, text)], "{source}");
    }
}

#[test]
fn a_contract_in_rust_is_one_file() {
    let source = "#[yar::service] trait S: super::common::Health { fn f(&self, m: super::Money); }";
    let found = mistakes(source);
    let marked: Vec<_> = found.iter().map(|it| &source[it.span.clone()]).collect();
    assert_eq!(marked, ["super::common::Health", "super::Money"]);
    for diagnostic in &found {
        assert_eq!(diagnostic.code, "Y0401");
        let help = &diagnostic.helps[0].text;
        assert!(
            help.contains("`.yar` files, which import each other"),
            "{help}"
        );
    }
    let plain = "trait Base {} #[yar::service] trait S: Base { fn f(&self); }";
    assert_eq!(marks(plain), [("Y0401", "Base")]);
}

#[test]
fn durations_are_those_of_yar() {
    expect("fn f(&self, a: Duration);", &[("Y0402", "Duration")]);
    expect(
        "fn f(&self, a: std::time::Duration);",
        &[("Y0402", "std::time::Duration")],
    );
    expect("fn f(&self, a: SystemTime);", &[("Y0402", "SystemTime")]);
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let source = "#[yar::service(pakage = \"x\")] trait S {
        fn a(&mut self, x: &str); fn b(&self, y: Usr); fn c(&self) -> Nope; }";
    let expected = [
        ("Y0902", "pakage"),
        ("Y0510", "&mut self"),
        ("Y0510", "&str"),
        ("Y0401", "Usr"),
        ("Y0401", "Nope"),
    ];
    assert_eq!(marks(source), expected);
}

#[test]
fn text_that_is_no_rust_is_refused_at_its_place() {
    assert_eq!(marks("trait S { ("), [("Y0203", "")]);
    assert_eq!(marks("#[yar::service] trait S { fn }"), [("Y0203", "}")]);
    assert_eq!(mistakes("")[0].code, "Y0205");
    assert_eq!(mistakes("fn main() {}")[0].code, "Y0205");
}

#[test]
fn places_are_right_behind_a_byte_order_mark() {
    let source = "\u{feff}/* 価格 */ #[yar::service] trait S { fn f(&self, a: Usr); }";
    assert_eq!(marks(source), [("Y0401", "Usr")]);
}

#[test]
fn hostile_nesting_is_an_error_and_no_crash() {
    const DEEP: usize = 100_000;
    let service = |ty: &str| format!("#[yar::service] trait S {{ fn f(&self, a: {ty}); }}");
    let nested = |open: &str, close: &str| format!("{}u8{}", open.repeat(DEEP), close.repeat(DEEP));
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("Vec<", ">"),
        ("&", ""),
        ("fn() -> ", ""),
    ] {
        let source = service(&nested(open, close));
        assert_eq!(mistakes(&source)[0].code, "Y0107", "{open}");
    }
    let value = format!("#[yar(code = {}1)] struct E {{}}", "-".repeat(DEEP));
    assert_eq!(mistakes(&value)[0].code, "Y0107");
    let unread = format!(
        "{}\n#[yar::service] trait S {{ fn f(&self); }}",
        nested("{", "}")
    );
    assert!(rust::load(&unread, "calc").is_ok());
}

#[test]
fn aliases_that_never_end_or_grow_are_errors() {
    let service = "#[yar::service] trait S { fn f(&self) -> AResult<u8>; }";
    let cycle = "type AResult<T> = BResult<T>; type BResult<T> = AResult<T>;";
    assert_eq!(
        marks(&format!("{cycle} {service}")),
        [("Y0408", "AResult<u8>")]
    );
    let faults = "type AResult<T> = Result<T, A>; type A = yar::Fault<B>; type B = yar::Fault<A>;";
    assert_eq!(
        marks(&format!("{faults} {service}")),
        [("Y0408", "AResult<u8>")]
    );
    let itself = "type AResult<T> = Result<T, E>;
        #[derive(yar::Error)] enum E { A(E), B(F) } #[derive(yar::Error)] enum F { A(E), B(E) }";
    assert!(rust::load(&format!("{itself} {service}"), "s").is_ok());
    let many = "(T, T, T, T, T, T, T, T)";
    let grows = format!(
        "type AResult<T> = BResult<{many}>; type BResult<T> = CResult<{many}>;
         type CResult<T> = DResult<{many}>; type DResult<T> = Result<{many}, yar::Error>;"
    );
    assert_eq!(
        marks(&format!("{grows} {service}")),
        [("Y0409", "AResult<u8>")]
    );
}

#[test]
fn a_crowd_of_methods_takes_no_time() {
    let methods: String = (0..20_000)
        .map(|number| format!("fn m{number}(&self);"))
        .collect();
    let source = format!("#[yar::service] trait S {{ {methods} }}");
    assert_eq!(
        rust::load(&source, "s").unwrap().services[0].methods.len(),
        20_000
    );
}
