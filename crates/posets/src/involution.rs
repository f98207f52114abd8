//! Involutions: a poset whose Chomp has the same nim-value with fewer elements.
//!
//! If an automorphism of order 2 fixes exactly the elements of a downset `F`, Chomp on the poset and Chomp on `F` have
//! the same nim-value (Khandhawit and Ye 2011; Brouwer and Christensen, section 2.4): in the sum of the two the second
//! player answers a move outside `F` by its image and a move in `F` by the same move in the other summand.
//!
//! Looked for are involutions that exchange two elements with the same elements below them, move what is above either
//! of them and nothing else.

use super::automorphisms::is_automorphism;
use super::bits::Bits;
use super::canonical;
use super::poset::Poset;
use sprague_limits::{Handle, Stop};

/// The elements that an involution of the kind above moves, where one is found: what is above `a` or `b`, with the
/// pair. An upset, and never empty.
pub(crate) fn moved(poset: &Poset, handle: &Handle) -> Result<Option<Bits>, Stop> {
    let n = poset.len();
    let rows = poset.rows()?;
    // Sorted by what lies below, so that candidates stand together.
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&x, &y| rows.below(x).cmp(rows.below(y)).then(x.cmp(&y)));
    for (i, &a) in order.iter().enumerate() {
        for &b in order[i + 1..].iter().take_while(|&&b| rows.below(a) == rows.below(b)) {
            handle.ticks(1 + n as u32 / 64)?;
            let (up_a, up_b) = (rows.up(a), rows.up(b));
            if up_a.len() != up_b.len() {
                continue;
            }
            let all = Bits(up_a.row().iter().zip(up_b.row()).map(|(x, y)| x | y).collect());
            if up_a.len() == 1 || exchanges(poset, a, b, &up_a, &up_b, &all, handle)? {
                return Ok(Some(all));
            }
        }
    }
    Ok(None)
}

/// Is there an involution that exchanges `a` and `b`, moves everything above either and nothing else?
fn exchanges(
    poset: &Poset,
    a: usize,
    b: usize,
    up_a: &Bits,
    up_b: &Bits,
    all: &Bits,
    handle: &Handle,
) -> Result<bool, Stop> {
    let n = poset.len();
    let mut colours: Vec<u32> = (0..n).map(|x| if all.contains(x) { 0 } else { x as u32 + 3 }).collect();
    (colours[a], colours[b]) = (1, 2);
    let here = canonical::label(poset, Some(&colours), handle)?;
    (colours[a], colours[b]) = (2, 1);
    let there = canonical::label(poset, Some(&colours), handle)?;
    if here.key != there.key {
        return Ok(false);
    }
    let mut map: Vec<usize> = vec![0; n];
    for (&x, &y) in here.order.iter().zip(&there.order) {
        map[x] = y;
    }
    if up_a.and(up_b.row()).is_empty() {
        // Nothing above a is comparable to anything above b: forth and back is an involution.
        for x in up_a.iter() {
            let image = map[x];
            map[image] = x;
        }
    }
    Ok((0..n).all(|x| map[map[x]] == x && (map[x] == x) != all.contains(x)) && is_automorphism(poset, &map))
}
