//! Statistics of a sequence: the largest value, how often each occurs, the mask and its rare heaps.

use super::period::Theorem;
use super::rule::{Caller, Fault};
use super::sequence::{Engine, Sequence};
use super::sparse::coordinates::{Coordinates, choose};
use super::stream::Stream;
use super::values::{MOST_HEAPS, Values};
use sprague_limits::{Handle, Stop};

/// By so many heaps it shows whether a game is sparse.
const FIRST: u64 = 1 << 16;

/// What is known of the values of heaps `0..known`.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set, statistics::survey};
/// use sprague_limits::Handle;
///
/// let mut sequence = Sequence::new(Rule::subtraction_game(Set::Finite(vec![1, 2])).expect("it shrinks"));
/// let found = survey(&mut sequence, 10, &Handle::default(), &mut NoCaller).expect("no bound is reached");
/// assert_eq!(found.frequencies, [4, 3, 3]); // 0 1 2 0 1 2 0 1 2 0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Heaps looked at.
    pub known: u64,
    /// The largest value; 0 when nothing is known.
    pub largest: u64,
    /// The first heap that has it.
    pub first: u64,
    /// How often each value occurs.
    pub frequencies: Vec<u64>,
    /// The rare heaps, where there is a mask for them.
    pub rare: Option<Rare>,
}

/// Rare heaps for a mask.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, statistics::survey};
/// use sprague_limits::Handle;
///
/// let rule = Rule::from_code(Code::parse("0.156", Base::Octal).expect("a code"));
/// let found = survey(&mut Sequence::new(rule), 10_000, &Handle::default(), &mut NoCaller).expect("no bound");
/// let rare = found.rare.expect("the game is sparse");
/// assert_eq!((rare.mask, rare.heaps.len(), rare.heaps.last()), (0x1b, 14, Some(&357)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rare {
    /// m.
    pub mask: u32,
    /// e.
    pub flag: bool,
    /// All heaps n >= 1 below `known` whose value is rare for them, in order.
    pub heaps: Vec<u64>,
}

/// Counts values that go by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The largest value met, and the first heap that has it.
    pub largest: u64,
    /// That heap.
    pub first: u64,
    /// How often each value was met.
    pub frequencies: Vec<u64>,
}

impl Tally {
    /// `times` heaps of this value, the first of them `heap`.
    pub(crate) fn meet(&mut self, value: u64, heap: u64, times: u64) {
        if value > self.largest {
            (self.largest, self.first) = (value, heap);
        }
        if value as usize >= self.frequencies.len() {
            self.frequencies.resize(value as usize + 1, 0);
        }
        self.frequencies[value as usize] += times;
    }

    /// Heaps `from..to`, whose values are kept.
    pub(crate) fn take(&mut self, values: &Values, from: usize, to: usize) {
        for n in from..to {
            self.meet(values.get(n).into(), n as u64, 1);
        }
    }
}

/// Statistics of heaps `0..count`. Beyond a proved period they follow from it; sparse games whose values do not fit in memory are
/// streamed through it.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, statistics::survey};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// // The values repeat, so those of very many heaps are known.
/// let found = survey(&mut Sequence::new(kayles), 1_000_000_000, &Handle::default(), &mut NoCaller);
/// assert_eq!(found.map(|found| (found.largest, found.first)), Ok((8, 27)));
/// ```
pub fn survey<C: Caller>(
    sequence: &mut Sequence,
    count: u64,
    h: &Handle,
    caller: &mut C,
) -> Result<Statistics, Fault<C::Error>> {
    // The values, growing by a quarter and copied at times, fill half of the memory at most.
    let room = h.room().map_or(u64::MAX, |bytes| bytes as u64 / 4).min(MOST_HEAPS);
    survey_within(sequence, count, room, h, caller)
}

/// The same with at most `room` values in memory.
pub fn survey_within<C: Caller>(
    sequence: &mut Sequence,
    count: u64,
    room: u64,
    h: &Handle,
    caller: &mut C,
) -> Result<Statistics, Fault<C::Error>> {
    // What cannot be streamed is refused before half of the memory is filled.
    sequence.extend_to(count.min(room).min(FIRST), h, caller)?;
    if count > room && sequence.certificate().is_none() && sequence.sparse().is_none() {
        return Err(too_many(count).into());
    }
    sequence.extend_to(count.min(room), h, caller)?;
    let known = count.min(sequence.values().len() as u64) as usize;
    let mut tally = Tally::default();
    for from in (0..known).step_by(4096) {
        h.ticks(64)?;
        tally.take(sequence.values(), from, known.min(from + 4096));
    }
    let mut rare = rare_heaps(sequence, known);
    if known as u64 == count {
        // All are known.
    } else if let Some(certificate) = sequence.certificate() {
        let period = certificate.period.min(count - known as u64);
        for n in known as u64..known as u64 + period {
            h.tick()?;
            let times = (count - 1 - n) / certificate.period + 1;
            tally.meet(sequence.value(n).unwrap_or(0), n, times);
        }
        // By the sparse theorem there are no more; other masks may have rare heaps for ever.
        rare = rare.filter(|_| matches!(certificate.kind, Theorem::Sparse { .. }));
    } else if let (Some(sparse), Ok(whole)) = (sequence.sparse(), usize::try_from(count)) {
        let mut stream = Stream::new(sparse, sequence.values(), room as usize)?;
        // The engine works in blocks, so it may know some more values than were asked for.
        tally.take(sequence.values(), known, sequence.values().len().min(whole));
        stream.run(whole, &mut tally, h)?;
        rare = rare.map(|rare| Rare {
            heaps: stream.sparse().rare_heaps().map(|n| n as u64).filter(|&n| n < count).collect(),
            ..rare
        });
    } else {
        return Err(too_many(count).into());
    }
    let Tally { largest, first, frequencies } = tally;
    Ok(Statistics { known: count, largest, first, frequencies, rare })
}

fn too_many(count: u64) -> Stop {
    Stop::TooLarge(format!(
        "the values of {count} heaps do not fit in memory, and only sparse games are looked through without keeping them"
    ))
}

/// The mask that the engine works with, or else the best for the second half, and its rare heaps. For the parity of
/// position all splitting offsets of a code must share a parity.
fn rare_heaps(sequence: &Sequence, n: usize) -> Option<Rare> {
    let values = sequence.values();
    let places = sequence.rule().code_of().and_then(super::sparse::Places::new).filter(|_| n >= 64)?;
    let parity = places.parity();
    let (mask, flag) = match sequence.engine() {
        Engine::Sparse { mask, flag, .. } => (mask, flag),
        _ => {
            let largest = (0..n).map(|i| values.get(i)).max().unwrap_or(0);
            let (mask, flag, _) = choose((n / 2..n).map(|i| values.get(i)), n / 2, largest, parity);
            (mask, flag)
        }
    };
    let c = Coordinates::new(mask, flag, parity.unwrap_or(0));
    let heaps = (1..n).filter(|&i| c.rare(values.get(i), i)).map(|i| i as u64).collect();
    Some(Rare { mask, flag, heaps })
}
