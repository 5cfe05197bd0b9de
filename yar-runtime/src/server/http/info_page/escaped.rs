//! Text in HTML.

use std::fmt::{self, Display, Write};

/// Text that can stand anywhere in HTML.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Documentation, with what stands between backticks set apart as code; more
/// than one line of it is a block.
pub(super) struct Prose<'a>(pub(super) &'a str);

impl Display for Prose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find('`') {
            let (before, from) = rest.split_at(at);
            Escaped(before).fmt(f)?;
            // As many backticks as began it end it.
            let inside = from.trim_start_matches('`');
            let (fence, _) = from.split_at(from.len() - inside.len());
            let Some((code, after)) = inside.split_once(fence) else {
                f.write_str(fence)?;
                rest = inside;
                continue;
            };
            rest = match block(fence, code) {
                Some(block) => {
                    write!(f, "<pre><code>{}</code></pre>", Escaped(block))?;
                    after.strip_prefix('\n').unwrap_or(after)
                }
                None => {
                    let padded = code
                        .strip_prefix(' ')
                        .and_then(|code| code.strip_suffix(' '));
                    write!(f, "<code>{}</code>", Escaped(padded.unwrap_or(code)))?;
                    after
                }
            };
        }
        Escaped(rest).fmt(f)
    }
}

/// The lines between two fences; what stands behind the first one is the name
/// of a language.
fn block<'a>(fence: &str, code: &'a str) -> Option<&'a str> {
    let (_, lines) = code.split_once('\n').filter(|_| fence.len() > 2)?;
    Some(lines.strip_suffix('\n').unwrap_or(lines))
}

#[cfg(test)]
mod tests {
    use super::Prose;

    #[test]
    fn backticks_are_code_and_everything_is_escaped() {
        for (text, html) in [
            ("plain <b>", "plain &lt;b&gt;"),
            ("a `b<c>` d", "a <code>b&lt;c&gt;</code> d"),
            ("`a` & `b`", "<code>a</code> &amp; <code>b</code>"),
            ("``a ` b``", "<code>a ` b</code>"),
            ("`` `x` ``", "<code>`x`</code>"),
            ("it's `open", "it&#39;s `open"),
            ("```\ncode\n```", "<pre><code>code</code></pre>"),
            (
                "so:\n```php\n$a <\n$b\n```\nthen",
                "so:\n<pre><code>$a &lt;\n$b</code></pre>then",
            ),
            ("`a\nb`", "<code>a\nb</code>"),
            ("`", "`"),
            ("", ""),
        ] {
            assert_eq!(Prose(text).to_string(), html);
        }
    }
}
