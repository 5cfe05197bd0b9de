//! Frames that are passed on as they are.

use super::client::Inner;
use super::exchange::Exchange;
use super::pool::Pool;
use super::upkeep;
use crate::client::balance::{Peer, Peers};
use crate::client::options::CallOptions;
use crate::client::payload::{body, payload};
use crate::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Sends a request that is framed already and gives the answer unread.
pub(super) fn relay(
    inner: &Arc<Inner>,
    options: &CallOptions,
    request: Vec<u8>,
) -> Result<Vec<u8>, Error> {
    options.check()?;
    let mut exchange = Exchange::new(inner, 0, options, request, Vec::new());
    let balance = match &inner.peers {
        Peers::One(peer) => {
            exchange.wrap_for(peer);
            return relay_to(&exchange, inner, peer);
        }
        Peers::Many(balance) => balance,
    };
    let picked = upkeep::pick(inner, balance, &[])?;
    let peer = &picked.member.peer;
    exchange.wrap_for(peer);
    let outcome = relay_to(&exchange, inner, peer);
    exchange.tell(picked, outcome.as_ref().map(|_| ()), &mut Vec::new());
    outcome
}

fn relay_to(exchange: &Exchange<'_>, inner: &Inner, peer: &Peer<Pool>) -> Result<Vec<u8>, Error> {
    let mut place = exchange.place(peer, Instant::now())?;
    exchange.send(peer, &mut place)?;
    let payload = payload(&inner.settings, &peer.endpoint, place.answer())?;
    body(&inner.settings, &peer.endpoint, &payload)?;
    let payload = payload.into_owned();
    exchange.keep(&mut place);
    Ok(payload)
}
