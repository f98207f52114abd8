//! Boards as drawings.

use super::layout::{Edge, Net};
use super::{Board, Hue, column};
use crate::scene::{Path, Point, Scene};
use crate::value::Grid;

/// How large a board is drawn.
#[derive(Clone, Copy)]
pub struct Scale {
    /// The side of a cell.
    cell: f64,
    /// The distance of two neighbours in a graph.
    step: f64,
    /// Whether columns, rows and vertices have their names.
    named: bool,
}

/// A board for itself.
pub const ALONE: Scale = Scale { cell: 34.0, step: 64.0, named: true };
/// One of several side by side.
pub const BESIDE: Scale = Scale { cell: 22.0, step: 50.0, named: true };
/// In the box of a tree.
pub const BOXED: Scale = Scale { cell: 14.0, step: 22.0, named: false };

const MARGIN: f64 = 24.0;
/// Between components.
const GAP: f64 = 44.0;
/// Counters of a heap in one row.
const COUNTERS: u64 = 40;
const COUNTER: f64 = 18.0;

/// The drawing of a board.
pub fn svg(board: &Board, title: &str) -> String {
    let (width, height) = size(board, ALONE);
    let mut scene = Scene::new((width + 2.0 * MARGIN, height + 2.0 * MARGIN), 14, title);
    scene.arrow_head("head", Hue::Grey.colour());
    paint(&mut scene, board, (MARGIN, MARGIN), ALONE);
    scene.svg()
}

/// How much room a board takes.
pub fn size(board: &Board, scale: Scale) -> Point {
    match board {
        Board::Grid(grid) => {
            let names = if scale.named { scale.cell } else { 0.0 };
            (grid.columns() as f64 * scale.cell + names, grid.rows() as f64 * scale.cell + names)
        }
        Board::Heaps(heaps) => {
            let most = heaps.iter().copied().max().unwrap_or(0).min(COUNTERS);
            (numbers(heaps) + 16.0 + (most + 1) as f64 * COUNTER, heaps.len() as f64 * COUNTER * 1.4)
        }
        Board::Graph(net) => size_of(net, scale),
        Board::Text(text) => {
            let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            (width as f64 * 9.0, text.lines().count() as f64 * 20.0)
        }
        Board::Sum(parts) => parts
            .iter()
            .map(|(_, part)| size(part, scale))
            .fold((-GAP, 0.0), |(width, height), (w, h)| (width + w + GAP, height.max(h))),
    }
}

/// Draws a board by its upper left corner.
pub(crate) fn paint(scene: &mut Scene, board: &Board, at: Point, scale: Scale) {
    match board {
        Board::Grid(grid) => cells(scene, grid, at, scale),
        Board::Heaps(heaps) => rows(scene, heaps, at),
        Board::Graph(net) => graph(scene, net, at, scale),
        Board::Text(text) => {
            for (i, line) in text.lines().enumerate() {
                scene.text((at.0, at.1 + 16.0 + 20.0 * i as f64), "start", "font-family=\"monospace\"", line);
            }
        }
        Board::Sum(parts) => {
            let height = size(board, scale).1;
            let mut x = at.0;
            for (i, (negated, part)) in parts.iter().enumerate() {
                let (w, h) = size(part, scale);
                if i > 0 || *negated {
                    let sign = if *negated { "\u{2212}" } else { "+" };
                    scene.text((x - GAP / 2.0, at.1 + height / 2.0 + 6.0), "middle", "font-size=\"20\"", sign);
                }
                paint(scene, part, (x, at.1 + (height - h) / 2.0), scale);
                x += w + GAP;
            }
        }
    }
}

fn disc(scene: &mut Scene, centre: Point, diameter: f64, colour: &str) {
    let mut path = Path::default();
    path.dot(centre);
    scene.path(&path, &format!("stroke=\"{colour}\" stroke-width=\"{diameter}\" stroke-linecap=\"round\""));
}

fn cells(scene: &mut Scene, grid: &Grid, (x, y): Point, Scale { cell, named, .. }: Scale) {
    let (x, y) = if named { (x + cell / 2.0, y + cell / 2.0) } else { (x, y) };
    let alone = cell >= ALONE.cell;
    let faint = if alone { "font-size=\"12\" fill=\"#777\"" } else { "font-size=\"10\" fill=\"#777\"" };
    // Letters of small boards are small, and so are the gaps around them.
    let letter = if alone { String::new() } else { format!("font-size=\"{}\"", (cell * 0.6).round()) };
    let (drop, away) = if alone { (5.0, 7.0) } else { ((cell * 0.21).round(), 3.0) };
    let blank = if letter.is_empty() { "" } else { " " };
    for c in (0..grid.columns()).filter(|_| named) {
        scene.text((x + (c as f64 + 0.5) * cell, y - away), "middle", faint, &column(c));
    }
    for (r, row) in grid.symbols().chunks(grid.columns()).enumerate() {
        let top = y + r as f64 * cell;
        if named && grid.rows() > 1 {
            scene.text((x - away, top + cell / 2.0 + 4.0), "end", faint, &(r + 1).to_string());
        }
        for (c, &symbol) in row.iter().enumerate() {
            let left = x + c as f64 * cell;
            let fill = if symbol == b'#' { "#555" } else { "white" };
            scene.rect((left, top), (cell, cell), &format!("fill=\"{fill}\" stroke=\"#999\""));
            let (middle, symbol) = ((left + cell / 2.0, top + cell / 2.0), symbol as char);
            if matches!(symbol, '.' | ' ' | '#') {
                continue;
            }
            let text = symbol.to_string();
            if !symbol.is_ascii_alphabetic() {
                scene.text((middle.0, middle.1 + drop), "middle", &letter, &text);
                continue;
            }
            disc(scene, middle, cell * 0.76, Hue::of(&text).colour());
            // Pieces that are nothing but whose they are need no letter.
            if !matches!(symbol, 'x' | 'o') {
                let look = format!("{letter}{blank}fill=\"white\"");
                scene.text((middle.0, middle.1 + drop), "middle", &look, &text);
            }
        }
    }
}

/// The room that numbers of counters take beside them.
fn numbers(heaps: &[u64]) -> f64 {
    let digits = heaps.iter().max().map_or(1, |n| n.to_string().len());
    (9.0 * digits as f64).max(44.0)
}

fn rows(scene: &mut Scene, heaps: &[u64], (x, y): Point) {
    let x = x + numbers(heaps);
    for (i, &n) in heaps.iter().enumerate() {
        let middle = y + (i as f64 + 0.5) * COUNTER * 1.4;
        scene.text((x, middle + 5.0), "end", "", &n.to_string());
        for k in 0..n.min(COUNTERS) {
            disc(scene, (x + 20.0 + k as f64 * COUNTER, middle), COUNTER * 0.8, "#444444");
        }
        if n > COUNTERS {
            scene.text((x + 16.0 + COUNTERS as f64 * COUNTER, middle + 5.0), "start", "", "…");
        }
    }
}

fn graph(scene: &mut Scene, net: &Net, (x, y): Point, scale: Scale) {
    let ((width, height), step) = (size_of(net, scale), step(net, scale));
    let foot = foot(scale);
    let place = |i: usize| {
        let (across, up) = net.vertices[i].place;
        (x + side(net, scale) + across * step, y + height - foot - up * scale.step)
    };
    let small = !scale.named;
    for edge in &net.edges {
        let (from, to) = ends(net, edge, &place);
        let half = if net.ground.is_some() { ROUND } else { half_width(&net.vertices[edge.to].name) };
        strand(scene, edge, from, to, half, if small { 3 } else { 5 });
    }
    if net.ground.is_some() {
        let level = y + height - foot;
        let thick = if small { 2 } else { 4 };
        scene.line((x, level), (x + width, level), &format!("stroke=\"#333\" stroke-width=\"{thick}\""));
    }
    for (i, vertex) in net.vertices.iter().enumerate().filter(|(i, _)| net.ground != Some(*i)) {
        let at = place(i);
        if net.ground.is_none() && vertex.name.chars().count() > 3 {
            let half = half_width(&vertex.name);
            let (fill, ink) = vertex.hue.map_or(("white", "black"), |hue| (hue.colour(), "white"));
            let look = format!("rx=\"13\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"1.5\"");
            scene.rect((at.0 - half, at.1 - ROUND), (2.0 * half, 2.0 * ROUND), &look);
            scene.text((at.0, at.1 + 4.5), "middle", &format!("font-size=\"12\" fill=\"{ink}\""), &vertex.name);
            continue;
        }
        let (diameter, ink) = match (net.ground.is_some(), small) {
            (true, true) => (6.0, "#333"),
            (true, false) => (12.0, "#333"),
            (false, _) => (2.0 * ROUND, "#333"),
        };
        disc(scene, at, diameter, ink);
        match (vertex.hue, net.ground) {
            (Some(hue), _) => disc(scene, at, diameter - 3.0, hue.colour()),
            (None, None) => disc(scene, at, diameter - 3.0, "#ffffff"),
            (None, Some(_)) => {}
        }
        if net.ground.is_none() {
            let ink = if vertex.hue.is_some() { "white" } else { "black" };
            scene.text((at.0, at.1 + 4.5), "middle", &format!("font-size=\"12\" fill=\"{ink}\""), &vertex.name);
        }
    }
}

fn size_of(net: &Net, scale: Scale) -> Point {
    let most = net.vertices.iter().fold((0.0, 0.0), |most: Point, v| (v.place.0.max(most.0), v.place.1.max(most.1)));
    (most.0 * step(net, scale) + 2.0 * side(net, scale), most.1 * scale.step + 2.0 * foot(scale) + above(net))
}

/// Room for more than one loop at a vertex, the larger the more.
fn above(net: &Net) -> f64 {
    let most = net.edges.iter().filter(|edge| edge.from == edge.to).map(|edge| edge.strand.0).max();
    most.map_or(0.0, |most| (1.5 * loop_of(most as f64) - 40.0).max(0.0))
}

/// How wide a loop is drawn, of those at a vertex.
fn loop_of(which: f64) -> f64 {
    22.0 + 8.0 * which
}

/// Room above and below.
fn foot(scale: Scale) -> f64 {
    if scale.named { 20.0 } else { 6.0 }
}

/// Half of what a vertex takes up and down, and from side to side.
const ROUND: f64 = 14.0;

fn half_width(name: &str) -> f64 {
    match name.chars().count() {
        0..=3 => ROUND,
        letters => 3.6 * letters as f64 + 7.0,
    }
}

/// Half of the widest vertex.
fn widest(net: &Net) -> f64 {
    if net.ground.is_some() {
        return ROUND;
    }
    net.vertices.iter().map(|vertex| half_width(&vertex.name)).fold(ROUND, f64::max)
}

/// Room on both sides.
fn side(net: &Net, scale: Scale) -> f64 {
    if scale.named { widest(net).max(20.0) } else { 10.0 }
}

/// The distance of neighbours from side to side: more where names are long.
fn step(net: &Net, scale: Scale) -> f64 {
    let more = if scale.named { (2.0 * widest(net) - 50.0).clamp(0.0, 90.0) } else { 0.0 };
    scale.step + more
}

/// Edges to the ground stand upright.
fn ends(net: &Net, edge: &Edge, place: &impl Fn(usize) -> Point) -> (Point, Point) {
    let (mut from, mut to) = (place(edge.from), place(edge.to));
    if net.ground == Some(edge.from) && edge.from != edge.to {
        from.0 = to.0;
    } else if net.ground == Some(edge.to) && edge.from != edge.to {
        to.0 = from.0;
    }
    (from, to)
}

/// One of the edges between two vertices: bent, if it is one of several.
fn strand(scene: &mut Scene, edge: &Edge, from: Point, to: Point, half: f64, thick: u32) {
    let mut path = Path::default();
    path.step('M', &[from]);
    let (which, all) = (edge.strand.0 as f64, edge.strand.1 as f64);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if edge.from == edge.to {
        let wide = loop_of(which);
        path.step('C', &[(from.0 - wide, from.1 - 2.0 * wide), (from.0 + wide, from.1 - 2.0 * wide), to]);
    } else if all > 1.0 {
        // To the same side whichever way an edge is written.
        let way = if edge.from < edge.to { 24.0 } else { -24.0 };
        let bend = (which - (all - 1.0) / 2.0) * way;
        let (bx, by) = (-dy / length * bend, dx / length * bend);
        let handle = |part: f64| (from.0 + dx * part + bx, from.1 + dy * part + by);
        let last = handle(0.7);
        let (ex, ey) = (to.0 - last.0, to.1 - last.1);
        // The head is not hidden by the vertex.
        let room = if edge.directed { (half + 1.0) / ex.hypot(ey).max(2.0 * half) } else { 0.0 };
        path.step('C', &[handle(0.3), last, (to.0 - ex * room, to.1 - ey * room)]);
    } else if edge.directed {
        // The head is not hidden by the vertex.
        let room =
            if half > ROUND { (half / dx.abs().max(1e-9)).min(ROUND / dy.abs().max(1e-9)) * length } else { ROUND };
        let part = 1.0 - (room + 1.0) / length.max(2.0 * room);
        path.step('L', &[(from.0 + dx * part, from.1 + dy * part)]);
    } else {
        path.step('L', &[to]);
    }
    let head = if edge.directed { " marker-end=\"url(#head)\"" } else { "" };
    let width = if edge.hue == Hue::Grey { 2 } else { thick };
    scene.path(&path, &format!("stroke=\"{}\" stroke-width=\"{width}\"{head}", edge.hue.colour()));
}
