//! Proofs: what a search has learnt, as lines that a checker reads once.
//!
//! In: a sum, and a search that has decided it. Out: a [`Proof`]. A line says that a position has a value, or that Left, who begins in a
//! sum, wins by a move. Every line needs earlier ones alone, so that the place of a line is a rank that falls along every move; that
//! Left loses a sum is nowhere written: all moves of hers lead to sums that are written. `docs/certificates.md` of Sprague proves that
//! this suffices.

use crate::check::check;
use crate::parts::Terms;
use crate::rules::{Rules, Sum};
use crate::search::{Found, Halt, Search, found};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use sprague_games::{Game, Side, ZERO};
use sprague_limits::with_stack;
use std::hash::Hash;

/// What a proof is of: who wins a sum.
///
/// ```
/// use sprague_search::{Claim, Sum};
/// // Whoever begins loses.
/// let zero = Claim { sum: Sum::from("a position"), left: Some(false), right: Some(false) };
/// assert_eq!(zero.left, Some(false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<P> {
    /// The sum.
    pub sum: Sum<P>,
    /// Whether Left wins if Left begins, if that is claimed.
    pub left: Option<bool>,
    /// Whether Right wins if Right begins, if that is claimed.
    pub right: Option<bool>,
}

/// A line of a proof.
///
/// ```
/// use sprague_games::STAR;
/// use sprague_search::Line;
/// assert_ne!(Line::Value { position: 1, value: STAR }, Line::Equal { position: 1, value: STAR });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<P> {
    /// The position has this value: those of its options are known.
    Value {
        /// The position.
        position: P,
        /// Its value.
        value: Game,
    },
    /// The position has this value: whoever begins in their difference loses.
    Equal {
        /// The position.
        position: P,
        /// Its value.
        value: Game,
    },
    /// Left begins in the sum, and wins by this move.
    Win {
        /// The sum.
        sum: Sum<P>,
        /// Where the move leads.
        to: Sum<P>,
    },
}

/// A claim and the lines that prove it.
///
/// ```
/// use sprague_search::{Claim, Proof, Sum};
/// // This claims much and proves nothing.
/// let claim = Claim { sum: Sum::from(5), left: Some(true), right: None };
/// let proof = Proof { claim, lines: Vec::new() };
/// assert!(proof.lines.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<P> {
    /// What is proved.
    pub claim: Claim<P>,
    /// How; each line needs earlier ones alone.
    pub lines: Vec<Line<P>>,
}

/// What has been written of a proof.
struct Writer<P> {
    lines: Vec<Line<P>>,
    /// Positions whose values are written.
    valued: FxHashSet<u32>,
    /// Sums that are written as won.
    won: FxHashSet<Terms>,
    /// Sums all moves from which are written.
    lost: FxHashSet<Terms>,
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// Who wins the sum if each of these players begins, with a proof; by expanding at most so many sums more.
    ///
    /// ```
    /// use sprague_games::{Side, Store};
    /// use sprague_limits::{Handle, Stop};
    /// use sprague_search::{Found, Rules, Search, Sum, check};
    ///
    /// /// Left takes 1 or 2 from a heap, Right 2 or 3.
    /// #[derive(Default)]
    /// struct Heap(Store, Handle);
    ///
    /// impl Rules for Heap {
    ///     type Position = u32;
    ///     type Error = Stop;
    ///     fn store(&self) -> &Store { &self.0 }
    ///     fn handle(&self) -> &Handle { &self.1 }
    ///     fn moves(&mut self, heap: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
    ///         let taken = if player == Side::Left { [1, 2] } else { [2, 3] };
    ///         Ok(taken.iter().filter_map(|n| heap.checked_sub(*n)).map(Sum::from).collect())
    ///     }
    /// }
    ///
    /// let (mut rules, mut search) = (Heap::default(), Search::new(1 << 20));
    /// let Found::Answer(proof) = search.prove(&mut rules, &Sum::from(21), &[Side::Left], u64::MAX)? else { panic!() };
    /// assert_eq!((proof.claim.left, proof.claim.right), (Some(true), None));
    /// assert_eq!(check(&mut rules, &proof)?, Ok(()));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn prove<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        players: &[Side],
        work: u64,
    ) -> Result<Found<Proof<P>>, R::Error> {
        self.for_proofs();
        self.until = self.expanded.saturating_add(work);
        let mut claim = Claim { sum: sum.clone(), left: None, right: None };
        for &player in players {
            let terms = self.left_begins(rules, sum, player)?;
            let wins = match found(self.decide(rules, &terms))? {
                Found::Answer(wins) => wins,
                Found::Unfinished => return Ok(Found::Unfinished),
                Found::Endless => return Ok(Found::Endless),
            };
            *(if player == Side::Left { &mut claim.left } else { &mut claim.right }) = Some(wins);
        }
        self.written(rules, claim)
    }

    /// The nim-value of a sum of impartial positions, with a proof that the sum and a heap of that size are lost for whoever begins.
    /// The answer is `None` if the sum has no nim-value.
    ///
    /// ```
    /// use sprague_games::{Side, Store};
    /// use sprague_limits::{Handle, Stop};
    /// use sprague_search::{Found, Rules, Search, Sum, check};
    ///
    /// /// A heap from which 1, 2 or 3 are taken.
    /// #[derive(Default)]
    /// struct Heap(Store, Handle);
    ///
    /// impl Rules for Heap {
    ///     type Position = u32;
    ///     type Error = Stop;
    ///     fn store(&self) -> &Store { &self.0 }
    ///     fn handle(&self) -> &Handle { &self.1 }
    ///     fn is_impartial(&self, _: &u32) -> bool { true }
    ///     fn moves(&mut self, heap: &u32, _: Side) -> Result<Vec<Sum<u32>>, Stop> {
    ///         Ok((1..=3).filter_map(|n| heap.checked_sub(n)).map(Sum::from).collect())
    ///     }
    /// }
    ///
    /// let (mut rules, mut search) = (Heap::default(), Search::new(1 << 20));
    /// let Found::Answer(Some((value, proof))) = search.prove_nim_value(&mut rules, &Sum::from(23), u64::MAX)? else { panic!() };
    /// assert_eq!(value, 3);
    /// assert_eq!(check(&mut rules, &proof)?, Ok(()));
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn prove_nim_value<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        sum: &Sum<P>,
        work: u64,
    ) -> Result<Found<Option<(u64, Proof<P>)>>, R::Error> {
        let value = match self.nim_value(rules, sum, work)? {
            Found::Answer(Some(value)) => value,
            Found::Answer(None) => return Ok(Found::Answer(None)),
            Found::Unfinished => return Ok(Found::Unfinished),
            Found::Endless => return Ok(Found::Endless),
        };
        let mut sum = sum.clone();
        sum.rest = rules.store().add(sum.rest, rules.store().nimber(value), rules.handle())?;
        let claim = Claim { sum, left: Some(false), right: Some(false) };
        Ok(match self.written(rules, claim)? {
            Found::Answer(proof) => Found::Answer(Some((value, proof))),
            Found::Unfinished => Found::Unfinished,
            Found::Endless => Found::Endless,
        })
    }

    /// The proof of a claim that has been found true.
    fn written<R: Rules<Position = P>>(&mut self, rules: &mut R, claim: Claim<P>) -> Result<Found<Proof<P>>, R::Error> {
        let mut writer = Writer {
            lines: Vec::new(),
            valued: FxHashSet::default(),
            won: FxHashSet::default(),
            lost: FxHashSet::default(),
        };
        // Sums are known by the values that their parts have now.
        let frozen = std::mem::replace(&mut self.parts.frozen, true);
        self.parts.thorough = true;
        let result = self.write_claim(rules, &claim, &mut writer);
        self.parts.thorough = false;
        self.parts.frozen = frozen;
        Ok(match found(result.map(|()| Proof { claim, lines: writer.lines }))? {
            // Where positions come back, what is known of two sums may lean on each other as it is written.
            Found::Answer(proof) if check(rules, &proof)?.is_err() => Found::Endless,
            found => found,
        })
    }

    fn write_claim<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        claim: &Claim<P>,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        for (player, wins) in [(Side::Left, claim.left), (Side::Right, claim.right)] {
            let Some(wins) = wins else { continue };
            let mut terms = self.parts.written(rules, &claim.sum).map_err(Halt::Error)?;
            if player == Side::Right {
                terms = self.parts.negative(rules, &terms).map_err(Halt::Error)?;
            }
            let terms = self.settled(rules, terms, out)?;
            if wins { self.write_won(rules, &terms, out)? } else { self.write_lost(rules, &terms, out)? }
        }
        Ok(())
    }

    /// Terms in normal form, once the values that come into it are written.
    fn settled<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        mut terms: Terms,
        out: &mut Writer<P>,
    ) -> Result<Terms, Halt<R::Error>> {
        self.parts.cancel(rules, &mut terms).map_err(Halt::Error)?;
        for &part in &terms.parts {
            with_stack(|| self.write_value(rules, part, out))?;
        }
        self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
        Ok(terms)
    }

    /// Writes the value of the position of a term, if it is known and needs to be written.
    fn write_value<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        let Some((value, told)) = self.parts.known(part) else { return Ok(()) };
        if told || !out.valued.insert(part >> 1) {
            return Ok(());
        }
        let impartial = self.parts.is_impartial(part);
        let mut all_known = true;
        let sides: &[Side] = if impartial { &[Side::Left] } else { &[Side::Left, Side::Right] };
        for &side in sides {
            for option in self.parts.moves(rules, part, side).map_err(Halt::Error)?.iter() {
                rules.handle().tick().map_err(Halt::from)?;
                for &below in &option.parts {
                    if !self.parts.is_searched(part) {
                        // A value from elsewhere may have come without these.
                        self.parts.value(rules, below, &mut u32::MAX.clone()).map_err(Halt::Error)?;
                    }
                    all_known &= self.parts.known(below).is_some();
                    with_stack(|| self.write_value(rules, below, out))?;
                }
            }
        }
        let position = self.parts.position(part).clone();
        if all_known {
            out.lines.push(Line::Value { position, value });
            return Ok(());
        }
        // The search for nim-values knows of options only that they have not this one.
        let Some(worth) = rules.store().as_nimber(value) else { return Err(Halt::Endless) };
        let moves = self.parts.moves(rules, part, Side::Left).map_err(Halt::Error)?;
        for option in moves.iter() {
            self.write_not(rules, option, worth, out)?;
        }
        for smaller in 0..worth {
            let Some(to) = self.option_worth(rules, &moves, smaller)? else { return Err(Halt::Endless) };
            self.write_win_at(rules, part, smaller, &to, out)?;
        }
        out.lines.push(Line::Equal { position, value });
        Ok(())
    }

    /// Writes why an option has not this nim-value, if one of its parts has none that is known.
    fn write_not<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        option: &Terms,
        worth: u64,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        let mut option = self.settled(rules, option.clone(), out)?;
        let Some(part) = option.parts.pop() else { return Ok(()) };
        debug_assert!(option.parts.is_empty(), "all parts but one have nim-values");
        let Some(rest) = rules.store().as_nimber(option.rest) else { return Err(Halt::Endless) };
        let wanted = rest ^ worth;
        let (sum, _) = with_nimber(rules, part, wanted);
        if out.won.contains(&sum) {
            return Ok(());
        }
        let moves = self.parts.moves(rules, part, Side::Left).map_err(Halt::Error)?;
        let Some(to) = self.option_worth(rules, &moves, wanted)? else { return Err(Halt::Endless) };
        self.write_win_at(rules, part, wanted, &to, out)
    }

    /// An option all of whose values are known, and come to this nim-value.
    fn option_worth<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        moves: &[Terms],
        worth: u64,
    ) -> Result<Option<Terms>, Halt<R::Error>> {
        for option in moves {
            rules.handle().tick().map_err(Halt::from)?;
            let mut terms = option.clone();
            self.parts.settle(rules, &mut terms).map_err(Halt::Error)?;
            if terms.parts.is_empty() && rules.store().as_nimber(terms.rest) == Some(worth) {
                return Ok(Some(option.clone()));
            }
        }
        Ok(None)
    }

    /// Writes that whoever begins in a position and a nimber wins by moving to this option of the position, which has its value.
    fn write_win_at<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        part: u32,
        nimber: u64,
        to: &Terms,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        let (terms, rest) = with_nimber(rules, part, nimber);
        if !out.won.insert(terms.clone()) {
            return Ok(());
        }
        let to = self.settled(rules, to.clone(), out)?;
        let to = Terms { rest: rules.store().add(to.rest, rest, rules.handle())?, ..to };
        out.lines.push(Line::Win { sum: self.spelt(&terms), to: self.spelt(&to) });
        Ok(())
    }

    /// Writes why Left, who begins, wins.
    fn write_won<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        if self.closed(rules, terms).map_err(Halt::Error)?.is_some() || out.won.contains(terms) {
            return Ok(());
        }
        let key = self.parts.key(rules, terms)?;
        let (numbers, to) = self.expanded(rules, terms, key)?;
        debug_assert_eq!(numbers.decided(), Some(true));
        // It is turned so that Left begins there.
        let to = to.expect("it is won");
        // The same option as it was written, for the values in it: of several the one with the fewest that are not yet written.
        let mut fewest: Option<(usize, Terms)> = None;
        for mut option in self.written_options(rules, terms).map_err(Halt::Error)? {
            self.parts.cancel(rules, &mut option).map_err(Halt::Error)?;
            let mut settled = option.clone();
            self.parts.settle(rules, &mut settled).map_err(Halt::Error)?;
            let new = |part: &&u32| {
                !out.valued.contains(&(**part >> 1)) && self.parts.known(**part).is_some_and(|known| !known.1)
            };
            let new = option.parts.iter().filter(new).count();
            if settled == to && fewest.as_ref().is_none_or(|(least, _)| new < *least) {
                fewest = Some((new, option));
            }
        }
        if let Some((_, option)) = fewest {
            self.settled(rules, option, out)?;
        }
        with_stack(|| self.write_lost(rules, &to, out))?;
        out.won.insert(terms.clone());
        let to = self.parts.negative(rules, &to).map_err(Halt::Error)?;
        out.lines.push(Line::Win { sum: self.spelt(terms), to: self.spelt(&to) });
        Ok(())
    }

    /// Writes why Left, who begins, loses: why Right wins after each of her moves.
    fn write_lost<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        terms: &Terms,
        out: &mut Writer<P>,
    ) -> Result<(), Halt<R::Error>> {
        if self.closed(rules, terms).map_err(Halt::Error)?.is_some() || !out.lost.insert(terms.clone()) {
            return Ok(());
        }
        for option in self.written_options(rules, terms).map_err(Halt::Error)? {
            rules.handle().tick().map_err(Halt::from)?;
            let option = self.settled(rules, option, out)?;
            with_stack(|| self.write_won(rules, &option, out))?;
        }
        Ok(())
    }

    /// Terms as a sum of positions.
    fn spelt(&self, terms: &Terms) -> Sum<P> {
        let part = |&term: &u32| (term & 1 == 1, self.parts.position(term).clone());
        Sum { parts: terms.parts.iter().map(part).collect(), rest: terms.rest }
    }
}

/// An impartial position and a nimber.
fn with_nimber<R: Rules>(rules: &R, part: u32, nimber: u64) -> (Terms, Game) {
    let rest = if nimber == 0 { ZERO } else { rules.store().nimber(nimber) };
    (Terms { parts: SmallVec::from_slice(&[part]), rest }, rest)
}
