//! A subscriber that shows what it was told.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, Once};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// A span that has closed, or an event, whose name is `event`.
#[derive(Debug, Clone)]
pub struct Closed {
    pub target: String,
    pub name: String,
    pub level: Level,
    pub parent: Option<String>,
    pub fields: BTreeMap<String, String>,
}

impl Closed {
    /// These fields, in this order; what was not recorded is `-`.
    pub fn show(&self, fields: &[&str]) -> String {
        let show = |name: &&str| self.fields.get(*name).map_or("-", |value| value).to_owned();
        fields.iter().map(show).collect::<Vec<_>>().join(" ")
    }
}

thread_local! {
    static CURRENT: RefCell<Option<(Trace, Level)>> = const { RefCell::new(None) };
}

/// The spans of one thread. There is one subscriber for the process, because
/// those that come and go disturb one another.
#[derive(Clone, Default)]
pub struct Trace(Arc<Mutex<Vec<Closed>>>);

impl Trace {
    /// Spans of this thread from now on.
    pub fn start(most: Level) -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let registry = tracing_subscriber::registry().with(Collect);
            tracing::subscriber::set_global_default(registry).unwrap();
        });
        let trace = Self::default();
        CURRENT.set(Some((trace.clone(), most)));
        trace
    }

    pub fn closed(&self, target: &str, name: &str) -> Vec<Closed> {
        let closed = self.0.lock().unwrap();
        let wanted = |span: &&Closed| span.target == target && span.name == name;
        closed.iter().filter(wanted).cloned().collect()
    }

    /// Everything that was told, to be searched for what should not be there.
    pub fn everything(&self) -> String {
        format!("{:?}", self.0.lock().unwrap())
    }
}

struct Collect;

#[derive(Default)]
struct Fields(BTreeMap<String, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        let text = text.trim_matches('"').to_owned();
        self.0.insert(field.name().to_owned(), text);
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Collect {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        CURRENT.with_borrow(|current| {
            let most = current.as_ref().map(|(_, most)| most);
            most.is_some_and(|most| metadata.level() <= most)
        })
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let span = context.span(id).unwrap();
        span.extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).unwrap();
        values.record(span.extensions_mut().get_mut::<Fields>().unwrap());
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        keep(Closed {
            target: event.metadata().target().to_owned(),
            name: "event".to_owned(),
            level: *event.metadata().level(),
            parent: None,
            fields: fields.0,
        });
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).unwrap();
        let fields = span.extensions_mut().remove::<Fields>().unwrap();
        keep(Closed {
            target: span.metadata().target().to_owned(),
            name: span.metadata().name().to_owned(),
            level: *span.metadata().level(),
            parent: span
                .parent()
                .map(|parent| parent.metadata().name().to_owned()),
            fields: fields.0,
        });
    }
}

fn keep(closed: Closed) {
    CURRENT.with_borrow(|current| {
        let (trace, _) = current.as_ref().unwrap();
        trace.0.lock().unwrap().push(closed);
    });
}
