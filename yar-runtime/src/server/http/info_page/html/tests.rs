#![allow(clippy::unwrap_used)]

use super::page;
use crate::dispatch::{DefaultInfo, MethodInfo, ParamInfo, ServiceInfo};
use crate::fault::{DeprecationInfo, FieldInfo, ThrownInfo};
use crate::value::Value;

/// Leaves every place that a page might put a text into.
const EVIL: &str = "</code></style></title><script>alert(1)</script>\"'><img src=x onerror=y>&lt;`<b>` \
     ```<i>\n<script>\n``` `<s>";

const fn evil() -> Option<DeprecationInfo> {
    Some(DeprecationInfo {
        note: EVIL,
        since: EVIL,
    })
}

fn evil_value() -> Option<Value> {
    Some(Value::from(EVIL))
}

static HOSTILE: ServiceInfo = ServiceInfo {
    package: EVIL,
    docs: EVIL,
    deprecated: evil(),
    base: Some(&ServiceInfo {
        docs: EVIL,
        deprecated: evil(),
        ..ServiceInfo::new(EVIL, &[MethodInfo::new(EVIL), MethodInfo::new("b")])
    }),
    ..ServiceInfo::new(
        EVIL,
        &[MethodInfo {
            docs: EVIL,
            deprecated: evil(),
            idempotent: true,
            strict_arity: true,
            params: &[
                ParamInfo {
                    optional: true,
                    ..ParamInfo::new(EVIL, EVIL)
                },
                default(evil_value),
                default(|| None),
            ],
            returns: EVIL,
            throws: &[ThrownInfo {
                message: EVIL,
                docs: EVIL,
                deprecated: evil(),
                data: &[FieldInfo {
                    name: EVIL,
                    ty: EVIL,
                    optional: true,
                    docs: EVIL,
                    deprecated: evil(),
                }],
                ..ThrownInfo::new(EVIL, -1)
            }],
            ..MethodInfo::new(EVIL)
        }],
    )
};

const fn default(value: fn() -> Option<Value>) -> ParamInfo {
    ParamInfo {
        default: Some(DefaultInfo { rust: EVIL, value }),
        ..ParamInfo::new(EVIL, EVIL)
    }
}

#[test]
fn no_text_gets_out_of_its_place() {
    let page = page(&HOSTILE, &[(EVIL, &HOSTILE)]).unwrap();
    for tag in ["<script", "<img", "<b>", "<i>", "<s>"] {
        assert!(!page.contains(tag), "{tag} in {page}");
    }
    for (tag, end, count) in [
        ("<style>", "</style>", 1),
        ("<title>", "</title>", 1),
        ("<section", "</section>", 3),
    ] {
        assert_eq!(page.matches(tag).count(), count, "{tag}");
        assert_eq!(page.matches(end).count(), count, "{end}");
    }
    // Within a tag there are only attributes of ours, closed by their quotes.
    for tag in page.split('<').skip(1).filter_map(|it| it.split_once('>')) {
        assert_eq!(tag.0.matches('"').count() % 2, 0, "{}", tag.0);
        assert!(!tag.0.contains('\''), "{}", tag.0);
    }
}

fn pages(methods: &'static [MethodInfo]) -> String {
    page(&ServiceInfo::new("Shop", methods), &[]).unwrap()
}

#[test]
fn a_method_is_shown_with_all_that_a_caller_needs() {
    let page = pages(
        const {
            &[MethodInfo {
                docs: "Finds\nit.",
                idempotent: true,
                deprecated: Some(DeprecationInfo {
                    note: "use `look`",
                    since: "1.2.0",
                }),
                params: &[
                    ParamInfo::new("id", "u64"),
                    ParamInfo {
                        default: Some(DefaultInfo {
                            rust: "vec![Stage::Open]",
                            value: || Some(Value::List(vec![Value::from("a/b")])),
                        }),
                        ..ParamInfo::new("stages", "list<Stage>")
                    },
                    ParamInfo {
                        optional: true,
                        ..ParamInfo::new("note", "string")
                    },
                ],
                returns: "Order?",
                throws: &[ThrownInfo {
                    message: "busy",
                    docs: "Come again.",
                    data: &[FieldInfo {
                        name: "retryAfter",
                        ty: "duration",
                        optional: true,
                        docs: "When.",
                        deprecated: None,
                    }],
                    ..ThrownInfo::new("Busy", -503)
                }],
                ..MethodInfo::new("find")
            }]
        },
    );
    for part in [
        "find(id: u64, stages: list&lt;Stage&gt; = [&quot;a/b&quot;], note?: string) -&gt; Order?",
        ">idempotent</span>",
        "<strong>Deprecated</strong> since 1.2.0: use <code>look</code></div>",
        "<div class=\"docs\">Finds\nit.</div>",
        "Throws <code>Busy</code>, code <code>-503</code>: busy",
        "Come again.",
        "<li><code>retryAfter?: duration</code>",
        "When.",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("strict arity"), "{page}");
}

#[test]
fn what_a_method_has_not_is_not_shown() {
    let page = pages(const { &[MethodInfo::new("ping")] });
    assert!(page.contains("<code>ping()</code>"), "{page}");
    for part in ["Deprecated", "Throws", "class=\"mark\"", "<nav", "docs\">"] {
        assert!(!page.contains(part), "{part} in {page}");
    }
}

#[test]
fn a_default_that_cannot_be_made_is_shown_as_rust_spells_it() {
    let page = pages(
        const {
            &[MethodInfo {
                params: &[ParamInfo {
                    default: Some(DefaultInfo {
                        rust: "LIST[7]",
                        value: || std::panic::resume_unwind(Box::new("no such item")),
                    }),
                    ..ParamInfo::new("a", "u8")
                }],
                ..MethodInfo::new("f")
            }]
        },
    );
    assert!(page.contains("f(a: u8 = LIST[7])"), "{page}");
}

#[test]
fn three_methods_are_listed_first() {
    static MANY: ServiceInfo = ServiceInfo {
        base: Some(&ServiceInfo::new("Base", &[MethodInfo::new("c")])),
        ..ServiceInfo::new(
            "Many",
            &[
                MethodInfo::new("a"),
                MethodInfo {
                    deprecated: Some(DeprecationInfo {
                        note: "",
                        since: "",
                    }),
                    ..MethodInfo::new("b")
                },
            ],
        )
    };
    let page = page(&MANY, &[]).unwrap();
    for part in [
        "<li><a href=\"#a\"><code>a</code></a></li>",
        "<li><a href=\"#b\"><code><del>b</del></code></a></li>",
        "<li><a href=\"#c\"><code>c</code></a></li>",
        "<section id=\"c\">",
        "<strong>Deprecated</strong></div>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
}
