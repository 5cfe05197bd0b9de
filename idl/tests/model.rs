//! What the model holds of every part of the language.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod support;

use support::read;
use yar_idl::model::{
    IntType, Literal, LuaInt, Outcome, Package, RustMap, TimestampFormat, Type, TypeName,
};

fn package(source: &str) -> Package {
    let loaded = read(source);
    assert_eq!(loaded.diagnostics, []);
    loaded.package.unwrap()
}

fn name(package: Option<&str>, name: &str) -> TypeName {
    TypeName {
        package: package.map(str::to_owned),
        ..TypeName::from(name)
    }
}

#[test]
fn the_package_line_says_version_and_namespace() {
    let package = package("@version(\"1.4.0\") @php(namespace = \"Acme\\\\Calc\") package a.b;");
    assert_eq!(package.version.as_deref(), Some("1.4.0"));
    let namespace = package.options.php_package.namespace.as_deref();
    assert_eq!(namespace, Some("Acme\\Calc"));
}

#[test]
fn constants_are_resolved_to_their_values() {
    let package = package(
        r#"import { BIG, Op } from "a.yar";
        const A: u8 = B
        const B: u32 = 0x10
        const C: f64 = B
        const D: u64 = BIG
        const E: Op = sub
        const F: timestamp = "1970-01-01T00:00:01Z"
        const G: bytes = "\xff"
        const H: string = "it's \"x\" \\ end"
        const I: duration = 1_500
        const J: date = "2024-02-29"
        const K: bool = true
        //// a.yar
        const BIG: u64 = 18446744073709551615
        enum Op: string { add, sub }"#,
    );
    let values: Vec<_> = package
        .constants
        .iter()
        .map(|it| it.value.clone())
        .collect();
    let expected = [
        Literal::Int(16),
        Literal::Int(16),
        Literal::Float(16.0),
        Literal::Int(u64::MAX.into()),
        Literal::Case(name(Some("a"), "Op"), "sub".to_owned()),
        Literal::Int(1000),
        Literal::Bytes(vec![0xff]),
        Literal::String("it's \"x\" \\ end".to_owned()),
        Literal::Int(1500),
        Literal::String("2024-02-29".to_owned()),
        Literal::Bool(true),
    ];
    assert_eq!(values, expected);
    assert_eq!(package.constants[4].ty, Type::Enum(name(Some("a"), "Op")));
}

#[test]
fn fields_say_whether_they_may_be_missing() {
    let package = package(
        "struct A {
            a: i64?
            b?: i64
            @wire(\"C\") c?: i64?
            d: f64 = 1
            e: A? = { d: 2, a: null, e: null }
            f: list<u8> = [1]
            @rust(map = \"hash\") @lua(int = \"string\", name = \"gg\") g: map<Op, u64> = { add: 1 }
            @format(rfc3339) h: list<timestamp>?
            reserved x, \"y z\"
        }
        enum Op: string { add }",
    );
    let item = &package.structs[0];
    assert_eq!(item.reserved, ["x", "y z"]);
    let optional: Vec<bool> = item.fields.iter().map(|it| it.optional).collect();
    assert_eq!(
        optional,
        [false, true, true, false, false, false, false, false]
    );
    assert_eq!(item.fields[2].wire, "C");
    assert_eq!(item.fields[3].default, Some(Literal::Float(1.0)));
    let inner = vec![
        ("a".to_owned(), Literal::Null),
        ("d".to_owned(), Literal::Float(2.0)),
        ("e".to_owned(), Literal::Null),
    ];
    let inner = Literal::Struct("A".into(), inner);
    assert_eq!(item.fields[4].default, Some(inner));
    let list = Literal::List(vec![Literal::Int(1)]);
    assert_eq!(item.fields[5].default, Some(list));
    let key = Literal::Case("Op".into(), "add".to_owned());
    let map = Literal::Map(vec![(key, Literal::Int(1))]);
    assert_eq!(item.fields[6].default, Some(map));
    let options = &item.fields[6].options;
    assert_eq!(
        (options.rust_map, options.lua_int),
        (RustMap::Hash, LuaInt::String)
    );
    assert_eq!(options.lua.name.as_deref(), Some("gg"));
    let moment = Type::Timestamp(TimestampFormat::Rfc3339);
    let list = Type::List(Box::new(moment));
    assert_eq!(item.fields[7].ty, Type::Nullable(Box::new(list)));
}

#[test]
fn unions_have_cases_with_and_without_types() {
    let package = package(
        "@tag(\"kind\") union U { @wire(\"x\") a: A, b, reserved c }
        union V { a: list<i64>, b: V? }
        struct A { v: V = { a: [1] }, w: V = { b: null }, u: U = b }",
    );
    let tagged = &package.unions[0];
    assert_eq!(tagged.tag.as_deref(), Some("kind"));
    assert_eq!(tagged.cases[0].wire, "x");
    assert_eq!(tagged.cases[0].ty, Some(Type::Struct("A".into())));
    assert_eq!(tagged.cases[1].ty, None);
    assert_eq!(tagged.reserved, ["c"]);
    let defaults = package.structs[0].fields.iter();
    let defaults: Vec<_> = defaults.map(|it| it.default.clone().unwrap()).collect();
    let list = Literal::List(vec![Literal::Int(1)]);
    let case = |owner: &str, case: &str, held: Option<Literal>| {
        Literal::Union(owner.into(), case.to_owned(), held.map(Box::new))
    };
    let expected = [
        case("V", "a", Some(list)),
        case("V", "b", Some(Literal::Null)),
        case("U", "b", None),
    ];
    assert_eq!(defaults, expected);
}

#[test]
fn errors_and_enums_keep_what_is_reserved() {
    let package = package(
        "@wire(\"X\") error E = 1 \"m\" { a?: i64, b: duration?, reserved c, 2 }
        @closed enum I: i8 { a = -1, reserved b, 5 }
        enum S: string { a, reserved b, \"c d\" }",
    );
    let error = &package.errors[0];
    assert_eq!((error.wire.as_str(), error.code), ("X", 1));
    assert_eq!(error.reserved, ["c"]);
    assert_eq!(error.reserved_codes, [2]);
    assert_eq!(error.fields.len(), 2);
    let [closed, open] = package.enums.as_slice() else {
        panic!("{:?}", package.enums);
    };
    assert!(closed.closed && !open.closed);
    assert_eq!(closed.reserved_names, ["b"]);
    assert_eq!(closed.reserved_values.len(), 1);
    assert_eq!(open.reserved_values.len(), 1);
}

#[test]
fn methods_say_what_may_be_left_out() {
    let package = package(
        "error E = 1
        service S {
            @wire(\"getIt\") @idempotent @strict_arity
            @deprecated(\"use g\", since = \"1.2.0\", replaced_by = \"g\")
            @example(args = [1], returns = { x: [1.5] })
            @example(args = [2, 3, null], throws = E)
            f(a: u8,
              /// Docs of one.
              b: u8 = 2, c?: string?) -> map<string, list<f64>> throws E
            @example
            g()
            reserved old
        }",
    );
    let service = &package.services[0];
    assert_eq!(service.reserved, ["old"]);
    let method = &service.methods[0];
    assert_eq!(method.wire, "getIt");
    assert!(method.idempotent && method.strict_arity);
    let deprecated = method.options.deprecated.as_ref().unwrap();
    assert_eq!(deprecated.reason, "use g");
    assert_eq!(deprecated.since.as_deref(), Some("1.2.0"));
    assert_eq!(deprecated.replaced_by.as_deref(), Some("g"));
    let [a, b, c] = method.params.as_slice() else {
        panic!("{:?}", method.params);
    };
    assert_eq!((a.optional, &a.default), (false, &None));
    assert_eq!((b.optional, &b.default), (false, &Some(Literal::Int(2))));
    assert_eq!(b.docs.0, "Docs of one.");
    assert_eq!((c.optional, &c.default), (true, &None));
    let list = Literal::List(vec![Literal::Float(1.5)]);
    let map = Literal::Map(vec![(Literal::String("x".to_owned()), list)]);
    assert_eq!(method.examples[0].outcome, Outcome::Returns(map));
    assert_eq!(method.examples[1].outcome, Outcome::Throws("E".into()));
    assert_eq!(method.examples[1].args.len(), 3);
    assert_eq!(service.methods[1].examples[0].outcome, Outcome::Nothing);
}

#[test]
fn services_extend_across_packages() {
    let package = package(
        "import \"a.yar\";
        service S extends a.Mid { own() }
        //// a.yar
        import { Base } from \"b.yar\";
        service Mid extends Base { mid() }
        //// b.yar
        struct T {}
        service Base { base(t: T) }",
    );
    let service = &package.services[0];
    assert_eq!(service.extends, Some(name(Some("a"), "Mid")));
    let bases = package.bases(service);
    let bases: Vec<_> = bases
        .iter()
        .map(|(home, base)| (home.name.as_str(), base.name.as_str()))
        .collect();
    assert_eq!(bases, [("a", "Mid"), ("b", "Base")]);
    let closure: Vec<_> = package.closure().iter().map(|it| it.name.clone()).collect();
    assert_eq!(closure, ["b", "a", "p"]);
}

/// The alias is gone, so the package it leads to has to be known.
#[test]
fn imported_aliases_bring_the_packages_they_lead_to() {
    let package = package(
        "import \"a.yar\" as x;
        struct S { one: x.Alias, two: list<x.Own> }
        //// a.yar
        import \"b.yar\";
        type Alias = map<u8, b.T?>
        struct Own {}
        //// b.yar
        struct T {}",
    );
    let fields = &package.structs[0].fields;
    let held = Type::Nullable(Box::new(Type::Struct(name(Some("b"), "T"))));
    let map = Type::Map(Box::new(Type::Int(IntType::U8)), Box::new(held));
    assert_eq!(fields[0].ty, map);
    let own = Type::Struct(name(Some("a"), "Own"));
    assert_eq!(fields[1].ty, Type::List(Box::new(own)));
    assert!(package.get_struct(&name(Some("b"), "T")).is_some());
    let imports: Vec<_> = package.imports.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(imports, ["a", "b"]);
    assert_eq!(fields[0].ty.to_string(), "map<u8, b.T?>");
}

/// Every layer imports both files of the next one: 2^30 ways lead down.
#[test]
fn crosswise_imports_take_no_time() {
    let mut text =
        String::from("import \"a0.yar\"; import \"b0.yar\"; struct S { a: a0.T, b: b0.T }");
    for layer in 0..30 {
        let next = layer + 1;
        for side in ["a", "b"] {
            text.push_str(&format!(
                "\n//// {side}{layer}.yar\nimport \"a{next}.yar\"; import \"b{next}.yar\";
                struct T {{ a: a{next}.T, b: b{next}.T }}"
            ));
        }
    }
    text.push_str("\n//// a30.yar\nstruct T {}\n//// b30.yar\nstruct T {}\n");
    assert_eq!(package(&text).closure().len(), 63);
}
