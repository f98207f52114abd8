//! Learning a finite quotient from outcomes: Angluin's table of rows and contexts, for commutative monoids.
//!
//! In: a game of letters that can be played out ([`Played`]). Out: a monoid with its outcomes in which the sums of letters with different rows are the elements, one
//! row for the outcomes beside each context. A product that depends on the order of its factors shows a new context, and so does
//! a sum whose outcome is not what the monoid says. Every new context adds an element, so that a finite quotient is found at last.

use super::monoid::{Element, Monoid};
use super::reduced::{Unknown, Word};
use rustc_hash::FxHashMap;
use sprague_limits::Handle;

/// A game whose sums of letters can be played out.
pub(crate) trait Played {
    /// A monoid with outcomes, as the search wants it.
    type Quotient;

    /// Bits of an outcome, a divisor of 64.
    const BITS: usize;

    /// How many letters there are.
    fn letters(&self) -> usize;

    /// The outcome of a sum.
    fn outcome(&mut self, word: &Word, h: &Handle) -> Result<u8, Unknown>;

    /// A monoid with the outcomes of its elements.
    fn quotient(monoid: Monoid, outcomes: &[u8]) -> Self::Quotient;

    /// The monoid of a quotient.
    fn monoid(quotient: &Self::Quotient) -> &Monoid;

    /// The sum of nothing.
    fn empty(&self) -> Word {
        Word::empty(self.letters())
    }
}

/// What was learned.
#[derive(Clone, Debug)]
pub(crate) struct Learned<Q> {
    pub(crate) quotient: Q,
    /// Of each element: a sum of letters.
    pub(crate) words: Vec<Word>,
    /// The value of each letter.
    pub(crate) values: Vec<Element>,
}

/// The learner: contexts and what they show.
pub(crate) struct Learner {
    pub(crate) contexts: Vec<Word>,
    /// Outcomes beside the contexts, as far as they were asked for.
    rows: FxHashMap<Word, (Vec<u64>, usize)>,
    most: usize,
}

/// Most contexts that one look at the products may add.
const AT_ONCE: usize = 16;

impl Learner {
    /// A learner that gives up beyond `most` elements; it begins with these contexts.
    pub(crate) fn new(mut contexts: Vec<Word>, empty: Word, most: usize) -> Learner {
        if !contexts.contains(&empty) {
            contexts.insert(0, empty);
        }
        Learner { contexts, rows: FxHashMap::default(), most }
    }

    fn row<G: Played>(&mut self, game: &mut G, word: &Word, h: &Handle) -> Result<Vec<u64>, Unknown> {
        let (mut row, known) = self.rows.get(word).cloned().unwrap_or_default();
        row.resize((self.contexts.len() * G::BITS).div_ceil(64), 0);
        for (i, context) in self.contexts.iter().enumerate().skip(known) {
            h.tick()?;
            let sum = word.plus(context).ok_or(Unknown::Positions)?;
            let place = i * G::BITS;
            row[place / 64] |= u64::from(game.outcome(&sum, h)?) << (place % 64);
        }
        if known < self.contexts.len() {
            self.rows.insert(word.clone(), (row.clone(), self.contexts.len()));
        }
        Ok(row)
    }

    /// A monoid that agrees with all rows.
    pub(crate) fn learn<G: Played>(&mut self, game: &mut G, h: &Handle) -> Result<Learned<G::Quotient>, Unknown> {
        loop {
            let letters = game.letters();
            let mut words = vec![game.empty()];
            let mut rows: FxHashMap<Vec<u64>, Element> = FxHashMap::default();
            rows.insert(self.row(game, &words[0], h)?, 0);
            let mut step: Vec<Vec<Element>> = Vec::new();
            let mut parents: Vec<(Element, usize)> = vec![(0, 0)];
            while step.len() < words.len() {
                let from = step.len();
                let mut targets = Vec::with_capacity(letters);
                for letter in 0..letters {
                    let word = words[from].with(letter).ok_or(Unknown::Positions)?;
                    let row = self.row(game, &word, h)?;
                    let new = words.len() as Element;
                    let to = *rows.entry(row).or_insert(new);
                    if to == new {
                        words.push(word);
                        parents.push((from as Element, letter));
                        if words.len() > self.most {
                            return Err(Unknown::Order);
                        }
                    }
                    targets.push(to);
                }
                step.push(targets);
            }
            let found = self.commute(game, &words, &step, h)?;
            if found.is_empty() {
                return table(game, words, &step, &parents, h);
            }
            self.contexts.extend(found);
        }
    }

    /// Contexts that part what is one row now though its products differ.
    fn commute<G: Played>(
        &self,
        game: &mut G,
        words: &[Word],
        step: &[Vec<Element>],
        h: &Handle,
    ) -> Result<Vec<Word>, Unknown> {
        let mut found: Vec<Word> = Vec::new();
        for s in 0..words.len() {
            for a in 0..game.letters() {
                h.tick()?;
                for b in 0..a {
                    let (x, y) = (step[step[s][a] as usize][b], step[step[s][b] as usize][a]);
                    if x == y {
                        continue;
                    }
                    let both = words[s].with(a).and_then(|word| word.with(b)).ok_or(Unknown::Positions)?;
                    for i in 0..self.contexts.len() {
                        let context = self.contexts[i].clone();
                        let mut at = |word: &Word| match word.plus(&context) {
                            Some(sum) => game.outcome(&sum, h),
                            None => Err(Unknown::Positions),
                        };
                        let (at_x, at_y) = (at(&words[x as usize])?, at(&words[y as usize])?);
                        if at_x == at_y {
                            continue;
                        }
                        let letter = if at(&both)? != at_x { b } else { a };
                        let new = context.with(letter).ok_or(Unknown::Positions)?;
                        if !self.contexts.contains(&new) && !found.contains(&new) {
                            found.push(new);
                        }
                        break;
                    }
                    if found.len() >= AT_ONCE {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(found)
    }

    /// A context that a sum with a wrong prediction shows. `None` if play agrees with the prediction.
    pub(crate) fn refute<G: Played>(
        &mut self,
        game: &mut G,
        learned: &Learned<G::Quotient>,
        wrong: &Word,
        h: &Handle,
    ) -> Result<bool, Unknown> {
        let monoid = G::monoid(&learned.quotient);
        let (mut value, mut rest) = (0, wrong.clone());
        let mut before = game.outcome(wrong, h)?;
        while let Some(letter) = (0..game.letters()).find(|&letter| rest.count(letter) > 0) {
            rest = rest.without(letter);
            value = monoid.times(value, learned.values[letter]);
            let sum = learned.words[value as usize].plus(&rest).ok_or(Unknown::Positions)?;
            let after = game.outcome(&sum, h)?;
            if before != after {
                if self.contexts.contains(&rest) {
                    return Ok(false);
                }
                self.contexts.push(rest);
                return Ok(true);
            }
            before = after;
        }
        Ok(false)
    }
}

/// The multiplication table: a product with a letter more is a step more.
fn table<G: Played>(
    game: &mut G,
    words: Vec<Word>,
    step: &[Vec<Element>],
    parents: &[(Element, usize)],
    h: &Handle,
) -> Result<Learned<G::Quotient>, Unknown> {
    let order = words.len();
    h.afford(order * order * 4)?;
    let mut rows = vec![vec![0; order]; order];
    for (x, row) in rows.iter_mut().enumerate() {
        h.ticks(order / 64 + 1)?;
        row[0] = x as Element;
        for y in 1..order {
            let (parent, letter) = parents[y];
            row[y] = step[row[parent as usize] as usize][letter];
        }
    }
    let monoid = Monoid::from_table(&rows).expect("steps lead to elements");
    let outcomes = words.iter().map(|word| game.outcome(word, h)).collect::<Result<Vec<u8>, Unknown>>()?;
    let values = (0..game.letters()).map(|letter| step[0][letter]).collect();
    Ok(Learned { quotient: G::quotient(monoid, &outcomes), words, values })
}
