//! Canonical forms of downsets of B(n), n at most 7, under all permutations of the coordinates.
//!
//! Each coordinate gets a key: a sum, over the other coordinates, of a nonlinear hash of the pair's codegrees (how many
//! elements of each size contain both). A permutation of the coordinates permutes the keys and nothing else, so the
//! downset with its coordinates sorted by key depends on the class alone, up to the order among equal keys. There the
//! smallest image over all those orders is taken. A hash that collides makes ties, never a wrong form.
//!
//! Adding an element changes the codegrees of the pairs inside it only: the keys of `d + y` come from those of `d` by
//! a few additions ([`Frame::with`]). Cost: some 30 ns; with ties one exchange of bits for each arrangement of tied
//! coordinates, after another round of hashing when there are 24 or more.

use super::permute::{ARRANGEMENTS, FACTORIALS, IDENTITY, Order, Route, Word};

/// A key for each coordinate.
pub(crate) type Keys = [u32; 8];

/// Added to the key of a coordinate that is used at all.
const USED: u32 = 0x2545_f491;

#[inline]
const fn mix(x: u32) -> u32 {
    let x = x.wrapping_add(0x1656_67b1).wrapping_mul(0x9e37_79b1);
    (x ^ (x >> 15)).wrapping_mul(0x85eb_ca77)
}

/// What an element of three coordinates changes in the key of one of them for each of the others, by how many such elements hold both.
static TRIPLE: [u32; 8] = {
    let (mut table, mut count) = ([0; 8], 0);
    while count < 7 {
        let codegrees = 1 << 8 | count << 12;
        table[count as usize] = mix(codegrees + (1 << 12)).wrapping_sub(mix(codegrees));
        count += 1;
    }
    table
};

/// For each family of subsets of the coordinates 0, 1, 2 (a byte): how many members of each size (four bits a size), of
/// all, of those with 0, 1, 2, and of those with both of 01, 02, 12.
const LOW: [[u32; 8]; 256] = {
    let mut table = [[0u32; 8]; 256];
    let wants = [0u32, 1, 2, 4, 3, 5, 6];
    let mut byte = 0;
    while byte < 256 {
        let mut x = 0u32;
        while x < 8 {
            if byte >> x & 1 == 1 {
                let mut w = 0;
                while w < 7 {
                    if x & wants[w] == wants[w] {
                        table[byte][w] += 1 << (4 * x.count_ones());
                    }
                    w += 1;
                }
            }
            x += 1;
        }
        byte += 1;
    }
    table
};

/// For each element, all ones at its coordinates.
pub(crate) static MEMBERS: [[u32; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut x = 0;
    while x < 128 {
        let mut i = 0;
        while i < 7 {
            if x >> i & 1 == 1 {
                table[x][i] = u32::MAX;
            }
            i += 1;
        }
        x += 1;
    }
    table
};

/// Codegrees and keys of a downset.
#[derive(Clone, Debug)]
pub struct Frame {
    n: u32,
    /// Packed codegrees of pairs, four bits for each size of element; no count passes C(5, 2) = 10.
    codegrees: [[u32; 8]; 8],
    keys: Keys,
}

impl Frame {
    /// Counts pairs in a downset of B(n).
    pub fn new(d: u128, n: u32) -> Frame {
        let mut rows: [[u32; 8]; 16] = std::array::from_fn(|high| {
            let shift = 4 * (high as u32).count_ones();
            LOW[usize::from((d >> (8 * high)) as u8)].map(|counts| counts << shift)
        });
        // Row by row to sums over the supersets of `high`.
        for bit in [1, 2, 4, 8] {
            for high in (0..16).filter(|high| high & bit == 0) {
                let above = rows[high | bit];
                for (sum, more) in rows[high].iter_mut().zip(above) {
                    *sum += more;
                }
            }
        }
        let mut c = [[0u32; 8]; 8];
        (c[0][1], c[0][2], c[1][2]) = (rows[0][4], rows[0][5], rows[0][6]);
        for a in 3..7 {
            let row = &rows[1 << (a - 3)];
            (c[0][a], c[1][a], c[2][a]) = (row[1], row[2], row[3]);
            for b in a + 1..7 {
                c[a][b] = rows[1 << (a - 3) | 1 << (b - 3)][0];
            }
        }
        let mut keys = [0u32; 8];
        for b in 1..n as usize {
            for a in 0..b {
                c[b][a] = c[a][b];
                let h = mix(c[a][b]);
                keys[a] = keys[a].wrapping_add(h);
                keys[b] = keys[b].wrapping_add(h);
            }
        }
        for (a, key) in keys.iter_mut().enumerate().take(n as usize) {
            if d >> (1u32 << a) & 1 == 1 {
                *key = key.wrapping_add(USED);
            }
        }
        Frame { n, codegrees: c, keys }
    }

    /// The keys of the downset itself.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The keys after element `y` has been added.
    #[inline]
    pub fn with(&self, y: u32) -> Keys {
        let mut keys = self.keys;
        let one = 1 << (4 * y.count_ones());
        let mut rest = y;
        while rest != 0 {
            let a = (rest.trailing_zeros() & 7) as usize;
            rest &= rest - 1;
            let mut others = rest;
            while others != 0 {
                let b = (others.trailing_zeros() & 7) as usize;
                others &= others - 1;
                let c = self.codegrees[a][b];
                let change = mix(c.wrapping_add(one)).wrapping_sub(mix(c));
                keys[a] = keys[a].wrapping_add(change);
                keys[b] = keys[b].wrapping_add(change);
            }
        }
        if y.is_power_of_two() {
            let a = (y.trailing_zeros() & 7) as usize;
            keys[a] = keys[a].wrapping_add(USED);
        }
        keys
    }

    /// The same where `y` and all elements are of three coordinates at most.
    #[inline(always)]
    pub(super) fn with_small(&self, y: u32) -> Keys {
        if y.count_ones() < 3 {
            return self.with(y);
        }
        let first = |y: u32| (y.trailing_zeros() & 7) as usize;
        let (bc, a) = (y & y.wrapping_sub(1), first(y));
        let (b, c) = (first(bc), first(bc & bc.wrapping_sub(1)));
        let change = |a: usize, b: usize| TRIPLE[(self.codegrees[a][b] >> 12 & 7) as usize];
        let (ab, ac, bc) = (change(a, b), change(a, c), change(b, c));
        let members = |a: usize, b: usize| &MEMBERS[1 << a | 1 << b & 127];
        let (at_ab, at_ac, at_bc) = (members(a, b), members(a, c), members(b, c));
        // Whole rows at once, as they are compared.
        std::array::from_fn(|i| {
            let changes = (ab & at_ab[i]).wrapping_add(ac & at_ac[i]).wrapping_add(bc & at_bc[i]);
            self.keys[i].wrapping_add(changes)
        })
    }

    /// The canonical form of `x`, which is the downset of this frame with `y` added (0 adds nothing), and the
    /// permutation that leads to it. `keys` are those of `x`.
    #[inline(always)]
    pub fn canonical<W: Word>(&self, x: W, y: u32, keys: &Keys) -> (W, Route) {
        if self.n < 7 {
            return self.settle(x, y, keys);
        }
        let (sorting, ties) = sorting(keys);
        let route = Route::numbered(sorting);
        let image = x.carried(&route);
        match ties >> 16 {
            0 => (image, route),
            1 => {
                // The two come the other way round.
                let route_back = Route::numbered(sorting + (ties & 0xffff));
                let other = x.carried(&route_back);
                if other.is_before(image) { (other, route_back) } else { (image, route) }
            }
            _ => self.settle(x, y, keys),
        }
    }

    /// The same with ties.
    #[inline(never)]
    fn settle<W: Word>(&self, x: W, y: u32, keys: &Keys) -> (W, Route) {
        let sorted = sort(keys, self.n);
        let order = sorted.map(|k| (k & 7) as u8);
        let route = Route::new(&order);
        let (image, ties) = (x.carried(&route), ties(&sorted, self.n));
        if ties == 0 {
            return (image, route);
        }
        let mut search = DownsetSearch::new(image, order, false);
        search.run(self, y, keys, ties);
        if search.best_order == order { (search.best, route) } else { (search.best, Route::new(&search.best_order)) }
    }

    /// Everything about the canonical form of `x`: see [`CanonicalForm`].
    fn form(&self, x: u128, all: bool) -> CanonicalForm {
        let sorted = sort(&self.keys, self.n);
        let order = sorted.map(|k| (k & 7) as u8);
        let mut search = DownsetSearch::new(Route::new(&order).apply(x), order, all);
        search.run(self, 0, &self.keys, ties(&sorted, self.n));
        CanonicalForm { key: search.best, orders: search.orders, automorphisms: search.count }
    }

    /// A second round: the keys of the others count too. `y` is an element to be added first.
    fn refined(&self, keys: &Keys, y: u32) -> Keys {
        let one = 1 << (4 * y.count_ones());
        let mut fresh = [0u32; 8];
        for a in 0..self.n as usize {
            let mut key = keys[a].wrapping_mul(0x27d4_eb2f);
            for b in (0..self.n as usize).filter(|&b| b != a) {
                let inside = y >> a & y >> b & 1;
                let c = self.codegrees[a][b] + if inside == 1 { one } else { 0 };
                key = key.wrapping_add(mix(mix(c).wrapping_add(keys[b].wrapping_mul(0xc2b2_ae3d))));
            }
            fresh[a] = key;
        }
        fresh
    }
}

/// Coordinates in the order of their keys: the key above the lowest three bits, the coordinate in them. Those from `n`
/// on stay at the end.
#[inline]
fn sort(keys: &Keys, n: u32) -> [u32; 8] {
    let mut s = [0u32; 8];
    for (i, slot) in s.iter_mut().enumerate() {
        let pinned = 0x8000_0000 | i as u32;
        *slot = if (i as u32) < n { (keys[i] >> 1 & !7) | i as u32 } else { pinned };
    }
    // The best network for seven (Knuth, volume 3, section 5.3.4).
    const NETWORK: [(usize, usize); 16] = [
        (0, 6),
        (2, 3),
        (4, 5),
        (0, 2),
        (1, 4),
        (3, 6),
        (0, 1),
        (2, 5),
        (3, 4),
        (1, 2),
        (4, 6),
        (2, 3),
        (4, 5),
        (1, 2),
        (3, 4),
        (5, 6),
    ];
    for (a, b) in NETWORK {
        (s[a], s[b]) = (s[a].min(s[b]), s[a].max(s[b]));
    }
    s
}

/// Bit `p` is set when the places `p` and `p + 1` have equal keys.
#[inline]
fn ties(sorted: &[u32; 8], n: u32) -> u32 {
    let mut ties = 0;
    for p in 0..6 {
        ties |= u32::from(sorted[p] ^ sorted[p + 1] < 8) << p;
    }
    ties & (((1 << n) >> 1).max(1) - 1)
}

/// Runs of tied places: (start, length).
fn groups(ties: u32) -> ([(u8, u8); 3], usize) {
    let (mut found, mut count, mut p) = ([(0, 0); 3], 0, 0);
    while p < 6 {
        let length = (!(ties >> p)).trailing_zeros() as u8;
        if length > 0 {
            found[count] = (p, length + 1);
            count += 1;
        }
        p += length + 1;
    }
    (found, count)
}

/// For each coordinate, the factorials of those after it.
const AFTER: [[u32; 8]; 6] = {
    let (mut table, mut q) = ([[0; 8]; 6], 0);
    while q < 6 {
        let mut i = q + 1;
        while i < 7 {
            table[q][i] = FACTORIALS[i];
            i += 1;
        }
        q += 1;
    }
    table
};

/// The number of the permutation that sorts seven coordinates by their keys, as [`sort`] does, without sorting. Then the number of pairs that are
/// tied, and below it, in 16 bits, what the other order of a single one adds.
#[inline(always)]
fn sorting(keys: &Keys) -> (usize, usize) {
    const PAIR: u32 = 1 << 16;
    let keys: [i32; 8] = std::array::from_fn(|i| (keys[i] >> 4) as i32);
    // Whole rows at once, without branches.
    let (mut index, mut ties) = ([0_u32; 8], [0_u32; 8]);
    for q in 0..6 {
        for i in 0..8 {
            let mask = |holds: bool| 0_u32.wrapping_sub(u32::from(holds));
            let tie = if AFTER[q][i] == 0 { 0 } else { AFTER[q][i] | PAIR };
            index[i] = index[i].wrapping_add(mask(keys[q] > keys[i]) & AFTER[q][i]);
            ties[i] = ties[i].wrapping_add(mask(keys[q] == keys[i]) & tie);
        }
    }
    let sum = |row: [u32; 8]| row.into_iter().fold(0, u32::wrapping_add) as usize;
    (sum(index), sum(ties))
}

/// The search among the orders that sort the keys.
struct DownsetSearch<W> {
    image: W,
    order: Order,
    best: W,
    best_order: Order,
    /// Minimising orders found.
    count: u64,
    orders: Vec<Order>,
    all: bool,
}

impl<W: Word> DownsetSearch<W> {
    fn new(image: W, order: Order, all: bool) -> Self {
        DownsetSearch { image, order, best: image, best_order: order, count: 0, orders: Vec::new(), all }
    }

    fn run(&mut self, frame: &Frame, y: u32, keys: &Keys, ties: u32) {
        let (mut found, mut count) = groups(ties);
        let (mut free, arrangements) = self.drop_twins(&mut found, &mut count);
        // Rounds of refinement end when nothing more is told apart. Whether to refine depends on the class alone.
        if arrangements >= 24 {
            let (mut keys, mut ties) = (*keys, ties);
            for _ in 0..3 {
                let original = self.image.carried(&Route::new(&super::permute::inverse(&self.order)));
                keys = frame.refined(&keys, y);
                let sorted = sort(&keys, frame.n);
                self.order = sorted.map(|k| (k & 7) as u8);
                self.image = original.carried(&Route::new(&self.order));
                let after = self::ties(&sorted, frame.n);
                let finer = after.count_ones() < ties.count_ones();
                ties = after;
                if !finer {
                    break;
                }
            }
            (found, count) = groups(ties);
            (free, _) = self.drop_twins(&mut found, &mut count);
        }
        self.visit(&found[..count]);
        self.count *= free;
    }

    /// Leaves out groups whose every arrangement gives the same image, unless all orders are asked for. Returns the
    /// number of arrangements left out, and the number of those of the other groups.
    fn drop_twins(&self, found: &mut [(u8, u8); 3], count: &mut usize) -> (u64, u64) {
        let (mut free, mut others, mut kept) = (1, 1, 0);
        for g in 0..*count {
            let (start, length) = found[g];
            let arrangements = FACTORIAL[usize::from(length)];
            let twins = (start..start + length - 1).all(|p| self.image.exchanged(usize::from(p)) == self.image);
            if !twins {
                others *= arrangements;
            } else if !self.all {
                free *= arrangements;
                continue;
            }
            found[kept] = found[g];
            kept += 1;
        }
        *count = kept;
        (free, others)
    }

    fn visit(&mut self, groups: &[(u8, u8)]) {
        let Some((&(start, length), rest)) = groups.split_first() else {
            return self.consider();
        };
        self.visit(rest);
        for &step in &ARRANGEMENTS[usize::from(length)] {
            let p = usize::from(start + step);
            self.image = self.image.exchanged(p);
            self.order.swap(p, p + 1);
            self.visit(rest);
        }
    }

    fn consider(&mut self) {
        if self.count == 0 || self.image.is_before(self.best) {
            (self.best, self.best_order, self.count) = (self.image, self.order, 0);
            self.orders.clear();
        }
        if self.image == self.best {
            self.count += 1;
            if self.all {
                self.orders.push(self.order);
            }
        }
    }
}

const FACTORIAL: [u64; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// A canonical form with everything that leads to it.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// The canonical member of the class.
    pub key: u128,
    /// The orders of coordinates that lead to it, where asked for.
    pub orders: Vec<Order>,
    /// How many orders lead to it: the number of automorphisms.
    pub automorphisms: u64,
}

/// The canonical member of the class of a downset of B(n), `n` at most 7.
pub fn canonical(d: u128, n: u32) -> u128 {
    let frame = Frame::new(d, n);
    frame.canonical(d, 0, &frame.keys).0
}

/// The canonical member and all orders of coordinates that lead to it, as many as there are automorphisms.
pub fn all_orders(d: u128, n: u32) -> CanonicalForm {
    let mut form = Frame::new(d, n).form(d, true);
    form.orders.sort_unstable();
    form
}

/// The number of permutations of the `n` coordinates that leave the downset as it is.
pub fn automorphisms(d: u128, n: u32) -> u64 {
    Frame::new(d, n).form(d, false).automorphisms
}

/// The automorphisms of a downset, as orders of coordinates.
pub fn automorphism_group(d: u128, n: u32) -> Vec<Order> {
    let form = all_orders(d, n);
    let first = form.orders.first().copied().unwrap_or(IDENTITY);
    // Going to the canonical member by one order and back by another.
    let back = super::permute::inverse(&first);
    form.orders
        .iter()
        .map(|order| std::array::from_fn(|p| if p < 7 { order[usize::from(back[p])] } else { 7 }))
        .collect()
}
