//! Arguments that would take their type from the parameter's.

#[yar::service]
trait Take {
    fn text(&self, text: String);
    fn list(&self, list: Vec<String>);
}

fn call(client: TakeBlockingClient) {
    let _ = client.text("a".into());
    let _ = client.list([]);
}

fn main() {}
