//! `yar-gen breaking`: what a change of a contract breaks.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::NonEmptyStringValueParser;
use yar_gen::breaking::{Bump, compare};
use yar_gen::render::count;
use yar_gen::report::Report;
use yar_gen::{Contract, HistoryError, Syntax, load_at};

use super::console::Console;
use super::inputs::{InputArgs, ReportArgs, input};

/// What is compared.
#[derive(Debug, clap::Args)]
pub(crate) struct BreakingArgs {
    /// Contract as it is now: a `.yar` file
    #[arg(value_parser = input())]
    file: PathBuf,

    /// Contract as it was: another file, or a commit, branch or tag of git
    // Git takes an empty name, such as a script's unset variable, for its index.
    #[arg(long, value_name = "FILE|GITREF", value_parser = NonEmptyStringValueParser::new())]
    against: String,

    /// Look for imports here that are not beside the file that imports them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    includes: Vec<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,
}

pub(crate) fn run(args: &BreakingArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let Some(new) = load(args, &args.file, console)? else {
        return Ok(ExitCode::FAILURE);
    };
    let Some(old) = baseline(args, console)? else {
        return Ok(ExitCode::FAILURE);
    };
    let comparison = compare(&old, &new);
    let breaks = comparison.changes.iter();
    let breaks = breaks
        .filter(|it| it.bump == Bump::Major && it.is_error())
        // What is said of the version is no change by itself.
        .filter(|it| it.diagnostic.code != "VERSION_TOO_SMALL")
        .count();
    let required = comparison.required.name();
    let mut report = Report::default();
    report.add_comparison(comparison, &args.against);
    let failed = report.has_errors();
    args.report.print(&report, console)?;
    if !args.report.quiet || failed {
        let against = &args.against;
        console.line(&match breaks {
            0 => format!("nothing breaks since {against}; the changes are {required}"),
            _ => {
                let changes = count(breaks, "breaking change");
                let now = match is_file(against) {
                    true => args.file.display().to_string(),
                    false => "the working tree".to_owned(),
                };
                format!("{changes} ({required}) between {against} and {now}")
            }
        });
        args.report.hint(&report, console);
    }
    match failed {
        true => Ok(ExitCode::from(super::DRIFT)),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// Whether a file is meant, and no commit.
fn is_file(against: &str) -> bool {
    let path = Path::new(against);
    path.is_file() && Syntax::of(path).is_some()
}

/// A file if there is one of that name, or what git has.
fn baseline(args: &BreakingArgs, console: &Console) -> anyhow::Result<Option<Contract>> {
    if is_file(&args.against) {
        return load(args, Path::new(&args.against), console);
    }
    match load_at(&args.file, &args.against, &args.includes) {
        Ok(contract) => Ok(Some(contract)),
        Err(HistoryError::Invalid { error, .. }) => {
            let mut report = Report::default();
            report.add_error(error);
            args.report.finish(&report, console)?;
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| {
            let against = &args.against;
            format!("`{against}` is no file, so it was looked for in git")
        }),
    }
}

fn load(args: &BreakingArgs, path: &Path, console: &Console) -> anyhow::Result<Option<Contract>> {
    let input = InputArgs {
        inputs: vec![path.to_owned()],
        includes: args.includes.clone(),
        report: args.report.clone(),
    };
    let inputs = input.load(console)?;
    Ok(inputs.and_then(|it| it.contracts.into_iter().next()))
}
