//! Paths of URLs in the one form that routes and guards compare.

use std::borrow::Cow;

/// The path decoded and without detours: `%61` is `a`, `.` and empty segments
/// are left out, `..` leads one segment up and never above the root, and only
/// the root ends in a slash.
///
/// `None` for a path that different programs read differently: an encoded
/// slash, backslash or control character, a `%` without two digits, text that
/// is not UTF-8.
pub(super) fn normal(path: &str) -> Option<Cow<'_, str>> {
    if is_normal(path) {
        return Some(Cow::Borrowed(path));
    }
    let decoded = decode(path)?;
    let mut segments = Vec::new();
    for segment in decoded.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    Some(Cow::Owned(format!("/{}", segments.join("/"))))
}

/// Whether there is nothing to do.
fn is_normal(path: &str) -> bool {
    let suspicious = |byte: &u8| matches!(byte, b'%' | b'\\') || byte.is_ascii_control();
    path == "/"
        || path.starts_with('/')
            && !path.ends_with('/')
            && !path.as_bytes().iter().any(suspicious)
            && !path.contains("//")
            && !path.contains("/.")
}

fn decode(path: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let byte = digit(bytes.next()?)? << 4 | digit(bytes.next()?)?;
        if byte == b'/' {
            return None;
        }
        decoded.push(byte);
    }
    let is_unclear = |byte: &u8| *byte == b'\\' || byte.is_ascii_control();
    if decoded.iter().any(is_unclear) {
        return None;
    }
    String::from_utf8(decoded).ok()
}

fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn detours_lead_to_the_same_path() {
        for (path, expected) in [
            ("/", "/"),
            ("", "/"),
            ("*", "/*"),
            ("/auth", "/auth"),
            ("/auth/", "/auth"),
            ("/%61uth", "/auth"),
            ("/%61%75%74%68/", "/auth"),
            ("//auth", "/auth"),
            ("/./auth/.", "/auth"),
            ("/x/../auth", "/auth"),
            ("/x/%2e%2E/auth", "/auth"),
            ("/../../auth", "/auth"),
            ("/auth/..", "/"),
            ("/a%20b", "/a b"),
            ("/%c3%a9", "/\u{e9}"),
            ("/a%2541", "/a%41"),
            ("/.hidden", "/.hidden"),
            ("/AUTH", "/AUTH"),
        ] {
            assert_eq!(normal(path).as_deref(), Some(expected), "{path}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_read_at_all() {
        for path in [
            "/a%2fb", "/a%2Fb", "/a%5cb", "/a\\b", "/a%00", "/a%0a", "/a%7f", "/%", "/%4", "/%zz",
            "/%ff", "/%+1",
        ] {
            assert_eq!(normal(path), None, "{path}");
        }
    }
}
