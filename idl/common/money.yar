//! Amounts of money, exact to the smallest unit of a currency.
package shop.common.money;

/// Where prices are shown unless a customer says otherwise.
const HOME: Currency = eur

/// The most decimal places that a currency has.
const MAX_PLACES: u8 = 4

/// A currency by its ISO 4217 code.
enum Currency: string { eur = "EUR", usd = "USD", jpy = "JPY" }

/// An amount in the smallest unit of its currency, such as cents.
struct Money { amount: i64, currency: Currency = eur }

/// A share of an amount, such as 0.19 for a tax.
type Rate = f64

/// Amounts of different currencies were to be added.
error CurrencyMismatch = 1501 "amounts are of different currencies" {
  expected?: Currency
  given?: Currency
}
