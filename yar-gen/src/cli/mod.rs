//! The command line: arguments in, library calls, lines on stderr, exit code.
//!
//! Everything that is worth calling from elsewhere is in the library.

mod args;
mod breaking;
mod check;
mod completions;
mod console;
mod dump;
mod explain;
mod fix;
mod fmt;
mod generate;
mod inputs;
mod lint;
#[cfg(feature = "watch")]
mod watch;
#[cfg(feature = "wire-tools")]
mod wire_tools;

use std::process::ExitCode;

pub(crate) use args::Args;
use args::Command;
pub(crate) use console::Console;

/// Exit code when what was typed makes no sense, as clap has it.
const USAGE: u8 = 2;

/// Exit code when files are not as they would be generated or formatted.
const DRIFT: u8 = 3;

/// Does what was asked for. Mistakes in a contract are printed here, for they
/// come with the lines they are in; other errors are returned.
pub(crate) fn run(args: &Args, console: &Console) -> anyhow::Result<ExitCode> {
    match &args.command {
        None => generate::run(&args.generate, console),
        Some(Command::Check(inputs)) => check::run(inputs, console),
        Some(Command::Dump(args)) => dump::run(args, console),
        Some(Command::Explain(args)) => explain::run(args, console),
        Some(Command::Fmt(args)) => fmt::run(args, console),
        Some(Command::Fix(args)) => fix::run(args, console),
        Some(Command::Breaking(args)) => breaking::run(args, console),
        Some(Command::Lint(args)) => lint::run(args, console),
        Some(Command::Completions(args)) => completions::completions(args, console),
        Some(Command::Man(args)) => completions::man(args, console),
        #[cfg(feature = "wire-tools")]
        Some(Command::Wire(tool)) => wire_tools::run(tool, console),
    }
}
