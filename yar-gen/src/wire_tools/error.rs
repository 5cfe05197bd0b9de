//! What can be wrong with bytes, or with text that stands for them.

use std::fmt;

/// Bytes or text that are not what was expected; the message says where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    /// Steps to a value, outermost first, such as `.p[0]`.
    path: String,
    message: String,
}

impl WireError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            message: message.into(),
        }
    }

    pub(super) fn at(offset: usize, message: &str) -> Self {
        Self::new(format!("byte {offset}: {message}"))
    }

    pub(super) fn in_element(mut self, index: usize) -> Self {
        self.path.insert_str(0, &format!("[{index}]"));
        self
    }

    pub(super) fn in_field(mut self, key: &str) -> Self {
        self.path.insert_str(0, &format!(".{key}"));
        self
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.trim_start_matches('.');
        if !path.is_empty() {
            write!(formatter, "{path}: ")?;
        }
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for WireError {}
