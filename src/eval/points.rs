//! Moves that bring points, and moves after which the same player moves again.
//!
//! In: an option of a clause, such as `Boxes(rest).gains(1).again`. Out: the option with what it brings to whoever makes the move.
//! Everything that knows of normal play alone sees the option without its points; a rule set in which a player may move again has
//! no normal play, which is an error there. Touches nothing of the machine.

use super::thing::Thing;
use super::{Machine, MoveRecord, opponent};
use crate::diagnostics::Mistake;
use crate::limits::with_stack;
use crate::syntax::ast::ClauseKind;
use crate::value::key::{Key, same};
use crate::value::{Fault, Player, Position, Res, Value};
use indexmap::IndexMap;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// An option, with what it brings to the player who takes it.
#[derive(Clone, Debug)]
pub struct Rewarded {
    /// Where the move leads.
    pub to: Value,
    /// The points of whoever moves there.
    pub points: BigRational,
    /// Whether that player moves again.
    pub again: bool,
}

/// A move in a game for points.
#[derive(Clone, Debug)]
pub struct PointMove {
    /// The move.
    pub record: MoveRecord,
    /// The points of whoever makes it.
    pub points: BigRational,
    /// Whether that player moves again.
    pub again: bool,
}

impl Rewarded {
    /// An option as a clause gives it.
    pub fn of(value: &Value) -> Rewarded {
        match value.thing::<Rewarded>() {
            Some(rewarded) => rewarded.clone(),
            None => Rewarded { to: value.clone(), points: BigRational::zero(), again: false },
        }
    }
}

impl Thing for Rewarded {
    fn kind(&self) -> &'static str {
        "move with points"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other
            .downcast_ref::<Rewarded>()
            .is_some_and(|other| same(&self.to, &other.to) && self.points == other.points && self.again == other.again)
    }

    fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        Key(self.to.clone()).hash(&mut hasher);
        self.points.hash(&mut hasher);
        self.again.hash(&mut hasher);
        hasher.finish()
    }

    fn notation(&self, machine: &mut Machine) -> Res<String> {
        let to = machine.notation(&self.to)?;
        let points = machine.notation(&Value::from(self.points.clone()))?;
        let gains = if self.points.is_zero() { String::new() } else { format!(".gains({points})") };
        Ok(format!("{to}{gains}{}", if self.again { ".again" } else { "" }))
    }
}

/// Games for points by what can be played in them, each with one number.
#[derive(Default)]
pub(super) struct PointTrees {
    numbers: FxHashMap<PointTree, u32>,
    /// `None` where it is being found out.
    known: FxHashMap<Key, Option<u32>>,
}

/// Left's and Right's moves, by where they lead, what they bring and whether the same player moves again; and the points, if somebody
/// has none.
type PointTree = ([Vec<(u32, BigRational, bool)>; 2], BigRational);

impl PointTrees {
    /// The number of a game.
    pub(super) fn of(&mut self, m: &mut Machine, game: &Value) -> Res<u32> {
        m.handle.tick()?;
        let key = m.played_key(game)?;
        match self.known.get(&key) {
            Some(Some(number)) => return Ok(*number),
            Some(None) => {
                return Fault::new(
                    Mistake::NoScore,
                    "play can go round in a cycle, so forms for points cannot be compared",
                )
                .err();
            }
            None => _ = self.known.insert(key.clone(), None),
        }
        let tree = with_stack(|| -> Res<PointTree> {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                for PointMove { record, points, again } in m.moves_for_points(game, player)? {
                    side.push((self.of(m, &record.to)?, points, again));
                }
                side.sort_unstable();
                side.dedup();
            }
            let points = if sides.iter().any(Vec::is_empty) { m.score_at_end(game)? } else { None };
            Ok((sides, points.unwrap_or_else(BigRational::zero)))
        })?;
        let next = u32::try_from(self.numbers.len()).expect("memory ends before 2^32 forms");
        let number = *self.numbers.entry(tree).or_insert(next);
        self.known.insert(key, Some(number));
        Ok(number)
    }

    /// The numbers of some games.
    pub(super) fn all(&mut self, m: &mut Machine, games: &[Value]) -> Res<FxHashSet<u32>> {
        games.iter().map(|game| self.of(m, game)).collect()
    }
}

/// Whether a clause gave an option with points.
pub(super) fn is_rewarded(value: &Value) -> bool {
    matches!(value, Value::Thing(_)) && value.thing::<Rewarded>().is_some()
}

impl Machine {
    /// What a clause gave, for those who know of normal play alone.
    pub(super) fn without_points(&mut self, position: &Position, value: Value) -> Res {
        match &value {
            Value::Thing(_) => match value.thing::<Rewarded>() {
                Some(rewarded) if rewarded.again => self.moves_again(position),
                Some(rewarded) => Ok(rewarded.to.clone()),
                None => Ok(value),
            },
            Value::List(_) | Value::Set(_) => {
                let items = self.elements(&value)?;
                if !items.iter().any(is_rewarded) {
                    return Ok(value);
                }
                let items = items.into_iter().map(|item| self.without_points(position, item)).collect::<Res<_>>()?;
                Ok(Value::list(items))
            }
            _ => Ok(value),
        }
    }

    #[cold]
    fn moves_again(&mut self, position: &Position) -> Res {
        let name = &position.rules.name;
        Fault::new(
            Mistake::Unsuitable,
            format!("a player of {name} may move again, so that it has no value and no nim-value: it is played for points"),
        )
        .note("`score`, `score_line`, `outcome`, `winner`, `moves`, `winning_moves`, `best_move` and `explain` go by the points.")
        .err()
    }

    /// The moves of a player in a game for points.
    pub(crate) fn moves_for_points(&mut self, game: &Value, player: Player) -> Res<Vec<PointMove>> {
        let mut moves = Vec::new();
        match game {
            Value::Move(made) => return self.moves_for_points(&made.to.clone(), player),
            Value::Position(position) => {
                for Rewarded { to, points, again } in self.rewarded_options(position, player)? {
                    let record = MoveRecord { component: game.clone(), becomes: to.clone(), to };
                    moves.push(PointMove { record, points, again });
                }
            }
            Value::Sum(sum) => {
                for i in 0..sum.terms.len() {
                    let (negative, position) = sum.terms[i].clone();
                    let mover = if negative { opponent(player) } else { player };
                    for Rewarded { to, points, again } in self.rewarded_options(&position, mover)? {
                        self.handle.tick()?;
                        let record = self.move_in_component(sum, i, to)?;
                        moves.push(PointMove { record, points, again });
                    }
                }
                if !sum.is_bare() {
                    for MoveRecord { component, becomes, to: rest } in self.moves_of(&sum.rest, player)? {
                        let others = self.sum_of(sum.terms.0.clone(), Value::Int(0));
                        let to = self.add(&others, &rest)?;
                        let record = MoveRecord { component, becomes, to };
                        moves.push(PointMove { record, points: BigRational::zero(), again: false });
                    }
                }
            }
            other => {
                let plain = |record| PointMove { record, points: BigRational::zero(), again: false };
                moves.extend(self.moves_of(other, player)?.into_iter().map(plain));
            }
        }
        Ok(moves)
    }

    /// Options of a position with what they bring, each once: with the most points that it can be had for.
    fn rewarded_options(&mut self, position: &Rc<Position>, player: Player) -> Res<Vec<Rewarded>> {
        let kind = if player == Player::Left { ClauseKind::Left } else { ClauseKind::Right };
        let mut options: IndexMap<(Key, bool), BigRational, FxBuildHasher> = IndexMap::default();
        self.clauses_as_written(position, &[kind, ClauseKind::Moves], &mut |machine, option| {
            let items = match &option {
                Value::List(_) | Value::Set(_) => machine.elements(&option)?,
                _ => vec![option],
            };
            for item in items {
                let Rewarded { to, points, again } = Rewarded::of(&item);
                machine.check_game(&to)?;
                let most = options.entry((Key(machine.normal(&to)?), again)).or_insert_with(|| points.clone());
                if points > *most {
                    *most = points;
                }
            }
            Ok(())
        })?;
        Ok(options.into_iter().map(|((to, again), points)| Rewarded { to: to.0, points, again }).collect())
    }
}
