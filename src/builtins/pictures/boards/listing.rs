//! Moves as people look at them: each with its name over the board that it leads to, side by side as far as the page goes.
//!
//! In: a move, or a list of moves. Out: text in columns, or a drawing, where the positions look like more than their notation says;
//! nothing otherwise. Left's moves stand before Right's, each under the name of the player. Cost: the boards that are shown.

use super::scene::{self, BESIDE};
use super::text::{beside, block, code};
use super::{Board, Hue, look, names};
use crate::eval::{Machine, MoveRecord};
use crate::report::Seen;
use crate::report::fit::seen;
use crate::report::text::paint;
use crate::scene::{Point, Scene};
use crate::value::{Move, Player, Res, Value};
use std::rc::Rc;

/// The most boards in the list of a player, and the most lines that they take in a terminal.
const MOST: usize = 40;
const LINES: usize = 30;
/// The width of a terminal where it is not known, and the blanks between two boards.
const WIDTH: usize = 80;
const GAP: usize = 3;
/// The width of a drawing, its margin and gaps, and the room of a line of text.
const PAGE: f64 = 720.0;
const MARGIN: f64 = 16.0;
const AIR: f64 = 26.0;
const LINE: f64 = 22.0;

/// The moves of one player, or of both.
struct Part {
    player: Option<Player>,
    /// Names, which may be empty, and what the moves lead to.
    moves: Vec<(String, Board)>,
    /// Moves that are left out.
    more: usize,
}

/// The moves in a value that is to be listed.
fn moves(value: &Value) -> Option<Vec<Rc<Move>>> {
    let one = |value: &Value| match value {
        Value::Move(made) => Some(Rc::clone(made)),
        _ => None,
    };
    match value {
        Value::Move(made) => Some(vec![Rc::clone(made)]),
        Value::List(items) if !items.is_empty() => items.iter().map(one).collect(),
        _ => None,
    }
}

fn parts(m: &mut Machine, value: &Value) -> Res<Option<Vec<Part>>> {
    let Some(moves) = moves(value) else { return Ok(None) };
    let mut out = Vec::new();
    for player in [None, Some(Player::Left), Some(Player::Right)] {
        let own: Vec<&Rc<Move>> = moves.iter().filter(|made| made.player == player).collect();
        if own.is_empty() {
            continue;
        }
        let record = |made: &&Rc<Move>| MoveRecord {
            component: made.component.clone(),
            becomes: made.becomes.clone(),
            to: made.to.clone(),
        };
        let names = names::names(m, &own.iter().map(record).collect::<Vec<_>>())?;
        let shown = own.len().min(MOST);
        let mut boards = Vec::with_capacity(shown);
        for (i, made) in own.iter().take(shown).enumerate() {
            m.handle.tick()?;
            let board = look(m, &made.to)?;
            let Some(board) = board else { return Ok(None) };
            boards.push((names.as_ref().map_or_else(String::new, |names| names[i].clone()), board));
        }
        out.push(Part { player, moves: boards, more: own.len() - shown });
    }
    Ok(out.iter().flat_map(|part| &part.moves).any(|(_, board)| says_more(board)).then_some(out))
}

/// Numbers of counters, and a line of text, say no more than a notation does.
fn says_more(board: &Board) -> bool {
    match board {
        Board::Grid(_) | Board::Graph(_) => true,
        Board::Heaps(_) => false,
        Board::Text(text) => text.contains('\n'),
        Board::Sum(parts) => parts.iter().any(|(_, part)| says_more(part)),
    }
}

/// Moves for a terminal. Rule sets whose `draw` or `notation` lines fail are listed as they always are.
pub fn listed(m: &mut Machine, value: &Value) -> Res<Option<Seen>> {
    let Some(parts) = drawable(m, value)? else { return Ok(None) };
    let width = m.width().unwrap_or(WIDTH);
    let [plain, coloured] = [false, true].map(|color| columns(&parts, width, color));
    Ok(Some(Seen { plain, coloured }))
}

fn drawable(m: &mut Machine, value: &Value) -> Res<Option<Vec<Part>>> {
    match m.attempt(|m| parts(m, value)) {
        Err(flow) if !flow.stopped() => Ok(None),
        found => found,
    }
}

fn columns(parts: &[Part], width: usize, color: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if let Some(player) = part.player {
            let hue = if player == Player::Left { Hue::Blue } else { Hue::Red };
            lines.push(paint(player.name(), code(hue), color));
        }
        let named = part.moves.iter().any(|(name, _)| !name.is_empty());
        let blocks: Vec<Vec<String>> = part
            .moves
            .iter()
            .map(|(name, board)| {
                let title = named.then(|| paint(name, "1", color));
                title.into_iter().chain(block(board, color)).collect()
            })
            .collect();
        let wide = blocks.iter().flatten().map(|line| seen(line)).max().unwrap_or(0);
        let in_row = ((width.saturating_sub(2) + GAP) / (wide + GAP)).max(1);
        let (mut shown, start) = (0, lines.len());
        for row in blocks.chunks(in_row) {
            if shown > 0 && lines.len() - start > LINES {
                break;
            }
            if shown > 0 {
                lines.push(String::new());
            }
            // Boards stand under one another, too.
            let row = row.iter().map(|block| even(block, wide)).collect::<Vec<_>>();
            shown += row.len();
            lines.extend(beside(&row, GAP).iter().map(|line| format!("  {}", line.trim_end()).trim_end().to_owned()));
        }
        let more = part.more + blocks.len() - shown;
        if more > 0 {
            lines.push(format!("  … {more} more. All of them, in a line: print(_)"));
        }
    }
    lines.join("\n")
}

/// The block as wide as others.
fn even(block: &[String], wide: usize) -> Vec<String> {
    let mut block = block.to_vec();
    if let Some(first) = block.first_mut() {
        first.push_str(&" ".repeat(wide - seen(first).min(wide)));
    }
    block
}

/// Moves as a drawing.
pub fn drawing(m: &mut Machine, value: &Value) -> Res<Option<String>> {
    let Some(parts) = drawable(m, value)? else { return Ok(None) };
    let mut places: Vec<(Point, usize, usize)> = Vec::new();
    let (mut wide, mut y) = (0.0f64, MARGIN);
    let mut heads = Vec::new();
    for (p, part) in parts.iter().enumerate() {
        heads.push(y);
        y += if part.player.is_some() { LINE } else { 0.0 };
        let cell = part.moves.iter().fold((40.0, 0.0), |most: Point, (name, board)| {
            let (w, h) = scene::size(board, BESIDE);
            (most.0.max(w).max(7.5 * name.chars().count() as f64), most.1.max(h))
        });
        let in_row = (((PAGE - 2.0 * MARGIN + AIR) / (cell.0 + AIR)) as usize).max(1);
        for i in 0..part.moves.len() {
            let at = (MARGIN + (i % in_row) as f64 * (cell.0 + AIR), y + (i / in_row) as f64 * (cell.1 + LINE + AIR));
            wide = wide.max(at.0 + cell.0);
            places.push((at, p, i));
        }
        y += part.moves.len().div_ceil(in_row) as f64 * (cell.1 + LINE + AIR);
        y += if part.more > 0 { LINE } else { 0.0 };
    }
    let all: usize = parts.iter().map(|part| part.moves.len() + part.more).sum();
    let title = if all == 1 { "1 move".to_owned() } else { format!("{all} moves") };
    let mut page = Scene::new((wide.max(160.0) + MARGIN, y), 13, &title);
    page.arrow_head("head", Hue::Grey.colour());
    for (part, y) in parts.iter().zip(heads) {
        if let Some(player) = part.player {
            let hue = if player == Player::Left { Hue::Blue } else { Hue::Red };
            let look = format!("font-weight=\"bold\" fill=\"{}\"", hue.colour());
            page.text((MARGIN, y + 12.0), "start", &look, player.name());
        }
    }
    for (at, p, i) in places {
        let (name, board) = &parts[p].moves[i];
        page.text((at.0, at.1 + 14.0), "start", "", name);
        scene::paint(&mut page, board, (at.0, at.1 + LINE), BESIDE);
    }
    let more: usize = parts.iter().map(|part| part.more).sum();
    if more > 0 {
        page.text((MARGIN, y - 8.0), "start", "fill=\"#555\"", &format!("… {more} more"));
    }
    Ok(Some(page.svg()))
}
