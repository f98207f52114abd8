//! Modules: sets of elements that no other element tells apart, each being below all of them, above all, or beside all (Gallai 1967).
//!
//! **Linear extensions.** Let `M` be a module of `P`. Which places of a linear extension of `P` may be those of `M` depends on the other elements alone, for these ask of a member of
//! `M` only whether it comes before or after them, and of all members the same; and whatever the places are, the members may stand there in any order that agrees
//! with `M`. So `e(P) = e(M) * e(P')`, where `P'` has the members of `M` in one fixed order, which has one linear extension itself. This holds in parallel and
//! in series, and within posets that are neither.
//!
//! **All of them.** In a poset that is neither a disjoint nor an ordinal sum the modules but the whole lie in the largest of them, which are disjoint (Gallai). That of `x` is
//! found by growing: whatever tells two members apart is a member.

use super::bits::Bits;
use super::poset::Poset;
use sprague_limits::{Handle, Stop};

/// The largest modules, but the whole and single elements, of a poset that is neither a disjoint nor an ordinal sum. Cost: for each pair of elements some
/// rows of the relation, until they are told apart.
pub(crate) fn modules(poset: &Poset, handle: &Handle) -> Result<Vec<Bits>, Stop> {
    let mut found = Vec::new();
    let mut rest = Bits::full(poset.len());
    while let Some(x) = rest.first() {
        let mut module = Bits::of(poset.len(), [x]);
        for y in rest.iter().skip(1) {
            if !module.contains(y)
                && let Some(larger) = grown(poset, &module, y, handle)?
            {
                module = larger;
            }
        }
        rest = rest.minus(module.row());
        if module.len() > 1 {
            found.push(module);
        }
    }
    Ok(found)
}

/// The smallest module that holds a module and `y`, unless it is the whole.
fn grown(poset: &Poset, module: &Bits, y: usize, handle: &Handle) -> Result<Option<Bits>, Stop> {
    let Some(one) = module.first() else { return Ok(None) };
    let rows = poset.rows()?;
    let (mut all, mut size) = (module.clone(), module.len() + 1);
    all.insert(y);
    let mut waiting = vec![y];
    while let Some(other) = waiting.pop() {
        handle.ticks(1 + all.row().len())?;
        let differences = |a: &[u64], b: &[u64]| Bits(a.iter().zip(b).map(|(a, b)| a ^ b).collect()).minus(all.row());
        let below = differences(rows.below(one), rows.below(other));
        let above = differences(rows.above(one), rows.above(other));
        for z in below.iter().chain(above.iter()) {
            if !all.contains(z) {
                all.insert(z);
                size += 1;
                waiting.push(z);
            }
        }
        if size == poset.len() {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// A poset with the members of each of these modules, which are disjoint, in one order that agrees with it.
pub(crate) fn in_order(poset: &Poset, modules: &[Bits], handle: &Handle) -> Result<Poset, Stop> {
    let rows = poset.rows()?;
    let mut below: Vec<Bits> = (0..poset.len()).map(|x| Bits::from_row(rows.below(x))).collect();
    for module in modules {
        let mut before = Bits::empty(poset.len());
        for x in poset.linear_order().into_iter().filter(|&x| module.contains(x)) {
            handle.ticks(1 + before.row().len())?;
            // Whoever is above one member is above all of them, and so is what is below.
            for y in before.iter() {
                below[x].insert(y);
            }
            before.insert(x);
        }
    }
    let rows = below.iter().flat_map(|row| row.row().iter().copied()).collect();
    Poset::from_below(poset.len(), rows, handle)
}
