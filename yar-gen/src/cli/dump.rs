//! `yar-gen dump`: the model of a contract on standard output.

use std::path::PathBuf;
use std::process::ExitCode;

use super::console::Console;
use super::inputs::{InputArgs, ReportArgs, input};

/// What to dump.
#[derive(Debug, clap::Args)]
pub(crate) struct DumpArgs {
    /// Contract: a `.yar` file, or a `.rs` file with `#[yar::service]` traits
    #[arg(value_parser = input())]
    file: PathBuf,
}

pub(crate) fn run(args: &DumpArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let input = InputArgs {
        inputs: vec![args.file.clone()],
        report: ReportArgs::default(),
    };
    let Some(packages) = input.load(console)? else {
        return Ok(ExitCode::FAILURE);
    };
    for package in &packages {
        console.result(&yar_gen::dump(package))?;
    }
    Ok(ExitCode::SUCCESS)
}
