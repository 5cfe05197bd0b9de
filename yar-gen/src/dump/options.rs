//! What annotations say, as JSON.

use serde::Serialize;
use yar_idl::model::{LuaInt, Options, RustMap};

/// What annotations say; nothing of it is there unless it was written.
#[derive(Serialize)]
pub(super) struct OptionsView<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<DeprecationView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allow: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rust_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rust_map: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lua_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lua_int: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    php_name: Option<&'a str>,
}

#[derive(Serialize)]
struct DeprecationView<'a> {
    reason: &'a str,
    since: Option<&'a str>,
    replaced_by: Option<&'a str>,
}

impl<'a> OptionsView<'a> {
    pub(super) fn of(options: &'a Options) -> Self {
        let deprecated = options.deprecated.as_ref();
        Self {
            deprecated: deprecated.map(|it| DeprecationView {
                reason: &it.reason,
                since: it.since.as_deref(),
                replaced_by: it.replaced_by.as_deref(),
            }),
            allow: options.allow.iter().map(String::as_str).collect(),
            rust_name: options.rust.name.as_deref(),
            rust_map: (options.rust_map == RustMap::Hash).then_some("hash"),
            lua_name: options.lua.name.as_deref(),
            lua_int: (options.lua_int == LuaInt::String).then_some("string"),
            php_name: options.php.name.as_deref(),
        }
    }
}
