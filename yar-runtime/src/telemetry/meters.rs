//! Counters, gauges and histograms.
//!
//! The handles of a method are looked up once, at its first call, so that a
//! call costs a few atomic additions. The values of labels come from contracts,
//! from this crate, and from the application that makes calls.

mod known;

use super::end::End;
use super::served::Asked;
use super::{OTHER, qualified};
use known::Known;
use metrics::{Counter, Gauge, Histogram, Label, SharedString, Unit, counter, gauge, histogram};
use std::fmt::{self, Display};
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The names of what one side counts.
struct Names {
    calls: &'static str,
    errors: &'static str,
    duration: &'static str,
    running: &'static str,
    connections: &'static str,
    sent: &'static str,
    received: &'static str,
}

const SERVER: Names = Names {
    calls: "yar.server.calls",
    errors: "yar.server.errors",
    duration: "yar.server.duration",
    running: "yar.server.running",
    connections: "yar.server.connections",
    sent: "yar.server.sent",
    received: "yar.server.received",
};

const CLIENT: Names = Names {
    calls: "yar.client.calls",
    errors: "yar.client.errors",
    duration: "yar.client.duration",
    running: "yar.client.running",
    connections: "yar.client.connections",
    sent: "yar.client.sent",
    received: "yar.client.received",
};

/// What a client of several servers counts for each of them.
const TRIES: Names = Names {
    calls: "yar.client.tries",
    errors: "yar.client.tries.errors",
    duration: "yar.client.tries.duration",
    running: "yar.client.tries.running",
    ..CLIENT
};

const TURNED_AWAY: &str = "yar.server.connections.turned_away";

impl Names {
    fn describe(&self) {
        let count = Unit::Count;
        metrics::describe_counter!(self.calls, count, "Calls begun");
        metrics::describe_counter!(self.errors, count, "Calls that ended in an error");
        metrics::describe_histogram!(self.duration, Unit::Seconds, "How long calls took");
        metrics::describe_gauge!(self.running, count, "Calls under way");
        metrics::describe_gauge!(self.connections, count, "Open connections");
        metrics::describe_counter!(self.sent, Unit::Bytes, "Bytes sent for calls");
        metrics::describe_counter!(self.received, Unit::Bytes, "Bytes received for calls");
    }

    fn describe_tries(&self) {
        let count = Unit::Count;
        metrics::describe_counter!(self.calls, count, "Tries begun with one of several servers");
        metrics::describe_counter!(self.errors, count, "Tries that ended in an error");
        metrics::describe_histogram!(self.duration, Unit::Seconds, "How long tries took");
        metrics::describe_gauge!(self.running, count, "Tries under way");
    }
}

/// What is counted for one method, or one of several servers.
struct Series {
    errors: &'static str,
    labels: Vec<Label>,
    calls: Counter,
    duration: Histogram,
    running: Gauge,
    sent: Counter,
    received: Counter,
}

impl Series {
    /// Calls are told apart by all `labels`, what is under way by `outer` only.
    fn new(names: &Names, labels: Vec<Label>, outer: Vec<Label>) -> Self {
        Self {
            errors: names.errors,
            calls: counter!(names.calls, labels.clone()),
            duration: histogram!(names.duration, labels.clone()),
            running: gauge!(names.running, outer),
            sent: Counter::noop(),
            received: Counter::noop(),
            labels,
        }
    }

    fn with_bytes(mut self, names: &Names) -> Self {
        self.sent = counter!(names.sent, self.labels.clone());
        self.received = counter!(names.received, self.labels.clone());
        self
    }

    fn failed(&self, kind: &'static str) {
        let mut labels = self.labels.clone();
        labels.push(Label::from_static_parts("error.type", kind));
        counter!(self.errors, labels).increment(1);
    }
}

impl fmt::Debug for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.labels.fmt(f)
    }
}

#[derive(Debug)]
pub(super) struct Methods {
    service: SharedString,
    /// The last one stands for methods that do not exist.
    methods: Vec<(&'static str, OnceLock<Arc<Series>>)>,
}

impl Methods {
    pub(super) fn new(
        package: &str,
        service: &str,
        methods: impl Iterator<Item = &'static str>,
    ) -> Self {
        SERVER.describe();
        metrics::describe_counter!(
            TURNED_AWAY,
            Unit::Count,
            "Connections closed because there were too many"
        );
        let methods = methods.chain([OTHER]);
        Self {
            service: qualified(package, service).into(),
            methods: methods.map(|name| (name, OnceLock::new())).collect(),
        }
    }

    pub(super) fn begin(&self, asked: &Asked<'_>) -> Call {
        let number = asked.method.unwrap_or(self.methods.len() - 1);
        let Some((name, series)) = self.methods.get(number) else {
            return Call::default();
        };
        let series = series.get_or_init(|| {
            let labels = vec![
                Label::new("rpc.service", self.service.clone()),
                Label::from_static_parts("rpc.method", name),
            ];
            Arc::new(Series::new(&SERVER, labels, Vec::new()).with_bytes(&SERVER))
        });
        series.received.increment(asked.length as u64);
        Call::of(Arc::clone(series))
    }
}

pub(super) struct Target {
    address: SharedString,
    /// Names may come from anywhere where an application passes calls on.
    methods: Known<Series>,
    /// A name may stand for other addresses every day.
    servers: Known<Series>,
    /// Sent and received.
    bytes: OnceLock<(Counter, Counter)>,
}

impl Target {
    pub(super) fn new(address: &dyn Display) -> Self {
        CLIENT.describe();
        Self {
            address: address.to_string().into(),
            methods: Known::default(),
            servers: Known::default(),
            bytes: OnceLock::new(),
        }
    }

    pub(super) fn begin(&self, method: &str) -> Call {
        Call::of(self.methods.find(method, |name| {
            let mut labels = self.labels();
            labels.push(Label::new("rpc.method", name.to_owned()));
            Series::new(&CLIENT, labels, self.labels())
        }))
    }

    /// One of several servers of this client.
    pub(super) fn server(&self, address: &dyn Display) -> Server {
        TRIES.describe_tries();
        let series = self.servers.find(&address.to_string(), |address| {
            let mut labels = self.labels();
            labels.push(Label::new("network.peer.address", address.to_owned()));
            Series::new(&TRIES, labels.clone(), labels)
        });
        Server(series)
    }

    fn labels(&self) -> Vec<Label> {
        vec![Label::new("server.address", self.address.clone())]
    }

    pub(super) fn exchanged(&self, sent: usize, received: usize) {
        let counters = self.bytes.get_or_init(|| {
            let sent = counter!(CLIENT.sent, self.labels());
            (sent, counter!(CLIENT.received, self.labels()))
        });
        counters.0.increment(sent as u64);
        counters.1.increment(received as u64);
    }

    pub(super) fn connected(&self) -> Connection {
        Connection::of(gauge!(CLIENT.connections, self.labels()))
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.address).finish()
    }
}

/// One of several servers.
#[derive(Debug)]
pub(super) struct Server(Arc<Series>);

impl Server {
    /// A try to call it begins.
    pub(super) fn begin(&self) -> Call {
        Call::of(Arc::clone(&self.0))
    }
}

/// A call that has been counted and has not ended.
#[derive(Debug, Default)]
pub(super) struct Call(Option<(Arc<Series>, Instant)>);

impl Call {
    fn of(series: Arc<Series>) -> Self {
        series.calls.increment(1);
        series.running.increment(1);
        Self(Some((series, Instant::now())))
    }

    /// `sent` are the bytes of its answer.
    #[inline]
    pub(super) fn end(&mut self, end: End, sent: usize) {
        let Some((series, start)) = self.0.take() else {
            return;
        };
        series.running.decrement(1);
        series.duration.record(start.elapsed());
        series.sent.increment(sent as u64);
        if let Some(kind) = end.error_type() {
            series.failed(kind);
        }
    }
}

/// Counted for as long as it is there.
pub(super) struct Connection(Gauge);

impl Connection {
    pub(super) fn accepted(scheme: &'static str) -> Self {
        Self::of(gauge!(SERVER.connections, "url.scheme" => scheme))
    }

    fn of(gauge: Gauge) -> Self {
        gauge.increment(1);
        Self(gauge)
    }

    pub(super) async fn around<F: Future>(self, serving: F) -> F::Output {
        let output = serving.await;
        drop(self);
        output
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connection(..)")
    }
}

pub(super) fn turned_away(scheme: &'static str) {
    counter!(TURNED_AWAY, "url.scheme" => scheme).increment(1);
}
