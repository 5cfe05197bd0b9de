//! A recorder that shows what it was told.

use crate::lab::within;
use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Metrics by their names and labels, `name{label=value,...}`.
#[derive(Default)]
pub struct Told {
    counters: Mutex<BTreeMap<String, Arc<AtomicU64>>>,
    gauges: Mutex<BTreeMap<String, Arc<AtomicU64>>>,
    histograms: Mutex<BTreeMap<String, Arc<Samples>>>,
    units: Mutex<BTreeMap<String, Unit>>,
}

#[derive(Default)]
pub struct Samples(Mutex<Vec<f64>>);

impl HistogramFn for Samples {
    fn record(&self, value: f64) {
        self.0.lock().unwrap().push(value);
    }
}

impl Told {
    /// Counters whose names begin like this, without those at zero.
    pub fn counters(&self, prefix: &str) -> Vec<String> {
        let counters = self.counters.lock().unwrap();
        let counts = counters.iter().filter(|(key, _)| key.starts_with(prefix));
        let counts = counts.map(|(key, count)| (key, count.load(Ordering::Relaxed)));
        let counts = counts.filter(|(_, count)| *count > 0);
        counts
            .map(|(key, count)| format!("{key} {count}"))
            .collect()
    }

    pub fn gauge(&self, key: &str) -> f64 {
        let gauges = self.gauges.lock().unwrap();
        let gauge = gauges.get(key).unwrap_or_else(|| panic!("no gauge {key}"));
        f64::from_bits(gauge.load(Ordering::Relaxed))
    }

    /// Waits until a gauge has come to a value.
    pub async fn until(&self, gauge: &str, value: f64) {
        within(async {
            while self.gauge(gauge) != value {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }

    pub fn samples(&self, key: &str) -> Vec<f64> {
        let histograms = self.histograms.lock().unwrap();
        histograms[key].0.lock().unwrap().clone()
    }

    pub fn unit(&self, name: &str) -> Unit {
        self.units.lock().unwrap()[name]
    }

    fn describe(&self, name: &KeyName, unit: Option<Unit>) {
        let name = name.as_str().to_owned();
        self.units.lock().unwrap().insert(name, unit.unwrap());
    }
}

fn shown(key: &Key) -> String {
    let labels: Vec<_> = key
        .labels()
        .map(|label| format!("{}={}", label.key(), label.value()))
        .collect();
    format!("{}{{{}}}", key.name(), labels.join(","))
}

fn entry<T: Default>(all: &Mutex<BTreeMap<String, Arc<T>>>, key: &Key) -> Arc<T> {
    Arc::clone(all.lock().unwrap().entry(shown(key)).or_default())
}

impl Recorder for Told {
    fn describe_counter(&self, name: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&name, unit);
    }

    fn describe_gauge(&self, name: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&name, unit);
    }

    fn describe_histogram(&self, name: KeyName, unit: Option<Unit>, _: SharedString) {
        self.describe(&name, unit);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(entry(&self.counters, key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(entry(&self.gauges, key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(entry(&self.histograms, key))
    }
}
