//! Nim-values of heaps 0, 1, 2, …, in as few bytes as the largest of them needs.

use sprague_limits::{Handle, Stop};

/// A growing list of nim-values. A run that streams forgets a stretch in the middle: its values are never asked for.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set};
/// use sprague_limits::Handle;
///
/// let mut nim = Sequence::new(Rule::subtraction_game(Set::From(1)).expect("it shrinks"));
/// nim.extend_to(100, &Handle::default(), &mut NoCaller).expect("no bound is reached");
/// assert_eq!(nim.values().len(), 100);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    data: Data,
    /// Heaps below this are kept; so are those from `prefix + gone` on.
    prefix: usize,
    gone: usize,
}

/// The numbers themselves: one byte each while all are below 2^8, then two, then four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    /// All values are below 2^8.
    Byte(Vec<u8>),
    /// All values are below 2^16.
    Short(Vec<u16>),
    /// All values are below 2^32.
    Word(Vec<u32>),
}

/// The same work for each width.
macro_rules! each_width {
    ($data:expr, $v:ident => $work:expr) => {
        match $data {
            Data::Byte($v) => $work,
            Data::Short($v) => $work,
            Data::Word($v) => $work,
        }
    };
}

/// The most heaps that are ever kept.
pub(crate) const MOST_HEAPS: u64 = 1 << 32;

impl Default for Values {
    fn default() -> Self {
        Values::from(Data::Byte(Vec::new()))
    }
}

impl From<Data> for Values {
    fn from(data: Data) -> Self {
        Values { data, prefix: usize::MAX, gone: 0 }
    }
}

impl Values {
    /// Number of heaps known, with those forgotten.
    #[inline]
    pub fn len(&self) -> usize {
        self.gone + each_width!(&self.data, v => v.len())
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values, of a list that has forgotten none; of another one what is kept.
    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// Heaps whose values are kept.
    pub(crate) fn kept(&self) -> usize {
        self.len() - self.gone
    }

    /// Heaps `0..` so many are kept side by side.
    pub(crate) fn known_from_start(&self) -> usize {
        self.prefix.min(self.len())
    }

    /// The heaps kept at the end: from here on nothing is forgotten.
    pub(crate) fn window_start(&self) -> usize {
        if self.gone == 0 { 0 } else { self.prefix + self.gone }
    }

    /// Where the value of heap `n` is.
    #[inline]
    fn place(&self, n: usize) -> usize {
        if n < self.prefix { n } else { n - self.gone }
    }

    /// Where the values of heaps `low..high` are, if all are kept side by side.
    fn stretch(&self, low: usize, high: usize) -> Option<std::ops::Range<usize>> {
        let side_by_side = self.gone == 0 || high <= self.prefix || low >= self.prefix + self.gone;
        (side_by_side && high <= self.len()).then(|| self.place(low)..self.place(low) + (high - low))
    }

    /// The value of heap `n`, which must be known and kept.
    #[inline]
    pub(crate) fn get(&self, n: usize) -> u32 {
        let n = self.place(n);
        match &self.data {
            Data::Byte(v) => v[n].into(),
            Data::Short(v) => v[n].into(),
            Data::Word(v) => v[n],
        }
    }

    /// Appends a value.
    #[inline]
    pub(crate) fn push(&mut self, value: u32) {
        match &mut self.data {
            Data::Byte(v) if value < 1 << 8 => v.push(value as u8),
            Data::Short(v) if value < 1 << 16 => v.push(value as u16),
            Data::Word(v) => v.push(value),
            _ => {
                self.widen(value);
                self.push(value);
            }
        }
    }

    #[cold]
    #[allow(clippy::useless_conversion)] // One of the three widths is u32 already.
    fn widen(&mut self, value: u32) {
        self.data = match &self.data {
            Data::Byte(v) if value < 1 << 16 => Data::Short(v.iter().map(|&x| x.into()).collect()),
            data => Data::Word(each_width!(data, v => v.iter().map(|&x| u32::from(x)).collect())),
        };
    }

    /// Makes room for heaps below `n`, a quarter more than there is at least, so that growth is never by doubling:
    /// the longest runs fill a good part of the memory.
    pub(crate) fn reserve_to(&mut self, n: usize, h: &Handle) -> Result<(), Stop> {
        let n = n - self.gone;
        let (len, capacity, width) = match &self.data {
            Data::Byte(v) => (v.len(), v.capacity(), 1),
            Data::Short(v) => (v.len(), v.capacity(), 2),
            Data::Word(v) => (v.len(), v.capacity(), 4),
        };
        if n <= capacity {
            return Ok(());
        }
        let more = n.max(len + len / 4) - len;
        h.reserve((len + more) * width)?;
        each_width!(&mut self.data, v => v.reserve_exact(more));
        Ok(())
    }

    /// All values in order, of a list that has forgotten none.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.get(n))
    }

    /// A list that has forgotten all but the first `prefix` and the last `window` values of this one.
    pub(crate) fn ends(&self, prefix: usize, window: usize) -> Values {
        let mut ends = self.clone_of(0, prefix);
        let start = self.len() - window;
        let tail = self.clone_of(start, self.len());
        match (&mut ends.data, tail.data) {
            (Data::Byte(a), Data::Byte(b)) => a.extend(b),
            (Data::Short(a), Data::Short(b)) => a.extend(b),
            (Data::Word(a), Data::Word(b)) => a.extend(b),
            _ => {}
        }
        (ends.prefix, ends.gone) = (prefix, start - prefix);
        ends
    }

    fn clone_of(&self, low: usize, high: usize) -> Values {
        let range = self.stretch(low, high).unwrap_or(0..0);
        Values::from(match &self.data {
            Data::Byte(v) => Data::Byte(v[range].to_vec()),
            Data::Short(v) => Data::Short(v[range].to_vec()),
            Data::Word(v) => Data::Word(v[range].to_vec()),
        })
    }

    /// Forgets more, so that of the end only the last `window` values are kept.
    pub(crate) fn forget(&mut self, window: usize) {
        let first = self.len() - window;
        if self.gone == 0 || first <= self.window_start() {
            return;
        }
        let by = first - self.window_start();
        let prefix = self.prefix;
        each_width!(&mut self.data, v => {
            v.copy_within(prefix + by.., prefix);
            v.truncate(v.len() - by);
        });
        self.gone += by;
    }

    /// Whether the values in the two ranges of length `len` are equal, which are both known.
    pub(crate) fn same(&self, a: usize, b: usize, len: usize) -> bool {
        let (Some(a), Some(b)) = (self.stretch(a, a + len), self.stretch(b, b + len)) else { return false };
        each_width!(&self.data, v => v[a] == v[b])
    }

    /// Calls `meet` with the values `G(a) xor G(m - a)` for `low <= a < high`, high <= m; false if some are forgotten.
    #[inline]
    #[allow(clippy::useless_conversion)] // As above.
    pub(crate) fn pairs(&self, m: usize, low: usize, high: usize, mut meet: impl FnMut(u32)) -> bool {
        let (Some(small), Some(large)) = (self.stretch(low, high), self.stretch(m + 1 - high, m + 1 - low)) else {
            return false;
        };
        each_width!(&self.data, v => {
            for (&a, &b) in v[small].iter().zip(v[large].iter().rev()) {
                meet((a ^ b).into());
            }
        });
        true
    }
}

/// A set of nim-values as a bit set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// Adds a value.
    #[inline]
    pub(crate) fn insert(&mut self, v: u32) {
        let word = (v / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (v % 64);
    }

    /// Adds all values of another set.
    pub(crate) fn add(&mut self, other: &ValueSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Adds `g xor v` for every `v` of another set: words change places by the high bits of `g`, bits within a word
    /// by the low ones.
    pub(crate) fn add_xor(&mut self, other: &ValueSet, g: u32) {
        let (high, low) = ((g / 64) as usize, g % 64);
        for (i, &word) in other.words.iter().enumerate() {
            if word != 0 {
                let to = i ^ high;
                if to >= self.words.len() {
                    self.words.resize(to + 1, 0);
                }
                self.words[to] |= xor_bits(word, low);
            }
        }
    }

    /// Its values, rising.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0u32..)
            .zip(&self.words)
            .flat_map(|(i, &word)| (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| 64 * i + b))
    }

    /// How many words it takes.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    /// The least value that is missing.
    pub(crate) fn mex(&self) -> u32 {
        for (i, &word) in self.words.iter().enumerate() {
            if word != u64::MAX {
                return i as u32 * 64 + word.trailing_ones();
            }
        }
        self.words.len() as u32 * 64
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }
}

/// The set `{v xor g}` of a set of values below 64, `g` below 64.
#[inline]
pub(crate) fn xor_bits(mut word: u64, g: u32) -> u64 {
    const KEEP: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, keep) in KEEP.iter().enumerate() {
        if g >> bit & 1 == 1 {
            let s = 1 << bit;
            word = (word & keep) << s | (word >> s) & keep;
        }
    }
    word
}
