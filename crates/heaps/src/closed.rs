//! Closed forms: games whose nim-values a theorem gives for every heap at once.
//!
//! In: a theorem and a heap. Out: its nim-value, and a move to any smaller one. Which rules a theorem is about the rule itself
//! says where its form shows it ([`Closed::of`]); else whoever reads the declaration. `docs/heaps.md` has the proofs; the tests compare
//! each with the recursion.

use super::rule::{Rule, Subtraction};
use sprague_limits::{Handle, Stop};

/// A theorem.
///
/// ```
/// use sprague_heaps::Closed;
/// let handle = sprague_limits::Handle::default();
/// assert_eq!(Closed::Quotient(1).value(1_000_000_000_000, &handle)?, Some(1_000_000_000_000)); // Nim
/// assert_eq!(Closed::Divisors.value(96, &handle)?, Some(6)); // Dim: 96 = 2^5 * 3
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// `a` or more are taken: a heap of n is worth the integer part of n/a. For a = 1 this is Nim (Bouton 1901).
    Quotient(u64),
    /// Any number is taken, or the heap is split into two: heaps of 4k+3 and 4k+4 exchange their values with Nim (Lasker's Nim).
    Lasker,
    /// Powers of two are taken: the remainder by 3.
    PowersOfTwo,
    /// 1 or a power of a prime is taken: the remainder by 6.
    PrimePowers,
    /// Fewer than n/2 + 1 are taken from n: 2k - 1 is worth k, 2k what k - 1 is worth.
    SmallHalf,
    /// A divisor of n is taken from n: one more than the number of its factors 2 (Dim).
    Divisors,
    /// A divisor of n is taken from n, but not all of it: the number of its factors 2 (the Aliquot Game).
    ProperDivisors,
    /// A number without a common divisor with n is taken from n: even heaps are worth 0, 1 is worth 1, all others the
    /// place of their least prime factor among the primes (Prim).
    Coprime,
}

/// Least prime factors up to here are found.
const LARGEST_FACTOR: u64 = 10_000_000;

impl Closed {
    /// The theorem about a rule, if its form shows that there is one.
    pub fn of(rule: &Rule) -> Option<Closed> {
        if let Some(Subtraction::AllBut(except)) = rule.subtraction_of()
            && except.iter().copied().eq(1..=except.len() as u64)
        {
            return Some(Closed::Quotient(except.len() as u64 + 1));
        }
        rule.code_of().filter(|code| code.to_string() == "4.[3]").map(|_| Closed::Lasker)
    }

    /// The value of a heap; `None` if that is not found soon.
    pub fn value(self, n: u64, handle: &Handle) -> Result<Option<u64>, Stop> {
        Ok(Some(match self {
            Closed::Quotient(a) => n / a,
            Closed::Lasker => lasker(n),
            Closed::PowersOfTwo => n % 3,
            Closed::PrimePowers => n % 6,
            Closed::SmallHalf => {
                let mut n = n;
                while n > 0 && n.is_multiple_of(2) {
                    n = n / 2 - 1;
                }
                n.div_ceil(2)
            }
            Closed::Divisors => twos(n) + u64::from(n > 0),
            Closed::ProperDivisors => twos(n),
            Closed::Coprime if n == 1 => 1,
            Closed::Coprime if n.is_multiple_of(2) => 0,
            Closed::Coprime => return place_of_least_factor(n, handle),
        }))
    }

    /// The values of the heaps below `count`; `None` if some are not found soon.
    ///
    /// ```
    /// use sprague_heaps::Closed;
    /// let handle = sprague_limits::Handle::default();
    /// assert_eq!(Closed::Coprime.values(10, &handle)?, Some(vec![0, 1, 0, 2, 0, 3, 0, 4, 0, 2]));
    /// # Ok::<(), sprague_limits::Stop>(())
    /// ```
    pub fn values(self, count: u64, handle: &Handle) -> Result<Option<Vec<u64>>, Stop> {
        let length = usize::try_from(count).unwrap_or(usize::MAX);
        handle.afford(length.saturating_mul(size_of::<u64>()))?;
        if self == Closed::Coprime {
            return places_of_least_factors(length, handle).map(Some);
        }
        let mut values = Vec::with_capacity(length);
        for n in 0..count {
            handle.tick()?;
            let Some(value) = self.value(n, handle)? else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
    }

    /// `(p, n0, s)` where a heap of n + p is worth s more than one of n, for all n from n0 on: the least of them, if there are any.
    ///
    /// ```
    /// use sprague_heaps::Closed;
    /// assert_eq!(Closed::Lasker.period(), Some((4, 1, 4)));
    /// assert_eq!(Closed::Divisors.period(), None); // values grow, and 1 comes back at every other heap
    /// ```
    pub fn period(self) -> Option<(u64, u64, u64)> {
        match self {
            Closed::Quotient(a) => Some((a, 0, 1)),
            Closed::Lasker => Some((4, 1, 4)),
            Closed::PowersOfTwo => Some((3, 0, 0)),
            Closed::PrimePowers => Some((6, 0, 0)),
            Closed::SmallHalf | Closed::Divisors | Closed::ProperDivisors | Closed::Coprime => None,
        }
    }

    /// Whether a heap of n has about as many moves as n.
    pub fn has_many_moves(self) -> bool {
        !matches!(self, Closed::PowersOfTwo | Closed::Divisors | Closed::ProperDivisors)
    }

    /// What all moves leave whose value is `wanted`, the fewest taken first; `None` if these are not found without going through
    /// all moves.
    ///
    /// ```
    /// use sprague_heaps::Closed;
    /// let handle = sprague_limits::Handle::default();
    /// assert_eq!(Closed::Quotient(1).leave_all(1_000_000_000, 0, &handle)?, Some(vec![0]));
    /// assert_eq!(Closed::PowersOfTwo.leave_all(10, 0, &handle)?, Some(vec![9, 6])); // 1 or 4 is taken
    /// # Ok::<(), sprague_limits::Stop>(())
    /// ```
    pub fn leave_all(self, n: u64, wanted: u64, handle: &Handle) -> Result<Option<Vec<u64>>, Stop> {
        Ok(match self {
            Closed::Quotient(a) => {
                let (Some(first), Some(most)) = (wanted.checked_mul(a), n.checked_sub(a)) else {
                    return Ok(Some(Vec::new()));
                };
                let last = most.min(first.saturating_add(a - 1));
                let count = (last + 1).saturating_sub(first);
                handle.ticks(count)?;
                handle.reserve(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(8))?;
                Some((first..=last).rev().collect())
            }
            Closed::PowersOfTwo => {
                let powers = (0..64).map(|j| 1u64 << j).take_while(|&k| k <= n);
                Some(powers.map(|k| n - k).filter(|rest| rest % 3 == wanted).collect())
            }
            Closed::SmallHalf => {
                // Heaps of one value are each two more than twice the one before.
                let mut rest = wanted.saturating_mul(2).saturating_sub(1);
                let mut all = Vec::new();
                while rest < n {
                    if u128::from(n - rest) * 2 < u128::from(n) + 2 {
                        all.push(rest);
                    }
                    match rest.checked_mul(2).and_then(|twice| twice.checked_add(2)) {
                        Some(next) => rest = next,
                        None => break,
                    }
                }
                all.reverse();
                Some(all)
            }
            Closed::Divisors | Closed::ProperDivisors if n / LARGEST_FACTOR <= LARGEST_FACTOR => {
                let mut all = Vec::new();
                let mut d = 1;
                while d <= n / d {
                    handle.ticks(u64::from(d % 64 == 1))?;
                    if n.is_multiple_of(d) {
                        all.extend([n - d, n - n / d]);
                    }
                    d += 1;
                }
                all.sort_unstable_by(|a, b| b.cmp(a));
                all.dedup();
                let whole = u64::from(self == Closed::Divisors);
                all.retain(|&rest| rest + whole > 0 && twos(rest) + whole.min(rest) == wanted);
                Some(all)
            }
            Closed::Lasker | Closed::PrimePowers | Closed::Divisors | Closed::ProperDivisors | Closed::Coprime => None,
        })
    }

    /// The heaps that a move leaves whose value is `wanted`, which is less than that of `n`; without one any move will do.
    /// `None` if there is no such move, or it is not found soon.
    pub fn leave(self, n: u64, wanted: Option<u64>, handle: &Handle) -> Result<Option<Vec<u64>>, Stop> {
        let Some(wanted) = wanted else {
            // One, or the least number that may be taken, can always be taken.
            let least = if let Closed::Quotient(a) = self { a } else { 1 };
            let ends = u64::from(self == Closed::ProperDivisors);
            return Ok((n > ends).then(|| n.checked_sub(least)).flatten().map(|rest| vec![rest]));
        };
        if self.value(n, handle)?.is_none_or(|own| wanted >= own) {
            return Ok(None);
        }
        Ok(match self {
            Closed::Quotient(a) => wanted.checked_mul(a).map(|rest| vec![rest]),
            Closed::Lasker => match lasker(wanted) {
                // Values and heaps exchange both ways. What cannot be left whole is left in two: 1 beside 4k + 2.
                rest if rest < n => Some(vec![rest]),
                _ => Some(vec![1, n - 1]),
            },
            Closed::PowersOfTwo => (n % 3).checked_sub(wanted).map(|taken| vec![n - taken]),
            Closed::PrimePowers => (n % 6).checked_sub(wanted).map(|taken| vec![n - taken]),
            Closed::SmallHalf => {
                // Heaps of one value more than double; one of them is less than n and at least half of it.
                let mut rest = (2 * wanted).saturating_sub(1);
                while 2 * (n - rest.min(n)) >= n.saturating_add(2) {
                    handle.tick()?;
                    rest = 2 * rest + 2;
                }
                (rest < n).then(|| vec![rest])
            }
            Closed::Divisors if wanted == 0 => Some(vec![0]),
            Closed::Divisors => Some(vec![n - (1 << (wanted - 1))]),
            Closed::ProperDivisors => Some(vec![n - (1 << wanted)]),
            // 1 is worth 1; all but one can be taken from every heap.
            Closed::Coprime if wanted == 1 => Some(vec![1]),
            Closed::Coprime if wanted == 0 => Some(vec![n - 1]),
            // The prime in that place is smaller than all that divide n.
            Closed::Coprime => prime(wanted, handle)?.map(|prime| vec![prime]),
        })
    }
}

/// The number of factors 2; of 0 it is 0.
fn twos(n: u64) -> u64 {
    if n == 0 { 0 } else { n.trailing_zeros().into() }
}

fn lasker(n: u64) -> u64 {
    match n % 4 {
        3 => n + 1,
        0 if n > 0 => n - 1,
        _ => n,
    }
}

/// The place among 2, 3, 5, … of the least prime factor of an odd number greater than 1.
fn place_of_least_factor(n: u64, handle: &Handle) -> Result<Option<u64>, Stop> {
    let mut d = 3u64;
    while d <= LARGEST_FACTOR && d.saturating_mul(d) <= n {
        handle.ticks(u64::from(d.is_multiple_of(64) || d % 64 == 1))?;
        if n.is_multiple_of(d) {
            return Ok(Some(primes(d, handle)?.len() as u64));
        }
        d += 2;
    }
    // No divisor up to its root: n is prime, but perhaps too large to be counted.
    if n <= LARGEST_FACTOR { Ok(Some(primes(n, handle)?.len() as u64)) } else { Ok(None) }
}

/// The values of Prim below `count`, by the sieve of Eratosthenes: each prime in its turn gives its place to the multiples that have none.
fn places_of_least_factors(count: usize, handle: &Handle) -> Result<Vec<u64>, Stop> {
    let mut places = vec![0; count];
    if let Some(one) = places.get_mut(1) {
        *one = 1;
    }
    let mut place = 1;
    for p in (3..count).step_by(2) {
        handle.ticks(1)?;
        if places[p] > 0 {
            continue;
        }
        place += 1;
        places[p] = place;
        handle.ticks((count / p / 64) as u64)?;
        for multiple in (p.saturating_mul(p)..count).step_by(2 * p) {
            if places[multiple] == 0 {
                places[multiple] = place;
            }
        }
    }
    Ok(places)
}

/// The prime in this place, from 1 on.
fn prime(place: u64, handle: &Handle) -> Result<Option<u64>, Stop> {
    let mut most = 64u64;
    loop {
        let all = primes(most, handle)?;
        if let Some(&prime) = usize::try_from(place).ok().and_then(|place| all.get(place.checked_sub(1)?)) {
            return Ok(Some(prime));
        }
        if most >= LARGEST_FACTOR {
            return Ok(None);
        }
        most = (most * 8).min(LARGEST_FACTOR);
    }
}

/// The primes up to a number, by the sieve of Eratosthenes.
fn primes(most: u64, handle: &Handle) -> Result<Vec<u64>, Stop> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    handle.afford(most + 1)?;
    let mut composite = vec![false; most + 1];
    let mut found = Vec::new();
    for p in 2..=most {
        if composite[p] {
            continue;
        }
        handle.ticks(1 + most / p / 64)?;
        found.push(p as u64);
        (p.saturating_mul(p)..=most).step_by(p).for_each(|multiple| composite[multiple] = true);
    }
    Ok(found)
}
