//! The words of a game against the computer.
//!
//! In: lines: a move as it is printed, what it leads to, or its number; `hint`, `moves`, `stop`. Out: what happened. After a move
//! that gives something away the reason is told: the move that would have kept it.

use crate::report::Diagnostic;
use crate::session::{Hope, Play, Session, Slip, Turn};

/// More moves are not listed.
const SHOWN: usize = 30;

/// What `?` says while a game is played.
const HELP: &str = "\
Type a move as it is listed, its number, or what it leads to.

  hint       a move that does best, and what it does
  moves      the position and its moves again
  stop       ends the game, as Ctrl-D does
  ?NAME      what a rule set, function, word or sign is";

/// A game being played.
pub struct Match {
    play: Play,
    moves: Vec<String>,
    /// What they are called, by which they are listed.
    names: Vec<String>,
    /// Whether boards are coloured.
    color: bool,
}

/// What to say, and whether the game goes on.
pub type Said = (String, bool);

impl Match {
    /// Starts a game.
    pub fn begin(session: &mut Session, play: Play, color: bool) -> Result<(Match, Said), Box<Diagnostic>> {
        let turn = session.turn(&play)?;
        let who = play.person().map_or(String::new(), |name| format!(" You are {name}."));
        let start = format!("You begin.{who} Type a move, its number, or `hint`, `moves`, `stop`; {}.\n", play.rule());
        let mut game = Match { play, moves: Vec::new(), names: Vec::new(), color };
        let (text, goes_on) = game.turn(turn);
        Ok((game, (start + &text, goes_on)))
    }

    fn turn(&mut self, turn: Turn) -> Said {
        self.names = turn.names.unwrap_or_else(|| turn.moves.clone());
        self.moves = turn.moves;
        let position = if self.color { turn.coloured } else { turn.position };
        if self.moves.is_empty() {
            let end = if self.play.is_misere() { "won" } else { "lost" };
            return (format!("{position}\nYou have no move: you have {end}."), false);
        }
        (format!("{position}\n{}", listed(&self.names)), true)
    }

    /// The short name of a move that is written in full.
    fn called<'t>(&'t self, text: &'t str) -> &'t str {
        self.moves.iter().position(|whole| whole == text).map_or(text, |i| &self.names[i])
    }

    /// One line of the person. If the computer is interrupted, nothing has been played.
    pub fn line(&mut self, session: &mut Session, line: &str) -> Result<Said, Box<Diagnostic>> {
        match line {
            "stop" | "quit" | "exit" => return Ok(("The game is over.".into(), false)),
            "moves" | "" => return Ok(self.turn(session.turn(&self.play)?)),
            "?" | "help" => return Ok((format!("{HELP}\nYou play by this: {}.", self.play.rule()), true)),
            "hint" => {
                let best = session.hint(&self.play)?;
                return Ok((hint(best.map(|(text, hope)| (self.called(&text).to_owned(), hope))), true));
            }
            _ => {}
        }
        let Some(number) = found(&self.moves, &self.names, line) else {
            return Ok((format!("`{line}` is no move here.\n{}", listed(&self.names)), true));
        };
        let made = session.make_move(&mut self.play, number)?;
        let mut said = made.slip.map_or(String::new(), |slip| {
            reproach(&self.names[number], &Slip { better: self.called(&slip.better).to_owned(), ..slip })
        });
        let Some((answer, turn)) = made.reply else {
            let end = if self.play.is_misere() { "lost" } else { "won" };
            said.push_str(&format!("I have no move: you have {end}."));
            return Ok((said, false));
        };
        let (next, goes_on) = self.turn(turn);
        Ok((format!("{said}I move {answer}.\n{next}"), goes_on))
    }
}

fn hint(best: Option<(String, Hope)>) -> String {
    let Some((text, hope)) = best else { return "Nobody can say: there are too many positions.".into() };
    let why = match hope {
        Hope::Win => "wins",
        Hope::Draw => "keeps the draw",
        Hope::Loss => "loses slowest; every move loses against good play",
    };
    format!("{text}: it {why}.")
}

fn reproach(text: &str, Slip { had, left, better }: &Slip) -> String {
    let (what, kept) = match (had, left) {
        (Hope::Draw, _) => ("gives the draw away: now I win", "would have kept it"),
        (_, Hope::Draw) => ("gives a win away: now it is a draw", "would have won"),
        _ => ("gives the win to me", "would have won"),
    };
    format!("{text} {what}. {better} {kept}.\n")
}

fn listed(moves: &[String]) -> String {
    let mut lines: Vec<String> =
        moves.iter().take(SHOWN).enumerate().map(|(i, text)| format!("{:3}  {text}", i + 1)).collect();
    if moves.len() > SHOWN {
        lines.push(format!("     … {} more", moves.len() - SHOWN));
    }
    lines.join("\n")
}

/// The move that a line names: as printed, in short or in full, by what it leads to, or by its number.
fn found(moves: &[String], names: &[String], line: &str) -> Option<usize> {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let wanted = bare(line);
    let whole = names.iter().chain(moves).position(|text| bare(text) == wanted).map(|i| i % moves.len());
    // A number alone is the number of a move unless moves lead to numbers: those are written in full.
    let numbered = || line.parse::<usize>().ok()?.checked_sub(1).filter(|&number| number < moves.len());
    let end = || moves.iter().position(|text| text.split_once("->").is_some_and(|(_, to)| bare(to) == wanted));
    whole.or_else(numbered).or_else(end)
}
