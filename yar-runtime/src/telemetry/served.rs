//! Calls at the server.

use super::end::End;
use super::{meters, spans};

/// What a request asks for, as far as it could be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// Number of the method; `None` if there is none of that name.
    pub(crate) method: Option<usize>,
    /// The method as the caller spelt it; empty where that could not be read.
    pub(crate) spelt: &'a str,
    pub(crate) id: i64,
    pub(crate) packager: &'static str,
    pub(crate) provider: &'a [u8],
    /// Bytes of the frame.
    pub(crate) length: usize,
}

/// The methods of one service.
#[derive(Debug)]
pub(crate) struct Methods {
    spans: spans::Methods,
    meters: meters::Methods,
}

impl Methods {
    pub(crate) fn new(
        package: &str,
        service: &str,
        methods: impl Iterator<Item = &'static str> + Clone,
    ) -> Self {
        Self {
            spans: spans::Methods::new(package, service, methods.clone()),
            meters: meters::Methods::new(package, service, methods),
        }
    }

    /// A request has been read.
    #[inline]
    pub(crate) fn begin<'a>(&self, asked: impl FnOnce() -> Asked<'a>) -> Served {
        if cfg!(not(any(feature = "tracing", feature = "metrics"))) {
            return Served::default();
        }
        let asked = asked();
        Served {
            span: self.spans.begin(&asked),
            meter: self.meters.begin(&asked),
        }
    }
}

/// A call under way; one that is dropped before its end was given up.
#[derive(Debug, Default)]
pub(crate) struct Served {
    span: spans::Call,
    meter: meters::Call,
}

impl Served {
    /// Runs a part of the call.
    #[inline]
    pub(crate) fn within<T>(&self, part: impl FnOnce() -> T) -> T {
        self.span.within(part)
    }

    /// It was answered with a frame of so many bytes.
    #[inline]
    pub(crate) fn answered(&mut self, status: i64, length: usize) {
        self.span.end(End::Status(status));
        self.meter.end(End::Status(status), length);
    }
}

impl Drop for Served {
    #[inline]
    fn drop(&mut self) {
        self.span.end(End::Cancelled);
        self.meter.end(End::Cancelled, 0);
    }
}
