//! What is given: heaps, each with its options, which are sums of earlier heaps.
//!
//! In: options, heap by heap, or the rule of a take-and-break game. Out: [`Heaps`], a finite set of positions whose sums
//! are closed under moves. A position of any impartial game without cycles is such a heap, if every position it
//! can move to has been given before it.

use super::Error;
use sprague_heaps::{Caller, Elements, Fault, NoCaller, Rule, moves_up_to};
use sprague_limits::Handle;

/// Parts of all options of heaps that are taken in one after the other.
const MOST_PARTS: usize = 1 << 25;

/// Heaps 0, 1, 2, … with their options.
///
/// ```
/// use sprague_misere::Heaps;
/// let mut nim = Heaps::default();
/// for n in 0..4 {
///     nim.push((0..n).map(|k| vec![k]).collect())?;
/// }
/// assert_eq!(nim.len(), 4);
/// assert_eq!(nim.options(2).collect::<Vec<_>>(), [&[0], &[1]]);
/// assert!(nim.push(vec![vec![7]]).is_err(), "heap 7 is not there yet");
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    /// Of each heap: the parts of its options, one after the other, and where each option ends.
    options: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Heaps {
    /// Adds a heap; each option is a list of earlier heaps. Says which number it got.
    pub fn push(&mut self, options: Vec<Vec<usize>>) -> Result<usize, Error> {
        let heap = self.options.len();
        let mut sorted: Vec<Vec<u32>> = Vec::with_capacity(options.len());
        for option in options {
            let mut parts = Vec::with_capacity(option.len());
            for part in option {
                if part >= heap {
                    return Err(Error::NotEarlier { heap, part });
                }
                parts.push(u32::try_from(part).map_err(|_| Error::TooMany)?);
            }
            parts.sort_unstable();
            sorted.push(parts);
        }
        sorted.sort_unstable();
        sorted.dedup();
        let (mut parts, mut ends) = (Vec::new(), Vec::with_capacity(sorted.len()));
        for option in sorted {
            parts.extend(option);
            ends.push(u32::try_from(parts.len()).map_err(|_| Error::TooMany)?);
        }
        self.options.push((parts, ends));
        Ok(heap)
    }

    /// The heaps 0 to `last` of a take-and-break game whose rule asks nobody: a code, or clauses without conditions.
    pub fn of_rule(rule: &Rule, last: usize, handle: &Handle) -> Result<Heaps, Error> {
        let (mut heaps, mut elements) = (Heaps::default(), Elements::default());
        for _ in 0..=last {
            heaps.push_of_rule(rule, usize::MAX, &mut elements, handle, &mut NoCaller).map_err(
                |fault| match fault {
                    Fault::Stop(stop) => Error::Stop(stop),
                    _ => Error::NeedsCaller,
                },
            )?;
        }
        Ok(heaps)
    }

    /// Adds the next heap of a take-and-break game, and says whether it did: not if it has more than `most` moves, or all heaps together
    /// would have more than 2^25 parts of options.
    pub fn push_of_rule<C: Caller>(
        &mut self,
        rule: &Rule,
        most: usize,
        elements: &mut Elements,
        handle: &Handle,
        caller: &mut C,
    ) -> Result<bool, Fault<C::Error>> {
        let n = self.options.len();
        let parts: usize = self.options.iter().map(|(parts, _)| parts.len()).sum();
        let Some(moves) = moves_up_to(most, rule, n as u64, elements, handle, caller)? else { return Ok(false) };
        if most < usize::MAX && parts + moves.iter().map(|play| play.parts.len()).sum::<usize>() > MOST_PARTS {
            return Ok(false);
        }
        let options =
            moves.into_iter().map(|play| play.parts.into_iter().map(|part| part as usize).collect()).collect();
        // Every part is smaller than the heap, or the rule would have been refused.
        self.push(options).map_err(|e| Fault::Stop(sprague_limits::Stop::TooLarge(e.to_string())))?;
        Ok(true)
    }

    /// Forgets all but the first `n` heaps.
    pub(crate) fn truncate(&mut self, n: usize) {
        self.options.truncate(n);
    }

    /// How many heaps there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a heap, each the list of its parts; none for a heap that is not there.
    pub fn options(&self, heap: usize) -> impl Iterator<Item = &[u32]> {
        let (parts, ends): (&[u32], &[u32]) = self.options.get(heap).map_or((&[], &[]), |(parts, ends)| (parts, ends));
        (0..ends.len()).map(move |i| {
            let start = if i == 0 { 0 } else { ends[i - 1] };
            &parts[start as usize..ends[i] as usize]
        })
    }
}
