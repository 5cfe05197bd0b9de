//! Everything that a contract can say, as PHP takes it.

use super::{assert_has, class, lower, run_php};

/// All that values can be.
const VALUES: &str = r#"
    enum Op: string { add, sub = "minus" }
    @closed enum Level: i32 { low = 1, high = 10 }
    @closed enum Wide: u64 { one = 1, huge = 18446744073709551615 }
    struct Point { x: f64, y: f64 = -0.5, note: string?, tag?: string }
    union Shape { point: Point, @wire("sq") square: f64, names: list<string>, nothing }
    @tag("kind") union Event { moved: Point, stopped }
    struct All {
        maybe?: i32
        tri?: i32?
        named: string
        op: Op = sub
        level: Level = high
        wide: Wide = huge
        when: timestamp = "2026-11-30T12:00:00.5Z"
        @format(rfc3339) text: timestamp = "1969-12-31T23:59:59.999Z"
        day: date = "2026-11-30"
        length: duration = 1500
        list: list<f64> = [1, 2.5]
        levels: map<Level, u64> = { low: 18446744073709551615 }
        pair: (i64, string) = [-9223372036854775808, "a*/b"]
        point: Point = { x: 1, note: "n" }
        shape: Shape = { square: 2 }
        none: Shape = nothing
        empty: i32? = null
        five: i32? = 5
        @wire("odd key") odd: bool
        any: any = { a: [1, "x", null] }
        shapes: list<Shape>
        event?: Event
    }
"#;

#[test]
fn constructors_take_what_must_be_given_first() {
    let text = class(&lower(VALUES), "All");
    assert_has(
        &text,
        "        public readonly string $named,\n        \
         public readonly bool $odd,\n        \
         public readonly array $shapes,\n        \
         public readonly ?int $maybe = null,\n        \
         public readonly int|null|\\Yar\\Absent $tri = \\Yar\\Absent::Absent,\n        \
         public readonly Op|string $op = Op::Sub,\n        \
         public readonly Level $level = Level::High,\n        \
         public readonly Wide|int|string $wide = Wide::Huge,\n        \
         public readonly \\DateTimeImmutable $when = new \\DateTimeImmutable('@1796040000 +500 ms'),\n        \
         public readonly \\DateTimeImmutable $text = new \\DateTimeImmutable('@-1 +999 ms'),\n        \
         public readonly string $day = '2026-11-30',\n        \
         public readonly int $length = 1500,\n        \
         public readonly array $list = [1.0, 2.5],\n        \
         public readonly array $levels = [1 => '18446744073709551615'],\n        \
         public readonly array $pair = [-9223372036854775807 - 1, 'a*/b'],\n        \
         public readonly Point $point = new Point(x: 1.0, note: 'n'),\n        \
         public readonly Shape $shape = new Shape\\Square(2.0),\n        \
         public readonly Shape $none = new Shape\\Nothing(),\n        \
         public readonly ?int $empty = null,\n        \
         public readonly ?int $five = 5,\n        \
         public readonly mixed $any = ['a' => [1, 'x', null]],\n        \
         public readonly ?Event $event = null,\n    ) {}\n",
    );
    assert_has(
        &text,
        "            'odd' => \\Yar\\Field::required('odd key', \\Yar\\Type::bool()),\n",
    );
    assert_has(
        &text,
        "'levels' => \\Yar\\Field::defaulted('levels', \\Yar\\Type::map(\\Yar\\Type::closedEnumKey(Level::class, \\Yar\\Type::i32()), \\Yar\\Type::u64())),\n",
    );
    assert_has(
        &text,
        "@return array{maybe?: int, tri?: int|null, named: string, op?: Op|string, ",
    );
    assert_has(
        &text,
        ", 'odd key': bool, any?: mixed, shapes: list<Shape>, event?: Event}\n",
    );
}

#[test]
fn defaults_are_what_readers_take_and_writers_write() {
    let script = r#"
        $json = new Yar\Format\JsonFormat();
        $type = Yar\Type::struct(Trial\All::class);
        $short = '{"named":"n","odd key":true,"shapes":[{"nothing":null},{"sq":1},{"new":5}]}';
        $all = $type->decode($json->unpack($short), $json);
        $text = $json->pack($type->encode($all, $json));
        echo $text, "\n";
        $again = $type->decode($json->unpack($text), $json);
        echo $again == $all ? 'same' : 'differs', ' ', Trial\All::fromArray($all->toArray()) == $all ? 'same' : 'differs', "\n";
        $made = new Trial\All('n', true, [], maybe: 1, tri: null, event: new Trial\Event\Moved(new Trial\Point(1.0, null)));
        $data = $made->toArray();
        var_dump($data['maybe'], $data['tri'], isset($data['event']), array_key_exists('tri', $all->toArray()));
        echo $json->pack($type->encode($made, $json));
    "#;
    let expected = concat!(
        r#"{"named":"n","op":"minus","level":10,"wide":"18446744073709551615","when":1796040000500,"#,
        r#""text":"1969-12-31T23:59:59.999Z","day":"2026-11-30","length":1500,"list":[1.0,2.5],"#,
        r#""levels":{"1":"18446744073709551615"},"pair":[-9223372036854775808,"a*/b"],"#,
        r#""point":{"x":1.0,"y":-0.5,"note":"n"},"shape":{"sq":2.0},"none":{"nothing":null},"#,
        r#""empty":null,"five":5,"odd key":true,"any":{"a":[1,"x",null]},"#,
        r#""shapes":[{"nothing":null},{"sq":1.0},{"new":5}]}"#,
        "\nsame same\nint(1)\nNULL\nbool(true)\nbool(false)\n",
        r#"{"maybe":1,"tri":null,"named":"n","op":"minus","#,
    );
    let printed = run_php("defaults", &lower(VALUES), script);
    assert!(printed.starts_with(expected), "{printed}");
    let event = r#""event":{"kind":"moved","x":1.0,"y":-0.5,"note":null}}"#;
    assert!(printed.ends_with(event), "{printed}");
}

#[test]
fn unions_are_an_interface_and_classes_below_its_name() {
    let files = lower(
        "struct Circle { r: f64 }
         /// What is drawn.
         union Shape {
           /// Round.
           circle: Circle
           @deprecated(\"use circle\", since = \"1.2.0\", replaced_by = \"circle\") many: map<string, list<Shape>>
           nothing, unknown, @php(name = \"Last\") end
         }",
    );
    assert_has(
        &class(&files, "Shape"),
        "/**\n * What is drawn.\n *\n * @phpstan-sealed Shape\\Circle|Shape\\Many|Shape\\Nothing|Shape\\Unknown|Shape\\Last|Shape\\UnknownValue\n */\n\
         interface Shape extends \\Yar\\Union\n{\n    public const CASES = [\n        \
         'circle' => Shape\\Circle::class,\n",
    );
    assert_has(
        &class(&files, "Shape"),
        "    public const UNKNOWN = Shape\\UnknownValue::class;\n}\n",
    );
    let text = class(&files, "Shape/Circle");
    assert_has(
        &text,
        "\nnamespace Trial\\Shape;\n\n/**\n * Round.\n */\nfinal class Circle implements \\Trial\\Shape\n",
    );
    assert_has(
        &text,
        "public function __construct(public readonly \\Trial\\Circle $value) {}\n",
    );
    let text = class(&files, "Shape/Many");
    assert_has(&text, "/**\n * @deprecated since 1.2.0: use circle\n */\n");
    assert_has(
        &text,
        "     * @param array<string, list<\\Trial\\Shape>> $value\n",
    );
    run_php("unions", &files, "");
}

#[test]
fn arguments_that_may_be_left_out_have_a_sign_for_it() {
    let files = lower(
        "enum Op: string { add, sub }
         service S {
           m(a: i8, b: u8 = 2, c?: string, d?: string?, e: list<Op> = [sub], f: i8? = 4, g?: any, h: string = \"*/\")
           @strict_arity @wire(\"getURL\") get_url() -> any
         }",
    );
    let text = class(&files, "S");
    assert_has(
        &text,
        "    public function m(\n        int $a,\n        ?int $b = null,\n        ?string $c = null,\n        \
         string|null|\\Yar\\Absent $d = \\Yar\\Absent::Absent,\n        ?array $e = null,\n        \
         int|null|\\Yar\\Absent $f = \\Yar\\Absent::Absent,\n        mixed $g = null,\n        \
         ?string $h = null,\n    ): void;\n",
    );
    assert_has(
        &text,
        "     * @param int|null $b left out, it is 2\n     * @param list<Op|string>|null $e left out, it is [Op::Sub]\n",
    );
    assert_has(
        &text,
        "     * @param string|null $h left out, it is '*\\/'\n",
    );
    let text = class(&files, "SClient");
    assert_has(
        &text,
        "            ->withDefault('b', \\Yar\\Type::u8(), $b, 2)\n            ->withOptional('c', \\Yar\\Type::string(), $c)\n",
    );
    assert_has(&text, "->method('getURL')\n");
    let text = class(&files, "SServer");
    assert_has(
        &text,
        "                ->withDefault('f', \\Yar\\Type::nullable(\\Yar\\Type::i8()), 4)\n                ->withOptional('g', \\Yar\\Type::any())\n",
    );
    assert_has(
        &text,
        "            'getURL' => (new \\Yar\\Method($this->handler->getUrl(...)))\n                ->strictly()\n",
    );
    run_php("arguments", &files, "");
}

#[test]
fn errors_carry_their_data() {
    let files = lower(
        "struct P { x: i8 }
         @wire(\"quota\") error QuotaExceeded = 9 \"too much\" {
           /// Milliseconds to wait.
           retry_after?: duration
           message: string?, @wire(\"p\") point?: P?, code: list<P>?
         }
         service S { m() throws QuotaExceeded }",
    );
    let text = class(&files, "QuotaExceeded");
    assert_has(&text, "    public const NAME = 'quota';\n");
    assert_has(
        &text,
        "    /**\n     * @param int|null $retryAfter Milliseconds to wait.\n     * @param list<P>|null $code_\n     */\n    \
         public function __construct(\n        ?string $message = null,\n        \
         public readonly ?int $retryAfter = null,\n        public readonly ?string $message_ = null,\n        \
         public readonly ?P $point = null,\n        public readonly ?array $code_ = null,\n    ) {\n",
    );
    let script = r#"$error = new Trial\QuotaExceeded(retryAfter: 5, code_: [new Trial\P(1)]);
        echo $error->getMessage(), $error->getCode(), $error->type, $error->retryAfter, ' ';
        $json = new Yar\Format\JsonFormat();
        echo json_encode(Yar\Type\Fields::encode($error::fields(), $error, $json));"#;
    assert_eq!(
        run_php("errors", &files, script),
        r#"too much9quota5 {"retry_after":5,"message":null,"code":[{"x":1}]}"#
    );
}

#[test]
fn constants_keep_their_value() {
    let files = lower(
        r#"enum Op: string { add, class }
           /// The most of it.
           const MAX_TERMS: u32 = 64;
           const big: i64 = 9007199254740993
           const least: i64 = -9223372036854775808
           const most: u64 = 18446744073709551615
           const ratio: f64 = 1
           const tiny: f64 = 1e-300
           const Quoted: string = "it's \"x\" \\ $end\\\n"
           const raw: bytes = "\x00\xff$"
           const class: Op = class
           const epoch: timestamp = 0
           const first: timestamp = "0000-01-01T00:00:00.001Z"
           const later: timestamp = "2026-11-30T12:00:00.25Z"
           const day: date = "2026-11-30"
           const pause: duration = 90000
           const yes: bool = true"#,
    );
    let text = class(&files, "Constants");
    assert_has(
        &text,
        "final class Constants\n{\n    /**\n     * The most of it.\n     */\n    public const MAX_TERMS = 64;\n    public const BIG = 9007199254740993;\n",
    );
    let script = r"use Trial\Constants as C;
        var_dump([C::BIG, C::LEAST === PHP_INT_MIN, C::MOST, C::RATIO === 1.0, C::TINY === 1e-300, bin2hex(C::QUOTED), bin2hex(C::RAW),
            C::CLASS_ === Trial\Op::Class_, C::EPOCH()->format('Uv'), C::FIRST()->format('Uv'), C::LATER()->format('Uv'), C::DAY, C::PAUSE, C::YES]
            === [9007199254740993, true, '18446744073709551615', true, true, bin2hex('it\'s \x22x\x22 \ $end\\') . '0a', '00ff24',
            true, '0000', '-62167219200001', '1796040000250', '2026-11-30', 90000, true]);"
        .replace("\\x22", "\"");
    assert_eq!(run_php("constants", &files, &script), "bool(true)\n");
}

#[test]
fn a_service_has_the_methods_of_its_bases() {
    let files = lower(
        "struct P { x: i8 }
         service Base { ping() -> P }
         service Middle extends Base { pong() }
         @deprecated service Top extends Middle { own() @deprecated(\"gone\\nsoon */\") old() }",
    );
    assert_has(
        &class(&files, "Top"),
        "/**\n * @deprecated\n */\ninterface Top extends Middle\n",
    );
    assert_has(
        &class(&files, "Top"),
        "     * @deprecated gone soon *\\/\n     *\n     * @throws",
    );
    let text = class(&files, "TopClient");
    for method in ["own(): void", "old(): void", "pong(): void", "ping(): P"] {
        assert_has(&text, &format!("    public function {method}\n"));
    }
    let text = class(&files, "TopServer");
    for method in ["own", "old", "pong", "ping"] {
        assert_has(
            &text,
            &format!(
                "            '{method}' => (new \\Yar\\Method($this->handler->{method}(...)))"
            ),
        );
    }
    run_php("bases", &files, "");
}

#[test]
fn names_can_be_given_exactly() {
    let source = "@php(namespace = \"Acme\\\\My_Calc\") package demo.calc;
         @php(name = \"user_info\") struct user { @php(name = \"ID\") id: i64, next?: user? }
         @php(name = \"OP\") enum Op: string { @php(name = \"ADD\") add }
         @php(name = \"TooMuch\") error Quota = 1 @php(name = \"Pick\") union Choice { a: user }
         @php(name = \"CALC\") service Calc { @php(name = \"do_it\") run(@php(name = \"OPERATION\") op: Op = add, c?: Choice) -> user throws Quota }
         @php(name = \"Least\") const LEAST: i8 = 1";
    let files = lower(source);
    let file = |name: &str| {
        let path = format!("Acme/My_Calc/{name}.php");
        files
            .iter()
            .find(|file| file.path == path)
            .map(|file| file.text.clone())
            .unwrap()
    };
    assert_has(&file("CALC"), "\nnamespace Acme\\My_Calc;\n");
    assert_has(
        &file("CALC"),
        "public function do_it(OP|string|null $OPERATION = null, ?Pick $c = null): user_info;\n",
    );
    assert_has(
        &file("CALCClient"),
        "->withDefault('op', \\Yar\\Type::enum(OP::class, \\Yar\\Type::string()), $OPERATION, OP::ADD)\n",
    );
    assert_has(
        &file("CALCServer"),
        "'run' => (new \\Yar\\Method($this->handler->do_it(...)))\n",
    );
    assert_has(&file("user_info"), "public readonly int $ID,\n");
    assert_has(&file("Constants"), "public const Least = 1;\n");
    assert_has(&file("TooMuch"), "public const NAME = 'Quota';\n");
}
