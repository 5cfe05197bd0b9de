//! Runs every peer of a table through every cell, interleaved with its floor,
//! and writes the single runs and a Markdown report.
//!
//! A round is one (repetition, cell) pair: all peers of a floor in turn, the
//! floor before the first, after every `--every` peers and after the last, then
//! those of the next floor. A peer's ratio is taken against the mean of the
//! floor runs just before and just after it.

mod bench;
mod load;
mod options;
mod peer;
mod report;
mod row;

use bench::Bench;
use options::Options;
use peer::Peer;
use report::Report;
use row::{Row, mean};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

const CELLS: &str = "seq:add,seq:echo,seq:stats,seq:put,shared:add,shared:put,\
                     many:add,many:echo,many:put,fresh:add,idle:add";

fn main() {
    let options = Options::parse();
    let bin = options.text("bin", "target/release");
    let peers = Peer::table(options.text("peers", "peers.tsv"), bin);
    let cells = options.list("cells", CELLS);
    let reps = options.number("reps", 25).max(1);
    let bench = Bench::new(&options);
    let wanted = wanted(&peers, &options.list("only", ""));
    let floors = peers.iter().filter(|floor| {
        let mut compared = wanted.iter().map(|peer| &peer.floor);
        floor.is_floor() && compared.any(|name| *name == floor.name)
    });
    let floors: Vec<&Peer> = floors.collect();
    let out = options.text("out", "results/run");
    let log = format!("{out}.jsonl");
    let rows = if options.has("report") {
        Row::read(&log)
    } else {
        if let Some(folder) = Path::new(out).parent() {
            std::fs::create_dir_all(folder).expect("results folder");
        }
        let every = options.number("every", 4).max(1);
        rounds(&bench, &floors, &wanted, &cells, reps, every, &log)
    };
    let shown: Vec<&Peer> = floors.into_iter().chain(wanted).collect();
    let report = Report::new(&rows, &shown, &cells);
    let text = report.to_markdown(&bench.rt, reps);
    std::fs::write(format!("{out}.md"), &text).expect("results file");
    print!("{text}");
}

fn wanted<'a>(peers: &'a [Peer], only: &[String]) -> Vec<&'a Peer> {
    let mut wanted = Vec::new();
    for peer in peers {
        if peer.is_floor() || !only.is_empty() && !only.contains(&peer.name) {
            continue;
        }
        if peer.is_built() {
            wanted.push(peer);
        } else {
            eprintln!("left out, not built: {}", peer.name);
        }
    }
    wanted
}

/// All repetitions of all cells; each round is logged as it ends.
fn rounds(
    bench: &Bench,
    floors: &[&Peer],
    wanted: &[&Peer],
    cells: &[String],
    reps: usize,
    every: usize,
    log: &str,
) -> Vec<Row> {
    let mut log = File::create(log).expect("results file");
    let start = Instant::now();
    let mut rows = Vec::new();
    for rep in 0..reps {
        // The order turns, so that nobody always follows the same neighbour.
        let mut turn = wanted.to_vec();
        let by = rep * turn.len() / reps;
        turn.rotate_left(by);
        for cell in cells {
            // Idle connections are counted in bytes: two repetitions tell all.
            if cell.starts_with("idle") && rep >= 2 {
                continue;
            }
            let mut round = Vec::new();
            for floor in floors {
                let turn = turn.iter().filter(|peer| peer.floor == floor.name);
                let turn: Vec<&Peer> = turn.copied().collect();
                round.extend(compare(bench, floor, &turn, cell, every));
            }
            for row in &round {
                writeln!(log, "{}", row.to_line(&bench.rt)).expect("results file");
            }
            rows.extend(round);
            let seconds = start.elapsed().as_secs();
            eprintln!("rep {} {cell} done, {seconds} s", rep + 1);
        }
    }
    rows
}

/// The part of a round that belongs to one floor.
fn compare(bench: &Bench, floor: &Peer, turn: &[&Peer], cell: &str, every: usize) -> Vec<Row> {
    let row = |peer: &Peer, value, floor| Row {
        peer: peer.name.clone(),
        cell: cell.to_owned(),
        value,
        floor,
    };
    let mut rows = Vec::new();
    let mut before = bench.calmest(floor, cell);
    let has_run = |value: &Value| !value.is_null() && value.get("skip").is_none();
    if !has_run(&before) {
        return rows;
    }
    rows.push(row(floor, before.clone(), before.clone()));
    for group in turn.chunks(every) {
        let values: Vec<_> = group.iter().map(|peer| bench.calmest(peer, cell)).collect();
        let after = bench.calmest(floor, cell);
        let near = mean(&before, &after);
        for (peer, value) in group.iter().zip(values) {
            if has_run(&value) {
                rows.push(row(peer, value, near.clone()));
            }
        }
        if has_run(&after) {
            rows.push(row(floor, after.clone(), after.clone()));
            before = after;
        }
    }
    rows
}
