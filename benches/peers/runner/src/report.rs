//! Deciles, medians and ratios of the rows, as Markdown tables.

use crate::peer::Peer;
use crate::row::Row;
use serde_json::Value;
use std::fmt::Write;

/// The tables of a run.
pub(crate) struct Report<'a> {
    rows: &'a [Row],
    peers: &'a [&'a Peer],
    cells: &'a [String],
}

/// A column: its heading, its digits, and where its values come from.
type Column = (&'static str, usize, fn(&View) -> Option<f64>);

const COLUMNS: [Column; 13] = [
    ("calls/s", 0, |v| v.median("rate")),
    ("of floor", 2, |v| v.ratio("rate")),
    ("calls per CPU s", 0, |v| v.median_of(per_cpu)),
    ("of floor", 2, |v| v.ratio_of(per_cpu)),
    ("best p50 us", 1, |v| v.best(p50)),
    ("best CPU us", 2, |v| v.best(cpu)),
    ("p50 us", 1, |v| v.median("p50_us")),
    ("p50 to floor", 2, |v| v.ratio("p50_us")),
    ("p99 us", 1, |v| v.median("p99_us")),
    ("server CPU us", 2, |v| v.median("srv_cpu_us")),
    ("client CPU us", 2, |v| v.median("cli_cpu_us")),
    ("server switches", 2, |v| v.median("srv_switches")),
    ("foreign", 2, |v| v.median("foreign")),
];

const ALLOCS: [Column; 4] = [
    ("server allocs", 1, |v| v.median("srv_allocs")),
    ("server bytes", 0, |v| v.median("srv_bytes")),
    ("client allocs", 1, |v| v.median("cli_allocs")),
    ("client bytes", 0, |v| v.median("cli_bytes")),
];

const IDLE: [Column; 2] = [
    ("server bytes per connection", 0, |v| {
        v.median("rss_per_conn")
    }),
    ("connect + call, per second", 0, |v| v.median("rate")),
];

impl<'a> Report<'a> {
    pub(crate) fn new(rows: &'a [Row], peers: &'a [&'a Peer], cells: &'a [String]) -> Self {
        Self { rows, peers, cells }
    }

    pub(crate) fn to_markdown(&self, rt: &str, reps: usize) -> String {
        let mut out = format!(
            "Runtime `{rt}`, {reps} repetitions. Where no decile is named: medians, and ratios to \
             the floor in the same round.\n\n"
        );
        self.shares(&mut out, "Best decile of p50, of floor", |v, floor| {
            Some(floor.best(p50)? / v.best(p50)?)
        });
        self.shares(
            &mut out,
            "Best decile of CPU per call, of floor",
            |v, floor| Some(floor.best(cpu)? / v.best(cpu)?),
        );
        self.shares(&mut out, "Calls/s, of the floor", |v, _| v.ratio("rate"));
        self.shares(&mut out, "Calls per CPU second, of the floor", |v, _| {
            v.ratio_of(per_cpu)
        });
        for cell in self.cells {
            let _ = writeln!(out, "### {cell}\n");
            match cell.split(':').next() {
                Some("idle") => self.table(&mut out, cell, &IDLE),
                Some("seq") => self.table(&mut out, cell, &[&COLUMNS[..], &ALLOCS].concat()),
                _ => self.table(&mut out, cell, &COLUMNS),
            }
        }
        out
    }

    /// One figure of every peer in every cell.
    fn shares(&self, out: &mut String, title: &str, figure: fn(&View, &View) -> Option<f64>) {
        let cells = self.cells.iter().filter(|cell| !cell.starts_with("idle"));
        let cells: Vec<&str> = cells.map(String::as_str).collect();
        if cells.is_empty() {
            return;
        }
        let _ = writeln!(out, "### {title}\n");
        head(out, &cells);
        for peer in self.peers {
            let values = cells.iter().map(|cell| {
                let floor = self.view(&peer.floor, cell);
                show(figure(&self.view(&peer.name, cell), &floor), 2)
            });
            line(out, &peer.name, values);
        }
        out.push('\n');
    }

    fn table(&self, out: &mut String, cell: &str, columns: &[Column]) {
        let titles: Vec<&str> = columns.iter().map(|(title, ..)| *title).collect();
        head(out, &titles);
        for Peer { name, .. } in self.peers {
            let view = self.view(name, cell);
            if !view.0.is_empty() {
                let values = columns
                    .iter()
                    .map(|(_, digits, figure)| show(figure(&view), *digits));
                line(out, name, values);
            }
        }
        out.push('\n');
    }

    fn view(&self, name: &str, cell: &str) -> View<'a> {
        let rows = self.rows.iter();
        View(
            rows.filter(|row| row.peer == name && row.cell == cell)
                .collect(),
        )
    }
}

fn head(out: &mut String, titles: &[&str]) {
    let _ = writeln!(out, "| peer | {} |", titles.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(titles.len()));
}

fn line(out: &mut String, name: &str, values: impl Iterator<Item = String>) {
    let values: Vec<String> = values.collect();
    let _ = writeln!(out, "| {name} | {} |", values.join(" | "));
}

fn show(value: Option<f64>, digits: usize) -> String {
    match value {
        Some(value) if value.is_finite() => format!("{value:.digits$}"),
        _ => "-".to_owned(),
    }
}

/// The repetitions of one peer in one cell.
struct View<'a>(Vec<&'a Row>);

impl View<'_> {
    fn median(&self, key: &str) -> Option<f64> {
        self.median_of(|value| value.get(key)?.as_f64())
    }

    fn ratio(&self, key: &str) -> Option<f64> {
        self.ratio_of(|value| value.get(key)?.as_f64())
    }

    fn median_of(&self, figure: impl Fn(&Value) -> Option<f64>) -> Option<f64> {
        let rows = self.0.iter();
        median(rows.filter_map(|row| figure(&row.value)).collect())
    }

    /// The best decile: what others take from a run only ever makes it slower.
    fn best(&self, figure: fn(&Value) -> Option<f64>) -> Option<f64> {
        let rows = self.0.iter();
        let mut values: Vec<f64> = rows.filter_map(|row| figure(&row.value)).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 10).copied()
    }

    /// The median of the repetitions' ratios, not the ratio of medians.
    fn ratio_of(&self, figure: impl Fn(&Value) -> Option<f64>) -> Option<f64> {
        let rows = self.0.iter();
        let ratios = rows.filter_map(|row| Some(figure(&row.value)? / figure(&row.floor)?));
        median(ratios.collect())
    }
}

/// Nothing where latencies are not measured.
fn p50(value: &Value) -> Option<f64> {
    value.get("p50_us")?.as_f64().filter(|p50| *p50 > 0.0)
}

/// For one call, both sides added up.
fn cpu(value: &Value) -> Option<f64> {
    let server = value.get("srv_cpu_us")?.as_f64()?;
    let client = value.get("cli_cpu_us")?.as_f64()?;
    Some(server + client)
}

/// Calls for one second of CPU: what stays of the rate when others use the
/// machine too.
fn per_cpu(value: &Value) -> Option<f64> {
    cpu(value).map(|cpu| 1e6 / cpu)
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values.get(values.len().checked_sub(1)? / 2)?;
    Some(f64::midpoint(*lower, *upper))
}
