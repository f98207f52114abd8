//! Trees and graphs of games as pictures: text for the terminal, SVG, and the language of Graphviz.
//!
//! In: the arguments of `tree`, `game_graph` or `dot`. Out: a [`Display`], or text. What is shown is decided in
//! [`super::shown`], where it stands in [`super::layers`]. In text P-positions stand in square brackets, and winning or best moves
//! have an exclamation mark behind them, as in the notation of chess (a star would be read as a value), mistakes a question mark; in
//! drawings they are boxed and coloured, and a legend says so.

use super::layers::{Arrow, Cell, Key, draw};
use super::shown::{Sense, Vertex, vertices, wanted};
use crate::eval::Machine;
use crate::value::{Display, Player, Res, Value};
use std::fmt::Write;
use std::rc::Rc;

fn name(vertex: &Vertex) -> String {
    if vertex.boxed { format!("[{}]", vertex.label) } else { vertex.label.clone() }
}

/// The end of a move as it is written: whose it is, where it leads, whether it is marked.
fn target(player: Option<Player>, to: &Vertex, marked: bool, sense: Sense) -> String {
    let who = player.map_or("", |p| if p == Player::Left { "L " } else { "R " });
    let mark = match (marked, sense) {
        (false, _) => "",
        (true, Sense::Note) => "?",
        (true, _) => "!",
    };
    format!("{who}{}{mark}", name(to))
}

/// A row of a tree that is still to be written.
enum Row {
    /// A position, as it is written.
    Position(usize, String),
    /// So many more.
    More(usize),
}

/// `tree(g)`.
pub fn tree(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let (vertices, sense) = vertices(m, &a[0], &wanted, true)?;
    let mut text = String::new();
    // Rows in the order of a walk that goes deep first, each with what stands before it.
    let mut stack: Vec<(Row, String, &str)> = vec![(Row::Position(0, name(&vertices[0])), String::new(), "")];
    while let Some((row, indent, branch)) = stack.pop() {
        m.handle.tick()?;
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = write!(text, "{indent}{branch}");
        let (v, written) = match row {
            Row::Position(v, written) => (v, written),
            Row::More(count) => {
                let _ = write!(text, "… {count} more");
                continue;
            }
        };
        text.push_str(&written);
        let vertex = &vertices[v];
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
        for (i, &(player, to, good)) in vertex.moves.iter().enumerate().rev() {
            let last = i + 1 == vertex.moves.len() && vertex.more == 0;
            let row = Row::Position(to, target(player, &vertices[to], good, sense));
            stack.push((row, below.clone(), if last { "└─ " } else { "├─ " }));
        }
    }
    Ok(shown("tree", text, &vertices, sense))
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
    Ok(shown("game graph", lines.join("\n"), &vertices, sense))
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
        let _ = writeln!(text, "  {i} [label={}, shape={shape}{style}];", quoted(&vertex.label));
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

fn shown(kind: &'static str, text: String, vertices: &[Vertex], sense: Sense) -> Value {
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
    let cells: Vec<Cell> = vertices
        .iter()
        .map(|v| Cell {
            label: v.label.clone(),
            boxed: v.boxed,
            cut: v.cut,
            more: v.more,
            arrows: v.moves.iter().map(arrow).collect(),
        })
        .collect();
    let svg = draw(&cells, &legend(vertices, sense));
    Value::Display(Rc::new(Display { kind, text, svg: Some(svg), ..Display::default() }))
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
