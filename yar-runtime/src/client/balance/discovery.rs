//! What the names of servers stand for, and when to look again.

use crate::client::settings::Settings;
use crate::transport::Address;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For each address what its name stands for; `None` where it has no name.
pub(in crate::client) type Found = Vec<(Address, io::Result<Vec<Option<SocketAddr>>>)>;

/// Keeps the servers what the names of their addresses stand for.
pub(in crate::client) struct Discovery {
    interval: Duration,
    next: Mutex<Option<Instant>>,
    /// Only one of those who find no servers looks for some.
    pub(in crate::client) first: tokio::sync::Mutex<()>,
}

impl Discovery {
    pub(super) fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Mutex::new(None),
            first: tokio::sync::Mutex::new(()),
        }
    }

    /// Whether it is time; says so to one caller in an interval.
    pub(in crate::client) fn is_due(&self) -> bool {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = next.is_none_or(|next| next <= now);
        if is_due {
            *next = Some(now + self.interval);
        }
        is_due
    }

    /// Looks all names up. Blocks, for as long as the system likes.
    pub(in crate::client) fn look_up(settings: &Settings) -> Found {
        let look_up = |address: &Address| {
            if matches!(address, Address::Unix(_)) {
                return Ok(vec![None]);
            }
            let mut places: Vec<_> = match settings.resolve.find(address.place()) {
                Some(fixed) => fixed.to_vec(),
                None => address.place().to_socket_addrs()?.collect(),
            };
            places.sort();
            places.dedup();
            Ok(places.into_iter().map(Some).collect())
        };
        let addresses = settings.addresses.iter();
        addresses.map(|one| (one.clone(), look_up(one))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Discovery;
    use std::time::Duration;

    #[test]
    fn names_are_due_once_in_each_interval() {
        let seldom = Discovery::new(Duration::from_secs(3600));
        assert_eq!([(); 3].map(|()| seldom.is_due()), [true, false, false]);
        let always = Discovery::new(Duration::ZERO);
        assert_eq!([(); 3].map(|()| always.is_due()), [true; 3]);
    }
}
