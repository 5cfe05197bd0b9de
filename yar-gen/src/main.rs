//! The `yar-gen` command.

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // clap prints usage errors itself and leaves with 2, or with 0 after
    // `--help` and `--version`.
    let args = cli::Args::parse();
    let console = cli::Console::new();
    cli::run(&args, &console).unwrap_or_else(|error| {
        console.error(&format!("{error:#}"));
        ExitCode::FAILURE
    })
}
