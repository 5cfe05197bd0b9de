//! What a cell measured, and its line of JSON.

use crate::control::{Control, Probe};
use crate::histogram::Histogram;
use crate::{alloc, process};
use std::fmt::Write;
use std::time::Instant;

/// What a cell measured.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) calls: u64,
    pub(crate) secs: f64,
    pub(crate) rss_per_conn: Option<f64>,
    pub(crate) allocs: Option<Allocs>,
    p50: u64,
    p99: u64,
    server: Probe,
    client_cpu_us: u64,
    client_switches: u64,
}

/// Calls to the allocator and bytes asked of it, per call.
pub(crate) struct Allocs {
    server: (f64, f64),
    client: (f64, f64),
}

impl Report {
    pub(crate) fn latencies(&mut self, histogram: &Histogram) {
        self.calls = histogram.count();
        self.p50 = histogram.quantile(0.50);
        self.p99 = histogram.quantile(0.99);
    }

    pub(crate) fn print(&self, shape: &str) {
        let per = |total: u64| total as f64 / self.calls.max(1) as f64;
        let us = |nanoseconds: u64| nanoseconds as f64 / 1e3;
        let mut line = format!("{{\"shape\":\"{shape}\",\"calls\":{}", self.calls);
        let mut field = |name: &str, value: f64| {
            let _ = write!(line, ",\"{name}\":{value:.3}");
        };
        field("rate", self.calls as f64 / self.secs.max(1e-9));
        field("p50_us", us(self.p50));
        field("p99_us", us(self.p99));
        field("srv_cpu_us", per(self.server.cpu_us));
        field("cli_cpu_us", per(self.client_cpu_us));
        field("srv_switches", per(self.server.switches));
        field("cli_switches", per(self.client_switches));
        if let Some(allocs) = &self.allocs {
            field("srv_allocs", allocs.server.0);
            field("srv_bytes", allocs.server.1);
            field("cli_allocs", allocs.client.0);
            field("cli_bytes", allocs.client.1);
        }
        if let Some(rss) = self.rss_per_conn {
            field("rss_per_conn", rss);
        }
        println!("{line}}}");
    }
}

/// A measured stretch of time.
pub(crate) struct Window<'a> {
    control: &'a mut Control,
    before: Probe,
    cpu: u64,
    switches: u64,
    start: Instant,
}

impl<'a> Window<'a> {
    pub(crate) fn open(control: &'a mut Control) -> Self {
        Window {
            before: control.ask("stat"),
            control,
            cpu: process::cpu_us(),
            switches: process::switches(),
            start: Instant::now(),
        }
    }

    pub(crate) fn close(self, report: &mut Report) {
        report.secs = self.start.elapsed().as_secs_f64();
        report.client_cpu_us = process::cpu_us() - self.cpu;
        report.client_switches = process::switches() - self.switches;
        let after = self.control.ask("stat");
        report.server = Probe {
            cpu_us: after.cpu_us - self.before.cpu_us,
            switches: after.switches - self.before.switches,
            ..after
        };
    }
}

/// A stretch of calls during which both sides count their allocations.
pub(crate) struct Count<'a> {
    control: &'a mut Control,
    server: Probe,
    client: (u64, u64),
}

impl<'a> Count<'a> {
    pub(crate) fn open(control: &'a mut Control) -> Self {
        let server = control.ask("count on");
        let client = alloc::totals();
        alloc::set(true);
        Count {
            control,
            server,
            client,
        }
    }

    pub(crate) fn close(self, calls: u64) -> Allocs {
        alloc::set(false);
        let client = alloc::totals();
        let server = self.control.ask("count off");
        let per = |after: u64, before: u64| (after - before) as f64 / calls as f64;
        Allocs {
            server: (
                per(server.allocs, self.server.allocs),
                per(server.bytes, self.server.bytes),
            ),
            client: (per(client.0, self.client.0), per(client.1, self.client.1)),
        }
    }
}
