//! Playing a position: which moves there are, which is best, what a move gives away, what the computer answers. The computer wins
//! quickly and loses slowly. The words are the front end's.

use super::Session;
use super::running::diagnostic_of;
use crate::builtins::pictures::boards::{names, seen};
use crate::builtins::play::{Moved, all_moves, choose, made};
use crate::diagnostics::Diagnostic;
use crate::eval::{Machine, Request, opponent};
use crate::graphs::Outcome;
use crate::value::{Convention, Player, Res, Value};

/// A game being played; it is the person's turn.
#[derive(Debug)]
pub struct Play {
    position: Value,
    /// Whose moves the person makes; nobody's in an impartial game.
    person: Option<Player>,
    convention: Convention,
}

/// What the person sees.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position, drawn if it looks like something.
    pub position: String,
    /// The same with colours for a terminal.
    pub coloured: String,
    /// The person's moves as they are written.
    pub moves: Vec<String>,
    /// Their short names, if they have different ones: `a1-b1`.
    pub names: Option<Vec<String>>,
}

/// What a position is worth to whoever makes the next move, or has made the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Hope {
    Win,
    Draw,
    Loss,
}

/// A move that gave something away.
#[derive(Debug)]
pub struct Slip {
    /// What the person had.
    pub had: Hope,
    /// What is left of it.
    pub left: Hope,
    /// A move that would have kept it.
    pub better: String,
}

/// What a move came to.
#[derive(Debug)]
pub struct Made {
    /// Whether it was a bad one.
    pub slip: Option<Slip>,
    /// The computer's move, by its short name if it has one, and the person's next turn; nothing if the person has won.
    pub reply: Option<(String, Turn)>,
}

impl Play {
    /// The player that the person is, in a game where that matters.
    pub fn person(&self) -> Option<&'static str> {
        self.person.map(Player::name)
    }

    /// What it means that somebody cannot move.
    pub fn rule(&self) -> &'static str {
        self.convention.rule()
    }

    /// Whether somebody who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.convention == Convention::Misere
    }

    fn moves(&self, m: &mut Machine) -> Res<Vec<Moved>> {
        all_moves(m, &self.position, &self.person.map_or(Value::Nothing, Value::Player))
    }

    fn turn(&self, m: &mut Machine) -> Res<Turn> {
        let moves = self.moves(m)?;
        let records: Vec<_> = moves.iter().map(|(_, record)| record.clone()).collect();
        let names = names::names(m, &records)?;
        let moves = moves.into_iter().map(|moved| written(m, moved)).collect::<Res<_>>()?;
        let (position, coloured) = match seen(m, &self.position, |_| true)? {
            Some(board) => (board.plain, board.coloured),
            None => {
                let text = m.display(&self.position)?;
                (text.clone(), text)
            }
        };
        Ok(Turn { position, coloured, moves, names })
    }

    /// What a position is worth to the person, whose turn it is or not; `None` if that is not decided.
    fn hope(&self, m: &mut Machine, position: &Value, persons_turn: bool) -> Res<Option<Hope>> {
        let person = self.person.unwrap_or(Player::Left);
        let verdict =
            m.verdict(position, if persons_turn { person } else { opponent(person) }, self.convention.into())?;
        Ok(verdict.map(|outcome| match outcome {
            Outcome::D => Hope::Draw,
            outcome if (outcome == Outcome::N) == persons_turn => Hope::Win,
            _ => Hope::Loss,
        }))
    }

    fn hint(&self, m: &mut Machine) -> Res<Option<(String, Hope)>> {
        let person = self.person.map_or(Value::Nothing, Value::Player);
        let Some(moved) = choose(m, &self.position, &person, true, self.convention.into())?.flatten() else {
            return Ok(None);
        };
        let hope = self.hope(m, &self.position, true)?.unwrap_or(Hope::Loss);
        Ok(Some((written(m, moved)?, hope)))
    }

    fn slip(&self, m: &mut Machine, moves: &[Moved], to: &Value) -> Res<Option<Slip>> {
        let (had, left) = (self.hope(m, &self.position, true)?, self.hope(m, to, false)?);
        let (Some(had), Some(left)) = (had, left) else { return Ok(None) };
        if had == left || had == Hope::Loss || left == Hope::Win {
            return Ok(None);
        }
        for (player, record) in moves {
            if self.hope(m, &record.to, false)? == Some(had) {
                return Ok(Some(Slip { had, left, better: written(m, (*player, record.clone()))? }));
            }
        }
        Ok(None)
    }

    /// The position changes only when everything is known: after an interruption nothing has been played.
    fn make(&mut self, m: &mut Machine, number: usize) -> Res<Made> {
        let moves = self.moves(m)?;
        let to = moves[number].1.to.clone();
        let slip = self.slip(m, &moves, &to)?;
        let computer = self.person.map_or(Value::Nothing, |person| Value::Player(opponent(person)));
        let answer = match choose(m, &to, &computer, true, self.convention.into())? {
            Some(answer) => answer,
            // Not decided: any move.
            None => all_moves(m, &to, &computer)?.into_iter().next(),
        };
        let Some(answer) = answer else { return Ok(Made { slip, reply: None }) };
        let next = Play { position: answer.1.to.clone(), ..*self };
        let short = names::names(m, std::slice::from_ref(&answer.1))?.and_then(|names| names.into_iter().next());
        let short = match short {
            Some(name) => name,
            None => written(m, answer)?,
        };
        let reply = Some((short, next.turn(m)?));
        *self = next;
        Ok(Made { slip, reply })
    }
}

/// A move as the person sees it: who makes it is known.
fn written(m: &mut Machine, (_, record): Moved) -> Res<String> {
    m.notation(&made(None, record))
}

impl Session {
    /// From now on somebody is there to play: `play(g)` is a wish, not an error.
    pub fn allow_play(&mut self) {
        self.machine.attend();
    }

    /// The game that the last program wished to play; the person, who is Left unless it was said, begins.
    pub fn wished_play(&mut self) -> Option<Result<Play, Box<Diagnostic>>> {
        let Request::Play { position, person, convention } = self.machine.take_request()?;
        Some(self.ask(|m| {
            let impartial = crate::builtins::form::impartial(m, &position)?;
            let person = if impartial { None } else { person.or(Some(Player::Left)) };
            Ok(Play { position, person, convention })
        }))
    }

    /// What the person sees and may do.
    pub fn turn(&mut self, play: &Play) -> Result<Turn, Box<Diagnostic>> {
        self.ask(|m| play.turn(m))
    }

    /// A best move and what it comes to; nothing if that is not decided.
    pub fn hint(&mut self, play: &Play) -> Result<Option<(String, Hope)>, Box<Diagnostic>> {
        self.ask(|m| play.hint(m))
    }

    /// Makes the move of this number in the turn, and the computer's after it.
    pub fn make_move(&mut self, play: &mut Play, number: usize) -> Result<Made, Box<Diagnostic>> {
        self.ask(|m| play.make(m, number))
    }

    /// Asks the machine something under the session's bounds.
    pub(super) fn ask<T>(&mut self, question: impl FnOnce(&mut Machine) -> Res<T>) -> Result<T, Box<Diagnostic>> {
        self.machine.handle.restart();
        question(&mut self.machine).map_err(|flow| {
            self.machine.unwind();
            Box::new(diagnostic_of(&self.machine, *flow).expect("no loop and no function is left here"))
        })
    }
}
