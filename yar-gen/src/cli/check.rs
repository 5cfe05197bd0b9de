//! `yar-gen check`: reads contracts and makes nothing of them.

use std::process::ExitCode;

use yar_gen::render::count;
use yar_gen::report::Report;

use super::console::Console;
use super::inputs::InputArgs;

pub(crate) fn run(args: &InputArgs, console: &Console) -> anyhow::Result<ExitCode> {
    if args.load(console)?.is_none() {
        return Ok(ExitCode::FAILURE);
    }
    args.report.print(&Report::default(), console)?;
    if !args.report.quiet {
        let files = count(args.inputs.len(), "file");
        console.line(&format!("no errors in {files}"));
    }
    Ok(ExitCode::SUCCESS)
}
