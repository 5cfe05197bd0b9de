//! The subcommands for frames: what is typed, what is read and printed.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use yar_gen::wire_tools::{
    self, Answer, Call, Document, Error, Layout, Packager, Stage, WireError,
};

use super::console::Console;

/// Nothing longer is read into memory; a frame of Yar has 10 MiB at most.
const MAX_BYTES: u64 = 64 << 20;

/// What is wrong with what was typed, as clap has it.
const USAGE: u8 = 2;

/// What can be done with frames.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Tool {
    /// Print recorded frames, a line of JSON for each
    ///
    /// Values that JSON cannot carry are tagged, for example {"$bin":"ff00"} for a string that is
    /// not UTF-8. `encode` reads the same form.
    Decode(Input),
    /// Write the frames that lines of `decode` stand for
    ///
    /// The length in the header is computed anew, and its id is that of the body unless the line
    /// has another. A line by hand needs no more than
    /// {"packager":"JSON","body":{"i":1,"m":"add","p":[1,2]}}.
    Encode(Input),
    /// Call a method of any Yar server and print the result as JSON
    Call(CallArgs),
}

/// Where bytes come from, and how they are spelt.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// File to read; standard input if left out
    file: Option<PathBuf>,

    /// Frames are hexadecimal text, blanks and line ends allowed
    #[arg(long)]
    hex: bool,
}

/// A call to be made.
#[derive(Debug, clap::Args)]
pub(crate) struct CallArgs {
    /// Server: tcp://HOST:PORT, unix:///PATH or http://HOST:PORT/PATH; built with the feature
    /// `tls`, also tls:// and https://
    uri: String,

    /// Name of the method
    method: String,

    /// Arguments as a JSON list, such as '[1,"two"]'; tagged values as `decode` prints them
    #[arg(default_value = "[]", value_parser = arguments)]
    args: Arguments,

    /// How the request is packed
    #[arg(long, default_value = "MSGPACK", ignore_case = true, value_parser = packager())]
    packager: Packager,

    /// Who calls, at most 32 bytes
    #[arg(long)]
    provider: Option<String>,

    /// The secret that the server asks for, at most 32 bytes
    #[arg(long)]
    token: Option<String>,

    /// Milliseconds that the call may take
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,

    /// PEM file with the only certificates to trust, instead of the system's
    #[cfg(feature = "tls")]
    #[arg(long, value_name = "FILE")]
    tls_root: Option<PathBuf>,

    /// How the request is framed
    #[arg(long, default_value = "yar", value_parser = layout())]
    layout: Layout,

    /// Print request and answer as bytes, on standard error
    #[arg(long)]
    show_wire: bool,
}

#[derive(Debug, Clone)]
struct Arguments(Vec<Document>);

fn arguments(text: &str) -> Result<Arguments, String> {
    match Document::from_tagged(text) {
        Ok(Document::List(arguments)) => Ok(Arguments(arguments)),
        Ok(_) => Err("expected a JSON list, with one element for each argument".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn packager() -> impl clap::builder::TypedValueParser<Value = Packager> {
    PossibleValuesParser::new(["PHP", "JSON", "MSGPACK"]).try_map(|name| name.parse::<Packager>())
}

fn layout() -> impl clap::builder::TypedValueParser<Value = Layout> {
    PossibleValuesParser::new(["yar", "lua-yar"]).map(|name| match name.as_str() {
        "lua-yar" => Layout::LuaYar,
        _ => Layout::Yar,
    })
}

pub(crate) fn run(tool: &Tool, console: &Console) -> anyhow::Result<ExitCode> {
    match tool {
        Tool::Decode(input) => decode(input),
        Tool::Encode(input) => encode(input),
        Tool::Call(args) => call(args, console),
    }
}

fn decode(input: &Input) -> anyhow::Result<ExitCode> {
    let mut bytes = read(input)?;
    if input.hex {
        bytes = wire_tools::from_hex(&text(bytes)?)?;
    }
    for line in wire_tools::decode(&bytes) {
        let line = line.map_err(|error| match !input.hex && is_hex(&bytes) {
            true => anyhow::anyhow!("{error}; this looks like hexadecimal text: pass `--hex`"),
            false => error.into(),
        })?;
        print(format!("{line}\n").as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// No frame is all text: its header has zeros.
fn is_hex(bytes: &[u8]) -> bool {
    let mut bytes = bytes.iter();
    bytes.len() > 0 && bytes.all(|byte| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace())
}

fn encode(input: &Input) -> anyhow::Result<ExitCode> {
    let lines = text(read(input)?)?;
    for (index, line) in lines.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let frame = wire_tools::encode(line).with_context(|| format!("line {}", index + 1))?;
        match input.hex {
            true => print(format!("{}\n", wire_tools::to_hex(&frame)).as_bytes())?,
            false => print(&frame)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn call(args: &CallArgs, console: &Console) -> anyhow::Result<ExitCode> {
    let call = Call {
        uri: args.uri.clone(),
        method: args.method.clone(),
        arguments: args.args.0.clone(),
        packager: args.packager,
        layout: args.layout,
        provider: args.provider.clone(),
        token: args.token.clone(),
        timeout: Duration::from_millis(args.timeout),
        #[cfg(feature = "tls")]
        tls_root: args.tls_root.clone(),
    };
    let request = match call.request() {
        Ok(request) => request,
        Err(error) => return Ok(misused(&error, console)),
    };
    show(args, console, "request", &request);
    let answered = call.exchange(request).and_then(|answer| {
        show(args, console, "answer", &answer);
        Answer::read(&answer)
    });
    let answer = match answered {
        Ok(answer) => answer,
        Err(error) => return Ok(failed(&error, console)),
    };
    if let Some(output) = answer.output {
        console.line(&format!("the method printed: {output}"));
    }
    match answer.result {
        Ok(result) => {
            print(format!("{}\n", result.to_tagged()).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let code = failed(&error, console);
            if let Some(data) = answer.data {
                console.line(&data.to_tagged());
            }
            Ok(code)
        }
    }
}

fn show(args: &CallArgs, console: &Console, what: &str, frame: &[u8]) {
    if args.show_wire {
        let dump = wire_tools::dump(frame);
        console.print(&format!("{what}, {} bytes\n{dump}", frame.len()));
    }
}

fn misused(error: &WireError, console: &Console) -> ExitCode {
    console.error(&error.to_string());
    ExitCode::from(USAGE)
}

/// What the server reported in all its parts.
fn failed(error: &Error, console: &Console) -> ExitCode {
    let stage = error.stage();
    match (error.status(), error.code()) {
        (Some(status), Some(code)) => {
            let kind = match error.kind() {
                "" => String::new(),
                kind => format!(", type {kind}"),
            };
            let message = error.message();
            console.error(&format!(
                "the server reports status {status}, code {code}{kind}: {message}"
            ));
        }
        _ => console.error(&error.to_string()),
    }
    match stage {
        Stage::Configure => ExitCode::from(USAGE),
        _ => ExitCode::FAILURE,
    }
}

fn read(input: &Input) -> anyhow::Result<Vec<u8>> {
    let Some(path) = &input.file else {
        return read_all(io::stdin().lock()).context("cannot read standard input");
    };
    let file = File::open(path).and_then(|file| Ok((file.metadata()?.is_dir(), file)));
    let name = path.display();
    let (is_folder, file) = file.with_context(|| format!("cannot read `{name}`"))?;
    anyhow::ensure!(!is_folder, "cannot read `{name}`: it is a folder");
    read_all(file).with_context(|| format!("cannot read `{name}`"))
}

fn read_all(source: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let len = source.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let fits = u64::try_from(len).is_ok_and(|len| len <= MAX_BYTES);
    anyhow::ensure!(
        fits,
        "more than {} MiB, the most that is read",
        MAX_BYTES >> 20
    );
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        anyhow::anyhow!("expected text, found bytes that are not UTF-8 at byte {offset}")
    })
}

/// A reader that has gone away is no reason to complain.
fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
