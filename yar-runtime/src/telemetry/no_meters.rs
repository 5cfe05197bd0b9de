//! Stands in for [`meters`](super::meters) where there are no `metrics`.

use super::end::End;
use super::served::Asked;
use std::fmt::Display;
use std::future::Future;

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

    pub(super) fn server(&self, _: &dyn Display) -> Server {
        Server
    }

    #[inline]
    pub(super) fn exchanged(&self, _: usize, _: usize) {}

    pub(super) fn connected(&self) -> Connection {
        Connection
    }
}

#[derive(Debug)]
pub(super) struct Server;

impl Server {
    #[inline]
    pub(super) fn begin(&self) -> Call {
        Call
    }
}

#[derive(Debug, Default)]
pub(super) struct Call;

impl Call {
    #[inline]
    pub(super) fn end(&mut self, _: End, _: usize) {}
}

#[derive(Debug)]
pub(super) struct Connection;

impl Connection {
    pub(super) fn accepted(_: &'static str) -> Self {
        Self
    }

    pub(super) fn around<F: Future>(self, serving: F) -> F {
        serving
    }
}

pub(super) fn turned_away(_: &'static str) {}
