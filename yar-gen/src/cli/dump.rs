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

    /// Look for imports here that are not beside the file that imports them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    includes: Vec<PathBuf>,
}

pub(crate) fn run(args: &DumpArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let input = InputArgs {
        inputs: vec![args.file.clone()],
        includes: args.includes.clone(),
        report: ReportArgs::default(),
    };
    let Some(inputs) = input.load(console)? else {
        return Ok(ExitCode::FAILURE);
    };
    for contract in &inputs.contracts {
        console.result(&yar_gen::dump(contract.package()))?;
    }
    Ok(ExitCode::SUCCESS)
}
