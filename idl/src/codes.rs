//! The stable codes of all diagnostics, one constant each.
//!
//! Families: Y01 characters, Y02 syntax, Y03 names, Y04 types and values, Y05
//! services, Y06 enums, unions and errors, Y07 packages and imports, Y08 target
//! languages, Y09 annotations. A code never changes its meaning.

/// An identifier has characters beyond ASCII.
pub const NON_ASCII_NAME: &str = "Y0101";
/// A block comment has no end.
pub const OPEN_COMMENT: &str = "Y0102";
/// A string literal has no end on its line.
pub const OPEN_STRING: &str = "Y0103";
/// A string literal has an unknown escape.
pub const BAD_ESCAPE: &str = "Y0104";
/// A number is malformed or too large.
pub const BAD_NUMBER: &str = "Y0105";
/// The source is larger than any contract.
pub const TOO_LARGE: &str = "Y0106";
/// Brackets or comments are nested beyond the limit.
pub const TOO_DEEP: &str = "Y0107";
/// The source has control characters: it is not text.
pub const NOT_TEXT: &str = "Y0108";

/// A bracket is not closed.
pub const NOT_CLOSED: &str = "Y0201";
/// Something at the top level is not a declaration.
pub const NOT_A_DECLARATION: &str = "Y0202";
/// Something else was expected here.
pub const EXPECTED: &str = "Y0203";
/// A doc comment documents nothing.
pub const DANGLING_DOCS: &str = "Y0204";
/// The source declares nothing.
pub const NOTHING_DECLARED: &str = "Y0205";
/// Part of the language that this version does not serve yet.
pub const UNSUPPORTED: &str = "Y0290";

/// A name is declared twice.
pub const DUPLICATE: &str = "Y0301";
/// A declaration takes the name of a built-in type.
pub const BUILT_IN_NAME: &str = "Y0302";
/// A name, a value or a code is reserved.
pub const RESERVED: &str = "Y0303";
/// A name does not begin with a letter.
pub const NAME_WITHOUT_LETTER: &str = "Y0304";
/// Two members have one name on the wire.
pub const SHARED_WIRE: &str = "Y0305";

/// A type is not declared.
pub const UNKNOWN_TYPE: &str = "Y0401";
/// A type is spelled as in another language.
pub const FOREIGN_TYPE: &str = "Y0402";
/// A declared thing is not a type, or takes no arguments.
pub const NOT_A_TYPE: &str = "Y0403";
/// A value does not fit its type.
pub const OUT_OF_RANGE: &str = "Y0404";
/// A type cannot be a map key.
pub const MAP_KEY: &str = "Y0405";
/// A type has the wrong number of parts.
pub const TYPE_PARTS: &str = "Y0406";
/// A struct contains itself without a way to end.
pub const INFINITE_STRUCT: &str = "Y0407";
/// A type alias stands for itself.
pub const ALIAS_CYCLE: &str = "Y0408";
/// A type is too large once its aliases are replaced.
pub const TYPE_TOO_LARGE: &str = "Y0409";
/// A constant is of a type that has parts.
pub const CONST_TYPE: &str = "Y0410";
/// A constant stands for itself.
pub const CONST_CYCLE: &str = "Y0411";
/// A word is no value.
pub const UNKNOWN_VALUE: &str = "Y0412";
/// A member has both a `?` and a default.
pub const OPTIONAL_DEFAULT: &str = "Y0413";
/// A default needs itself.
pub const DEFAULT_CYCLE: &str = "Y0414";

/// A service extends something that is not a service.
pub const NOT_A_SERVICE: &str = "Y0501";
/// A service extends itself, or too many others.
pub const EXTENDS_CYCLE: &str = "Y0502";
/// A required parameter follows one that may be left out.
pub const REQUIRED_AFTER_OPTIONAL: &str = "Y0503";
/// A method is declared that is inherited already.
pub const INHERITED_METHOD: &str = "Y0504";

/// A method name has the prefix that PHP keeps for itself.
pub const MAGIC_METHOD: &str = "Y0505";
/// An example does not fit its method.
pub const EXAMPLE: &str = "Y0506";

/// An enum case has no value, or one of the wrong kind.
pub const CASE_VALUE: &str = "Y0601";
/// A thrown thing is not an error.
pub const NOT_AN_ERROR: &str = "Y0602";
/// Two errors share a code.
pub const SHARED_CODE: &str = "Y0603";
/// Two cases of an enum share a raw value.
pub const SHARED_VALUE: &str = "Y0604";
/// An enum is neither of strings nor of integers.
pub const ENUM_TYPE: &str = "Y0605";
/// An error has the code of every undeclared one.
pub const ZERO_CODE: &str = "Y0606";
/// Data of an error is required, or has a default.
pub const ERROR_DATA: &str = "Y0607";
/// A case of a tagged union has no room for the tag.
pub const UNION_TAG: &str = "Y0608";

/// An imported file cannot be found.
pub const IMPORT_NOT_FOUND: &str = "Y0701";
/// Files import each other.
pub const IMPORT_CYCLE: &str = "Y0702";
/// A name is declared in a file that is not imported.
pub const NOT_IMPORTED: &str = "Y0703";
/// The file's name cannot be a package name.
pub const PACKAGE_NAME: &str = "Y0704";
/// A package line is repeated or not in first place.
pub const PACKAGE_PLACE: &str = "Y0705";
/// Nothing that an import gives is used.
pub const UNUSED_IMPORT: &str = "Y0706";
/// Two files are one package.
pub const SAME_PACKAGE: &str = "Y0707";
/// A contract imports more files than any does.
pub const MANY_FILES: &str = "Y0708";

/// Two methods differ only by letter case.
pub const SAME_METHOD: &str = "Y0801";
/// Two names become one in a target language.
pub const SAME_IN_TARGET: &str = "Y0802";
/// A name becomes one that generated code needs.
pub const TAKEN_IN_TARGET: &str = "Y0803";
/// A name given for a language is none there.
pub const TARGET_NAME: &str = "Y0804";

/// There is no such annotation.
pub const UNKNOWN_ANNOTATION: &str = "Y0901";
/// An annotation, or an attribute of Rust source, has an unknown argument.
pub const ATTRIBUTE: &str = "Y0902";
/// A namespace is not one of PHP.
pub const NAMESPACE: &str = "Y0903";
/// An annotation is out of place.
pub const ANNOTATION_PLACE: &str = "Y0904";
/// An argument of an annotation is missing, or of the wrong kind.
pub const ANNOTATION_VALUE: &str = "Y0905";
/// An annotation, or an argument of it, is given twice.
pub const ANNOTATION_TWICE: &str = "Y0906";

/// A Rust trait or type has a shape that cannot travel.
pub const TRAIT_SHAPE: &str = "Y0510";
/// A method has more parameters than can be decoded.
pub const MANY_PARAMS: &str = "Y0511";
