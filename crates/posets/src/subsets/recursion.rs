//! What a computation on levels is made of: the classes ([`Space`]), what is stored with one ([`Payload`]) and how it comes from
//! smaller ones ([`Recursion`]), and what is counted meanwhile ([`ClassTally`]).

use super::error::Error;
use super::permute::Word;
use sprague_limits::Stop;

/// What the classes are: downsets of some poset up to some symmetry, as words of 128 bits that are never 0.
pub trait Space: Sync + Sized {
    /// What is counted once for a downset and used for all its additions.
    type Frame;
    /// What is known of a downset before its canonical form is made.
    type Keys: Copy;
    /// The permutation that leads to a canonical form.
    type Route: Copy;
    /// A class while its canonical form is made.
    type Class: Word;
    /// Which canonical forms these are, kept in checkpoints.
    const FORMS: &'static str = "";
    /// Prepares the additions to `d`.
    fn frame(&self, d: u128) -> Self::Frame;
    /// The elements that may be added to `d`.
    fn addable(&self, d: u128) -> u128;
    /// Invariants of the downset with each of these elements added, in place of what is there.
    fn keys(&self, frame: &Self::Frame, ys: &[u32], keys: &mut Vec<Self::Keys>);
    /// The canonical forms of `d` with each of these elements added, and the ways there, in place of what is there.
    fn canonical(
        &self,
        frame: &Self::Frame,
        d: Self::Class,
        ys: &[u32],
        keys: &[Self::Keys],
        forms: &mut Vec<(Self::Class, Self::Route)>,
    );
    /// The code of a class, by which it stands in tables and messages: no other has the same, and none has 0.
    fn code(class: Self::Class) -> u64;
    /// The class of a code.
    fn class(code: u64) -> u128;
    /// Whether a class belongs to the computation; `size` is its number of elements.
    fn contains(&self, _class: u128, _size: u32) -> bool {
        true
    }
    /// Whether a word that was read from somewhere is a class of the computation with `size` elements.
    fn is_class(&self, class: u128, size: u32) -> bool {
        class.count_ones() == size && self.contains(class, size)
    }
    /// Whether a word that was read from somewhere is the code of a class of the computation with `size` elements.
    fn is_code(&self, code: u64, size: u32) -> bool {
        let class = Self::class(code);
        self.is_class(class, size) && self::code::<Self>(class) == code
    }
    /// The classes below one, itself among them, as a space of their own; `None` if there are more than `most` or they
    /// cannot be listed.
    fn below(&self, _class: u128, _most: usize) -> Result<Option<Self>, Stop> {
        Ok(None)
    }
}

/// The code of a class that is there as a word of 128 bits.
pub(super) fn code<S: Space>(class: u128) -> u64 {
    S::code(S::Class::of(class))
}

/// Fixed-size data stored with a class.
pub trait Payload: Copy + Send + Sync + 'static {
    /// What fills free slots.
    const EMPTY: Self;
    /// Words of 64 bits that encode it where the class has so many elements. They depend on nothing else, so that what was kept is read again
    /// whatever takes it up.
    fn words(size: u32) -> usize;
    /// Where it is longer than a line of the cache, something of each line but that of the key: it is read ahead for the sake of its place.
    #[inline]
    fn far(&self) -> u64 {
        0
    }
    /// Writes it into as many words as it takes for its class, or more.
    fn encode(&self, words: &mut [u64]);
    /// Reads what was written into so many words.
    fn decode(words: &[u64]) -> Self;
}

/// Counts of one level, gathered while it is pushed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassTally {
    /// How many classes of the level there are.
    pub classes: u64,
    /// How many classes have each value, where the recursion has values; for counts, sums (see the recursion).
    pub counts: Vec<u64>,
    /// The smallest classes of the largest value, in order.
    pub examples: Vec<u128>,
}

impl ClassTally {
    /// How many examples are kept.
    pub(crate) const EXAMPLES: usize = 8;

    /// Counts a class of this value.
    #[inline]
    pub(crate) fn count(&mut self, value: usize, class: u128) {
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
            self.examples.clear();
        }
        self.counts[value] += 1;
        if value + 1 == self.counts.len()
            && (self.examples.len() < Self::EXAMPLES || self.examples.last().is_some_and(|&last| class < last))
        {
            self.keep(&[class]);
        }
    }

    pub(super) fn absorb(&mut self, other: &ClassTally) {
        self.classes += other.classes;
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
            self.examples.clear();
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        if other.counts.len() == self.counts.len() {
            self.keep(&other.examples);
        }
    }

    /// Keeps the smallest examples, whichever thread met them first.
    fn keep(&mut self, classes: &[u128]) {
        self.examples.extend(classes);
        self.examples.sort_unstable();
        self.examples.truncate(Self::EXAMPLES);
    }
}

/// What is computed.
pub trait Recursion<S: Space>: Sync {
    /// What is stored with a class.
    type Payload: Payload;
    /// What is pushed into a class.
    type Push: Copy + Send;
    /// What a class has ready for its additions.
    type Work;
    /// The same with less room for a class, which is enough up to the level [`Recursion::NARROW_UNTIL`]. It is written like this one.
    type Narrow: Recursion<S>;
    /// A short name, kept in checkpoints.
    const NAME: &'static str;
    /// The last level for which less room is enough.
    const NARROW_UNTIL: u32 = 0;
    /// Whether the entries of a class at sets of three are those of the classes without them, which have to be asked for.
    const READS_BELOW: bool = false;
    /// The same for lower levels.
    fn narrow(&self) -> &Self::Narrow;
    /// The payload is complete: whatever is read off once for a class.
    fn prepare(&self, space: &S, d: u128, payload: &Self::Payload, tally: &mut ClassTally) -> Self::Work;
    /// Whether anything may have to be pushed over `y`, before its keys are made.
    fn promising(&self, _work: &Self::Work, _y: u32) -> bool {
        true
    }
    /// Whether what is promising is to be pushed.
    fn wanted(&self, _work: &Self::Work, _y: u32, _keys: &S::Keys) -> bool {
        true
    }
    /// Pushes what comes over `y`, in one piece or in several, in the coordinates of the canonical form, to which `route` leads.
    fn contribute(
        &self,
        work: &Self::Work,
        y: u32,
        route: &S::Route,
        push: impl FnMut(Self::Push) -> Result<(), Error>,
    ) -> Result<(), Error>;
    /// Takes a contribution into what is there for the class of a code; false when a number does not fit.
    fn take(&self, into: &mut Self::Payload, code: u64, from: &Self::Push) -> bool;
    /// Merges what was taken of some contributions into what was taken of others; false when a number does not fit.
    fn merge(&self, into: &mut Self::Payload, from: &Self::Payload) -> bool;
}
