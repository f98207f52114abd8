//! Regularities that are seen and not proved: periods and arithmetic periods.
//!
//! The differences `G(n+1) - G(n)`, read from the end, have for every length a least period, found by the failure
//! function of Knuth, Morris and Pratt. The longest stretch that holds three of its periods is taken.

use super::period::Observed;
use super::values::Values;
use sprague_limits::{Handle, Stop};

/// The most recent values that are searched.
const SEARCHED: usize = 1 << 20;

/// The period or arithmetic period that the last values show at least three times, if any.
pub(crate) fn observe(values: &Values, h: &Handle) -> Result<Option<Observed>, Stop> {
    let len = values.len();
    let m = len.saturating_sub(1).min(SEARCHED);
    h.reserve(m * 12)?;
    let difference = |i: usize| i64::from(values.get(len - 1 - i)) - i64::from(values.get(len - 2 - i));
    let d: Vec<i64> = (0..m).map(difference).collect();
    // fail[i]: the longest proper border of the first i differences.
    let mut fail = vec![0u32; m + 1];
    let (mut k, mut best) = (0usize, None);
    for i in 1..m {
        h.tick()?;
        while k > 0 && d[k] != d[i] {
            k = fail[k] as usize;
        }
        if d[k] == d[i] {
            k += 1;
        }
        fail[i + 1] = k as u32;
        let (length, period) = (i + 1, i + 1 - k);
        if length >= 3 * period && length >= 12 {
            best = Some(period);
        }
    }
    let Some(p) = best else { return Ok(None) };
    let saltus = i64::from(values.get(len - 1)) - i64::from(values.get(len - 1 - p));
    let mut from = len - p;
    while from > 0 && i64::from(values.get(from - 1 + p)) - i64::from(values.get(from - 1)) == saltus {
        h.tick()?;
        from -= 1;
    }
    // A falling sequence cannot go on; constant sequences have period 1.
    Ok(u64::try_from(saltus).ok().map(|saltus| Observed {
        period: p as u64,
        saltus,
        from: from as u64,
        known: len as u64,
    }))
}
