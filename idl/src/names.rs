//! Names: case conversion by one published algorithm, shared by all back ends.
//!
//! A name is cut into lower-case words like this:
//!
//! 1. Everything but letters and digits separates words and is dropped, so
//!    `ipv6_addr` is `ipv6 addr` and `_name` is `name`.
//! 2. A digit belongs to the letters before it and takes their case.
//! 3. A capital after a small letter begins a word: `getURL` is `get url`.
//! 4. The last capital of a run begins a word when a small letter follows:
//!    `HTTP2Server` is `http2 server`.
//!
//! Every spelling is then made of these words. The rules never see a target's
//! keywords: convert first, escape afterwards, and look for clashes last.

use heck::{ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase};

/// The lower-case words of a name.
///
/// ```
/// assert_eq!(yar_idl::names::split_words("getURL"), ["get", "url"]);
/// assert_eq!(yar_idl::names::split_words("HTTP2Server"), ["http2", "server"]);
/// ```
#[must_use]
pub fn split_words(name: &str) -> Vec<String> {
    let snake = name.to_snake_case();
    snake
        .split('_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// `getURL` becomes `get_url`.
#[must_use]
pub fn to_snake(name: &str) -> String {
    name.to_snake_case()
}

/// `getURL` becomes `GetUrl`.
#[must_use]
pub fn to_pascal(name: &str) -> String {
    name.to_pascal_case()
}

/// `getURL` becomes `getUrl`.
#[must_use]
pub fn to_camel(name: &str) -> String {
    name.to_lower_camel_case()
}

/// `getURL` becomes `GET_URL`.
#[must_use]
pub fn to_screaming(name: &str) -> String {
    name.to_shouty_snake_case()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, then its snake, Pascal, camel and screaming forms.
    const TABLE: &[[&str; 5]] = &[
        ["getURL", "get_url", "GetUrl", "getUrl", "GET_URL"],
        [
            "HTTP2Server",
            "http2_server",
            "Http2Server",
            "http2Server",
            "HTTP2_SERVER",
        ],
        [
            "ipv6_addr",
            "ipv6_addr",
            "Ipv6Addr",
            "ipv6Addr",
            "IPV6_ADDR",
        ],
        ["userID", "user_id", "UserId", "userId", "USER_ID"],
        ["user_id", "user_id", "UserId", "userId", "USER_ID"],
        [
            "sha256Sum",
            "sha256_sum",
            "Sha256Sum",
            "sha256Sum",
            "SHA256_SUM",
        ],
        ["B2B", "b2b", "B2b", "b2b", "B2B"],
        [
            "XMLHttpRequest",
            "xml_http_request",
            "XmlHttpRequest",
            "xmlHttpRequest",
            "XML_HTTP_REQUEST",
        ],
        [
            "MAX_TERMS",
            "max_terms",
            "MaxTerms",
            "maxTerms",
            "MAX_TERMS",
        ],
        ["__name__", "name", "Name", "name", "NAME"],
        ["a", "a", "A", "a", "A"],
        ["A", "a", "A", "a", "A"],
        ["vec_2", "vec_2", "Vec2", "vec2", "VEC_2"],
        ["type", "type", "Type", "type", "TYPE"],
        ["___", "", "", "", ""],
        ["", "", "", "", ""],
    ];

    #[test]
    fn every_spelling_comes_from_the_same_words() {
        for [name, snake, pascal, camel, screaming] in TABLE {
            assert_eq!(to_snake(name), *snake, "{name}");
            assert_eq!(to_pascal(name), *pascal, "{name}");
            assert_eq!(to_camel(name), *camel, "{name}");
            assert_eq!(to_screaming(name), *screaming, "{name}");
            assert_eq!(split_words(name).join("_"), *snake, "{name}");
        }
    }

    #[test]
    fn snake_case_is_stable() {
        for [_, snake, ..] in TABLE {
            assert_eq!(to_snake(snake), *snake);
        }
    }
}
