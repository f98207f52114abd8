//! Trees and graphs of games as pictures: text for the terminal, SVG, and the language of Graphviz.
//!
//! In: a game, and a bound on what is shown. Out: a [`Display`]. Positions are explored breadth first; what the bound
//! leaves out is counted as "… 312 more". P-positions (the previous player wins) are boxed, winning moves are coloured, and with `cut` nothing below a
//! P-position is shown, as in proofs that the first player wins. The layout is in layers: each position stands one layer below the
//! deepest that moves to it (cycles apart), and is moved towards the middle of those it is joined to (barycentres).

use super::super::play::bound;
use crate::builtins::given;
use crate::eval::Machine;
use crate::graphs::Outcome;
use crate::value::key::Key;
use crate::value::{Display, Fault, Player, Res, Value};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// How many positions are shown unless it is said.
const SHOWN: usize = 60;

/// A position in a picture.
struct Vertex {
    label: String,
    /// The second player wins.
    boxed: bool,
    /// Moves: whose (nobody's if both may), where to, whether it wins.
    moves: Vec<(Option<Player>, usize, bool)>,
    /// Options that are not shown.
    more: usize,
}

/// What is to be shown.
struct Wanted {
    most: usize,
    cut: bool,
    values: bool,
}

fn wanted(m: &mut Machine, a: &[Value]) -> Res<Wanted> {
    m.check_game_argument(&a[0])?;
    let flag = |value: &Value, name: &str| match given(value) {
        None => Ok(None),
        Some(Value::Bool(b)) => Ok(Some(*b)),
        Some(other) => Fault::expected(format!("true or false for `{name}`"), other).err(),
    };
    Ok(Wanted {
        most: bound(&a[1])?.unwrap_or(SHOWN).clamp(1, 5000),
        cut: flag(&a[2], "cut")?.unwrap_or(false),
        values: flag(&a[3], "values")?.unwrap_or(true),
    })
}

/// The positions of a game, those first that are reached first. `tree`: each as often as it is reached.
fn explored(m: &mut Machine, game: &Value, wanted: &Wanted, tree: bool) -> Res<Vec<Vertex>> {
    let mut games = vec![game.clone()];
    let mut index: FxHashMap<Key, usize> = FxHashMap::default();
    index.insert(m.key(game)?, 0);
    let impartial = m.moves_only(game) || m.impartial(game)?;
    let players: &[Option<Player>] = if impartial { &[None] } else { &[Some(Player::Left), Some(Player::Right)] };
    let mut out: Vec<Vertex> = Vec::new();
    while out.len() < games.len() {
        m.handle.tick()?;
        let here = games[out.len()].clone();
        let class = m.verdict(&here, Player::Left, None)?;
        let other = if impartial { class } else { m.verdict(&here, Player::Right, None)? };
        let boxed = class == Some(Outcome::P) && other == Some(Outcome::P);
        let mut vertex = Vertex { label: label(m, &here, wanted.values)?, boxed, moves: Vec::new(), more: 0 };
        if !(wanted.cut && boxed && !out.is_empty()) {
            for &player in players {
                for record in m.moves_of(&here, player.unwrap_or(Player::Left))? {
                    let wins = m.verdict_after(&record.to, player, None)? == Some(Outcome::P);
                    let key = m.key(&record.to)?;
                    let known = if tree { None } else { index.get(&key).copied() };
                    let to = match known {
                        Some(to) => to,
                        None if games.len() >= wanted.most => {
                            vertex.more += 1;
                            continue;
                        }
                        None => {
                            index.insert(key, games.len());
                            games.push(record.to);
                            games.len() - 1
                        }
                    };
                    if !vertex.moves.contains(&(player, to, wins)) {
                        vertex.moves.push((player, to, wins));
                    }
                }
            }
        }
        out.push(vertex);
    }
    Ok(out)
}

/// A position by its parameters where that says enough, and its value beside.
fn label(m: &mut Machine, game: &Value, values: bool) -> Res<String> {
    let text = m.short_name(game)?;
    let text: String = if text.chars().count() > 40 { text.chars().take(39).chain(['…']).collect() } else { text };
    if !values || !matches!(game, Value::Position(_) | Value::Sum(_) | Value::Form(_)) {
        return Ok(text);
    }
    let worth = if matches!(game, Value::Form(_)) {
        let value = m.game(game)?;
        Some(m.store.name(value, &m.handle)?)
    } else {
        m.worth(game)?
    };
    Ok(match worth {
        Some(worth) if worth.chars().count() <= 16 && worth != text => format!("{text} = {worth}"),
        _ => text,
    })
}

/// `tree(g)`.
pub fn tree(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let vertices = explored(m, &a[0], &wanted, true)?;
    let mut text = String::new();
    // Rows in the order of a walk that goes deep first.
    let mut stack: Vec<(usize, String, &str, String)> = vec![(0, String::new(), "", String::new())];
    while let Some((v, indent, branch, mark)) = stack.pop() {
        m.handle.tick()?;
        let vertex = &vertices[v];
        if !text.is_empty() {
            text.push('\n');
        }
        let name = if vertex.boxed { format!("[{}]", vertex.label) } else { vertex.label.clone() };
        let _ = write!(text, "{indent}{branch}{mark}{name}");
        let below = match branch {
            "" => String::new(),
            "└─ " => format!("{indent}   "),
            _ => format!("{indent}│  "),
        };
        if vertex.more > 0 && vertex.moves.is_empty() {
            let _ = write!(text, "  … {} more", vertex.more);
        } else if vertex.more > 0 {
            stack.push((usize::MAX - vertex.more, below.clone(), "└─ ", String::new()));
        }
        for (i, &(player, to, wins)) in vertex.moves.iter().enumerate().rev() {
            let last = i + 1 == vertex.moves.len() && vertex.more == 0;
            let who = player.map_or("", |p| if p == Player::Left { "L " } else { "R " });
            let win = if wins { "* " } else { "" };
            stack.push((to, below.clone(), if last { "└─ " } else { "├─ " }, format!("{who}{win}")));
        }
        // Rows that only count are written at once when they come up.
        while let Some(&(v, ..)) = stack.last() {
            if v < vertices.len() {
                break;
            }
            if let Some((v, indent, branch, _)) = stack.pop() {
                let _ = write!(text, "\n{indent}{branch}… {} more", usize::MAX - v);
            }
        }
    }
    Ok(shown("tree", text, &vertices))
}

/// `game_graph(g)`.
pub fn game_graph(m: &mut Machine, a: &[Value]) -> Res {
    let wanted = wanted(m, a)?;
    let vertices = explored(m, &a[0], &wanted, false)?;
    let name = |vertex: &Vertex| if vertex.boxed { format!("[{}]", vertex.label) } else { vertex.label.clone() };
    let width = vertices.iter().map(|v| name(v).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for vertex in &vertices {
        m.handle.tick()?;
        let mut options: Vec<String> = Vec::new();
        for &(player, to, wins) in &vertex.moves {
            let who = player.map_or("", |p| if p == Player::Left { "L " } else { "R " });
            options.push(format!("{who}{}{}", if wins { "* " } else { "" }, name(&vertices[to])));
        }
        if vertex.more > 0 {
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
    let vertices = explored(m, &a[0], &wanted, false)?;
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("digraph G {\n");
    for (i, vertex) in vertices.iter().enumerate() {
        let shape = if vertex.boxed { "box" } else { "ellipse" };
        let _ = writeln!(text, "  {i} [label={}, shape={shape}];", quoted(&vertex.label));
        for &(player, to, wins) in &vertex.moves {
            let style = match (player, wins) {
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
    let cells: Vec<super::layers::Cell> = vertices
        .iter()
        .map(|v| super::layers::Cell {
            label: v.label.clone(),
            boxed: v.boxed,
            more: v.more,
            arrows: v
                .moves
                .iter()
                .map(|&(player, to, wins)| super::layers::Arrow {
                    to,
                    colour: match (player, wins) {
                        (Some(Player::Left), _) => "#1f5fbf",
                        (Some(_), _) | (None, true) => "#c0392b",
                        (None, false) => "#777",
                    },
                    heavy: wins,
                })
                .collect(),
        })
        .collect();
    let svg = super::layers::draw(&cells);
    Value::Display(Rc::new(Display { kind, text, svg: Some(svg) }))
}
