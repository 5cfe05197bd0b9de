//! Room for documents that are nested deeper than a usual stack allows.

/// Enough for the deepest line in a build without optimisation.
const BYTES: usize = 64 << 20;

/// Does `work` on a stack of its own. Only what is touched of it takes memory.
pub(super) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BYTES);
        let Ok(thread) = thread.spawn_scoped(scope, work) else {
            // Without threads the machine has worse trouble than a deep document.
            std::process::abort();
        };
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
