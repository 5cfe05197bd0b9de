//! Types as people write them: tokens without the spaces that quote puts
//! between them.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The text of a type: `Vec<String>`, not `Vec < String >`.
#[must_use]
pub fn spell(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    write(&mut text, tokens.to_token_stream());
    text
}

fn write(text: &mut String, tokens: TokenStream) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match (punct.as_char(), punct.spacing()) {
                (mark @ (',' | ';'), _) => {
                    text.push(mark);
                    text.push(' ');
                }
                (mark @ ('+' | '='), _) => {
                    text.push(' ');
                    text.push(mark);
                    text.push(' ');
                }
                ('-', Spacing::Joint) => text.push_str(" -"),
                ('>', _) if text.ends_with('-') => text.push_str("> "),
                (mark, _) => text.push(mark),
            },
            word => {
                // Words that follow one another, as in `impl Copy`.
                if text.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
    }
    let length = text.trim_end().len();
    text.truncate(length);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::spell;
    use quote::quote;

    #[test]
    fn types_look_as_they_are_written() {
        for text in [
            "Vec<String>",
            "std::collections::BTreeMap<String, (i64, Option<u8>)>",
            "&'static str",
            "[u8; 4]",
            "impl Fn(u8, u8) -> u8 + 'a",
            "<T as Iterator>::Item",
        ] {
            let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
            assert_eq!(spell(&tokens), text);
        }
        assert_eq!(spell(&quote!((u8,))), "(u8,)");
    }
}
