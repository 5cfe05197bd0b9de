//! Arguments that go for no parameter of their type.

#[derive(yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Record {
    id: i64,
}

#[yar::service]
trait Take {
    fn text(&self, text: String);
    fn list(&self, list: Vec<i64>);
    fn record(&self, record: Record);
    fn number(&self, number: i64);
}

fn call(client: TakeBlockingClient, records: Vec<Record>) {
    let _ = client.text(1);
    let _ = client.list(&["a"]);
    let _ = client.record(records);
    let _ = client.number(&1);
}

fn main() {}
