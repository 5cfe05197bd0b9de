//! Sources that nobody writes by hand: each is refused in bounded time and
//! memory, with a place, without a panic and without a stack overflow.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod support;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use support::diagnose;

/// The codes of a source; asserts time, number and places.
fn codes(source: &str) -> Vec<&'static str> {
    let begun = Instant::now();
    let found = diagnose(source);
    // Generous: a test build on a busy machine. Quadratic time would be minutes.
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "took {:?}",
        begun.elapsed()
    );
    assert!(found.len() <= yar_idl::diag::MAX_DIAGNOSTICS);
    for diagnostic in &found {
        assert!(
            source.get(diagnostic.span.clone()).is_some(),
            "{diagnostic:?}"
        );
    }
    found.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn huge_file() {
    assert_eq!(codes(&"[".repeat(40 * 1024 * 1024)), ["Y0106"]);
}

#[test]
fn brackets_without_end() {
    for bracket in [
        "[",
        "(",
        "{",
        "<",
        "struct A {",
        "f(",
        "x: (",
        "(>",
        "{)",
        "[}",
        "(]",
    ] {
        assert_eq!(codes(&bracket.repeat(100_000)), ["Y0107"], "{bracket}");
    }
}

#[test]
fn deeply_nested_types() {
    let source = format!(
        "struct A {{ x: {}i64{} }}",
        "list<".repeat(100_000),
        ">".repeat(100_000)
    );
    assert_eq!(codes(&source), ["Y0107"]);
    let source = format!("struct A {{ x: i64{} }}", "?".repeat(100_000));
    assert_eq!(codes(&source), ["Y0406"]);
}

#[test]
fn the_deepest_nesting_that_is_read() {
    let nested = |depth: usize| {
        format!(
            "struct A {{ x: {}i64{} }}",
            "list<".repeat(depth),
            ">".repeat(depth)
        )
    };
    assert!(codes(&nested(60)).is_empty());
    assert_eq!(codes(&nested(65)), ["Y0107"]);
    let mixed = ["(", "[", "{", "<"]
        .map(|bracket| bracket.repeat(60))
        .concat();
    assert!(!codes(&format!("struct A {{ x: {mixed} }}")).is_empty());
    assert!(!codes(&mixed).is_empty());
}

#[test]
fn deeply_nested_values() {
    for (before, bracket) in [
        ("const A: any = ", "["),
        ("const A: any = ", "{ a: "),
        ("struct S { a: any = ", "[{ a: "),
        ("@x(", "[1, "),
        ("@x(a = ", "{ \"b\": "),
        ("error E = 1 ", "{ a: any = "),
        ("import ", "{ "),
    ] {
        let source = format!("{before}{}", bracket.repeat(100_000));
        assert_eq!(codes(&source), ["Y0107"], "{before}{bracket}");
    }
    let nested = |depth: usize| {
        let (open, close) = ("[{ a: ".repeat(depth), "}]".repeat(depth));
        format!("const A: any = {open}1{close}\nstruct S {{ b: any = {open}1{close} }}")
    };
    assert!(!codes(&nested(60)).contains(&"Y0107"));
    assert_eq!(codes(&nested(65)), ["Y0107"]);
}

#[test]
fn deeply_nested_comments() {
    assert_eq!(codes(&"/*".repeat(100_000)), ["Y0107"]);
    assert_eq!(
        codes(&format!("{}{}", "/*".repeat(100), "*/".repeat(100))),
        ["Y0107"]
    );
    let fine = format!("{}{} service S {{}}", "/*".repeat(60), "*/".repeat(60));
    assert!(codes(&fine).is_empty());
}

#[test]
fn comment_without_end() {
    assert_eq!(codes("service S { ping() /* oh \n }"), ["Y0102"]);
    assert_eq!(codes("struct A { x: Foo } /* /* */"), ["Y0401", "Y0102"]);
}

#[test]
fn nothing_at_all() {
    for source in [
        "",
        "\u{feff}",
        " \r\n\t",
        "// only a comment",
        "\u{feff}/* a */\n",
    ] {
        assert_eq!(codes(source), ["Y0205"], "{source:?}");
    }
    assert!(codes("package p;").is_empty());
}

#[test]
fn control_characters() {
    for source in [
        "\0",
        "service S {\0}",
        "// \0",
        "/* \u{1b} */",
        "error A = 1 \"\0\"",
        "/// \u{7}",
        // rustc refuses text that is read otherwise than it is written.
        "/// \u{202e}",
        "error A = 1 \"\u{2066}\"",
    ] {
        assert_eq!(codes(source), ["Y0108"], "{source:?}");
    }
}

#[test]
fn a_megabyte_of_garbage() {
    let mut state = 0x9e37_79b9_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let alphabet: Vec<char> = "ab_1 \n\t:;,.?!<>(){}[]=->@\"'\\/*#$%^&é订🦀"
        .chars()
        .collect();
    let text: String = (0..1024 * 1024)
        .map(|_| alphabet[random() as usize % alphabet.len()])
        .collect();
    assert!(!codes(&text).is_empty());
    let flat: String = text
        .chars()
        .filter(|character| !"(<[{".contains(*character))
        .collect();
    assert!(!codes(&flat).is_empty());
    let words = [
        "struct ", "a ", ": ", "{ ", "} ", "list", "<", "> ", "( ", ") ", ", ", "/// d\n", "@x ",
        "error ", "= ", "service ",
    ];
    for length in [20, 2_000, 50_000] {
        let text: String = (0..length)
            .map(|_| words[random() as usize % words.len()])
            .collect();
        assert!(!codes(&text).is_empty());
    }
}

#[test]
fn long_runs_of_one_word() {
    for (word, times) in [
        ("/// d\n", 2_000),
        ("//! d\n", 5_000),
        ("@a ", 5_000),
        ("@a(1) ", 2_000),
        ("struct ", 5_000),
        ("a ", 15_000),
        ("\"", 15_000),
        ("\"a\n", 5_000),
        ("é ", 5_000),
        ("} ", 5_000),
        (". ", 5_000),
        ("a:", 5_000),
        ("error A = 1;", 2_000),
        ("struct A { a: B } ", 2_000),
        ("enum A: i8 { a } ", 2_000),
        ("package a;", 2_000),
        ("import \"a\" ", 2_000),
        ("import { a ", 2_000),
        ("const A: i64 = ", 2_000),
        ("union A { a: B } ", 2_000),
        ("service A extends ", 2_000),
        ("@a([1 ", 60),
        ("@a({ b: ", 60),
        ("@a(\"b\" ", 60),
        ("error A = 1 { ", 60),
    ] {
        assert!(!codes(&word.repeat(times)).is_empty(), "{word}");
    }
    codes(&format!("service S {{ {} }}", "a() ".repeat(3_000)));
    codes(&format!("service S {{ f({}) }}", "a: B, ".repeat(3_000)));
    codes(&format!("service S {{ f({}) }}", "a ".repeat(15_000)));
    codes(&format!("service S {{ {} }}", "/// d\n".repeat(10_000)));
    codes(&format!("struct A {{ {} }}", "a ".repeat(15_000)));
    codes(&format!("struct A {{ {} }}", "/* */".repeat(10_000)));
    for word in [
        "reserved a ",
        "reserved a, ",
        "@a(1) ",
        "@a(1) a: B = [c] ",
        "a?: B = ",
        "a(1) ",
    ] {
        for body in [
            "struct A",
            "union A",
            "enum A: i8",
            "service A",
            "error A = 1",
        ] {
            codes(&format!("{body} {{ {} }}", word.repeat(1_000)));
        }
    }
    codes(&format!("const A: any = [{}]", "a, ".repeat(10_000)));
    codes(&format!("const A: any = [{}]", "a ".repeat(10_000)));
    codes(&format!("const A: any = {{ {} }}", "a: b, ".repeat(5_000)));
    codes(&format!("@a({}) struct A {{}}", "b = c, ".repeat(5_000)));
    codes(&format!("@a({}", "b ".repeat(10_000)));
    codes(&format!(
        "struct {} {{ x: {} }}",
        "a".repeat(500_000),
        "b".repeat(500_000)
    ));
}

#[test]
fn aliases_of_aliases() {
    let mut doubling = "type A0 = (i64, i64)\n".to_owned();
    let mut chain = "type A0 = i64\n".to_owned();
    let mut nested = "type A0 = i64\n".to_owned();
    let mut cycle = String::new();
    for index in 1..2_000 {
        let before = index - 1;
        writeln!(doubling, "type A{index} = (A{before}, A{before})").unwrap();
        writeln!(chain, "type A{index} = A{before}").unwrap();
        writeln!(nested, "type A{index} = list<A{before}>").unwrap();
        writeln!(cycle, "type A{index} = list<A{}>", index % 1_999 + 1).unwrap();
    }
    assert_eq!(codes(&doubling), ["Y0409"]);
    assert!(codes(&chain).is_empty());
    assert_eq!(codes(&nested), ["Y0409"]);
    assert_eq!(codes(&cycle), ["Y0408"]);
}

#[test]
fn many_uses_of_a_large_alias() {
    let tuple = |part: &str, parts: usize| format!("({})", vec![part; parts].join(", "));
    let large = tuple(&tuple(&tuple("i64", 12), 12), 6);
    let large = format!("type A = {large}\n");
    let fields: String = (0..2_000).fold(String::new(), |mut fields, index| {
        write!(fields, "f{index}: A ").unwrap();
        fields
    });
    assert!(codes(&format!("{large} struct S {{ {fields} }}")).contains(&"Y0409"));
}

#[test]
fn long_chains_of_structs() {
    let count = 2_500;
    let mut chain = String::new();
    let mut cycle = String::new();
    let mut dense = String::new();
    for index in 0..count {
        writeln!(chain, "struct S{index} {{ a: S{} }}", index + 1).unwrap();
        writeln!(cycle, "struct S{index} {{ a: S{} }}", (index + 1) % count).unwrap();
        writeln!(
            dense,
            "struct S{index} {{ a: S{} b: S{} }}",
            (index + 1) % count,
            index.max(1) - 1
        )
        .unwrap();
    }
    writeln!(chain, "struct S{count} {{ a: i64 }}").unwrap();
    assert!(codes(&chain).is_empty());
    assert_eq!(codes(&cycle), ["Y0407"]);
    assert!(codes(&dense).contains(&"Y0407"));
}

/// Every prefix of a contract is read without a panic.
#[test]
fn every_prefix() {
    let source = "//! d\npackage a.b;\nenum E: i32 { a = -1 }\ntype T = map<E, (i64, bytes?)>\nerror X = 1 \"\\u{e9}\\n\"\n/* é /* */ */\nstruct S { a: T?, b: list<S> }\nservice V { f(a: S,) -> T? throws X, X2; @w(\"x\") g() }\n";
    for (end, _) in source.char_indices() {
        diagnose(&source[..end]);
        diagnose(&source[end..]);
    }
}

/// Several slips at once, anywhere in the cases of all diagnostics.
#[test]
fn random_slips() {
    let slips = [
        "struct ",
        "enum A: i8 {",
        "}",
        "{",
        "(",
        ")",
        "<",
        ">",
        "list<",
        "->",
        "?",
        ":",
        ",",
        ";",
        "=",
        "\"",
        "///",
        "/*",
        "*/",
        "@a(",
        "throws ",
        "error ",
        "type ",
        "reserved ",
        "0x1",
        "é",
        "\r\n",
        "\\",
        "import \"x\"",
        "import { a ",
        "@a(b = [",
        "extends ",
        "union U {",
        "const A: ",
        "[",
        "]",
        "\\xff",
        "1e5",
        "as ",
        "service S { ",
    ];
    let cases = [
        include_str!("diagnostics/recovery.txt"),
        include_str!("diagnostics/types.txt"),
        include_str!("diagnostics/syntax.txt"),
        include_str!("whole.yar"),
        include_str!("../calc.yar"),
    ];
    let contracts: Vec<&str> = cases.iter().flat_map(|text| text.split("----\n")).collect();
    let mut state = 42_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap()
    };
    for _ in 0..300 {
        let text = contracts[random(contracts.len())]
            .split(">>>>")
            .next()
            .unwrap();
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..=random(6) {
            let place = random(text.len() + 1);
            let end = (place + random(12)).min(text.len());
            match random(2) {
                0 => drop(text.drain(place..end)),
                _ => drop(text.splice(place..place, slips[random(slips.len())].chars())),
            }
        }
        let source: String = text.into_iter().collect();
        let found = diagnose(&source);
        for pair in found.windows(2) {
            let is_twice = pair[0].code == pair[1].code && pair[0].span == pair[1].span;
            assert!(!is_twice, "{pair:#?}\n{source}");
        }
        support::render(&source);
        if found.is_empty() {
            let (file, _) = yar_idl::parse(&source);
            assert_eq!(
                support::words::read(&file),
                support::words::written(&source),
                "{source}"
            );
        }
    }
}

/// What is checked against each other is found by name, not by walking along.
#[test]
fn many_values_of_large_types() {
    let cases: String = (0..8_000).map(|at| format!("c{at},")).collect();
    let fields: String = (0..8_000).map(|at| format!("f{at}:E=c{at},")).collect();
    let source = format!("enum E:string{{{cases}}} struct S{{{fields}}} const C:E=c7999");
    assert!(codes(&source).is_empty());
    let wrong: String = (0..8_000).map(|at| format!("f{at}:E=x{at},")).collect();
    let source = format!("enum E:string{{{cases}}} struct S{{{wrong}}}");
    assert_eq!(codes(&source).len(), yar_idl::diag::MAX_DIAGNOSTICS);
    let fields: String = (0..8_000).map(|at| format!("f{at}?:u8,")).collect();
    let values: String = (0..8_000).map(|at| format!("f{at}:S={{}},")).collect();
    let source = format!("struct S{{{fields}}} struct T{{{values}}}");
    assert!(codes(&source).is_empty());
}

#[test]
fn defaults_that_need_each_other() {
    let fields: String = (0..8_000).map(|at| format!("f{at}:S?={{}},")).collect();
    assert_eq!(codes(&format!("struct S{{{fields}}}"))[..1], ["Y0414"]);
    let chain: String = (0..8_000)
        .map(|at| format!("struct S{at}{{a:S{}={{}}}}", at + 1))
        .collect();
    assert!(codes(&format!("{chain} struct S8000{{}}")).is_empty());
}

#[test]
fn long_chains_of_constants_and_services() {
    let chain: String = (0..8_000)
        .map(|at| format!("const C{at}:u8=C{}\n", at + 1))
        .collect();
    assert!(codes(&format!("{chain} const C8000:u8=1")).is_empty());
    assert_eq!(codes(&format!("{chain} const C8000:u8=C0")), ["Y0411"]);
    let chain: String = (0..8_000)
        .map(|at| format!("service S{at} extends S{}{{}}", at + 1))
        .collect();
    let found = codes(&format!("{chain} service S8000{{}}"));
    assert!(found.iter().all(|code| *code == "Y0502"));
    assert_eq!(found.len(), yar_idl::diag::MAX_DIAGNOSTICS);
    let many: String = (0..8_000)
        .map(|at| format!("service S{at} extends B{{m{at}()}}"))
        .collect();
    let methods: String = (0..8_000).map(|at| format!("b{at}()")).collect();
    assert!(codes(&format!("{many} service B{{{methods}}}")).is_empty());
}

#[test]
fn many_annotations() {
    let allow = "@allow(a) ".repeat(8_000);
    assert!(codes(&format!("{allow} struct A{{}}")).is_empty());
    let wire = "@wire(\"a\") ".repeat(8_000);
    let found = codes(&format!("struct A{{{wire} a:u8}}"));
    assert_eq!(found.len(), yar_idl::diag::MAX_DIAGNOSTICS);
}

#[test]
fn imports_without_end() {
    struct Endless(u32);
    impl yar_idl::Imports for Endless {
        fn read(&mut self, _: &str, _: &str) -> Result<yar_idl::Source, yar_idl::ImportError> {
            self.0 += 1;
            Ok(yar_idl::Source {
                path: format!("{}.yar", self.0),
                text: format!("package p{}; import \"next.yar\";", self.0),
            })
        }
    }
    let root = yar_idl::Source {
        path: "p.yar".to_owned(),
        text: "import \"next.yar\"; service S {}".to_owned(),
    };
    let loaded = yar_idl::load_files(root, "p", &mut Endless(0));
    let codes: Vec<_> = loaded.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["Y0708"]);
}
