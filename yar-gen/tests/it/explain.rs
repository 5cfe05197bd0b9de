//! Every code has a page, every example on it is true, and the pages are in
//! the documentation. `SNAPSHOTS=overwrite` writes `docs/errors.md` anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use yar_gen::explain::{Example, PAGES, Page};
use yar_idl::diag::Diagnostic;
use yar_idl::{ImportError, Imports, Source};

use crate::support::{Folder, root};

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let codes = fs::read_to_string(root().join("idl/src/codes.rs")).unwrap();
    let codes = codes
        .lines()
        .filter_map(|line| line.strip_suffix("\";")?.rsplit('"').next());
    let mut codes: BTreeSet<String> = codes.map(str::to_owned).collect();
    let findings = [
        "FILE_MISSING",
        "FILE_DIFFERS",
        "LINE_ENDS",
        "FILE_STALE",
        "NOT_FORMATTED",
    ];
    codes.extend(findings.map(str::to_owned));
    let lints = yar_gen::lint::RULES.iter().map(|rule| rule.name.to_owned());
    codes.extend(lints);
    codes.extend(breaking_pages().map(|page| page.code().to_owned()));
    let pages: BTreeSet<String> = PAGES.iter().map(|page| page.code().to_owned()).collect();
    assert_eq!(codes, pages);
    let files = fs::read_dir(root().join("yar-gen/explain")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let files: BTreeSet<String> = files
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, pages, "files that are not in src/explain.rs");
}

#[test]
fn every_example_is_what_its_page_says() {
    for page in contract_pages() {
        let examples = page.examples();
        assert_eq!(examples.len(), 2, "{}", page.code());
        let found = load(&examples[0]);
        let codes: BTreeSet<&str> = found.iter().map(|it| it.code).collect();
        assert_eq!(codes, BTreeSet::from([page.code()]), "{found:#?}");
        let found = load(&examples[1]);
        assert!(
            found.is_empty(),
            "the second example of {} is wrong: {found:#?}",
            page.code()
        );
    }
}

#[test]
fn every_lint_finds_its_example() {
    for rule in yar_gen::lint::RULES {
        let page = PAGES.iter().find(|page| page.code() == rule.name).unwrap();
        let examples = page.examples();
        let found = examples.iter().map(|example| {
            let contract = contract(example);
            let found = yar_gen::lint::lint(&contract, &Default::default());
            found.iter().any(|it| it.code == rule.name)
        });
        assert_eq!(found.collect::<Vec<_>>(), [true, false], "{}", rule.name);
    }
}

#[test]
fn every_breaking_change_is_what_its_page_says() {
    let pages: Vec<_> = breaking_pages().collect();
    assert!(pages.len() > 20);
    for page in pages {
        let examples = page.examples();
        let [old, bad, good] = &examples[..] else {
            panic!("{} has no three examples", page.code());
        };
        assert_eq!(old.remark, "old", "{}", page.code());
        let old = contract(old);
        let found = [bad, good].map(|new| {
            let changes = yar_gen::breaking::compare(&old, &contract(new)).changes;
            changes.iter().any(|it| it.diagnostic.code == page.code())
        });
        assert_eq!(found, [true, false], "{}", page.code());
    }
}

#[test]
fn pages_have_one_shape() {
    for page in PAGES {
        let text = page.text();
        let start = format!("# {}: {}\n\n", page.code(), page.title());
        assert!(text.starts_with(&start), "{text}");
        assert_eq!(text.matches("\n## How to mend it\n\n").count(), 1, "{text}");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
        assert!(page.title().len() <= 60 && !page.title().ends_with('.'));
    }
    for page in contract_pages() {
        let lines = page
            .text()
            .lines()
            .filter(|line| line.starts_with("```"))
            .count();
        assert_eq!(lines, 4, "{}", page.code());
    }
}

#[test]
fn the_documentation_has_all_pages() {
    let mut expected = String::from(
        "# Errors\n\nEvery code that `yar-gen` and `#[yar::service]` report, as `yar-gen explain CODE` prints it.\n\n",
    );
    for page in PAGES {
        let (code, title) = (page.code(), page.title());
        let anchor = anchor(&format!("{code}: {title}"));
        writeln!(expected, "- [{code}](#{anchor}): {title}").unwrap();
    }
    for page in PAGES {
        let text = page
            .text()
            .replace("\n## How to mend it\n", "\n**How to mend it**\n");
        write!(expected, "\n#{text}").unwrap();
    }
    let path = root().join("docs/errors.md");
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        fs::write(path, expected).unwrap();
        return;
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(stored, expected, "SNAPSHOTS=overwrite brings it up to date");
}

#[test]
fn explain_prints_a_page_or_the_list() {
    let folder = Folder::new();
    let run = folder.run(&["explain", "y0704"]);
    assert_eq!((run.code(), run.stderr()), (Some(0), String::new()));
    assert!(run.stdout().starts_with("# Y0704: "), "{}", run.stdout());
    assert!(!run.stdout().contains("named my-calc"), "{}", run.stdout());
    let list = folder.run(&["explain"]).stdout();
    assert_eq!(list.lines().count(), PAGES.len());
    assert!(
        list.contains("Y0401                a type or an error is not declared\n"),
        "{list}"
    );
}

#[test]
fn an_unknown_code_is_wrong_usage_with_a_near_one() {
    let folder = Folder::new();
    for (code, expected) in [
        ("Y041", "error: `Y041` is no code; did you mean `Y0401`?\n"),
        (
            "line_end",
            "error: `line_end` is no code; did you mean `LINE_ENDS`?\n",
        ),
        (
            "E0282",
            "error: `E0282` is no code; did you mean `Y0202`?\n",
        ),
        (
            "help",
            "error: `help` is no code; `yar-gen explain` lists them\n",
        ),
    ] {
        let run = folder.run(&["explain", code]);
        assert_eq!((run.code(), run.stdout()), (Some(2), String::new()));
        assert_eq!(run.stderr(), expected);
    }
}

/// The pages of mistakes in contracts.
fn contract_pages() -> impl Iterator<Item = &'static Page> {
    PAGES.iter().filter(|page| page.code().starts_with('Y'))
}

/// The pages of changes, which show three contracts.
fn breaking_pages() -> impl Iterator<Item = &'static Page> {
    PAGES.iter().filter(|page| page.examples().len() == 3)
}

fn contract(example: &Example) -> yar_gen::Contract {
    let path = std::path::Path::new("example.yar");
    let loaded = yar_gen::Loader::new().check(path, example.source.clone());
    loaded.unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// What is said of an example, warnings among it.
fn load(example: &Example) -> Vec<Diagnostic> {
    let mut source = example.source.clone();
    let mut stem = "example";
    let mut files = Files::default();
    match example
        .remark
        .split_once(' ')
        .unwrap_or((example.remark, ""))
    {
        ("", _) => {}
        ("padded", _) => source.push_str(&" ".repeat(3 << 20)),
        ("nul", _) => source = source.replace('␀', "\0"),
        ("named", name) => stem = name,
        ("files", _) => {
            files = Files::split(&source);
            source = files.files[0].text.clone();
        }
        ("endless", _) => files.is_endless = true,
        (other, _) => panic!("unknown remark `{other}`"),
    }
    match example.language {
        "yar" => {
            let path = files.files.first();
            let path = path.map_or("example.yar".to_owned(), |file| file.path.clone());
            let root = Source { path, text: source };
            yar_idl::load_files(root, stem, &mut files).diagnostics
        }
        "rust" => yar_idl::rust::load(&source, stem).err().unwrap_or_default(),
        other => panic!("unknown language `{other}`"),
    }
}

/// The files of one example.
#[derive(Default)]
struct Files {
    files: Vec<Source>,
    is_endless: bool,
}

impl Files {
    /// Each begins with a comment of its name.
    fn split(text: &str) -> Self {
        let mut files: Vec<Source> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("// ") {
                Some(path) => files.push(Source {
                    path: path.to_owned(),
                    text: String::new(),
                }),
                None => {
                    let file = files.last_mut().expect("a file begins with its name");
                    file.text.push_str(line);
                    file.text.push('\n');
                }
            }
        }
        Self {
            files,
            is_endless: false,
        }
    }
}

impl Imports for Files {
    fn read(&mut self, importer: &str, path: &str) -> Result<Source, ImportError> {
        if self.is_endless {
            let number = importer.strip_suffix(".yar").and_then(|it| it.parse().ok());
            let next = number.unwrap_or(0) + 1_u32;
            return Ok(Source {
                path: format!("{next}.yar"),
                text: format!("package p{next};\nimport \"next.yar\";"),
            });
        }
        let mut files = self.files.iter();
        let found = files.find(|file| file.path == path).cloned();
        found.ok_or_else(ImportError::default)
    }

    fn nearby(&mut self, _: &str) -> Vec<String> {
        self.files.iter().map(|file| file.path.clone()).collect()
    }
}

/// The name that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = |it: &char| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_');
    let text: String = heading.to_lowercase().chars().filter(kept).collect();
    text.replace(' ', "-")
}
