//! Who of a connection's calls was woken.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};

/// The bell of one connection: rung for a slot, it wakes the connection's task.
#[derive(Debug, Default)]
pub(super) struct Bell(Mutex<Rung>);

#[derive(Debug, Default)]
struct Rung {
    slots: Vec<usize>,
    /// Whom to wake; taken by the first ring.
    task: Option<Waker>,
}

impl Bell {
    /// Makes the rope for a slot.
    pub(super) fn rope(self: &Arc<Self>, slot: usize) -> Arc<Rope> {
        Arc::new(Rope {
            bell: Arc::clone(self),
            slot,
            pulled: AtomicBool::new(false),
        })
    }

    /// Wakes this task at the next ring, or at once if it has rung already.
    pub(super) fn listen(&self, context: &mut Context<'_>) {
        let mut rung = self.lock();
        if !rung.slots.is_empty() {
            context.waker().wake_by_ref();
        } else if rung.task.is_none() {
            rung.task = Some(context.waker().clone());
        }
    }

    /// Exchanges the slots that were rung for an empty `list`, and listens.
    pub(super) fn take(&self, list: &mut Vec<usize>, context: &mut Context<'_>) {
        let mut rung = self.lock();
        std::mem::swap(&mut rung.slots, list);
        if rung.task.is_none() {
            rung.task = Some(context.waker().clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Rung> {
        // Nothing that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a call pulls to be polled again.
#[derive(Debug)]
pub(super) struct Rope {
    bell: Arc<Bell>,
    slot: usize,
    pulled: AtomicBool,
}

impl Rope {
    /// To be said before the slot is polled, so that no pull is lost.
    #[inline]
    pub(super) fn release(&self) {
        // Calls that are answered at once never pull it, and looking costs less
        // than writing does.
        if self.pulled.load(Ordering::SeqCst) {
            self.pulled.store(false, Ordering::SeqCst);
        }
    }
}

impl Wake for Rope {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.pulled.swap(true, Ordering::SeqCst) {
            return;
        }
        let mut rung = self.bell.lock();
        rung.slots.push(self.slot);
        let task = rung.task.take();
        drop(rung);
        if let Some(task) = task {
            task.wake();
        }
    }
}
