//! Methods that throw one error, or several.
package errors;

/// Nobody is there.
error NotFound = 404 "not found"

/// Somebody was there.
error Gone = 410 "gone"

/// Come back with a password.
error Denied = 403

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
}

/// Groups.
service Groups {
  /// Throws what `delete` of `Users` throws.
  delete(id: i64) throws NotFound, Gone, Denied
  /// Throws two of its own.
  find(id: i64) -> FindError throws Denied, Gone
}
