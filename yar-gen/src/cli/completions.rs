//! `yar-gen completions` and `yar-gen man`: what clap knows of the command
//! line, for shells and for `man`.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::Args;
use super::console::Console;

/// Which shell.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that will read the script
    #[arg(value_enum)]
    shell: Shell,
}

/// Which page.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Command that the page is about; all of `yar-gen` if left out
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "yar-gen", &mut script);
    // clap_complete 4.6 spells the hyphen of a program's name in two ways in
    // its script for bash, and then completes nothing behind a subcommand.
    let script = String::from_utf8_lossy(&script).replace("yar__subcmd__gen", "yar__gen");
    console.result(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let mut all = Args::command();
    // Gives each subcommand its full name.
    all.build();
    let page = match &args.command {
        None => Some(&all),
        Some(name) => all.find_subcommand(name),
    };
    let Some(page) = page else {
        let names = all.get_subcommands().map(clap::Command::get_name);
        let names: Vec<&str> = names.filter(|name| *name != "help").collect();
        console.error(&format!(
            "expected one of the commands {}",
            names.join(", ")
        ));
        return Ok(ExitCode::from(super::USAGE));
    };
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(page.clone()).render(&mut text);
    rendered.context("cannot write the page")?;
    console.result(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}
