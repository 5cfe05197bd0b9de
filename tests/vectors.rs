//! Every recorded request, sent to the running calculator over the kind of
//! socket it was recorded on: the answer must be right, whoever asked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../yar-runtime/tests/support/mod.rs"]
mod recorded;
mod support;

use recorded::{Comparison, Vector, tag, vectors};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::LazyLock;
use std::time::Duration;
use yar_runtime::message::Response;
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Frame, peek, whole};
use yar_runtime::{Packager, Value};

const LIMIT: usize = 10 << 20;

#[test]
fn every_recorded_request_gets_the_right_answer() {
    let server = support::CalcServer::start();
    let mut wrong = Vec::new();
    let mut sent = 0;
    for vector in vectors().iter().filter(|vector| vector.is_request) {
        sent += 1;
        let transport = vector.entry.get("transport").and_then(Value::as_str);
        let answer = exchange(&server, transport.unwrap(), vector);
        if let Err(reason) = judge(vector, &answer) {
            wrong.push(format!("{}: {reason:.300}", vector.name));
        }
    }
    assert!(sent > 800, "only {sent} requests");
    assert!(wrong.is_empty(), "{} of {sent}: {wrong:#?}", wrong.len());
}

/// Sends a frame as its recorder did and reads until the server closes.
fn exchange(server: &support::CalcServer, transport: &str, vector: &Vector) -> Vec<u8> {
    let frame = &vector.frame;
    match transport {
        "tcp" => {
            let stream = TcpStream::connect(server.tcp.strip_prefix("tcp://").unwrap()).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(10)))
                .unwrap();
            talk(&stream, frame, || stream.shutdown(Shutdown::Write))
        }
        "unix" => {
            let stream = UnixStream::connect(server.unix.strip_prefix("unix://").unwrap()).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(10)))
                .unwrap();
            talk(&stream, frame, || stream.shutdown(Shutdown::Write))
        }
        "http" => {
            let host = server.http.strip_prefix("http://").unwrap();
            let stream = TcpStream::connect(host).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(10)))
                .unwrap();
            let request = http_request(vector, host);
            let is_kept = has_line(&request, "connection: keep-alive");
            let answer = talk(&stream, &request, || match is_kept {
                // Nobody else closes it.
                true => stream.shutdown(Shutdown::Write),
                false => Ok(()),
            });
            let head = answer.windows(4).position(|window| window == b"\r\n\r\n");
            let head = head.unwrap() + 4;
            assert_eq!(has_line(&answer[..head], "connection: close"), !is_kept);
            assert!(
                answer.starts_with(b"HTTP/1.1 200 "),
                "{}",
                answer.escape_ascii()
            );
            answer[head..].to_vec()
        }
        other => panic!("no transport {other}"),
    }
}

/// The recorded lines, all but the address, with those that are missing, and the
/// frame.
fn http_request(vector: &Vector, host: &str) -> Vec<u8> {
    let recorded = http_lines(vector);
    let has = |name: &str| recorded.iter().any(|line| line.starts_with(name));
    let mut lines = vec![
        recorded
            .first()
            .map_or("POST / HTTP/1.1", |first| first)
            .to_owned(),
        format!("Host: {host}"),
    ];
    let rest = recorded
        .iter()
        .skip(1)
        .filter(|line| !line.starts_with("Host: "));
    lines.extend(rest.map(|line| (*line).to_owned()));
    if !has("Connection: ") {
        lines.push("Connection: close".to_owned());
    }
    if !has("Content-Length: ") {
        lines.push(format!("Content-Length: {}", vector.frame.len()));
    }
    let mut request = lines.join("\r\n").into_bytes();
    request.extend_from_slice(b"\r\n\r\n");
    request.extend_from_slice(&vector.frame);
    request
}

fn http_lines(vector: &Vector) -> Vec<&str> {
    let lines = vector.entry.get("http_headers").and_then(Value::as_list);
    let lines = lines.unwrap_or_default().iter();
    lines.filter_map(Value::as_str).collect()
}

fn has_line(head: &[u8], wanted: &str) -> bool {
    let head = String::from_utf8_lossy(head);
    head.lines().any(|line| line.eq_ignore_ascii_case(wanted))
}

fn talk<S>(mut stream: S, bytes: &[u8], end: impl Fn() -> std::io::Result<()>) -> Vec<u8>
where
    S: Read + Write,
{
    // A server that hangs up on a bad header may do so before all is sent.
    let _ = stream.write_all(bytes).and_then(|()| end());
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => answer,
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => answer,
        Err(error) => panic!("no answer: {error}"),
    }
}

/// What the calculator owes this request.
enum Due<'a> {
    /// The result equals this value of the vector.
    Echo(&'a Value),
    /// The result is this integer.
    Number(i64),
    /// An error of this status, its text holding these words.
    Refusal(i64, String),
    /// The frame cannot be read: an error, or over sockets a closed connection.
    Unreadable,
    /// Nested so deeply that limits decide.
    Deep,
}

fn judge(vector: &Vector, answer: &[u8]) -> Result<(), String> {
    let due = due(vector);
    if answer.is_empty() {
        let http = vector.entry.get("transport").and_then(Value::as_str) == Some("http");
        return match due {
            Due::Unreadable if !http => Ok(()),
            _ => Err("no answer".to_owned()),
        };
    }
    let asked = whole(&vector.frame).ok();
    let frame = peek(answer, LIMIT).map_err(|error| error.to_string())?;
    let frame = frame.ok_or("the answer is cut")?;
    if frame.len != answer.len() {
        return Err(format!(
            "{} bytes after the answer",
            answer.len() - frame.len
        ));
    }
    let packager = Packager::from_wire(frame.packager).ok_or("an unknown packager")?;
    if frame.packager != packager.to_wire() {
        return Err("the packager's name is not in canonical form".to_owned());
    }
    if let Some(asked) = &asked {
        as_asked(asked, &frame, &due)?;
    }
    let limits = DecodeLimits::default();
    let response = Response::<Value>::read(packager, frame.body, &limits)
        .map_err(|error| error.to_string())?;
    verdict(vector, &due, packager, &response)
}

/// Layout and packager follow the request, as far as it could be read.
fn as_asked(asked: &Frame<'_>, frame: &Frame<'_>, due: &Due<'_>) -> Result<(), String> {
    if asked.layout != frame.layout {
        return Err(format!(
            "asked in {:?}, answered in {:?}",
            asked.layout, frame.layout
        ));
    }
    let wanted = Packager::from_wire(asked.packager).unwrap_or(Packager::MSGPACK);
    if frame.packager != wanted.to_wire() && !matches!(due, Due::Unreadable) {
        return Err(format!("the packager should be {}", wanted.name()));
    }
    Ok(())
}

fn verdict(
    vector: &Vector,
    due: &Due<'_>,
    packager: Packager,
    response: &Response<Value>,
) -> Result<(), String> {
    match (due, &response.outcome) {
        (Due::Echo(value), Ok(result)) => {
            let comparison = Comparison::new(packager, &vector.expected);
            check_id(vector, response.id)?;
            same(&comparison, value, result)
        }
        (Due::Number(number), Ok(Value::Int(result))) if number == result => {
            check_id(vector, response.id)
        }
        (Due::Refusal(status, words), Err(error)) if error.status() == Some(*status) => {
            check_id(vector, response.id)?;
            error
                .message()
                .contains(words)
                .then_some(())
                .ok_or_else(|| format!("the text is `{error}`"))
        }
        (Due::Unreadable, Err(error)) if matches!(error.status(), Some(1 | 2 | 4)) => Ok(()),
        (Due::Deep, Ok(_)) => Ok(()),
        (Due::Deep, Err(error)) if error.status() == Some(1) => Ok(()),
        (_, outcome) => Err(format!("{outcome:?}")),
    }
}

/// Empty maps come back as lists, because PHP would make objects of them, and
/// integers beyond 63 bits as text where the packager has none such.
fn same(comparison: &Comparison<'_>, wanted: &Value, got: &Value) -> Result<(), String> {
    let empty = Value::List(Vec::new());
    match tag(wanted) {
        Some(("$map", pairs)) if *pairs == empty && *got == empty => return Ok(()),
        Some(("$int", digits)) if digits == got => return Ok(()),
        _ => {}
    }
    if let (Value::List(wanted), Value::List(got)) = (wanted, got)
        && wanted.len() == got.len()
    {
        return wanted
            .iter()
            .zip(got)
            .try_for_each(|(wanted, got)| same(comparison, wanted, got));
    }
    comparison.check(wanted, got)
}

fn check_id(vector: &Vector, id: i64) -> Result<(), String> {
    let wanted = match member(&vector.expected, "i") {
        Some(Value::Int(wanted)) => *wanted,
        // Casts of anything else are tested where they are made.
        _ => return Ok(()),
    };
    (wanted == id)
        .then_some(())
        .ok_or_else(|| format!("id {id} for {wanted}"))
}

fn due(vector: &Vector) -> Due<'_> {
    let expected = &vector.expected;
    match tag(expected) {
        Some(("$undecodable", reason)) => {
            return due_undecodable(reason.as_str().unwrap_or_default());
        }
        Some(("$deep", _)) => return Due::Deep,
        _ => {}
    }
    let target = http_lines(vector)
        .first()
        .and_then(|line| line.strip_prefix("POST "));
    let is_guarded = target.is_some_and(|target| target.starts_with("/auth"));
    // Over HTTP the length in the header counts for nothing.
    let over_http = vector.entry.get("transport").and_then(Value::as_str) == Some("http");
    let framed = match peek(&vector.frame, LIMIT) {
        _ if over_http => whole(&vector.frame).ok(),
        Ok(Some(frame)) if frame.len == vector.frame.len() => Some(frame),
        _ => None,
    };
    let Some(frame) = framed else {
        return Due::Unreadable;
    };
    if is_guarded && frame.header.token() != b"secret" {
        return Due::Refusal(32, "authentication failed".to_owned());
    }
    if Packager::from_wire(frame.packager).is_none()
        || !matches!(expected, Value::Map(_) | Value::List(_))
    {
        return Due::Unreadable;
    }
    let method = match member(expected, "m").map(|method| (text(method), method)) {
        Some((Some(method), _)) => String::from_utf8_lossy(&method).into_owned(),
        Some((None, Value::Int(method))) => method.to_string(),
        _ => return Due::Refusal(4, "need specifical request method".to_owned()),
    };
    let arguments = arguments(expected);
    match method.to_ascii_lowercase().as_str() {
        "echo" => match arguments.first() {
            Some(value) if is_infinite(value) && frame.packager == Packager::JSON.to_wire() => {
                Due::Refusal(8, "JSON cannot carry inf".to_owned())
            }
            Some(value) => Due::Echo(value),
            None => Due::Refusal(4, "echo".to_owned()),
        },
        "add" => match arguments
            .iter()
            .map(|value| integer(value))
            .collect::<Vec<_>>()[..]
        {
            [Some(a), Some(b), ..] => Due::Number(a + b),
            _ => Due::Refusal(4, "add".to_owned()),
        },
        "sleep_ms" => match arguments[..] {
            [Value::Int(ms)] => Due::Number(*ms),
            _ => Due::Refusal(4, "sleep_ms".to_owned()),
        },
        "fail" => Due::Refusal(4, "code".to_owned()),
        _ => {
            // A name of any length may be asked for; its beginning is enough.
            let beginning: String = method.chars().take(60).collect();
            Due::Refusal(4, format!("call to undefined api Calculator::{beginning}"))
        }
    }
}

/// Bodies that the recorder's own decoder refused. Like the real servers ours
/// reads over what follows a value, and takes an extension type for null.
fn due_undecodable(reason: &str) -> Due<'static> {
    static TEXT: LazyLock<Value> = LazyLock::new(|| Value::from("x"));
    match reason {
        _ if reason.starts_with("trailing") => Due::Echo(&TEXT),
        "type byte 0xd4" => Due::Echo(&Value::Null),
        _ => Due::Unreadable,
    }
}

fn is_infinite(value: &Value) -> bool {
    matches!(tag(value), Some(("$f64", text)) if text.as_str() == Some("inf"))
}

/// What counts as an integer: whole floats and digits do.
fn integer(value: &Value) -> Option<i64> {
    match (tag(value), value) {
        (Some(("$f64", text)), _) => text.as_str()?.strip_suffix(".0")?.parse().ok(),
        (None, Value::String(text)) => text.parse().ok(),
        _ => value.as_i64(),
    }
}

/// A member of a body, which may be a tagged map.
fn member<'a>(body: &'a Value, name: &str) -> Option<&'a Value> {
    let Some(("$map", pairs)) = tag(body) else {
        return body.get(name);
    };
    let mut pairs = pairs.as_list()?.iter().filter_map(Value::as_list);
    let found = pairs.rfind(|pair| text(&pair[0]).as_deref() == Some(name.as_bytes()))?;
    Some(&found[1])
}

/// Text as it stands, or in one of the tags for binary strings.
fn text(value: &Value) -> Option<Vec<u8>> {
    match (tag(value), value) {
        (Some(("$bin" | "$msgpack_bin", hex)), _) => Some(recorded::from_hex(hex.as_str()?)),
        (None, Value::String(text)) => Some(text.clone().into_bytes()),
        _ => None,
    }
}

fn arguments(body: &Value) -> Vec<&Value> {
    let Some(params) = member(body, "p") else {
        return Vec::new();
    };
    match (tag(params), params) {
        (Some(("$map", pairs)), _) => pairs
            .as_list()
            .unwrap()
            .iter()
            .map(|pair| &pair.as_list().unwrap()[1])
            .collect(),
        (None, Value::List(items)) => items.iter().collect(),
        (None, Value::Map(map)) => map.entries.iter().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    }
}
