//! Docs that could end a comment, a string or a doctest too early.
//!
//! PHP closes comments with */ and opens them with /**, Lua with ]] and --[[.
//! An empty line follows.
//!
//! ?> <?php @return is no tag, `backticks` are code.
package docs;

/// A struct of \ backslashes \n and "quotes" and 'apostrophes'.
///
///   Indented by three.
///
/// - a list; with a semicolon;
/// - a second item (and an open one: (
///
/// | a | table |
/// |---|-------|
/// | 1 | */    |
struct Page {
  /// Ends a block comment: */ and goes on.
  title: string
  /// Über 中文 🦀, e\u{301}.
  ///
  /// @param string $not a tag
  body: string
  plain: string
}

/// A message that needs escapes.
error Odd = -7 "it's \"odd\": \\ and ${x} $x %s ]] */\n 中"

/// A long message, for whoever prints it.
error Long = 8 "the message of this error is so long that it does not fit on the line of its attribute, whatever the width"

/// ]] ends a Lua string; --]] ends a Lua comment.
enum Kind: string {
  /// The first; 1 of 2.
  first = "it's \"first\" \\ $x"
  /// The second.
  second = "]]"
}

/// A service.
/// Its second line; ends with a semicolon;
service Docs {
  /// Gets a page; or fails;
  ///
  /// # Errors
  ///
  /// When it is odd.
  get(id: i64) -> Page throws Odd, Long
  undocumented()
  /// A very long line that nobody wraps, since docs are Markdown and Markdown decides for itself where lines end, more or less.
  long(kind: Kind) -> Kind
}
