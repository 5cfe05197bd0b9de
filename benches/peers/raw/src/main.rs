//! The floors: frames of Yar's size (90 bytes of header, a body as long as the
//! MSGPACK one) bounced without any codec. Variants are `tokio`, `std` with a
//! client that blocks, and `threads` with a server that does so as well. `hand` is
//! the same with the calls written out by hand.

mod blocking;
mod frame;
mod hand;
mod link;
mod pack;

use common::{Cell, Role};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

fn main() {
    let args = common::args();
    let blocks = matches!(args.variant.as_str(), "std" | "threads");
    match args.role {
        Role::Server if args.variant == "threads" => common::run_blocking_server(blocking::serve),
        Role::Client if blocks => common::run_blocking_client(&args, blocking::connect),
        Role::Server if args.variant == "hand" => {
            common::run_server(&args, |listener| serve(listener, hand::connection));
        }
        Role::Client if args.variant == "hand" => common::run_client(&args, hand::connect),
        Role::Server => common::run_server(&args, |listener| serve(listener, connection)),
        Role::Client if args.text("shape", "seq") == "shared" => {
            args.runtime().block_on(link::pipelined(&Cell::new(&args)));
            std::process::exit(0);
        }
        Role::Client => common::run_client(&args, link::connect),
    }
}

async fn serve<F>(listener: std::net::TcpListener, connection: fn(TcpStream) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::from_std(listener).expect("listener");
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        tokio::spawn(connection(stream));
    }
}

/// One write for all the frames that a read brought.
async fn connection(mut stream: TcpStream) {
    let mut input = vec![0_u8; 16 * 1024];
    let mut output = Vec::with_capacity(1024);
    let mut filled = 0;
    loop {
        match stream.read(&mut input[filled..]).await {
            Ok(count) if count > 0 => filled += count,
            _ => return,
        }
        let used = frame::answer(&input[..filled], &mut output);
        input.copy_within(used..filled, 0);
        filled -= used;
        if !output.is_empty() {
            if stream.write_all(&output).await.is_err() {
                return;
            }
            output.clear();
        }
    }
}
