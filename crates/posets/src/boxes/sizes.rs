//! How large the tables and levels of a box are, counted from the downsets of a layer alone: an estimate must not need the memory that it
//! tells of.

use super::BoxFiles;
use super::files::SPARE;
use super::layers::Factor;
use sprague_limits::{Handle, Stop};

/// The counts of a box of so many layers.
pub(super) struct Sizes {
    /// Elements of the box.
    pub n: usize,
    /// First layers of each size.
    pub layers: Vec<Vec<usize>>,
    /// Downsets on each level from the empty one to the middle.
    pub widths: Vec<u64>,
    /// Those of the level before the middle and of the middle, for each first layer.
    around: [Vec<usize>; 2],
    /// How many heads there are.
    heads: usize,
    /// Bytes of the tables of heads and tails.
    pub tables: usize,
}

/// Numbers of sequences by their first or last layer, and of their steps down by an element that leave this layer as it is.
struct Sequences {
    count: Vec<u64>,
    steps: Vec<u64>,
}

impl Sequences {
    fn all(&self) -> (u64, u64) {
        let sum = |numbers: &[u64]| numbers.iter().fold(0u64, |sum, &number| sum.saturating_add(number));
        (sum(&self.count), sum(&self.steps))
    }
}

impl Sizes {
    /// For a box of `length` layers, of which `head` are the head.
    pub(super) fn new(factor: &Factor, length: usize, head: usize, handle: &Handle) -> Result<Sizes, Stop> {
        let top = factor.size[factor.len() - 1] as usize;
        let mut layers = vec![Vec::new(); top + 1];
        (0..factor.len()).for_each(|x| layers[factor.size[x] as usize].push(x));
        let n = length * top;
        let middle = n.div_ceil(2);
        let by_first = levels(factor, length, middle, handle)?;
        let level = |elements: usize| by_first.iter().map(|counts| counts[elements] as usize).collect();
        let around = [level(middle - 1), level(middle)];
        let mut widths = vec![0u64; middle + 1];
        for counts in &by_first {
            widths.iter_mut().zip(counts).for_each(|(width, &count)| *width = width.saturating_add(count));
        }
        let (heads, of_heads) = heads(factor, head, handle)?;
        let of_tails = tails(factor, length - head, handle)?;
        let tables = usize::try_from(of_heads.saturating_add(of_tails)).unwrap_or(usize::MAX);
        Ok(Sizes { n, layers, widths, around, heads: heads as usize, tables })
    }

    /// Bytes that a level takes beside its numbers.
    pub(super) fn beside(&self) -> usize {
        self.heads * size_of::<u32>()
    }

    /// The most bytes that levels in memory take, with numbers of so many words at the end.
    pub(super) fn in_memory(&self, words: u64) -> f64 {
        let [now, next] = &self.around;
        self.held(now, next, self.n % 2 == 1) as f64 * 8.0 * words as f64 + (2 * self.beside()) as f64
    }

    /// The most numbers at once while a level takes the place of the one before, which is held besides if both are needed.
    pub(super) fn held(&self, now: &[usize], next: &[usize], both: bool) -> usize {
        let before: usize = now.iter().sum();
        let (mut held, mut most) = (before, before);
        for group in self.layers.iter().rev() {
            held += group.iter().map(|&x| next[x]).sum::<usize>();
            most = most.max(held);
            held -= group.iter().map(|&x| now[x]).sum::<usize>();
        }
        most + if both { before } else { 0 }
    }

    /// What levels in files will take, with numbers of so many words at the end.
    pub(super) fn in_files(&self, factor: &Factor, words: u64) -> BoxFiles {
        let [now, next] = &self.around;
        let parts = |x: usize| next[x] + now[x] + factor.lower[x].iter().map(|&y| now[y as usize]).sum::<usize>();
        let most = (0..now.len()).map(parts).max().unwrap_or(0);
        // Two levels; and at the end, sorted, the lower one of those that are joined.
        let middle = self.n.div_ceil(2);
        let (number, widths) = (8.0 * words as f64, [self.widths[middle - 1] as f64, self.widths[middle] as f64]);
        let both = number * (widths[0] + widths[1]);
        let bytes = if self.n % 2 == 1 {
            both + (number + 8.0) * widths[0]
        } else {
            both.max((2.0 * number + 8.0) * widths[1])
        };
        let spare = SPARE as f64 / (SPARE - 1) as f64;
        let memory = number * most as f64 * spare + (self.tables + 2 * self.beside()) as f64;
        BoxFiles { memory, bytes }
    }
}

/// For each first layer, how many downsets of 0, 1, … elements there are, up to `most`.
fn levels(factor: &Factor, length: usize, most: usize, handle: &Handle) -> Result<Vec<Vec<u64>>, Stop> {
    handle.reserve(16 * factor.len() * (most + 1))?;
    let mut longer = vec![vec![0u64; most + 1]; factor.len()];
    for (counts, &size) in longer.iter_mut().zip(&factor.size) {
        counts.get_mut(size as usize).into_iter().for_each(|count| *count = 1);
    }
    for _ in 1..length {
        let shorter = longer;
        longer = vec![vec![0; most + 1]; factor.len()];
        for (outer, counts) in longer.iter_mut().enumerate() {
            let size = (factor.size[outer] as usize).min(most + 1);
            for &inner in &factor.within[outer] {
                handle.ticks(1 + most / 16)?;
                let more = &shorter[inner as usize];
                counts[size..].iter_mut().zip(more).for_each(|(count, &more)| *count = count.saturating_add(more));
            }
        }
    }
    Ok(longer)
}

/// For each layer within `outer`, how many of those with an element less than `outer` hold it; `room` is all zeros, as it was found.
fn each_step(factor: &Factor, outer: usize, room: &mut [u64], mut each: impl FnMut(usize, u64)) {
    for &less in &factor.lower[outer] {
        factor.within[less as usize].iter().for_each(|&inner| room[inner as usize] += 1);
    }
    for &inner in &factor.within[outer] {
        each(inner as usize, std::mem::take(&mut room[inner as usize]));
    }
}

/// The number of heads of so many layers, and the bytes of their tables.
fn heads(factor: &Factor, length: usize, handle: &Handle) -> Result<(u64, u64), Stop> {
    let all = factor.len();
    let mut room = vec![0; all];
    // By the last layer.
    let (mut heads, mut shorter) = (Sequences { count: vec![1; all], steps: vec![0; all] }, 0u64);
    for _ in 1..length {
        shorter = shorter.saturating_add(heads.all().0);
        let mut longer = Sequences { count: vec![0; all], steps: vec![0; all] };
        for outer in 0..all {
            handle.ticks(1 + factor.within[outer].len() / 4)?;
            let (count, steps) = (heads.count[outer], heads.steps[outer]);
            each_step(factor, outer, &mut room, |inner, ways| {
                longer.count[inner] = longer.count[inner].saturating_add(count);
                let more = steps.saturating_add(count.saturating_mul(ways));
                longer.steps[inner] = longer.steps[inner].saturating_add(more);
            });
        }
        heads = longer;
    }
    let (count, same) = heads.all();
    let shrunk = heads.count.iter().zip(&factor.lower);
    let shrunk = shrunk.fold(0u64, |sum, (count, lower)| sum.saturating_add(count.saturating_mul(lower.len() as u64)));
    let words = [count.saturating_mul(3), shorter, count + 1, same, count + 1, shrunk];
    Ok((count, words.iter().fold(0u64, |sum, &more| sum.saturating_add(more)).saturating_mul(4)))
}

/// The bytes of the tables of tails of so many layers.
fn tails(factor: &Factor, length: usize, handle: &Handle) -> Result<u64, Stop> {
    let all = factor.len();
    let mut room = vec![0; all];
    let lower = |layer: usize| factor.lower[layer].len() as u64;
    // By the first layer; steps of this one count, too.
    let mut tails = Sequences { count: vec![1; all], steps: (0..all).map(lower).collect() };
    for _ in 1..length {
        let mut longer = Sequences { count: vec![0; all], steps: vec![0; all] };
        for outer in 0..all {
            handle.ticks(1 + factor.within[outer].len() / 4)?;
            let (count, steps) = (&mut longer.count[outer], &mut longer.steps[outer]);
            each_step(factor, outer, &mut room, |inner, ways| {
                *count = count.saturating_add(tails.count[inner]);
                let more = tails.steps[inner].saturating_add(tails.count[inner].saturating_mul(ways));
                *steps = steps.saturating_add(more);
            });
        }
        tails = longer;
    }
    let mut bytes = 4u64;
    let mut within = Vec::with_capacity(all);
    for layer in 0..all {
        handle.ticks(1 + factor.within[layer].len() / 16)?;
        let sum = |numbers: &[u64]| {
            factor.within[layer].iter().fold(0u64, |sum, &inner| sum.saturating_add(numbers[inner as usize]))
        };
        let (count, steps) = (sum(&tails.count), sum(&tails.steps));
        within.push(count);
        let starts = (length * factor.size[layer] as usize + 2) as u64;
        // A code and the end of a list for each; the lists; where the tails are among those of a layer around.
        let placed = factor.lower[layer].iter().fold(0u64, |sum, &less| sum.saturating_add(within[less as usize]));
        let words = [count.saturating_mul(3), steps, placed, starts];
        bytes = words.iter().fold(bytes, |sum, &more| sum.saturating_add(more.saturating_mul(4)));
    }
    Ok(bytes)
}
