//! Types with the names of types that some language knows already.
package prelude;

error Exception = 1
error Error = 2

/// A value, or none.
struct Option { value: string? }

/// Not Rust's.
struct Result { ok: bool }

/// PHP has a type of this name in lower case.
struct String { text: string }

struct Vec { items: list<String> }

struct Box { inner: Box? }

struct BTreeMap { entries: map<string, Vec> }

/// PHP has a keyword of this name in lower case.
enum List: i8 { first = 1 }

/// PHP takes the word before a name that begins so for a name itself.
enum ExtendsNothing: i8 { nothing = 0 }

/// Not the context of a call.
struct Context { id: i64 }

service Prelude {
  take(option: Option?, string: string, tree: BTreeMap) -> Result throws Exception, Error
  give(list: List) -> Box
  lend(nothing: ExtendsNothing) -> ExtendsNothing
  know(context: Context) -> Context
}
