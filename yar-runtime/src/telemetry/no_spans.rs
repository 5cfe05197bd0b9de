//! Stands in for [`spans`](super::spans) where there is no `tracing`.

use super::end::End;
use super::served::Asked;
use std::fmt::Display;
use std::future::Future;
use std::io;
use std::net::SocketAddr;

#[derive(Debug)]
pub(super) struct Methods;

impl Methods {
    pub(super) fn new(_: &str, _: &str, _: impl Iterator<Item = &'static str>) -> Self {
        Self
    }

    #[inline]
    pub(super) fn begin(&self, _: &Asked<'_>) -> Call {
        Call
    }
}

#[derive(Debug)]
pub(super) struct Target;

impl Target {
    pub(super) fn new(_: &dyn Display) -> Self {
        Self
    }

    #[inline]
    pub(super) fn begin(&self, _: &str) -> Call {
        Call
    }
}

#[derive(Debug, Default)]
pub(super) struct Call;

impl Call {
    #[inline]
    pub(super) fn within<T>(&self, part: impl FnOnce() -> T) -> T {
        part()
    }

    #[inline]
    pub(super) fn around<F: Future>(&self, call: F) -> F {
        call
    }

    #[inline]
    pub(super) fn end(&mut self, _: End) {}
}

#[derive(Debug)]
pub(super) struct Connection;

impl Connection {
    pub(super) fn new(_: &'static str, _: Option<SocketAddr>) -> Self {
        Self
    }

    pub(super) fn around<F: Future>(self, serving: F) -> F {
        serving
    }
}

pub(super) fn cannot_accept(_: &'static str, _: &io::Error) {}
