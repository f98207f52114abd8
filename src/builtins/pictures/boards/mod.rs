//! What positions look like: boards with their cells named, heaps as rows, graphs with their vertices.
//!
//! In: a position or a sum of positions. Out: a [`Board`], if it looks like something, as text and as a drawing. A rule set says
//! how its positions are drawn by `draw` lines, of which the first that gives something counts; without one the first
//! parameter that is a board, a graph or heaps is drawn. Cost: the size of what is drawn; a graph is laid out in time that
//! grows with the square of its vertices, of which 400 are drawn at most, and 1,200 edges.

mod layout;
pub mod listing;
pub mod names;
mod planar;
mod rings;
pub mod scene;
mod spread;
pub mod text;

use crate::adapters::graphs::{Graph, label_notation};
use crate::adapters::heaps::HeapGame;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::report::Seen;
use crate::syntax::ast::ClauseKind;
use crate::value::{Display, Fault, Grid, Position, Res, Value};
use layout::Net;
use std::rc::Rc;

/// The most cells, vertices or heaps that are drawn; a planar graph has three times as many edges at most.
const MOST: usize = 400;
/// The most components beside one another.
const COMPONENTS: usize = 12;

/// What a position looks like.
pub enum Board {
    /// Cells with symbols.
    Grid(Rc<Grid>),
    /// Numbers of counters.
    Heaps(Vec<u64>),
    /// Vertices and edges, perhaps on the ground.
    Graph(Net),
    /// Words.
    Text(String),
    /// Components, each with whether it is negated.
    Sum(Vec<(bool, Board)>),
}

impl Board {
    /// Whether it says more than its notation does: a board of several rows, of moderate size.
    pub fn is_laid_out(&self) -> bool {
        match self {
            Board::Grid(grid) => grid.rows() > 1 && grid.rows() <= 20 && grid.columns() <= 40,
            Board::Sum(parts) => parts.iter().any(|(_, part)| part.is_laid_out()),
            Board::Heaps(_) | Board::Graph(_) | Board::Text(_) => false,
        }
    }

    /// Whether it has room in the box of a tree: few cells, or a Hackenbush picture of few edges.
    pub fn is_small(&self) -> bool {
        match self {
            Board::Grid(grid) => grid.rows() <= 8 && grid.columns() <= 12,
            Board::Graph(net) => net.ground.is_some() && net.edges.len() <= 16,
            Board::Sum(parts) => parts.len() <= 3 && parts.iter().all(|(_, part)| part.is_small()),
            Board::Heaps(_) | Board::Text(_) => false,
        }
    }
}

/// Whose piece or edge it is, as it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Left's.
    Blue,
    /// Right's.
    Red,
    /// Both players'.
    Green,
    /// Nobody's in particular.
    Grey,
}

impl Hue {
    /// By the word or initial that rule sets use: `blue`, `b`, `L`, `x` are Left's.
    fn of(name: &str) -> Hue {
        match name.chars().next() {
            Some('b' | 'B' | 'l' | 'L' | 'x' | 'X' | 'T') => Hue::Blue,
            Some('r' | 'R' | 'o' | 'O' | 'F') => Hue::Red,
            Some('g' | 'G') => Hue::Green,
            _ => Hue::Grey,
        }
    }

    /// In a drawing.
    fn colour(self) -> &'static str {
        match self {
            Hue::Blue => "#1f5fbf",
            Hue::Red => "#c0392b",
            Hue::Green => "#2e8b57",
            Hue::Grey => "#666666",
        }
    }
}

/// What a game looks like, if it looks like anything.
pub fn look(m: &mut Machine, game: &Value) -> Res<Option<Board>> {
    match game {
        Value::Position(position) => of_position(m, position),
        Value::Sum(sum) if sum.is_bare() && sum.terms.len() <= COMPONENTS => {
            let mut parts = Vec::new();
            for (negated, position) in sum.terms.iter() {
                let Some(board) = of_position(m, position)? else { return Ok(None) };
                parts.push((*negated, board));
            }
            // Heaps stand in one row of rows.
            let heaps = parts.iter().map(|(negated, board)| match board {
                Board::Heaps(heaps) if !negated => Some(heaps.clone()),
                _ => None,
            });
            Ok(Some(match heaps.collect::<Option<Vec<_>>>() {
                Some(heaps) => Board::Heaps(heaps.concat()),
                None => Board::Sum(parts),
            }))
        }
        _ => Ok(None),
    }
}

fn of_position(m: &mut Machine, position: &Rc<Position>) -> Res<Option<Board>> {
    if let Some((value, span)) = m.said(position, ClauseKind::Draw)? {
        return match of_value(m, &value)? {
            Some(board) => Ok(Some(board)),
            None if matches!(value, Value::Nothing) => Ok(None),
            // A board without squares looks like nothing.
            None if matches!(&value, Value::Grid(grid) if grid.rows() * grid.columns() == 0) => Ok(None),
            None if is_large(&value) => too_large(&value).at(span).err(),
            None => m
                .expected("a board, a graph, heaps, edges or a text in `draw`", &value)
                .note("Heaps are numbers of counters; edges are pairs of vertices, perhaps with a colour: `(\"ground\", \"a\", \"blue\")`.")
                .at(span)
                .err(),
        };
    }
    if let Some(native) = position.rules.engine().cloned()
        && let Some(value) = native.look(m, position)?
    {
        return of_value(m, &value);
    }
    if position.rules.native::<HeapGame>().is_some() {
        return Ok(heaps(&position.arguments).map(Board::Heaps));
    }
    for argument in position.arguments.iter() {
        match argument {
            Value::Grid(_) | Value::List(_) | Value::Thing(_) => {
                if let Some(board) = of_value(m, argument)? {
                    return Ok(Some(board));
                }
                if is_large(argument) {
                    return too_large(argument).err();
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// Whether a value is a board or a graph that nobody draws for its size.
fn is_large(value: &Value) -> bool {
    match value {
        Value::Grid(grid) => grid.rows() * grid.columns() > MOST,
        Value::Big(_) => true,
        Value::List(items) => {
            let large = items.len() > MOST || items.iter().any(|item| matches!(item, Value::Big(_)));
            large && items.iter().all(|item| matches!(item, Value::Int(_) | Value::Big(_)))
        }
        _ => value.thing::<Graph>().is_some_and(|graph| graph.vertices.len() > MOST || graph.edges.len() > 3 * MOST),
    }
}

fn too_large(value: &Value) -> Fault {
    let kind = value.kind();
    let large =
        format!("this {kind} is too large to be drawn: a picture has at most {MOST} squares, vertices or heaps");
    Fault::new(Mistake::Picture, large)
}

/// What a value says that is to be drawn.
fn of_value(m: &mut Machine, value: &Value) -> Res<Option<Board>> {
    Ok(match value {
        Value::Grid(grid) if grid.rows() * grid.columns() > 0 && grid.rows() * grid.columns() <= MOST => {
            Some(Board::Grid(Rc::clone(grid)))
        }
        Value::Str(text) => Some(Board::Text(text.to_string())),
        Value::Int(_) => heaps(std::slice::from_ref(value)).map(Board::Heaps),
        Value::Thing(_) => match value.thing::<Graph>() {
            Some(graph) if graph.vertices.len() <= MOST && graph.edges.len() <= 3 * MOST => {
                let graph = graph.clone();
                Some(Board::Graph(of_graph(m, &graph)?))
            }
            _ => None,
        },
        Value::List(_) | Value::Set(_) => {
            let items = m.elements(value)?;
            match heaps(&items) {
                Some(heaps) => Some(Board::Heaps(heaps)),
                None => of_edges(m, &items)?.map(Board::Graph),
            }
        }
        _ => None,
    })
}

fn heaps(values: &[Value]) -> Option<Vec<u64>> {
    let heap = |value: &Value| match value {
        Value::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    };
    (!values.is_empty() && values.len() <= MOST).then(|| values.iter().map(heap).collect()).flatten()
}

fn of_graph(m: &mut Machine, graph: &Graph) -> Res<Net> {
    let mut net = Net::default();
    for (label, colour) in graph.vertices.iter().zip(&graph.colours) {
        // In a picture a text needs no quotation marks.
        let name = match label {
            Value::Str(text) if !text.trim().is_empty() => text.to_string(),
            other => label_notation(m, other)?,
        };
        let hue = match colour {
            Value::Nothing => None,
            Value::Str(colour) => Some(Hue::of(colour)),
            _ => Some(Hue::Grey),
        };
        let cell = match label {
            Value::Tuple(items) => match items[..] {
                [Value::Int(r), Value::Int(c)] => Some((r, c)),
                _ => None,
            },
            _ => None,
        };
        net.vertex(name, hue, cell);
    }
    for edge in &graph.edges {
        net.edge(edge.from as usize, edge.to as usize, edge.directed, edge_hue(&edge.label, false));
    }
    net.lay_out(&m.handle)?;
    Ok(net)
}

/// Edges as tuples of two vertices and perhaps a colour.
fn of_edges(m: &mut Machine, items: &[Value]) -> Res<Option<Net>> {
    let mut net = Net::default();
    if items.len() > MOST {
        return Ok(None);
    }
    for item in items {
        let Value::Tuple(parts) = item else { return Ok(None) };
        let (from, to, label) = match &parts[..] {
            [from, to] => (from, to, Value::Nothing),
            [from, to, label] => (from, to, label.clone()),
            _ => return Ok(None),
        };
        let ends = (label_notation(m, from)?, label_notation(m, to)?);
        let (from, to) = (net.named(ends.0), net.named(ends.1));
        net.edge(from, to, false, edge_hue(&label, true));
    }
    net.lay_out(&m.handle)?;
    Ok(Some(net))
}

fn edge_hue(label: &Value, plain_is_green: bool) -> Hue {
    match label {
        Value::Str(colour) => Hue::of(colour),
        Value::Nothing if plain_is_green => Hue::Green,
        _ => Hue::Grey,
    }
}

/// A board as a value: its text and its drawing.
pub fn display(m: &Machine, board: &Board, title: &str) -> Res {
    m.handle.check_now()?;
    let seen = Seen { plain: text::text(board, false), coloured: text::text(board, true) };
    let (text, svg) = (seen.plain.clone(), Some(scene::svg(board, title)));
    Ok(Value::Display(Rc::new(Display { kind: "board", text, seen: Some(seen), svg, ..Display::default() })))
}

/// The text of what a game looks like, if it looks like something that is `worth` showing. A `draw` line that fails is no error
/// here, where nobody asked for a picture: `draw` says what is wrong.
pub fn seen(m: &mut Machine, game: &Value, worth: impl Fn(&Board) -> bool) -> Res<Option<Seen>> {
    match m.attempt(|m| look(m, game)) {
        Ok(board) => Ok(board
            .filter(worth)
            .map(|board| Seen { plain: text::text(&board, false), coloured: text::text(&board, true) })),
        Err(flow) if flow.stopped() => Err(flow),
        Err(_) => Ok(None),
    }
}

/// The letters of a column: `a`, …, `z`, `aa`, …
pub(super) fn column(mut c: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (c % 26) as u8);
        if c < 26 {
            break;
        }
        c = c / 26 - 1;
    }
    letters.iter().rev().map(|&letter| letter as char).collect()
}

/// What `draw` and `svg` say of a game that looks like nothing in particular is its thermograph; of a position that is a board
/// the board.
pub fn drawn(m: &mut Machine, value: &Value) -> Res<Option<Value>> {
    let Some(board) = look(m, value)? else { return Ok(None) };
    if let Board::Text(text) = &board
        && text.trim().is_empty()
    {
        return Fault::new(Mistake::Picture, "its `draw` line gives an empty text").err();
    }
    let title = m.briefly(value).unwrap_or_else(|| "a position".into());
    display(m, &board, &title).map(Some)
}
