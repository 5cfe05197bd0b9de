//! Why a body could not be packed or unpacked, and where in it.

use std::fmt;

/// A value that a packager cannot carry.
pub struct EncodeError(Box<Located>);

/// Bytes that are not what was expected.
pub struct DecodeError(Box<Located>);

/// A message and the way to the value it speaks of, innermost step first.
struct Located {
    message: String,
    steps: Vec<Step>,
    /// The bytes are at fault, not the type.
    malformed: bool,
}

/// What a path shows of a deeply nested place.
const STEPS_SHOWN: usize = 8;

enum Step {
    Index(usize),
    Key(String),
}

impl EncodeError {
    /// A value that cannot be packed, and why.
    #[cold]
    pub fn new(message: impl Into<String>) -> Self {
        Self(Located::new(message.into()))
    }
}

impl DecodeError {
    /// The bytes are not in the packager's format.
    #[cold]
    pub fn malformed(message: impl Into<String>) -> Self {
        let mut located = Located::new(message.into());
        located.malformed = true;
        Self(located)
    }

    /// The bytes are well-formed but not what the type wants.
    #[cold]
    pub fn unfit(message: impl Into<String>) -> Self {
        Self(Located::new(message.into()))
    }

    /// The first step of the path when it is a list index: for parameters, the
    /// position of the argument.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self.0.steps.last() {
            Some(Step::Index(index)) => Some(*index),
            _ => None,
        }
    }

    /// True when the bytes are not in the packager's format at all, or beyond
    /// a limit; false when they only do not fit the type that was asked for.
    #[must_use]
    pub fn is_malformed(&self) -> bool {
        self.0.malformed
    }
}

/// What both errors tell of the place.
macro_rules! located {
    ($($error:ident)*) => {$(
        impl $error {
            #[cold]
            pub(crate) fn in_element(mut self, index: usize) -> Self {
                self.0.steps.push(Step::Index(index));
                self
            }

            #[cold]
            pub(crate) fn in_field(mut self, key: impl Into<String>) -> Self {
                self.enter_field(key);
                self
            }

            /// The same, where it stands.
            pub(crate) fn enter_field(&mut self, key: impl Into<String>) {
                self.0.steps.push(Step::Key(key.into()));
            }

            /// What is wrong, without the path.
            #[must_use]
            pub fn message(&self) -> &str {
                &self.0.message
            }

            /// Where the value stands, such as `[0].name`; empty for the whole value.
            #[must_use]
            pub fn path(&self) -> String {
                self.0.path()
            }
        }

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::error::Error for $error {}
    )*};
}
located!(EncodeError DecodeError);

impl Located {
    fn new(message: String) -> Box<Self> {
        Box::new(Self {
            message,
            steps: Vec::new(),
            malformed: false,
        })
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for (count, step) in self.steps.iter().rev().enumerate() {
            if count == STEPS_SHOWN {
                path.push_str("...");
                break;
            }
            match step {
                Step::Index(index) => path.push_str(&format!("[{index}]")),
                Step::Key(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
            }
        }
        path
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.steps.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodeError({:?})", self.0.to_string())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("message", &self.0.to_string())
            .field("malformed", &self.0.malformed)
            .finish()
    }
}

impl serde::ser::Error for EncodeError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

impl serde::de::Error for DecodeError {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::unfit(message.to_string())
    }
}
