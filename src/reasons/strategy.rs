//! A strategy that somebody hands in, played against every reply.
//!
//! In: a function or a map from positions to moves, and positions from which it is played. Out: from how many of them it does what
//! can be done there, and a line of play that beats it. Whoever can win has to win, beginning or not; where play can be kept from ending
//! it must not be lost. A position goes to the function as its parameters; one of several components, or one that was asked for by a list, as
//! the list of theirs; in a partizan game the player follows.
//!
//! - `said.rs`: which move somebody means

mod said;

use super::compare::outcome;
use crate::eval::{Machine, MoveRecord};
use crate::portable::Distant;
use crate::source::Span;
use crate::value::key::Key;
use crate::value::{Flow, Move, OutcomeClass, Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use said::{Meant, as_one, parameters};
use std::rc::Rc;

/// Positions that are played through for one answer.
const MOST: usize = 20_000;
/// The most moves of a line that are told.
const TOLD: usize = 12;

/// What became of a strategy.
#[derive(Clone, Debug)]
pub struct Trial {
    /// From how many positions it is right.
    pub right: usize,
    /// From how many it was played.
    pub all: usize,
    /// What beats it, told in sentences.
    pub beaten: Vec<String>,
    /// Whether not every line was played.
    pub cut: bool,
}

/// Plays a strategy from each position; what each was made of stands beside it.
pub fn trial(m: &mut Machine, rules: &Value, starts: &[(Value, Value)], answer: &Value) -> Res<Trial> {
    let mut trial = Trial { right: 0, all: 0, beaten: Vec::new(), cut: false };
    let mut games: FxHashMap<(Player, bool), (FxHashSet<(Key, bool)>, FxHashSet<(Key, bool)>)> = FxHashMap::default();
    let mut seen = 0;
    for (place, start) in starts {
        let Some(class) = outcome(m, start)? else { continue };
        let fair = m.moves_only(start);
        // A rule set with a list for its parameter is called like itself.
        let listed = !matches!(rules, Value::Rules(_))
            && matches!(place, Value::Tuple(items) if matches!(&items[..], [Value::List(_) | Value::Tuple(_) | Value::Set(_)]));
        let mut beaten = Vec::new();
        let mut played = false;
        let sides: &[Player] = if fair { &[Player::Left] } else { &[Player::Left, Player::Right] };
        for &who in sides {
            for begins in [Player::Left, Player::Right] {
                let aim = match winner(class, begins) {
                    Some(player) if player == who => Aim::Win,
                    None => Aim::Hold,
                    Some(_) => continue,
                };
                played = true;
                let (good, bad) = games.entry((who, aim == Aim::Win)).or_default();
                let mut game = Play {
                    m,
                    rules,
                    answer,
                    who,
                    fair,
                    listed,
                    aim,
                    good,
                    bad,
                    path: Vec::new(),
                    line: Vec::new(),
                    seen: &mut seen,
                    cut: false,
                };
                let found = game.run(start, begins == who)?;
                trial.cut |= game.cut;
                if let Some(why) = found
                    && beaten.is_empty()
                {
                    beaten = told(m, start, (!fair).then_some(who), why)?;
                }
            }
        }
        // From some positions there is nothing to play for.
        if !played {
            continue;
        }
        trial.all += 1;
        if beaten.is_empty() {
            trial.right += 1;
        } else if trial.beaten.is_empty() {
            trial.beaten = beaten;
        }
    }
    Ok(trial)
}

/// Who wins if this player begins; nobody in a draw.
fn winner(class: OutcomeClass, begins: Player) -> Option<Player> {
    use OutcomeClass as O;
    let left = begins == Player::Left;
    match class {
        O::N => Some(begins),
        O::P => Some(if left { Player::Right } else { Player::Left }),
        O::L => Some(Player::Left),
        O::R => Some(Player::Right),
        O::D => None,
        O::LD => left.then_some(Player::Left),
        O::DL => (!left).then_some(Player::Left),
        O::DR => (!left).then_some(Player::Right),
        O::RD => left.then_some(Player::Right),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// It wins.
    Win,
    /// It does not lose.
    Hold,
}

/// How a line of play ends badly.
#[derive(Clone, Debug)]
enum End {
    /// There is no move left.
    NoMove,
    /// Play came back to where it was.
    Round,
    /// What was said is no move.
    NoSuchMove(String),
    /// What was said is how several moves are printed.
    Several(String),
    /// Nothing was said.
    Silent(String),
}

/// A line of play: who moved, and how it is printed.
type Beaten = (Vec<(bool, String)>, End);

struct Play<'a> {
    m: &'a mut Machine,
    rules: &'a Value,
    answer: &'a Value,
    /// The player whose strategy it is.
    who: Player,
    fair: bool,
    listed: bool,
    aim: Aim,
    /// Positions from which it was played through, with whether it is to move.
    good: &'a mut FxHashSet<(Key, bool)>,
    bad: &'a mut FxHashSet<(Key, bool)>,
    path: Vec<(Key, bool)>,
    line: Vec<(bool, String)>,
    seen: &'a mut usize,
    cut: bool,
}

impl Play<'_> {
    fn run(&mut self, at: &Value, own: bool) -> Res<Option<Beaten>> {
        crate::limits::with_stack(|| self.from(at, own))
    }

    fn from(&mut self, at: &Value, own: bool) -> Res<Option<Beaten>> {
        self.m.handle.ticks(10)?;
        let state = (self.m.key(at)?, own);
        if self.good.contains(&state) {
            return Ok(None);
        }
        if self.bad.contains(&state) {
            return Ok(Some((Vec::new(), End::NoMove)));
        }
        if self.path.contains(&state) {
            return Ok((self.aim == Aim::Win).then(|| (self.line.clone(), End::Round)));
        }
        *self.seen += 1;
        if *self.seen > MOST {
            self.cut = true;
            return Ok(None);
        }
        let mover = if own { self.who } else { crate::eval::opponent(self.who) };
        let mut moves = self.m.moves_of(at, mover)?;
        if moves.is_empty() {
            // Whoever cannot move loses.
            return Ok(if own { Some((self.line.clone(), End::NoMove)) } else { None });
        }
        self.path.push(state.clone());
        let mut found = None;
        if own {
            match self.asked(at, &moves)? {
                Ok(i) => found = self.made(&moves[i], true)?,
                Err(end) => found = Some((self.line.clone(), end)),
            }
        } else {
            self.best_first(&mut moves)?;
            for made in &moves {
                found = self.made(made, false)?;
                if found.is_some() {
                    break;
                }
            }
        }
        self.path.pop();
        // What was found on the way round belongs to that way alone.
        if found.is_some() {
            self.bad.insert(state);
        } else if self.aim == Aim::Win && !self.cut {
            self.good.insert(state);
        }
        Ok(found)
    }

    fn made(&mut self, made: &MoveRecord, own: bool) -> Res<Option<Beaten>> {
        let shown = self.shown(made, own)?;
        self.line.push((own, shown));
        let found = self.run(&made.to, !own)?;
        self.line.pop();
        Ok(found)
    }

    /// The opponent's winning replies before the others.
    fn best_first(&mut self, moves: &mut [MoveRecord]) -> Res<()> {
        let mut keyed = Vec::with_capacity(moves.len());
        for made in moves.iter() {
            let class = outcome(self.m, &made.to)?;
            let lost = class.is_some_and(|class| winner(class, self.who).is_some_and(|player| player != self.who));
            keyed.push((!lost, made.clone()));
        }
        keyed.sort_by_key(|(lost, _)| *lost);
        for (place, (_, made)) in moves.iter_mut().zip(keyed) {
            *place = made;
        }
        Ok(())
    }

    /// The move that the strategy makes.
    fn asked(&mut self, at: &Value, moves: &[MoveRecord]) -> Res<Result<usize, End>> {
        let mut arguments = parameters(self.m, at, self.listed)?;
        let said = if let Value::Map(entries) = self.answer {
            let as_one = as_one(&arguments);
            let mut keys = vec![self.m.key(at)?, self.m.key(&as_one)?];
            if let Value::List(items) = &as_one {
                keys.push(self.m.key(&Value::Tuple(Rc::clone(items)))?);
            }
            if let Value::Grid(board) = &as_one {
                keys.extend(["|", "\n"].map(|between| Key(Value::text(board.text(between).to_string()))));
            }
            match keys.iter().find_map(|key| entries.get(key)) {
                Some(said) => said.clone(),
                None => return Ok(Err(End::Silent("your map has no entry for it".into()))),
            }
        } else {
            if !self.fair {
                arguments.push(Value::Player(self.who));
            }
            let (f, m) = (self.answer, &mut *self.m);
            match m.attempt(|m| m.apply(f, arguments, Span::default())) {
                Ok(said) => said,
                Err(flow) if flow.stopped() => return Err(flow),
                Err(flow) => {
                    let why = match *flow {
                        Flow::Fault(fault) => format!("your function fails: {}", fault.message),
                        _ => "your function has no value".into(),
                    };
                    return Ok(Err(End::Silent(why)));
                }
            }
        };
        if matches!(said, Value::Nothing) {
            return Ok(Err(End::Silent("your strategy says nothing".into())));
        }
        Ok(match self.meant(at, &said, moves)? {
            Meant::Move(i) => Ok(i),
            Meant::Nothing => Err(End::NoSuchMove(self.m.notation(&said)?)),
            Meant::Several => Err(End::Several(self.m.notation(&said)?)),
        })
    }
}

/// A move as a value, which knows how it is printed.
pub fn printed(made: &MoveRecord, player: Option<Player>) -> Value {
    let MoveRecord { component, becomes, to } = made.clone();
    Value::Move(Rc::new(Move { player, component, becomes, to }))
}

fn told(m: &mut Machine, start: &Value, who: Option<Player>, (line, end): Beaten) -> Res<Vec<String>> {
    let start = m.notation(start)?;
    let as_whom = who.map_or(String::new(), |who| format!(", for {}", who.name()));
    let mut moves: Vec<String> =
        line.iter().map(|(own, made)| format!("{} {made}", if *own { "you" } else { "the opponent" })).collect();
    if moves.len() > TOLD {
        moves.truncate(TOLD);
        moves.push("…".into());
    }
    let before = if moves.is_empty() {
        format!("From {start}{as_whom}")
    } else {
        format!("From {start}{as_whom} the play goes {}", moves.join(", "))
    };
    let joined = if moves.is_empty() { ":" } else { ";" };
    Ok(vec![match end {
        End::NoMove => format!("{before}{joined} then you have no move, and lose."),
        End::Round => format!("{before}{joined} there play has been before: it goes round and is never won."),
        End::NoSuchMove(said) => format!("{before}{joined} then you say {said}, and that is no move there."),
        End::Several(said) => format!("{before}{joined} then you say {said}, and several moves are printed so."),
        End::Silent(why) => format!("{before}{joined} then {why}."),
    }])
}

/// Whether an answer can be played.
pub fn is_strategy(answer: &Value) -> bool {
    matches!(answer, Value::Map(_) | Value::Func(_) | Value::Native(_)) || answer.thing::<Distant>().is_some()
}
