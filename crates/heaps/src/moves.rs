//! The moves of one heap, from the rule alone.
//!
//! `each_rest` is the definition of the game that everything else is held against: for every clause, every number
//! that may be taken and every way of naming the heaps left, it asks the condition. A heap of size n with two named
//! heaps has about n ways for each number taken, with three n^2/2.

use super::code::{Code, Sizes};
use super::rule::{Caller, Clause, Fault, Rule, Set};
use sprague_limits::Handle;

/// A move: what is taken, and the sizes of the heaps left, largest first, without empty ones.
///
/// ```
/// use sprague_heaps::{Base, Code, Elements, Move, NoCaller, Rule, moves};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let all = moves(&kayles, 3, &mut Elements::default(), &Handle::default(), &mut NoCaller);
/// let middle = Move { taken: 1, parts: vec![1, 1] };
/// assert!(all.is_ok_and(|all| all.contains(&middle)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Number taken; 0 also where beans are added.
    pub taken: u64,
    /// Sizes left.
    pub parts: Vec<u64>,
}

/// Elements of sets that a program gives, remembered where they do not vary with the heap.
///
/// ```
/// use sprague_heaps::{Elements, NoCaller, Rule, Set, moves};
/// use sprague_limits::Handle;
///
/// let nim = Rule::subtraction_game(Set::From(1)).expect("every move shrinks");
/// // Kept from heap to heap, so that a program which gives a set is asked for each of its elements once.
/// let (mut elements, handle) = (Elements::default(), Handle::default());
/// for n in 0..5 {
///     let all = moves(&nim, n, &mut elements, &handle, &mut NoCaller);
///     assert_eq!(all.map(|all| all.len() as u64), Ok(n));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Elements {
    known: Vec<(Vec<u64>, bool)>,
}

impl Elements {
    /// Element `index` of the set of a clause, as far as it is needed for a heap of size `n`.
    pub(crate) fn get<C: Caller>(
        &mut self,
        rule: &Rule,
        clause: usize,
        n: u64,
        index: usize,
        caller: &mut C,
    ) -> Result<Option<u64>, Fault<C::Error>> {
        let Some(declared) = rule.clauses().get(clause) else { return Ok(None) };
        let varies = matches!(declared.take, Set::Given { varies: true });
        if varies {
            let k = caller.element(clause, n, index).map_err(Fault::Caller)?;
            return checked(declared, clause, n, None, index, k);
        }
        if self.known.len() <= clause {
            self.known.resize(clause + 1, (Vec::new(), false));
        }
        let (known, complete) = &mut self.known[clause];
        while known.len() <= index && !*complete {
            let k = caller.element(clause, 0, known.len()).map_err(Fault::Caller)?;
            match checked(declared, clause, n, known.last().copied(), known.len(), k)? {
                Some(k) => known.push(k),
                None => *complete = true,
            }
        }
        Ok(known.get(index).copied())
    }
}

fn checked<E>(
    declared: &Clause,
    clause: usize,
    heap: u64,
    last: Option<u64>,
    index: usize,
    k: Option<u64>,
) -> Result<Option<u64>, Fault<E>> {
    match k {
        Some(0) if !(declared.leave.least == 1 && declared.leave.slots >= 2) => {
            Err(Fault::NeverShrinks { clause, heap })
        }
        Some(k) if last.is_some_and(|last| k <= last) => Err(Fault::NotIncreasing { clause, index }),
        k => Ok(k),
    }
}

/// What hears of moves: the number taken and the sizes left (empty heaps among them); false ends the walk.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(u64, &[u64]) -> bool;

/// All moves of a heap of size `n`, some of them more than once where a clause names them in several orders. False if
/// the visitor ended the walk.
pub(crate) fn each_rest<C: Caller>(
    rule: &Rule,
    n: u64,
    elements: &mut Elements,
    h: &Handle,
    caller: &mut C,
    visit: Visit,
) -> Result<bool, Fault<C::Error>> {
    if rule.clauses().is_empty() {
        return match rule.code_of() {
            Some(code) => each_of_code(code, n, h, visit),
            None => Ok(true),
        };
    }
    for (i, clause) in rule.clauses().iter().enumerate() {
        let mut index = 0;
        let mut last = None;
        loop {
            h.tick()?;
            let next = match &clause.take {
                Set::Finite(numbers) => numbers.get(index).copied(),
                Set::From(k) => k.checked_add(index as u64),
                Set::AllBut(except) => {
                    let mut k = last.map_or(1, |k: u64| k + 1);
                    while except.binary_search(&k).is_ok() {
                        k += 1;
                    }
                    Some(k)
                }
                Set::Given { .. } => {
                    let k = elements.get(rule, i, n, index, caller)?;
                    if let (Some(a), Some(b)) = (last, k)
                        && b <= a
                    {
                        return Err(Fault::NotIncreasing { clause: i, index });
                    }
                    k
                }
            };
            let Some(k) = next.filter(|&k| k <= n) else { break };
            (last, index) = (Some(k), index + 1);
            if !each_tuple(clause, i, n, k, h, caller, visit)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// All ways of naming the heaps left. Without a condition the order of the names does not matter, so only
/// decreasing sizes are visited.
fn each_tuple<C: Caller>(
    clause: &Clause,
    place: usize,
    n: u64,
    k: u64,
    h: &Handle,
    caller: &mut C,
    visit: Visit,
) -> Result<bool, Fault<C::Error>> {
    let leave = clause.leave;
    let order = if clause.conditional { Enumeration::All } else { Enumeration::Decreasing };
    let mut fault = None;
    let done = tuples(n - k, leave.slots, leave.least, order, h, &mut |parts| {
        if leave.distinct && !Sizes::Different.allow(parts) {
            return true;
        }
        if clause.conditional {
            match caller.allows(place, n, k, parts) {
                Ok(true) => {}
                Ok(false) => return true,
                Err(e) => {
                    fault = Some(Fault::Caller(e));
                    return false;
                }
            }
        }
        visit(k, parts)
    })?;
    match fault {
        Some(fault) => Err(fault),
        None => Ok(done),
    }
}

fn each_of_code<E>(code: &Code, n: u64, h: &Handle, visit: Visit) -> Result<bool, Fault<E>> {
    // An empty heap has no moves, whatever may be added.
    let added = if n == 0 { &[] } else { code.added() };
    let last = code.last_place().map_or(n, |t| t.min(n));
    let taken = (0..=last).map(|k| (k, n - k, code.digit(k)));
    for (k, left, digit) in (1..).zip(added).map(|(d, &digit)| (0, n.saturating_add(d), digit)).chain(taken) {
        h.tick()?;
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(digit.most_parts());
        for j in 0..=most {
            let Some(sizes) = digit.sizes(j) else { continue };
            let go_on =
                tuples(left, j, 1, Enumeration::Decreasing, h, &mut |parts| !sizes.allow(parts) || visit(k, parts))?;
            if !go_on {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Enumeration {
    All,
    Decreasing,
}

/// All lists of `slots` numbers of at least `least` with the given sum.
fn tuples<E>(
    sum: u64,
    slots: usize,
    least: u64,
    order: Enumeration,
    h: &Handle,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> Result<bool, Fault<E>> {
    if slots == 0 {
        return Ok(sum != 0 || visit(&[]));
    }
    if sum < least * slots as u64 {
        return Ok(true);
    }
    let mut parts = vec![least; slots];
    // All but the last are free; the last is what remains. In decreasing order the first is the largest.
    let rest = |parts: &[u64]| sum.checked_sub(parts[..slots - 1].iter().sum());
    let start = |parts: &mut [u64], from: usize| {
        for i in from..slots - 1 {
            parts[i] = match order {
                Enumeration::All => least,
                Enumeration::Decreasing => {
                    // The least size that leaves room: the average of what is left, rounded up.
                    let left = sum - parts[..i].iter().sum::<u64>();
                    least.max(left.div_ceil((slots - i) as u64))
                }
            };
        }
    };
    start(&mut parts, 0);
    loop {
        h.tick()?;
        if let Some(last) = rest(&parts).filter(|&l| l >= least) {
            parts[slots - 1] = last;
            if !visit(&parts) {
                return Ok(false);
            }
        }
        // The next list: raise the last free number that can be raised.
        let mut i = slots - 1;
        loop {
            let Some(j) = i.checked_sub(1) else { return Ok(true) };
            i = j;
            let before: u64 = parts[..i].iter().sum();
            let room = sum - before - least * (slots - 1 - i) as u64;
            let most = if order == Enumeration::Decreasing && i > 0 { room.min(parts[i - 1]) } else { room };
            if parts[i] < most {
                parts[i] += 1;
                start(&mut parts, i + 1);
                break;
            }
        }
    }
}

/// All moves of a heap, each once: by the number taken, then by sizes, largest first.
///
/// ```
/// use sprague_heaps::{Base, Code, Elements, NoCaller, Rule, moves};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let all = moves(&kayles, 3, &mut Elements::default(), &Handle::default(), &mut NoCaller).expect("no bound");
/// let left: Vec<Vec<u64>> = all.into_iter().map(|play| play.parts).collect();
/// assert_eq!(left, [vec![2], vec![1, 1], vec![1]]);
/// ```
pub fn moves<C: Caller>(
    rule: &Rule,
    n: u64,
    elements: &mut Elements,
    h: &Handle,
    caller: &mut C,
) -> Result<Vec<Move>, Fault<C::Error>> {
    Ok(moves_up_to(usize::MAX, rule, n, elements, h, caller)?.unwrap_or_default())
}

/// The same, or nothing if there are more than `most`, those that come to the same heaps counted each.
///
/// ```
/// use sprague_heaps::{Base, Code, Elements, NoCaller, Rule, moves_up_to};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let most = |n| moves_up_to(n, &kayles, 3, &mut Elements::default(), &Handle::default(), &mut NoCaller).expect("no bound");
/// assert_eq!((most(2), most(3).map(|all| all.len())), (None, Some(3)));
/// ```
pub fn moves_up_to<C: Caller>(
    most: usize,
    rule: &Rule,
    n: u64,
    elements: &mut Elements,
    h: &Handle,
    caller: &mut C,
) -> Result<Option<Vec<Move>>, Fault<C::Error>> {
    let mut all = Vec::new();
    let mut refused = None;
    each_rest(rule, n, elements, h, caller, &mut |taken, parts| {
        if all.len() == most {
            refused = Some(None);
            return false;
        }
        if all.len() % 1024 == 1023 {
            h.progress("moves of a heap", all.len() as u64, None);
        }
        // Where there is no room for one more, all are moved to where there is room for twice as many.
        if all.len() == all.capacity()
            && let Err(stop) = h.reserve(2 * all.len() * size_of::<Move>())
        {
            refused = Some(Some(stop));
            return false;
        }
        let mut sizes = Vec::with_capacity(parts.len());
        sizes.extend(parts.iter().copied().filter(|&a| a > 0));
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        all.push(Move { taken, parts: sizes });
        true
    })?;
    match refused {
        Some(Some(stop)) => return Err(stop.into()),
        Some(None) => return Ok(None),
        None => {}
    }
    all.sort_unstable_by(|a, b| a.taken.cmp(&b.taken).then_with(|| b.parts.cmp(&a.parts)));
    all.dedup();
    Ok(Some(all))
}

/// A winning move in a sum of heaps.
///
/// ```
/// use sprague_heaps::{Move, NoCaller, Rule, Sequence, Set, moves::{WinningMove, winning_moves}};
/// use sprague_limits::Handle;
///
/// let (mut nim, handle) = (Sequence::new(Rule::subtraction_game(Set::From(1)).expect("it shrinks")), Handle::default());
/// nim.extend_to(10, &handle, &mut NoCaller).expect("no bound is reached");
/// let found = winning_moves(&nim, &[1, 2, 4], 10, &handle, &mut NoCaller).expect("no bound is reached");
/// assert_eq!(found, [WinningMove { heap: 2, play: Move { taken: 1, parts: vec![3] } }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WinningMove {
    /// Which heap of the sum, from 0; of equal heaps only the first.
    pub heap: usize,
    /// What is done with it.
    pub play: Move,
}

/// Moves of a sum of heaps to nim-value 0, at most `most` of them: by heap, then in the order of [`moves`]. The
/// sequence must know all values up to the largest heap. Every move of each heap that can win is looked at until
/// `most` are found.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, moves::winning_moves};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut sequence, handle) = (Sequence::new(kayles), Handle::default());
/// sequence.extend_to(10, &handle, &mut NoCaller).expect("no bound is reached");
/// // In a single row of pins the first player leaves two equal ones.
/// let found = winning_moves(&sequence, &[9], 10, &handle, &mut NoCaller).expect("no bound is reached");
/// assert!(found.iter().any(|winning| winning.play.parts == [4, 4]));
/// ```
pub fn winning_moves<C: Caller>(
    sequence: &super::Sequence,
    heaps: &[u64],
    most: usize,
    h: &Handle,
    caller: &mut C,
) -> Result<Vec<WinningMove>, Fault<C::Error>> {
    let unknown = |n: u64| sprague_limits::Stop::TooLarge(format!("a heap of size {n}, whose value is not known"));
    let mut total = 0;
    for &n in heaps {
        total ^= sequence.value(n).ok_or_else(|| unknown(n))?;
    }
    let mut found: Vec<WinningMove> = Vec::new();
    let mut elements = Elements::default();
    if total == 0 {
        return Ok(found);
    }
    for (i, &n) in heaps.iter().enumerate() {
        let wanted = total ^ sequence.value(n).unwrap_or_default();
        if heaps[..i].contains(&n) || found.len() >= most {
            continue;
        }
        let mut here: Vec<Move> = Vec::new();
        let room = most - found.len();
        each_rest(sequence.rule(), n, &mut elements, h, caller, &mut |taken, parts| {
            let value = parts.iter().try_fold(0, |v, &a| Some(v ^ sequence.value(a)?));
            if value == Some(wanted) {
                let mut parts: Vec<u64> = parts.iter().copied().filter(|&a| a > 0).collect();
                parts.sort_unstable_by(|a, b| b.cmp(a));
                let play = Move { taken, parts };
                if !here.contains(&play) || here.len() > 1024 {
                    here.push(play);
                }
            }
            here.len() < room
        })?;
        here.sort_unstable_by(|a, b| a.taken.cmp(&b.taken).then_with(|| b.parts.cmp(&a.parts)));
        here.dedup();
        found.extend(here.into_iter().map(|play| WinningMove { heap: i, play }));
    }
    Ok(found)
}
