//! Trees and graphs of games as pictures: text for the terminal, SVG, and the language of Graphviz.
//!
//! In: the arguments of `tree`, `game_graph` or `dot`. Out: a [`Display`], or text. What is shown is decided in
//! [`super::shown`], where it stands in [`super::layers`]. In text P-positions stand in square brackets, and winning or best moves
//! have an exclamation mark behind them, as in the notation of chess (a star would be read as a value), mistakes a question mark; in
//! drawings they are boxed and coloured, and a legend says so.

use super::boards::Board;
use super::boards::text::bare;
use super::layers::{Arrow, Cell, Key, draw};
use super::shown::{Sense, Vertex, vertices, wanted};
use crate::eval::Machine;
use crate::report::Seen;
use crate::value::{Display, Grid, Player, Res, Value};
use std::fmt::Write;
use std::rc::Rc;

fn name(vertex: &Vertex) -> String {
    if vertex.boxed { format!("[{}]", vertex.label.text) } else { vertex.label.text.clone() }
}

/// What stands around the end of a move: whose it is, and whether it is marked.
fn around(player: Option<Player>, marked: bool, sense: Sense) -> [&'static str; 2] {
    let who = player.map_or("", |p| if p == Player::Left { "L " } else { "R " });
    let mark = match (marked, sense) {
        (false, _) => "",
        (true, Sense::Note) => "?",
        (true, _) => "!",
    };
    [who, mark]
}

/// The end of a move as it is written.
fn target(player: Option<Player>, to: &Vertex, marked: bool, sense: Sense) -> String {
    let [who, mark] = around(player, marked, sense);
    format!("{who}{}{mark}", name(to))
}

/// A row of a tree that is still to be written.
enum Row {
    /// A position, with what stands before and after it.
    Position(usize, [&'static str; 2]),
    /// So many more.
    More(usize),
}

/// A tree with boards takes no more lines than these.
const LINES: usize = 160;

/// `tree(g)`.
pub fn tree(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let (vertices, sense) = vertices(m, &a[0], &wanted, true)?;
    let text = written(m, &vertices, sense, None)?;
    let seen = if m.shows_boards() && has_boards(&vertices) {
        let (plain, coloured) = (written(m, &vertices, sense, Some(false))?, written(m, &vertices, sense, Some(true))?);
        Some(Seen { plain, coloured })
    } else {
        None
    };
    Ok(shown("tree", text, vertices, sense, seen))
}

/// Whether a tree is shown with boards in a terminal: some have rows, and all of them fit.
fn has_boards(vertices: &[Vertex]) -> bool {
    let rows = |vertex: &Vertex| grid(vertex).map_or(1, |grid| grid.rows());
    vertices.iter().any(|vertex| rows(vertex) > 1) && vertices.iter().map(rows).sum::<usize>() <= LINES
}

fn grid(vertex: &Vertex) -> Option<&Rc<Grid>> {
    match &vertex.label.board {
        Some(Board::Grid(grid)) => Some(grid),
        _ => None,
    }
}

/// The lines of a position in a tree, a board with what stands beside it.
fn lines(vertex: &Vertex, boards: Option<bool>) -> Vec<String> {
    let (Some(color), Some(grid)) = (boards, grid(vertex)) else { return vec![name(vertex)] };
    let mut lines = bare(grid, color);
    let beside = vertex.label.beside.trim_start();
    let beside = match (vertex.boxed, beside) {
        (true, "") => "  [P]".to_owned(),
        (true, beside) => format!("  [{beside}]"),
        (false, "") => String::new(),
        (false, beside) => format!("  {beside}"),
    };
    lines[0].push_str(&beside);
    lines
}

/// A tree as text; with boards, perhaps coloured ones, if they are wanted.
fn written(m: &mut Machine, vertices: &[Vertex], sense: Sense, boards: Option<bool>) -> Res<String> {
    let mut text = String::new();
    // Rows in the order of a walk that goes deep first, each with what stands before it.
    let first = Row::Position(0, ["", ""]);
    let mut stack: Vec<(Row, String, &str)> = vec![(first, String::new(), "")];
    while let Some((row, indent, branch)) = stack.pop() {
        m.handle.tick()?;
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = write!(text, "{indent}{branch}");
        let (v, [who, mark]) = match row {
            Row::Position(v, around) => (v, around),
            Row::More(count) => {
                let _ = write!(text, "… {count} more");
                continue;
            }
        };
        let vertex = &vertices[v];
        let lines = lines(vertex, boards);
        let _ = write!(text, "{who}{}{mark}", lines[0]);
        let below = match branch {
            "" => String::new(),
            "└─ " => format!("{indent}   "),
            _ => format!("{indent}│  "),
        };
        if vertex.cut {
            text.push_str(" …");
        } else if vertex.more > 0 && vertex.moves.is_empty() {
            let _ = write!(text, " … {} more", vertex.more);
        } else if vertex.more > 0 {
            stack.push((Row::More(vertex.more), below.clone(), "└─ "));
        }
        for line in &lines[1..] {
            let _ = write!(text, "\n{below}{}{line}", " ".repeat(who.len()));
        }
        for (i, &(player, to, good)) in vertex.moves.iter().enumerate().rev() {
            let last = i + 1 == vertex.moves.len() && vertex.more == 0;
            let row = Row::Position(to, around(player, good, sense));
            stack.push((row, below.clone(), if last { "└─ " } else { "├─ " }));
        }
    }
    Ok(text)
}

/// `game_graph(g)`.
pub fn game_graph(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let (vertices, sense) = vertices(m, &a[0], &wanted, false)?;
    let width = vertices.iter().map(|v| name(v).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for vertex in &vertices {
        m.handle.tick()?;
        let moves = vertex.moves.iter();
        let mut options: Vec<String> =
            moves.map(|&(player, to, good)| target(player, &vertices[to], good, sense)).collect();
        if vertex.cut {
            options.push("…".into());
        } else if vertex.more > 0 {
            options.push(format!("… {} more", vertex.more));
        }
        let own = name(vertex);
        let pad = " ".repeat(width - own.chars().count());
        let line = if options.is_empty() { own } else { format!("{own}{pad} -> {}", options.join(", ")) };
        lines.push(line);
    }
    Ok(shown("game graph", lines.join("\n"), vertices, sense, None))
}

/// The graph of a loopy value, with nothing special about it.
pub fn of_value(m: &mut Machine, value: &Value) -> Res {
    let mut arguments = vec![value.clone()];
    arguments.resize(6, Value::Nothing);
    game_graph(m, &arguments)
}

/// `dot(g)`: the text for Graphviz.
pub fn dot(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let (vertices, sense) = vertices(m, &a[0], &wanted, false)?;
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("digraph G {\n");
    for (i, vertex) in vertices.iter().enumerate() {
        let shape = if vertex.boxed { "box" } else { "ellipse" };
        let style = if vertex.cut { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  {i} [label={}, shape={shape}{style}];", quoted(&vertex.label.text));
        for &(player, to, good) in &vertex.moves {
            let style = match (player, good) {
                (_, true) if sense == Sense::Note => " [color=red]",
                _ if sense == Sense::Note => "",
                (Some(Player::Left), true) => " [color=blue, penwidth=2]",
                (Some(Player::Left), false) => " [color=blue, style=dashed]",
                (Some(_), true) => " [color=red, penwidth=2]",
                (Some(_), false) => " [color=red, style=dashed]",
                (None, true) => " [color=red, penwidth=2]",
                (None, false) => "",
            };
            let _ = writeln!(text, "  {i} -> {to}{style};");
        }
        if vertex.more > 0 {
            let _ = writeln!(text, "  m{i} [label=\"… {} more\", shape=plaintext];\n  {i} -> m{i};", vertex.more);
        }
    }
    text.push_str("}\n");
    Ok(Value::text(text))
}

fn shown(kind: &'static str, text: String, vertices: Vec<Vertex>, sense: Sense, seen: Option<Seen>) -> Value {
    let arrow = |&(player, to, marked): &(Option<Player>, usize, bool)| Arrow {
        to,
        colour: match (player, marked) {
            (_, true) if sense == Sense::Note => RED,
            _ if sense == Sense::Note => GREY,
            (Some(Player::Left), _) => BLUE,
            (Some(_), _) | (None, true) => RED,
            (None, false) => GREY,
        },
        heavy: marked && sense != Sense::Note,
    };
    let keys = legend(&vertices, sense);
    let boards = vertices.iter().any(|vertex| vertex.label.board.is_some());
    let cells: Vec<Cell> = vertices
        .into_iter()
        .map(|v| Cell {
            // Where nothing is left to be drawn beside other boards, the value says so.
            label: match v.label.board.is_some() || boards && !v.label.beside.is_empty() {
                true => v.label.beside.trim_start_matches([':', '=', ' ']).to_owned(),
                false => v.label.text,
            },
            board: v.label.board,
            boxed: v.boxed,
            cut: v.cut,
            more: v.more,
            arrows: v.moves.iter().map(arrow).collect(),
        })
        .collect();
    let svg = draw(&cells, &keys);
    Value::Display(Rc::new(Display { kind, text, seen, svg: Some(svg), ..Display::default() }))
}

const BLUE: &str = "#1f5fbf";
const RED: &str = "#c0392b";
const GREY: &str = "#777";

/// What the signs mean that are in a picture.
fn legend(vertices: &[Vertex], sense: Sense) -> Vec<(Key, &'static str)> {
    let moves = || vertices.iter().flat_map(|v| &v.moves);
    let of = |player: Option<Player>, marked: bool| moves().any(|&(p, _, m)| p == player && m == marked);
    let mut keys = Vec::new();
    if vertices.iter().any(|v| v.boxed) {
        keys.push((
            Key::Boxed,
            if sense == Sense::Note { "the second player wins the game" } else { "P: the second player wins" },
        ));
    }
    if sense == Sense::Note {
        if moves().any(|made| made.2) {
            keys.push((Key::Arrow(RED, false), "a losing move of the first player"));
        }
    } else {
        let marked = if sense == Sense::Scores { "a best move" } else { "a winning move" };
        if of(None, true) {
            keys.push((Key::Arrow(RED, true), marked));
        }
        for (player, colour, whose) in [(Player::Left, BLUE, "a move of Left"), (Player::Right, RED, "a move of Right")]
        {
            if of(Some(player), true) || of(Some(player), false) {
                keys.push((Key::Arrow(colour, false), whose));
            }
        }
        if moves().any(|&(player, _, good)| player.is_some() && good) {
            keys.push((Key::Arrow("black", true), marked));
        }
    }
    if vertices.iter().any(|v| v.cut) {
        keys.push((Key::Cut, "moves are left out"));
    }
    keys
}
