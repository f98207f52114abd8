//! "Did you mean": what is nearest by edits (insert, delete, replace, swap neighbours).

use strsim::osa_distance;

/// The known word of a command that is meant, if one is near enough: a third of its letters may be wrong.
pub fn word<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST_COMPARED {
        return None;
    }
    let near = |k: &&str| osa_distance(word, k) <= k.trim_start_matches('-').chars().count().div_ceil(3);
    known.into_iter().filter(near).min_by_key(|k| osa_distance(word, k))
}

/// Names longer than this are not compared with others.
const LONGEST_COMPARED: usize = 64;

/// A bit for each letter that occurs. A letter that is changed, left out or added changes at most one bit of each.
fn letters(name: &str) -> u64 {
    name.chars().flat_map(char::to_lowercase).fold(0, |bits, c| bits | 1 << (u32::from(c) % 64))
}

/// Whether two names differ in that an accent is a character of its own in one, and in the other may be part of its letter.
pub fn accents_apart(a: &str, b: &str) -> bool {
    let clusters = |name: &str| {
        let mut clusters: Vec<String> = Vec::new();
        for c in name.chars() {
            match clusters.last_mut() {
                Some(letter) if ('\u{300}'..='\u{36f}').contains(&c) => letter.push(c),
                _ => clusters.push(c.into()),
            }
        }
        clusters
    };
    let (a, b) = (clusters(a), clusters(b));
    let mut differing = a.iter().zip(&b).filter(|(a, b)| a != b).peekable();
    let accented = |one: &str, other: &str| one.chars().count() == 1 && !one.is_ascii() && other.chars().count() > 1;
    a.len() == b.len() && differing.peek().is_some() && differing.all(|(a, b)| accented(a, b) || accented(b, a))
}

/// The names of a program most like `name`, best first, at most three.
pub fn names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let length = name.chars().count();
    if length > LONGEST_COMPARED {
        return Vec::new();
    }
    // No suggestion is better than a far one.
    let allowed = match length {
        0..=1 => 0,
        2..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    let lower = name.to_lowercase();
    let bits = letters(name);
    let mut found: Vec<(usize, usize, &str)> = known
        .filter(|other| other.len() <= 4 * LONGEST_COMPARED && *other != name)
        .filter_map(|other| {
            if !(name.is_ascii() && other.is_ascii()) && accents_apart(name, other) {
                return Some((0, 0, other));
            }
            // Most names are told apart by their letters, which costs little.
            let others = letters(other);
            let too_many = |bits: u64| bits.count_ones() > allowed;
            let may_go_on = lower.len() >= 4 && other.len() >= lower.len();
            if too_many(bits & !others) || !may_go_on && too_many(others & !bits) {
                return None;
            }
            let other_lower = other.to_lowercase();
            let affix = may_go_on && other_lower.starts_with(&lower);
            let near = other.chars().count().abs_diff(length) <= allowed as usize + 2;
            if !affix && (!near || too_many(others & !bits)) {
                return None;
            }
            let distance = osa_distance(&lower, &other_lower);
            // In a short name a wrong first letter is a wrong name, unless two letters changed places.
            let first = |name: &str| name.chars().next();
            let swapped = bits == others && length == other.chars().count();
            if length <= 4 && !affix && first(&lower) != first(&other_lower) && !swapped {
                return None;
            }
            let as_written = osa_distance(name, other);
            (affix || distance <= allowed as usize).then_some((if affix { 1 } else { distance }, as_written, other))
        })
        .filter(|(distance, _, other)| *distance < other.chars().count().max(2))
        .collect();
    found.sort_unstable();
    found.dedup();
    // Names that are much less alike than the best one would only distract.
    let best = found.first().map_or(0, |best| best.0);
    found
        .into_iter()
        .filter(|(distance, ..)| *distance <= if best == 0 { 0 } else { best + 1 })
        .take(3)
        .map(|(.., other)| other.to_string())
        .collect()
}
