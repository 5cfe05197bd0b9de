//! Methods that throw one error, or several.
package errors;

/// Nobody is there.
error NotFound = 404 "not found"

/// Somebody was there.
error Gone = 410 "gone"

/// Come back with a password.
error Denied = 403

/// Tells all that there is to tell.
error Detailed = 500 "detailed" {
  who?: string
  where?: string
  when?: timestamp
  what?: list<string>
  why?: string
  more?: map<string, string>
  first?: string
  second?: string
  third?: string
  fourth?: string
  fifth?: string
}

/// Has a name like that of an enum of errors.
struct FindError {
  code: i64
}

/// Users.
service Users {
  /// Throws two.
  find(id: i64) -> string throws NotFound, Gone
  /// Throws one.
  get(id: i64) -> string throws NotFound
  /// Throws three.
  delete(id: i64) throws NotFound, Gone, Denied
  /// Throws none that are declared.
  count() -> u64
  /// Throws one with much and one without any data.
  examine(id: i64) throws NotFound, Detailed
  /// Throws much.
  explain(id: i64) throws Detailed
}

/// Groups.
service Groups {
  /// Throws what `delete` of `Users` throws.
  delete(id: i64) throws NotFound, Gone, Denied
  /// Throws two of its own.
  find(id: i64) -> FindError throws Denied, Gone
}
