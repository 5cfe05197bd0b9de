//! Several packages, and one that is very large.

use std::fmt::Write as _;

use yar_idl::{ImportError, Imports, Source};

use super::super::generate;
use super::{File, assert_has, class, lower, run_php};

/// Files of a contract by the paths that import them; the first is the contract.
struct InMemory(&'static [(&'static str, &'static str)]);

impl Imports for InMemory {
    fn read(&mut self, _: &str, path: &str) -> Result<Source, ImportError> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        let source = found.map(|(path, text)| Source {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        });
        source.ok_or_else(ImportError::default)
    }
}

#[test]
fn other_packages_are_named_in_full() {
    let mut files = InMemory(&[
        (
            "shop.yar",
            r#"package trial; import "base.yar" as base; import { Shape, Health, Gone } from "more.yar";
               struct Order { money: base.Money, shape: Shape = base, all: map<base.Kind, list<base.Money>> }
               @php(name = "Tills") union Till { full: base.Money, empty }
               service Shop extends Health { buy(order: Order, kind: base.Kind = coin, money: base.Money = { cents: 5 }) -> Till throws Gone }"#,
        ),
        (
            "base.yar",
            r"package acme.money; struct Money { cents: i64, kind: Kind = note } enum Kind: string { coin, note }",
        ),
        (
            "more.yar",
            r#"@php(namespace = "Other\\More") package acme.more; import { Money } from "base.yar";
               union Shape { money: Money, base } error Gone = 4 "gone" { last?: Money }
               service Health { ping(money: Money) -> Shape }"#,
        ),
    ]);
    let root = files.read("", "shop.yar").unwrap();
    let loaded = yar_idl::load_files(root, "trial", &mut files);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let package = loaded.package.unwrap();
    let files: Vec<File> = package.closure().into_iter().flat_map(generate).collect();
    let text = class(&files, "Order");
    assert_has(&text, "public readonly \\Acme\\Money\\Money $money,\n");
    assert_has(
        &text,
        "public readonly \\Other\\More\\Shape $shape = new \\Other\\More\\Shape\\Base(),\n",
    );
    assert_has(&text, "array<string, list<\\Acme\\Money\\Money>>");
    let text = class(&files, "Shop");
    assert_has(&text, "interface Shop extends \\Other\\More\\Health\n");
    assert_has(&text, "     * @throws \\Other\\More\\Gone\n");
    assert_has(&text, "?\\Acme\\Money\\Money $money = null");
    let text = class(&files, "ShopClient");
    assert_has(&text, ", $money, new \\Acme\\Money\\Money(cents: 5))\n");
    assert_has(
        &text,
        "    public function ping(\\Acme\\Money\\Money $money): \\Other\\More\\Shape\n",
    );
    let script = r#"$order = new Trial\Order(new Acme\Money\Money(1), all: ['coin' => [new Acme\Money\Money(2, Acme\Money\Kind::Coin)]]);
        $json = new Yar\Format\JsonFormat();
        $type = Yar\Type::struct(Trial\Order::class);
        $text = $json->pack($type->encode($order, $json));
        echo $text, $type->decode($json->unpack($text), $json) == $order ? ' same' : ' differs';"#;
    assert_eq!(
        run_php("imports", &files, script),
        r#"{"money":{"cents":1,"kind":"note"},"shape":{"base":null},"all":{"coin":[{"cents":2,"kind":"coin"}]}} same"#
    );
}

/// What nobody writes by hand, but generators do.
#[test]
fn large_contracts_load_and_run() {
    let mut source = String::new();
    let fields: String = (0..400).map(|n| format!("f{n}: i32 = {n}\n")).collect();
    writeln!(source, "struct Wide {{ {fields} }}").unwrap();
    for n in 0..300 {
        writeln!(source, "struct S{n} {{ a: i32, b?: S{}? }}", (n + 1) % 300).unwrap();
    }
    let cases: String = (0..1000).map(|n| format!("c{n} = {n}\n")).collect();
    writeln!(source, "enum Many: i32 {{ {cases} }}").unwrap();
    let cases: String = (0..300).map(|n| format!("s{n}: S{n}\n")).collect();
    writeln!(source, "union Any {{ {cases} }}").unwrap();
    let methods: String = (0..300)
        .map(|n| format!("m{n}(a: S{n}, b: Many) -> Any\n"))
        .collect();
    let most = yar_idl::model::MAX_PARAMS.min(120);
    let params: Vec<String> = (0..most).map(|n| format!("p{n}: i32")).collect();
    writeln!(
        source,
        "service Big {{ {methods} long({}) -> i32 wide(wide: Wide) -> Wide }}",
        params.join(", ")
    )
    .unwrap();
    let script = r#"
        $handler = new class implements Trial\Big { METHODS };
        $server = new Trial\BigServer($handler);
        $json = new Yar\Format\JsonFormat();
        $call = function (string $method, string $p) use ($server): string {
            $body = "JSON\0\0\0\0" . '{"i":7,"m":"' . $method . '","p":' . $p . '}';
            return substr($server->handle((new Yar\Protocol\Header(true, '', ''))->pack(7, strlen($body)) . $body), 90);
        };
        echo $call('m299', '[{"a":1,"b":{"a":2}},999]'), "\n", $call('long', json_encode(range(1, MOST))), "\n";
        $wide = json_decode($call('wide', '[{"f399":-1}]'), true)['r'];
        echo count($wide), ' ', $wide['f398'], ' ', $wide['f399'];
        new Trial\BigClient('tcp://127.0.0.1:1');"#;
    let mut methods: String = (0..300)
        .map(|n| format!("public function m{n}(Trial\\S{n} $a, Trial\\Many|int $b): Trial\\Any {{ return new Trial\\Any\\S{n}($a); }}\n"))
        .collect();
    let params: Vec<String> = (0..most).map(|n| format!("int $p{n}")).collect();
    writeln!(
        methods,
        "public function long({}): int {{ return $p{}; }}",
        params.join(", "),
        most - 1
    )
    .unwrap();
    methods.push_str("public function wide(Trial\\Wide $wide): Trial\\Wide { return $wide; }");
    let script = script
        .replace("METHODS", &methods)
        .replace("MOST", &most.to_string());
    assert_eq!(
        run_php("large", &lower(&source), &script),
        format!(
            "{{\"i\":7,\"s\":0,\"r\":{{\"s299\":{{\"a\":1,\"b\":{{\"a\":2}}}}}}}}\n{{\"i\":7,\"s\":0,\"r\":{most}}}\n400 398 -1"
        )
    );
}
