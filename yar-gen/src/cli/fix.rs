//! `yar-gen fix`: mends what can be mended without asking.

use std::path::Path;
use std::process::ExitCode;

use yar_gen::render::count;
use yar_gen::report::Report;
use yar_gen::{File, Files, Fixed};

use super::console::Console;
use super::inputs::InputArgs;

/// What is mended.
#[derive(Debug, clap::Args)]
pub(crate) struct FixArgs {
    /// Write nothing; say what would be mended, and exit with 3
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    input: InputArgs,
}

pub(crate) fn run(args: &FixArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let loader = args.input.loader();
    let mut report = Report::default();
    let mut mended = 0;
    for path in &args.input.inputs {
        match yar_gen::fix(path, &loader) {
            Err(error) => report.add_error(error),
            Ok(fixed) => {
                write(args, path, &fixed, console)?;
                mended += fixed.mended;
                match fixed.left {
                    Ok(contract) => report.add_warnings(&contract),
                    Err(error) => report.add_error(error),
                }
            }
        }
    }
    args.input.report.finish(&report, console)?;
    if report.has_errors() {
        return Ok(ExitCode::FAILURE);
    }
    match args.check && mended > 0 {
        true => Ok(ExitCode::from(super::DRIFT)),
        false => Ok(ExitCode::SUCCESS),
    }
}

fn write(args: &FixArgs, path: &Path, fixed: &Fixed, console: &Console) -> anyhow::Result<()> {
    if fixed.mended == 0 {
        return Ok(());
    }
    if !args.check {
        // A link stays one, and what it leads to changes.
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let file = File {
            path: real
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            text: fixed.text.clone(),
        };
        let folder = real.parent().unwrap_or(&real);
        [file].into_iter().collect::<Files>().write(folder)?;
    }
    if !args.input.report.quiet {
        let verb = if args.check { "would mend" } else { "mended" };
        let number = count(fixed.mended, "finding");
        console.line(&format!("{verb} {number} in {}", path.display()));
    }
    Ok(())
}
