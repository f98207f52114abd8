//! The search's own proof that a quotient is right: what `docs/misere.md` calls conditions (a) and (b).
//!
//! In: a monoid with its P-portion, and of each heap the value F and the set E of the values of its options. Out: nothing,
//! or where it fails, with heaps that show it. A sum X of heaps gives the pair (F(X), values of its options). Of the pairs with
//! one first entry only the minimal sets are kept: what holds for a set of options holds for every larger one. The pair of a
//! sum without moves is kept apart, for it asks for the opposite.

use super::bits::Bits;
use super::monoid::{Element, Monoid};
use sprague_limits::{Handle, Stop};

/// A monoid with its P-portion.
#[derive(Clone, Debug)]
pub(crate) struct Bipartite {
    pub(crate) monoid: Monoid,
    pub(crate) p: Bits,
    /// Of each x: the z with x z in P.
    pub(crate) to_p: Vec<Bits>,
}

impl Bipartite {
    pub(crate) fn new(monoid: Monoid, p: Bits) -> Bipartite {
        let order = monoid.order();
        let to_p = monoid
            .elements()
            .map(|x| {
                let mut set = Bits::none(order);
                monoid.elements().filter(|&z| p.contains(monoid.times(x, z))).for_each(|z| set.insert(z));
                set
            })
            .collect();
        Bipartite { monoid, p, to_p }
    }

    pub(crate) fn order(&self) -> usize {
        self.monoid.order()
    }

    /// x times every element of a set.
    pub(crate) fn shift(&self, x: Element, set: &Bits) -> Bits {
        let mut shifted = Bits::none(self.order());
        set.iter().for_each(|y| shifted.insert(self.monoid.times(x, y)));
        shifted
    }

    /// Condition (a) for a heap of value f with options e: a sum in P has no option in P. Else a factor that shows it.
    pub(crate) fn move_within_p(&self, f: Element, e: &Bits) -> Option<Element> {
        let from = &self.to_p[f as usize];
        let option = e.iter().find(|&m| self.to_p[m as usize].meets(from))?;
        from.iter().find(|&z| self.to_p[option as usize].contains(z))
    }
}

/// A heap as the conditions see it.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) heap: usize,
    pub(crate) f: Element,
    pub(crate) e: Bits,
}

#[derive(Clone, Debug)]
struct Pair {
    y: Element,
    e: Bits,
    alive: bool,
    /// The pair before, and the kind that was added.
    from: Option<(usize, usize)>,
}

/// All pairs that sums of some kinds of heaps reach.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    kinds: Vec<Kind>,
    pairs: Vec<Pair>,
    /// Of each first entry, and whether the set is empty: its pairs.
    at: Vec<[Vec<usize>; 2]>,
    most: usize,
}

/// What an extension came to.
#[derive(Clone, Debug)]
pub(crate) enum Extended {
    /// The conditions hold.
    Holds,
    /// The sum of these heaps has the wrong outcome, or one of its options.
    Fails(Vec<usize>),
    /// More pairs than the bound.
    Large,
}

impl Closure {
    pub(crate) fn new(q: &Bipartite, most: usize) -> Closure {
        let empty = Pair { y: 0, e: Bits::none(q.order()), alive: true, from: None };
        let mut at = vec![[Vec::new(), Vec::new()]; q.order()];
        at[0][1].push(0);
        Closure { kinds: Vec::new(), pairs: vec![empty], at, most }
    }

    /// Adds a kind of heap and all that follows.
    pub(crate) fn extend(&mut self, q: &Bipartite, kind: Kind, h: &Handle) -> Result<Extended, Stop> {
        // Another heap of this value with fewer options asks for more.
        if self.kinds.iter().any(|k| k.f == kind.f && k.e.is_within(&kind.e) && k.e.is_empty() == kind.e.is_empty()) {
            return Ok(Extended::Holds);
        }
        let old = self.pairs.len();
        self.kinds.push(kind);
        let newest = self.kinds.len() - 1;
        let mut next = 0;
        while next < self.pairs.len() {
            if !self.pairs[next].alive {
                next += 1;
                continue;
            }
            let first = if next < old { newest } else { 0 };
            for k in first..self.kinds.len() {
                h.tick()?;
                let (pair, kind) = (&self.pairs[next], &self.kinds[k]);
                let y = q.monoid.times(pair.y, kind.f);
                let mut e = q.shift(kind.f, &pair.e);
                e.add(&q.shift(pair.y, &kind.e));
                if !self.insert(q, y, e, (next, k)) {
                    return Ok(Extended::Fails(self.heaps_of(next, k)));
                }
                if !self.pairs[next].alive {
                    break;
                }
            }
            if self.pairs.len() > self.most {
                return Ok(Extended::Large);
            }
            next += 1;
        }
        Ok(Extended::Holds)
    }

    /// Whether the pair is as it must be; it is kept if it says more than those that are there.
    fn insert(&mut self, q: &Bipartite, y: Element, e: Bits, from: (usize, usize)) -> bool {
        let empty = e.is_empty();
        // Condition (b): who cannot move has won; whoever is to move in a sum outside P has a move into P.
        let holds = if empty { !q.p.contains(y) } else { q.p.contains(y) || e.meets(&q.p) };
        if !holds {
            return false;
        }
        let list = &mut self.at[y as usize][usize::from(empty)];
        if list.iter().any(|&i| self.pairs[i].e.is_within(&e)) {
            return true;
        }
        list.retain(|&i| {
            let keep = !e.is_within(&self.pairs[i].e);
            self.pairs[i].alive = keep;
            keep
        });
        list.push(self.pairs.len());
        self.pairs.push(Pair { y, e, alive: true, from: Some(from) });
        true
    }

    fn heaps_of(&self, mut pair: usize, kind: usize) -> Vec<usize> {
        let mut heaps = vec![self.kinds[kind].heap];
        while let Some((before, kind)) = self.pairs[pair].from {
            heaps.push(self.kinds[kind].heap);
            pair = before;
        }
        heaps
    }
}
