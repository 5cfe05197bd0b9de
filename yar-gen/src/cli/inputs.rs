//! The contracts that commands read, and how mistakes in them are printed.

use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use yar_gen::report::{self, Report};
use yar_gen::{LoadError, Package, Syntax, Target};

use super::console::Console;

/// What is read, and what is printed about it.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Contracts: `.yar` files, or `.rs` files with `#[yar::service]` traits
    #[arg(value_name = "INPUT", required = true, value_parser = input())]
    pub(crate) inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// How findings are printed.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ReportArgs {
    /// How errors are printed: `text` to standard error, all others to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    /// With the lines they are in
    #[default]
    Text,
    /// A line each: path:line:col: error[code]: message
    Short,
    /// A JSON object each
    Json,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl InputArgs {
    /// All inputs, or nothing once all that is wrong with them is printed.
    pub(crate) fn load(&self, console: &Console) -> anyhow::Result<Option<Vec<Package>>> {
        let mut packages = Vec::new();
        let mut report = Report::default();
        for path in &self.inputs {
            match yar_gen::load(path) {
                Ok(package) => packages.push(package),
                Err(error) => report.add_error(error),
            }
        }
        if report.is_empty() {
            return Ok(Some(packages));
        }
        self.report.print(&report, console)?;
        console.line(&report.summary());
        self.report.hint(&report, console);
        Ok(None)
    }
}

impl ReportArgs {
    /// Prints findings, or that there are none where a format has a way to
    /// say so.
    pub(crate) fn print(&self, report: &Report, console: &Console) -> anyhow::Result<()> {
        let format = match self.format {
            Format::Text => report::Format::Text,
            Format::Short => report::Format::Short,
            Format::Json => report::Format::Json,
            Format::Sarif => report::Format::Sarif,
            Format::Github => report::Format::Github,
        };
        let text = report.render(format, console.is_styled());
        match self.format {
            Format::Text => console.print(&text),
            _ => console.result(&text)?,
        }
        Ok(())
    }

    /// Where to read more; machines know.
    pub(crate) fn hint(&self, report: &Report, console: &Console) {
        if let (Format::Text, Some(code)) = (self.format, report.first_code()) {
            console.line(&format!("`yar-gen explain {code}` says more"));
        }
    }
}

/// A file whose name says how to read it. Folders pass, for reading them
/// gives the better message.
pub(crate) fn input() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.is_dir() || Syntax::of(&path).is_some() {
            return Ok(path);
        }
        let error = LoadError::unknown_extension(&path);
        match path.to_str().map(str::parse::<Target>) {
            Some(Ok(target)) => Err(format!(
                "{error}; separate languages by commas: `--lang rust,{target}`"
            )),
            _ => Err(error.to_string()),
        }
    })
}
