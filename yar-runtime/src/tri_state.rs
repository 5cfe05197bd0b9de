//! Fields that may be missing, null or there: `name?: T?` in a contract.
//!
//! ```
//! # use yar_runtime as yar;
//! use yar::{Deserialize, Serialize, tri_state};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(crate = "yar::serde")]
//! struct Patch {
//!     #[serde(default, skip_serializing_if = "Option::is_none", with = "tri_state")]
//!     note: Option<Option<String>>,
//! }
//! # let read = |text| serde_json::from_str::<Patch>(text).unwrap();
//! // Missing, null and a value are three things.
//! assert_eq!(read("{}"), Patch { note: None });
//! assert_eq!(read(r#"{"note":null}"#), Patch { note: Some(None) });
//! assert_eq!(read(r#"{"note":""}"#), Patch { note: Some(Some(String::new())) });
//! ```
//!
//! Without it serde reads null as the outer `None`. All three attributes are
//! needed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the inner option. The outer one should be there, or null is written
/// for it as well.
pub fn serialize<T: Serialize, S: Serializer>(
    value: &Option<Option<T>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value
        .as_ref()
        .and_then(Option::as_ref)
        .serialize(serializer)
}

/// Reads the inner option, since something is there.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
