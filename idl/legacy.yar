//! The content service as it has always been: written in PHP by hand, before
//! there was a contract, so that much of it has no type.

/// Whatever the old code puts into an array.
@allow(any)
type Anything = any

/// An entry of the old table.
struct Entry {
  @wire("ID") id: i64
  @wire("Title") title: string
  /// HTML in the encoding of its time, hence no string.
  @wire("Body") body: bytes
  @wire("is-public") @php(name = "isPublic") public: bool = false
  /// Columns that were added over the years.
  @wire("extra") more?: map<string, Anything>
  @wire("parent_ID") parent: i64?
}

/// Something in the middle of a page, told apart by `type`.
@tag("type")
union Block {
  text: Text
  @wire("img") image: Image
  @wire("hr") rule
}

/// Words.
struct Text { content: string, level?: u8 }

/// A picture.
struct Image { url: string, size: (u16, u16)? }

/// What the old code throws when it finds nothing.
@wire("NotFoundException")
error NoEntry = 1

/// What it throws for everything else.
@wire("Exception")
@deprecated("the new code says more", since = "3.0.0")
error OldFailure = 99 "something went wrong"

/// The methods of the old class, under their old names.
@php(name = "ContentService")
service Content {
  /// An entry by its number.
  @example(args = [1], returns = { id: 1, title: "Home", body: "<p>", parent: null })
  @wire("getEntry")
  entry(id: i64) -> Entry throws NoEntry

  /// Entries that have these columns.
  @allow(any)
  @example(args = [{ Title: "Home", hidden: null, tags: ["a", 1, 2.5, true] }], returns = [])
  @wire("findBy")
  find(where: map<string, any>, limit: u32 = 10) -> list<Entry>

  /// The blocks of a page; `false` in the old code is null here.
  @example(
    args = [1],
    returns = [{ text: { content: "Hello" } }, { image: { url: "/a.png", size: [16, 9] } }, rule],
  )
  @wire("getBlocks")
  blocks(id: i64) -> list<Block>?

  /// Saves an entry; says whether it went well, and what was wrong.
  @example(args = [{ id: 1, title: "Home", body: "", parent: null }], returns = [true, null])
  save(entry: Entry) -> (bool, string?) throws OldFailure

  /// Calls anything at all.
  @allow(any)
  @deprecated("name the method", since = "3.0.0")
  @example(args = ["phpversion", []], returns = "8.2.0")
  call(name: string, arguments: list<any>) -> Anything throws NoEntry, OldFailure
}
