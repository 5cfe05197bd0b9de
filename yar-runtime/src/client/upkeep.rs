//! What calls do on the side where there are several servers: look up names,
//! see whether servers are back. In tasks of their own, so that no call waits
//! for it but the very first.

use super::balance::{Balance, Discovery, Peers, Picked, Probe, no_server};
use super::call::Inner;
use super::errands;
use super::exchange::Server;
use super::pool::Pool;
use crate::error::{Error, Stage};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// A server for a call that has failed with those `tried`.
pub(super) async fn pick(
    inner: &Arc<Inner>,
    balance: &Balance<Arc<Pool>>,
    tried: &[Arc<Server>],
    deadline: Instant,
    timeout: Duration,
) -> Result<Picked<Arc<Pool>>, Error> {
    if let Some(discovery) = &balance.discovery {
        if balance.is_empty() {
            Box::pin(discover_first(inner, discovery, deadline, timeout)).await?;
        } else if discovery.is_due() {
            let inner = Arc::clone(inner);
            tokio::spawn(async move { discover(&inner).await });
        }
    }
    let (picked, probe) = balance
        .pick(tried)
        .ok_or_else(|| no_server(&inner.settings, None))?;
    if let Some(probe) = probe {
        tokio::spawn(see(Arc::clone(inner), probe));
    }
    Ok(picked)
}

/// Sees whether a server is back.
async fn see(inner: Arc<Inner>, probe: Probe<Arc<Pool>>) {
    let is_back = errands::probe(&inner, &probe.member.peer).await;
    probe.tell(is_back, inner.settings.ejection);
}

async fn discover_first(
    inner: &Arc<Inner>,
    discovery: &Discovery,
    deadline: Instant,
    timeout: Duration,
) -> Result<(), Error> {
    let by_timeout = Instant::now() + inner.settings.connect_timeout;
    let discovered = timeout_at(deadline.min(by_timeout).into(), async {
        let _turn = discovery.first.lock().await;
        // Somebody else may have been faster.
        if matches!(&inner.peers, Peers::Many(balance) if !balance.is_empty()) {
            return Ok(());
        }
        discovery.is_due();
        discover(inner).await
    });
    discovered.await.unwrap_or_else(|_| {
        let after = timeout.min(inner.settings.connect_timeout);
        let names = inner.settings.names();
        let text = format!("timed out after {after:?} while looking up {names}");
        Err(Error::new(Stage::Timeout, text).before_connecting())
    })
}

async fn discover(inner: &Arc<Inner>) -> Result<(), Error> {
    let Peers::Many(balance) = &inner.peers else {
        return Ok(());
    };
    let looking = Arc::clone(inner);
    let found = tokio::task::spawn_blocking(move || Discovery::look_up(&looking.settings));
    // It fails when the runtime shuts down.
    let found = found.await.unwrap_or_default();
    balance.update(&inner.settings, found, Pool::of)
}
