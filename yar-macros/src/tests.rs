//! What the macros emit, and what they must not: tokens are printed and
//! searched for lines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use crate::{derive, expand};
use proc_macro2::TokenStream;
use quote::quote;

/// The expansion as text, on one line, so that breaks do not matter.
fn print(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("expansions are items");
    let text = prettyplease::unparse(&file);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let breaks = [
        (", )", ")"),
        (", >", ">"),
        ("( ", "("),
        (" )", ")"),
        ("< ", "<"),
        (" .", "."),
    ];
    let join = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    breaks.iter().fold(text, join)
}

fn service(options: TokenStream, item: TokenStream) -> String {
    print(expand::service(options, item))
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no `{part}` in:\n{text}");
}

#[track_caller]
fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "`{part}` in:\n{text}");
}

fn calculator() -> String {
    service(
        quote!(),
        quote! {
            /// A calculator.
            pub(crate) trait Calculator {
                /// Adds.
                async fn add(&self, a: i64, b: i64) -> Result<i64, yar::Error>;
                fn ping(&self);
                #[yar(name = "getUser")]
                #[deprecated]
                fn get_user(&self, id: i64) -> String;
            }
        },
    )
}

#[test]
fn the_trait_returns_futures_that_any_thread_may_run() {
    let text = calculator();
    has(
        &text,
        "pub(crate) trait Calculator: ::core::marker::Send + ::core::marker::Sync + 'static {",
    );
    has(
        &text,
        "fn add(&self, a: i64, b: i64) -> impl ::core::future::Future<\
         Output = Result<i64, yar::Error>> + ::core::marker::Send;",
    );
    has(&text, "fn ping(&self);");
    // Our attributes mean nothing to rustc.
    lacks(&text, "#[yar");
}

#[test]
fn the_client_has_thin_methods() {
    let text = calculator();
    has(&text, "pub(crate) struct CalculatorClient(::yar::Client);");
    has(&text, "/// Adds. pub(crate) async fn add(");
    has(
        &text,
        "let mut __yar_call = ::yar::__private::call(&self.0, \"add\", &(a, b)); ::yar::__private::answer::<Result<i64, yar::Error>>(&mut __yar_call).await",
    );
    // `()` would travel as null.
    has(&text, "(&self.0, \"ping\", &[(); 0]);");
    has(&text, "(&self.0, \"getUser\", &(id,));");
    has(&text, "-> ::core::result::Result<String, ::yar::Error>");
    // Callers of a deprecated method want to hear of it.
    has(&text, "#[deprecated] /// Calls `getUser`.");
}

#[test]
fn the_client_that_blocks_is_as_thin() {
    let text = calculator();
    has(
        &text,
        "pub(crate) struct CalculatorBlockingClient(::yar::blocking::Client);",
    );
    has(
        &text,
        "{ ::yar::__private::call_blocking::<Result<i64, yar::Error>, _>(&self.0, \"add\", &(a, b)) }",
    );
}

/// In a trait, since a contract may have methods of these names.
#[test]
fn clients_can_be_had_with_options() {
    let text = service(
        quote!(crate = "my::yar"),
        quote! {
            trait Calc: super::common::Health { fn with_options(&self); }
        },
    );
    for client in ["CalcClient", "CalcBlockingClient"] {
        has(
            &text,
            &format!(
                "impl my::yar::WithOptions for {client} {{ \
                 fn with_options(&self, options: &my::yar::CallOptions) -> Self {{ \
                 Self(my::yar::WithOptions::with_options(&self.0, options)) }} }}"
            ),
        );
    }
    has(&text, "async fn with_options(&self)");
}

#[test]
fn what_is_left_out_is_counted_and_filled() {
    let text = service(
        quote!(),
        quote! {
            trait Search {
                #[yar(idempotent, strict_arity)]
                fn find(
                    &self,
                    text: String,
                    #[yar(default = 10)] limit: u8,
                    #[yar(optional)] after: Option<String>,
                    #[yar(optional)] note: Option<Option<String>>,
                );
            }
        },
    );
    has(
        &text,
        "fn find(&self, text: impl ::yar::Argument<String>, limit: ::core::option::Option<u8>, \
         after: Option<String>, note: Option<Option<String>>)",
    );
    has(
        &text,
        "= if ::core::option::Option::is_some(&note) { 4 } \
         else if ::core::option::Option::is_some(&after) { 3 } \
         else if ::core::option::Option::is_some(&limit) { 2 } else { 1 };",
    );
    has(
        &text,
        "{ ::core::option::Option::Some(SearchClient::__yar_default_0_1()) } else { limit };",
    );
    has(&text, "call_idempotent(");
    has(
        &text,
        "Prefix::new(__yar_count, (::yar::__private::lend::<String, _>(&text), limit, after, note))",
    );
    has(&text, "refuse_surplus(&__yar_params, __yar_info, 0)");
    has(
        &text,
        "::core::option::Option::None => { SearchClient::__yar_default_0_1() }",
    );
    // One function, so that rustc reports a wrong default once.
    has(&text, "fn __yar_default_0_1() -> u8 { 10 }");
    has(
        &text,
        "rust: \"10\", value: || ::yar::__private::default_value(&SearchClient::__yar_default_0_1()),",
    );
    has(&text, "Given::into_value(note)");
    // The trait has no trace of it.
    has(
        &text,
        "fn find(&self, text: String, limit: u8, after: Option<String>, note: Option<Option<String>>);",
    );
}

#[test]
fn clients_borrow_all_but_numbers() {
    let text = service(
        quote!(crate = "my::yar"),
        quote! {
            trait Take {
                fn f(&self, list: Vec<u8>, a: i64, b: ::core::primitive::bool, c: my::bool);
            }
        },
    );
    let params = "list: impl my::yar::Argument<Vec<u8>>, a: i64, b: ::core::primitive::bool, \
                  c: impl my::yar::Argument<my::bool>";
    assert_eq!(text.matches(params).count(), 2, "{text}");
    let lent = "&(my::yar::__private::lend::<Vec<u8>, _>(&list), a, b, \
                my::yar::__private::lend::<my::bool, _>(&c))";
    assert_eq!(text.matches(lent).count(), 2, "{text}");
    has(
        &text,
        "fn f(&self, list: Vec<u8>, a: i64, b: ::core::primitive::bool, c: my::bool);",
    );
}

#[test]
fn many_arguments_are_a_tuple_of_tuples() {
    let names: Vec<_> = (0..17)
        .map(|number| quote::format_ident!("a{number}"))
        .collect();
    let text = service(
        quote!(),
        quote!(
            trait Wide { fn f(&self, #(#names: u8),*); }
        ),
    );
    has(&text, "Many(((a0, a1,");
    has(&text, "a15), (a16,)))");
}

#[test]
fn a_supertrait_is_a_base() {
    let text = service(
        quote!(),
        quote! {
            trait Calc: super::common::Health + ::core::fmt::Debug { fn f(&self); }
        },
    );
    has(&text, "struct CalcClient(super::common::HealthClient);");
    has(
        &text,
        "struct CalcServer<__S>(super::common::HealthServer<__S>);",
    );
    has(&text, "type Target = super::common::HealthBlockingClient;");
    has(
        &text,
        "base: ::core::option::Option::Some(<super::common::HealthClient as ::yar::__private::Described>::INFO)",
    );
    has(&text, "usize::checked_sub(__yar_method, 1)");
}

#[test]
fn a_union_has_a_map_for_each_case() {
    let text = print(derive::union(quote! {
        enum Shape { #[yar(name = "circle")] Circle(Circle), Point, Other { tag: String, value: Value } }
    }));
    has(&text, "&[\"circle\", \"Point\"];");
    has(&text, "write_case(serializer, \"circle\", value)");
    has(&text, "write_case(serializer, \"Point\", &())");
    has(&text, "Self::Other { tag, value }");
    let text = print(derive::union(quote! {
        #[yar(tag = "kind")]
        enum Shape { Circle(Circle), Unknown { tag: String, value: Value } }
    }));
    has(
        &text,
        "write_tagged(serializer, \"kind\", \"Circle\", value)",
    );
    has(&text, "= &[\"kind\"];");
}

#[test]
fn a_closed_enum_has_no_way_in_for_others() {
    let text = print(derive::enumeration(quote! {
        #[yar(closed)]
        enum Op { Add, Sub }
    }));
    has(
        &text,
        "::core::convert::TryFrom<&::core::primitive::str> for Op",
    );
    lacks(&text, "Unknown(");
}

#[test]
fn data_of_an_error_is_left_to_serde() {
    let text = print(derive::error(quote! {
        #[yar(code = 7)]
        struct Busy {
            message: String,
            #[serde(rename = "retryAfter")]
            retry_after: Option<u64>,
        }
    }));
    has(&text, "remote = \"Busy\")]");
    has(
        &text,
        "#[serde(rename = \"retryAfter\")] retry_after: Option<u64>",
    );
    has(&text, "retry_after: ::core::option::Option::None,");
}

#[test]
fn the_server_decodes_before_it_waits() {
    let text = calculator();
    has(
        &text,
        "enum __YarCall { add(i64, i64), ping, get_user(i64), }",
    );
    has(
        &text,
        "0 => { __yar_run(::yar::__private::arguments(&__yar_params, __yar_info, 0)\
         .map(|(a, b)| __YarCall::add(a, b))) }",
    );
    has(
        &text,
        "1 => __yar_run(::core::result::Result::Ok(__YarCall::ping)),",
    );
    has(&text, "use<__YarService>");
    let (before, sync) = text
        .split_once("match __yar_method {")
        .expect("one look at the method");
    let (_, future) = before.split_once("async move {").expect("one future");
    has(sync, "::yar::__private::arguments");
    lacks(sync, "await");
    lacks(future, "__yar_params");
    has(
        future,
        "<__YarService as Calculator>::add(&__yar_service, a, b).await",
    );
    has(future, "<__YarService as Calculator>::ping(&__yar_service)");
}

#[test]
fn the_description_is_static() {
    let text = calculator();
    has(
        &text,
        "const INFO: &'static ::yar::ServiceInfo = &::yar::ServiceInfo {",
    );
    has(
        &text,
        "name: \"Calculator\", package: \"\", docs: \"A calculator.\", \
         deprecated: ::core::option::Option::None,",
    );
    has(&text, "name: \"getUser\", docs: \"\",");
    has(
        &text,
        "::yar::__private::param::<i64>(\"a\", \"i64\", false, ::core::option::Option::None)",
    );
    has(&text, "returns: \"i64\",");
    has(&text, "returns: \"\",");
}

#[test]
fn nothing_is_taken_from_the_scope_of_the_user() {
    let text = calculator().replace("Result<i64, yar::Error>", "");
    for name in [
        "Result", "Ok", "Err", "Send", "Sync", "Future", "From", "Arc", "Clone",
    ] {
        for (start, _) in text.match_indices(name) {
            let (before, after) = (&text[..start], &text[start + name.len()..]);
            let goes_on = after.starts_with(|next: char| next.is_alphanumeric());
            let begins = !before.ends_with(|last: char| last.is_alphanumeric());
            assert!(
                goes_on || !begins || before.ends_with("::"),
                "bare `{name}`"
            );
        }
    }
    for word in ["unwrap", "expect(", "panic", "unsafe", " loop ", " for ("] {
        lacks(&text, word);
    }
}

#[test]
fn options_name_package_service_and_crate() {
    let text = service(
        quote!(package = "demo.calc", name = "Calc", crate = "my::yar"),
        quote! {
            trait Wire { fn f(&self) -> MyResult<()>; }
        },
    );
    has(&text, "name: \"Calc\", package: \"demo.calc\",");
    has(&text, "struct WireClient(my::yar::Client);");
    has(&text, "my::yar::__private::ClientResult<MyResult<()>>");
    has(&text, "returns: \"\",");
    has(&text, "my::yar::__private::MethodResult::into_result(");
    lacks(&text, "::yar::yar");
    lacks(&text, " ::yar");
}

#[test]
fn a_service_may_be_empty() {
    let text = service(
        quote!(),
        quote!(
            trait Nothing {}
        ),
    );
    has(&text, "struct NothingClient");
    has(&text, "enum __YarCall {}");
}

#[test]
fn mistakes_leave_client_and_server_behind() {
    let text = service(
        quote!(),
        quote! {
            trait Broken {
                fn sound(&self, a: i64) -> i64;
                async fn changes(&mut self) -> i64;
                fn pattern(&self, (a, b): (i64, i64));
            }
        },
    );
    assert_eq!(text.matches("::core::compile_error!").count(), 2, "{text}");
    has(&text, "struct BrokenClient(::yar::Client);");
    has(&text, "async fn sound(&self, a: i64)");
    has(
        &text,
        "async fn changes(&mut self) -> i64 { ::core::unimplemented!() }",
    );
    // rustc has a complaint of its own about patterns in traits.
    has(&text, "fn pattern(&self, _: (i64, i64));");
    has(&text, "::yar::Service for BrokenServer<__S>");
}

#[test]
fn only_a_trait_is_a_service() {
    let text = service(
        quote!(),
        quote!(
            struct Calculator;
        ),
    );
    has(
        &text,
        "::core::compile_error! { \"`#[yar::service]` goes on a trait\" }",
    );
    has(&text, "struct Calculator;");
}

#[test]
fn a_declared_error_has_its_traits() {
    let text = print(derive::error(quote! {
        /// Gone for good.
        #[yar(code = -5)]
        pub struct IsGone { pub message: String }
    }));
    has(
        &text,
        "name: \"IsGone\", code: -5i64, message: \"is gone\", docs: \"Gone for good.\",",
    );
    has(&text, "impl ::yar::Thrown for IsGone");
    has(&text, "impl ::core::error::Error for IsGone {}");
    has(&text, "Self::new(\"is gone\")");
}

#[test]
fn an_enum_of_errors_joins_what_it_holds() {
    let text = print(derive::error(quote! {
        pub enum FindError { NotFound(NotFound), Gone(other::Gone) }
    }));
    has(
        &text,
        "impl ::core::convert::From<other::Gone> for FindError",
    );
    has(
        &text,
        "FindError::Gone(ref error) => ::yar::Thrown::info(error),",
    );
    has(
        &text,
        "if <other::Gone as ::yar::Thrown>::DECLARED.contains(info)",
    );
}

#[test]
fn an_enum_keeps_what_it_does_not_know() {
    let text = print(derive::enumeration(quote! {
        #[yar(repr = "i8")]
        enum Level { #[yar(value = -1)] Low, #[yar(value = 10)] High, Other(i8) }
    }));
    has(&text, "Self::Low => -1,");
    has(&text, "raw => Self::Other(raw),");
    has(&text, "serializer.serialize_i8(self.raw())");
    let text = print(derive::enumeration(quote! {
        enum Op { #[yar(value = "add")] Add, Sub, Unknown(String) }
    }));
    has(&text, "\"add\" => Self::Add,");
    has(&text, "Self::Sub => \"Sub\",");
    has(&text, "_ => Self::Unknown(raw),");
}

#[test]
fn derives_tell_all_that_is_wrong() {
    let text = print(derive::enumeration(quote! {
        #[yar(repr = "f32")]
        enum Op { A(String), B { c: u8 }, C(u8) }
    }));
    assert_eq!(text.matches("::core::compile_error!").count(), 3, "{text}");
    has(&text, "::yar::serde::Serialize for Op");
    let text = print(derive::error(quote!(
        struct Gone {
            id: u8,
        }
    )));
    assert_eq!(text.matches("::core::compile_error!").count(), 3, "{text}");
    has(&text, "impl ::yar::Thrown for Gone");
}
