//! The start of a server: a port for the service, one for the questions of
//! the driver, and a line that names both.

use crate::{Args, control};
use std::future::Future;
use std::io::Write;
use std::net::TcpListener;

/// Tells the runner that the service accepts on `port`: prints
/// `READY <port> <control port>`.
pub fn announce(port: u16) {
    let line = format!("READY {port} {}\n", control::start());
    let mut out = std::io::stdout();
    out.write_all(line.as_bytes()).expect("stdout");
    out.flush().expect("stdout");
}

/// Runs an async server on the runtime the command line names.
pub fn run_server<F, Fut>(args: &Args, serve: F)
where
    F: FnOnce(TcpListener) -> Fut,
    Fut: Future<Output = ()>,
{
    args.runtime().block_on(serve(bind_nonblocking()));
}

/// For servers whose tasks are not `Send`: one thread, whatever `--rt` says.
pub fn run_local_server<F, Fut>(serve: F)
where
    F: FnOnce(TcpListener) -> Fut,
    Fut: Future<Output = ()>,
{
    let listener = bind_nonblocking();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("runtime");
    tokio::task::LocalSet::new().block_on(&runtime, serve(listener));
}

/// For servers without a runtime.
pub fn run_blocking_server(serve: impl FnOnce(TcpListener)) {
    serve(bind());
}

fn bind() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").expect("bind");
    announce(listener.local_addr().expect("address").port());
    listener
}

fn bind_nonblocking() -> TcpListener {
    let listener = bind();
    listener.set_nonblocking(true).expect("nonblocking");
    listener
}
