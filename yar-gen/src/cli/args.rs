//! What can be typed.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser as _};
use clap::{Parser, ValueEnum};
use yar_gen::{LoadError, Syntax, Target};

const EXAMPLES: &str = "\
Examples:
  yar-gen calc.yar --lang rust                       writes calc.rs
  yar-gen calc.yar --lang lua,php -o generated       writes generated/calc.lua, generated/Calc/*.php
  yar-gen src/calc.rs --lang lua --runtime copy      from #[yar::service] traits, with the Lua runtime

  yar-gen calc.yar --lang php --check                for CI: is what is checked in up to date?

A list of the files is kept beside them, in `.yar-gen.json`; by it the next run knows which of them
are its own and no longer wanted.

Exit codes: 0 done, 1 something is wrong with an input or the output, 2 wrong usage,
3 with `--check`: files are not as they would be generated.
When anything is wrong nothing is written.";

/// Generates typed Rust, Lua and PHP from a contract.
#[derive(Debug, Parser)]
#[command(name = "yar-gen", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[cfg(feature = "wire-tools")]
    #[command(subcommand)]
    pub(crate) tool: Option<super::wire_tools::Tool>,

    #[command(flatten)]
    pub(crate) generate: GenerateArgs,
}

/// Arguments of the generator, which has no name of its own.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Contracts: `.yar` files, or `.rs` files with `#[yar::service]` traits
    #[arg(value_name = "INPUT", required = true, value_parser = input())]
    pub(crate) inputs: Vec<PathBuf>,

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

    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// How the output comes to its runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Runtime {
    /// Copied beside the output, where `require` and an autoloader find it
    Copy,
}

/// A file whose name says how to read it. Folders pass, for reading them
/// gives the better message.
fn input() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.is_dir() || Syntax::of(&path).is_some() {
            Ok(path)
        } else {
            Err(LoadError::unknown_extension(path))
        }
    })
}

fn target() -> impl clap::builder::TypedValueParser<Value = Target> {
    let names = Target::ALL.map(Target::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Target>())
}
