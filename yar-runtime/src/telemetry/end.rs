//! How a call ended, in a word.

use crate::error::{Error, Stage};

/// How a call ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    /// With an answer of this status.
    Status(i64),
    /// Without an answer.
    Failed(Stage),
    /// It was given up: its future was dropped.
    Cancelled,
}

impl End {
    pub(super) fn of<R>(outcome: &Result<R, Error>) -> Self {
        Self::of_ref(outcome.as_ref().map(drop))
    }

    pub(super) fn of_ref(outcome: Result<(), &Error>) -> Self {
        match outcome {
            Ok(()) => Self::Status(0),
            Err(error) => match error.status() {
                Some(status) => Self::Status(status),
                None => Self::Failed(error.stage()),
            },
        }
    }
}

#[cfg(any(feature = "tracing", feature = "metrics"))]
impl End {
    /// `error.type`, one of a few words; `None` where all went well. A status
    /// that the protocol does not know is "other": peers choose it.
    pub(super) fn error_type(self) -> Option<&'static str> {
        Some(match self {
            Self::Status(0) => return None,
            Self::Status(1) => "1",
            Self::Status(2) => "2",
            Self::Status(4) => "4",
            Self::Status(8) => "8",
            Self::Status(16) => "16",
            Self::Status(32) => "32",
            Self::Status(64) => "64",
            Self::Status(128) => "128",
            Self::Status(_) => "other",
            Self::Failed(stage) => stage_name(stage),
            Self::Cancelled => "cancelled",
        })
    }
}

#[cfg(any(feature = "tracing", feature = "metrics"))]
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Configure => "configure",
        Stage::Resolve => "resolve",
        Stage::Connect => "connect",
        Stage::Tls => "tls",
        Stage::Send => "send",
        Stage::Receive => "receive",
        Stage::Timeout => "timeout",
        Stage::Protocol => "protocol",
        Stage::Packager => "packager",
        Stage::Remote | Stage::Exception | Stage::Listen => "other",
    }
}
