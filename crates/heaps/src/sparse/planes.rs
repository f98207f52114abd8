//! Byte planes: the sets of options of many heaps at once.
//!
//! Plane h holds one byte for each heap a: bit b is set when a is common and its coordinate is 8h + b. For a rare heap
//! r of coordinate w, the coordinates `w xor w(a)` are the same bytes read from plane `h xor (w >> 3)`, with bits moved
//! by `w & 7`. So all rare heaps with the same `w & 7` are joined first, a load and an `or` for 16 heaps and a plane,
//! and bits are moved once for a group.

/// A rare heap or a witness that is combined with all common heaps, at distance `d = r + k`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// r + k.
    pub distance: usize,
    /// Coordinate of the value of r.
    pub short: u32,
}

/// The planes of common heaps `base..`, of which those before heap 1 are empty.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    data: Vec<u8>,
    /// Number of planes, a power of two.
    pub height: usize,
    /// Heaps that one plane has room for.
    width: usize,
    /// Position of heap `base` is 0; heaps before 0 are padding.
    base: isize,
}

impl Planes {
    /// Empty planes whose first place is heap `base`.
    pub(crate) fn new(height: usize, width: usize, base: isize) -> Planes {
        Planes { data: vec![0; height * width], height, width, base }
    }

    /// The first heap.
    pub(crate) fn base(&self) -> isize {
        self.base
    }

    /// The heap after the last that there is room for.
    pub(crate) fn end(&self) -> isize {
        self.base + self.width as isize
    }

    /// Marks heap `n` as common with coordinate `w`.
    #[inline]
    pub(crate) fn mark(&mut self, n: usize, w: u32) {
        let at = (w >> 3) as usize * self.width + (n as isize - self.base) as usize;
        self.data[at] = 1 << (w & 7);
    }

    /// Drops all heaps before `base`, so that there is room at the end.
    pub(crate) fn slide(&mut self, base: isize) {
        let by = (base - self.base) as usize;
        for plane in self.data.chunks_exact_mut(self.width) {
            plane.copy_within(by.., 0);
            let kept = plane.len() - by;
            plane[kept..].fill(0);
        }
        self.base = base;
    }

    /// Where a plane has a heap. The innermost loop of all lives on this sum, so it is not checked here: the slice that it
    /// begins is.
    #[inline]
    fn offset(&self, plane: usize, heap: isize) -> usize {
        plane.wrapping_mul(self.width).wrapping_add_signed(heap.wrapping_sub(self.base))
    }
}

/// Pairs by the low three bits of their coordinate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups([Vec<Pair>; 8]);

impl Groups {
    /// Sorts pairs into groups.
    pub(crate) fn new(pairs: impl Iterator<Item = Pair>) -> Groups {
        let mut groups = Groups::default();
        for pair in pairs {
            groups.0[(pair.short & 7) as usize].push(pair);
        }
        groups
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Adds to plane `plane` of the sets of heaps `n..n + 8 L` their options with all pairs. All heaps at the distances
    /// of the pairs must be in the planes. Eight heaps share a word, so that the compiler can use wide registers for
    /// many heaps and plain ones for few.
    #[inline]
    pub(crate) fn add<const L: usize>(&self, from: &Planes, plane: usize, n: usize, to: &mut [u8]) {
        let mut sums = [[0u64; L]; 8];
        let mut used = [false; 8];
        for (x, group) in self.0.iter().enumerate() {
            if group.is_empty() {
                continue;
            }
            used[x] = true;
            let at = |p: &Pair| -> &[[u8; 8]; L] {
                let heap = (n as isize).wrapping_sub_unsigned(p.distance);
                let start = from.offset(plane ^ (p.short >> 3) as usize, heap);
                // The slice is long enough by construction.
                from.data[start..][..8 * L].as_chunks().0.first_chunk().unwrap_or(&[[0; 8]; L])
            };
            let sum = &mut sums[x];
            let word = |bytes: &[u8; 8]| word_of(*bytes);
            let mut four = group.chunks_exact(4);
            for p in &mut four {
                let (a, b, c, d) = (at(&p[0]), at(&p[1]), at(&p[2]), at(&p[3]));
                for i in 0..L {
                    sum[i] |= word(&a[i]) | word(&b[i]) | word(&c[i]) | word(&d[i]);
                }
            }
            for p in four.remainder() {
                let a = at(p);
                for i in 0..L {
                    sum[i] |= word(&a[i]);
                }
            }
        }
        // Bits move by 4, 2 and 1 places, each for the groups that have that bit.
        for (bit, keep) in [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555u64)] {
            for x in (bit..2 * bit).filter(|&x| used[x]) {
                let (low, high) = sums.split_at_mut(x);
                for (a, b) in low[x - bit].iter_mut().zip(&high[0]) {
                    *a |= (b & keep) << bit | b >> bit & keep;
                }
            }
            for x in bit..2 * bit {
                used[x - bit] |= used[x];
            }
        }
        if used[0] {
            for (a, b) in to.as_chunks_mut::<8>().0.iter_mut().zip(&sums[0]) {
                *a = (word_of(*a) | b).to_le_bytes();
            }
        }
    }
}

#[inline]
fn word_of(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes)
}

/// Eight words of eight bytes, turned: byte j of word i becomes byte i of word j.
#[inline]
pub(crate) fn transpose(mut w: [u64; 8]) -> [u64; 8] {
    for (step, keep) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ffu64)] {
        let shift = step * 8;
        for i in (0..8).filter(|i| i & step == 0) {
            let t = (w[i] >> shift ^ w[i + step]) & keep;
            w[i + step] ^= t;
            w[i] ^= t << shift;
        }
    }
    w
}
