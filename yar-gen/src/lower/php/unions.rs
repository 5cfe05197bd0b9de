//! Unions: an interface, and below its name a class for each case and one for
//! cases that this version does not know.

use askama::Template;
use yar_idl::model::{Union, UnionCase};

use super::Head;
use super::docs::DocBlock;
use super::scope::Scope;
use super::syntax::{class_name, literal, named};
use super::types::PhpType;
use crate::File;

/// The files of a union.
pub(super) fn files(head: &Head, scope: Scope<'_>, item: &Union) -> Vec<File> {
    let class = named(&item.options, &item.name, class_name);
    let inner = head.below(&class);
    let parent = format!("\\{}\\{class}", head.namespace);
    let inside = Scope {
        namespace: &inner.namespace,
        ..scope
    };
    let unknown = unknown_class(item);
    let mut files = vec![interface(head, item, &class, &unknown)];
    for case in &item.cases {
        files.push(case_file(&inner, inside, &parent, case));
    }
    let view = UnknownView {
        head: &inner,
        docs: vec!["A case that this version does not know; its value is as it came.".to_owned()],
        class: &unknown,
        parent: &parent,
    };
    files.push(inner.file(&unknown, &view));
    files
}

fn interface(head: &Head, item: &Union, class: &str, unknown: &str) -> File {
    let cases: Vec<(String, String)> = item
        .cases
        .iter()
        .map(|case| {
            let name = named(&case.options, &case.name, class_name);
            (literal(&case.wire), format!("{class}\\{name}"))
        })
        .collect();
    let unknown = format!("{class}\\{unknown}");
    let all = cases.iter().map(|(_, class)| class.as_str());
    let sealed: Vec<&str> = all.chain([unknown.as_str()]).collect();
    let sealed = format!("@phpstan-sealed {}", sealed.join("|"));
    let view = UnionView {
        head,
        docs: DocBlock::of(&item.docs, &item.options, class_name)
            .group([sealed])
            .lines(),
        class,
        tag: item.tag.as_deref().map(literal),
        cases,
        unknown,
    };
    head.file(class, &view)
}

fn case_file(head: &Head, scope: Scope<'_>, parent: &str, case: &UnionCase) -> File {
    let ty = case.ty.as_ref().map(|ty| PhpType::new(scope, ty));
    let told = ty.as_ref().filter(|ty| !ty.is_exact);
    let told = told.map(|ty| format!("@param {} $value", ty.doc));
    let view = CaseView {
        head,
        docs: DocBlock::of(&case.docs, &case.options, class_name).lines(),
        class: named(&case.options, &case.name, class_name),
        parent,
        constructor_docs: DocBlock::default().group(told).lines(),
        ty,
    };
    head.file(&view.class, &view)
}

/// `Unknown`, unless a case of the contract is called that.
fn unknown_class(item: &Union) -> String {
    let taken = |class: &str| {
        let mut cases = item.cases.iter();
        cases.any(|case| named(&case.options, &case.name, class_name).eq_ignore_ascii_case(class))
    };
    let mut class = "Unknown".to_owned();
    while taken(&class) {
        class.push_str("Value");
    }
    class
}

#[derive(Template)]
#[template(path = "php/union.php", escape = "none")]
struct UnionView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    tag: Option<String>,
    /// Wire names and classes.
    cases: Vec<(String, String)>,
    unknown: String,
}

#[derive(Template)]
#[template(path = "php/union_case.php", escape = "none")]
struct CaseView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: String,
    parent: &'a str,
    constructor_docs: Vec<String>,
    ty: Option<PhpType>,
}

#[derive(Template)]
#[template(path = "php/union_unknown.php", escape = "none")]
struct UnknownView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'a str,
    parent: &'a str,
}
