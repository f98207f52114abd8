//! Trees and graphs of games as pictures: text for the terminal, SVG, and the language of Graphviz.
//!
//! In: the arguments of `tree`, `game_graph` or `dot`. Out: a [`Display`], or text. What is shown is decided in
//! [`super::shown`], where it stands in [`super::layers`]. In text P-positions stand in square brackets, and winning or best moves
//! have an exclamation mark behind them, as in the notation of chess (a star would be read as a value); in drawings they are boxed and
//! coloured.

use super::layers::{Arrow, Cell, draw};
use super::shown::{Vertex, vertices, wanted};
use crate::eval::Machine;
use crate::value::{Display, Player, Res, Value};
use std::fmt::Write;
use std::rc::Rc;

fn name(vertex: &Vertex) -> String {
    if vertex.boxed { format!("[{}]", vertex.label) } else { vertex.label.clone() }
}

/// The end of a move as it is written: whose it is, where it leads, whether it is good.
fn target(player: Option<Player>, to: &Vertex, good: bool) -> String {
    let who = player.map_or("", |p| if p == Player::Left { "L " } else { "R " });
    format!("{who}{}{}", name(to), if good { "!" } else { "" })
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
    let vertices = vertices(m, &a[0], &wanted, true)?;
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
            let row = Row::Position(to, target(player, &vertices[to], good));
            stack.push((row, below.clone(), if last { "└─ " } else { "├─ " }));
        }
    }
    Ok(shown("tree", text, &vertices))
}

/// `game_graph(g)`.
pub fn game_graph(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let vertices = vertices(m, &a[0], &wanted, false)?;
    let width = vertices.iter().map(|v| name(v).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for vertex in &vertices {
        m.handle.tick()?;
        let moves = vertex.moves.iter();
        let mut options: Vec<String> = moves.map(|&(player, to, good)| target(player, &vertices[to], good)).collect();
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
    Ok(shown("game graph", lines.join("\n"), &vertices))
}

/// `dot(g)`: the text for Graphviz.
pub fn dot(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let vertices = vertices(m, &a[0], &wanted, false)?;
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("digraph G {\n");
    for (i, vertex) in vertices.iter().enumerate() {
        let shape = if vertex.boxed { "box" } else { "ellipse" };
        let style = if vertex.cut { ", style=dashed" } else { "" };
        let _ = writeln!(text, "  {i} [label={}, shape={shape}{style}];", quoted(&vertex.label));
        for &(player, to, good) in &vertex.moves {
            let style = match (player, good) {
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

fn shown(kind: &'static str, text: String, vertices: &[Vertex]) -> Value {
    let cells: Vec<Cell> = vertices
        .iter()
        .map(|v| Cell {
            label: v.label.clone(),
            boxed: v.boxed,
            cut: v.cut,
            more: v.more,
            arrows: v
                .moves
                .iter()
                .map(|&(player, to, good)| Arrow {
                    to,
                    colour: match (player, good) {
                        (Some(Player::Left), _) => "#1f5fbf",
                        (Some(_), _) | (None, true) => "#c0392b",
                        (None, false) => "#777",
                    },
                    heavy: good,
                })
                .collect(),
        })
        .collect();
    Value::Display(Rc::new(Display { kind, text, svg: Some(draw(&cells)), ..Display::default() }))
}
