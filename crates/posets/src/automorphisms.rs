//! Automorphisms: orbits of elements, and small groups as lists.

use super::bits;
use super::canonical::{self, Partition, PosetLabeller};
use super::poset::Poset;
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_limits::{Handle, Stop, with_stack};

impl Poset {
    /// The orbits of the automorphism group, each increasing, ordered by their least element.
    ///
    /// Automorphisms exchange isomorphic components as they like and keep each block of an ordinal sum. What is neither sum
    /// is labelled once: the automorphisms that the search meets generate all.
    pub fn orbits(&self, handle: &Handle) -> Result<Vec<Vec<usize>>, Stop> {
        if let Ok(rows) = self.rows() {
            let twins = |x: usize, y: usize| rows.below(x) == rows.below(y) && rows.above(x) == rows.above(y);
            let mut cells = canonical::cells(self, handle)?;
            if cells.iter().all(|cell| cell.iter().all(|&x| twins(cell[0], x))) {
                cells.sort_unstable();
                return Ok(cells);
            }
        }
        let mut numbers = FxHashMap::default();
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for (x, orbit) in Formed::of(self, handle)?.orbits.into_iter().enumerate() {
            let at = *numbers.entry(orbit).or_insert(orbits.len());
            if at == orbits.len() {
                orbits.push(Vec::new());
            }
            orbits[at].push(x);
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

    /// Elements are fixed one after another until refinement tells all apart. For each of these, last one first, the images are found that it has where those before stay;
    /// one automorphism for each image, composed, are all (Sims 1970).
    fn group(&self, limit: usize, ordered: bool, handle: &Handle) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let mut walk = Walk {
            labeller: PosetLabeller::new(self, None, handle)?,
            poset: self,
            base: Vec::new(),
            order: Vec::new(),
            twins: vec![0; self.len()],
        };
        let mut first = FxHashMap::default();
        let rows = self.rows()?;
        for x in (0..self.len()).filter(|_| ordered) {
            walk.twins[x] = 1 + *first.entry((rows.below(x), rows.above(x))).or_insert(x) as u32;
        }
        let mut partition = walk.labeller.first(self)?;
        while let Some((_, begin)) = partition.target() {
            let x = *partition.cell(begin).iter().min().expect("not empty");
            handle.afford(8 * self.len())?;
            let (next, trace) = walk.labeller.refined_with_first(&partition, begin, x)?;
            walk.base.push(Fixed { before: partition, begin, x, trace });
            partition = next;
            if walk.labeller.work > WORK {
                return Ok(None);
            }
        }
        walk.order = partition.order;
        let identity: Vec<u32> = (0..self.len() as u32).collect();
        let mut generators: Vec<Vec<u32>> = Vec::new();
        let mut levels: Vec<Vec<Vec<u32>>> = Vec::new();
        let mut order = 1usize;
        for level in (0..walk.base.len()).rev() {
            let Some(images) = walk.images(level, &identity, &mut generators, limit / order, handle)? else {
                return Ok(None);
            };
            order *= images.len();
            levels.push(images);
        }
        let mut all = vec![identity];
        for images in levels {
            handle.afford(all.len() * images.len() * (4 * self.len() + 24))?;
            all = images.iter().flat_map(|then| all.iter().map(|map| composed(map, then))).collect();
        }
        all.sort();
        Ok((all.len() <= limit).then_some(all))
    }
}

/// Words that refinement looks at before the search for a group is given up.
const WORK: u64 = 2_000_000_000;

/// First the one map, then the other.
fn composed(map: &[u32], then: &[u32]) -> Vec<u32> {
    map.iter().map(|&x| then[x as usize]).collect()
}

/// An element that is fixed: the partition before, the place of its cell there, what refinement saw afterwards.
struct Fixed {
    before: Partition,
    begin: usize,
    x: u32,
    trace: Option<u64>,
}

struct Walk<'a> {
    labeller: PosetLabeller<'a>,
    poset: &'a Poset,
    base: Vec<Fixed>,
    /// The elements in the order of the partition where all are told apart.
    order: Vec<u32>,
    /// For each element a number that it shares with its twins, if these keep their order; else 0.
    twins: Vec<u32>,
}

impl Walk<'_> {
    /// Automorphisms that fix the elements before this level, one for each image of its own; the identity first. What they and the generators give is a group; a new one is
    /// a generator. `None` if there are more than `most`, or they are hard to find.
    fn images(
        &mut self,
        level: usize,
        identity: &[u32],
        generators: &mut Vec<Vec<u32>>,
        most: usize,
        handle: &Handle,
    ) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let (begin, x) = (self.base[level].begin, self.base[level].x);
        let before = self.base[level].before.clone();
        let mut found = vec![identity.to_vec()];
        let mut is_found = vec![false; identity.len()];
        is_found[x as usize] = true;
        for y in self.candidates(&before, begin) {
            if is_found[y as usize] {
                continue;
            }
            match self.search(level, &before, y, handle)? {
                None => return Ok(None),
                Some(None) => continue,
                Some(Some(map)) => generators.push(map),
            }
            // The orbit under all that fix the elements before.
            let mut at = 0;
            while at < found.len() {
                for generator in &*generators {
                    handle.ticks(1 + identity.len() / 1024)?;
                    let y = generator[found[at][x as usize] as usize] as usize;
                    if !is_found[y] {
                        is_found[y] = true;
                        handle.afford(4 * identity.len())?;
                        found.push(composed(&found[at], generator));
                    }
                }
                if found.len() > most {
                    return Ok(None);
                }
                at += 1;
            }
        }
        Ok(Some(found))
    }

    /// Elements of a cell, of twins that keep their order only the first of those that are left.
    fn candidates(&self, partition: &Partition, begin: usize) -> Vec<u32> {
        let mut cell = partition.cell(begin).to_vec();
        cell.sort_unstable();
        let mut met = FxHashSet::default();
        cell.retain(|&y| self.twins[y as usize] == 0 || met.insert(self.twins[y as usize]));
        cell
    }

    /// An automorphism that takes the element of this level to `y`, and those before as the partition says; `Some(None)` if there is none, `None` if that
    /// is too much work.
    #[allow(clippy::type_complexity)]
    fn search(
        &mut self,
        level: usize,
        partition: &Partition,
        y: u32,
        handle: &Handle,
    ) -> Result<Option<Option<Vec<u32>>>, Stop> {
        handle.tick()?;
        if self.labeller.work > WORK {
            return Ok(None);
        }
        let (next, trace) = self.labeller.refined_with_first(partition, self.base[level].begin, y)?;
        if trace != self.base[level].trace {
            return Ok(Some(None));
        }
        let Some(deeper) = self.base.get(level + 1) else {
            let mut map = vec![0; self.order.len()];
            self.order.iter().zip(&next.order).for_each(|(&x, &y)| map[x as usize] = y as usize);
            let is_one = is_automorphism(self.poset, &map);
            return Ok(Some(is_one.then(|| map.into_iter().map(|y| y as u32).collect())));
        };
        for y in self.candidates(&next, deeper.begin) {
            match with_stack(|| self.search(level + 1, &next, y, handle))? {
                Some(None) => {}
                found => return Ok(found),
            }
        }
        Ok(Some(None))
    }
}

/// A poset taken apart into components and blocks, as far as that goes: an order of its elements that depends on the numbering only up to automorphisms, a key that
/// isomorphic posets share and no others, and for each element a number that its orbit shares.
struct Formed {
    order: Vec<usize>,
    key: Vec<u64>,
    orbits: Vec<usize>,
}

impl Formed {
    fn of(poset: &Poset, handle: &Handle) -> Result<Formed, Stop> {
        if poset.len() < 2 {
            return Ok(Formed {
                order: (0..poset.len()).collect(),
                key: vec![0; poset.len()],
                orbits: vec![0; poset.len()],
            });
        }
        let components = poset.components();
        let side_by_side = components.len() > 1;
        let parts = if side_by_side { components } else { poset.blocks() };
        if parts.len() == 1 {
            let (labelling, orbits) = canonical::with_orbits(poset, handle)?;
            return Ok(Formed { order: labelling.order, key: labelling.key.words().to_vec(), orbits });
        }
        handle.afford(64 * poset.len())?;
        let mut formed = Vec::with_capacity(parts.len());
        for part in &parts {
            handle.ticks(1 + part.len() / 16)?;
            formed.push(match part[..] {
                [_] => Formed { order: vec![0], key: vec![0], orbits: vec![0] },
                _ => with_stack(|| Formed::of(&poset.piece(part, handle)?, handle))?,
            });
        }
        let mut sorted: Vec<usize> = (0..parts.len()).collect();
        if side_by_side {
            sorted.sort_by(|&a, &b| formed[a].key.cmp(&formed[b].key));
        }
        let mut whole = Formed {
            order: Vec::with_capacity(poset.len()),
            // No key of what is neither sum begins in this way.
            key: vec![u64::MAX - u64::from(side_by_side), parts.len() as u64],
            orbits: vec![0; poset.len()],
        };
        let mut first = sorted[0];
        for at in sorted {
            if !side_by_side || formed[at].key != formed[first].key {
                first = at;
            }
            let (model, part) = (&formed[first], &formed[at]);
            for (&like, &x) in model.order.iter().zip(&part.order) {
                // The least element of the orbit in the part that came first.
                whole.orbits[parts[at][x]] = parts[first][model.orbits[like]];
            }
            whole.order.extend(part.order.iter().map(|&x| parts[at][x]));
            whole.key.push(part.key.len() as u64);
            whole.key.extend(&part.key);
        }
        Ok(whole)
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
