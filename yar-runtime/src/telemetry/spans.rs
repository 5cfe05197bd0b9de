//! Spans of connections and calls. Never a token, an argument or a result.

use super::end::End;
use super::served::Asked;
use super::{OTHER, qualified};
use std::fmt::Display;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Instant;
use tracing::field::{Empty, display};
use tracing::{Instrument, Level, Span};

#[derive(Debug)]
pub(super) struct Methods {
    service: String,
    methods: Vec<&'static str>,
}

impl Methods {
    pub(super) fn new(
        package: &str,
        service: &str,
        methods: impl Iterator<Item = &'static str>,
    ) -> Self {
        Self {
            service: qualified(package, service),
            methods: methods.collect(),
        }
    }

    pub(super) fn begin(&self, asked: &Asked<'_>) -> Call {
        let service = &*self.service;
        let method = asked.method.and_then(|number| self.methods.get(number));
        let name = method.copied().unwrap_or(OTHER);
        let span = tracing::info_span!(
            target: "yar::server",
            "call",
            otel.kind = "server",
            otel.name = %format_args!("{service}/{name}"),
            otel.status_code = Empty,
            rpc.system = "yar",
            rpc.service = service,
            rpc.method = name,
            rpc.method_original = Empty,
            rpc.yar.request_id = asked.id,
            rpc.yar.packager = asked.packager,
            rpc.yar.provider = %asked.provider.escape_ascii(),
            rpc.yar.status = Empty,
            rpc.yar.duration_us = Empty,
            error.type = Empty,
        );
        if method.is_none() && !asked.spelt.is_empty() && !span.is_disabled() {
            let start: String = asked.spelt.chars().take(SHOWN).collect();
            span.record("rpc.method_original", display(start.escape_debug()));
        }
        Call::of(span)
    }
}

/// Letters of a name that somebody made up.
const SHOWN: usize = 100;

#[derive(Debug)]
pub(super) struct Target {
    address: String,
}

impl Target {
    pub(super) fn new(address: &dyn Display) -> Self {
        Self {
            address: address.to_string(),
        }
    }

    pub(super) fn begin(&self, method: &str) -> Call {
        Call::of(tracing::info_span!(
            target: "yar::client",
            "call",
            otel.kind = "client",
            otel.name = method,
            otel.status_code = Empty,
            rpc.system = "yar",
            rpc.method = method,
            server.address = &*self.address,
            rpc.yar.status = Empty,
            rpc.yar.duration_us = Empty,
            error.type = Empty,
        ))
    }
}

/// The span of a call, with its start where anybody wants to know.
#[derive(Debug, Default)]
pub(super) struct Call(Option<(Span, Instant)>);

impl Call {
    fn of(span: Span) -> Self {
        Self((!span.is_disabled()).then(|| (span, Instant::now())))
    }

    #[inline]
    pub(super) fn within<T>(&self, part: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some((span, _)) => span.in_scope(part),
            None => part(),
        }
    }

    pub(super) fn around<F: Future>(&self, call: F) -> impl Future<Output = F::Output> + use<F> {
        let span = self.0.as_ref().map(|(span, _)| span.clone());
        call.instrument(span.unwrap_or_else(Span::none))
    }

    #[inline]
    pub(super) fn end(&mut self, end: End) {
        if let Some((span, start)) = self.0.take() {
            close(&span, start, end);
        }
    }
}

#[cold]
fn close(span: &Span, start: Instant, end: End) {
    let lasted = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    span.record("rpc.yar.duration_us", lasted);
    if let End::Status(status) = end {
        span.record("rpc.yar.status", status);
    }
    if let Some(kind) = end.error_type() {
        span.record("error.type", kind);
        span.record("otel.status_code", "ERROR");
    }
}

#[derive(Debug)]
pub(super) struct Connection(Span);

impl Connection {
    pub(super) fn new(scheme: &'static str, peer: Option<SocketAddr>) -> Self {
        let span = tracing::debug_span!(
            target: "yar::server",
            "connection",
            url.scheme = scheme,
            network.transport = if scheme == "unix" { "unix" } else { "tcp" },
            network.peer.address = Empty,
            network.peer.port = Empty,
        );
        if let Some(peer) = peer.filter(|_| !span.is_disabled()) {
            span.record("network.peer.address", display(peer.ip()));
            span.record("network.peer.port", peer.port());
        }
        Self(span)
    }

    pub(super) fn around<F: Future>(self, serving: F) -> impl Future<Output = F::Output> {
        serving.instrument(self.0)
    }
}

pub(super) fn cannot_accept(scheme: &'static str, error: &io::Error) {
    tracing::event!(
        target: "yar::server",
        Level::WARN,
        url.scheme = scheme,
        exception.message = %error,
        "cannot accept connections, trying again",
    );
}
