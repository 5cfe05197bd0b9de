//! Whether `@version` says what has changed.

use yar_idl::diag::Diagnostic;

use super::change::Bump;
use super::compare::Comparer;

pub(super) fn check(comparer: &mut Comparer<'_>) {
    let (old, new) = (
        &comparer.old.package().version,
        &comparer.new.package().version,
    );
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    let (Some(before), Some(after)) = (parse(old), parse(new)) else {
        return;
    };
    let made = made(before, after);
    let needed = comparer.required;
    if made >= needed {
        comparer.allow_major();
        return;
    }
    // A patch asks for no version: not every change of docs is released.
    if needed == Bump::Patch {
        return;
    }
    let Some(place) = comparer.version_place() else {
        return;
    };
    let span = place.value.clone().unwrap_or_else(|| place.name.clone());
    let next = next(before, needed);
    let message = format!(
        "version {new} is too small a step from {old}: the changes are {}",
        needed.name()
    );
    let found = Diagnostic::new("VERSION_TOO_SMALL", span, message, "too small")
        .in_file(place.file)
        .with_help(format!("the next {} version is {next}", needed.name()));
    let found = match needed {
        Bump::Major => found,
        _ => found.warning(),
    };
    comparer.add(needed, found);
}

type Version = (u64, u64, u64);

/// The three numbers; what follows `-` or `+` makes no difference here.
fn parse(text: &str) -> Option<Version> {
    let numbers = text.split(['-', '+']).next()?;
    let mut parts = numbers.split('.').map(|part| part.parse().ok());
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}

/// Below 1.0.0 the second number is what breaks.
fn made(old: Version, new: Version) -> Bump {
    if new.0 > old.0 || old.0 == 0 && new.0 == 0 && new.1 > old.1 {
        Bump::Major
    } else if new.0 == old.0 && new.1 > old.1 || old.0 == 0 && new > old {
        Bump::Minor
    } else {
        Bump::Patch
    }
}

fn next((major, minor, patch): Version, bump: Bump) -> String {
    match (bump, major) {
        (Bump::Major, 0) => format!("0.{}.0", minor + 1),
        (Bump::Major, _) => format!("{}.0.0", major + 1),
        (Bump::Minor, 0) | (Bump::Patch, _) => format!("{major}.{minor}.{}", patch + 1),
        (Bump::Minor, _) => format!("{major}.{}.0", minor + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_semantic_versioning() {
        for (old, new, bump) in [
            ("1.2.3", "2.0.0", Bump::Major),
            ("1.2.3", "1.3.0", Bump::Minor),
            ("1.2.3", "1.2.4", Bump::Patch),
            ("1.2.3", "1.2.3", Bump::Patch),
            ("0.2.3", "0.3.0", Bump::Major),
            ("0.2.3", "0.2.4", Bump::Minor),
            ("0.2.3", "1.0.0", Bump::Major),
            ("2.0.0", "1.9.0", Bump::Patch),
        ] {
            let parsed = parse(old).zip(parse(new));
            assert_eq!(
                parsed.map(|(old, new)| made(old, new)),
                Some(bump),
                "{old} to {new}"
            );
        }
        assert_eq!(parse("1.2.3-rc.1+x"), Some((1, 2, 3)));
        assert_eq!(parse("1.2"), None);
        assert_eq!(parse("1.2.3.4"), None);
    }

    #[test]
    fn the_next_version_is_told() {
        assert_eq!(next((1, 4, 2), Bump::Major), "2.0.0");
        assert_eq!(next((1, 4, 2), Bump::Minor), "1.5.0");
        assert_eq!(next((0, 4, 2), Bump::Major), "0.5.0");
        assert_eq!(next((0, 4, 2), Bump::Minor), "0.4.3");
    }
}
