//! All values born by a day, and random ones.

use super::arena::{Arena, Game, ZERO};
use rustc_hash::FxHashSet;
use sprague_limits::{Handle, Stop};

/// The last day whose values can be listed. By the next there are more than 3 * 10^12.
const LAST_DAY: u32 = 3;
/// Random games are drawn from all values born by this day, or have such as options.
const EARLY: u32 = 2;
/// The most moves that a random game has.
const MAX_MOVES: u32 = 64;
/// So many games are drawn for one: the tree grows about twofold a day. After these all options end early.
const MAX_DRAWN: u32 = 50_000;

impl Arena {
    /// All values born by a day, in printing order: 1, 4, 22 and 1,474 of them.
    pub(crate) fn born_by(&mut self, day: u32, h: &Handle) -> Result<Vec<Game>, Stop> {
        if day > LAST_DAY {
            return Err(Stop::TooLarge(format!(
                "the values born by day {day} are not listed: by day 3 there are 1,474, by day 4 more than a million million"
            )));
        }
        let mut all = vec![ZERO];
        for _ in 0..day {
            all = self.next_day(&all, h)?;
        }
        all.sort_unstable_by(|&a, &b| self.order(a, b));
        Ok(all)
    }

    /// What has antichains of the games as options: dominated options change nothing.
    fn next_day(&mut self, games: &[Game], h: &Handle) -> Result<Vec<Game>, Stop> {
        let antichains = self.antichains(games, h)?;
        let mut seen = FxHashSet::default();
        let mut all = Vec::new();
        for left in &antichains {
            for right in &antichains {
                let g = self.canonical(left, right, h)?;
                if seen.insert(g) {
                    all.push(g);
                }
            }
        }
        Ok(all)
    }

    fn antichains(&mut self, games: &[Game], h: &Handle) -> Result<Vec<Vec<Game>>, Stop> {
        let mut all = vec![Vec::new()];
        for &g in games {
            for i in 0..all.len() {
                let mut apart = true;
                for &other in &all[i].clone() {
                    h.tick()?;
                    apart = apart && !self.le(g, other, h)? && !self.le(other, g, h)?;
                }
                if apart {
                    let mut longer = all[i].clone();
                    longer.push(g);
                    all.push(longer);
                }
            }
        }
        Ok(all)
    }

    /// A game that a seed determines: born by the day at the latest, with at most so many options for each player
    /// before the values of day 2 are reached.
    pub(crate) fn random(&mut self, seed: u64, day: u32, options: u32, h: &Handle) -> Result<Game, Stop> {
        if day > MAX_MOVES || options > MAX_MOVES {
            return Err(Stop::TooLarge(format!(
                "random games with more than {MAX_MOVES} moves, or options for a player, are not made"
            )));
        }
        let early = self.born_by(day.min(EARLY), h)?;
        self.random_game(&mut Random { state: seed, left: MAX_DRAWN }, (day, options), &early, h)
    }

    fn random_game(
        &mut self,
        random: &mut Random,
        (day, options): (u32, u32),
        early: &[Game],
        h: &Handle,
    ) -> Result<Game, Stop> {
        h.tick()?;
        let enough = random.left == 0;
        random.left = random.left.saturating_sub(1);
        // One in six ends early, so that there are short plays beside long ones.
        if day <= EARLY || random.below(6) == 0 || enough {
            return Ok(early[random.below(early.len() as u64) as usize]);
        }
        self.deeper(|arena| {
            let mut sides = [Vec::new(), Vec::new()];
            for made in &mut sides {
                // Seldom none, which makes numbers of nearly all.
                let most = u64::from(options.max(1));
                let count = if random.below(8) == 0 { 0 } else { 1 + random.below(most) };
                for _ in 0..count {
                    made.push(arena.random_game(random, (day - 1, options), early, h)?);
                }
            }
            arena.canonical(&sides[0], &sides[1], h)
        })
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers on every machine, for ever.
struct Random {
    state: u64,
    /// So many games may still be drawn.
    left: u32,
}

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}
