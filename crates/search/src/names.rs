//! Keys of sums: 128 bits for each part and for the value beside them.
//!
//! No two sums share a key, but with a chance of one in 2^128. By default the bits come from the numbers that positions and values have
//! in this run. In a search that lasts they come from the names of positions ([`Rules::name`](crate::Rules::name)) and from the canonical
//! forms of values, which are the same in every run, whatever was met first.

use crate::parts::Terms;
use rustc_hash::FxHashMap;
use sprague_games::{Game, Store, View};
use sprague_limits::{Handle, Stop, with_stack};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
pub struct Names {
    lasting: Option<Lasting>,
}

#[derive(Default)]
struct Lasting {
    /// Different for each search of this process: no position without a name looks like one of another search.
    salt: u64,
    /// By number.
    names: Vec<u128>,
    numbers: FxHashMap<u128, u32>,
    values: FxHashMap<Game, u128>,
    /// A position has no name: then nothing can be kept.
    nameless: bool,
}

impl Names {
    pub fn lasting() -> Names {
        static SEARCHES: AtomicU64 = AtomicU64::new(0);
        let salt = SEARCHES.fetch_add(1, Ordering::Relaxed);
        Names { lasting: Some(Lasting { salt, ..Lasting::default() }) }
    }

    /// The key of a question about a nim-value: not that of any sum.
    pub fn nim_key(&self, id: u32, n: u64) -> u128 {
        mixed(mixed(self.of(id).unwrap_or(u128::from(id)), 5), n)
    }

    /// Whether keys mean the same in another run.
    pub fn last(&self) -> bool {
        self.lasting.as_ref().is_some_and(|lasting| !lasting.nameless)
    }

    /// Notes the name of the position with the next number.
    pub fn add(&mut self, id: u32, name: impl FnOnce() -> Option<u128>) {
        let Some(lasting) = &mut self.lasting else { return };
        let name = name();
        lasting.nameless |= name.is_none();
        let name = name.unwrap_or_else(|| mixed(word(u64::from(id)), lasting.salt));
        lasting.names.push(name);
        lasting.numbers.insert(name, id);
    }

    /// The name of a position.
    pub fn of(&self, id: u32) -> Option<u128> {
        self.lasting.as_ref()?.names.get(id as usize).copied()
    }

    /// The number of the position with this name.
    pub fn number(&self, name: u128) -> Option<u32> {
        self.lasting.as_ref()?.numbers.get(&name).copied()
    }

    /// The key of a sum: the words of its parts and of its value, added up.
    pub fn key(&mut self, terms: &Terms, store: &Store, h: &Handle) -> Result<u128, Stop> {
        let Some(lasting) = &mut self.lasting else {
            let part = |term: &u32| word(2 * u64::from(*term));
            let rest = word(2 * u64::from(terms.rest.id()) + 1);
            return Ok(terms.parts.iter().map(part).fold(rest, u128::wrapping_add));
        };
        let rest = lasting.value(terms.rest, store, h)?;
        let part = |term: &u32| mixed(lasting.names[(term >> 1) as usize], u64::from(term & 1));
        Ok(terms.parts.iter().map(part).fold(rest, u128::wrapping_add))
    }
}

impl Lasting {
    /// The word of a value, by its canonical form.
    fn value(&mut self, value: Game, store: &Store, h: &Handle) -> Result<u128, Stop> {
        if let Some(&known) = self.values.get(&value) {
            return Ok(known);
        }
        let found = match store.view(value) {
            View::Number(number) => text(mixed(0, 2), &number.to_string()),
            View::NumberUpStar { number, ups, star } => {
                mixed(mixed(text(mixed(0, 3), &number.to_string()), ups.cast_unsigned()), star)
            }
            View::Other => with_stack(|| {
                let mut of = |options: Vec<Game>, from: u128| {
                    // The order of options goes by the numbers of values.
                    let mut words =
                        options.into_iter().map(|g| self.value(g, store, h)).collect::<Result<Vec<_>, Stop>>()?;
                    words.sort_unstable();
                    let both = words.iter().flat_map(|word| [*word as u64, (word >> 64) as u64]);
                    Ok::<_, Stop>(both.fold(mixed(from, words.len() as u64), mixed))
                };
                let left = of(store.left(value, h)?, mixed(0, 4))?;
                of(store.right(value, h)?, left)
            })?,
        };
        self.values.insert(value, found);
        Ok(found)
    }
}

fn text(from: u128, text: &str) -> u128 {
    text.bytes().fold(from, |state, byte| mixed(state, u64::from(byte)))
}

/// A name for what these bytes spell, in a family that `from` stands for: 128 bits, which two spellings share by a chance of one in 2^128 if nobody
/// looks for such. For [`Rules::name`](crate::Rules::name). Cost: ten nanoseconds for eight bytes.
///
/// ```
/// use sprague_search::name;
/// assert_eq!(name(1, b"xo.ox"), name(1, b"xo.ox"));
/// assert_ne!(name(1, b"xo.ox"), name(2, b"xo.ox"));
/// assert_ne!(name(1, b"xo"), name(1, b"xo\0"));
/// ```
pub fn name(from: u128, bytes: &[u8]) -> u128 {
    let (words, rest) = bytes.as_chunks::<8>();
    let all = words.iter().fold(mixed(from, bytes.len() as u64), |state, word| mixed(state, u64::from_le_bytes(*word)));
    rest.iter().fold(all, |state, &byte| mixed(state, u64::from(byte)))
}

/// Takes up a number: each half by itself, so that nothing of what was there is lost.
fn mixed(state: u128, n: u64) -> u128 {
    let high = mix((state >> 64) as u64 ^ n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let low = mix((state as u64).wrapping_add(n.wrapping_add(1).wrapping_mul(0xD1B5_4A32_D192_ED03)));
    u128::from(high) << 64 | u128::from(low)
}

/// Random bits for a number.
fn word(n: u64) -> u128 {
    let high = mix(n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let low = mix(n.wrapping_add(1).wrapping_mul(0xD1B5_4A32_D192_ED03) ^ 0x8CB9_2BA7_2F3D_8DD7);
    u128::from(high) << 64 | u128::from(low)
}

/// Two rounds of the mixing of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}
