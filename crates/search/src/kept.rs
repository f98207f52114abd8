//! What a search has learnt, as bytes, so that another run goes on from there.
//!
//! In and out: words of 64 bits, little-endian. First values in canonical form, each by its options, which stand before it; then, by their names,
//! positions with their values and with the nim-values that they do not have; then the table: keys of sums with their two numbers.
//! All this is true whatever else is known: a position has one value, and a decided sum is won or lost, however its parts came to their
//! values. Numbers that decide nothing say where to look first. So a search that takes this up answers as one that does not; only
//! how much it knows depends on what was kept. Where the bytes go, and who vouches for them, is the business of a [`Keeper`].

use crate::names::Names;
use crate::parts::Recalled;
use crate::search::Search;
use crate::table::Numbers;
use rustc_hash::FxHashMap;
use sprague_games::{Dyadic, Game, Store, View};
use sprague_limits::{Handle, Stop};
use std::hash::Hash;
use std::io::{self, Write};

/// Writes what a search has learnt.
///
/// ```
/// use sprague_search::Writing;
/// use std::io::Write;
/// let (mut file, mut facts) = (Vec::new(), |out: &mut dyn Write| out.write_all(b"facts"));
/// let writing: Writing<'_> = &mut facts;
/// writing(&mut file)?;
/// assert_eq!(file, b"facts");
/// # Ok::<(), std::io::Error>(())
/// ```
pub type Writing<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// A place where a search is kept while it goes on.
///
/// ```
/// use sprague_search::{Keeper, Writing};
///
/// /// Keeps the newest in memory.
/// struct Newest(Vec<u8>);
///
/// impl Keeper for Newest {
///     fn is_due(&mut self) -> bool { true }
///     fn keep(&mut self, write: Writing<'_>) {
///         self.0.clear();
///         write(&mut self.0).expect("memory can be written");
///     }
/// }
/// ```
pub trait Keeper {
    /// Whether it is time to keep what there is. This is asked every few hundred sums.
    fn is_due(&mut self) -> bool;

    /// Keeps what `write` writes.
    fn keep(&mut self, write: Writing<'_>);
}

/// No value.
const NONE: u64 = u64::MAX;

impl<P: Clone + Eq + Hash> Search<P> {
    /// A search whose keys mean the same in another run, so that it can be kept: its rules have names for positions.
    ///
    /// ```
    /// use sprague_games::Store;
    /// use sprague_limits::{Handle, Stop};
    /// use sprague_search::Search;
    /// let (store, mut kept) = (Store::new(), Vec::new());
    /// assert!(Search::<u32>::new(1 << 20).lasting().write(&store, &mut kept).is_ok_and(|written| written));
    /// let mut next = Search::<u32>::new(1 << 20).lasting();
    /// assert!(next.read(&store, &Handle::default(), &kept)?);
    /// # Ok::<(), Stop>(())
    /// ```
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.parts.names = Names::lasting();
        self
    }

    /// Whether it can be kept: it was made to last, all positions that were met have names, and the rules kept their word.
    ///
    /// ```
    /// assert!(!sprague_search::Search::<u32>::new(1 << 20).lasts());
    /// ```
    pub fn lasts(&self) -> bool {
        self.parts.names.last()
    }

    /// From now on it is kept there, or no longer; where it was kept before.
    ///
    /// ```
    /// assert!(sprague_search::Search::<u32>::new(1 << 20).keep_in(None).is_none());
    /// ```
    pub fn keep_in(&mut self, keeper: Option<Box<dyn Keeper>>) -> Option<Box<dyn Keeper>> {
        std::mem::replace(&mut self.keeper, keeper)
    }

    /// Keeps what there is, if it is time.
    pub(crate) fn offer(&mut self, store: &Store) {
        if let Some(mut keeper) = self.keeper.take() {
            if self.lasts() && keeper.is_due() {
                keeper.keep(&mut |to| self.write(store, to).map(drop));
            }
            self.keeper = Some(keeper);
        }
    }

    /// Writes what was learnt; false and nothing if it cannot be kept.
    ///
    /// # Errors
    /// Those of `to`.
    ///
    /// ```
    /// use sprague_games::Store;
    /// let passing = sprague_search::Search::<u32>::new(1 << 20);
    /// assert!(passing.write(&Store::new(), &mut Vec::new()).is_ok_and(|written| !written));
    /// ```
    pub fn write(&self, store: &Store, to: &mut dyn Write) -> io::Result<bool> {
        if !self.lasts() {
            return Ok(false);
        }
        let mut out = io::BufWriter::with_capacity(1 << 16, to);
        let values = Values::of(store, self.parts.learnt().filter_map(|(_, known)| known.value)).map_err(too_deep)?;
        word(&mut out, values.all.len() as u64)?;
        for &value in &values.all {
            values.write(store, value, &mut out)?;
        }
        word(&mut out, self.parts.learnt().count() as u64)?;
        for (name, known) in self.parts.learnt() {
            wide(&mut out, name)?;
            word(&mut out, known.value.map_or(NONE, |value| values.index[&value]))?;
            word(&mut out, known.not)?;
        }
        let table = self.table.held();
        word(&mut out, table.all().count() as u64)?;
        for (key, numbers, work) in table.all() {
            wide(&mut out, key)?;
            word(&mut out, u64::from(numbers.won) | u64::from(numbers.lost) << 32)?;
            word(&mut out, u64::from(work))?;
        }
        out.flush()?;
        Ok(true)
    }

    /// Takes up what was written: beside what is known here, if there is something; false if it makes no sense, and then nothing of it is
    /// used. Whether it is true must be known: no rules can be asked here.
    ///
    /// # Errors
    /// When a bound of the handle is reached.
    ///
    /// ```
    /// use sprague_games::Store;
    /// use sprague_limits::{Handle, Stop};
    /// let mut search = sprague_search::Search::<u32>::new(1 << 20).lasting();
    /// assert!(!search.read(&Store::new(), &Handle::default(), b"something else")?);
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn read(&mut self, store: &Store, h: &Handle, bytes: &[u8]) -> Result<bool, Stop> {
        let mut input = Input(bytes);
        match input.values(store, h)? {
            Some(values) => Ok(self.take_up(input, &values, h)?.is_some()),
            None => Ok(false),
        }
    }

    fn take_up(&mut self, mut input: Input<'_>, values: &[Game], h: &Handle) -> Result<Option<()>, Stop> {
        let Some(parts) = input.count(4) else { return Ok(None) };
        let Some((parts, mut sums)) = input.0.split_at_checked(parts * 32) else { return Ok(None) };
        let mut table = Input(sums);
        let Some(count) = table.count(4) else { return Ok(None) };
        sums = table.0;
        if sums.len() != count * 32 || !parts.len().is_multiple_of(32) {
            return Ok(None);
        }
        // All is looked over before anything is used.
        for record in records(parts) {
            h.tick()?;
            let value = usize::try_from(record[2]).ok().and_then(|i| values.get(i)).copied();
            if value.is_none() && record[2] != NONE {
                return Ok(None);
            }
        }
        for record in records(sums) {
            h.tick()?;
            if record[2] == 0 {
                return Ok(None);
            }
        }
        for record in records(parts) {
            h.tick()?;
            let value = usize::try_from(record[2]).ok().and_then(|i| values.get(i)).copied();
            let (name, known) = (name(record), Recalled { value, not: record[3] });
            match self.parts.named(name) {
                Some(id) => self.parts.recall(id, known),
                None => drop(self.parts.recalled.insert(name, known)),
            }
        }
        for record in records(sums) {
            h.tick()?;
            let key = name(record);
            let numbers = Numbers { won: record[2] as u32, lost: (record[2] >> 32) as u32 };
            if self.table.get(key).is_none_or(|known| known.decided().is_none()) {
                self.table.put(key, numbers, u32::try_from(record[3]).unwrap_or(u32::MAX));
            }
        }
        Ok(Some(()))
    }
}

fn name(record: [u64; 4]) -> u128 {
    u128::from(record[0]) | u128::from(record[1]) << 64
}

/// Four words each.
fn records(bytes: &[u8]) -> impl Iterator<Item = [u64; 4]> {
    let word = |chunk: &[u8; 32], i: usize| u64::from_le_bytes(std::array::from_fn(|k| chunk[8 * i + k]));
    bytes.as_chunks::<32>().0.iter().map(move |chunk| std::array::from_fn(|i| word(chunk, i)))
}

fn word(to: &mut impl Write, word: u64) -> io::Result<()> {
    to.write_all(&word.to_le_bytes())
}

fn wide(to: &mut impl Write, key: u128) -> io::Result<()> {
    to.write_all(&key.to_le_bytes())
}

/// A value as bytes, with all that is below it, if that is not much.
pub fn written(store: &Store, value: Game) -> Option<Vec<u8>> {
    /// More than these are as soon found as read.
    const MOST: usize = 64;
    let values = Values::up_to(MOST, store, std::iter::once(value)).ok()?;
    let mut out = Vec::new();
    word(&mut out, values.all.len() as u64).ok()?;
    values.all.iter().try_for_each(|&value| values.write(store, value, &mut out)).ok()?;
    Some(out)
}

/// The value that such bytes stand for.
pub fn value_of(bytes: &[u8], store: &Store, h: &Handle) -> Result<Option<Game>, Stop> {
    Ok(Input(bytes).values(store, h)?.and_then(|values| values.last().copied()))
}

/// Values with all that is below them, each after its options.
struct Values {
    all: Vec<Game>,
    index: FxHashMap<Game, u64>,
    /// Nothing stops this: it is when bounds are reached that there is something to keep.
    handle: Handle,
}

fn too_deep(_: Stop) -> io::Error {
    io::Error::other("a value is too deep")
}

impl Values {
    fn of(store: &Store, wanted: impl Iterator<Item = Game>) -> Result<Values, Stop> {
        Values::up_to(usize::MAX, store, wanted)
    }

    /// The same if there are no more than so many.
    fn up_to(most: usize, store: &Store, wanted: impl Iterator<Item = Game>) -> Result<Values, Stop> {
        let mut values = Values { all: Vec::new(), index: FxHashMap::default(), handle: Handle::default() };
        let mut pending = Vec::new();
        for value in wanted {
            pending.push((value, false));
            while let Some((value, opened)) = pending.pop() {
                if values.index.contains_key(&value) {
                    continue;
                }
                if values.all.len() + pending.len() >= most {
                    return Err(Stop::TooLarge("values".into()));
                }
                let other = matches!(store.view(value), View::Other);
                if opened || !other {
                    values.index.insert(value, values.all.len() as u64);
                    values.all.push(value);
                } else {
                    pending.push((value, true));
                    let h = &values.handle;
                    let options = store.left(value, h)?.into_iter().chain(store.right(value, h)?);
                    pending.extend(options.map(|option| (option, false)));
                }
            }
        }
        Ok(values)
    }

    /// A number by its numerator's text, which begins with its length, and its exponent; a closed form the same way; else options by their places.
    fn write(&self, store: &Store, value: Game, to: &mut impl Write) -> io::Result<()> {
        let closed = |to: &mut _, kind: u64, number: &Dyadic, ups: i64, star: u64| {
            let text = number.to_string();
            let numerator = text.split('/').next().unwrap_or_default();
            for n in [kind, u64::from(number.exponent()), ups.cast_unsigned(), star, numerator.len() as u64] {
                word(to, n)?;
            }
            numerator.bytes().try_for_each(|byte| word(to, u64::from(byte)))
        };
        match store.view(value) {
            View::Number(number) => closed(to, 0, &number, 0, 0),
            View::NumberUpStar { number, ups, star } => closed(to, 0, &number, ups, star),
            View::Other => {
                let left = store.left(value, &self.handle).map_err(too_deep)?;
                let right = store.right(value, &self.handle).map_err(too_deep)?;
                for n in [1, left.len() as u64, right.len() as u64] {
                    word(to, n)?;
                }
                left.iter().chain(&right).try_for_each(|option| word(to, self.index[option]))
            }
        }
    }
}

/// What is left to be read.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    /// A count of things that take at least so many words each.
    fn count(&mut self, words: usize) -> Option<usize> {
        let count = usize::try_from(self.word()?).ok()?;
        (count <= self.0.len() / 8 / words).then_some(count)
    }

    fn values(&mut self, store: &Store, h: &Handle) -> Result<Option<Vec<Game>>, Stop> {
        let Some(count) = self.count(3) else { return Ok(None) };
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            h.tick()?;
            let value = match self.word() {
                Some(0) => self.closed(store),
                Some(1) => match self.options(&values) {
                    Some([left, right]) => Some(store.canonical(&left, &right, h)?),
                    None => None,
                },
                _ => None,
            };
            let Some(value) = value else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
    }

    fn closed(&mut self, store: &Store) -> Option<Game> {
        let exponent = u32::try_from(self.word()?).ok()?;
        let (ups, star) = (self.word()?.cast_signed(), self.word()?);
        let digits = self.count(1)?;
        let bytes = (0..digits).map(|_| u8::try_from(self.word()?).ok()).collect::<Option<Vec<u8>>>()?;
        let numerator = str::from_utf8(&bytes).ok()?.parse().ok()?;
        Some(store.number_up_star(Dyadic::new(numerator, exponent)?, ups, star))
    }

    fn options(&mut self, values: &[Game]) -> Option<[Vec<Game>; 2]> {
        let (left, right) = (self.count(1)?, self.count(1)?);
        let mut some = |count: usize| {
            (0..count).map(|_| values.get(usize::try_from(self.word()?).ok()?).copied()).collect::<Option<Vec<_>>>()
        };
        Some([some(left)?, some(right)?])
    }
}
