//! Whether two games have the same form where play can go round.
//!
//! In: two games. Out: whether they are bisimilar: whether there is a relation between the games below them in which both stand, and in which related games
//! have related options. So `over` is identical to `<0 | over>`, as both unroll to the same endless tree. All games below are put into one class, and
//! classes are split by the classes of their options until none splits: then they are those of the greatest such relation. Cost: the games below,
//! times their moves, times the rounds of splitting.

use super::Machine;
use crate::diagnostics::Mistake;
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value};
use rustc_hash::FxHashMap;

/// Most games below both.
const MOST: usize = 50_000;

type Options = [Vec<usize>; 2];

impl Machine {
    /// Whether two games unroll to the same tree, endless or not.
    pub(super) fn unrolled_alike(&mut self, g: &Key, h: &Key) -> Res<bool> {
        let (mut known, mut games) = (FxHashMap::default(), Vec::new());
        let roots = [g, h].map(|key| numbered(key.clone(), &mut known, &mut games));
        let mut options: Vec<Options> = Vec::new();
        while let Some(here) = games.get(options.len()).cloned() {
            let mut both = Options::default();
            for (list, player) in both.iter_mut().zip([Player::Left, Player::Right]) {
                for record in self.moves_of(&here, player)? {
                    self.handle.tick()?;
                    list.push(numbered(self.played_key(&record.to)?, &mut known, &mut games));
                }
            }
            self.handle.reserve((both[0].len() + both[1].len() + 16) * size_of::<usize>())?;
            options.push(both);
            if games.len() > MOST {
                return Fault::new(Mistake::TooLarge, format!("more than {MOST} games can be reached from these two"))
                    .err();
            }
        }
        let (mut class, mut classes) = (vec![0; games.len()], 1);
        while class[roots[0]] == class[roots[1]] {
            let mut split: FxHashMap<(usize, Options), usize> = FxHashMap::default();
            let mut finer = Vec::with_capacity(class.len());
            for (v, both) in options.iter().enumerate() {
                self.handle.ticks(1 + both[0].len() as u64 + both[1].len() as u64)?;
                let seen = both.each_ref().map(|list| {
                    let mut list: Vec<usize> = list.iter().map(|&to| class[to]).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                });
                let fresh = split.len();
                finer.push(*split.entry((class[v], seen)).or_insert(fresh));
            }
            if split.len() == classes {
                return Ok(true);
            }
            (class, classes) = (finer, split.len());
        }
        Ok(false)
    }
}

fn numbered(key: Key, known: &mut FxHashMap<Key, usize>, games: &mut Vec<Value>) -> usize {
    let fresh = games.len();
    let value = key.0.clone();
    let number = *known.entry(key).or_insert(fresh);
    if number == fresh {
        games.push(value);
    }
    number
}
