//! Lines on stderr; stdout stays free for results.

use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Context as _;

/// Where progress and errors go.
pub(crate) struct Console {
    styled: bool,
}

impl Console {
    pub(crate) fn new() -> Self {
        // <https://no-color.org>: any value but the empty one turns colours off.
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Self {
            styled: io::stderr().is_terminal() && !plain,
        }
    }

    /// Whether escape sequences are welcome.
    pub(crate) const fn is_styled(&self) -> bool {
        self.styled
    }

    /// One line for people.
    pub(crate) fn line(&self, line: &str) {
        self.print(&format!("{line}\n"));
    }

    /// An error without a place.
    pub(crate) fn error(&self, message: &str) {
        self.print(&yar_gen::render::message(message, self.styled));
    }

    /// What was asked for, on standard output. A reader that has gone away is
    /// no reason to complain.
    pub(crate) fn result(&self, text: &str) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result.context("cannot write to standard output"),
        }
    }

    /// Text that ends in a line end. A reader that has gone away is no reason
    /// to fail, or to panic as `eprintln!` would.
    pub(crate) fn print(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}
