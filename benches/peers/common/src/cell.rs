//! A cell of the table: what is called, in which shape, for how long.

use crate::control::Control;
use crate::report::{Report, Window};
use crate::{Args, Method, Samples};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A cell of the table.
pub struct Cell {
    /// Where the server listens.
    pub addr: SocketAddr,
    /// What is called.
    pub method: Method,
    /// Concurrent callers of the shapes that have several.
    pub callers: usize,
    pub(crate) shape: String,
    pub(crate) control_port: u16,
    pub(crate) warm: Duration,
    pub(crate) secs: Duration,
    pub(crate) count: usize,
}

impl Cell {
    /// The cell that the command line asks for.
    pub fn new(args: &Args) -> Self {
        Self {
            addr: SocketAddr::from(([127, 0, 0, 1], args.number("port", 0))),
            method: Method::parse(args.text("method", "add")),
            callers: args.number("callers", 64),
            shape: args.text("shape", "seq").to_owned(),
            control_port: args.number("ctl", 0),
            warm: Duration::from_secs_f64(args.number("warm", 0.3)),
            secs: Duration::from_secs_f64(args.number("secs", 1.0)),
            count: args.number("count", 3000),
        }
    }
}

/// Where a run stands; callers look at it between two calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Warm,
    Measure,
    Stop,
}

/// What all callers of a cell share.
pub(crate) struct Plan {
    pub(crate) method: Method,
    pub(crate) samples: Samples,
    phase: AtomicU8,
}

impl Plan {
    pub(crate) fn new(method: Method) -> Self {
        Self {
            method,
            samples: Samples::new(),
            phase: AtomicU8::new(Phase::Warm as u8),
        }
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Relaxed);
    }

    pub(crate) fn is_in(&self, phase: Phase) -> bool {
        self.phase.load(Relaxed) == phase as u8
    }
}

/// Reports that the peer has nothing to show in this shape.
pub fn skip(shape: &str) {
    println!("{{\"shape\":\"{shape}\",\"skip\":true}}");
}

/// For a peer with a driver of its own: runs `batch` until the time is up;
/// `batch` returns how many calls it made.
pub async fn run_batches<F, Fut>(cell: &Cell, mut batch: F)
where
    F: FnMut() -> Fut,
    Fut: Future<Output = u64>,
{
    let mut control = Control::open(cell.control_port);
    let until = Instant::now() + cell.warm;
    while Instant::now() < until {
        batch().await;
    }
    let mut report = Report::default();
    let window = Window::open(&mut control);
    let until = Instant::now() + cell.secs;
    while Instant::now() < until {
        report.calls += batch().await;
    }
    window.close(&mut report);
    report.print(&cell.shape);
}
