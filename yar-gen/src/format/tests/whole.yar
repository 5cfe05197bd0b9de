//! A shop.
@version("1.4.0")
@php(namespace = "Acme\\Shop", readonly = true)
package shop.order;

import "common/types.yar";
import "common/money.yar" as cash;
import { Customer, Address } from "people.yar";

/// Most lines of an order.
@allow(risky-int64, any)
const MAX_LINES: u32 = 64
const RATE: f64 = -1.5e-3
const MAGIC: bytes = "\x00yar\xff"
const NAMES: map<string, list<i64>> = { a: [1, 0x2, 0b11], "b c": [] }
const NONE: string? = null

/// How an order is going.
enum State: string { open, paid = "PAID", reserved lost, "LOST"; gone }

@closed
enum Level: i32 {
  low = 0
  /// The highest.
  @rust(name = "Top") high = 0x10
  reserved 5, 6, middle
  under = -1
}

@deprecated("use u64", since = "1.1.0")
type Handle = string
type Prices = map<Handle, list<i64>>

/* An order, /* and */ its lines. */
struct Order {
  id: u64
  state: State = open
  /// Names of people.
  @wire("names") people?: list<string> = ["nobody", "x"]
  note: string?
  maybe?: cash.Money?
  options: map<string, any> = { deep: true, limit: 10, "a b": [null, 1.5] }
  reserved old_note, legacy
  type: any
  import: bool = false
  reserved: i64 = 1
}

/// What is drawn.
@tag("kind")
union Shape {
  /// Round.
  circle: Circle
  square: Square
  @wire("dot") point
  reserved oval, "triangle"
}

struct Circle { radius: f64 = 1.0 }

struct Square { side: f64, reserved: bool }

error NotFound = 404 "not \"found\""

error Busy = 503 { retry_after: duration?, reserved since }

@wire("gone_away")
error Gone = 410 "gone" { at?: timestamp, by: string? }

service Health { ping() }

/// Orders.
service Orders extends Health {
  /// Finds one.
  @example(args = [1, true], returns = { id: 1, state: "open" })
  @idempotent
  find(id: u64, deep: bool = false) -> Order? throws NotFound, Gone
  @wire("putOrder") put(order: Order, @lua(name = "cost") prices: Prices) -> (u64, bool) throws Busy
  list(
    // all of them
    state: State,
    /// How many.
    limit: u32 = MAX_LINES,
    label?: string,
    names?: list<string>? = null,
  ) -> list<Order>
  reserved old_total, purge
  reserved(x: i64)
}
