//! Which of several servers a call goes to.
//!
//! Two are drawn, and the one with fewer calls under way gets it. tower has
//! this too (`balance::p2c`), behind `&mut self`: clones of a client would have
//! to hand every call to a task that owns the balance. That costs a call that
//! is alone more than the rest of the client does, the blocking client has no
//! task, and ejection would have to be added all the same.

mod discovery;
mod health;
mod member;

pub(super) use discovery::{Discovery, Found};
pub(super) use member::{Member, Picked, Probe};

use super::endpoint::Endpoint;
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::transport::Address;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A server and the connections to it.
pub(super) struct Peer<Pool> {
    pub(super) endpoint: Endpoint,
    pub(super) pool: Pool,
}

/// The servers of a client.
pub(super) enum Peers<Pool> {
    One(Peer<Pool>),
    Many(Balance<Pool>),
}

/// Several servers that can stand in for one another.
pub(super) struct Balance<Pool> {
    members: RwLock<Vec<Arc<Member<Pool>>>>,
    dice: AtomicU32,
    /// Where the members come from, unless they are always the same.
    pub(super) discovery: Option<Discovery>,
}

impl<Pool> Peers<Pool> {
    pub(super) fn new(
        settings: &Settings,
        pool: impl Fn(&Settings) -> Pool,
    ) -> Result<Self, Error> {
        let peer = |address: &Address| Peer::new(settings, address, None, &pool);
        if let Some(interval) = settings.look_up {
            check_names(settings)?;
            let discovery = Discovery::new(interval);
            return Ok(Self::Many(Balance::new(Vec::new(), Some(discovery))));
        }
        let mut different: Vec<&Address> = Vec::new();
        for address in &settings.addresses {
            if !different.contains(&address) {
                different.push(address);
            }
        }
        if let [only] = *different {
            return peer(only).map(Self::One);
        }
        let peers = different.into_iter().map(peer);
        let peers = peers.collect::<Result<Vec<_>, _>>()?;
        let members = peers
            .into_iter()
            .map(|peer| Member::new(settings, peer))
            .collect();
        Ok(Self::Many(Balance::new(members, None)))
    }
}

impl<Pool> Peers<Pool> {
    /// Whether a call that has failed with those `tried` can turn to another
    /// server.
    pub(super) fn has_others(&self, tried: &[Arc<Member<Pool>>]) -> bool {
        match self {
            Self::One(_) => false,
            Self::Many(balance) => balance.has_others(tried),
        }
    }
}

impl<Pool> Peer<Pool> {
    fn new(
        settings: &Settings,
        address: &Address,
        at: Option<SocketAddr>,
        pool: impl Fn(&Settings) -> Pool,
    ) -> Result<Self, Error> {
        Ok(Self {
            endpoint: Endpoint::new(settings, address, at)?,
            pool: pool(settings),
        })
    }
}

impl<Pool> Balance<Pool> {
    fn new(members: Vec<Arc<Member<Pool>>>, discovery: Option<Discovery>) -> Self {
        Self {
            members: RwLock::new(members),
            dice: AtomicU32::new(seed()),
            discovery,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.read(Vec::is_empty)
    }

    /// A server for a call, preferably none of `tried`, and one that somebody
    /// should see about. Where all are left alone, any: trying is better than
    /// failing. `None` where there is no server.
    pub(super) fn pick(
        &self,
        tried: &[Arc<Member<Pool>>],
    ) -> Option<(Picked<Pool>, Option<Probe<Pool>>)> {
        self.read(|members| {
            let probe = members.iter().find_map(Member::probe);
            let picked = self
                .draw(members, |one| one.is_up() && !is_among(one, tried))
                .or_else(|| self.draw(members, |one| !is_among(one, tried)))
                .or_else(|| self.draw(members, |_| true))?;
            Some((Picked::new(picked), probe))
        })
    }

    /// Whether there is a server that is not left alone and none of `tried`.
    pub(super) fn has_others(&self, tried: &[Arc<Member<Pool>>]) -> bool {
        self.read(|members| {
            let mut members = members.iter();
            members.any(|one| one.is_up() && !is_among(one, tried))
        })
    }

    /// The less busy one of two that are `fit`.
    fn draw(
        &self,
        members: &[Arc<Member<Pool>>],
        fit: impl Fn(&Arc<Member<Pool>>) -> bool,
    ) -> Option<Arc<Member<Pool>>> {
        let those = || members.iter().filter(|one| fit(one));
        let count = u32::try_from(those().count())
            .ok()
            .filter(|count| *count > 0)?;
        let dice = self.roll();
        let first = dice % count;
        // Any but the first, if there is another.
        let step = 1 + (dice / count) % (count - 1).max(1);
        let second = (first + step) % count;
        let nth = |number: u32| those().nth(usize::try_from(number).unwrap_or_default());
        let (first, second) = (nth(first)?, nth(second)?);
        let less_busy = if second.pending() < first.pending() {
            second
        } else {
            first
        };
        Some(Arc::clone(less_busy))
    }

    /// Numbers without a pattern that a call could see.
    fn roll(&self) -> u32 {
        let turn = self.dice.fetch_add(0x9e37_79b9, Ordering::Relaxed);
        let mixed = (turn ^ (turn >> 16)).wrapping_mul(0x85eb_ca6b);
        (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35) >> 4
    }

    /// Takes over what names have turned out to stand for. Servers known
    /// already keep their connections, and those of a name that could not be
    /// looked up stay as they are.
    pub(super) fn update(
        &self,
        settings: &Settings,
        found: Found,
        pool: impl Fn(&Settings) -> Pool,
    ) -> Result<(), Error> {
        let mut members = self.members.write().unwrap_or_else(PoisonError::into_inner);
        let mut next = Vec::new();
        let mut failed = None;
        for (address, places) in found {
            let of_it = |one: &&Arc<Member<Pool>>| one.peer.endpoint.address == address;
            let places = match places {
                Ok(places) => places,
                Err(error) => {
                    next.extend(members.iter().filter(of_it).cloned());
                    failed = Some(error);
                    continue;
                }
            };
            for place in places {
                let mut known = members.iter().filter(of_it);
                let known = known.find(|one| one.peer.endpoint.is_at(place));
                next.push(match known {
                    Some(member) => Arc::clone(member),
                    None => Member::new(settings, Peer::new(settings, &address, place, &pool)?),
                });
            }
        }
        if !next.is_empty() {
            *members = next;
        }
        if members.is_empty() {
            return Err(no_server(settings, failed));
        }
        Ok(())
    }

    fn read<R>(&self, look: impl FnOnce(&Vec<Arc<Member<Pool>>>) -> R) -> R {
        look(&self.members.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The names stand for nothing, or cannot be looked up.
pub(super) fn no_server(settings: &Settings, failed: Option<io::Error>) -> Error {
    let names = settings.names();
    let Some(error) = failed else {
        let text = format!("cannot connect to {names}: the name has no address");
        return Error::new(Stage::Resolve, text);
    };
    let text = format!("cannot connect to {names}: {error}");
    Error::new(Stage::Resolve, text).with_source(error)
}

/// Finds what would keep the servers from being set up once they are known.
fn check_names(settings: &Settings) -> Result<(), Error> {
    #[cfg(feature = "http")]
    if let Some(proxy) = &settings.proxy {
        let text = format!(
            "the proxy {proxy} looks up names itself: \
             calls through it cannot be spread over what they stand for"
        );
        return Err(Error::new(Stage::Configure, text));
    }
    let mut endpoints = (settings.addresses.iter()).map(|one| Endpoint::new(settings, one, None));
    endpoints.try_for_each(|endpoint| endpoint.map(drop))
}

/// Not the same for all processes, which would all turn to the same server.
fn seed() -> u32 {
    let [a, b, c, d, ..] = RandomState::new().hash_one(0_u8).to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

fn is_among<Pool>(one: &Arc<Member<Pool>>, others: &[Arc<Member<Pool>>]) -> bool {
    others.iter().any(|other| Arc::ptr_eq(one, other))
}

#[cfg(test)]
mod tests;
