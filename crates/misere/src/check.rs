//! The checker: whether a claimed quotient is the misère quotient of the heaps. It shares no code with the search.
//!
//! In: a [`Quotient`] as somebody claims it, and the heaps, or a code. Out: nothing, or a [`Refusal`] that says what is wrong. What is
//! checked, with the proofs in `docs/misere.md`:
//!
//! - the table is that of a commutative monoid with identity 0 (associativity by Light's test on generators);
//! - the values of the heaps generate it, and any two elements differ beside some third;
//! - (a) no move leads from P to P;
//! - (b) whoever is to move in a sum outside P has a move into P, and a sum without moves is outside;
//! - for a period, the conditions of the theorem of periodicity.

use super::heaps::Heaps;
use super::monoid::{Element, Monoid};
use super::partizan::{PartizanHeaps, PartizanQuotient, Player};
use super::quotient::{Period, Quotient};
use sprague_heaps::Code;
use sprague_heaps::code::Sizes;
use sprague_limits::{Handle, Stop};
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a quotient.
///
/// ```
/// use sprague_misere::Refusal;
/// let refusal = Refusal::NoMoveIntoP(vec![2, 5]);
/// assert_eq!(refusal.to_string(), "no move of 2 + 5 leads into P");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// 0 is no identity for this element.
    Identity(Element),
    /// These two do not commute.
    Commutes(Element, Element),
    /// These three do not associate.
    Associates(Element, Element, Element),
    /// This element is no product of values of heaps.
    NotReached(Element),
    /// No third element tells these two apart.
    NotReduced(Element, Element),
    /// The number of values is not that of the heaps.
    Heaps {
        /// Heaps that are there.
        given: usize,
        /// Heaps that have values.
        valued: usize,
    },
    /// A heap, beside sums of the value, leads from P to P.
    WithinP {
        /// The heap.
        heap: usize,
        /// The value of the sum beside it.
        beside: Element,
    },
    /// A sum of heaps outside P, with moves, but none into P.
    NoMoveIntoP(Vec<usize>),
    /// A sum without moves is in P.
    EndInP(Vec<usize>),
    /// This player loses moving first, and yet has a move in the heap, beside sums of the value, after which the other one does.
    Saved {
        /// Who moves.
        player: Player,
        /// The heap.
        heap: usize,
        /// The value of the sum beside it.
        beside: Element,
    },
    /// This player is said to win a sum of heaps moving first, but has no move after which the other one loses.
    NoWinningMove {
        /// Who moves.
        player: Player,
        /// The heaps.
        sum: Vec<usize>,
    },
    /// This player has no move in a sum of heaps, so has won, but is said to lose.
    EndLost {
        /// Who cannot move.
        player: Player,
        /// The heaps.
        sum: Vec<usize>,
    },
    /// The period is no period of the values.
    NotPeriodic {
        /// The heap whose value differs from that one period later.
        heap: usize,
    },
    /// Too few heaps have values for the period.
    TooShort {
        /// The last heap that must have one.
        needed: usize,
    },
    /// The theorem of periodicity does not apply: the code has no end.
    Endless,
    /// A period is claimed, but only heaps are given.
    PeriodOfHeaps,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |heaps: &[usize]| match heaps {
            [] => "the empty sum".to_owned(),
            heaps => heaps.iter().map(usize::to_string).collect::<Vec<_>>().join(" + "),
        };
        match self {
            Refusal::Identity(x) => write!(f, "element {x} times the identity is another element"),
            Refusal::Commutes(x, y) => write!(f, "elements {x} and {y} do not commute"),
            Refusal::Associates(x, y, z) => write!(f, "elements {x}, {y} and {z} do not associate"),
            Refusal::NotReached(x) => write!(f, "element {x} is no product of values of heaps"),
            Refusal::NotReduced(x, y) => write!(f, "elements {x} and {y} are the same beside everything"),
            Refusal::Heaps { given, valued } => write!(f, "{given} heaps, but {valued} values"),
            Refusal::WithinP { heap, beside } => {
                write!(f, "heap {heap} beside element {beside} has a move from P to P")
            }
            Refusal::NoMoveIntoP(heaps) => write!(f, "no move of {} leads into P", sum(heaps)),
            Refusal::EndInP(heaps) => write!(f, "{} has no move, but is said to be in P", sum(heaps)),
            Refusal::Saved { player, heap, beside } => {
                write!(
                    f,
                    "heap {heap} beside element {beside} is lost for {player} to move, but {player} has a winning move"
                )
            }
            Refusal::NoWinningMove { player, sum: heaps } => {
                write!(f, "{player} is said to win {} moving first, but no move does it", sum(heaps))
            }
            Refusal::EndLost { player, sum: heaps } => {
                write!(f, "{player} cannot move in {}, but is said to lose", sum(heaps))
            }
            Refusal::NotPeriodic { heap } => write!(f, "heap {heap} has not the value of the heap one period later"),
            Refusal::TooShort { needed } => write!(f, "the period would need the values of heaps up to {needed}"),
            Refusal::Endless => write!(f, "the code has no end, so that no period is proved"),
            Refusal::PeriodOfHeaps => write!(f, "a period is claimed for finitely many heaps"),
        }
    }
}

/// Why a check did not succeed.
///
/// ```
/// use sprague_limits::Stop;
/// use sprague_misere::{CheckError, Refusal};
/// let refused = CheckError::from(Refusal::Endless);
/// assert_eq!(refused.to_string(), "the code has no end, so that no period is proved");
/// assert_eq!(CheckError::from(Stop::Steps(10)), CheckError::Stop(Stop::Steps(10)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// A bound was reached; nothing is known.
    Stop(Stop),
    /// The quotient is not that of the heaps.
    Refused(Refusal),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Stop(stop) => stop.fmt(f),
            CheckError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<Stop> for CheckError {
    fn from(stop: Stop) -> CheckError {
        CheckError::Stop(stop)
    }
}

impl From<Refusal> for CheckError {
    fn from(refusal: Refusal) -> CheckError {
        CheckError::Refused(refusal)
    }
}

type Values = BTreeSet<Element>;

/// Whether this is the misère quotient of these heaps, with their values.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{CheckError, Heaps, Monoid, Quotient, Refusal, check};
/// let mut heaps = Heaps::default();
/// heaps.push(vec![])?;
/// heaps.push(vec![vec![0]])?;
/// let group = Monoid::from_table(&[vec![0, 1], vec![1, 0]]).expect("a table");
/// let right = Quotient::from_parts(group.clone(), vec![false, true], vec![0, 1]).expect("it fits");
/// assert_eq!(check(&right, &heaps, &Handle::default()), Ok(()));
/// let wrong = Quotient::from_parts(group, vec![true, false], vec![0, 1]).expect("it fits");
/// let refusal = CheckError::Refused(Refusal::EndInP(vec![0]));
/// assert_eq!(check(&wrong, &heaps, &Handle::default()), Err(refusal));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn check(q: &Quotient, heaps: &Heaps, handle: &Handle) -> Result<(), CheckError> {
    if q.period().is_some() {
        return Err(Refusal::PeriodOfHeaps.into());
    }
    if heaps.len() != q.map().len() {
        return Err(Refusal::Heaps { given: heaps.len(), valued: q.map().len() }.into());
    }
    let mut options = Vec::with_capacity(heaps.len());
    for n in 0..heaps.len() {
        let mut values = Values::new();
        for option in heaps.options(n) {
            handle.tick()?;
            values.insert(option.iter().fold(0, |x, &part| q.monoid().times(x, q.map()[part as usize])));
        }
        options.push(values);
    }
    impartial(q, &options, handle)
}

/// Whether this is the misère quotient of a game given by its code: of all heaps if a period is claimed, else of those that
/// have values. The options are enumerated from the digits.
///
/// ```
/// use sprague_heaps::{Base, Code};
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, CheckError, Period, Refusal, check_code, of_code};
/// let (code, handle) = (Code::parse("0.123", Base::Octal).expect("a code"), Handle::default());
/// let q = of_code(&code, 100, Bounds::default(), &handle)?.quotient;
/// assert_eq!(check_code(&q, &code, &handle), Ok(()));
/// let wrong = q.with_period(Period { from: 4, length: 5 }).expect("enough heaps");
/// let refusal = CheckError::Refused(Refusal::NotPeriodic { heap: 4 });
/// assert_eq!(check_code(&wrong, &code, &handle), Err(refusal));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn check_code(q: &Quotient, code: &Code, handle: &Handle) -> Result<(), CheckError> {
    if let Some(Period { from, length }) = q.period() {
        let end = code.last_place().filter(|_| code.is_classic()).ok_or(Refusal::Endless)?;
        let (places, parts) = (0..=end).fold((0, 1u32), |(places, parts), place| {
            let bits = code.digit(place).parts();
            // The largest number of heaps that a digit leaves is the place of its highest bit.
            let most = (0..63u32).rev().find(|j| bits >> j & 1 == 1).unwrap_or(0);
            (if bits == 0 { places } else { place }, parts.max(most))
        });
        let lengths = if (0..=end).any(|place| (2..63).any(|j| code.digit(place).sizes(j) == Some(Sizes::Different))) {
            parts
        } else {
            1
        };
        let needed = u128::from(parts) * (from as u128 + u128::from(lengths) * length as u128) + u128::from(places) - 1;
        if q.map().len() as u128 <= needed {
            return Err(Refusal::TooShort { needed: usize::try_from(needed).unwrap_or(usize::MAX) }.into());
        }
        let differs = (from..q.map().len() - length).find(|&i| q.map()[i] != q.map()[i + length]);
        match differs {
            _ if from == 0 => return Err(Refusal::NotPeriodic { heap: 0 }.into()),
            Some(heap) => return Err(Refusal::NotPeriodic { heap }.into()),
            None => {}
        }
    }
    let mut options = Vec::with_capacity(q.map().len());
    for n in 0..q.map().len() {
        let mut values = Values::new();
        // A move that takes nothing and leaves one heap would be none, and one that adds beans leaves smaller heaps; codes see to it.
        let last = code.last_place().unwrap_or(n as u64).min(n as u64);
        let taken = (0..=last).map(|place| (n - place as usize, code.digit(place)));
        let added = (1..).zip(code.added()).filter(|_| n > 0).map(|(d, &digit)| (n + d, digit));
        for (rest, digit) in taken.chain(added) {
            for j in 0..=rest.min(digit.most_parts()) {
                let Some(sizes) = digit.sizes(j) else { continue };
                parts_of(q, rest, j, sizes, &mut Vec::new(), &mut values, handle)?;
            }
        }
        options.push(values);
    }
    impartial(q, &options, handle)
}

/// Whether this is the misère quotient of these positions, each with its options for either player. Left's moves and Right's are
/// two checks: whoever loses moving first has no move after which the other does, and whoever wins has one, or no move at all.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Monoid, Outcome, PartizanHeaps, PartizanQuotient, check_partizan};
/// // 0 and 1: Left's moves only, so that whoever is Right has won where there is one.
/// let mut heaps = PartizanHeaps::default();
/// heaps.push(vec![], vec![])?;
/// heaps.push(vec![vec![0]], vec![])?;
/// let monoid = Monoid::from_table(&[vec![0, 1], vec![1, 1]]).expect("a table");
/// let q = PartizanQuotient::from_parts(monoid.clone(), vec![Outcome::N, Outcome::R], vec![0, 1]).expect("it fits");
/// assert_eq!(check_partizan(&q, &heaps, &Handle::default()), Ok(()));
/// let q = PartizanQuotient::from_parts(monoid, vec![Outcome::N, Outcome::L], vec![0, 1]).expect("it fits");
/// assert!(check_partizan(&q, &heaps, &Handle::default()).is_err());
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn check_partizan(q: &PartizanQuotient, heaps: &PartizanHeaps, handle: &Handle) -> Result<(), CheckError> {
    let (m, map) = (q.quotient().monoid(), q.quotient().map());
    if heaps.len() != map.len() {
        return Err(Refusal::Heaps { given: heaps.len(), valued: map.len() }.into());
    }
    algebra(m, map, |x| q.outcome(x), handle)?;
    for player in [Player::Left, Player::Right] {
        let mut options = Vec::with_capacity(heaps.len());
        for n in 0..heaps.len() {
            let mut values = Values::new();
            for option in heaps.options(player, n) {
                handle.tick()?;
                values.insert(option.iter().fold(0, |x, &part| m.times(x, map[part as usize])));
            }
            options.push(values);
        }
        let (other, loses) = (player.other(), |x, who: Player| !q.outcome(x).wins_first(who));
        let played = play(m, map, &options, |x| loses(x, player), |x| loses(x, other), handle);
        played.map_err(|flaw| match flaw {
            Flaw::Stop(stop) => CheckError::Stop(stop),
            Flaw::Within { heap, beside } => Refusal::Saved { player, heap, beside }.into(),
            Flaw::NoMove(sum) => Refusal::NoWinningMove { player, sum }.into(),
            Flaw::End(sum) => Refusal::EndLost { player, sum }.into(),
        })?;
    }
    Ok(())
}

/// Both halves of the check of an impartial quotient, given the values of the options of each heap.
fn impartial(q: &Quotient, options: &[Values], handle: &Handle) -> Result<(), CheckError> {
    algebra(q.monoid(), q.map(), |x| q.is_p(x), handle)?;
    let played = play(q.monoid(), q.map(), options, |x| q.is_p(x), |x| q.is_p(x), handle);
    played.map_err(|flaw| match flaw {
        Flaw::Stop(stop) => CheckError::Stop(stop),
        Flaw::Within { heap, beside } => Refusal::WithinP { heap, beside }.into(),
        Flaw::NoMove(sum) => Refusal::NoMoveIntoP(sum).into(),
        Flaw::End(sum) => Refusal::EndInP(if sum.is_empty() { vec![0] } else { sum }).into(),
    })
}

/// Values of all ways to part `rest` into `j` heaps, beside those that are chosen and no larger than the last of them.
fn parts_of(
    q: &Quotient,
    rest: usize,
    j: usize,
    sizes: Sizes,
    chosen: &mut Vec<u64>,
    values: &mut Values,
    handle: &Handle,
) -> Result<(), Stop> {
    handle.tick()?;
    if j == 0 {
        if rest == 0 && sizes.allow(chosen) {
            values.insert(chosen.iter().fold(0, |x, &part| q.monoid().times(x, q.map()[part as usize])));
        }
        return Ok(());
    }
    // The largest part; the others, of at least 1 each, are no larger.
    let most = match chosen.last() {
        Some(&last) if sizes == Sizes::Different => last as usize - 1,
        Some(&last) => last as usize,
        None => rest,
    };
    for part in rest.div_ceil(j).max(1)..=most.min((rest + 1).saturating_sub(j)) {
        chosen.push(part as u64);
        let made = parts_of(q, rest - part, j - 1, sizes, chosen, values, handle);
        chosen.pop();
        made?;
    }
    Ok(())
}

/// The table is that of a commutative monoid, which the heaps generate, and no two of its elements are the same beside everything.
fn algebra<C: Ord>(
    m: &Monoid,
    map: &[Element],
    class: impl Fn(Element) -> C,
    handle: &Handle,
) -> Result<(), CheckError> {
    let order = m.order() as Element;
    let generators: Values = map.iter().copied().collect();
    for x in 0..order {
        handle.ticks(order / 64 + 1)?;
        if m.times(0, x) != x || m.times(x, 0) != x {
            return Err(Refusal::Identity(x).into());
        }
        if let Some(y) = (0..x).find(|&y| m.times(x, y) != m.times(y, x)) {
            return Err(Refusal::Commutes(x, y).into());
        }
    }
    let mut reached: Values = [0].into();
    let mut queue = vec![0];
    while let Some(x) = queue.pop() {
        for &g in &generators {
            handle.tick()?;
            let y = m.times(x, g);
            if reached.insert(y) {
                queue.push(y);
            }
        }
    }
    if let Some(x) = (0..order).find(|x| !reached.contains(x)) {
        return Err(Refusal::NotReached(x).into());
    }
    // Light's test: it is enough that (x g) y = x (g y) for generators g.
    for &g in &generators {
        for x in 0..order {
            handle.ticks(order / 64 + 1)?;
            if let Some(y) = (0..order).find(|&y| m.times(m.times(x, g), y) != m.times(x, m.times(g, y))) {
                return Err(Refusal::Associates(x, g, y).into());
            }
        }
    }
    let mut seen: std::collections::BTreeMap<Vec<C>, Element> = std::collections::BTreeMap::new();
    for x in 0..order {
        handle.ticks(order / 8 + 1)?;
        let row: Vec<C> = (0..order).map(|z| class(m.times(x, z))).collect();
        if let Some(y) = seen.insert(row, x) {
            return Err(Refusal::NotReduced(y, x).into());
        }
    }
    Ok(())
}

/// A pair that a sum reaches: its value, the values of its options, and the sum.
struct Reached {
    value: Element,
    options: Vec<bool>,
    sum: Vec<usize>,
    current: bool,
}

/// Where a claim about play fails.
enum Flaw {
    Stop(Stop),
    /// This heap beside sums of this value.
    Within {
        heap: usize,
        beside: Element,
    },
    /// A sum of heaps without the move that there should be.
    NoMove(Vec<usize>),
    /// A sum of heaps without any move.
    End(Vec<usize>),
}

impl From<Stop> for Flaw {
    fn from(stop: Stop) -> Flaw {
        Flaw::Stop(stop)
    }
}

/// Conditions (a) and (b) for the player to move: `lost` are the elements where that player loses, `good` those where the other one does,
/// moving first; of impartial games both are P.
fn play(
    m: &Monoid,
    map: &[Element],
    options: &[Values],
    lost: impl Fn(Element) -> bool,
    good: impl Fn(Element) -> bool,
    handle: &Handle,
) -> Result<(), Flaw> {
    let order = m.order();
    for (heap, values) in options.iter().enumerate() {
        // The same pair of value and options says the same.
        if options[..heap].iter().zip(map).any(|(v, f)| v == values && *f == map[heap]) {
            continue;
        }
        for beside in 0..order as Element {
            handle.ticks(values.len() / 8 + 1)?;
            if lost(m.times(beside, map[heap])) && values.iter().any(|&v| good(m.times(beside, v))) {
                return Err(Flaw::Within { heap, beside });
            }
        }
    }
    // Heaps of one value: those with the fewest options ask for the most.
    let mut kinds: Vec<usize> = Vec::new();
    for (heap, values) in options.iter().enumerate() {
        handle.tick()?;
        let asks_less = |&k: &usize| {
            map[k] == map[heap] && options[k].is_subset(values) && options[k].is_empty() == values.is_empty()
        };
        if !kinds.iter().any(asks_less) {
            kinds.push(heap);
        }
    }
    let least = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| !a || *b);
    let mut reached = vec![Reached { value: 0, options: vec![false; order], sum: Vec::new(), current: true }];
    let mut of_value: Vec<Vec<usize>> = vec![Vec::new(); order];
    of_value[0].push(0);
    if lost(0) {
        return Err(Flaw::End(Vec::new()));
    }
    let mut next = 0;
    while next < reached.len() {
        for &heap in &kinds {
            if !reached[next].current {
                break;
            }
            handle.ticks(order / 16 + 1)?;
            let (from, f) = (&reached[next], map[heap]);
            let value = m.times(from.value, f);
            let mut after = vec![false; order];
            for x in (0..order).filter(|&x| from.options[x]) {
                after[m.times(x as Element, f) as usize] = true;
            }
            for &v in &options[heap] {
                after[m.times(from.value, v) as usize] = true;
            }
            let mut sum = from.sum.clone();
            sum.push(heap);
            let is_end = after.iter().all(|moves| !moves);
            if is_end && lost(value) {
                return Err(Flaw::End(sum));
            }
            let wins = (0..order).any(|x| after[x] && good(x as Element));
            if !is_end && !lost(value) && !wins {
                return Err(Flaw::NoMove(sum));
            }
            // A pair with the same value and no more options asks for more; an end is no such pair.
            let same = |i: usize| reached[i].options.iter().all(|moves| !moves) == is_end;
            if of_value[value as usize].iter().any(|&i| same(i) && least(&reached[i].options, &after)) {
                continue;
            }
            let (stay, leave): (Vec<usize>, Vec<usize>) =
                of_value[value as usize].iter().partition(|&&i| !(same(i) && least(&after, &reached[i].options)));
            leave.into_iter().for_each(|i| reached[i].current = false);
            of_value[value as usize] = stay;
            of_value[value as usize].push(reached.len());
            reached.push(Reached { value, options: after, sum, current: true });
        }
        next += 1;
    }
    Ok(())
}
