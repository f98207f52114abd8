//! A position on the board of the page: its cells and numbers that can be changed, its value, and what each move comes to.
//!
//! Everything is asked in the language itself, so that rule sets of one's own are explored like those of the library. What
//! takes too long is left out, and said to be.

use crate::program::errors;
use serde_json::{Value as Json, json};
use sprague::report::{Shown, html};
use sprague::session::clock::Instant;
use sprague::session::reading::{Highlight, tokens};
use sprague::session::{Doc, Limits, Mode, Session, Sink};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The time for a position and all its moves. No question gets more than [`MOST`]; what is needed to show anything at all gets that.
const PATIENCE: Duration = Duration::from_secs(5);
const MOST: Duration = Duration::from_secs(2);
/// Moves of one player that are listed.
const MOVES: usize = 120;
/// Rows and columns of a board whose cells can be changed.
const ROWS: usize = 16;
const COLUMNS: usize = 40;
/// Symbols that are tried in a cell, besides those that are seen in positions of the rule set.
const USUAL: &str = ".#xo";

/// A piece of a position's notation.
enum Piece {
    /// Nobody changes it here.
    Text(String),
    /// A whole number that is handed to a rule set.
    Number(String),
    /// A board, or a row of signs, that is handed to the rule set of this name.
    Board(String, Vec<String>),
}

/// What there is to say of a position; errors if it is none.
pub fn explore(session: &mut Session, position: &str) -> Json {
    let before = session.handle().limits();
    let answer = Asking { started: Instant::now(), bounds: before.clone(), session }.position(position);
    session.handle().set_limits(before);
    answer
}

/// The library's games by their kinds, each with the first of its positions that its documentation shows.
pub fn games(session: &mut Session) -> Json {
    let games = session.rule_sets().into_iter().filter_map(|doc| {
        let position = doc.examples.iter().find_map(|(input, _)| called(&doc.name, input))?;
        Some(json!({ "kind": doc.subject, "name": doc.name, "position": position }))
    });
    games.collect()
}

/// The first call of a rule set in a text.
fn called<'t>(rules: &str, text: &'t str) -> Option<&'t str> {
    let tokens = pieces_of(text);
    let written = |i: usize| tokens.get(i).map_or("", |&(_, start, end)| &text[start..end]);
    let first = (0..tokens.len()).find(|&i| written(i) == rules && written(i + 1) == "(")?;
    let mut depth = 0;
    for (i, &(_, _, end)) in tokens.iter().enumerate().skip(first + 1) {
        match written(i) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let call = &text[tokens[first].1..end];
            // Names that a loop binds mean nothing alone.
            let bound = (first + 2..i).any(|j| tokens[j].0 == Highlight::Name && written(j + 1) != "(");
            return (!bound).then_some(call);
        }
    }
    None
}

struct Asking<'s> {
    session: &'s mut Session,
    bounds: Limits,
    started: Instant,
}

impl Asking<'_> {
    /// The value of an expression, or its errors, a bound of time among them.
    fn value(&mut self, expression: &str, time: Duration) -> Result<Option<Shown>, Vec<Json>> {
        self.session.handle().set_limits(Limits { time: Some(time), ..self.bounds.clone() });
        let last = Rc::new(RefCell::new(None));
        let hears = Rc::clone(&last);
        let sink: Sink = Rc::new(move |output, _| {
            if let sprague::report::Output::Value(shown) = output {
                *hears.borrow_mut() = Some(shown);
            }
        });
        let ran = self.session.run("board", expression, Mode::Session, sink);
        if ran.errors.is_empty() { Ok(last.take()) } else { Err(errors(&ran.errors, self.session.sources())) }
    }

    /// The value of an expression, if there is one and time is left to find it.
    fn found(&mut self, expression: &str) -> Option<Shown> {
        let left = PATIENCE.saturating_sub(self.started.elapsed());
        if left.is_zero() { None } else { self.value(expression, left.min(MOST)).ok().flatten() }
    }

    fn text(&mut self, expression: &str) -> Option<String> {
        self.found(expression).map(|shown| shown.text)
    }

    fn position(&mut self, written: &str) -> Json {
        // Its value may take too long; its notation does not.
        let asked =
            [format!("kind({written})"), format!("text({written})")].map(|question| self.value(&question, MOST));
        let [kind, position] = match asked {
            [Err(errors), _] | [_, Err(errors)] => return json!({ "errors": errors }),
            [kind, position] => {
                [kind, position].map(|found| found.ok().flatten().map_or(String::new(), |shown| shown.text))
            }
        };
        if !matches!(&*kind, "position" | "sum of positions") {
            let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let message = format!("this is {article} {kind}, not a position");
            let notes = ["A position is a rule set with a board or numbers: Clobber(\"xo|ox\"), Nim(3, 5)"];
            return json!({ "errors": [{ "message": message, "notes": notes }] });
        }
        let position = &*position;
        let value = self.found(position).and_then(|shown| shown.value);
        let outcome = self.text(&format!("outcome({position})"));
        let impartial = self.text(&format!("is_impartial({position})")).as_deref() == Some("true");
        let moves: Vec<(&str, Json)> = if impartial {
            vec![("Both", self.moves(position, "moves(_)", &["P"]))]
        } else {
            vec![
                ("Left", self.moves(position, "moves(_, Left)", &["P", "L"])),
                ("Right", self.moves(position, "moves(_, Right)", &["P", "R"])),
            ]
        };
        let heat = value.as_ref().and_then(|_| {
            let heat = self.text(&format!("svg(thermograph({position}))"))?;
            let [mean, temperature] = ["mean", "temperature"].map(|f| self.text(&format!("{f}({position})")));
            Some(json!({ "svg": heat, "mean": mean, "temperature": temperature }))
        });
        let picture = self.text(&format!("svg({position})"));
        let pieces = self.pieces(position, &moves);
        let late = self.started.elapsed() > PATIENCE;
        json!({
            "position": position,
            "value": value.as_deref().map(notation), "value_text": value,
            "outcome": outcome, "impartial": impartial, "late": late,
            "heat": heat, "picture": picture, "pieces": pieces,
            "moves": moves.into_iter().map(|(player, moves)| json!({ "player": player, "moves": moves })).collect::<Json>(),
        })
    }

    /// The moves of a player, each with what it comes to; a move wins if its position has one of these outcomes.
    fn moves(&mut self, position: &str, which: &str, won: &[&str]) -> Json {
        let moves = which.replace('_', position);
        let listing = format!("[(text(m.to), text(move_name(m))) for m in {moves}]");
        let Ok(Some(shown)) = self.value(&listing, MOST) else {
            return Json::Null;
        };
        let listed = shown.data.as_ref().map(sprague::report::json::data);
        let pairs: Vec<(String, String)> =
            listed.and_then(|data| serde_json::from_value(data).ok()).unwrap_or_default();
        let mut out = Vec::new();
        for (to, name) in pairs.iter().take(MOVES) {
            let value = self.found(to).and_then(|shown| match shown.kind {
                "position" | "sum of positions" => shown.value,
                _ => Some(shown.text),
            });
            let outcome = self.text(&format!("outcome({to})"));
            let wins = outcome.as_deref().map(|outcome| won.contains(&outcome));
            out.push(json!({
                "to": to, "name": name, "value": value.as_deref().map(notation), "outcome": outcome, "wins": wins,
            }));
        }
        json!({ "list": out, "omitted": pairs.len().saturating_sub(MOVES) })
    }

    /// The notation in pieces, with the symbols that the cells of each board may have.
    fn pieces(&mut self, position: &str, moves: &[(&str, Json)]) -> Json {
        let pieces = self.taken_apart(position);
        let mut out = Vec::new();
        for (i, piece) in pieces.iter().enumerate() {
            out.push(match piece {
                Piece::Text(text) => json!({ "text": text }),
                Piece::Number(number) => json!({ "number": number }),
                Piece::Board(rules, rows) => {
                    let mut symbols: Vec<char> = Vec::new();
                    let mut see = |text: &str| {
                        text.chars().filter(|c| *c != '|').for_each(|c| {
                            if !symbols.contains(&c) {
                                symbols.push(c);
                            }
                        });
                    };
                    rows.iter().for_each(|row| see(row));
                    let lists = moves.iter().filter_map(|(_, moves)| moves["list"].as_array());
                    let led = lists.flatten().filter_map(|made| made["to"].as_str().map(str::to_owned));
                    let shown = self.session.doc(rules).map(|doc| doc.examples).unwrap_or_default();
                    for text in led.chain(shown.into_iter().map(|(input, _)| input)) {
                        boards_of(rules, &text).iter().for_each(|board| see(board));
                    }
                    let usual: Vec<char> = USUAL.chars().filter(|c| !symbols.contains(c)).collect();
                    for symbol in usual {
                        if self.fits(&pieces, i, symbol) {
                            symbols.push(symbol);
                        }
                    }
                    symbols.sort_unstable();
                    json!({ "board": rows, "rules": rules, "symbols": symbols.iter().collect::<String>() })
                }
            });
        }
        Json::Array(out)
    }

    /// Whether a position has this symbol in some cell of a board.
    fn fits(&mut self, pieces: &[Piece], board: usize, symbol: char) -> bool {
        let Piece::Board(_, rows) = &pieces[board] else { return false };
        let cells = rows.iter().flat_map(|row| row.chars()).count();
        [0, cells / 2, cells - 1].into_iter().any(|at| {
            let text: String = pieces
                .iter()
                .enumerate()
                .map(|(i, piece)| match piece {
                    Piece::Text(text) | Piece::Number(text) => text.clone(),
                    Piece::Board(_, rows) => {
                        let mut cell = 0;
                        let put = |c: char| {
                            cell += usize::from(c != '|');
                            if i == board && c != '|' && cell == at + 1 { symbol } else { c }
                        };
                        rows.join("|").chars().map(put).collect()
                    }
                })
                .collect();
            self.value(&format!("kind({text})"), MOST).is_ok()
        })
    }

    /// The notation of a position in pieces.
    fn taken_apart(&mut self, position: &str) -> Vec<Piece> {
        let mut pieces = vec![Piece::Text(String::new())];
        let mut done = 0;
        for argument in arguments(position) {
            let text = &position[argument.start..argument.end];
            let piece = match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                Some(board) => {
                    let rows: Vec<String> = board.split('|').map(str::to_owned).collect();
                    let wide = rows[0].chars().count();
                    let even = rows.iter().all(|row| row.chars().count() == wide);
                    let plain =
                        !board.contains(['\\', '{', '}', '"']) && wide > 0 && wide <= COLUMNS && rows.len() <= ROWS;
                    let kind = self.session.doc(argument.rules).map_or(Kind::Unknown, |doc| kind(&doc, argument.place));
                    let row = kind == Kind::Unknown && argument.place == 0 && rows.len() == 1;
                    (even && plain && (kind == Kind::Board || row))
                        .then(|| (Piece::Board(argument.rules.into(), rows), 1))
                }
                None => Some((Piece::Number(text.to_owned()), 0)),
            };
            let Some((piece, quote)) = piece else { continue };
            if let Some(Piece::Text(before)) = pieces.last_mut() {
                before.push_str(&position[done..argument.start + quote]);
            }
            pieces.extend([piece, Piece::Text(String::new())]);
            done = argument.end - quote;
        }
        if let Some(Piece::Text(rest)) = pieces.last_mut() {
            rest.push_str(&position[done..]);
        }
        pieces
    }
}

/// A text or a whole number that stands as an argument of a rule set, or in a list that does.
struct Argument<'t> {
    rules: &'t str,
    /// Which argument, from 0.
    place: usize,
    start: usize,
    end: usize,
}

/// The tokens of a text, a string without interpolation in one piece.
fn pieces_of(text: &str) -> Vec<(Highlight, usize, usize)> {
    let mut whole: Vec<(Highlight, usize, usize)> = Vec::new();
    for (kind, start, end) in tokens(text) {
        match whole.last_mut() {
            Some(last) if kind == Highlight::String && last.0 == kind && last.2 == start => last.2 = end,
            _ => whole.push((kind, start, end)),
        }
    }
    whole
}

fn arguments(position: &str) -> Vec<Argument<'_>> {
    let tokens = pieces_of(position);
    let written = |i: usize| tokens.get(i).map_or("", |&(_, start, end)| &position[start..end]);
    // Open brackets: the rule set that is called, if it is one, and the argument that is being read.
    let mut open: Vec<(Option<&str>, usize)> = Vec::new();
    let mut found = Vec::new();
    for (i, &(kind, start, end)) in tokens.iter().enumerate() {
        match written(i) {
            "(" => {
                let called = i.checked_sub(1).filter(|&before| tokens[before].0 == Highlight::Name);
                open.push((called.map(written), 0));
            }
            // A list is part of the argument that it is.
            "[" => open.push(open.last().copied().unwrap_or((None, 0))),
            ")" | "]" => _ = open.pop(),
            "," => {
                let within = open.len() > 1 && open[open.len() - 2] == open[open.len() - 1];
                if let Some((_, place)) = open.last_mut().filter(|_| !within) {
                    *place += 1;
                }
            }
            _ => {}
        }
        let Some(&(Some(rules), place)) = open.last() else { continue };
        let alone = i > 0 && matches!(written(i - 1), "(" | "," | "[") && matches!(written(i + 1), ")" | "," | "]");
        if alone && matches!(kind, Highlight::String | Highlight::Number) {
            found.push(Argument { rules, place, start, end });
        }
    }
    found
}

/// The boards that a rule set is called with in a text.
fn boards_of(rules: &str, text: &str) -> Vec<String> {
    let called = arguments(text).into_iter().filter(|argument| argument.rules == rules && argument.place == 0);
    called.filter_map(|a| Some(text[a.start..a.end].strip_prefix('"')?.strip_suffix('"')?.to_owned())).collect()
}

#[derive(PartialEq)]
enum Kind {
    Board,
    Other,
    Unknown,
}

/// What a rule set takes in a place, by its signature: `Peaceful(b: grid, piece = "queen")`.
fn kind(doc: &Doc, place: usize) -> Kind {
    let inside = doc.signature.split_once('(').map_or("", |(_, inside)| inside);
    let parameter = inside.trim_end_matches(')').split(',').nth(place).unwrap_or("");
    let kind = parameter.split('=').next().and_then(|declared| declared.split_once(':'));
    match kind.map(|(_, kind)| kind.trim()) {
        Some("grid") => Kind::Board,
        Some(_) => Kind::Other,
        None => Kind::Unknown,
    }
}

/// A value as HTML.
fn notation(text: &str) -> String {
    html::data(&sprague::report::Data::Notation { text: text.to_owned(), latex: None })
}

#[cfg(test)]
mod tests {
    use super::{arguments, called};

    #[test]
    fn calls_that_mean_something_alone() {
        assert_eq!(called("Nim", "winning_moves(Nim(3, 5) + Nim(1))"), Some("Nim(3, 5)"));
        assert_eq!(called("Cram", "outcome(Cram(grid(4, 3)))"), Some("Cram(grid(4, 3))"));
        assert_eq!(called("Cram", "[grundy(Cram(grid(n, n))) for n in 1..5]"), None);
        assert_eq!(called("Cram", "Cram"), None);
        assert_eq!(called("Cram", "Cram(("), None);
    }

    #[test]
    fn what_can_be_changed_in_a_notation() {
        let found = |text: &str| -> Vec<(String, usize, String)> {
            let found = arguments(text).into_iter();
            found.map(|a| (a.rules.to_owned(), a.place, text[a.start..a.end].to_owned())).collect()
        };
        let expect = |all: &[(&str, usize, &str)]| -> Vec<(String, usize, String)> {
            all.iter().map(|(rules, place, text)| (rules.to_string(), *place, text.to_string())).collect()
        };
        assert_eq!(
            found("Clobber(\"xo|ox\") + Nim(3) - Kayles(12)"),
            expect(&[("Clobber", 0, "\"xo|ox\""), ("Nim", 0, "3"), ("Kayles", 0, "12")])
        );
        assert_eq!(found("Lined([3, 4], 5, -2)"), expect(&[("Lined", 0, "3"), ("Lined", 0, "4"), ("Lined", 1, "5")]));
        assert_eq!(
            found("Peaceful(\"..\", \"rook\")"),
            expect(&[("Peaceful", 0, "\"..\""), ("Peaceful", 1, "\"rook\"")])
        );
        assert_eq!(found("Slow((1, 2), f(x))"), expect(&[]));
    }
}
