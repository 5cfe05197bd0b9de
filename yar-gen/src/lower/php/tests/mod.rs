#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod packages;
mod whole;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use yar_idl::model::Package;

use super::{generate, syntax};
use crate::File;

fn lower(source: &str) -> Vec<File> {
    let package = yar_idl::load(source, "trial").expect("the contract of this test is valid");
    generate(&package)
}

/// The text of one class of package `trial`.
#[track_caller]
fn class(files: &[File], name: &str) -> String {
    let path = format!("Trial/{name}.php");
    let file = files.iter().find(|file| file.path == path);
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    file.unwrap_or_else(|| panic!("{path} is not among {paths:?}"))
        .text
        .clone()
}

#[track_caller]
fn assert_has(text: &str, lines: &str) {
    assert!(text.contains(lines), "expected\n{lines}\nin\n{text}");
}

/// Files in a folder of their own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[File]) -> Self {
        let root = std::env::temp_dir().join(format!("yar-gen-php-{name}-{}", std::process::id()));
        for file in files {
            let path = root.join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.text).unwrap();
        }
        Self(root)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind in a temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Loads every file with the runtime, then runs `script`.
fn run_php(name: &str, files: &[File], script: &str) -> String {
    let folder = Folder::new(name, files);
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime/php/src");
    let program = format!(
        r"set_error_handler(fn(...$all) => throw new ErrorException($all[1]));
        spl_autoload_register(function ($class) {{
            $root = str_starts_with($class, 'Yar\\') ? '{}/' : '{}/';
            require $root . strtr(preg_replace('/^Yar\\\\/', '', $class), '\\', '/') . '.php';
        }});
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator('{1}', 4096)) as $file) {{
            class_exists(strtr(substr($file, strlen('{1}') + 1, -4), '/', '\\'));
        }}
        {script}",
        runtime.display(),
        folder.0.display(),
    );
    let output = Command::new("php")
        .args([
            "-d",
            "error_reporting=-1",
            "-d",
            "display_errors=1",
            "-r",
            &program,
        ])
        .output()
        .expect("these tests need PHP: install the package php-cli");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "PHP failed: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

#[test]
fn every_class_is_a_file_of_its_namespace() {
    let files = lower(
        "package demo.my_trial;
         struct user_info { a: i8 } enum Kind: string { a } error Gone = 1 service HTTPStore { m() }",
    );
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "Demo/MyTrial/HttpStore.php",
            "Demo/MyTrial/HttpStoreClient.php",
            "Demo/MyTrial/HttpStoreServer.php",
            "Demo/MyTrial/UserInfo.php",
            "Demo/MyTrial/Kind.php",
            "Demo/MyTrial/Gone.php",
        ]
    );
    assert!(
        files
            .iter()
            .all(|file| file.text.contains("\nnamespace Demo\\MyTrial;\n"))
    );
}

#[test]
fn the_namespace_of_the_runtime_is_left_alone() {
    let namespace = |name: &str| syntax::namespace(&Package::new(name));
    assert_eq!(namespace("yar"), "Yar_");
    assert_eq!(namespace("yar.calc"), "Yar_\\Calc");
    assert_eq!(namespace("yarn.list"), "Yarn\\List_");
}

#[test]
fn types_are_native_first_and_told_where_native_types_end() {
    let files = lower(
        "enum Op: string { add } enum Level: i32 { low = 0 } enum Big: u64 { one = 1 }
         struct P { x: u64? }
         service S {
           plain(a: bool, b: i8, c: f32, d: bytes, e: any, f: P, g: string?, h: any?) -> P?
           open(op: Op, level: Level?, big: Big) -> Op
           deep(m: map<string, list<P?>>, k: map<Op, u64>, n: map<Level, bool>, t: (i64, list<Op>)) -> list<string>?
         }",
    );
    let text = class(&files, "S");
    assert_has(
        &text,
        "    /**\n     * @throws \\Yar\\Exception\\YarException\n     */\n    \
         public function plain(bool $a, int $b, float $c, string $d, mixed $e, P $f, ?string $g, mixed $h): ?P;\n",
    );
    assert_has(
        &text,
        "     * @param Big|int|numeric-string $big\n     *\n     * @throws",
    );
    assert_has(
        &text,
        "public function open(Op|string $op, Level|int|null $level, Big|int|string $big): Op|string;",
    );
    assert_has(
        &text,
        "     * @param array<string, list<P|null>> $m\n     \
         * @param array<string, int|numeric-string> $k\n     \
         * @param array<int, bool> $n\n     \
         * @param array{0: int, 1: list<Op|string>} $t\n     *\n     \
         * @return list<string>|null\n     *\n",
    );
    assert_has(
        &text,
        "public function deep(array $m, array $k, array $n, array $t): ?array;",
    );
    let text = class(&files, "SClient");
    assert_has(
        &text,
        "->with('k', \\Yar\\Type::map(\\Yar\\Type::string(), \\Yar\\Type::u64()), $k)\n",
    );
    assert_has(&text, "->with('n', \\Yar\\Type::map(\\Yar\\Type::i32(), ");
    assert_has(
        &text,
        "->with('level', \\Yar\\Type::nullable(\\Yar\\Type::enum(Level::class, \\Yar\\Type::i32())), $level)\n",
    );
    assert_has(
        &text,
        "->receive(\\Yar\\Type::nullable(\\Yar\\Type::struct(P::class)));\n",
    );
}

#[test]
fn names_follow_php_and_the_wire_keeps_its_own() {
    let files = lower(
        "struct Row { user_id: i64 this: bool }
         enum Mode: string { read_only = \"ro\", class }
         service S { get_URL(this: i64, _GET: string) -> i64 }",
    );
    assert_has(
        &class(&files, "Row"),
        "        public readonly int $userId,\n        public readonly bool $this_,\n    ) {}\n",
    );
    assert_has(
        &class(&files, "Row"),
        "            'user_id' => $this->userId,\n            'this' => $this->this_,\n",
    );
    assert_has(
        &class(&files, "Mode"),
        "    case ReadOnly = 'ro';\n    case Class_ = 'class';\n",
    );
    assert_has(
        &class(&files, "SClient"),
        "    public function getUrl(int $this_, string $get): int\n    {\n        \
         return $this->client->method('get_URL')\n            ->with('this', \\Yar\\Type::i64(), $this_)\n",
    );
}

#[test]
fn text_cannot_leave_its_literal_or_comment() {
    let files = lower(
        "/// Matches release/*/* and more.
         /// @return nothing of ours
         struct P {
           /// The */ of it.
           ///
           /// More.
           x: i64
         }
         error Quoted = 7 \"it's \\\"x\\\" \\\\ $end\\\\\"
         service S { m() }",
    );
    let text = class(&files, "P");
    assert_has(
        &text,
        "/**\n * Matches release/*\\/* and more.\n * \\@return nothing of ours\n */\nfinal class P",
    );
    assert_has(
        &text,
        "     * @param int $x The *\\/ of it.\n     *\n     *   More.\n     */\n",
    );
    let printed = run_php("text", &files, r"echo (new Trial\Quoted())->getMessage();");
    assert_eq!(printed, "it's \"x\" \\ $end\\");
}

#[test]
fn a_literal_is_one_line() {
    let files = lower(r#"error Odd = 7 "a\n\r\tb\0c $d {$e} \" ' \\ \u{85}\u{7f}é""#);
    assert_has(
        &class(&files, "Odd"),
        r#"MESSAGE = "a\n\r\tb\u{0}c \$d {\$e} \" ' \\ \u{85}\u{7f}é";"#,
    );
    let printed = run_php("lines", &files, r"echo (new Trial\Odd())->getMessage();");
    assert_eq!(printed, "a\n\r\tb\0c $d {$e} \" ' \\ \u{85}\u{7f}é");
}

#[test]
fn integers_keep_their_value() {
    let files = lower(
        "enum Edge: i64 { least = -9223372036854775808, most = 9223372036854775807 }
         enum Wide: u64 { one = 1, huge = 18446744073709551615 }
         error Low = -5 \"low\"
         service S { m(w: Wide) }",
    );
    let script = r"var_dump(Trial\Edge::Least->value === PHP_INT_MIN, Trial\Edge::Most->value === PHP_INT_MAX,
        Trial\Wide::Huge === '18446744073709551615', (new Trial\Low())->getCode() === -5);";
    assert_eq!(
        run_php("integers", &files, script),
        "bool(true)\n".repeat(4)
    );
}

#[test]
fn long_signatures_wrap() {
    let params: Vec<String> = (0..9)
        .map(|n| format!("parameter_number_{n}: i64"))
        .collect();
    let files = lower(&format!("service S {{ m({}) }}", params.join(", ")));
    assert_has(
        &class(&files, "S"),
        "public function m(\n        int $parameterNumber0,\n",
    );
    assert_has(
        &class(&files, "S"),
        "        int $parameterNumber8,\n    ): void;\n",
    );
    assert_has(
        &class(&files, "SClient"),
        "        int $parameterNumber8,\n    ): void {\n        $this->client",
    );
    run_php("long", &files, "");
}

#[test]
fn nothing_is_laid_out_as_nothing() {
    let files = lower("struct Empty { } service S { m() -> Empty }");
    assert_has(
        &class(&files, "Empty_"),
        "\\Yar\\Struct\n{\n    public static function fields(): array\n    {\n        return [];\n",
    );
    assert_has(&class(&files, "Empty_"), "        return new self();\n");
    assert_eq!(
        run_php(
            "empty",
            &files,
            r"echo count((new Trial\Empty_())->toArray());"
        ),
        "0"
    );
}

/// Words that some position of some PHP version refuses.
const WORDS: &str = "abstract and array as bool break callable case catch class clone const continue declare default \
    die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum eval exit extends false \
    final finally float fn for foreach function global goto if implements include include_once instanceof insteadof \
    int interface isset iterable list match mixed namespace never new null numeric object or parent print private \
    protected public readonly require require_once resource return self static string switch this throw trait true \
    try unset use var void while xor yield GLOBALS _GET _SERVER _ENV uri method arguments from_array \
    to_array fields Exception Closure Iterator Generator stdClass Yar Type Options Client Struct";

/// Some words are types of the contract language; their capital forms are not.
fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

#[test]
fn php_takes_every_word_in_every_position() {
    let mut source = String::from("package list.match;\n");
    for word in WORDS.split_whitespace() {
        writeln!(source, "struct {} {{ {word}: i64 }}", capital(word)).unwrap();
    }
    let all: Vec<&str> = WORDS.split_whitespace().collect();
    let each =
        |make: &dyn Fn(&str) -> String| all.iter().map(|word| make(word)).collect::<String>();
    let methods = each(&|word| format!("{word}({word}: {0}) -> list<{0}>\n", capital(word)));
    let (cases, fields) = (
        each(&|word| format!("{word},")),
        each(&|word| format!("{word}: i64,")),
    );
    let optional = each(&|word| format!("{word}?: i64, "));
    let constants = each(&|word| {
        format!(
            "const {}: i8 = 1
",
            word.to_uppercase()
        )
    });
    let params = all.chunks(yar_idl::model::MAX_PARAMS).enumerate();
    let params: String = params
        .map(|(index, some)| {
            let (plain, optional) = (some.join(": i64, "), some.join("?: i64, "));
            format!("every_param{index}({plain}: i64)\nevery_optional{index}({optional}?: i64)\n")
        })
        .collect();
    writeln!(source, "enum every_case: string {{ {cases} }}").unwrap();
    writeln!(source, "struct every_field {{ {fields} }}").unwrap();
    writeln!(source, "struct every_optional {{ {optional} }}").unwrap();
    writeln!(source, "union every_choice {{ {fields} }}").unwrap();
    writeln!(source, "error every_datum = 1 {{ {optional} }}").unwrap();
    writeln!(source, "service every_method {{ {methods} {params} }}").unwrap();
    let mut files = lower(&source);
    let mut unions = String::from("package list.unions; struct P { x: i8 }\n");
    for word in &all {
        writeln!(unions, "union {} {{ p: P }}", capital(word)).unwrap();
    }
    files.extend(lower(&unions));
    files.extend(lower(&format!("package list.constants; {constants}")));
    let words = all.len();
    let script = r#"
        use List_\Match_\{EveryCase, EveryChoice, EveryDatum, EveryField, EveryOptional};
        $json = new Yar\Format\JsonFormat();
        $same = function (Yar\Type\Codec $type, object $value) use ($json): bool {
            $text = $json->pack($type->encode($value, $json));
            return $type->decode($json->unpack($text), $json) == $value;
        };
        $all = new EveryField(...range(1, count(EveryField::fields())));
        $some = new EveryOptional(...range(1, count(EveryField::fields())));
        $choices = array_filter(EveryChoice::CASES, fn (string $class) => $same(Yar\Type::union(EveryChoice::class), new $class(5)));
        $error = new EveryDatum('text', ...range(1, count(EveryDatum::fields())));
        $data = Yar\Type\Fields::encode($error::fields(), $error, $json);
        $parts = [
            EveryField::fromArray($all->toArray()) == $all && EveryOptional::fromArray($some->toArray()) == $some,
            $same(Yar\Type::struct(EveryField::class), $all) && $same(Yar\Type::struct(EveryOptional::class), $some),
            [$error->getMessage(), $error->getCode(), array_values($data)] === ['text', 1, range(1, count($data))],
            count($all->toArray()), count($choices), count($data), count(EveryCase::cases()),
            count((new ReflectionClass(List_\Constants\Constants::class))->getConstants()),
        ];
        echo json_encode($parts);"#;
    let expected = format!("[true,true,true,{words},{words},{words},{words},{words}]");
    assert_eq!(run_php("words", &files, script), expected);
}

#[test]
fn lowering_is_deterministic() {
    let source = "struct B { x: map<string, i64> } struct A { b: B } service S { m(a: A) -> B }";
    assert_eq!(lower(source), lower(source));
}
