//! What is generated loads in its own language, with our runtime beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{CASES, files_below, golden, root};

#[test]
fn lua_modules_load_on_every_interpreter() {
    for interpreter in ["lua5.1", "lua5.3", "lua5.4", "luajit"] {
        for case in CASES {
            let folder = golden(case).join("lua");
            for (path, _) in files_below(&folder) {
                let module = path.trim_end_matches(".lua").replace('/', ".");
                let script = format!("assert(type(require('{module}')) == 'table')");
                let (own, runtime) = (folder.display(), runtime("lua"));
                let mut lua = Command::new(interpreter);
                lua.env(
                    "LUA_PATH",
                    format!("{own}/?.lua;{}/?.lua", runtime.display()),
                );
                run(lua.args(["-e", &script]), &folder.join(&path));
            }
        }
    }
}

/// Loads classes and those they stand on, so that PHP checks every signature.
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

#[test]
fn php_classes_load() {
    for case in CASES {
        let folder = golden(case).join("php");
        for (path, _) in files_below(&folder) {
            let mut php = Command::new("php");
            php.args(["-r", LOAD, "--"]).arg(&folder);
            php.arg(runtime("php/src")).arg(&path);
            run(&mut php, &folder.join(&path));
        }
    }
}

fn runtime(name: &str) -> PathBuf {
    root().join("yar-gen/runtime").join(name)
}

fn run(command: &mut Command, file: &Path) {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.unwrap_or_else(|error| {
        panic!("{program} is needed, and tests/run.sh installs it: {error}");
    });
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let loaded = output.status.success() && text.is_empty();
    assert!(loaded, "{program}, {}: {text}", file.display());
}
