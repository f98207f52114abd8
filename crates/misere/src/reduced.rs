//! A smaller game to learn from: only some heaps, the letters, are kept; every other heap is replaced by a sum of
//! letters that it is believed to be as good as.
//!
//! In: the letters, the options of each as words, the quotient of everything before the newest letter. Out: outcomes of sums
//! of letters in misère play, by play; sums without the newest letter are looked up in the quotient. Whether the
//! belief was right is not asked here: what is learned from this game is verified for the full list of heaps.

use super::bits::Bits;
use super::learn::Played;
use super::monoid::{Element, Monoid};
use super::pairs::Bipartite;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sprague_limits::{Handle, Stop, with_stack};

/// How many of each letter, at most 127: a byte each, eight to a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Word(SmallVec<[u64; 3]>);

/// The highest bit of every byte; none is set in a word.
const FULL: u64 = 0x8080_8080_8080_8080;

impl Word {
    /// No letter, of an alphabet of so many.
    pub(crate) fn empty(letters: usize) -> Word {
        Word(SmallVec::from_elem(0, letters.div_ceil(8)))
    }

    /// How many of a letter.
    pub(crate) fn count(&self, letter: usize) -> usize {
        usize::from((self.0[letter / 8] >> (letter % 8 * 8)) as u8)
    }

    /// One more of a letter; `None` beyond 127.
    pub(crate) fn with(&self, letter: usize) -> Option<Word> {
        let mut more = self.clone();
        more.0[letter / 8] += 1 << (letter % 8 * 8);
        (more.0[letter / 8] & FULL == 0).then_some(more)
    }

    /// One less of a letter that is there.
    pub(crate) fn without(&self, letter: usize) -> Word {
        let mut less = self.clone();
        less.0[letter / 8] -= 1 << (letter % 8 * 8);
        less
    }

    /// The sum of two words; `None` beyond 127 of one letter.
    pub(crate) fn plus(&self, other: &Word) -> Option<Word> {
        let mut sum = self.clone();
        let mut full = 0;
        for (a, b) in sum.0.iter_mut().zip(&other.0) {
            *a += b;
            full |= *a & FULL;
        }
        (full == 0).then_some(sum)
    }
}

/// The game of the letters.
pub(crate) struct Reduced<'a> {
    /// Of each letter: its options.
    pub(crate) options: Vec<Vec<Word>>,
    /// The quotient before, and there the powers of each letter but the newest, which is the last.
    before: &'a Bipartite,
    powers: Vec<Vec<Element>>,
    known: FxHashMap<Word, bool>,
    most: usize,
}

/// Why an outcome was not found.
pub(crate) enum Unknown {
    Stop(Stop),
    /// More positions than the bound.
    Positions,
    /// More elements than the bound.
    Order,
}

impl From<Stop> for Unknown {
    fn from(stop: Stop) -> Unknown {
        Unknown::Stop(stop)
    }
}

impl<'a> Reduced<'a> {
    pub(crate) fn new(options: Vec<Vec<Word>>, before: &'a Bipartite, values: &[Element], most: usize) -> Reduced<'a> {
        let powers_of = |&x: &Element| -> Vec<Element> {
            std::iter::successors(Some(0), |&power| Some(before.monoid.times(power, x))).take(128).collect()
        };
        let powers = values.iter().map(powers_of).collect();
        Reduced { options, before, powers, known: FxHashMap::default(), most }
    }

    /// Whether the player who moved last, into this sum, wins.
    pub(crate) fn is_p(&mut self, word: &Word, h: &Handle) -> Result<bool, Unknown> {
        let newest = self.letters() - 1;
        if word.count(newest) == 0 {
            let factors = self.powers.iter().enumerate().map(|(letter, powers)| powers[word.count(letter)]);
            let value = factors.fold(0, |x, y| self.before.monoid.times(x, y));
            return Ok(self.before.p.contains(value));
        }
        if let Some(&known) = self.known.get(word) {
            return Ok(known);
        }
        h.tick()?;
        let mut is_p = true;
        'found: for letter in (0..=newest).rev().filter(|&letter| word.count(letter) > 0) {
            let rest = word.without(letter);
            for i in 0..self.options[letter].len() {
                let Some(option) = rest.plus(&self.options[letter][i]) else { return Err(Unknown::Positions) };
                if with_stack(|| self.is_p(&option, h))? {
                    is_p = false;
                    break 'found;
                }
            }
        }
        if self.known.len() >= self.most {
            return Err(Unknown::Positions);
        }
        self.known.insert(word.clone(), is_p);
        Ok(is_p)
    }
}

impl Played for Reduced<'_> {
    type Quotient = Bipartite;
    const BITS: usize = 1;

    fn letters(&self) -> usize {
        self.options.len()
    }

    fn outcome(&mut self, word: &Word, h: &Handle) -> Result<u8, Unknown> {
        self.is_p(word, h).map(u8::from)
    }

    fn quotient(monoid: Monoid, outcomes: &[u8]) -> Bipartite {
        let mut p = Bits::none(monoid.order());
        (0..).zip(outcomes).filter(|(_, is_p)| **is_p == 1).for_each(|(x, _)| p.insert(x));
        Bipartite::new(monoid, p)
    }

    fn monoid(quotient: &Bipartite) -> &Monoid {
        &quotient.monoid
    }
}
