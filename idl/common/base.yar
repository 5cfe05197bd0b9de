//! What every service of the shop has in common.
package shop.common.base;

/// A stretch of time; without an end it goes on.
struct Interval { start: timestamp, end: timestamp? }

/// Which part of a long list is wanted.
struct PageRequest {
  /// Where the last part ended; left out for the first one.
  cursor?: string
  /// How many entries, at most.
  limit: u32 = 20
}

/// Lets others see whether a service is there.
service Health {
  /// Does nothing.
  @example
  @idempotent
  ping()

  /// The version that is running, and since when.
  @example(returns = ["1.4.0", "2026-11-30T12:00:00Z"])
  @idempotent
  @format(rfc3339)
  status() -> (string, timestamp)
}
