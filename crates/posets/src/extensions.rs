//! Linear extensions: how many, and one at random.
//!
//! A disjoint sum has a multinomial of interleavings for every choice of orders of its parts; an ordinal sum has one
//! order for every choice of orders of its blocks. So series-parallel posets, and among them forests (where this is the
//! hook formula, `n!` over the product of the numbers of elements above each), need nothing else. In what is neither, modules are counted
//! alone and then put into one order ([`super::modules`]); what is left is counted by its downsets ([`super::ladder`]); equal parts are counted once.

use super::boxes::{self, BoxPlan};
use super::canonical::CanonicalKey;
use super::coordinates::Coordinates;
use super::count::factorial;
use super::faces::Faces;
use super::forest::Forest;
use super::modules::{in_order, modules};
use super::poset::Poset;
use super::subsets::engine::Options;
use super::subsets::error::Error;
use super::subsets::sample::random_extension;
use super::{ladder, ranks::Tower, young};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};

/// The number of linear extensions: orders of all elements that agree with the poset. Counting them is #P-complete
/// (Brightwell and Winkler 1991), so the cost may be as much as the number of downsets.
///
/// ```
/// use sprague_posets::{Poset, linear_extensions};
/// let handle = sprague_limits::Handle::default();
/// // Young tableaux of two rows of 3: a Catalan number.
/// let grid = Poset::chain(2, &handle)?.product(&Poset::chain(3, &handle)?, &handle)?;
/// assert_eq!(linear_extensions(&grid, &handle)?, 5u32.into());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn linear_extensions(poset: &Poset, handle: &Handle) -> Result<BigUint, Stop> {
    linear_extensions_with(poset, 1, handle)
}

/// The same with so many threads, where there is a use for them: in boxes of three dimensions and more.
///
/// ```
/// use sprague_posets::{Poset, linear_extensions_with};
/// let handle = sprague_limits::Handle::default();
/// // The ways to build a cube of 3 x 3 x 3 from a corner (A214953).
/// let side = Poset::chain(3, &handle)?;
/// let cube = side.product(&side, &handle)?.product(&side, &handle)?;
/// assert_eq!(linear_extensions_with(&cube, 2, &handle)?, 6_405_442_434_150_u64.into());
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn linear_extensions_with(poset: &Poset, threads: usize, handle: &Handle) -> Result<BigUint, Stop> {
    count(poset, threads, &mut FxHashMap::default(), handle)
}

/// The same for a box, a product of three chains or more with three elements each, where levels may be kept and go to files if there is no room for them; `None` for
/// other posets, and where the tables of a box are too large.
///
/// Cost: as [`box_plan`] says. A computation that was stopped goes on from the last level that was kept.
///
/// # Errors
/// When a bound of the handle is reached, or what was kept is not sound, or belongs to something else.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::Options;
/// use sprague_posets::{Poset, linear_extensions_of_box};
/// let handle = Handle::default();
/// let side = Poset::chain(3, &handle)?;
/// let cube = side.product(&side, &handle)?.product(&side, &handle)?;
/// assert_eq!(linear_extensions_of_box(&cube, Options::threads(1), &handle)?, Some(6_405_442_434_150_u64.into()));
/// assert_eq!(linear_extensions_of_box(&side, Options::threads(1), &handle)?, None);
/// # Ok::<(), sprague_posets::subsets::Error>(())
/// ```
pub fn linear_extensions_of_box(poset: &Poset, options: Options, handle: &Handle) -> Result<Option<BigUint>, Error> {
    match box_sides(poset, handle)? {
        Some(sides) => boxes::linear_extensions(&sides, options, handle),
        None => Ok(None),
    }
}

type CountsByKey = FxHashMap<CanonicalKey, BigUint>;

fn count(poset: &Poset, threads: usize, known: &mut CountsByKey, handle: &Handle) -> Result<BigUint, Stop> {
    handle.ticks(1 + poset.len() as u32)?;
    if poset.len() < 2 {
        return Ok(BigUint::one());
    }
    if let Some(forest) = Forest::of(poset, handle)? {
        return forest.linear_extensions(handle);
    }
    let parts = poset.components();
    if parts.len() > 1 {
        let mut all = factorial(poset.len());
        for part in parts {
            handle.ticks(part.len() as u32)?;
            if part.len() > 1 {
                all /= factorial(part.len());
                all *= with_stack(|| count(&poset.piece(&part, handle)?, threads, known, handle))?;
            }
        }
        return Ok(all);
    }
    if let Some(forest) = Forest::upside_down(poset, handle)? {
        return forest.linear_extensions(handle);
    }
    // Before ordinal sums: a diagram or a box without its least element is none any more.
    if let Some((_, rows, _)) = diagram(poset, handle)? {
        return young::tableaux(&rows, handle);
    }
    let sides = box_sides(poset, handle)?;
    if let Some(sides) = &sides
        && let Some(count) = in_memory(boxes::linear_extensions(sides, Options::threads(threads), handle))?
    {
        return Ok(count);
    }
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        let mut all = BigUint::one();
        for block in blocks.iter().filter(|b| b.len() > 1) {
            all *= match (with_stack(|| count(&poset.piece(block, handle)?, threads, known, handle)), &sides) {
                // A box without its ends: what it would take is told of the box.
                (Err(stop @ (Stop::TooLarge(_) | Stop::Room(..))), Some(sides)) => {
                    let plan = boxes::plan(sides, handle)?;
                    return Err(plan.map_or(stop, |plan| Stop::TooLarge(plan.refusal())));
                }
                (found, _) => found?,
            };
        }
        return Ok(all);
    }
    let key = poset.canonical_key(handle)?;
    if let Some(found) = known.get(&key) {
        return Ok(found.clone());
    }
    // Chains have one order already, and antichains have a way of their own to be counted.
    let rows = poset.rows()?;
    let mut modules = modules(poset, handle)?;
    modules.retain(|module| {
        let pairs: usize = module.iter().map(|x| module.and(rows.below(x)).len()).sum();
        pairs > 0 && 2 * pairs < module.len() * (module.len() - 1)
    });
    let found = if modules.is_empty() {
        ladder::count(poset, handle)?
    } else {
        let mut all = with_stack(|| count(&in_order(poset, &modules, handle)?, threads, known, handle))?;
        for module in modules {
            let module: Vec<usize> = module.iter().collect();
            all *= with_stack(|| count(&poset.induced(&module, handle)?, threads, known, handle))?;
        }
        all
    };
    known.insert(key, found.clone());
    Ok(found)
}

/// Where nothing is kept only the handle ends a count.
fn in_memory<T>(found: Result<T, Error>) -> Result<T, Stop> {
    found.map_err(|error| match error {
        Error::Stop(stop) => stop,
        other => Stop::TooLarge(other.to_string()),
    })
}

/// What the linear extensions of a box will take, a product of three chains or more with three elements each; nothing for other posets, and
/// for boxes of four dimensions and more whose tables are too large.
///
/// # Errors
/// When a bound of the handle is reached.
///
/// ```
/// use sprague_posets::{Poset, box_plan};
/// let handle = sprague_limits::Handle::default();
/// assert_eq!(box_plan(&Poset::chain(4, &handle)?, &handle)?, None);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn box_plan(poset: &Poset, handle: &Handle) -> Result<Option<BoxPlan>, Stop> {
    match box_sides(poset, handle)? {
        Some(sides) => boxes::plan(&sides, handle),
        None => Ok(None),
    }
}

/// The sides of a box of three dimensions at least, the longest first. All subsets of a set, which have symmetries that count for more, are none.
///
/// ```
/// use sprague_posets::{Poset, box_sides};
/// let handle = sprague_limits::Handle::default();
/// let (two, three) = (Poset::chain(2, &handle)?, Poset::chain(3, &handle)?);
/// let product = two.product(&three, &handle)?.product(&two, &handle)?;
/// assert_eq!(box_sides(&product, &handle)?, Some(vec![3, 2, 2]));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn box_sides(poset: &Poset, handle: &Handle) -> Result<Option<Vec<usize>>, Stop> {
    if poset.least().is_none() || poset.greatest().is_none() {
        return Ok(None);
    }
    let found = Coordinates::of(poset, handle)?.filter(|found| found.is_box() && found.sides.len() > 2);
    Ok(found.map(|found| found.sides).filter(|sides| sides[0] > 2))
}

/// Coordinates, rows and whether it stands on its head, if the poset or its dual is a Young diagram.
fn diagram(poset: &Poset, handle: &Handle) -> Result<Option<(Coordinates, Vec<usize>, bool)>, Stop> {
    for down in [false, true] {
        let found = if down { Coordinates::of(&poset.dual(handle)?, handle)? } else { Coordinates::of(poset, handle)? };
        if let Some(found) = found
            && let Some(rows) = found.rows()
        {
            return Ok(Some((found, rows, down)));
        }
        if poset.greatest().is_none() {
            break;
        }
    }
    Ok(None)
}

/// A stream of random bits from a seed: SplitMix64 (Steele, Lea and Flood 2014). The same seed gives the same stream
/// on every machine. Good for sampling; not for secrets.
///
/// ```
/// use sprague_posets::{Poset, RandomBits, random_linear_extension};
/// let handle = sprague_limits::Handle::default();
/// let deck = Poset::antichain(52, &handle)?;
/// let shuffle = |seed| random_linear_extension(&deck, &mut RandomBits::new(seed), &handle);
/// assert_eq!(shuffle(1)?, shuffle(1)?);
/// assert_ne!(shuffle(1)?, shuffle(2)?);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomBits(u64);

impl RandomBits {
    /// The stream of this seed.
    pub fn new(seed: u64) -> RandomBits {
        RandomBits(seed)
    }

    /// The next 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound` (which is not 0), all equally likely: draws that fall outside are drawn again.
    pub fn below(&mut self, bound: u64) -> u64 {
        let mask = u64::MAX >> ((bound - 1) | 1).leading_zeros();
        loop {
            let drawn = self.word() & mask;
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// The same for a number without bound.
    pub(crate) fn below_big(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        loop {
            let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| self.word() as u32).collect();
            if let Some(last) = digits.last_mut().filter(|_| !bits.is_multiple_of(32)) {
                *last &= (1 << (bits % 32)) - 1;
            }
            let drawn = BigUint::new(digits);
            if &drawn < bound {
                return drawn;
            }
        }
    }
}

/// A linear extension, each of them equally likely, lowest element first. Cost and memory: all downsets of the parts
/// that are neither disjoint nor ordinal sums, without their larger antichain of extreme elements.
///
/// ```
/// use sprague_posets::{Poset, RandomBits, random_linear_extension};
/// let handle = sprague_limits::Handle::default();
/// let (cube, _) = Poset::subsets(3, 3, &handle)?;
/// let order = random_linear_extension(&cube, &mut RandomBits::new(2017), &handle)?;
/// let goes_up = |i: usize| order[i..].iter().all(|&later| !cube.less(later, order[i]));
/// assert!(order.len() == 8 && (0..8).all(goes_up));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub fn random_linear_extension(poset: &Poset, random: &mut RandomBits, handle: &Handle) -> Result<Vec<usize>, Stop> {
    handle.ticks(1 + poset.len() as u32)?;
    if poset.len() < 2 {
        return Ok((0..poset.len()).collect());
    }
    let mut order = Vec::with_capacity(poset.len());
    let parts = poset.components();
    if parts.len() > 1 {
        let mut orders = Vec::with_capacity(parts.len());
        // Which part comes next is drawn by a shuffle of its name, once for each of its elements (Fisher and Yates).
        let mut turns: Vec<usize> = parts.iter().enumerate().flat_map(|(k, p)| vec![k; p.len()]).collect();
        for part in &parts {
            let inner = with_stack(|| random_linear_extension(&poset.piece(part, handle)?, random, handle))?;
            orders.push(inner.into_iter().map(|i| part[i]).collect::<Vec<_>>().into_iter());
        }
        for i in (1..turns.len()).rev() {
            turns.swap(i, random.below(i as u64 + 1) as usize);
        }
        order.extend(turns.into_iter().filter_map(|k| orders[k].next()));
        return Ok(order);
    }
    if let Some((faces, is_dual)) = Faces::either_way(poset, handle)?
        && let Some((n @ 5..=7, k)) = faces.truncation()
    {
        let sets = random_extension(n, k, random, handle)?;
        let place = |set: u32| faces.masks.iter().position(|&mask| mask == u64::from(set));
        order.extend(sets.into_iter().filter_map(place));
        if is_dual {
            order.reverse();
        }
        return Ok(order);
    }
    // Before ordinal sums: a rectangle without its lowest cell is no diagram any more.
    if let Some((coordinates, rows, down)) = diagram(poset, handle)? {
        let cells = young::random_tableau(&rows, random, handle)?;
        let mut at = vec![Vec::new(); rows.len()];
        let mut sorted: Vec<(&Vec<usize>, usize)> = coordinates.places.iter().zip(0..).collect();
        sorted.sort_unstable();
        sorted.iter().for_each(|(place, x)| at[place[0]].push(*x));
        order.extend(cells.into_iter().map(|(i, j)| at[i][j]));
        if down {
            order.reverse();
        }
        return Ok(order);
    }
    let blocks = poset.blocks();
    if blocks.len() > 1 {
        for block in &blocks {
            let inner = with_stack(|| random_linear_extension(&poset.piece(block, handle)?, random, handle))?;
            order.extend(inner.into_iter().map(|i| block[i]));
        }
        return Ok(order);
    }
    // The larger antichain goes in afterwards, as in `ladder`.
    if poset.minimal().len() > poset.maximal().len() {
        let mut order = Tower::sample(&poset.dual(handle)?, random, handle)?;
        order.reverse();
        return Ok(order);
    }
    Tower::sample(poset, random, handle)
}

/// Draws an index with these weights, not all zero.
pub(crate) fn draw(weights: &[BigUint], random: &mut RandomBits) -> usize {
    let total = weights.iter().fold(BigUint::zero(), |sum, w| sum + w);
    let mut drawn = random.below_big(&total);
    for (i, weight) in weights.iter().enumerate() {
        if &drawn < weight {
            return i;
        }
        drawn -= weight;
    }
    weights.len() - 1
}
