//! Playing a position against the computer.
//!
//! In: lines: a move as it is printed, what it leads to, or its number; `hint`, `moves`, `stop`. Out: what happened. After a move that
//! gives something away the reason is told: the move that would have kept it. The computer plays a best move: it wins quickly
//! and loses slowly.

use crate::builtins::play::{all_moves, choose, made};
use crate::eval::{Machine, opponent};
use crate::graphs::Outcome;
use crate::value::{Flow, Player, Res, Value};

/// More moves are not listed.
const SHOWN: usize = 30;

/// A game being played.
#[derive(Debug)]
pub struct Play {
    position: Value,
    /// Whose moves the person makes; nobody's in an impartial game.
    person: Option<Player>,
}

/// What to say, and whether the game goes on.
pub type Told = (String, bool);

impl Play {
    /// Starts a game; the person, who is Left unless it was said, begins.
    pub fn begin(m: &mut Machine, position: Value, person: Option<Player>) -> Res<(Play, Told)> {
        let impartial = crate::builtins::form::impartial(m, &position)?;
        let person = if impartial { None } else { Some(person.unwrap_or(Player::Left)) };
        let mut play = Play { position, person };
        let who = person.map_or(String::new(), |p| format!(" You are {}.", p.name()));
        let start = format!(
            "You begin.{who} Type a move, its number, or `hint`, `moves`, `stop`; whoever cannot move loses.\n"
        );
        let (text, goes_on) = play.turn(m)?;
        Ok((play, (start + &text, goes_on)))
    }

    fn person_value(&self) -> Value {
        self.person.map_or(Value::Nothing, Value::Player)
    }

    /// The person's moves, with their notation.
    fn moves(&self, m: &mut Machine) -> Res<Vec<(String, Value)>> {
        let mut out = Vec::new();
        for (_, record) in all_moves(m, &self.position, &self.person_value())? {
            let to = record.to.clone();
            let text = m.notation(&made(None, record))?;
            out.push((text, to));
        }
        Ok(out)
    }

    /// The position and the person's moves.
    fn turn(&mut self, m: &mut Machine) -> Res<Told> {
        let moves = self.moves(m)?;
        let shown = m.display(&self.position)?;
        if moves.is_empty() {
            return Ok((format!("{shown}\nYou have no move: you have lost."), false));
        }
        Ok((format!("{shown}\n{}", listed(&moves)), true))
    }

    /// One line of the person. If the computer is interrupted, nothing has been played.
    pub fn line(&mut self, m: &mut Machine, line: &str) -> Res<Told> {
        let before = self.position.clone();
        let told = self.answer(m, line);
        if told.is_err() {
            self.position = before;
        }
        told
    }

    fn answer(&mut self, m: &mut Machine, line: &str) -> Res<Told> {
        match line {
            "stop" | "quit" | "exit" => return Ok(("The game is over.".into(), false)),
            "moves" | "" => return self.turn(m),
            "hint" => {
                let best = choose(m, &self.position.clone(), &self.person_value(), true, None)?.flatten();
                let before = self.verdict(m, &self.position.clone(), true)?;
                let text = match best {
                    Some((_, record)) => m.notation(&made(None, record))?,
                    None => return Ok(("Nobody can say: there are too many positions.".into(), true)),
                };
                let why = match before {
                    Some(Outcome::N) => "wins",
                    Some(Outcome::D) => "keeps the draw",
                    _ => "loses slowest; every move loses against good play",
                };
                return Ok((format!("{text}: it {why}."), true));
            }
            _ => {}
        }
        let moves = self.moves(m)?;
        let Some((text, to)) = found(&moves, line) else {
            return Ok((format!("`{line}` is no move here.\n{}", listed(&moves)), true));
        };
        let mut said = self.reason(m, &moves, &text, &to)?;
        self.position = to;
        let mine = Value::Player(opponent(self.person.unwrap_or(Player::Right)));
        let who = if self.person.is_some() { mine } else { Value::Nothing };
        let answer = match choose(m, &self.position.clone(), &who, true, None)? {
            Some(answer) => answer,
            // Not decided: any move.
            None => all_moves(m, &self.position.clone(), &who)?.into_iter().next(),
        };
        let Some((_, record)) = answer else {
            said.push_str("I have no move: you have won.");
            return Ok((said, false));
        };
        let to = record.to.clone();
        let text = m.notation(&made(None, record))?;
        said.push_str(&format!("I move {text}.\n"));
        self.position = to;
        let (next, goes_on) = self.turn(m)?;
        said.push_str(&next);
        Ok((said, goes_on))
    }

    /// Who wins: of the person and the computer, the one whose turn it is.
    fn verdict(&self, m: &mut Machine, position: &Value, persons_turn: bool) -> Res<Option<Outcome>> {
        let person = self.person.unwrap_or(Player::Left);
        m.verdict(position, if persons_turn { person } else { opponent(person) }, None)
    }

    /// Why a move was bad, if it was.
    fn reason(&self, m: &mut Machine, moves: &[(String, Value)], text: &str, to: &Value) -> Res<String> {
        let before = self.verdict(m, &self.position, true)?;
        let after = self.verdict(m, to, false)?;
        let kept = match (before, after) {
            (Some(Outcome::N), Some(Outcome::D)) => {
                (Outcome::P, "gives a win away: now it is a draw", "would have won")
            }
            (Some(Outcome::N), Some(Outcome::N)) => (Outcome::P, "gives the win to me", "would have won"),
            (Some(Outcome::D), Some(Outcome::N)) => {
                (Outcome::D, "gives the draw away: now I win", "would have kept it")
            }
            _ => return Ok(String::new()),
        };
        for (other, to) in moves {
            if self.verdict(m, to, false)? == Some(kept.0) {
                return Ok(format!("{text} {}. {other} {}.\n", kept.1, kept.2));
            }
        }
        Ok(String::new())
    }
}

fn listed(moves: &[(String, Value)]) -> String {
    let mut lines: Vec<String> =
        moves.iter().take(SHOWN).enumerate().map(|(i, (text, _))| format!("{:3}  {text}", i + 1)).collect();
    if moves.len() > SHOWN {
        lines.push(format!("     … {} more", moves.len() - SHOWN));
    }
    lines.join("\n")
}

/// The move that a line names: as printed, by what it leads to, or by its number.
fn found(moves: &[(String, Value)], line: &str) -> Option<(String, Value)> {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let wanted = bare(line);
    let whole = moves.iter().find(|(text, _)| bare(text) == wanted);
    // A number alone is the number of a move unless moves lead to numbers: those are written in full.
    let numbered = || line.parse::<usize>().ok().and_then(|n| moves.get(n.checked_sub(1)?));
    let end = || moves.iter().find(|(text, _)| text.split_once("->").is_some_and(|(_, to)| bare(to) == wanted));
    whole.or_else(numbered).or_else(end).cloned()
}

/// An error of the game as a sentence.
pub fn complaint(flow: Flow) -> String {
    match flow {
        Flow::Fault(fault) => fault.message,
        Flow::Return(_) | Flow::Break | Flow::Continue => "the game cannot be played".into(),
    }
}
