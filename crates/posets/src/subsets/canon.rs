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
use std::hint::black_box;

/// A key for each coordinate. The last is none.
pub(crate) type Keys = [u16; 8];

/// What an element adds to the codegrees of two of its coordinates, by its size: how often sets of three, four, five and six elements hold both, four
/// bits each, none of them more than C(5, 2) = 10 times. A set of six does at most five times, which leaves a bit for the pair itself. The set of seven holds all.
const ADDED: [u16; 8] = [0, 0x8000, 0x8000, 1, 1 << 4, 1 << 8, 1 << 12, 0];

#[inline(always)]
fn mix(x: u16) -> u16 {
    let x = x.wrapping_mul(0x79b1).wrapping_add(0x1657);
    let x = x ^ (x >> 7);
    x.wrapping_mul(x)
}

/// For each family of subsets of the coordinates 0, 1, 2 (a byte), each with so many further coordinates: what they add to the codegrees of pairs that all hold, those
/// with 0, 1, 2, and those with both of 01, 02, 12.
static LOW: [[[u16; 8]; 256]; 5] = {
    let mut table = [[[0u16; 8]; 256]; 5];
    let wants = [0u32, 1, 2, 4, 3, 5, 6];
    let mut byte = 0;
    while byte < 256 {
        let mut x = 0u32;
        while x < 8 {
            let mut w = 0;
            while byte >> x & 1 == 1 && w < 7 {
                let mut more = 0;
                while more < 5 && x & wants[w] == wants[w] {
                    let sum = table[more][byte][w];
                    table[more][byte][w] = sum.wrapping_add(ADDED[x.count_ones() as usize + more]);
                    more += 1;
                }
                w += 1;
            }
            x += 1;
        }
        byte += 1;
    }
    table
};

/// For each element, all ones at its coordinates.
pub(crate) static MEMBERS: [[u16; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut x = 0;
    while x < 128 {
        let mut i = 0;
        while i < 7 {
            if x >> i & 1 == 1 {
                table[x][i] = u16::MAX;
            }
            i += 1;
        }
        x += 1;
    }
    table
};

/// For each element its coordinates, three bits each, and sevens after them; in the highest four bits its size.
static PLACES: [u32; 128] = {
    let mut table = [0; 128];
    let mut x = 0;
    while x < 128 {
        let (mut i, mut size) = (0, 0);
        table[x] = 0xff_ffff;
        while i < 7 {
            if x >> i & 1 == 1 {
                table[x] ^= (7 - i) << (3 * size);
                size += 1;
            }
            i += 1;
        }
        table[x] |= size << 28;
        x += 1;
    }
    table
};

/// Codegrees and keys of a downset.
#[derive(Clone, Debug)]
pub struct Frame {
    n: u32,
    /// Packed codegrees of pairs, and of each coordinate with itself.
    codegrees: [[u16; 8]; 7],
    /// Their hashes.
    hashes: [[u16; 8]; 7],
    keys: Keys,
}

#[inline(always)]
fn add(a: [u16; 8], b: [u16; 8]) -> [u16; 8] {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

impl Frame {
    /// Counts pairs in a downset of B(n).
    pub fn new(d: u128, n: u32) -> Frame {
        let mut rows: [[u16; 8]; 16] =
            std::array::from_fn(|high| LOW[(high as u32).count_ones() as usize][usize::from((d >> (8 * high)) as u8)]);
        // Row by row to sums over the supersets of `high`.
        for bit in [1, 2, 4, 8] {
            for high in (0..16).filter(|high| high & bit == 0) {
                rows[high] = add(rows[high], rows[high | bit]);
            }
        }
        let mut codegrees = [[0; 8]; 7];
        let all = rows[0];
        let one: [[u16; 8]; 4] = std::array::from_fn(|i| rows[1 << i]);
        let with = |w: usize| [one[0][w], one[1][w], one[2][w], one[3][w]];
        let row = |low: [u16; 3], high: [u16; 4]| [low[0], low[1], low[2], high[0], high[1], high[2], high[3], 0];
        codegrees[0] = row([all[1], all[4], all[5]], with(1));
        codegrees[1] = row([all[4], all[2], all[6]], with(2));
        codegrees[2] = row([all[5], all[6], all[3]], with(3));
        for a in 0..4 {
            let low = [one[a][1], one[a][2], one[a][3]];
            codegrees[a + 3] = row(low, std::array::from_fn(|b| rows[1 << a | 1 << b][0]));
        }
        let hashes: [[u16; 8]; 7] = std::array::from_fn(|a| codegrees[a].map(mix));
        let keys = hashes.into_iter().fold([0; 8], add);
        Frame { n, codegrees, hashes, keys }
    }

    /// The keys of the downset itself.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The keys after element `y` has been added.
    pub fn with(&self, y: u32) -> Keys {
        self.changed(&self.changes(y.count_ones()), &MEMBERS, y)
    }

    /// The keys after each of these elements has been added, in place of what is there.
    pub(super) fn with_each(&self, ys: &[u32], keys: &mut Vec<Keys>) {
        let sizes = ys.iter().fold(0, |sizes, &y| sizes | 1 << (PLACES[y as usize & 127] >> 28));
        let mut changes = [[[0; 8]; 8]; 8];
        for size in (0..8).filter(|size| sizes >> size & 1 == 1) {
            changes[size as usize] = self.changes(size);
        }
        // Its places are read as if they could hold anything, so that rows stay whole.
        let members = black_box(&MEMBERS);
        let of_size = |y: u32| &changes[(PLACES[y as usize & 127] >> 28 & 7) as usize];
        keys.clear();
        keys.extend(ys.iter().map(|&y| self.changed(of_size(y), members, y)));
    }

    /// What elements of this size change in the hashes of the codegrees of their coordinates. Nothing in the last row.
    fn changes(&self, size: u32) -> [[u16; 8]; 8] {
        let one = ADDED[size as usize & 7];
        let mut rows = [[0; 8]; 8];
        for a in 0..7 {
            let (row, hashes) = (&self.codegrees[a], &self.hashes[a]);
            rows[a] = std::array::from_fn(|b| mix(row[b].wrapping_add(one)).wrapping_sub(hashes[b]));
        }
        rows
    }

    /// Whole rows at once, as keys are compared: what was written key by key has to be waited for.
    #[inline(always)]
    fn changed(&self, changes: &[[u16; 8]; 8], members: &[[u16; 8]; 128], y: u32) -> Keys {
        let y = y as usize & 127;
        let places = PLACES[y];
        let row = |k: u32| changes[(places >> (3 * k) & 7) as usize];
        let mut sum = add(add(row(0), row(1)), add(row(2), row(3)));
        for k in 4..places >> 28 {
            sum = add(sum, row(k));
        }
        std::array::from_fn(|i| self.keys[i].wrapping_add(sum[i] & members[y][i]))
    }

    /// The canonical form of `x`, which is the downset of this frame with `y` added (0 adds nothing), and the
    /// permutation that leads to it. `keys` are those of `x`.
    #[inline(always)]
    pub fn canonical<W: Word>(&self, x: W, y: u32, keys: &Keys) -> (W, Route) {
        if self.n < 7 {
            return self.settle(x, y, keys);
        }
        let sorting = sorting(keys, &AFTER);
        let route = Route::numbered(sorting.index());
        let image = x.carried(&route);
        match sorting.ties() {
            0 => (image, route),
            1 => smaller((image, route), x, &sorting),
            _ => self.settled((image, route), y, keys),
        }
    }

    /// The canonical forms of `d`, the downset of this frame, with each of these elements added. One step after the other for all of them, as the steps of
    /// one form have to wait for each other and those of several do not.
    pub(super) fn canonical_each<W: Word>(&self, d: W, ys: &[u32], keys: &[Keys], forms: &mut Vec<(W, Route)>) {
        forms.clear();
        if self.n < 7 {
            forms.extend(ys.iter().zip(keys).map(|(&y, keys)| self.settle(d.with(y), y, keys)));
            return;
        }
        // No two of them lie above each other, so that they are 35 at most.
        let (mut tied, mut count) = ([(0, Sorting::default()); 64], 0);
        let after = black_box(&AFTER);
        forms.extend(ys.iter().zip(keys).enumerate().map(|(at, (&y, keys))| {
            let sorting = sorting(keys, after);
            tied[count & 63] = (at as u16, sorting);
            count += usize::from(sorting.ties() > 0);
            (d.with(y), Route::numbered(sorting.index()))
        }));
        for (x, route) in forms.iter_mut() {
            *x = x.carried(route);
        }
        for (at, sorting) in &tied[..count] {
            let at = usize::from(*at);
            let (form, y) = (&mut forms[at], ys[at]);
            *form = match sorting.ties() {
                1 => smaller(*form, d.with(y), sorting),
                _ => self.settled(*form, y, &keys[at]),
            };
        }
    }

    /// The same with ties.
    fn settle<W: Word>(&self, x: W, y: u32, keys: &Keys) -> (W, Route) {
        let route = Route::new(&sort(keys, self.n).map(|k| (k & 7) as u8));
        self.settled((x.carried(&route), route), y, keys)
    }

    /// The same from the image by the first order that sorts the keys.
    #[inline(never)]
    fn settled<W: Word>(&self, (image, route): (W, Route), y: u32, keys: &Keys) -> (W, Route) {
        let sorted = sort(keys, self.n);
        let (order, ties) = (sorted.map(|k| (k & 7) as u8), ties(&sorted, self.n));
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
        let one = ADDED[y.count_ones() as usize];
        let mut fresh = [0; 8];
        for a in 0..self.n as usize {
            let mut key = keys[a].wrapping_mul(0x2f4b);
            for b in (0..self.n as usize).filter(|&b| b != a) {
                let inside = y >> a & y >> b & 1;
                let c = self.codegrees[a][b].wrapping_add(if inside == 1 { one } else { 0 });
                key = key.wrapping_add(mix(mix(c).wrapping_add(keys[b].wrapping_mul(0xae3d))));
            }
            fresh[a] = key;
        }
        fresh
    }
}

/// Coordinates in the order of their keys, as numbers with a sign: the key above the lowest three bits, the coordinate in them. Those from `n`
/// on stay at the end.
#[inline]
fn sort(keys: &Keys, n: u32) -> [u32; 8] {
    let mut s = [0u32; 8];
    for (i, slot) in s.iter_mut().enumerate() {
        let pinned = 0x8000_0000 | i as u32;
        *slot = if (i as u32) < n { u32::from(keys[i] ^ 0x8000) << 3 | i as u32 } else { pinned };
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

/// For each coordinate, the factorials of those after it; then what is added for a tie.
static AFTER: [[[u16; 8]; 2]; 6] = {
    let (mut table, mut q) = ([[[0; 8]; 2]; 6], 0);
    while q < 6 {
        let mut i = q + 1;
        while i < 7 {
            (table[q][0][i], table[q][1][i]) = (FACTORIALS[i] as u16, Sorting::TIE | i as u16);
            i += 1;
        }
        q += 1;
    }
    table
};

/// The permutation that sorts seven coordinates by their keys, as [`sort`] does.
#[derive(Clone, Copy, Default)]
struct Sorting {
    /// Its number.
    index: u16,
    /// Pairs that are tied, and below their number the sum of their later coordinates, at most 91.
    ties: u16,
}

impl Sorting {
    const TIE: u16 = 128;

    fn ties(&self) -> u16 {
        self.ties / Sorting::TIE
    }

    fn index(&self) -> usize {
        usize::from(self.index)
    }

    /// The number of the permutation that brings the only two that are tied the other way round.
    fn back(&self) -> usize {
        self.index() + FACTORIALS[usize::from(self.ties & 7)] as usize
    }
}

/// Finds it without sorting. `after` is [`AFTER`].
#[inline(always)]
fn sorting(keys: &Keys, after: &[[[u16; 8]; 2]; 6]) -> Sorting {
    let keys = keys.map(|key| key as i16);
    // Whole rows at once, without branches.
    let (mut index, mut ties) = ([0_u16; 8], [0_u16; 8]);
    for (q, [after, tie]) in after.iter().enumerate() {
        let mask = |holds: bool| 0_u16.wrapping_sub(u16::from(holds));
        index = std::array::from_fn(|i| index[i].wrapping_add(mask(keys[q] > keys[i]) & after[i]));
        ties = std::array::from_fn(|i| ties[i].wrapping_add(mask(keys[q] == keys[i]) & tie[i]));
    }
    let sum = |row: [u16; 8]| row.into_iter().fold(0, u16::wrapping_add);
    Sorting { index: sum(index), ties: sum(ties) }
}

/// The smaller of this image of `x` and the one by the other order of the only two that are tied.
#[inline]
fn smaller<W: Word>((image, route): (W, Route), x: W, sorting: &Sorting) -> (W, Route) {
    let back = Route::numbered(sorting.back());
    let other = x.carried(&back);
    if other.is_before(image) { (other, back) } else { (image, route) }
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
