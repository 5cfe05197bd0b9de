//! Makes the first corpus from the recorded frames: `seeds VECTORS CORPUS`.
//! No part of the package, so that it builds without the rest.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(vectors), Some(corpus)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: seeds VECTORS CORPUS");
        std::process::exit(2);
    };
    for file in fs::read_dir(vectors)? {
        let path = file?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            for frame in frames(&fs::read_to_string(path)?) {
                plant(Path::new(&corpus), &frame)?;
            }
        }
    }
    Ok(())
}

/// The frames of a file; not all of it is JSON that parsers like.
fn frames(text: &str) -> Vec<Vec<u8>> {
    let entries = text.split("\"hex\":").skip(1);
    let hex = entries.filter_map(|entry| entry.split('"').nth(1));
    hex.map(|hex| {
        let pairs = hex.as_bytes().chunks_exact(2);
        let pairs = pairs.filter_map(|pair| std::str::from_utf8(pair).ok());
        pairs
            .filter_map(|pair| u8::from_str_radix(pair, 16).ok())
            .collect()
    })
    .collect()
}

fn plant(corpus: &Path, frame: &[u8]) -> std::io::Result<()> {
    for target in ["frame", "request", "response", "tagged"] {
        sow(corpus, target, frame)?;
    }
    let Some((front, body)) = frame.split_at_checked(90) else {
        return Ok(());
    };
    for target in ["php", "json", "msgpack"] {
        let name = target.to_uppercase();
        if front.starts_with(name.as_bytes()) || front[82..].starts_with(name.as_bytes()) {
            sow(corpus, target, body)?;
        }
    }
    Ok(())
}

fn sow(corpus: &Path, target: &str, input: &[u8]) -> std::io::Result<()> {
    let folder = corpus.join(target);
    fs::create_dir_all(&folder)?;
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    fs::write(folder.join(format!("seed-{:016x}", hasher.finish())), input)
}
