//! Automorphisms: orbits of elements, and small groups as lists.

use super::bits;
use super::canonical;
use super::poset::Poset;
use super::rows::Rows;
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop, with_stack};

impl Poset {
    /// The orbits of the automorphism group, each increasing, ordered by their least element.
    ///
    /// `x` and `y` are in one orbit exactly when the poset with `x` marked is isomorphic to it with `y` marked; marked
    /// posets are compared by canonical keys, within cells that refinement can't split.
    pub fn orbits(&self, handle: &Handle) -> Result<Vec<Vec<usize>>, Stop> {
        let cells = canonical::cells(self, handle)?;
        let mut members: FxHashMap<usize, usize> = FxHashMap::default();
        for &cell in &cells {
            *members.entry(cell).or_default() += 1;
        }
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        let mut known = FxHashMap::default();
        let mut colours = vec![0; self.len()];
        let rows = self.rows()?;
        for x in 0..self.len() {
            handle.tick()?;
            let twin =
                orbits.iter().position(|o| rows.below(o[0]) == rows.below(x) && rows.above(o[0]) == rows.above(x));
            let orbit = match twin {
                Some(orbit) => orbit,
                None if members[&cells[x]] == 1 => orbits.len(),
                None => {
                    colours[x] = 1;
                    let key = canonical::label(self, Some(&colours), handle)?.key;
                    colours[x] = 0;
                    *known.entry((cells[x], key)).or_insert(orbits.len())
                }
            };
            if orbit == orbits.len() {
                orbits.push(Vec::new());
            }
            orbits[orbit].push(x);
        }
        Ok(orbits)
    }

    /// All automorphisms, `map[x]` the image of `x`, in lexicographic order; `None` if there are more than `limit` or they are hard to find.
    pub fn all_automorphisms(&self, limit: usize, handle: &Handle) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        self.group(limit, false, handle)
    }

    /// Does the map keep the order both ways? Its images must be distinct elements.
    pub fn is_automorphism(&self, map: &[usize]) -> bool {
        is_automorphism(self, map)
    }

    /// The orbits of an automorphism, by their least members; one is below another if a member is below a member.
    pub(crate) fn modulo(&self, map: &[usize], handle: &Handle) -> Result<Poset, Stop> {
        let mut orbit = vec![usize::MAX; self.len()];
        let mut first = Vec::new();
        for x in 0..self.len() {
            if orbit[x] == usize::MAX {
                let mut y = x;
                while orbit[y] == usize::MAX {
                    orbit[y] = first.len();
                    y = map[y];
                }
                first.push(x);
            }
        }
        let rows = self.rows()?;
        let words = bits::words(first.len());
        handle.afford(8 * first.len() * words)?;
        let mut below = vec![0; first.len() * words];
        for (at, &y) in first.iter().enumerate() {
            handle.ticks(1 + self.len() / 64)?;
            // Members of an orbit are incomparable.
            for x in bits::ones(rows.below(y)) {
                bits::put(&mut below[at * words..(at + 1) * words], orbit[x]);
            }
        }
        Poset::from_below(first.len(), below, handle)
    }

    /// One automorphism of each class modulo exchanges of twins (elements with the same relations), the identity first;
    /// `None` if there are more than `limit` or they are hard to find.
    pub(crate) fn automorphisms(&self, limit: usize, handle: &Handle) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        self.group(limit, true, handle)
    }

    fn group(&self, limit: usize, ordered: bool, handle: &Handle) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let n = self.len();
        let cells = canonical::cells(self, handle)?;
        // Elements one after another, each next to something placed before where possible, so that wrong images show
        // soon: here simply in the order of the cells, small ones first.
        let mut sizes = vec![0; n];
        for &c in &cells {
            sizes[c] += 1;
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&x| (sizes[cells[x]], cells[x], x));
        let mut walk = Walk { rows: self.rows()?, handle, cells, order, limit, ordered, nodes: 0, found: Vec::new() };
        let mut images = vec![u32::MAX; n];
        let mut used = vec![false; n];
        let complete = walk.extend(0, &mut images, &mut used)?;
        walk.found.sort();
        Ok(complete.then_some(walk.found))
    }
}

/// Nodes of the search for a group before it is given up.
const NODES: usize = 100_000;

struct Walk<'a> {
    rows: &'a Rows,
    handle: &'a Handle,
    cells: Vec<usize>,
    order: Vec<usize>,
    limit: usize,
    /// Whether twins keep their order.
    ordered: bool,
    nodes: usize,
    found: Vec<Vec<u32>>,
}

impl Walk<'_> {
    /// Gives images to the elements from `at` on in every way; false if that is too many.
    fn extend(&mut self, at: usize, images: &mut Vec<u32>, used: &mut Vec<bool>) -> Result<bool, Stop> {
        self.handle.tick()?;
        self.nodes += 1;
        if self.nodes > NODES || self.found.len() > self.limit {
            return Ok(false);
        }
        let Some(&x) = self.order.get(at) else {
            self.found.push(images.clone());
            return Ok(self.found.len() <= self.limit);
        };
        for y in 0..self.cells.len() {
            if used[y] || self.cells[y] != self.cells[x] || !self.fits(at, x, y, images) {
                continue;
            }
            images[x] = y as u32;
            used[y] = true;
            let complete = with_stack(|| self.extend(at + 1, images, used))?;
            used[y] = false;
            if !complete {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// May `y` be the image of `x`, given those before?
    fn fits(&self, at: usize, x: usize, y: usize, images: &[u32]) -> bool {
        let p = self.rows;
        self.order[..at].iter().all(|&before| {
            let image = images[before] as usize;
            p.less(before, x) == p.less(image, y)
                && p.less(x, before) == p.less(y, image)
                && !(self.ordered && p.below(before) == p.below(x) && p.above(before) == p.above(x) && image > y)
        })
    }
}

/// Classes of twins of more than one element: elements with the same relations, which any permutation may exchange.
pub(crate) fn twins(poset: &Poset) -> Result<Vec<Vec<usize>>, Stop> {
    let rows = poset.rows()?;
    let mut classes: FxHashMap<(&[u64], &[u64]), usize> = FxHashMap::default();
    let mut lists: Vec<Vec<usize>> = Vec::new();
    for x in 0..poset.len() {
        let fresh = lists.len();
        let at = *classes.entry((rows.below(x), rows.above(x))).or_insert(fresh);
        if at == fresh {
            lists.push(Vec::new());
        }
        lists[at].push(x);
    }
    lists.retain(|l| l.len() > 1);
    Ok(lists)
}

/// Is this map an automorphism?
pub(crate) fn is_automorphism(poset: &Poset, map: &[usize]) -> bool {
    (0..poset.len()).all(|y| {
        let mut images: Vec<usize> = poset.lower(y).into_iter().map(|x| map[x]).collect();
        images.sort_unstable();
        images == poset.lower(map[y])
    })
}
