//! `yar-gen explain`: pages of codes on standard output.

use std::process::ExitCode;

use yar_gen::explain::{PAGES, find};

use super::console::Console;

/// What to explain.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// A code such as Y0401; all of them are listed if left out
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub(crate) fn run(args: &ExplainArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let Some(code) = &args.code else {
        let width = PAGES.iter().map(|page| page.code().len()).max();
        let width = width.unwrap_or_default();
        let lines = PAGES
            .iter()
            .map(|page| format!("{:width$}  {}\n", page.code(), page.title()));
        console.result(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    };
    match find(code) {
        Ok(page) => {
            console.result(&page.text())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            console.error(&error.to_string());
            Ok(ExitCode::from(super::USAGE))
        }
    }
}
