//! Greetings, for people who want some.
package greeter;

/// The name is empty.
error Nameless = 22 "nobody to greet"

/// Says something nice.
service Greeter {
  /// Greets somebody.
  greet(name: string) -> string throws Nameless
}
