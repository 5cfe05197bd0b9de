//! What names resolve to, and addresses that stand in for it.

use super::endpoint::Endpoint;
use crate::error::{Error, Stage};
use std::io;
use std::net::{IpAddr, SocketAddr};

/// Entries as curl has them, the first that fits counts.
#[derive(Debug, Default)]
pub(super) struct Resolve(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    /// In lower case, brackets left out; `*` is any.
    host: String,
    port: u16,
    addresses: Vec<SocketAddr>,
}

impl Resolve {
    /// Adds `HOST:PORT:ADDRESS[,ADDRESS]...`.
    pub(super) fn add(&mut self, entry: &str) -> Result<(), Error> {
        let parsed = Entry::parse(entry).ok_or_else(|| {
            let text = format!(
                "cannot use `{}` to resolve a name: HOST:PORT:ADDRESS[,ADDRESS]... is expected, \
                 such as example.com:9600:127.0.0.1",
                entry.escape_debug()
            );
            Error::new(Stage::Configure, text)
        })?;
        self.0.push(parsed);
        Ok(())
    }

    /// Where `host:port` is to be found.
    pub(super) fn find(&self, place: &str) -> Option<&[SocketAddr]> {
        if self.0.is_empty() {
            return None;
        }
        let (host, port) = place.rsplit_once(':')?;
        let host = without_brackets(host).to_ascii_lowercase();
        let port: u16 = port.parse().ok()?;
        let fits = |entry: &&Entry| entry.port == port && (entry.host == host || entry.host == "*");
        self.0.iter().find(fits).map(|entry| &*entry.addresses)
    }
}

impl Entry {
    fn parse(entry: &str) -> Option<Self> {
        // With `+` an entry of curl's may expire, which none does here.
        let entry = entry.strip_prefix('+').unwrap_or(entry);
        // The colons of `[::1]` are before the bracket that closes it.
        let host_end = match entry.strip_prefix('[') {
            Some(rest) => rest.find(']')? + 2,
            None => entry.find(':')?,
        };
        let (host, rest) = entry.split_at_checked(host_end)?;
        let (port, addresses) = rest.strip_prefix(':')?.split_once(':')?;
        let port = port.parse().ok()?;
        let host = without_brackets(host).to_ascii_lowercase();
        if host.is_empty() || host.starts_with('-') {
            return None;
        }
        let addresses = addresses.split(',').map(|address| {
            let address: IpAddr = without_brackets(address).parse().ok()?;
            Some(SocketAddr::new(address, port))
        });
        Some(Self {
            host,
            port,
            addresses: addresses.collect::<Option<_>>()?,
        })
    }
}

/// The addresses that the system has for the name of a server, or of its proxy.
pub(super) fn found(
    endpoint: &Endpoint,
    addresses: io::Result<impl Iterator<Item = SocketAddr>>,
) -> Result<Vec<SocketAddr>, Error> {
    let place = endpoint.place();
    let reason = match addresses.map(Vec::from_iter) {
        Ok(addresses) if !addresses.is_empty() => return Ok(addresses),
        Ok(_) => io::Error::new(io::ErrorKind::NotFound, "the name stands for none"),
        Err(error) => error,
    };
    let text = format!("cannot connect to {endpoint}: no address for {place}: {reason}");
    Err(Error::new(Stage::Resolve, text).with_source(reason))
}

fn without_brackets(host: &str) -> &str {
    let inner = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(host)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Resolve;

    #[test]
    fn entries_are_found_by_host_and_port() {
        let mut resolve = Resolve::default();
        for entry in [
            "Example.com:9600:10.0.0.1",
            "+[::1]:80:127.0.0.2,[::2]",
            "*:443:::3",
        ] {
            resolve.add(entry).unwrap();
        }
        let found = |place: &str| {
            let found = resolve.find(place)?.iter();
            Some(found.map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(found("example.COM:9600").as_deref(), Some("10.0.0.1:9600"));
        assert_eq!(found("[::1]:80").as_deref(), Some("127.0.0.2:80 [::2]:80"));
        assert_eq!(found("any:443").as_deref(), Some("[::3]:443"));
        for place in ["example.com:9601", "example.org:9600", "[::1]:81"] {
            assert_eq!(found(place), None);
        }
    }

    #[test]
    fn what_is_no_entry_is_refused_with_an_example() {
        for entry in [
            "",
            "example.com",
            "example.com:9600",
            "example.com:9600:",
            "example.com:x:10.0.0.1",
            "example.com:99999:10.0.0.1",
            "example.com:80:example.org",
            "example.com:80:10.0.0.1,",
            ":80:10.0.0.1",
            "-example.com:80",
            "-example.com:80:10.0.0.1",
            "[::1:80:10.0.0.1",
        ] {
            let error = Resolve::default().add(entry).unwrap_err();
            assert!(error.message().contains("HOST:PORT:ADDRESS"), "{entry}");
        }
    }
}
