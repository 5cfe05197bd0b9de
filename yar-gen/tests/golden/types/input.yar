//! Every type, and every way to nest one in another.
package demo.types;

/// All that is not made of others.
struct Plain {
  truth: bool
  a: i8
  b: i16
  c: i32
  d: i64
  e: u8
  f: u16
  g: u32
  h: u64
  single: f32
  double: f64
  text: string
  raw: bytes
  anything: any
}

/// All that is.
struct Nested {
  plain: Plain
  maybe: Plain?
  list: list<Plain>
  matrix: list<list<f64>>
  by_name: map<string, Plain>
  by_number: map<i64, list<string>>
  by_level: map<Level, string>
  pair: (i64, string)
  triple: (bool, Plain?, list<(i64, Level)>)
  holes: list<string?>
  level: Level
  colour: Colour?
}

/// Contains itself.
struct Tree {
  label: string
  parent: Tree?
  children: list<Tree>
}

/// Contains itself by a detour.
struct Left {
  right: Right?
}

/// The detour.
struct Right {
  left: (Left?, i64)
}

/// Contains itself in a tuple.
struct Knot {
  ends: (Knot?, (i64, Knot?))
}

/// Nothing but switches.
struct Switches {
  first: bool
  second: bool
  third: bool
  fourth: bool
}

/// Anything, in every way that it can be there or not.
struct Loose {
  must: any
  may?: any
  filled: any = 5
  three?: any?
}

/// Nothing at all.
struct Nothing {}

type Handle = string
type Handles = list<Handle>

/// Travels as a number.
enum Level: i32 {
  low = -1
  middle = 0
  high = 10
}

/// Travels as a large number.
enum Big: u64 {
  most = 18446744073709551615
}

/// Travels as text.
enum Colour: string {
  red
  green = "#00ff00"
}

/// Takes and returns all of it.
service Types {
  nothing()
  plain(value: Plain) -> Plain
  nested(value: Nested) -> Nested
  tree(value: Tree?) -> Tree?
  detour(left: Left, right: Right) -> Nothing
  handles(first: Handle, rest: Handles) -> map<string, Handles>
  colours(levels: map<Level, Colour>, big: Big) -> list<Colour>
  tuple(pair: (i64, f64)) -> (f64, i64)
  raw(data: bytes, more: list<bytes>) -> bytes
  anything(value: any, more: map<string, any>) -> any
  many(a: i8, b: i16, c: i32, d: i64, e: u8, f: u16, g: u32, h: u64) -> bool
  wide(levels: map<string, map<string, list<Level>>>, colours: map<string, list<Colour>>) -> (i64, string)
  switches(first: bool, second: bool, third: bool, fourth: bool) -> Switches
}
