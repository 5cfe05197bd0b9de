//! What can be typed.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Parser, Subcommand, ValueEnum};
use yar_gen::Target;

use super::breaking::BreakingArgs;
use super::completions::{CompletionsArgs, ManArgs};
use super::dump::DumpArgs;
use super::explain::ExplainArgs;
use super::fix::FixArgs;
use super::fmt::FmtArgs;
use super::inputs::InputArgs;
use super::lint::LintArgs;

const EXAMPLES: &str = "\
Examples:
  yar-gen calc.yar --lang rust                       writes calc.rs
  yar-gen calc.yar --lang lua,php -o generated       writes generated/calc.lua, generated/Calc/*.php
  yar-gen src/calc.rs --lang lua --runtime copy      from #[yar::service] traits, with the Lua runtime
  yar-gen calc.yar --lang php -o src --check         for CI: is what is checked in up to date?

A list of what was generated is kept beside it in `.yar-gen.json`, so that the next run removes
files of types that are gone, and no others.

Exit codes: 0 done, 1 something is wrong with an input or the output, 2 wrong usage,
3 with `--check`: files are not as they would be generated.
When anything is wrong nothing is written.";

/// Generates typed Rust, Lua and PHP from a contract.
#[derive(Debug, Parser)]
#[command(name = "yar-gen", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) generate: GenerateArgs,
}

/// What else the tool does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check contracts and generate nothing
    Check(InputArgs),
    /// Put `.yar` files into canonical layout
    Fmt(FmtArgs),
    /// Mend what can be mended without asking
    Fix(FixArgs),
    /// Say what is right and still worth a look
    Lint(LintArgs),
    /// Say what a change breaks for peers that have the contract as it was
    Breaking(BreakingArgs),
    /// Print the checked model of a contract as JSON
    Dump(DumpArgs),
    /// Say what a code such as Y0401 means, with an example
    Explain(ExplainArgs),
    /// Print the script that completes what is typed in a shell
    Completions(CompletionsArgs),
    /// Print a manual page, for `man -l -`
    Man(ManArgs),

    #[cfg(feature = "wire-tools")]
    #[command(flatten)]
    Wire(super::wire_tools::Tool),
}

/// Arguments of the generator, which has no name of its own.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Languages to generate, separated by commas
    #[arg(long = "lang", value_name = "rust|lua|php", required = true, value_delimiter = ',', hide_possible_values = true, value_parser = target())]
    pub(crate) targets: Vec<Target>,

    /// Folder to write to, made when it is missing
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub(crate) output: PathBuf,

    /// Write the Lua or PHP runtime beside the output
    #[arg(long, value_name = "HOW")]
    pub(crate) runtime: Option<Runtime>,

    /// Write nothing; list what is not as it would be generated, and exit with 3
    #[arg(long)]
    pub(crate) check: bool,

    /// Replace files of the same names that were not generated
    #[arg(long)]
    pub(crate) force: bool,

    /// Generate again whenever an input changes, until the command is ended
    #[cfg(feature = "watch")]
    #[arg(long, conflicts_with = "check")]
    pub(crate) watch: bool,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// How the output comes to its runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Runtime {
    /// Copied beside the output, where `require` and an autoloader find it
    Copy,
}

pub(super) fn target() -> impl clap::builder::TypedValueParser<Value = Target> {
    let names = Target::ALL.map(Target::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Target>())
}
