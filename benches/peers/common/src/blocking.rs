//! The load driver for clients that block: no runtime, a thread for the caller.
//! Only shapes with one caller; several would measure the system's threads.

use crate::cell::{Phase, Plan, skip};
use crate::control::Control;
use crate::driver::COUNTED;
use crate::histogram::Histogram;
use crate::report::{Count, Report, Window};
use crate::{Args, Cell, Method, PutReply, Record, Stats};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// One client connection whose calls return when the answer is there.
pub trait BlockingConn: Send + 'static {
    /// The sum of two integers.
    fn add(&mut self, a: i64, b: i64) -> i64;
    /// The same text.
    fn echo(&mut self, s: &str) -> String;
    /// Statistics of the numbers.
    fn stats(&mut self, xs: &[f64]) -> Stats;
    /// Id and version of the record.
    fn put(&mut self, r: &Record) -> PutReply;
}

/// Measures the cell of the command line, `connect` making connections.
pub fn run_blocking_client<C: BlockingConn>(args: &Args, connect: impl Fn(SocketAddr) -> C) {
    let cell = Cell::new(args);
    let mut control = Control::open(cell.control_port);
    let plan = Arc::new(Plan::new(cell.method));
    let report = match cell.shape.as_str() {
        "seq" => seq(&cell, &plan, connect(cell.addr), &mut control),
        "fresh" => fresh(&cell, &plan, connect, &mut control),
        "idle" => idle(&cell, &plan, connect, &mut control),
        other => return skip(other),
    };
    report.print(&cell.shape);
    // Closing thousands of connections is not measured.
    std::io::stdout().flush().expect("stdout");
    std::process::exit(0);
}

fn once<C: BlockingConn>(conn: &mut C, plan: &Plan, n: i64) {
    let s = &plan.samples;
    match plan.method {
        Method::Add => assert_eq!(conn.add(n, 1000), n + 1000),
        Method::Echo => assert_eq!(conn.echo(&s.text).len(), s.text.len()),
        Method::Stats => assert!(conn.stats(&s.floats).is_close(&s.want_stats)),
        Method::Put => assert_eq!(conn.put(&s.record), s.want_put),
    }
}

fn caller<C: BlockingConn>(mut conn: C, plan: &Plan) -> (Histogram, C) {
    let mut histogram = Histogram::default();
    let mut n = 0;
    while !plan.is_in(Phase::Stop) {
        let measured = plan.is_in(Phase::Measure);
        let start = Instant::now();
        once(&mut conn, plan, n & 1023);
        if measured {
            histogram.add(start.elapsed().as_nanos() as u64);
        }
        n += 1;
    }
    (histogram, conn)
}

fn seq<C: BlockingConn>(cell: &Cell, plan: &Arc<Plan>, conn: C, control: &mut Control) -> Report {
    let shared = Arc::clone(plan);
    let caller = thread::spawn(move || caller(conn, &shared));
    thread::sleep(cell.warm);
    let mut report = Report::default();
    let window = Window::open(control);
    plan.enter(Phase::Measure);
    thread::sleep(cell.secs);
    plan.enter(Phase::Stop);
    window.close(&mut report);
    let (histogram, mut conn) = caller.join().expect("caller");
    report.latencies(&histogram);
    let count = Count::open(control);
    for n in 0..COUNTED {
        once(&mut conn, plan, n as i64);
    }
    report.allocs = Some(count.close(COUNTED));
    report
}

fn fresh<C: BlockingConn>(
    cell: &Cell,
    plan: &Plan,
    connect: impl Fn(SocketAddr) -> C,
    control: &mut Control,
) -> Report {
    for n in 0..cell.count / 10 {
        once(&mut connect(cell.addr), plan, n as i64 & 1023);
    }
    let mut report = Report::default();
    let mut histogram = Histogram::default();
    let window = Window::open(control);
    for n in 0..cell.count {
        let start = Instant::now();
        once(&mut connect(cell.addr), plan, n as i64 & 1023);
        histogram.add(start.elapsed().as_nanos() as u64);
    }
    window.close(&mut report);
    report.latencies(&histogram);
    report
}

fn idle<C: BlockingConn>(
    cell: &Cell,
    plan: &Plan,
    connect: impl Fn(SocketAddr) -> C,
    control: &mut Control,
) -> Report {
    let mut first = connect(cell.addr);
    for n in 0..200 {
        once(&mut first, plan, n);
    }
    let before = control.ask("stat");
    let mut held = vec![first];
    let start = Instant::now();
    for n in 0..cell.count {
        let mut conn = connect(cell.addr);
        once(&mut conn, plan, n as i64 & 1023);
        held.push(conn);
    }
    let secs = start.elapsed().as_secs_f64();
    thread::sleep(Duration::from_millis(300));
    let grown = control.ask("stat").rss as f64 - before.rss as f64;
    // They stay open until the process ends.
    std::mem::forget(held);
    let mut report = Report::default();
    report.calls = cell.count as u64;
    report.secs = secs;
    report.rss_per_conn = Some(grown / cell.count as f64);
    report
}
