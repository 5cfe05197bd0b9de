//! Orders of a shop, from the basket to the door.
@version("2.0.1")
package shop.orders;

import "common/base.yar";
import { CurrencyMismatch, Money, Rate, HOME } from "common/money.yar";
import "common/money.yar" as money;

/// The most lines of one order.
const MAX_LINES: u16 = 500

/// The currency of orders that name none.
const CURRENCY: money.Currency = HOME

/// How an order goes on.
enum Stage: string {
  open
  paid
  /// On its way.
  sent
  done
  gone = "cancelled"
}

/// Something that is ordered.
struct Line {
  article: string
  count: u16 = 1
  price: Money
  discount?: Rate
}

/// Somewhere to bring things to.
struct Address { street: string, city: string, country: string = "DE" }

/// What is done with an order.
@tag("kind")
union Delivery {
  /// Brought to a door.
  courier: Courier
  /// Fetched by the customer.
  pickup: Pickup
  /// Nothing has to be moved.
  download
}

/// A delivery to an address.
struct Courier { address: Address, before?: timestamp, @wire("track_no") tracking: string? }

/// A delivery to a shop.
struct Pickup { shop: u32, window: shop.common.base.Interval? }

/// Everything about one order.
struct Order {
  id: u64
  stage: Stage = open
  lines: list<Line>
  total: Money
  delivery: Delivery = download
  /// How much was paid with what.
  payments: map<string, Money> = {}
  limit: Money = { amount: 100_000 }
  placed?: timestamp
  note?: string?
}

/// There is no such order.
error OrderNotFound = 2404 "no such order"

/// The order is beyond the stage in which this could be done.
error TooLate = 2409 "too late for that" { stage?: Stage }

/// Takes orders and says how they go.
service Orders extends shop.common.base.Health {
  /// Places an order.
  @example(
    args = [
      [{ article: "A-1", price: { amount: 250 } }],
      { courier: { address: { street: "Main Street 1", city: "Berlin" }, tracking: null } },
    ],
    returns = { id: 7, lines: [], total: { amount: 250, currency: eur } },
  )
  place(lines: list<Line>, delivery: Delivery, note?: string) -> Order throws CurrencyMismatch

  /// The order with this number, or null.
  @example(args = [8], returns = null)
  @idempotent
  find(id: u64) -> Order?

  /// All orders of a time, by stage.
  @example(
    args = [{ start: "2026-11-01T00:00:00Z", end: null }],
    returns = { open: [1, 2], gone: [] },
  )
  @idempotent
  by_stage(
    during: shop.common.base.Interval,
    stages: list<Stage> = [Stage.open, Stage.paid],
  ) -> map<Stage, list<u64>>

  /// Calls an order off.
  @example(args = [7])
  @example(args = [9], throws = TooLate)
  cancel(id: u64, reason: string = "") throws OrderNotFound, TooLate

  /// What a basket would cost.
  @example(args = [[]], returns = { amount: 0 })
  @example(args = [[], usd], returns = { amount: 0, currency: usd })
  @idempotent
  quote(lines: list<Line>, currency: money.Currency = CURRENCY) -> Money throws CurrencyMismatch
}
