//! `--watch`: generates again whenever an input or an import changes.
//!
//! Watches the folders of the inputs and not the files, because editors
//! replace a file by another one of the same name. Knows nothing of what is
//! done on a change.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::Context as _;
use notify::{Event, RecursiveMode, Watcher as _};

use super::console::Console;

/// For how long nothing may happen before a change counts as finished: a save
/// is several events.
const QUIET: Duration = Duration::from_millis(50);

/// Runs `generate` now and after each change of a file that `inputs` names,
/// for ever. What goes wrong is printed and does not end it.
pub(crate) fn run(
    inputs: impl Fn() -> Vec<PathBuf>,
    console: &Console,
    mut generate: impl FnMut() -> anyhow::Result<ExitCode>,
) -> anyhow::Result<Infallible> {
    let (sender, events) = mpsc::channel();
    // It watches for as long as it lives.
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    let mut known = HashSet::new();
    loop {
        // What is imported may have changed with the last change.
        let watched = Watched::new(&inputs())?;
        for folder in watched.folders.difference(&known) {
            let name = folder.display();
            let watching = watcher.watch(folder, RecursiveMode::NonRecursive);
            watching.with_context(|| format!("cannot watch `{name}`"))?;
        }
        known.extend(watched.folders.iter().cloned());
        if let Err(error) = generate() {
            console.error(&format!("{error:#}"));
        }
        console.line("watching for changes");
        watched.wait(&events)?;
    }
}

/// The inputs, as events name them.
struct Watched {
    folders: HashSet<PathBuf>,
    files: HashSet<(PathBuf, OsString)>,
}

impl Watched {
    fn new(inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let mut watched = Self {
            folders: HashSet::new(),
            files: HashSet::new(),
        };
        for input in inputs {
            let folder = match input.parent() {
                Some(parent) if parent != Path::new("") => parent,
                _ => Path::new("."),
            };
            let name = folder.display();
            let folder = folder.canonicalize();
            let folder = folder.with_context(|| format!("cannot watch `{name}`"))?;
            let file = input.file_name().unwrap_or_default().to_owned();
            watched.files.insert((folder.clone(), file));
            watched.folders.insert(folder);
        }
        Ok(watched)
    }

    /// Waits for a change of an input, and then until it is over.
    fn wait(&self, events: &Receiver<notify::Result<Event>>) -> anyhow::Result<()> {
        loop {
            let event = events.recv().context("cannot watch files any longer")?;
            if self.concerns(&event) {
                break;
            }
        }
        loop {
            match events.recv_timeout(QUIET) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(error) => return Err(error).context("cannot watch files any longer"),
            }
        }
    }

    /// Reading a file is an event too, and one that generating causes. Events
    /// that were lost may have been about an input.
    fn concerns(&self, event: &notify::Result<Event>) -> bool {
        let Ok(event) = event else { return true };
        if event.kind.is_access() {
            return false;
        }
        event.need_rescan() || event.paths.iter().any(|path| self.is_input(path))
    }

    /// A contract that appears may be one that an import misses.
    fn is_input(&self, path: &Path) -> bool {
        let (Some(folder), Some(file)) = (path.parent(), path.file_name()) else {
            return false;
        };
        let is_contract = path.extension().is_some_and(|it| it == "yar");
        is_contract || self.files.contains(&(folder.to_owned(), file.to_owned()))
    }
}
