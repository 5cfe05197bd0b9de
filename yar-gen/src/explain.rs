//! What each code means: one page of Markdown for each, kept as data in the
//! folder `explain/`.
//!
//! A page has a title, the cause, an example that has the mistake, how to mend
//! it, and the example mended. Knows nothing of how mistakes are found; tests
//! run every example.

/// The pages of all codes, with the code before each.
macro_rules! embed {
    ($($code:literal,)*) => {
        &[$(Page {
            code: $code,
            source: include_str!(concat!("../explain/", $code, ".md")),
        }),*]
    };
}

/// All pages: mistakes, lints, breaking changes, findings of `--check`.
pub const PAGES: &[Page] = embed! {
    "Y0101",
    "Y0102",
    "Y0103",
    "Y0104",
    "Y0105",
    "Y0106",
    "Y0107",
    "Y0108",
    "Y0201",
    "Y0202",
    "Y0203",
    "Y0204",
    "Y0205",
    "Y0290",
    "Y0301",
    "Y0302",
    "Y0303",
    "Y0304",
    "Y0305",
    "Y0401",
    "Y0402",
    "Y0403",
    "Y0404",
    "Y0405",
    "Y0406",
    "Y0407",
    "Y0408",
    "Y0409",
    "Y0410",
    "Y0411",
    "Y0412",
    "Y0413",
    "Y0414",
    "Y0501",
    "Y0502",
    "Y0503",
    "Y0504",
    "Y0505",
    "Y0506",
    "Y0510",
    "Y0511",
    "Y0601",
    "Y0602",
    "Y0603",
    "Y0604",
    "Y0605",
    "Y0606",
    "Y0607",
    "Y0608",
    "Y0701",
    "Y0702",
    "Y0703",
    "Y0704",
    "Y0705",
    "Y0706",
    "Y0707",
    "Y0708",
    "Y0801",
    "Y0802",
    "Y0803",
    "Y0804",
    "Y0901",
    "Y0902",
    "Y0903",
    "Y0904",
    "Y0905",
    "Y0906",
    "any-in-public-api",
    "bytes-over-json",
    "deprecated-use",
    "hidden-method",
    "naming-style",
    "prefer-struct",
    "risky-int-keys",
    "risky-int64",
    "unused-allow",
    "unused-type",
    "CASE_ADDED",
    "CASE_REMOVED",
    "CASE_VALUE_CHANGED",
    "CONSTANT_CHANGED",
    "DECLARATION_REMOVED",
    "DEFAULT_CHANGED",
    "ENUM_CLOSED",
    "ERROR_CODE_CHANGED",
    "FIELD_OPTIONAL",
    "FIELD_REMOVED",
    "FIELD_RENAMED",
    "FIELD_REQUIRED",
    "FLOAT_CHANGED",
    "IDEMPOTENCE_REMOVED",
    "INT_NARROWED",
    "INT_WIDENED",
    "METHOD_CASE_CHANGED",
    "METHOD_REMOVED",
    "METHOD_RENAMED",
    "NULL_ADDED",
    "NULL_REMOVED",
    "PACKAGE_RENAMED",
    "PARAM_INSERTED",
    "PARAM_REMOVED",
    "PARAM_RENAMED",
    "PARAM_REORDERED",
    "PARAM_REQUIRED",
    "RESULT_REMOVED",
    "STRICT_ARITY_ADDED",
    "TAG_CHANGED",
    "TYPE_CHANGED",
    "VERSION_TOO_SMALL",
    "WIRE_NAME_CHANGED",
    "FILE_DIFFERS",
    "FILE_MISSING",
    "FILE_STALE",
    "LINE_ENDS",
    "NOT_FORMATTED",
};

/// What one code means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    code: &'static str,
    source: &'static str,
}

/// A contract within a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// `yar` or `rust`.
    pub language: &'static str,
    /// What the page cannot show of it: `padded` with blanks beyond the
    /// largest size, `nul` where `␀` stands, `named` with the stem of its file, `files` when it is
    /// several files that begin with their names, `endless` when every file imports
    /// a next one, `old` for the contract that the others are compared with.
    pub remark: &'static str,
    /// The text.
    pub source: String,
}

/// No code of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{code}` is no code; {}", hint(*similar))]
#[non_exhaustive]
pub struct UnknownCode {
    /// What was asked for.
    pub code: String,
    /// A code that looks like it.
    pub similar: Option<&'static str>,
}

fn hint(similar: Option<&str>) -> String {
    match similar {
        Some(code) => format!("did you mean `{code}`?"),
        None => "`yar-gen explain` lists them".to_owned(),
    }
}

/// The page of a code, in either case of letters.
///
/// ```
/// assert_eq!(yar_gen::explain::find("y0401")?.title(), "a type or an error is not declared");
/// assert!(yar_gen::explain::find("Y0499").unwrap_err().similar.is_some());
/// # Ok::<(), yar_gen::explain::UnknownCode>(())
/// ```
///
/// # Errors
/// When there is no such code.
pub fn find(code: &str) -> Result<&'static Page, UnknownCode> {
    let mut pages = PAGES.iter();
    let found = pages.find(|page| page.code.eq_ignore_ascii_case(code));
    found.ok_or_else(|| {
        let codes = || PAGES.iter().map(|page| page.code);
        let shouted = code.to_ascii_uppercase();
        let similar = yar_idl::suggest::nearest(&shouted, codes());
        UnknownCode {
            code: code.to_owned(),
            similar: similar.or_else(|| yar_idl::suggest::nearest(code, codes())),
        }
    })
}

impl Page {
    /// The code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// What it says in a few words.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let title = self.source.lines().next().unwrap_or_default();
        title.split_once(": ").map_or(title, |(_, title)| title)
    }

    /// The page as Markdown, with a line end at the end.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = self.source.lines().map(|line| match fence(line) {
            // The remark is for whoever runs the example.
            Some((language, _)) => format!("```{language}\n"),
            None => format!("{line}\n"),
        });
        lines.collect()
    }

    /// The contracts in it: the one with the mistake, then the one without.
    #[must_use]
    pub fn examples(&self) -> Vec<Example> {
        let mut examples: Vec<Example> = Vec::new();
        let mut is_open = false;
        for line in self.source.lines() {
            match (fence(line), examples.last_mut()) {
                (Some(("", _)), _) => is_open = false,
                (Some((language, remark)), _) => {
                    is_open = true;
                    examples.push(Example {
                        language,
                        remark,
                        source: String::new(),
                    });
                }
                (None, Some(example)) if is_open => {
                    example.source.push_str(line);
                    example.source.push('\n');
                }
                _ => {}
            }
        }
        examples
    }
}

/// Language and remark of a line that begins or ends a block of code.
fn fence(line: &str) -> Option<(&str, &str)> {
    let info = line.strip_prefix("```")?;
    Some(info.split_once(' ').unwrap_or((info, "")))
}
