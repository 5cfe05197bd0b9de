//! The load driver. One run of it is one cell of the table; it prints one line
//! of JSON. Every reply is checked.
//!
//! It exists twice, by a macro: for peers whose futures are `Send`, spread over
//! the workers of the runtime, and for those whose are not.

use crate::cell::{Phase, Plan, skip};
use crate::control::Control;
use crate::histogram::Histogram;
use crate::report::{Count, Report, Window};
use crate::{Args, Cell, Method, PutReply, Record, Stats};
use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use local::LocalConn;
pub use send::Conn;

/// Measures the cell of the command line, `connect` making connections.
pub fn run_client<C, F, Fut>(args: &Args, connect: F)
where
    C: Conn,
    F: Fn(SocketAddr) -> Fut,
    Fut: Future<Output = C>,
{
    args.runtime().block_on(send::run(Cell::new(args), connect));
    // Background tasks of a client are not waited for.
    std::process::exit(0);
}

/// For clients whose futures are not `Send`: one thread, whatever `--rt` says.
pub fn run_client_local<C, F, Fut>(args: &Args, connect: F)
where
    C: LocalConn,
    F: Fn(SocketAddr) -> Fut,
    Fut: Future<Output = C>,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("runtime");
    let run = local::run(Cell::new(args), connect);
    tokio::task::LocalSet::new().block_on(&runtime, run);
    std::process::exit(0);
}

/// Calls made while allocations are counted.
pub(crate) const COUNTED: u64 = 500;

macro_rules! driver {
    ($module:ident, $trait:ident, $spawn:path, [$($bound:tt)*]) => {
        mod $module {
            use super::*;

            /// One client connection, or one handle of a shared connection.
            pub trait $trait: Sized $($bound)* + 'static {
                /// The sum of two integers.
                fn add(&mut self, a: i64, b: i64) -> impl Future<Output = i64> $($bound)*;
                /// The same text.
                fn echo(&mut self, s: &str) -> impl Future<Output = String> $($bound)*;
                /// Statistics of the numbers.
                fn stats(&mut self, xs: &[f64]) -> impl Future<Output = Stats> $($bound)*;
                /// Id and version of the record.
                fn put(&mut self, r: &Record) -> impl Future<Output = PutReply> $($bound)*;
                /// Another handle on the same connection, for concurrent callers.
                fn share(&self) -> Option<Self>;
            }

            pub(super) async fn run<C, F, Fut>(cell: Cell, connect: F)
            where
                C: $trait,
                F: Fn(SocketAddr) -> Fut,
                Fut: Future<Output = C>,
            {
                let mut control = Control::open(cell.control_port);
                let plan = Arc::new(Plan::new(cell.method));
                let report = match cell.shape.as_str() {
                    "seq" => seq(&cell, &plan, connect, &mut control).await,
                    "shared" => match shared(connect(cell.addr).await, cell.callers) {
                        Some(conns) => drive(conns, &plan, &cell, &mut control).await.0,
                        None => return skip(&cell.shape),
                    },
                    "many" => {
                        let mut conns = Vec::new();
                        for _ in 0..cell.callers {
                            conns.push(connect(cell.addr).await);
                        }
                        drive(conns, &plan, &cell, &mut control).await.0
                    }
                    "fresh" => fresh(&cell, &plan, connect, &mut control).await,
                    "idle" => return idle(&cell, &plan, connect, &mut control).await,
                    other => panic!("no shape {other}"),
                };
                report.print(&cell.shape);
            }

            async fn once<C: $trait>(conn: &mut C, plan: &Plan, n: i64) {
                let s = &plan.samples;
                match plan.method {
                    Method::Add => assert_eq!(conn.add(n, 1000).await, n + 1000),
                    Method::Echo => assert_eq!(conn.echo(&s.text).await.len(), s.text.len()),
                    Method::Stats => assert!(conn.stats(&s.floats).await.is_close(&s.want_stats)),
                    Method::Put => assert_eq!(conn.put(&s.record).await, s.want_put),
                }
            }

            async fn caller<C: $trait>(mut conn: C, plan: Arc<Plan>) -> (Histogram, C) {
                let mut histogram = Histogram::default();
                let mut n = 0;
                while !plan.is_in(Phase::Stop) {
                    let measured = plan.is_in(Phase::Measure);
                    let start = Instant::now();
                    once(&mut conn, &plan, n & 1023).await;
                    if measured {
                        histogram.add(start.elapsed().as_nanos() as u64);
                    }
                    n += 1;
                }
                (histogram, conn)
            }

            /// A caller for each connection, until the time is up.
            async fn drive<C: $trait>(
                conns: Vec<C>,
                plan: &Arc<Plan>,
                cell: &Cell,
                control: &mut Control,
            ) -> (Report, Vec<C>) {
                let mut tasks = Vec::new();
                for conn in conns {
                    tasks.push($spawn(caller(conn, Arc::clone(plan))));
                }
                tokio::time::sleep(cell.warm).await;
                let mut report = Report::default();
                let window = Window::open(control);
                plan.enter(Phase::Measure);
                tokio::time::sleep(cell.secs).await;
                plan.enter(Phase::Stop);
                window.close(&mut report);
                let mut all = Histogram::default();
                let mut back = Vec::new();
                for task in tasks {
                    let (histogram, conn) = task.await.expect("caller");
                    all.merge(&histogram);
                    back.push(conn);
                }
                report.latencies(&all);
                (report, back)
            }

            async fn seq<C, F, Fut>(
                cell: &Cell,
                plan: &Arc<Plan>,
                connect: F,
                control: &mut Control,
            ) -> Report
            where
                C: $trait,
                F: Fn(SocketAddr) -> Fut,
                Fut: Future<Output = C>,
            {
                let conn = connect(cell.addr).await;
                let (mut report, mut back) = drive(vec![conn], plan, cell, control).await;
                let mut conn = back.pop().expect("the connection");
                let count = Count::open(control);
                for n in 0..COUNTED {
                    once(&mut conn, plan, n as i64).await;
                }
                report.allocs = Some(count.close(COUNTED));
                report
            }

            fn shared<C: $trait>(first: C, callers: usize) -> Option<Vec<C>> {
                let mut conns = Vec::new();
                for _ in 1..callers {
                    conns.push(first.share()?);
                }
                conns.push(first);
                Some(conns)
            }

            async fn fresh<C, F, Fut>(
                cell: &Cell,
                plan: &Plan,
                connect: F,
                control: &mut Control,
            ) -> Report
            where
                C: $trait,
                F: Fn(SocketAddr) -> Fut,
                Fut: Future<Output = C>,
            {
                for n in 0..cell.count / 10 {
                    once(&mut connect(cell.addr).await, plan, n as i64 & 1023).await;
                }
                let mut report = Report::default();
                let mut histogram = Histogram::default();
                let window = Window::open(control);
                for n in 0..cell.count {
                    let start = Instant::now();
                    let mut conn = connect(cell.addr).await;
                    once(&mut conn, plan, n as i64 & 1023).await;
                    drop(conn);
                    histogram.add(start.elapsed().as_nanos() as u64);
                }
                window.close(&mut report);
                report.latencies(&histogram);
                report
            }

            async fn idle<C, F, Fut>(cell: &Cell, plan: &Plan, connect: F, control: &mut Control)
            where
                C: $trait,
                F: Fn(SocketAddr) -> Fut,
                Fut: Future<Output = C>,
            {
                let mut first = connect(cell.addr).await;
                for n in 0..200 {
                    once(&mut first, plan, n).await;
                }
                let before = control.ask("stat");
                let mut held = vec![first];
                let start = Instant::now();
                for n in 0..cell.count {
                    let mut conn = connect(cell.addr).await;
                    once(&mut conn, plan, n as i64 & 1023).await;
                    held.push(conn);
                }
                let secs = start.elapsed().as_secs_f64();
                tokio::time::sleep(Duration::from_millis(300)).await;
                let grown = control.ask("stat").rss as f64 - before.rss as f64;
                let mut report = Report::default();
                report.calls = cell.count as u64;
                report.secs = secs;
                report.rss_per_conn = Some(grown / cell.count as f64);
                report.print(&cell.shape);
                // Closing thousands of connections is not measured.
                std::io::stdout().flush().expect("stdout");
                std::process::exit(0);
            }
        }
    };
}

driver!(send, Conn, tokio::spawn, [+ Send]);
driver!(local, LocalConn, tokio::task::spawn_local, []);
