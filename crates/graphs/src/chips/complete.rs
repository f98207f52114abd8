//! Chip-firing on complete graphs, where only the numbers of chips matter.
//!
//! In: the number of vertices. Out: who wins when the last play wins, and the game chip number, from the empty board or
//! from any stable one.
//!
//! A stable board on `n` vertices is a sequence `h_0 >= h_1 >= … >= h_(n-1)` with `h_0 <= n - 2`. Adding `n - 1 - i` to `h_i` makes its
//! members different: a set of `n` numbers below `2n - 2`, kept as the bits of a word. A play moves one bit up into a gap. If
//! the highest bit leaves the board, vertices fire in the order of the sequence, the `i`-th if `h_i >= n - 1 - i`; each firing
//! takes `n` from its vertex and adds 1 to all, so that after `k` firings the sequence is rotated by `k` places and the set,
//! modulo `2n`, by `2k`. If all `n` fire the board is what it was, and firing never ends. All sets are reached from the empty
//! board, so a table over all of them, indexed by their rank, has no gaps: `binomial(2n - 2, n)` bytes. Every play adds one chip,
//! so boards with more chips are done first. Cost: one look-up a play, some 5 ns.

use sprague_limits::{Handle, Stop};

/// Which game is played.
///
/// ```
/// use sprague_graphs::chips::{ChipBoard, Variant};
/// // On a tree the number of plays is that of the edges, so it is settled who plays the last: here, of two, the second player.
/// let (handle, path) = (sprague_limits::Handle::default(), vec![vec![1], vec![0, 2], vec![1]]);
/// let board = ChipBoard::new(path, &handle).expect("a board");
/// assert_eq!(board.solve(&[0; 3], Variant::LastPlayWins, true, &handle)?.value, 0);
/// assert_eq!(board.solve(&[0; 3], Variant::MaxMin, true, &handle)?.value, 2);
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The player who starts the endless firing wins.
    LastPlayWins,
    /// One player wants many chips to be played, the other few; the maximiser moves when the number of chips on the board
    /// is even.
    MaxMin,
}

/// The most vertices that the table is made for.
pub const MOST: u32 = 18;

/// What every stable board is worth: 1 or 0 for a win of the player to move or not; the number of chips in the end.
#[derive(Debug)]
pub struct StableBoards {
    n: u32,
    values: Vec<u8>,
    ranks: Ranks,
}

/// The rank of a set among all with as many members, from two tables, one for each half of the word.
#[derive(Debug)]
struct Ranks {
    half: u32,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ranks {
    fn new(n: u32) -> Ranks {
        let width = 2 * n - 2;
        let half = width / 2;
        let binomial = |a: u32, k: u32| -> u64 {
            if k > a {
                return 0;
            }
            (0..k).fold(1u64, |value, i| value * u64::from(a - i) / u64::from(i + 1))
        };
        // The rank in colexicographic order: the sum of binomial(position, index), the lowest member having index 1.
        let mut low = Vec::new();
        for mask in 0u32..1 << half {
            let mut rank = 0;
            let mut index = 0;
            for position in (0..half).filter(|p| mask >> p & 1 == 1) {
                index += 1;
                rank += binomial(position, index);
            }
            low.push(u32::try_from(rank).unwrap_or(u32::MAX));
        }
        let mut high = Vec::new();
        for mask in 0u32..1 << (width - half) {
            let mut rank = 0;
            let mut index = n;
            for position in (0..width - half).rev().filter(|p| mask >> p & 1 == 1) {
                rank += binomial(position + half, index);
                index = index.saturating_sub(1);
            }
            high.push(u32::try_from(rank).unwrap_or(u32::MAX));
        }
        Ranks { half, low, high }
    }

    fn of(&self, mask: u64) -> usize {
        let low = mask & ((1 << self.half) - 1);
        let high = mask >> self.half;
        self.low[usize::try_from(low).unwrap_or(0)] as usize + self.high[usize::try_from(high).unwrap_or(0)] as usize
    }
}

/// The board after a chip is added to the member at position `p`; `None` if firing never ends.
fn played(mask: u64, p: u32, n: u32) -> Option<u64> {
    let moved = mask ^ (3 << p);
    if p + 1 < 2 * n - 2 {
        return Some(moved);
    }
    let mut fired = 0;
    let mut rest = moved;
    while rest != 0 {
        let top = 63 - rest.leading_zeros();
        if top < 2 * (n - 1 - fired) {
            break;
        }
        rest ^= 1 << top;
        fired += 1;
    }
    if fired == n {
        return None;
    }
    let (width, by) = (2 * n, 2 * fired);
    let all = (1u64 << width) - 1;
    Some((moved << by | moved >> (width - by)) & all)
}

/// The set of a board; `None` if it is not stable or has another number of vertices.
fn encode(chips: &[u32], n: u32) -> Option<u64> {
    if u32::try_from(chips.len()) != Ok(n) {
        return None;
    }
    let mut sorted = chips.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut mask = 0;
    for (i, &h) in (0..n).zip(&sorted) {
        if h + 2 > n {
            return None;
        }
        mask |= 1u64 << (h + n - 1 - i);
    }
    Some(mask)
}

/// Fills the table for the complete graph on `n` vertices, `2 <= n <= 18`.
pub fn solve(n: u32, variant: Variant, handle: &Handle) -> Result<StableBoards, Stop> {
    if !(2..=MOST).contains(&n) {
        return Err(Stop::TooLarge(format!("chip-firing on complete graphs is for 2 to {MOST} vertices, not {n}")));
    }
    let width = 2 * n - 2;
    let size = (0..u64::from(n)).fold(1u64, |value, i| value * (u64::from(width) - i) / (i + 1));
    let size = usize::try_from(size).map_err(|_| Stop::TooLarge("too many boards".to_owned()))?;
    handle.reserve(size + (16 << (width / 2)))?;
    let ranks = Ranks::new(n);
    let mut values = vec![0u8; size];
    // Words of the lower half by number and sum of their members.
    let (half, sums) = (width / 2, (width * width) as usize);
    let mut lower: Vec<Vec<u64>> = vec![Vec::new(); (half as usize + 1) * sums];
    let total = |mask: u64| (0..64).filter(|p| mask >> p & 1 == 1).sum::<u64>();
    for mask in 0u64..1 << half {
        let at = mask.count_ones() as usize * sums + usize::try_from(total(mask)).unwrap_or(0);
        lower[at].push(mask);
    }
    let empty = u64::from(n * (n - 1) / 2);
    let most = n * (n - 2);
    for chips in (0..=most).rev() {
        handle.progress("chips on the board", u64::from(most - chips), Some(u64::from(most)));
        let maximises = chips % 2 == 0;
        for high in 0u64..1 << (width - half) {
            handle.tick()?;
            let members = high.count_ones();
            let sum = total(high) + u64::from(members * half);
            let Some(left) = (empty + u64::from(chips)).checked_sub(sum) else { continue };
            if members > n || n - members > half || left as usize >= sums {
                continue;
            }
            let words = &lower[(n - members) as usize * sums + left as usize];
            for block in words.chunks(256) {
                handle.ticks(256)?;
                for &low in block {
                    let mask = high << half | low;
                    let mut open = mask & !(mask >> 1);
                    let mut best: Option<u8> = None;
                    while open != 0 {
                        let p = open.trailing_zeros();
                        open &= open - 1;
                        let after = played(mask, p, n);
                        let value = match (variant, after) {
                            (Variant::LastPlayWins, None) => 1,
                            (Variant::LastPlayWins, Some(next)) => 1 - values[ranks.of(next)],
                            (Variant::MaxMin, None) => end(chips),
                            (Variant::MaxMin, Some(next)) => values[ranks.of(next)],
                        };
                        let better = match variant {
                            Variant::LastPlayWins => best.is_none_or(|b| value > b),
                            Variant::MaxMin => best.is_none_or(|b| if maximises { value > b } else { value < b }),
                        };
                        if better {
                            best = Some(value);
                            if variant == Variant::LastPlayWins && value == 1 {
                                break;
                            }
                        }
                    }
                    values[ranks.of(mask)] = best.unwrap_or(0);
                }
            }
        }
    }
    Ok(StableBoards { n, values, ranks })
}

/// The number of chips when the next one starts the endless firing, less one. What does not fit counts as the most that does:
/// maxima and minima of numbers cut off in this way are theirs, cut off.
fn end(chips: u32) -> u8 {
    u8::try_from(chips).unwrap_or(u8::MAX)
}

impl StableBoards {
    /// Whether the player to move wins ([`Variant::LastPlayWins`]); `None` if the board is not stable.
    pub fn wins(&self, chips: &[u32]) -> Option<bool> {
        Some(self.values[self.ranks.of(encode(chips, self.n)?)] == 1)
    }

    /// The number of chips in the end ([`Variant::MaxMin`]); `None` if the board is not stable, or the number is above 255 and was
    /// cut off, which only boards of 18 vertices come to.
    pub fn chips(&self, chips: &[u32]) -> Option<u32> {
        let value = self.values[self.ranks.of(encode(chips, self.n)?)];
        let exact = value < u8::MAX || self.n * (self.n - 2) <= u32::from(u8::MAX);
        exact.then(|| u32::from(value) + 1)
    }
}
