//! `yar-gen fmt`: `.yar` files in canonical layout.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use yar_gen::render::count;
use yar_gen::report::Report;
use yar_gen::{Formatted, LoadError, Syntax};

use super::console::Console;
use super::inputs::ReportArgs;

/// What standard input is called in messages.
const STDIN: &str = "<stdin>";

/// What is laid out.
#[derive(Debug, clap::Args)]
pub(crate) struct FmtArgs {
    /// `.yar` files to change; standard input, to standard output, if left out
    #[arg(value_name = "FILE", value_parser = file())]
    files: Vec<PathBuf>,

    /// Write nothing; list files that would change, and exit with 3
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    report: ReportArgs,
}

pub(crate) fn run(args: &FmtArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let mut report = Report::default();
    let mut formatted = Vec::new();
    for result in read(args) {
        match result {
            Ok(file) => formatted.push(file),
            Err(error) => report.add_error(error),
        }
    }
    if !report.is_empty() {
        args.report.print(&report, console)?;
        console.line(&report.summary());
        args.report.hint(&report, console);
        return Ok(ExitCode::FAILURE);
    }
    match args.check {
        true => check(args, &formatted, console),
        false => write(args, &formatted, console),
    }
}

fn read(args: &FmtArgs) -> Vec<Result<Formatted, LoadError>> {
    if args.files.is_empty() {
        return vec![Formatted::read_from(Path::new(STDIN), io::stdin().lock())];
    }
    let files = args.files.iter();
    files.map(|path| Formatted::read(path)).collect()
}

fn check(args: &FmtArgs, formatted: &[Formatted], console: &Console) -> anyhow::Result<ExitCode> {
    let mut report = Report::default();
    let drifts = formatted.iter().filter_map(|file| file.drift.clone());
    drifts.for_each(|drift| report.add_drift(drift));
    args.report.print(&report, console)?;
    if report.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    console.line(&report.summary());
    args.report.hint(&report, console);
    Ok(ExitCode::from(super::DRIFT))
}

fn write(args: &FmtArgs, formatted: &[Formatted], console: &Console) -> anyhow::Result<ExitCode> {
    if args.files.is_empty() {
        for file in formatted {
            console.result(&file.text)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut changed = 0;
    for file in formatted.iter().filter(|file| file.drift.is_some()) {
        file.write().context("not all files are formatted")?;
        changed += 1;
        if !args.report.quiet {
            console.line(&format!("formatted {}", file.path.display()));
        }
    }
    args.report.print(&Report::default(), console)?;
    if !args.report.quiet {
        let unchanged = formatted.len() - changed;
        let changed = count(changed, "file");
        console.line(&format!("{changed} formatted, {unchanged} unchanged"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Folders pass, for reading them gives the better message.
fn file() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.is_dir() || Syntax::of(&path) == Some(Syntax::Yar) {
            Ok(path)
        } else {
            let name = path.display();
            Err(format!("`{name}` is no `.yar` file; rustfmt lays Rust out"))
        }
    })
}
