//! What is generated loads in its own language, with our runtime beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use yar_gen::{Options, Target};

use crate::support::{CASES, Folder, files_below, golden, input, root};

#[test]
fn lua_modules_load_on_every_interpreter() {
    for interpreter in ["lua5.1", "lua5.3", "lua5.4", "luajit"] {
        for case in CASES {
            let folder = golden(case).join("lua");
            for (path, _) in files_below(&folder) {
                load_lua(interpreter, &folder, &runtime("lua"), &path);
            }
        }
    }
}

#[test]
fn php_classes_load() {
    for case in CASES {
        let folder = golden(case).join("php");
        for (path, _) in files_below(&folder) {
            load_php(&folder, &runtime("php/src"), &path);
        }
    }
}

#[test]
fn a_copied_runtime_is_found_beside_the_output() {
    let folder = Folder::new();
    let package = yar_gen::load(&input("types")).unwrap();
    let options = Options::default().with_runtime(true);
    for target in [Target::Lua, Target::Php] {
        let files = yar_gen::generate(&package, target, &options);
        files.write(folder.path()).unwrap();
    }
    load_lua("luajit", folder.path(), folder.path(), "demo/types.lua");
    let yar = folder.path().join("Yar");
    load_php(folder.path(), &yar, "Demo/Types/TypesClient.php");
}

fn load_lua(interpreter: &str, own: &Path, runtime: &Path, path: &str) {
    let module = path.trim_end_matches(".lua").replace('/', ".");
    let script = format!("assert(type(require('{module}')) == 'table')");
    let paths = format!("{}/?.lua;{}/?.lua", own.display(), runtime.display());
    let mut lua = Command::new(interpreter);
    run(lua.env("LUA_PATH", paths).args(["-e", &script]), path);
}

/// Loads a class and those it stands on, so that PHP checks every signature.
const LOAD: &str = "
    error_reporting(E_ALL);
    set_error_handler(fn ($level, $text) => throw new ErrorException($text));
    [, $own, $runtime, $file] = $argv;
    spl_autoload_register(function (string $class) use ($own, $runtime) {
        $path = strtr($class, ['\\\\' => '/']) . '.php';
        require str_starts_with($path, 'Yar/') ? $runtime . substr($path, 3) : $own . '/' . $path;
    });
    require_once $own . '/' . $file;
";

fn load_php(own: &Path, runtime: &Path, path: &str) {
    let mut php = Command::new("php");
    let arguments = php.args(["-r", LOAD, "--"]).arg(own).arg(runtime);
    run(arguments.arg(path), path);
}

fn runtime(name: &str) -> PathBuf {
    root().join("yar-gen/runtime").join(name)
}

fn run(command: &mut Command, file: &str) {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.unwrap_or_else(|error| {
        panic!("{program} is needed, and tests/run.sh installs it: {error}");
    });
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let loaded = output.status.success() && text.is_empty();
    assert!(loaded, "{program}, {file}: {text}");
}
