//! `yar-gen lint`: what is right and still worth a look.

use std::process::ExitCode;

use clap::ValueEnum;
use yar_gen::Target;
use yar_gen::lint::{self, RULES, Setting};

use super::args::target;
use super::console::Console;
use super::inputs::InputArgs;

/// What is looked at.
#[derive(Debug, clap::Args)]
pub(crate) struct LintArgs {
    /// List the rules
    #[arg(long, exclusive = true)]
    rules: bool,

    /// Languages that the contracts are for, separated by commas; all if left out
    #[arg(long = "lang", value_name = "rust|lua|php", value_delimiter = ',', hide_possible_values = true, value_parser = target())]
    targets: Vec<Target>,

    /// Packagers that calls are made with, separated by commas; all if left out
    #[arg(
        long = "packager",
        value_name = "json|msgpack|php",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    packagers: Vec<Packager>,

    /// Exit with 1 when anything is found
    #[arg(long)]
    deny: bool,

    #[command(flatten)]
    input: InputArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Packager {
    Json,
    Msgpack,
    Php,
}

impl From<Packager> for lint::Packager {
    fn from(packager: Packager) -> Self {
        match packager {
            Packager::Json => Self::Json,
            Packager::Msgpack => Self::Msgpack,
            Packager::Php => Self::Php,
        }
    }
}

pub(crate) fn run(args: &LintArgs, console: &Console) -> anyhow::Result<ExitCode> {
    if args.rules {
        let width = RULES.iter().map(|rule| rule.name.len()).max();
        let width = width.unwrap_or_default();
        let lines = RULES.iter();
        let lines = lines.map(|rule| format!("{:width$}  {}\n", rule.name, rule.summary));
        console.result(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(inputs) = args.input.load(console)? else {
        return Ok(ExitCode::FAILURE);
    };
    let mut report = inputs.warnings;
    let setting = setting(args);
    for contract in &inputs.contracts {
        report.add(contract.sources(), &yar_gen::lint::lint(contract, &setting));
    }
    args.input.report.finish(&report, console)?;
    match args.deny && !report.is_empty() {
        true => Ok(ExitCode::FAILURE),
        false => Ok(ExitCode::SUCCESS),
    }
}

fn setting(args: &LintArgs) -> Setting {
    let all = Setting::default();
    let packagers = args.packagers.iter().map(|it| (*it).into());
    Setting {
        targets: match args.targets.is_empty() {
            true => all.targets,
            false => args.targets.clone(),
        },
        packagers: match args.packagers.is_empty() {
            true => all.packagers,
            false => packagers.collect(),
        },
    }
}
