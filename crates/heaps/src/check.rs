//! The checker of certificates, apart from all engines.
//!
//! In: a [`Certificate`]. Out: nothing, or the [`Refusal`] that says which field is wrong. Nothing in the certificate
//! is believed: the values below N are computed anew, by all pairs, or, for a sparse certificate, by the plain form of
//! the method of rare and common values, which is exact for every mask that is not zero (`docs/heaps.md`). Every
//! number must be exactly the one that the theorem names, so that a certificate with any field changed is refused.
//! Cost: N^2 for a classical certificate; for a sparse one, N times (rare heaps + pairs until all witnesses are found).

use super::code::Code;
use super::period::{Certificate, LEAST_REACH, Subject, Theorem};
use sprague_limits::{Handle, Stop};
use std::fmt;

/// Why a certificate proves nothing.
///
/// ```
/// use sprague_heaps::{Base, Certificate, CheckError, Code, NoCaller, Rule, Sequence, check::{Refusal, check}};
/// use sprague_limits::Handle;
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let (mut sequence, handle) = (Sequence::new(kayles), Handle::default());
/// let proved = sequence.prove_period(1000, &handle, &mut NoCaller).expect("no bound is reached").cloned();
/// let forged = Certificate { period: 0, ..proved.expect("1000 heaps are enough") };
/// assert_eq!(check(&forged, &handle), Err(CheckError::Refused(Refusal::NoPeriod)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The theorem does not cover this game.
    Theorem,
    /// A number of the game (parts, last place, largest number) is not this one.
    Game {
        /// What it is.
        actual: u64,
    },
    /// The period is 0.
    NoPeriod,
    /// With the flag the period must be even, and the splitting offsets must share a parity.
    Parity,
    /// The mask is 0, or has bits above all values.
    Mask,
    /// N is not what the theorem needs.
    Known {
        /// What it needs; `None` beyond all bounds.
        needed: Option<u64>,
    },
    /// Heap `at` and heap `at + p` differ.
    NotPeriodic {
        /// n.
        at: u64,
    },
    /// The period holds earlier.
    NotLeastStart,
    /// A proper divisor is a period too.
    NotLeastPeriod {
        /// The divisor.
        shorter: u64,
    },
    /// Another heap is the last rare one below N.
    LastRare {
        /// Which.
        actual: u64,
    },
    /// The reach is another.
    Reach {
        /// What it is.
        actual: u64,
    },
    /// The certificate is right, but the values that it was found from are not: see [`super::Sequence::confirm`].
    Value {
        /// The first heap whose value is another.
        heap: u64,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Theorem => write!(f, "its theorem does not cover this game"),
            Refusal::Game { actual } => write!(f, "a number of the game is wrong, it is {actual}"),
            Refusal::NoPeriod => write!(f, "the period is 0"),
            Refusal::Parity => write!(
                f,
                "with the parity of the position the period is even, and the offsets of all splits agree in parity"
            ),
            Refusal::Mask => write!(f, "the mask is 0, or larger than all values"),
            Refusal::Known { needed: Some(needed) } => write!(f, "the theorem needs the values of {needed} heaps"),
            Refusal::Known { needed: None } => write!(f, "the theorem needs more values than can be known"),
            Refusal::NotPeriodic { at } => write!(f, "heap {at} breaks the period"),
            Refusal::NotLeastStart => write!(f, "the period holds earlier"),
            Refusal::NotLeastPeriod { shorter } => write!(f, "{shorter} is a period too"),
            Refusal::LastRare { actual } => write!(f, "the last rare heap is {actual}"),
            Refusal::Reach { actual } => write!(f, "the witnesses reach to {actual}"),
            Refusal::Value { heap } => write!(f, "the value of heap {heap} is another"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Why a check ended without a yes.
///
/// ```
/// use sprague_heaps::{Base, CheckError, Code, NoCaller, Rule, Sequence, check};
/// use sprague_limits::{Handle, Limits, Stop};
///
/// let kayles = Rule::from_code(Code::parse("0.77", Base::Octal).expect("a code"));
/// let mut sequence = Sequence::new(kayles);
/// let proved = sequence.prove_period(1000, &Handle::default(), &mut NoCaller).expect("no bound is reached");
/// let hurry = Handle::new(Limits { steps: Some(100), ..Limits::default() });
/// assert_eq!(check(proved.expect("1000 heaps are enough"), &hurry), Err(CheckError::Stop(Stop::Steps(100))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The certificate is wrong.
    Refused(Refusal),
    /// A bound was met first.
    Stop(Stop),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Refused(refusal) => refusal.fmt(f),
            CheckError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<Stop> for CheckError {
    fn from(stop: Stop) -> Self {
        CheckError::Stop(stop)
    }
}

impl From<Refusal> for CheckError {
    fn from(refusal: Refusal) -> Self {
        CheckError::Refused(refusal)
    }
}

/// The most values that are computed anew.
const MOST: u64 = 1 << 32;

/// About how many steps a check takes, where so many heaps are rare.
pub(crate) fn cost(c: &Certificate, rare: u64) -> u128 {
    let n = u128::from(c.known);
    match (&c.subject, &c.kind) {
        (Subject::Subtraction(set), _) => n * set.len() as u128,
        (Subject::Code(code), Theorem::Sparse { last_place, .. }) => {
            let splits = (0..=*last_place).filter(|&k| code.digit(k).leaves(2)).count() as u128;
            n * (u128::from(rare) * splits + u128::from(*last_place) + 64)
        }
        (Subject::Code(code), _) => match shape(code) {
            Ok((0..=2, t)) => {
                let splits = (0..=t).filter(|&k| code.digit(k).leaves(2)).count() as u128;
                n * (n / 4 * splits + u128::from(t) + 1)
            }
            // Sets of values are lists here.
            Ok((parts, _)) => n * n * 64 * u128::from(parts),
            Err(_) => 0,
        },
    }
}

/// Verifies a certificate from the definition of its game.
///
/// ```
/// use sprague_heaps::{Base, Certificate, Code, Theorem, check, period::Subject};
/// use sprague_limits::Handle;
///
/// // Kayles has period 12 from 71 on: Guy and Smith 1956.
/// let kayles = Code::parse("0.77", Base::Octal).expect("a code");
/// let kind = Theorem::Classical { parts: 2, last_place: 2 };
/// let claim = Certificate { subject: Subject::Code(kayles), period: 12, from: 71, known: 168, kind };
/// assert_eq!(check(&claim, &Handle::default()), Ok(()));
/// assert!(check(&Certificate { from: 70, ..claim }, &Handle::default()).is_err());
/// ```
pub fn check(c: &Certificate, h: &Handle) -> Result<(), CheckError> {
    values(c, h).map(drop)
}

/// The same; gives the values below N, which were computed on the way.
pub(crate) fn values(c: &Certificate, h: &Handle) -> Result<Vec<u32>, CheckError> {
    if c.period == 0 {
        return Err(Refusal::NoPeriod.into());
    }
    match (&c.subject, &c.kind) {
        (Subject::Subtraction(set), Theorem::Subtraction { largest }) => {
            let actual = set.iter().copied().max().unwrap_or(0);
            if set.contains(&0) {
                return Err(Refusal::Theorem.into());
            }
            same(*largest, actual)?;
            let needed = c.from.checked_add(c.period).and_then(|n| n.checked_add(actual));
            let known = bounded(c, needed)?;
            periodic(c, subtraction(set, known, h)?, h)
        }
        (Subject::Code(code), Theorem::Classical { parts, last_place }) => {
            let (h_parts, t) = shape(code)?;
            if code.has_distinct() || !code.is_classic() {
                return Err(Refusal::Theorem.into());
            }
            same(*parts, h_parts)?;
            same(*last_place, t)?;
            // n < h n0 + (h-1) p + t, and n + p is needed; the theorem wants n0 >= 1.
            let start = u128::from(c.from.max(1));
            let needed = u128::from(h_parts) * (start + u128::from(c.period)) + u128::from(t);
            let known = bounded(c, u64::try_from(needed).ok())?;
            let values = if h_parts <= 2 { two_heaps(code, known, h)? } else { many_heaps(code, known, h)? };
            periodic(c, values, h)
        }
        (Subject::Code(code), Theorem::Sparse { last_place, last_rare, reach, mask, flag }) => {
            let (h_parts, t) = shape(code)?;
            let splits: Vec<usize> = (0..=t).filter(|&k| code.digit(k).leaves(2)).map(|k| k as usize).collect();
            let Some(&first) = splits.first() else { return Err(Refusal::Theorem.into()) };
            if h_parts != 2 || !code.is_classic() {
                return Err(Refusal::Theorem.into());
            }
            same(*last_place, t)?;
            if *mask == 0 {
                return Err(Refusal::Mask.into());
            }
            if *flag && (c.period % 2 == 1 || splits.iter().any(|k| k % 2 != first % 2)) {
                return Err(Refusal::Parity.into());
            }
            let twice = if code.has_distinct() { 2 } else { 1 };
            let start = u128::from(c.from) + u128::from(t) + 1 + twice * u128::from((*last_rare).max(*reach));
            let known = bounded(c, u64::try_from(start + u128::from(c.period)).ok())?;
            let window = start as usize; // below N, which is bounded
            let q = |n: usize| u32::from(*flag) & ((n + first) as u32 & 1);
            let rare = |v: u32, n: usize| (v & mask).count_ones() & 1 == q(n);
            let found = by_rare_heaps(code, known, window, &splits, &rare, h)?;
            if u64::from(*mask) > widest(found.largest) {
                return Err(Refusal::Mask.into());
            }
            if found.last_rare as u64 != *last_rare {
                return Err(Refusal::LastRare { actual: found.last_rare as u64 }.into());
            }
            let actual = (found.deepest as u64).max(found.last_rare as u64).max(LEAST_REACH);
            if actual != *reach {
                return Err(Refusal::Reach { actual }.into());
            }
            periodic(c, found.values, h)
        }
        _ => Err(Refusal::Theorem.into()),
    }
}

/// The largest mask that only has bits of values up to `largest`.
fn widest(largest: u32) -> u64 {
    (u64::from(largest) + 1).next_power_of_two() - 1
}

fn same(claimed: u64, actual: u64) -> Result<(), Refusal> {
    if claimed == actual { Ok(()) } else { Err(Refusal::Game { actual }) }
}

/// h and t of a finite code.
fn shape(code: &Code) -> Result<(u64, u64), Refusal> {
    let t = code.last_place().ok_or(Refusal::Theorem)?;
    Ok((code.most_parts().max(1) as u64, t))
}

fn bounded(c: &Certificate, needed: Option<u64>) -> Result<usize, CheckError> {
    if needed != Some(c.known) {
        return Err(Refusal::Known { needed }.into());
    }
    if c.known > MOST {
        return Err(Stop::TooLarge(format!("a check needs {} values; at most {MOST} are computed", c.known)).into());
    }
    Ok(c.known as usize)
}

/// Equality on the range, least n0, least p.
fn periodic(c: &Certificate, values: Vec<u32>, h: &Handle) -> Result<Vec<u32>, CheckError> {
    let (from, p) = (c.from as usize, c.period as usize);
    for n in from..values.len() - p {
        h.tick()?;
        if values[n] != values[n + p] {
            return Err(Refusal::NotPeriodic { at: n as u64 }.into());
        }
    }
    if from > 0 && values[from - 1] == values[from - 1 + p] {
        return Err(Refusal::NotLeastStart.into());
    }
    // A least period divides every period, so it divides p / q for some prime q.
    let (mut rest, mut q) = (p, 2);
    while rest > 1 {
        if q * q > rest {
            q = rest;
        }
        if rest % q == 0 {
            while rest % q == 0 {
                rest /= q;
            }
            let shorter = p / q;
            h.check_now()?;
            if (from..values.len() - shorter).all(|n| values[n] == values[n + shorter]) {
                return Err(Refusal::NotLeastPeriod { shorter: shorter as u64 }.into());
            }
        }
        q += 1;
    }
    Ok(values)
}

fn room(known: usize, h: &Handle) -> Result<Vec<u32>, Stop> {
    h.reserve(known.saturating_mul(4))?;
    Ok(Vec::with_capacity(known))
}

/// The least number not in a list.
fn mex(options: &mut Vec<u32>) -> u32 {
    options.sort_unstable();
    let mut least = 0;
    for &v in options.iter() {
        if v == least {
            least += 1;
        }
    }
    options.clear();
    least
}

fn subtraction(set: &[u64], known: usize, h: &Handle) -> Result<Vec<u32>, Stop> {
    let mut values = room(known, h)?;
    let mut options = Vec::new();
    for n in 0..known as u64 {
        for &k in set.iter().filter(|&&k| k <= n) {
            h.tick()?;
            options.push(values[(n - k) as usize]);
        }
        let value = mex(&mut options);
        values.push(value);
    }
    Ok(values)
}

/// Two heaps at most, all pairs.
fn two_heaps(code: &Code, known: usize, h: &Handle) -> Result<Vec<u32>, Stop> {
    let mut values = room(known, h)?;
    let t = code.last_place().unwrap_or(0) as usize;
    let mut met: Vec<u32> = Vec::new(); // met[v] = n + 1: v is an option of n
    for n in 0..known {
        let mark = n as u32 + 1;
        let mut meet = |v: u32| {
            if v as usize >= met.len() {
                met.resize(v as usize + 64, 0);
            }
            met[v as usize] = mark;
        };
        for k in 0..=t.min(n) {
            let (digit, m) = (code.digit(k as u64), n - k);
            h.tick()?;
            if digit.leaves(0) && m == 0 {
                meet(0);
            }
            if digit.leaves(1) && m > 0 {
                meet(values[m]);
            }
            if digit.leaves(2) {
                h.ticks((m / 64) as u32)?;
                for a in 1..=m / 2 {
                    if digit.is_free() || 2 * a != m {
                        meet(values[a] ^ values[m - a]);
                    }
                }
            }
        }
        values.push(met.iter().position(|&x| x != mark).unwrap_or(met.len()) as u32);
    }
    Ok(values)
}

/// More heaps: the values of m split into j heaps, for all m and j, as lists.
fn many_heaps(code: &Code, known: usize, h: &Handle) -> Result<Vec<u32>, Stop> {
    let mut values: Vec<u32> = room(known, h)?;
    let most = code.most_parts();
    let t = code.last_place().unwrap_or(0) as usize;
    // splits[j][m]: sorted values of m split into j heaps of at least 1.
    let mut splits: Vec<Vec<Vec<u32>>> = vec![Vec::new(); most + 1];
    let mut options = Vec::new();
    for n in 0..known {
        // Two heaps and more use smaller heaps only; one heap needs the value of n itself, so it comes last.
        for j in 2..=most {
            let mut all = Vec::new();
            for a in 1..n {
                h.tick()?;
                all.extend(splits[j - 1][n - a].iter().map(|v| v ^ values[a]));
                if all.len() > 1 << 16 {
                    all.sort_unstable();
                    all.dedup();
                }
            }
            all.sort_unstable();
            all.dedup();
            splits[j].push(all);
        }
        for k in 0..=t.min(n) {
            let (digit, m) = (code.digit(k as u64), n - k);
            if digit.leaves(0) && m == 0 {
                options.push(0);
            }
            if digit.leaves(1) && m > 0 {
                options.push(values[m]);
            }
            for j in (2..=most).filter(|&j| digit.leaves(j)) {
                options.extend(&splits[j][m]);
            }
        }
        let value = mex(&mut options);
        values.push(value);
        splits[1].push(if n > 0 { vec![value] } else { Vec::new() });
    }
    Ok(values)
}

struct Window {
    values: Vec<u32>,
    last_rare: usize,
    largest: u32,
    /// The largest least small part that settles a heap of the window.
    deepest: usize,
}

/// The values by the method of rare and common values, in its plain form.
fn by_rare_heaps(
    code: &Code,
    known: usize,
    window: usize,
    splits: &[usize],
    is_rare: &dyn Fn(u32, usize) -> bool,
    h: &Handle,
) -> Result<Window, Stop> {
    let mut values = room(known, h)?;
    let t = code.last_place().unwrap_or(0) as usize;
    let mut rare: Vec<usize> = Vec::new();
    let (mut largest, mut deepest) = (0, 0);
    let mut met: Vec<usize> = Vec::new(); // met[v] = n + 1
    for n in 0..known {
        let mark = n + 1;
        // Nim-sums of values so far are below the next power of two.
        met.resize((largest as usize + 1).next_power_of_two(), 0);
        for k in 0..=t.min(n) {
            let digit = code.digit(k as u64);
            if digit.leaves(0) && n == k {
                met[0] = mark;
            }
            if digit.leaves(1) && n > k {
                met[values[n - k] as usize] = mark;
            }
        }
        h.ticks((rare.len() / 16) as u32 + 1)?;
        for &k in splits {
            let Some(rest) = n.checked_sub(k) else { continue };
            // The two heaps may have to be different.
            let half = (!code.digit(k as u64).is_free()).then_some(rest);
            for &r in &rare[..rare.partition_point(|&r| r < rest)] {
                if half != Some(2 * r) {
                    met[(values[r] ^ values[rest - r]) as usize] = mark;
                }
            }
        }
        let is_met = |met: &[usize], v: u32| met.get(v as usize) == Some(&mark);
        let common = (0..).find(|&v| !is_rare(v, n) && !is_met(&met, v)).unwrap_or(u32::MAX);
        let mut open: Vec<u32> = (0..common).filter(|&v| is_rare(v, n) && !is_met(&met, v)).collect();
        let mut depth = 0;
        while !open.is_empty() && depth <= n / 2 {
            depth += 1;
            h.tick()?;
            for &k in splits {
                if 2 * depth + k < n || 2 * depth + k == n && code.digit(k as u64).is_free() {
                    let v = values[depth] ^ values[n - k - depth];
                    open.retain(|&x| x != v);
                }
            }
        }
        let value = open.iter().copied().min().unwrap_or(common);
        if n > 0 && is_rare(value, n) {
            rare.push(n);
        } else if n >= window {
            deepest = deepest.max(depth);
        }
        largest = largest.max(value);
        values.push(value);
    }
    Ok(Window { values, last_rare: rare.last().copied().unwrap_or(0), largest, deepest })
}
