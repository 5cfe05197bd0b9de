//! PHP itself reads what is written here, and writes it back the same.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::{Bytes, Key, Map, Packager, Value};

/// Reads lines of packager and hexadecimal bytes, and writes each value again.
const AGAIN: &str = r#"
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$packager, $hex] = explode(' ', $line);
    $bytes = hex2bin($hex);
    $again = match ($packager) {
        'PHP' => serialize(unserialize($bytes)),
        'MSGPACK' => msgpack_pack(msgpack_unpack($bytes)),
        'JSON' => json_encode(json_decode($bytes, true), JSON_PRESERVE_ZERO_FRACTION),
    };
    echo bin2hex($again), "\n";
}
"#;

fn demand_php_with_msgpack() {
    let run = Command::new("php").arg("-m").output();
    let found = run.is_ok_and(|run| String::from_utf8_lossy(&run.stdout).contains("msgpack"));
    assert!(
        found,
        "PHP with its msgpack extension is needed: `apt-get install php-cli php-msgpack`"
    );
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

fn again(lines: &[(Packager, Vec<u8>)]) -> Vec<Vec<u8>> {
    let mut php = Command::new("php")
        .args(["-d", "serialize_precision=-1", "-r", AGAIN])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = php.stdin.take().unwrap();
    let mut text = String::new();
    for (packager, bytes) in lines {
        text.push_str(&format!("{packager} {}\n", hex(bytes)));
    }
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = php.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(from_hex).collect()
}

fn values() -> Vec<Value> {
    let mut values = vec![
        Value::Null,
        true.into(),
        false.into(),
        "".into(),
        "né/\"\\\u{1f600}\u{0}".into(),
        "x".repeat(300).into(),
        Value::List(Vec::new()),
        Value::from(vec![1i64, 2, 3]),
        Value::from((0..70_000i64).collect::<Vec<_>>()),
    ];
    for shift in 0..63 {
        for value in [
            1i64 << shift,
            (1 << shift) - 1,
            -(1 << shift),
            -(1 << shift) - 1,
        ] {
            values.push(value.into());
        }
    }
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for exponent in -30..30 {
        values.push(10f64.powi(exponent).into());
        values.push((-1.25 * 10f64.powi(exponent * 10)).into());
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        values.push(Value::Float(f64::from_bits(bits >> 2)));
    }
    let entries = [
        (Key::from("a"), 1.into()),
        (Key::Int(-5), Value::from(vec!["x", "y"])),
        (Key::from("05"), Value::Null),
        (Key::Int(i64::MAX), Value::Float(-0.0)),
    ];
    let map: Map = entries.into_iter().collect();
    values.push(Value::List(vec![map.clone().into(), map.into()]));
    values
}

#[test]
fn php_writes_what_it_read_byte_for_byte() {
    demand_php_with_msgpack();
    let mut lines = Vec::new();
    for value in values() {
        for packager in [Packager::PHP, Packager::MSGPACK] {
            let mut bytes = Vec::new();
            packager.encode(&value, &mut bytes).unwrap();
            lines.push((packager, bytes));
        }
    }
    for packager in [Packager::PHP, Packager::MSGPACK] {
        let mut bytes = Vec::new();
        packager.encode(&f64::INFINITY, &mut bytes).unwrap();
        lines.push((packager, std::mem::take(&mut bytes)));
        packager
            .encode(&Bytes((0..=255).collect()), &mut bytes)
            .unwrap();
        lines.push((packager, bytes));
    }
    let written = again(&lines);
    assert_eq!(written.len(), lines.len());
    for ((packager, bytes), written) in lines.iter().zip(written) {
        assert_eq!(
            bytes.escape_ascii().to_string(),
            written.escape_ascii().to_string(),
            "{packager}"
        );
    }
}

/// JSON is spelt differently by PHP, but says the same.
#[test]
fn php_reads_json_as_it_was_meant() {
    demand_php_with_msgpack();
    let lines: Vec<_> = values()
        .iter()
        .map(|value| {
            let mut bytes = Vec::new();
            Packager::JSON.encode(value, &mut bytes).unwrap();
            (Packager::JSON, bytes)
        })
        .collect();
    let limits = DecodeLimits::default();
    for ((packager, bytes), written) in lines.iter().zip(again(&lines)) {
        let meant: Value = packager.decode(bytes, &limits).unwrap();
        let read: Value = packager.decode(&written, &limits).unwrap();
        assert_eq!(meant, read);
    }
}
