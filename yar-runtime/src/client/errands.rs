//! What a client does besides calls: relays, and connections made ahead.

use super::balance::{Peer, Peers};
use super::call::Inner;
use super::connect::open;
use super::exchange::Exchange;
use super::options::CallOptions;
use super::payload::{body, payload};
use super::pool::Pool;
use crate::error::Error;
use std::sync::Arc;

/// Sends a request that is framed already and gives the answer unread.
pub(super) async fn relay(
    inner: &Arc<Inner>,
    options: &CallOptions,
    request: Vec<u8>,
) -> Result<Vec<u8>, Error> {
    options.check()?;
    let mut exchange = Exchange::of(inner, request);
    exchange.timeout = options.timeout.unwrap_or(exchange.timeout);
    let balance = match &inner.peers {
        Peers::One(peer) => return relay_to(&mut exchange, inner, peer).await,
        Peers::Many(balance) => balance,
    };
    let picked = exchange.pick(balance, &[]).await?;
    let peer = &picked.member.peer;
    exchange.wrap_for(peer);
    let outcome = relay_to(&mut exchange, inner, peer).await;
    exchange.tell(picked, outcome.as_ref().map(|_| ()), &mut Vec::new());
    outcome
}

async fn relay_to(
    exchange: &mut Exchange<'_>,
    inner: &Inner,
    peer: &Peer<Arc<Pool>>,
) -> Result<Vec<u8>, Error> {
    let mut place = exchange.place(peer).await?;
    // Over a connection of its own no id can clash with another call's.
    place.lose_shared_line();
    exchange.send(peer, &mut place).await?;
    exchange.leave(&mut place);
    let payload = payload(&inner.settings, &peer.endpoint, &exchange.buffer)?;
    body(&inner.settings, &peer.endpoint, &payload)?;
    Ok(payload.into_owned())
}

/// Opens a connection for the calls to come; with several servers, to the first
/// of them that takes one.
pub(super) async fn connect_first(inner: &Arc<Inner>) -> Result<(), Error> {
    let exchange = Exchange::of(inner, Vec::new());
    let balance = match &inner.peers {
        Peers::One(peer) => return connect_to(&exchange, inner, peer).await,
        Peers::Many(balance) => balance,
    };
    let mut tried = Vec::new();
    loop {
        let picked = exchange.pick(balance, &tried).await?;
        let outcome = connect_to(&exchange, inner, &picked.member.peer).await;
        exchange.tell(picked, outcome.as_ref().copied(), &mut tried);
        if outcome.is_ok() || !balance.has_others(&tried) {
            return outcome;
        }
    }
}

async fn connect_to(
    exchange: &Exchange<'_>,
    inner: &Inner,
    peer: &Peer<Arc<Pool>>,
) -> Result<(), Error> {
    let mut place = exchange.place(peer).await?;
    if place.line().is_none() {
        let (deadline, timeout) = (exchange.deadline(), exchange.timeout);
        let line = open(&inner.settings, &peer.endpoint, deadline, timeout).await?;
        place.set_line(line);
    }
    exchange.leave(&mut place);
    Ok(())
}

/// Opens a connection to see whether the server of `peer` is there.
pub(super) async fn probe(inner: &Arc<Inner>, peer: &Peer<Arc<Pool>>) -> bool {
    let exchange = Exchange::of(inner, Vec::new());
    let (deadline, timeout) = (exchange.deadline(), exchange.timeout);
    let line = open(&inner.settings, &peer.endpoint, deadline, timeout).await;
    let Ok(line) = line else {
        return false;
    };
    if let Ok(mut place) = peer.pool.place(exchange.start) {
        place.lose_line();
        place.set_line(line);
        exchange.leave(&mut place);
    }
    true
}
