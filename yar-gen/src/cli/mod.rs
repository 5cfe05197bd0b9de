//! The command line: arguments in, library calls, lines on stderr, exit code.
//!
//! Everything that is worth calling from elsewhere is in the library.

mod args;
mod console;
mod generate;
#[cfg(feature = "wire-tools")]
mod wire_tools;

use std::process::ExitCode;

pub(crate) use args::Args;
pub(crate) use console::Console;

/// Exit code when files are not as they would be generated.
const DRIFT: u8 = 3;

/// Does what was asked for. Mistakes in a contract are printed here, for they
/// come with the lines they are in; other errors are returned.
pub(crate) fn run(args: &Args, console: &Console) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "wire-tools")]
    if let Some(tool) = &args.tool {
        return wire_tools::run(tool, console);
    }
    generate::run(&args.generate, console)
}
