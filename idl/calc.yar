//! Arithmetic over Yar: the contract that every example and test of this
//! repository speaks.
package calc;

/// Division by zero was asked for.
error DivisionByZero = 33 "division by zero"

/// An argument is of the right type and still makes no sense.
error BadArgument = 22 "bad argument"

/// A summary of a list of numbers.
struct Stats {
  /// How many numbers there were.
  count: u64
  /// Their arithmetic mean.
  mean: f64
  /// The smallest of them.
  min: f64
  /// The largest of them.
  max: f64
}

/// A calculator, and a few methods that show what travels.
service Calculator {
  /// Adds two integers; a sum outside 64 bits wraps around.
  add(a: i64, b: i64) -> i64

  /// Subtracts `b` from `a`; a difference outside 64 bits wraps around.
  sub(a: i64, b: i64) -> i64

  /// Divides `a` by `b`.
  div(a: f64, b: f64) -> f64 throws DivisionByZero

  /// Returns its argument unchanged, whatever it is.
  echo(value: any) -> any

  /// Joins the parts with a separator between them.
  concat(parts: list<string>, sep: string) -> string

  /// Summarises the numbers; an empty list is a `BadArgument`.
  stats(values: list<f64>) -> Stats throws BadArgument

  /// Sleeps for `ms` milliseconds, then returns `ms`.
  sleep_ms(ms: i32) -> i32

  /// Always fails, with this message and this code.
  fail(message: string, code: i32)
}
