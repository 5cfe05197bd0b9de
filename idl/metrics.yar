//! Measurements of many machines, by the million.
@version("0.9.0-beta.2")
@allow(risky-int64)
package metrics;

/// The number of a machine, as large as 64 bits allow.
type MachineId = u64

/// The least number of a series.
const FIRST_SERIES: i64 = -9223372036854775808

/// The largest number of a machine.
const LAST_MACHINE: MachineId = 18446744073709551615

/// Which bits say that a sample is of use.
const GOOD: u8 = 0b0000_0011

/// What a series is called when it has no name.
const UNNAMED: string = "unnamed"

/// How samples are put together.
enum Fold: i32 {
  sum = 0
  mean = 1
  max = -1
}

/// What is measured.
enum Unit: string {
  seconds = "s"
  bytes = "B"
  percent = "%"
}

/// One measurement.
struct Sample {
  at: timestamp
  value: f64
  /// Less exact, and enough for most.
  error?: f32
  flags: u8 = GOOD
}

/// Measurements of one thing on one machine.
struct Series {
  id: i64
  name: string = UNNAMED
  unit: Unit = percent
  samples: list<Sample>
  @rust(map = "hash") labels: map<string, string> = { region: "north" }
  /// Checksum of the samples as they were sent.
  digest: bytes
}

/// The same counts in every width.
struct Counters {
  tiny: i8 = -1
  small: i16 = -300
  medium: i32 = 70_000
  large: i64 = 12_312_341_234
  few: u8 = 1
  some: u16 = 2
  many: u32 = 3
  @lua(int = "string") most: u64 = 9_007_199_254_740_993
}

/// What came of storing.
union Stored {
  /// How many samples were new.
  count: u64
  /// Machines that nobody knows.
  unknown_machines: list<MachineId>
  nothing
}

/// Nobody has announced the machine.
error UnknownMachine = 3404 "the machine is unknown" { id?: MachineId, known?: map<string, u64> }

/// Stores measurements and looks into them.
service Metrics {
  /// Stores measurements of one machine.
  @example(args = [1, [{ id: 1, samples: [], digest: "\xff" }]], returns = { count: 0 })
  @example(args = [1, []], returns = nothing)
  store(
    @lua(int = "string") machine: MachineId,
    series: list<Series>,
  ) -> Stored throws UnknownMachine

  /// Values by time, put together.
  @example(args = [1, "load", 60000], returns = [[0, 0.5], [60000, 1]])
  @idempotent
  query(series: i64, name: string, step: duration, fold: Fold = Fold.mean) -> list<(timestamp, f64)>

  /// The newest value of each series of each machine.
  @example(args = [[1, 2]], returns = { "1": { "-5": 0.5 }, "2": {} })
  @idempotent
  @rust(name = "newest_values")
  newest(machines: list<MachineId>) -> map<u64, map<i64, f64?>>

  /// How many of what there is, by unit and by day.
  @example(returns = [{ seconds: 3 }, { "2026-11-30": { tiny: 5 } }])
  @idempotent
  counts(since?: date) -> (map<Unit, u64>, map<string, Counters>)

  /// Everything of a machine, packed.
  @example(args = [1, true], returns = "\x00\x01")
  @idempotent
  @php(name = "exportAll")
  @lua(name = "export_all")
  export(machine: MachineId, packed: bool = true) -> bytes throws UnknownMachine
}
