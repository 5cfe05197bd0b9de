//! The contracts that commands read, and how mistakes in them are printed.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser as _};
use yar_gen::report::{Format, Report};
use yar_gen::{Contract, LoadError, Loader, Syntax, Target};

use super::console::Console;

/// What is read, and what is printed about it.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Contracts: `.yar` files, or `.rs` files with `#[yar::service]` traits
    #[arg(value_name = "INPUT", required = true, value_parser = input())]
    pub(crate) inputs: Vec<PathBuf>,

    /// Look for imports here that are not beside the file that imports them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) includes: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// What was read.
pub(crate) struct Inputs {
    pub(crate) contracts: Vec<Contract>,
    /// To be printed when all else has succeeded.
    pub(crate) warnings: Report,
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

impl InputArgs {
    /// All inputs with what is worth a look in them, or nothing once all that
    /// is wrong with them is printed.
    pub(crate) fn load(&self, console: &Console) -> anyhow::Result<Option<Inputs>> {
        let loader = self.loader();
        let mut contracts = Vec::new();
        let mut report = Report::default();
        for path in &self.inputs {
            match loader.load(path) {
                Ok(contract) => {
                    report.add_warnings(&contract);
                    contracts.push(contract);
                }
                Err(error) => report.add_error(error),
            }
        }
        if report.has_errors() {
            self.report.finish(&report, console)?;
            return Ok(None);
        }
        if self.report.quiet {
            report = Report::default();
        }
        Ok(Some(Inputs {
            contracts,
            warnings: report,
        }))
    }

    /// The inputs and what they import, as far as it can be read.
    #[cfg(feature = "watch")]
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let loader = self.loader();
        let sources = self.inputs.iter().flat_map(|path| match loader.load(path) {
            Ok(contract) => contract.sources().to_vec(),
            Err(error) => error.sources().to_vec(),
        });
        let imports = sources.map(|source| PathBuf::from(source.path));
        self.inputs.iter().cloned().chain(imports).collect()
    }

    pub(crate) fn loader(&self) -> Loader {
        let includes = self.includes.iter();
        includes.fold(Loader::new(), |loader, folder| loader.include(folder))
    }
}

impl ReportArgs {
    /// Prints findings, or that there are none where a format has a way to
    /// say so.
    pub(crate) fn print(&self, report: &Report, console: &Console) -> anyhow::Result<()> {
        let text = report.render(self.format, console.is_styled());
        match self.format {
            Format::Text => console.print(&text),
            _ => console.result(&text)?,
        }
        Ok(())
    }

    /// Prints all findings of a run, or that there are none where a format has
    /// a way to say so.
    pub(crate) fn finish(&self, report: &Report, console: &Console) -> anyhow::Result<()> {
        self.print(report, console)?;
        if !report.is_empty() {
            console.line(&report.summary());
            self.hint(report, console);
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
