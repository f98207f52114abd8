//! The checker: replays a proof with the rules alone.
//!
//! In: rules and a proof. Out: nothing, or the line that is wrong. Of the search it shares only the data of proofs; it asks the rules for
//! moves, and `sprague-games` for sums of values, canonical forms and comparisons. One pass: each line is looked at once, and what it
//! needs has been said before. A line that nothing uses is refused, so that no idle lines can be added.
//!
//! That a sum is lost for Left, who begins, is seen from her moves, each of which must lead to a sum that is won for Right, who begins
//! there: won by comparison with 0 where all parts have values or bounds, else by an earlier line. Right to move in `G` is Left to
//! move in `-G`. A position and its negative cancel where play from the position ends: all that follows it is looked at.

use crate::ends::Ends;
use crate::proof::{Line, Proof};
use crate::rules::{Rules, Sum};
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_games::{Game, Side, ZERO};
use sprague_limits::with_stack;
use std::fmt;

/// Why a proof is refused.
///
/// ```
/// use sprague_search::Refusal;
/// assert_eq!(Refusal::NoMove(3).to_string(), "line 3 names a move that the rules do not have");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// In this line a move is no move. Lines are counted from 1.
    NoMove(usize),
    /// After the move of this line there is an answer to it, as far as the lines before it say.
    Answered(usize),
    /// The value of this line is another one.
    WrongValue(usize),
    /// The line needs values that no line before it has.
    MissingValue(usize),
    /// The line says what is known already.
    Repeated(usize),
    /// Nothing needs the line.
    Unused(usize),
    /// The claim does not follow from the lines.
    Unproved,
    /// The claim says nothing.
    Empty,
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoMove(line) => write!(f, "line {line} names a move that the rules do not have"),
            Refusal::Answered(line) => {
                write!(f, "the move of line {line} does not win, as far as the lines before it say")
            }
            Refusal::WrongValue(line) => write!(f, "the position of line {line} has another value"),
            Refusal::MissingValue(line) => write!(f, "line {line} needs values that no line before it has"),
            Refusal::Repeated(line) => write!(f, "line {line} says what is known already"),
            Refusal::Unused(line) => write!(f, "nothing needs line {line}"),
            Refusal::Unproved => write!(f, "the claim does not follow from the lines"),
            Refusal::Empty => write!(f, "the claim says nothing"),
        }
    }
}

/// Replays a proof: `Ok(Ok(()))` if it proves its claim.
///
/// ```
/// use sprague_games::{Side, Store};
/// use sprague_limits::{Handle, Stop};
/// use sprague_search::{Claim, Line, Proof, Refusal, Rules, Sum, check};
///
/// /// A strip from whose end Left takes 1, Right 2.
/// #[derive(Default)]
/// struct Strip(Store, Handle);
///
/// impl Rules for Strip {
///     type Position = u32;
///     type Error = Stop;
///     fn store(&self) -> &Store { &self.0 }
///     fn handle(&self) -> &Handle { &self.1 }
///     fn moves(&mut self, strip: &u32, player: Side) -> Result<Vec<Sum<u32>>, Stop> {
///         let taken = if player == Side::Left { 1 } else { 2 };
///         Ok(strip.checked_sub(taken).map(Sum::from).into_iter().collect())
///     }
/// }
///
/// // From 2 Left goes to 1, where Right cannot move.
/// let claim = Claim { sum: Sum::from(2), left: Some(true), right: None };
/// let lines = vec![Line::Win { sum: Sum::from(2), to: Sum::from(1) }];
/// let mut proof = Proof { claim, lines };
/// assert_eq!(check(&mut Strip::default(), &proof)?, Ok(()));
/// proof.lines[0] = Line::Win { sum: Sum::from(2), to: Sum::from(0) };
/// assert_eq!(check(&mut Strip::default(), &proof)?, Err(Refusal::NoMove(1)));
/// # Ok::<(), Stop>(())
/// ```
pub fn check<R: Rules>(rules: &mut R, proof: &Proof<R::Position>) -> Result<Result<(), Refusal>, R::Error> {
    let mut checker = Checker {
        rules,
        names: FxHashMap::default(),
        positions: Vec::new(),
        values: FxHashMap::default(),
        won: FxHashMap::default(),
        ends: Ends::default(),
        used: FxHashSet::default(),
    };
    for (number, line) in (1..).zip(&proof.lines) {
        checker.rules.handle().progress("lines checked", number as u64, Some(proof.lines.len() as u64));
        if let Err(refusal) = checker.line(number, line)? {
            return Ok(Err(refusal));
        }
    }
    if proof.claim.left.is_none() && proof.claim.right.is_none() {
        return Ok(Err(Refusal::Empty));
    }
    let state = checker.state(&proof.claim.sum)?;
    let turned = checker.negative(&state)?;
    for (state, wins) in [(state, proof.claim.left), (turned, proof.claim.right)] {
        let holds = match wins {
            None => true,
            Some(true) => checker.is_won(&state)?,
            Some(false) => checker.is_lost(&state)?,
        };
        if !holds {
            return Ok(Err(Refusal::Unproved));
        }
    }
    let unused = (1..=proof.lines.len()).find(|number| !checker.used.contains(number));
    Ok(unused.map_or(Ok(()), |number| Err(Refusal::Unused(number))))
}

/// A sum: numbers of positions with whether they are negated, in order, and a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    parts: Vec<(u32, bool)>,
    rest: Game,
}

struct Checker<'a, R: Rules> {
    rules: &'a mut R,
    names: FxHashMap<R::Position, u32>,
    positions: Vec<R::Position>,
    /// Values of positions, and the line that says so; 0: a theorem does.
    values: FxHashMap<u32, (Game, usize)>,
    /// Sums that Left wins who begins, by line.
    won: FxHashMap<State, usize>,
    /// From which positions play ends, by looking at it.
    ends: Ends<R::Position>,
    used: FxHashSet<usize>,
}

type Checked<E> = Result<Result<(), Refusal>, E>;

impl<R: Rules> Checker<'_, R> {
    fn line(&mut self, number: usize, line: &Line<R::Position>) -> Checked<R::Error> {
        match line {
            Line::Value { position, value } => self.value(number, position, *value),
            Line::Equal { position, value } => self.equal(number, position, *value),
            Line::Win { sum, to } => self.win(number, sum, to),
        }
    }

    /// The position, if it is one that does not fall apart and has no value yet.
    fn fresh(&mut self, position: &R::Position) -> Result<Option<u32>, R::Error> {
        let state = self.state(&Sum::from(position.clone()))?;
        let own = self.names.get(position).copied();
        Ok(own.filter(|&own| state.rest == ZERO && state.parts == [(own, false)]))
    }

    fn value(&mut self, number: usize, position: &R::Position, value: Game) -> Checked<R::Error> {
        let Some(name) = self.fresh(position)? else { return Ok(Err(Refusal::Repeated(number))) };
        let mut options = [Vec::new(), Vec::new()];
        for (side, player) in [Side::Left, Side::Right].into_iter().enumerate() {
            for sum in self.rules.moves(position, player)? {
                self.rules.handle().tick()?;
                let state = self.state(&sum)?;
                if !state.parts.is_empty() {
                    return Ok(Err(Refusal::MissingValue(number)));
                }
                options[side].push(state.rest);
            }
        }
        let found = self.rules.store().canonical(&options[0], &options[1], self.rules.handle())?;
        if found != value {
            return Ok(Err(Refusal::WrongValue(number)));
        }
        self.values.insert(name, (value, number));
        Ok(Ok(()))
    }

    fn equal(&mut self, number: usize, position: &R::Position, value: Game) -> Checked<R::Error> {
        let Some(name) = self.fresh(position)? else { return Ok(Err(Refusal::Repeated(number))) };
        let rest = self.rules.store().neg(value, self.rules.handle())?;
        let difference = State { parts: vec![(name, false)], rest };
        let turned = self.negative(&difference)?;
        if !(self.is_lost(&difference)? && self.is_lost(&turned)?) {
            return Ok(Err(Refusal::WrongValue(number)));
        }
        self.values.insert(name, (value, number));
        Ok(Ok(()))
    }

    fn win(&mut self, number: usize, sum: &Sum<R::Position>, to: &Sum<R::Position>) -> Checked<R::Error> {
        let (sum, to) = (self.state(sum)?, self.state(to)?);
        if self.closed(&sum)?.is_some() || self.won.contains_key(&sum) {
            return Ok(Err(Refusal::Repeated(number)));
        }
        if !self.options(&sum)?.contains(&to) {
            return Ok(Err(Refusal::NoMove(number)));
        }
        let turned = self.negative(&to)?;
        if !self.is_lost(&turned)? {
            return Ok(Err(Refusal::Answered(number)));
        }
        self.won.insert(sum, number);
        Ok(Ok(()))
    }

    fn name(&mut self, position: &R::Position) -> u32 {
        if let Some(&name) = self.names.get(position) {
            return name;
        }
        let name = u32::try_from(self.positions.len()).expect("memory ends before");
        self.positions.push(position.clone());
        self.names.insert(position.clone(), name);
        name
    }

    /// A sum in normal form: positions replaced by what they are equal to, values added up, pairs gone.
    fn state(&mut self, sum: &Sum<R::Position>) -> Result<State, R::Error> {
        let mut state = State { parts: Vec::new(), rest: sum.rest };
        for (negative, position) in &sum.parts {
            self.add(&mut state, *negative, position, 0)?;
        }
        self.normal(state)
    }

    fn add(&mut self, state: &mut State, negative: bool, position: &R::Position, depth: usize) -> Result<(), R::Error> {
        /// No position is equal to itself in so roundabout a way.
        const DEEPEST: usize = 1000;
        self.rules.handle().tick()?;
        let name = self.name(position);
        if !self.values.contains_key(&name)
            && let Some(value) = self.rules.value(position)?
        {
            self.values.insert(name, (value, 0));
        }
        if !self.values.contains_key(&name)
            && depth < DEEPEST
            && let Some(sum) = self.rules.split(position)?
        {
            let rest = if negative { self.rules.store().neg(sum.rest, self.rules.handle())? } else { sum.rest };
            state.rest = self.rules.store().add(state.rest, rest, self.rules.handle())?;
            for (turned, part) in &sum.parts {
                with_stack(|| self.add(state, negative != *turned, part, depth + 1))?;
            }
            return Ok(());
        }
        state.parts.push((name, negative && !self.rules.is_impartial(position)));
        Ok(())
    }

    fn normal(&mut self, mut state: State) -> Result<State, R::Error> {
        state.parts.sort_unstable();
        let mut pairs_gone: Vec<(u32, bool)> = Vec::new();
        for run in state.parts.chunk_by(|a, b| a.0 == b.0) {
            let position = &self.positions[run[0].0 as usize];
            let negatives = run.iter().filter(|&&(_, negative)| negative).count();
            // An impartial position is its own negative.
            let negatives = if self.rules.is_impartial(position) { run.len() / 2 } else { negatives };
            let mut pairs = negatives.min(run.len() - negatives);
            if pairs > 0 && self.ends.look(self.rules, position, u64::MAX)? != Some(true) {
                pairs = 0;
            }
            pairs_gone.extend_from_slice(&run[pairs..run.len() - pairs]);
        }
        let mut parts = Vec::new();
        for (name, negative) in pairs_gone {
            let Some(&(value, line)) = self.values.get(&name) else {
                parts.push((name, negative));
                continue;
            };
            self.used.insert(line);
            let value = if negative { self.rules.store().neg(value, self.rules.handle())? } else { value };
            state.rest = self.rules.store().add(state.rest, value, self.rules.handle())?;
        }
        Ok(State { parts, rest: state.rest })
    }

    fn negative(&mut self, state: &State) -> Result<State, R::Error> {
        let positions = &self.positions;
        let turned = |&(name, sign): &(u32, bool)| (name, !sign && !self.rules.is_impartial(&positions[name as usize]));
        let mut parts: Vec<(u32, bool)> = state.parts.iter().map(turned).collect();
        parts.sort_unstable();
        Ok(State { parts, rest: self.rules.store().neg(state.rest, self.rules.handle())? })
    }

    /// Where Left can move to.
    fn options(&mut self, state: &State) -> Result<Vec<State>, R::Error> {
        let mut out = Vec::new();
        for (i, &(name, negative)) in state.parts.iter().enumerate() {
            let position = self.positions[name as usize].clone();
            let player = if negative { Side::Right } else { Side::Left };
            for sum in self.rules.moves(&position, player)? {
                self.rules.handle().tick()?;
                let mut next = State { parts: state.parts.clone(), rest: state.rest };
                next.parts.remove(i);
                let rest = if negative { self.rules.store().neg(sum.rest, self.rules.handle())? } else { sum.rest };
                next.rest = self.rules.store().add(next.rest, rest, self.rules.handle())?;
                for (turned, part) in &sum.parts {
                    self.add(&mut next, negative != *turned, part, 0)?;
                }
                out.push(self.normal(next)?);
            }
        }
        for rest in self.rules.store().left(state.rest, self.rules.handle())? {
            self.rules.handle().tick()?;
            out.push(self.normal(State { parts: state.parts.clone(), rest })?);
        }
        Ok(out)
    }

    /// Who wins if Left begins, by values and bounds alone: whether Left does.
    fn closed(&mut self, state: &State) -> Result<Option<bool>, R::Error> {
        let (mut low, mut high) = (state.rest, state.rest);
        for &(name, negative) in &state.parts {
            let position = self.positions[name as usize].clone();
            let Some((mut least, mut most)) = self.rules.bounds(&position)? else { return Ok(None) };
            let (store, handle) = (self.rules.store(), self.rules.handle());
            if negative {
                (least, most) = (store.neg(most, handle)?, store.neg(least, handle)?);
            }
            (low, high) = (store.add(low, least, handle)?, store.add(high, most, handle)?);
        }
        let (store, handle) = (self.rules.store(), self.rules.handle());
        if !store.le(low, ZERO, handle)? {
            return Ok(Some(true));
        }
        Ok(store.le(high, ZERO, handle)?.then_some(false))
    }

    fn is_won(&mut self, state: &State) -> Result<bool, R::Error> {
        if let Some(wins) = self.closed(state)? {
            return Ok(wins);
        }
        let line = self.won.get(state).copied();
        self.used.extend(line);
        Ok(line.is_some())
    }

    fn is_lost(&mut self, state: &State) -> Result<bool, R::Error> {
        if let Some(wins) = self.closed(state)? {
            return Ok(!wins);
        }
        for option in self.options(state)? {
            let turned = self.negative(&option)?;
            if !self.is_won(&turned)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
