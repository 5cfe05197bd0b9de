//! Contracts to files: load all, generate all, then write.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use yar_gen::render::count;
use yar_gen::report::Report;
use yar_gen::{Contract, Files, Options, Output, Target, Written};

use super::args::{GenerateArgs, Runtime};
use super::console::Console;

pub(crate) fn run(args: &GenerateArgs, console: &Console) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "watch")]
    if args.watch {
        let never = super::watch::run(|| args.input.files(), console, || once(args, console))?;
        match never {}
    }
    once(args, console)
}

fn once(args: &GenerateArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let Some(inputs) = args.input.load(console)? else {
        return Ok(ExitCode::FAILURE);
    };
    if args.runtime.is_some() && args.targets.iter().all(|it| *it == Target::Rust) {
        console.line("`--runtime copy` does nothing for rust, whose runtime is the `yar` crate");
    }
    let output = generate(args, &inputs.contracts)?;
    keep_inputs(args, output.files())?;
    if args.check {
        return check(args, &output, inputs.warnings, console);
    }
    let written = output.write(&args.output)?;
    args.input.report.finish(&inputs.warnings, console)?;
    if !args.input.report.quiet {
        report(&written, start, console);
    }
    Ok(ExitCode::SUCCESS)
}

fn generate(args: &GenerateArgs, contracts: &[Contract]) -> anyhow::Result<Output> {
    let options = Options::default().with_runtime(args.runtime == Some(Runtime::Copy));
    let mut output = Output::default().with_force(args.force);
    for (contract, path) in contracts.iter().zip(&args.input.inputs) {
        let package = contract.package();
        for target in &args.targets {
            let added = output.add(package, *target, &options);
            added.with_context(|| {
                let (path, name) = (path.display(), &package.name);
                format!("`{path}` declares package `{name}`, as another input does")
            })?;
        }
    }
    Ok(output)
}

fn check(
    args: &GenerateArgs,
    output: &Output,
    mut report: Report,
    console: &Console,
) -> anyhow::Result<ExitCode> {
    let drifts = output.check(&args.output)?;
    let number = drifts.len();
    drifts.into_iter().for_each(|drift| report.add_drift(drift));
    args.input.report.print(&report, console)?;
    if number > 0 {
        let found = files_are(number, "out of date");
        console.line(&format!("{found}; run the same command without `--check`"));
        args.input.report.hint(&report, console);
        return Ok(ExitCode::from(super::DRIFT));
    }
    if !args.input.report.quiet {
        console.line(&files_are(output.files().len(), "up to date"));
    }
    Ok(ExitCode::SUCCESS)
}

fn files_are(number: usize, what: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb} {what}", count(number, "file"))
}

/// A Rust source must not be replaced by what is generated from it.
fn keep_inputs(args: &GenerateArgs, files: &Files) -> anyhow::Result<()> {
    for (path, _) in files.iter() {
        let Ok(target) = args.output.join(path).canonicalize() else {
            continue;
        };
        for input in &args.input.inputs {
            let same = input.canonicalize().is_ok_and(|input| input == target);
            let name = input.display();
            anyhow::ensure!(
                !same,
                "`{name}` would be replaced by what is made from it; \
                 name another folder with `--output`"
            );
        }
    }
    Ok(())
}

fn report(written: &Written, start: Instant, console: &Console) {
    for path in &written.changed {
        // `./calc.lua` is `calc.lua`.
        let path = path.strip_prefix(Path::new(".")).unwrap_or(path);
        console.line(&format!("wrote {}", path.display()));
    }
    if !written.runtime.is_empty() {
        let files = count(written.runtime.len(), "runtime file");
        console.line(&format!("wrote {files}"));
    }
    for path in &written.removed {
        let path = path.strip_prefix(Path::new(".")).unwrap_or(path);
        console.line(&format!("removed {}", path.display()));
    }
    let changed = count(written.changed.len() + written.runtime.len(), "file");
    let unchanged = written.unchanged;
    let time = start.elapsed().as_millis();
    console.line(&format!(
        "{changed} written, {unchanged} unchanged, in {time} ms"
    ));
}
