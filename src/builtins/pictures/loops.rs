//! Loopy values as graphs: the positions of the canonical form, with moves that lead back.
//!
//! Short games among them are not taken apart, since their names say what they are. A value that is no stopper has two sides, which are shown below it.

use super::shown::{Vertex, Wanted};
use crate::eval::Machine;
use crate::graphs::Outcome;
use crate::value::key::Key;
use crate::value::{Player, Res, Under, Value};
use rustc_hash::FxHashMap;

/// The vertices of the picture of a loopy value. `tree`: a position as often as it is reached.
pub fn vertices(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<Vec<Vertex>> {
    let value = m.loopy_game(game)?;
    let mut walk = Walk { games: Vec::new(), before: Vec::new(), index: FxHashMap::default() };
    let mut out = Vec::new();
    if value.stopper().is_none() {
        // The value itself, and its sides with words before them.
        let (on, off) = (m.loopy_result(value.on.into()), m.loopy_result(value.off.into()));
        walk.enter(m, game, "", true)?;
        walk.enter(m, &on, "onside: ", tree)?;
        walk.enter(m, &off, "offside: ", tree)?;
        let label = m.notation(game)?.into();
        out.push(Vertex { label, boxed: false, cut: false, moves: vec![(None, 1, false), (None, 2, false)], more: 0 });
    } else {
        walk.enter(m, game, "", tree)?;
    }
    while let Some(here) = walk.games.get(out.len()).cloned() {
        m.handle.tick()?;
        let mut label = wanted.beside(m, &here)?;
        label.text.insert_str(0, walk.before[out.len()]);
        let classes = [Player::Left, Player::Right].map(|player| m.verdict(&here, player, Under::NORMAL));
        let boxed = classes.into_iter().collect::<Res<Vec<_>>>()?.iter().all(|class| *class == Some(Outcome::P));
        let mut vertex = Vertex { label, boxed, cut: false, moves: Vec::new(), more: 0 };
        if m.is_loopy(&here) {
            for player in [Player::Left, Player::Right] {
                for option in m.loopy_options(&here, player)? {
                    let wins = m.verdict_after(&option, Some(player), Under::NORMAL)? == Some(Outcome::P);
                    let known = if tree { None } else { walk.index.get(&m.key(&option)?).copied() };
                    let to = match known {
                        Some(to) => to,
                        None if walk.games.len() >= wanted.most() => {
                            vertex.more += 1;
                            continue;
                        }
                        None => walk.enter(m, &option, "", tree)?,
                    };
                    vertex.moves.push((Some(player), to, wins));
                }
            }
        }
        out.push(vertex);
    }
    Ok(out)
}

/// The positions that are met, those first that are reached first.
struct Walk {
    games: Vec<Value>,
    /// What is written before their names.
    before: Vec<&'static str>,
    index: FxHashMap<Key, usize>,
}

impl Walk {
    /// One more position; `alone` if no move from elsewhere leads to the same vertex.
    fn enter(&mut self, m: &mut Machine, game: &Value, before: &'static str, alone: bool) -> Res<usize> {
        if !alone {
            self.index.insert(m.key(game)?, self.games.len());
        }
        self.games.push(game.clone());
        self.before.push(before);
        Ok(self.games.len() - 1)
    }
}
