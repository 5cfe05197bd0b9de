//! `yar-gen check`: reads contracts and makes nothing of them.

use std::process::ExitCode;

use yar_gen::render::count;

use super::console::Console;
use super::inputs::InputArgs;

pub(crate) fn run(args: &InputArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let Some(inputs) = args.load(console)? else {
        return Ok(ExitCode::FAILURE);
    };
    args.report.finish(&inputs.warnings, console)?;
    if !args.report.quiet {
        let files = count(args.inputs.len(), "file");
        console.line(&format!("no errors in {files}"));
    }
    Ok(ExitCode::SUCCESS)
}
