//! What calls do on the side where there are several servers: look up names,
//! see whether servers are back. In threads of their own, so that no call waits
//! for it but the very first.

use super::client::Inner;
use super::exchange::{Exchange, Server};
use super::pool::Pool;
use crate::client::balance::{Balance, Discovery, Peers, Picked, Probe, no_server};
use crate::error::Error;
use std::sync::Arc;
use std::thread;

/// A server for a call that has failed with those `tried`.
pub(super) fn pick(
    inner: &Arc<Inner>,
    balance: &Balance<Pool>,
    tried: &[Arc<Server>],
) -> Result<Picked<Pool>, Error> {
    if let Some(discovery) = &balance.discovery {
        let is_due = discovery.is_due();
        if balance.is_empty() {
            discover(inner)?;
        } else if is_due {
            let inner = Arc::clone(inner);
            aside(move || drop(discover(&inner)));
        }
    }
    let picked = balance.pick(tried);
    let (picked, probe) = picked.ok_or_else(|| no_server(&inner.settings, None))?;
    if let Some(probe) = probe {
        let inner = Arc::clone(inner);
        aside(move || see(&inner, probe));
    }
    Ok(picked)
}

/// A thread that cannot be had is for a later call to try again.
fn aside(run: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new()
        .name("yar-upkeep".to_owned())
        .spawn(run);
}

/// Sees whether a server is back.
fn see(inner: &Arc<Inner>, probe: Probe<Pool>) {
    let is_back = Exchange::probe(inner, &probe.member.peer);
    probe.tell(is_back, inner.settings.ejection);
}

fn discover(inner: &Arc<Inner>) -> Result<(), Error> {
    let Peers::Many(balance) = &inner.peers else {
        return Ok(());
    };
    let found = Discovery::look_up(&inner.settings);
    balance.update(&inner.settings, found, Pool::of)
}
