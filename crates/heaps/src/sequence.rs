//! A sequence of nim-values that grows on demand, with the engine that fits the rule.
//!
//! In: a [`Rule`] and the number of heaps wanted. Out: values of heaps 0, 1, 2, …; what is known stays known when a
//! bound of the handle ends a run. While the sequence grows, its period is looked for; once a theorem proves it, every
//! further value is known at once, and growing ends.

use super::check::{self, CheckError, Refusal};
use super::detect::{Candidate, Detector, is_least, recurrence};
use super::direct::{General, Subtract};
use super::marks::Marks;
use super::observe::observe;
use super::pairs::Pairs;
use super::parts::Parts;
use super::period::{Certificate, Observed, Subject, Theorem, classical_needs, subtraction_needs};
use super::rule::{Caller, Fault, Rule, Subtraction};
use super::sparse::Sparse;
use super::values::{MOST_HEAPS, Values};
use sprague_limits::{Handle, Stop};
use std::sync::Arc;

/// The sequence of nim-values of a rule.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut sequence, handle) = (Sequence::new(kayles), Handle::default());
/// sequence.extend_to(12, &handle, &mut NoCaller).expect("no bound is reached");
/// let values: Vec<u64> = (0..12).filter_map(|n| sequence.value(n)).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    rule: Rule,
    values: Values,
    work: Course,
    detector: Detector,
    next_look: usize,
    candidate: Option<Candidate>,
    certificate: Option<Certificate>,
    given: Option<Given>,
    /// The separate checker has accepted the certificate, and the values agree with its own.
    checked: bool,
}

/// Values that were read and not computed.
///
/// ```
/// use sprague_heaps::{NoCaller, Rule, Sequence, Set, Standing, decode, encode, sequence::Given};
/// use sprague_limits::Handle;
///
/// let (nim, handle) = (Rule::subtraction_game(Set::From(1)).expect("it shrinks"), Handle::default());
/// let mut run = Sequence::new(nim.clone());
/// run.extend_to(100, &handle, &mut NoCaller).expect("no bound is reached");
/// let bytes = encode(&run, "", &handle).expect("no bound is reached");
/// let read = decode(&bytes, nim, "", "nim.run", &handle).expect("they are a run of Nim");
/// assert_eq!(read.standing(), Standing::Given(Given { origin: "nim.run".into(), heaps: 100 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The place that they come from.
    pub origin: Arc<str>,
    /// They are those of heaps below this; all later ones depend on them.
    pub heaps: u64,
}

/// What an answer about a sequence rests on.
///
/// ```
/// use sprague_heaps::{Base, Code, NoCaller, Rule, Sequence, Standing};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut sequence, handle) = (Sequence::new(kayles), Handle::default());
/// sequence.prove_period(1000, &handle, &mut NoCaller).expect("no bound is reached");
/// assert_eq!(sequence.standing(), Standing::Computed);
/// sequence.confirm(&handle).expect("the separate checker agrees");
/// assert_eq!(sequence.standing(), Standing::Checked);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The separate checker has computed the values that decide anew.
    Checked,
    /// Values computed here; the checker has not run.
    Computed,
    /// Values that were read from a file, which are believed.
    Given(Given),
}

#[derive(Clone, Debug)]
enum Course {
    Subtract(Subtract),
    Pairs(Box<Pairs>),
    Parts(Box<Parts>),
    General(General),
}

/// Which engine works.
///
/// ```
/// use sprague_heaps::{Rule, Sequence, Set, sequence::Engine};
/// let rule = Rule::subtraction_game(Set::Finite(vec![1, 2])).expect("it shrinks");
/// assert_eq!(Sequence::new(rule).engine(), Engine::Subtraction);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// All pairs of heaps.
    Naive(Why),
    /// Rare and common values.
    Sparse {
        /// m.
        mask: u32,
        /// e.
        flag: bool,
        /// Number of rare heaps so far.
        rare: u64,
        /// The last of them, 0 for none.
        last_rare: u64,
    },
    /// One look for each number that may be taken.
    Subtraction,
    /// Marks on bits, for a finite set of many numbers.
    Marks {
        /// Numbers that may be taken.
        numbers: u64,
        /// The largest of them.
        largest: u64,
    },
    /// Sets of values of splits into 2, 3, … heaps, and unions for a repeating tail.
    Parts,
    /// Every way to name the heaps left.
    General,
}

/// Why pairs are all looked at.
///
/// ```
/// use sprague_heaps::{Base, Code, Rule, Sequence, sequence::{Engine, Why}};
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// assert_eq!(Sequence::naive(kayles).engine(), Engine::Naive(Why::Asked));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// So few values are known that nothing else pays.
    Short,
    /// No move leaves two heaps, or the last place is too far out.
    NoSplits,
    /// Even with the best mask, `rare` of `among` heaps are rare.
    NotSparse {
        /// The best mask.
        mask: u32,
        /// Its flag.
        flag: bool,
        /// Rare heaps in the second half of the values known at the last choice.
        rare: u64,
        /// The heaps of that half.
        among: u64,
    },
    /// The caller asked for it.
    Asked,
}

impl Sequence {
    /// An empty sequence; no work is done yet.
    pub fn new(rule: Rule) -> Sequence {
        Sequence::with(rule, true)
    }

    /// The same by the definition alone, to compare with.
    pub fn naive(rule: Rule) -> Sequence {
        Sequence::with(rule, false)
    }

    fn with(rule: Rule, fast: bool) -> Sequence {
        let pairs = rule.code_of().filter(|c| c.tail().is_empty() && c.most_parts() <= 2 && c.is_classic());
        let work = match pairs {
            _ if rule.subtraction_of().is_some() && fast => Course::Subtract(Subtract::default()),
            Some(code) => Course::Pairs(Box::new(Pairs::new(code, fast))),
            None => match rule.code_of() {
                Some(code) if fast => Course::Parts(Box::new(Parts::new(code))),
                _ => Course::General(General::default()),
            },
        };
        Sequence {
            rule,
            values: Values::default(),
            work,
            detector: Detector::default(),
            next_look: 0,
            candidate: None,
            certificate: None,
            given: None,
            checked: false,
        }
    }

    /// A sequence with values from an earlier run, and a period to try (0 for none).
    pub(super) fn resume(rule: Rule, values: Values, hint: u64, origin: &str) -> Sequence {
        let mut sequence = Sequence::new(rule);
        sequence.given = Some(Given { origin: origin.into(), heaps: values.len() as u64 });
        sequence.values = values;
        sequence.detector.hint(usize::try_from(hint).unwrap_or(0));
        sequence
    }

    /// The period that fits the values known, 0 for none.
    pub(super) fn period_hint(&self) -> u64 {
        match (&self.certificate, self.candidate) {
            (Some(c), _) => c.period,
            (None, Some(c)) => c.period as u64,
            _ => 0,
        }
    }

    /// The period or arithmetic period that the last values show at least three times: never a proof. Over fewer heaps than the largest
    /// number of a finite set it is none: the values behind these are not determined by it.
    pub fn observed(&self, h: &Handle) -> Result<Option<Observed>, Stop> {
        let largest = match self.rule.subtraction_of() {
            Some(Subtraction::Finite(set)) => set.last().copied().unwrap_or(0),
            _ => 0,
        };
        Ok(observe(&self.values, h)?.filter(|seen| seen.known - seen.from >= seen.period.saturating_add(largest)))
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The values known without a proof, of heaps `0..values().len()`.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The sparse engine, while it works.
    pub(super) fn sparse(&self) -> Option<&Sparse> {
        match &self.work {
            Course::Pairs(pairs) => pairs.sparse(),
            _ => None,
        }
    }

    /// The engine at work, and why.
    pub fn engine(&self) -> Engine {
        match &self.work {
            Course::Subtract(_) => match self.rule.subtraction_of() {
                Some(Subtraction::Finite(set)) if Marks::pay(set) => {
                    Engine::Marks { numbers: set.len() as u64, largest: set.last().copied().unwrap_or(0) }
                }
                _ => Engine::Subtraction,
            },
            Course::Parts(_) => Engine::Parts,
            Course::General(_) => Engine::General,
            Course::Pairs(pairs) => match (pairs.sparse(), pairs.chosen()) {
                (Some(sparse), _) => Engine::Sparse {
                    mask: sparse.coordinates().mask,
                    flag: sparse.coordinates().flag,
                    rare: sparse.rare_heaps().len() as u64,
                    last_rare: sparse.last_rare() as u64,
                },
                _ if pairs.is_asked() => Engine::Naive(Why::Asked),
                _ if !pairs.may_be_sparse() => Engine::Naive(Why::NoSplits),
                (None, None) => Engine::Naive(Why::Short),
                (None, Some((mask, flag, rare, among))) => Engine::Naive(Why::NotSparse { mask, flag, rare, among }),
            },
        }
    }

    /// The value of heap `n`, if it is known, or follows from a proved period.
    pub fn value(&self, n: u64) -> Option<u64> {
        let known = self.values.len() as u64;
        let n = match &self.certificate {
            Some(c) if n >= known => c.from + (n - c.from) % c.period,
            _ => n,
        };
        (n < known).then(|| self.values.get(n as usize).into())
    }

    /// What values and certificate rest on.
    pub fn standing(&self) -> Standing {
        match &self.given {
            _ if self.checked => Standing::Checked,
            Some(given) => Standing::Given(given.clone()),
            None => Standing::Computed,
        }
    }

    /// About how many steps [`Sequence::confirm`] takes, if there is a certificate that was not checked.
    pub fn to_confirm(&self) -> Option<u128> {
        let certificate = self.certificate.as_ref().filter(|_| !self.checked)?;
        let rare = match (self.sparse(), &certificate.kind) {
            (Some(sparse), _) => sparse.rare_heaps().len() as u64,
            (None, Theorem::Sparse { last_rare, .. }) => *last_rare,
            (None, _) => 0,
        };
        Some(check::cost(certificate, rare))
    }

    /// Has the certificate checked, and compares all values known with those of the checker and with the period. What was
    /// read is as good as computed afterwards. Without a certificate nothing is done.
    pub fn confirm(&mut self, h: &Handle) -> Result<(), CheckError> {
        let Some(c) = self.certificate.as_ref().filter(|_| !self.checked) else { return Ok(()) };
        let computed = check::values(c, h)?;
        let period = c.period as usize;
        for n in 0..self.values.len() {
            h.tick()?;
            let expected = computed.get(n).copied().unwrap_or_else(|| self.values.get(n - period));
            if self.values.get(n) != expected {
                return Err(Refusal::Value { heap: n as u64 }.into());
            }
        }
        (self.checked, self.given) = (true, None);
        Ok(())
    }

    /// The first heap whose value is known to both and differs.
    pub fn contradicts(&self, other: &Sequence) -> Option<u64> {
        let both = self.values.len().min(other.values.len());
        (0..both).find(|&n| self.values.get(n) != other.values.get(n)).map(|n| n as u64)
    }

    /// The period found, with the theorem that proves it, once there is one.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// Makes `value` answer for heaps `0..count`, from values or from a proved period.
    pub fn extend_to<C: Caller>(&mut self, count: u64, h: &Handle, caller: &mut C) -> Result<(), Fault<C::Error>> {
        while (self.values.len() as u64) < count && self.certificate.is_none() {
            if count > MOST_HEAPS && self.values.len() as u64 == MOST_HEAPS {
                return Err(Stop::TooLarge(format!("values of more than {MOST_HEAPS} heaps are not kept")).into());
            }
            let stop = count.min(MOST_HEAPS).min(self.next_look as u64).max(self.values.len() as u64 + 1) as usize;
            self.grow(stop, h, caller)?;
            if self.values.len() >= self.next_look {
                self.look(h)?;
            }
        }
        Ok(())
    }

    /// The value of heap `n`, computed where it is not known.
    pub fn value_at<C: Caller>(&mut self, n: u64, h: &Handle, caller: &mut C) -> Result<u64, Fault<C::Error>> {
        self.extend_to(n.saturating_add(1), h, caller)?;
        match self.value(n) {
            Some(value) => Ok(value),
            None => Err(Stop::TooLarge(format!("a heap of size {n}")).into()),
        }
    }

    /// Grows until the period is proved, at most to `bound` heaps.
    pub fn prove_period<C: Caller>(
        &mut self,
        bound: u64,
        h: &Handle,
        caller: &mut C,
    ) -> Result<Option<&Certificate>, Fault<C::Error>> {
        self.extend_to(bound, h, caller)?;
        if self.certificate.is_none() {
            self.look(h)?;
        }
        // Long regular stretches within a period hide it from the detector, which compares the last values with the nearest like them.
        if self.certificate.is_none()
            && let Some(Subtraction::Finite(set)) = self.rule.subtraction_of()
            && let Some(largest) = set.last().and_then(|&s| usize::try_from(s).ok())
            && let Some(c) = recurrence(&self.values, largest, h)?
        {
            self.settle(c.from as u64, c.period as u64, h)?;
        }
        Ok(self.certificate.as_ref())
    }

    fn grow<C: Caller>(&mut self, count: usize, h: &Handle, caller: &mut C) -> Result<(), Fault<C::Error>> {
        self.values.reserve_to(count, h)?;
        if self.sparse().is_none() {
            h.progress("heaps", self.values.len() as u64, None);
        }
        while self.values.len() < count {
            let value = match &mut self.work {
                Course::Pairs(pairs) => {
                    pairs.advance(&mut self.values, count, h)?;
                    if let Some(sparse) = pairs.sparse() {
                        let rare = (sparse.rare_heaps().len() as u64, "rare");
                        h.progress_with("heaps", self.values.len() as u64, None, rare);
                    }
                    continue;
                }
                Course::Subtract(engine) => engine.next(&self.rule, &self.values, h, caller)?,
                Course::Parts(engine) => engine.next(&self.values, h)?,
                Course::General(engine) => engine.next(&self.rule, &self.values, h, caller)?,
            };
            self.values.push(value);
        }
        Ok(())
    }

    /// Looks for a period, and proves it if enough is known.
    fn look(&mut self, h: &Handle) -> Result<(), Stop> {
        self.next_look = Detector::next_checkpoint(self.values.len());
        h.ticks((self.values.len() / 512) as u32 + 1)?;
        self.candidate = self.detector.look(&self.values);
        match self.candidate {
            Some(c) => self.settle(c.from as u64, c.period as u64, h),
            None => Ok(()),
        }
    }

    /// Proves a period that the values known have, if they are enough; else a later look comes when they are.
    fn settle(&mut self, from: u64, period: u64, h: &Handle) -> Result<(), Stop> {
        let mut needs = Vec::new();
        if let Some(Subtraction::Finite(set)) = self.rule.subtraction_of() {
            let largest = set.last().copied().unwrap_or(0);
            let kind = Theorem::Subtraction { largest };
            needs.extend(subtraction_needs(largest, from, period).map(|n| (n, kind)));
        } else if let Some((code, t)) =
            self.rule.code_of().filter(|c| c.is_classic()).and_then(|c| Some((c, c.last_place()?)))
        {
            if !code.has_distinct() {
                let parts = code.most_parts().max(1) as u64;
                let kind = Theorem::Classical { parts, last_place: t };
                needs.extend(classical_needs(parts, t, from, period).map(|n| (n, kind)));
            }
            if let Course::Pairs(pairs) = &mut self.work
                && let Some((n, reach, last_rare)) = pairs.sparse_needs(from, period, &self.values, h)?
                && let Some(coordinates) = pairs.sparse().map(|s| s.coordinates())
            {
                let (mask, flag) = (coordinates.mask, coordinates.flag);
                needs.push((n, Theorem::Sparse { last_place: t, last_rare, reach, mask, flag }));
            }
        }
        let Some((known, kind)) = needs.into_iter().min_by_key(|n| n.0) else { return Ok(()) };
        let len = self.values.len() as u64;
        if known > len {
            // No later than needed, unless that is far away and the candidate may still fall.
            self.next_look = self.next_look.min(known as usize).max(self.values.len() + 1);
        } else if is_least(&self.values, from as usize, period as usize) {
            let subject = match (self.rule.subtraction_of(), self.rule.code_of()) {
                (Some(Subtraction::Finite(set)), _) => Subject::Subtraction(set.clone()),
                (_, Some(code)) => Subject::Code(code.clone()),
                _ => return Ok(()),
            };
            self.certificate = Some(Certificate { subject, period, from, known, kind });
        }
        Ok(())
    }
}
