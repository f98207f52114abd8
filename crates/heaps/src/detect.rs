//! Finding the period of a sequence while it grows.
//!
//! At every checkpoint (each a thirty-second further) the last `WINDOW` values become a needle. A rolling hash over
//! all new values tells when a needle comes again; the distance is a candidate for the period, which is then compared
//! in full. One pass costs about a nanosecond a value, and the period is met at most a thirty-second of n0 late. Hashes only
//! ever suggest: what is believed was compared.

use super::values::{Data, Values};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};

/// Values that make a needle.
const WINDOW: usize = 64;
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A period that fits all values from `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// p.
    pub period: usize,
    /// The least n0 that fits the values known.
    pub from: usize,
    /// Compared for `n + p < checked`.
    checked: usize,
}

/// Watches a growing sequence.
#[derive(Clone, Debug)]
pub(crate) struct Detector {
    /// Ends of needles by hash.
    needles: FxHashMap<u64, usize>,
    /// One bit for each value of the top bits of the hash of a needle.
    filter: Box<[u64; 1024]>,
    hash: u64,
    hashed: usize,
    /// BASE^WINDOW.
    leaving: u64,
    candidate: Option<Candidate>,
    hint: usize,
}

impl Default for Detector {
    fn default() -> Self {
        let leaving = (0..WINDOW).fold(1u64, |x, _| x.wrapping_mul(BASE));
        Detector {
            needles: FxHashMap::default(),
            filter: Box::new([0; 1024]),
            hash: 0,
            hashed: 0,
            leaving,
            candidate: None,
            hint: 0,
        }
    }
}

impl Detector {
    /// The length at which to look again.
    pub(crate) fn next_checkpoint(len: usize) -> usize {
        len + (len / 32).max(16)
    }

    /// A period to try first; 0 for none.
    pub(crate) fn hint(&mut self, period: usize) {
        self.hint = period;
    }

    /// Takes note of all values, and returns the period that fits them, if one does.
    pub(crate) fn look(&mut self, values: &Values) -> Option<Candidate> {
        if let Some(c) = &mut self.candidate {
            let more = values.len() - c.checked;
            if values.same(c.checked, c.checked - c.period, more) {
                c.checked = values.len();
            } else {
                self.candidate = None;
            }
        }
        let mut hits = Vec::new();
        match values.data() {
            Data::Byte(v) => self.roll(v, &mut hits),
            Data::Short(v) => self.roll(v, &mut hits),
            Data::Word(v) => self.roll(v, &mut hits),
        }
        if values.len() >= WINDOW {
            // The latest place of a needle gives the shortest distance.
            self.needles.insert(self.hash, values.len());
            let bit = self.hash >> 48;
            self.filter[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        hits.extend((self.hint > 0).then_some(self.hint));
        // At most a few are compared, so that a regular stretch costs nothing. A shorter period that holds later may
        // still be the true one: a long candidate often survives by chance, as a multiple of it. The one that needs
        // fewer values stays.
        hits.sort_unstable();
        hits.dedup();
        hits.retain(|&p| self.candidate.is_none_or(|c| p < c.period));
        let reach = |c: &Candidate| c.from + c.period;
        if let Some(found) = hits.iter().take(64).find_map(|&p| confirm(values, p))
            && self.candidate.is_none_or(|c| reach(&found) < reach(&c))
        {
            self.candidate = Some(found);
        }
        self.candidate
    }

    fn roll<T: Copy + Into<u64>>(&mut self, values: &[T], hits: &mut Vec<usize>) {
        for n in self.hashed..values.len() {
            self.hash = self.hash.wrapping_mul(BASE).wrapping_add(values[n].into().wrapping_add(1));
            if n >= WINDOW {
                self.hash =
                    self.hash.wrapping_sub(values[n - WINDOW].into().wrapping_add(1).wrapping_mul(self.leaving));
            }
            let bit = self.hash >> 48;
            if self.filter[(bit / 64) as usize] >> (bit % 64) & 1 == 1
                && hits.len() < 4096
                && let Some(&end) = self.needles.get(&self.hash)
                && end <= n
            {
                hits.push(n + 1 - end);
            }
        }
        self.hashed = values.len();
    }
}

/// The candidate of period `p`, if the last values fit it for a needle's length at least.
pub(crate) fn confirm(values: &Values, p: usize) -> Option<Candidate> {
    let len = values.len();
    if p == 0 || len < p + WINDOW || !values.same(len - WINDOW, len - WINDOW - p, WINDOW) {
        return None;
    }
    Some(Candidate { period: p, from: least_start(values, p), checked: len })
}

/// The least n0 with G(n+p) = G(n) for all n0 <= n with n + p known.
pub(crate) fn least_start(values: &Values, p: usize) -> usize {
    let mut from = values.len() - p;
    while from >= 4096 && values.same(from - 4096, from - 4096 + p, 4096) {
        from -= 4096;
    }
    while from > 0 && values.get(from - 1) == values.get(from - 1 + p) {
        from -= 1;
    }
    from
}

/// The nearest earlier place where the last `length` values stand, by the failure function of Knuth, Morris and Pratt on the
/// values read from the end; linear.
pub(crate) fn recurrence(values: &Values, length: usize, h: &Handle) -> Result<Option<Candidate>, Stop> {
    let len = values.len();
    if length == 0 || len <= length {
        return Ok(None);
    }
    let back = |i: usize| values.get(len - 1 - i);
    h.reserve(length * 4)?;
    // fail[i]: the longest proper border of the last i + 1 values.
    let mut fail = vec![0_u32; length];
    let mut k = 0;
    for i in 1..len {
        h.tick()?;
        while k > 0 && back(k) != back(i) {
            k = fail[k - 1] as usize;
        }
        k += usize::from(back(k) == back(i));
        if i < length {
            fail[i] = k as u32;
        } else if k == length {
            let period = i + 1 - length;
            let mut from = len - period - length;
            while from > 0 && values.get(from - 1) == values.get(from - 1 + period) {
                h.tick()?;
                from -= 1;
            }
            return Ok(Some(Candidate { from, period, checked: len }));
        }
    }
    Ok(None)
}

/// Whether `p` is the least period of the values from `from` on: none of `p / q`, q prime, is one.
pub(crate) fn is_least(values: &Values, from: usize, p: usize) -> bool {
    let (mut rest, mut q) = (p, 2);
    let shorter = |q: usize| values.same(from, from + p / q, values.len() - from - p / q);
    while q * q <= rest {
        if rest % q == 0 {
            if shorter(q) {
                return false;
            }
            while rest % q == 0 {
                rest /= q;
            }
        }
        q += 1;
    }
    rest == 1 || !shorter(rest)
}
