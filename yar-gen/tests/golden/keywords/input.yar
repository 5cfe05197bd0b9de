//! Names that some language reserves, and names that change their spelling.
package keywords;

/// Fields with names of all sorts.
struct Names {
  type: string
  self: string
  end: string
  function: string
  class: string
  async: string
  this: string
  fn: string
  nil: string
  userID: i64
  HTTPServer: string
  ipv6_addr: string
  _hidden: string
  GLOBALS: string
}

/// The name of a type is kept as it is.
struct lower_case { ok: bool }

/// Cases with names of all sorts.
enum Word: string {
  class
  self
  end
  match = "MATCH"
  unknown
  twoWords
  SHOUTED
}

/// Methods and parameters with names of all sorts.
service Keywords {
  end()
  take(one: lower_case)
  type(self: string, end: i64, class: bool) -> lower_case
  function(type: lower_case?) -> string
  self(this: string, fn: string)
  getUser(userID: i64) -> Names
  HTTPGet(URL: string) -> string
  new(word: Word) -> Word
  from_word(word: Word) -> Word
  list(array: list<string>) -> list<string>
  print(local: bool, global: bool, goto: bool, and: bool, or: bool, not: bool, if: bool)
  then(a_rather_long_name: string, another_rather_long_name: i64, last_one: list<string>) -> string
}

const MATCH: i64 = 1
const SELF: string = "self"

/// Types and cases with names of all sorts.
struct loop { static: bool = true default: u8 = 1 }
struct Str { move: loop? ref?: string }
enum dyn: u8 { crate = 1, super = 2, r = 3 }
union mod { self: loop, super: string, break, unknown, Fn: dyn, type: (loop, dyn?) }
error impl = 1 { const?: string, where: i64?, async?: bool? }
error trait = 2
service extern { use(pub: mod, in: dyn = dyn.super, yield?: string) -> Str throws impl, trait }
service while extends extern { await(gen: loop = { static: false, default: 2 }) }
