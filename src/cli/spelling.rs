//! "Did you mean": the nearest of a few known words, by edits (insert, delete, replace, swap neighbours).

/// Least number of edits from `a` to `b`. Cost: product of the lengths.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in table.iter_mut().enumerate() {
        row[0] = i;
    }
    table[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (table[i - 1][j - 1] + differs).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(table[i - 2][j - 2] + 1);
            }
            table[i][j] = best;
        }
    }
    table[a.len()][b.len()]
}

/// The known word that is meant, if one is near enough: a third of its letters may be wrong.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let near = |k: &&str| distance(word, k) <= k.trim_start_matches('-').chars().count().div_ceil(3);
    known.into_iter().filter(near).min_by_key(|k| distance(word, k))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits() {
        assert_eq!(distance("chekc", "check"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("--stesp", ["--steps", "--time"]), Some("--steps"));
        assert_eq!(nearest("banana", ["eval", "doc"]), None);
    }
}
