//! Every construct of the language in one file.
package demo.whole;

/// The most lines of an order.
const MAX_LINES: u32 = 1_000_000;
const LEAST: i64 = -9_223_372_036_854_775_808
const MOST: u64 = 18_446_744_073_709_551_615
const RATE: f64 = -1.5e-3
const HALF: f32 = 0.5
const HUGE: f64 = 1e300
const ENABLED: bool = true
/// What nobody is called.
const NOBODY: string = "\"nobody\"\n\\ at all"
const MAGIC: bytes = "\x00yar\xff"
@deprecated("use FIRST_DAY", since = "1.2.0")
const EPOCH: timestamp = "1970-01-01T00:00:00Z"
@format(rfc3339)
const BEGAN: timestamp = "2026-11-30T12:00:00.250Z"
const FIRST_DAY: date = "2024-02-29"
const PAUSE: duration = 1500
const USUAL: State = State.paid

type Id = u64
@format(rfc3339) type Moment = timestamp
type Names = list<string>

/// How an order is going.
enum State: string {
  open,
  /// Money came in.
  paid = "PAID",
  @deprecated("nothing is lost", since = "2.0.0") lost
  @rust(name = "Finished") done = "done"
}

@closed
enum Level: i32 {
  low = -1,
  @deprecated high = 0x10
  unknown = 99
}

@closed
@rust(name = "SwitchPosition")
enum switch_state: string { on, off }

/// A value in every way that a field can be.
@deprecated("use Thing", replaced_by = Thing)
struct Fields {
  /// It must be there.
  required: string
  nullable: string?
  optional?: string
  tri_state?: string?
  defaulted: string = NOBODY
  null_by_default: i64? = null
  nullable_default: i64? = -5
  @wire("Wire-Name") wired: bool
  @wire("URL") url?: string
  userID: Id = 123456789
  @rust(name = "kind") type: State = State.open
  @deprecated("nobody reads it") old?: i8
}

struct Values {
  flag: bool = true
  tiny: i8 = -128
  small: u16 = 65535
  large: u64 = 18446744073709551615
  half: f32 = -0.25
  exact: f64 = 1
  text: string = "a\tb"
  raw: bytes = "\x00\xff"
  nothing: bytes = ""
  at: timestamp = 1_700_000_000_000
  written: Moment = "2026-11-30T12:00:00Z"
  day: date = "0001-01-01"
  wait: duration = 60000
  state: State = done
  names: Names = ["a", "b"]
  none: list<i64> = []
  pairs: list<(string, i64?)> = [["a", 1], ["b", null]]
  by_name: map<string, f64> = { a: 1.5, "b c": -2 }
  @rust(map = "hash") by_number: map<i32, list<bool>> = { "-1": [true], "7": [] }
  by_state: map<State, u8> = { paid: 1, lost: 2 }
  empty: map<string, string> = {}
  thing: Thing = { label: "x", count: 3, state: null }
  shape: Shape = { circle: { radius: 2.5 } }
  point: Shape = point
  anything: any = [null, "x"]
  maybe: any? = null
}

struct Thing {
  label: string
  count: u32 = 1
  note: string?
  next: Thing?
  state?: State?
}

@rust(name = "Circular")
struct Circle { radius: f64 = 1.0 }

/// Times in every place.
struct Times {
  at: timestamp
  @format(rfc3339) written?: timestamp?
  both: (timestamp, Moment)
  days: map<string, list<(date, duration)>>?
}

/// What is drawn.
union Shape {
  /// Round.
  circle: Circle
  @wire("SQUARE") square: f64
  both: (Shape, Shape?)
  many: list<Shape>
  point
  @deprecated @rust(name = "Nothing") none
}

@tag("kind")
union Event {
  moved: Thing,
  @wire("gone!") gone
}

/// There is no such thing.
error NotFound = 404 "not \"found\""
@wire("App\\Busy")
error Busy = -503 {
  /// When to come again.
  @wire("retryAfter") retry_after?: duration
  limit: u64?
  note?: string?
  @rust(map = "hash") seen?: map<string, bytes>
}
@deprecated
error Gone = 410

/// What every service has.
service Health {
  @idempotent ping()
}

/// Everything.
@deprecated("use another", since = "1.0.0")
service Whole extends Health {
  /// One of each.
  take(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: f32, k: f64)
  give(a: string, b: bytes, c: any, d: timestamp, e: date, f: duration, g: Moment) -> Moment?
  @idempotent @strict_arity
  find(id: u64, deep: bool = false, label?: string, names?: Names?) -> Thing? throws NotFound
  @wire("getURL") url(userID: i64, limit: u32 = MAX_LINES, state: State = paid) -> string
  @wire("list-all") @deprecated("too many", since = "1.0.0")
  list(filter: map<string, i8> = { all: 1 }, shape: Shape = point)
    -> (list<Thing>, map<State, Event>) throws NotFound, Busy, Gone
  @rust(name = "times_of") times(times: Times, @rust(map = "hash", name = "map") type: map<string, i64>)
    -> map<i64, Times> throws Busy
  fields(fields: Fields, values: Values, level: Level, position: switch_state)
}
