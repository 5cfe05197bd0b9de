//! "Did you mean": the nearest of the names that would be legal.

/// Names longer than this are not compared; nobody mistypes them by a letter.
const MAX_LENGTH: usize = 64;

/// The candidate nearest to `word`: one edit away for words of up to four
/// letters, else two. A swap of neighbours is one edit, and a difference in
/// case alone is always near.
///
/// ```
/// let names = ["struct", "service"];
/// assert_eq!(yar_idl::suggest::nearest("sruct", names.into_iter()), Some("struct"));
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if word.chars().count() <= 4 { 1 } else { 2 };
    candidates
        .filter_map(|candidate| {
            let distance = if candidate.eq_ignore_ascii_case(word) {
                0
            } else {
                distance(word, candidate)?
            };
            (distance <= limit).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words, or
/// `None` when they are certainly far apart.
fn distance(left: &str, right: &str) -> Option<usize> {
    if left.len() > MAX_LENGTH || right.len() > MAX_LENGTH || left.len().abs_diff(right.len()) > 2 {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut previous_left = None;
    for (row, from) in left.bytes().enumerate() {
        let mut current = vec![row + 1];
        let mut previous_right = None;
        for (column, to) in right.bytes().enumerate() {
            let replaced = last.get(column)? + usize::from(from != to);
            let mut best = replaced
                .min(last.get(column + 1)? + 1)
                .min(current.last()? + 1);
            if previous_left == Some(to) && previous_right == Some(from) {
                let swapped = before_last.get(column.checked_sub(1)?)? + 1;
                best = best.min(swapped);
            }
            current.push(best);
            previous_right = Some(to);
        }
        before_last = std::mem::replace(&mut last, current);
        previous_left = Some(from);
    }
    last.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_with_swaps_as_one() {
        for (left, right, expected) in [
            ("Usr", "User", 1),
            ("sruct", "struct", 1),
            ("Sttas", "Stats", 1),
            ("abc", "abc", 0),
            ("abcd", "badc", 2),
            ("kitten", "sitten", 1),
        ] {
            assert_eq!(distance(left, right), Some(expected), "{left} {right}");
        }
    }

    #[test]
    fn short_words_must_be_nearer() {
        let names = ["User", "Money"];
        assert_eq!(nearest("Usr", names.into_iter()), Some("User"));
        assert_eq!(nearest("Ur", names.into_iter()), None);
        assert_eq!(nearest("Monye", names.into_iter()), Some("Money"));
        assert_eq!(nearest("MONEY", names.into_iter()), Some("Money"));
        assert_eq!(nearest("Order", names.into_iter()), None);
    }
}
