//! The search for the quotient, heap by heap.
//!
//! In: options of one heap after the other. Out: a quotient of the heaps so far, accepted only when the conditions of
//! `pairs.rs` hold for all of them. A new heap with the option values of an earlier one has its value; else, if some element of the
//! quotient satisfies the conditions in its place, that is its value; else the quotient grows: it is learned anew from a reduced
//! game, in which heaps that are products of earlier ones stand for these. Where a heap turns out to be no such product any more, it
//! becomes a letter of its own. Cost: grows with the order and the number of sums that are played out, both bounded.

use super::Error;
use super::bits::Bits;
use super::heaps::Heaps;
use super::learn::{Learned, Learner, Played};
use super::monoid::{Element, Monoid};
use super::pairs::{Bipartite, Closure, Extended, Kind};
use super::quotient::Quotient;
use super::reduced::{Reduced, Unknown, Word};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::fmt;

/// How far a search goes.
///
/// ```
/// use sprague_misere::Bounds;
/// let bounds = Bounds { order: 1000, ..Bounds::default() };
/// assert!(bounds.positions > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest order of a quotient.
    pub order: usize,
    /// Most sums of heaps that are played out for one heap.
    pub positions: usize,
    /// Most pairs of values and option values in one proof.
    pub pairs: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { order: 400, positions: 2_000_000, pairs: 200_000 }
    }
}

/// Why a search went no further.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Ended, Pushed, Search};
/// let mut search = Search::new(Bounds { order: 1, ..Bounds::default() });
/// search.push(vec![], &Handle::default())?;
/// assert_eq!(search.push(vec![vec![0]], &Handle::default())?, Pushed::Ended(Ended::Order));
/// assert_eq!(search.ended().map(|why| why.to_string()), Some("the order passes the bound".into()));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The quotient has more elements than the bound.
    Order,
    /// More sums would have to be played out than the bound allows.
    Positions,
    /// The proof has more pairs than the bound.
    Pairs,
    /// The next heap has more moves than the bound on sums.
    Moves,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ended::Order => "the order passes the bound",
            Ended::Positions => "too many sums would have to be played out",
            Ended::Pairs => "the proof passes the bound",
            Ended::Moves => "the next heap has too many moves",
        })
    }
}

/// What a new heap did to the quotient.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Pushed, Search};
/// let (mut search, handle) = (Search::new(Bounds::default()), Handle::default());
/// // A heap without a move, one with a move to it, and another one of these.
/// assert_eq!(search.push(vec![], &handle)?, Pushed::Same);
/// assert_eq!(search.push(vec![vec![0]], &handle)?, Pushed::Grown);
/// assert_eq!(search.push(vec![vec![0]], &handle)?, Pushed::Same);
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// Its value was there.
    Same,
    /// The quotient is another one now.
    Grown,
    /// Nothing: the quotient is still that of the heaps before, and takes no more.
    Ended(Ended),
}

/// A search under way.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Pushed, Search};
/// let (mut search, handle) = (Search::new(Bounds::default()), Handle::default());
/// // Nim: from every heap to every smaller one. The quotients have 1, 2, 6, 6, 10 elements.
/// let orders: Vec<usize> = (0..5)
///     .map(|n| {
///         search.push((0..n).map(|k| vec![k]).collect(), &handle)?;
///         Ok(search.quotient().monoid().order())
///     })
///     .collect::<Result<_, sprague_misere::Error>>()?;
/// assert_eq!(orders, [1, 2, 6, 6, 10]);
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    bounds: Bounds,
    heaps: Heaps,
    now: State,
    ended: Option<Ended>,
}

/// A quotient that holds for all heaps so far, and how the next search may use it.
#[derive(Clone, Debug)]
struct State {
    quotient: Bipartite,
    /// Of each heap: its value, and the values of its options.
    f: Vec<Element>,
    e: Vec<Bits>,
    /// The first heap with these option values.
    first: FxHashMap<Bits, usize>,
    closure: Closure,
    /// Heaps that are no products of earlier ones, and of every heap the letters that it is the product of.
    letters: Vec<usize>,
    words: Vec<Vec<usize>>,
    /// Of each element: letters.
    representatives: Vec<Vec<usize>>,
    /// Sums of heaps that tell elements apart.
    contexts: Vec<Vec<usize>>,
}

/// Where a proof failed.
enum Failure {
    /// This sum of letters, or an option of it, has another outcome than learned.
    Refuted(Vec<usize>),
    /// This heap is no sum of those letters.
    Apart(usize),
}

enum Proved {
    Holds(Box<State>),
    Fails(Failure),
    Large,
}

impl Search {
    /// A search that has no heap yet.
    pub fn new(bounds: Bounds) -> Search {
        let trivial = Monoid::from_table(&[vec![0]]).expect("one element");
        let quotient = Bipartite::new(trivial, Bits::none(1));
        let closure = Closure::new(&quotient, bounds.pairs);
        let now = State {
            quotient,
            f: Vec::new(),
            e: Vec::new(),
            first: FxHashMap::default(),
            closure,
            letters: Vec::new(),
            words: Vec::new(),
            representatives: vec![Vec::new()],
            contexts: Vec::new(),
        };
        Search { bounds, heaps: Heaps::default(), now, ended: None }
    }

    /// The heaps so far.
    pub fn heaps(&self) -> &Heaps {
        &self.heaps
    }

    /// Why the last heap was not taken in, if it was not.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The quotient of the heaps so far.
    pub fn quotient(&self) -> Quotient {
        let q = &self.now.quotient;
        let p = q.monoid.elements().map(|x| q.p.contains(x)).collect();
        Quotient::from_parts(q.monoid.clone(), p, self.now.f.clone()).expect("the values are elements")
    }

    /// How many heaps the quotient knows.
    pub fn known(&self) -> usize {
        self.now.f.len()
    }

    /// The value of a heap, an element of the quotient as it is now.
    pub(crate) fn values(&self) -> &[Element] {
        &self.now.f
    }

    /// Takes the next heap in. An error leaves the search as it was before.
    pub fn push(&mut self, options: Vec<Vec<usize>>, handle: &Handle) -> Result<Pushed, Error> {
        if let Some(ended) = self.ended {
            return Ok(Pushed::Ended(ended));
        }
        let mut heaps = std::mem::take(&mut self.heaps);
        let pushed = heaps.push(options).and_then(|n| self.take_in(&heaps, n, handle));
        if pushed.is_err() || matches!(pushed, Ok(Pushed::Ended(_))) {
            heaps.truncate(self.now.f.len());
        }
        self.heaps = heaps;
        if let Ok(Pushed::Ended(ended)) = pushed {
            self.ended = Some(ended);
        }
        pushed
    }

    fn take_in(&mut self, heaps: &Heaps, n: usize, h: &Handle) -> Result<Pushed, Error> {
        let e = values_of_options(&self.now.quotient, heaps, n, &self.now.f, h)?;
        if let Some(&same) = self.now.first.get(&e) {
            let (f, word) = (self.now.f[same], self.now.words[same].clone());
            self.now.add(f, e, word);
            return Ok(Pushed::Same);
        }
        if e.is_empty() {
            self.now.add(0, e, Vec::new());
            return Ok(Pushed::Same);
        }
        for x in self.now.quotient.monoid.elements() {
            h.tick()?;
            let q = &self.now.quotient;
            if q.move_within_p(x, &e).is_some() {
                continue;
            }
            let mut closure = self.now.closure.clone();
            match closure.extend(q, Kind { heap: n, f: x, e: e.clone() }, h)? {
                Extended::Holds => {
                    let word = self.now.representatives[x as usize].clone();
                    self.now.closure = closure;
                    self.now.add(x, e, word);
                    return Ok(Pushed::Same);
                }
                Extended::Large => return Ok(Pushed::Ended(Ended::Pairs)),
                Extended::Fails(_) => {}
            }
        }
        match self.enlarge(heaps, n, h) {
            Ok(Ok(state)) => {
                self.now = *state;
                Ok(Pushed::Grown)
            }
            Ok(Err(ended)) => Ok(Pushed::Ended(ended)),
            Err(stop) => Err(Error::Stop(stop)),
        }
    }

    /// A quotient with the heap `n`, which has no value in the one before.
    fn enlarge(&self, heaps: &Heaps, n: usize, h: &Handle) -> Result<Result<Box<State>, Ended>, Stop> {
        let now = &self.now;
        let mut letters = now.letters.clone();
        letters.push(n);
        let mut words = now.words.clone();
        words.push(vec![n]);
        let mut contexts = now.contexts.clone();
        let mut level = 0;
        loop {
            h.tick()?;
            let alphabet = Alphabet { letters: &letters };
            let values: Vec<Element> = letters[..letters.len() - 1].iter().map(|&l| now.f[l]).collect();
            let Some(options) = alphabet.options(heaps, &words) else { return Ok(Err(Ended::Positions)) };
            let mut game = Reduced::new(options, &now.quotient, &values, self.bounds.positions);
            let known = contexts.iter().filter_map(|c| alphabet.word(c)).collect();
            let mut learner = Learner::new(known, game.empty(), self.bounds.order);
            let apart = loop {
                let learned = match learner.learn(&mut game, h) {
                    Ok(learned) => learned,
                    Err(Unknown::Stop(stop)) => return Err(stop),
                    Err(Unknown::Order) => return Ok(Err(Ended::Order)),
                    Err(Unknown::Positions) => return Ok(Err(Ended::Positions)),
                };
                match self.prove(heaps, &alphabet, &mut words, &learned, h)? {
                    Proved::Holds(mut state) => {
                        state.contexts = learner.contexts.iter().map(|c| alphabet.heaps(c)).collect();
                        return Ok(Ok(state));
                    }
                    Proved::Large => return Ok(Err(Ended::Pairs)),
                    Proved::Fails(Failure::Apart(heap)) => break Some(heap),
                    Proved::Fails(Failure::Refuted(sum)) => {
                        match refute(&mut learner, &mut game, &alphabet, &learned, &sum, h) {
                            Ok(true) => {}
                            Ok(false) => break None,
                            Err(Unknown::Stop(stop)) => return Err(stop),
                            Err(Unknown::Order) => return Ok(Err(Ended::Order)),
                            Err(Unknown::Positions) => return Ok(Err(Ended::Positions)),
                        }
                    }
                }
            };
            contexts = learner.contexts.iter().map(|c| alphabet.heaps(c)).collect();
            let before = letters.len();
            match apart {
                Some(heap) if !letters.contains(&heap) => letters.push(heap),
                // The reduced game does not say what is wrong: fewer heaps stand for others, at last none.
                _ if level < 2 => {
                    level += 1;
                    let mut seen = rustc_hash::FxHashSet::default();
                    letters = (0..=n)
                        .filter(|&k| k == n || level == 2 || seen.insert(now.f[k]))
                        .filter(|&k| heaps.options(k).next().is_some())
                        .collect();
                    for k in 0..=n {
                        let first = || letters.iter().find(|&&l| l < n && now.f[l] == now.f[k]).copied();
                        words[k] = match letters.contains(&k) {
                            true => vec![k],
                            false if heaps.options(k).next().is_none() => Vec::new(),
                            false => first().into_iter().collect(),
                        };
                    }
                }
                _ => return Ok(Err(Ended::Positions)),
            }
            letters.sort_unstable();
            letters.dedup();
            if let Some(heap) = apart {
                words[heap] = vec![heap];
            }
            if letters.len() == before && level == 0 {
                return Ok(Err(Ended::Positions));
            }
        }
    }

    /// Whether what was learned holds for the full list of heaps.
    fn prove(
        &self,
        heaps: &Heaps,
        alphabet: &Alphabet,
        words: &mut [Vec<usize>],
        learned: &Learned<Bipartite>,
        h: &Handle,
    ) -> Result<Proved, Stop> {
        let q = &learned.quotient;
        let value = |word: &[usize]| {
            word.iter().fold(0, |x, heap| {
                let at = alphabet.letters.binary_search(heap).expect("words have letters of the alphabet only");
                q.monoid.times(x, learned.values[at])
            })
        };
        let (mut f, mut e): (Vec<Element>, Vec<Bits>) = (Vec::new(), Vec::new());
        let mut first: FxHashMap<Bits, usize> = FxHashMap::default();
        for k in 0..words.len() {
            let options = values_of_options(q, heaps, k, &f, h)?;
            let is_letter = alphabet.letters.binary_search(&k).is_ok();
            match first.get(&options) {
                Some(&same) if !is_letter => {
                    words[k] = words[same].clone();
                    f.push(f[same]);
                }
                _ => {
                    f.push(value(&words[k]));
                    first.entry(options.clone()).or_insert(k);
                }
            }
            e.push(options);
        }
        let mut closure = Closure::new(q, self.bounds.pairs);
        let others = (0..words.len()).filter(|k| alphabet.letters.binary_search(k).is_err());
        for k in alphabet.letters.iter().copied().chain(others) {
            h.tick()?;
            let is_letter = alphabet.letters.binary_search(&k).is_ok();
            if let Some(z) = q.move_within_p(f[k], &e[k]) {
                return Ok(Proved::Fails(if is_letter {
                    let mut sum = alphabet.heaps(&learned.words[z as usize]);
                    sum.push(k);
                    Failure::Refuted(sum)
                } else {
                    Failure::Apart(k)
                }));
            }
            match closure.extend(q, Kind { heap: k, f: f[k], e: e[k].clone() }, h)? {
                Extended::Holds => {}
                Extended::Large => return Ok(Proved::Large),
                Extended::Fails(sum) => return Ok(Proved::Fails(blame(q, alphabet, words, &f, &e, sum))),
            }
        }
        let (letters, words, representatives) = generate(&q.monoid, &f);
        let state =
            State { quotient: q.clone(), f, e, first, closure, letters, words, representatives, contexts: Vec::new() };
        Ok(Proved::Holds(Box::new(state)))
    }
}

impl State {
    fn add(&mut self, f: Element, e: Bits, word: Vec<usize>) {
        let n = self.f.len();
        self.first.entry(e.clone()).or_insert(n);
        self.f.push(f);
        self.e.push(e);
        self.words.push(word);
    }
}

/// The heaps that are letters, in increasing order.
struct Alphabet<'a> {
    letters: &'a [usize],
}

impl Alphabet<'_> {
    fn word(&self, sum: &[usize]) -> Option<Word> {
        sum.iter()
            .try_fold(Word::empty(self.letters.len()), |word, heap| word.with(self.letters.binary_search(heap).ok()?))
    }

    fn heaps(&self, word: &Word) -> Vec<usize> {
        self.letters.iter().enumerate().flat_map(|(i, &l)| std::iter::repeat_n(l, word.count(i))).collect()
    }

    fn options(&self, heaps: &Heaps, words: &[Vec<usize>]) -> Option<Vec<Vec<Word>>> {
        let of = words.iter().map(|word| self.word(word)).collect::<Option<Vec<Word>>>()?;
        self.letters
            .iter()
            .map(|&l| {
                let sum = |option: &[u32]| {
                    let empty = Word::empty(self.letters.len());
                    option.iter().try_fold(empty, |word, &part| word.plus(&of[part as usize]))
                };
                let mut options = heaps.options(l).map(sum).collect::<Option<Vec<Word>>>()?;
                options.sort_unstable();
                options.dedup();
                Some(options)
            })
            .collect()
    }
}

/// The values of the options of a heap, given those of the heaps before it.
fn values_of_options(q: &Bipartite, heaps: &Heaps, n: usize, f: &[Element], h: &Handle) -> Result<Bits, Stop> {
    let mut e = Bits::none(q.order());
    for option in heaps.options(n) {
        h.tick()?;
        e.insert(option.iter().fold(0, |x, &part| q.monoid.times(x, f[part as usize])));
    }
    Ok(e)
}

/// Which heap of a sum that has no winning move, though it should, is no sum of letters; if none is, the outcome of the sum
/// of letters was learned wrong.
fn blame(
    q: &Bipartite,
    alphabet: &Alphabet,
    words: &[Vec<usize>],
    f: &[Element],
    e: &[Bits],
    mut sum: Vec<usize>,
) -> Failure {
    let holds = |sum: &[usize]| {
        let (y, options) = sum.iter().fold((0, Bits::none(q.order())), |(y, options), &k| {
            let mut both = q.shift(f[k], &options);
            both.add(&q.shift(y, &e[k]));
            (q.monoid.times(y, f[k]), both)
        });
        if options.is_empty() { !q.p.contains(y) } else { q.p.contains(y) || options.meets(&q.p) }
    };
    while let Some(i) = sum.iter().position(|k| alphabet.letters.binary_search(k).is_err()) {
        let heap = sum.swap_remove(i);
        sum.extend(&words[heap]);
        if holds(&sum) {
            return Failure::Apart(heap);
        }
    }
    Failure::Refuted(sum)
}

/// A new context, from a sum that was learned wrong or has an option that was.
fn refute(
    learner: &mut Learner,
    game: &mut Reduced,
    alphabet: &Alphabet,
    learned: &Learned<Bipartite>,
    sum: &[usize],
    h: &Handle,
) -> Result<bool, Unknown> {
    let word = alphabet.word(sum).ok_or(Unknown::Positions)?;
    let mut all = vec![word.clone()];
    for letter in (0..game.letters()).filter(|&letter| word.count(letter) > 0) {
        let rest = word.without(letter);
        for option in &game.options[letter] {
            all.push(rest.plus(option).ok_or(Unknown::Positions)?);
        }
    }
    let q = &learned.quotient;
    for word in all {
        let powers = learned.values.iter().enumerate().map(|(letter, &v)| q.monoid.power(v, word.count(letter) as u64));
        let value = powers.fold(0, |x, y| q.monoid.times(x, y));
        if game.is_p(&word, h)? != q.p.contains(value) {
            return learner.refute(game, learned, &word, h);
        }
    }
    Ok(false)
}

/// The heaps that are no products of earlier ones; every heap as such a product, and every element.
pub(crate) fn generate(monoid: &Monoid, f: &[Element]) -> (Vec<usize>, Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut letters: Vec<usize> = Vec::new();
    let mut reached = vec![None; monoid.order()];
    reached[0] = Some(Vec::new());
    let mut words = Vec::with_capacity(f.len());
    for (heap, &value) in f.iter().enumerate() {
        if reached[value as usize].is_none() {
            letters.push(heap);
            // The shortest products, of two equally short ones that of earlier letters.
            reached.fill(None);
            reached[0] = Some(Vec::new());
            let mut queue = vec![0];
            let mut next = 0;
            while let Some(&x) = queue.get(next) {
                next += 1;
                let word: Vec<usize> = reached[x as usize].clone().unwrap_or_default();
                for &letter in &letters {
                    let y = monoid.times(x, f[letter]);
                    if reached[y as usize].is_none() {
                        let mut longer = word.clone();
                        longer.push(letter);
                        reached[y as usize] = Some(longer);
                        queue.push(y);
                    }
                }
            }
        }
        words.push(reached[value as usize].clone().unwrap_or_default());
    }
    let representatives = reached.into_iter().map(Option::unwrap_or_default).collect();
    (letters, words, representatives)
}
