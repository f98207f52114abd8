//! Boards as drawings.

use super::layout::{Edge, Net};
use super::{Board, Hue, column};
use crate::scene::{Path, Point, Scene};
use crate::value::Grid;

/// The side of a cell, the distance of two neighbours in a graph, the margin.
const CELL: f64 = 34.0;
const STEP: f64 = 64.0;
const MARGIN: f64 = 24.0;
/// Between components.
const GAP: f64 = 44.0;
/// Counters of a heap in one row.
const COUNTERS: u64 = 40;
const COUNTER: f64 = 18.0;

/// The drawing of a board.
pub fn svg(board: &Board, title: &str) -> String {
    let (width, height) = size(board);
    let mut scene = Scene::new((width + 2.0 * MARGIN, height + 2.0 * MARGIN), 14, title);
    scene.arrow_head("head", Hue::Grey.colour());
    paint(&mut scene, board, (MARGIN, MARGIN));
    scene.svg()
}

fn size(board: &Board) -> Point {
    match board {
        Board::Grid(grid) => (grid.columns() as f64 * CELL + CELL, grid.rows() as f64 * CELL + CELL),
        Board::Heaps(heaps) => {
            let most = heaps.iter().copied().max().unwrap_or(0).min(COUNTERS);
            (60.0 + (most + 1) as f64 * COUNTER, heaps.len() as f64 * COUNTER * 1.4)
        }
        Board::Graph(net) => size_of(net),
        Board::Text(text) => {
            let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            (width as f64 * 9.0, text.lines().count() as f64 * 20.0)
        }
        Board::Sum(parts) => parts
            .iter()
            .map(|(_, part)| size(part))
            .fold((-GAP, 0.0), |(width, height), (w, h)| (width + w + GAP, height.max(h))),
    }
}

fn paint(scene: &mut Scene, board: &Board, at: Point) {
    match board {
        Board::Grid(grid) => cells(scene, grid, at),
        Board::Heaps(heaps) => rows(scene, heaps, at),
        Board::Graph(net) => graph(scene, net, at),
        Board::Text(text) => {
            for (i, line) in text.lines().enumerate() {
                scene.text((at.0, at.1 + 16.0 + 20.0 * i as f64), "start", "font-family=\"monospace\"", line);
            }
        }
        Board::Sum(parts) => {
            let height = size(board).1;
            let mut x = at.0;
            for (i, (negated, part)) in parts.iter().enumerate() {
                let (w, h) = size(part);
                if i > 0 || *negated {
                    let sign = if *negated { "\u{2212}" } else { "+" };
                    scene.text((x - GAP / 2.0, at.1 + height / 2.0 + 6.0), "middle", "font-size=\"20\"", sign);
                }
                paint(scene, part, (x, at.1 + (height - h) / 2.0));
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

fn cells(scene: &mut Scene, grid: &Grid, (x, y): Point) {
    let (x, y) = (x + CELL / 2.0, y + CELL / 2.0);
    let faint = "font-size=\"12\" fill=\"#777\"";
    for c in 0..grid.columns() {
        scene.text((x + (c as f64 + 0.5) * CELL, y - 7.0), "middle", faint, &column(c));
    }
    for (r, row) in grid.symbols().chunks(grid.columns()).enumerate() {
        let top = y + r as f64 * CELL;
        if grid.rows() > 1 {
            scene.text((x - 7.0, top + CELL / 2.0 + 4.0), "end", faint, &(r + 1).to_string());
        }
        for (c, &symbol) in row.iter().enumerate() {
            let left = x + c as f64 * CELL;
            let fill = if symbol == b'#' { "#555" } else { "white" };
            scene.rect((left, top), (CELL, CELL), &format!("fill=\"{fill}\" stroke=\"#999\""));
            let (middle, symbol) = ((left + CELL / 2.0, top + CELL / 2.0), symbol as char);
            if matches!(symbol, '.' | ' ' | '#') {
                continue;
            }
            let text = symbol.to_string();
            if !symbol.is_ascii_alphabetic() {
                scene.text((middle.0, middle.1 + 5.0), "middle", "", &text);
                continue;
            }
            disc(scene, middle, CELL * 0.76, Hue::of(&text).colour());
            // Pieces that are nothing but whose they are need no letter.
            if !matches!(symbol, 'x' | 'o') {
                scene.text((middle.0, middle.1 + 5.0), "middle", "fill=\"white\"", &text);
            }
        }
    }
}

fn rows(scene: &mut Scene, heaps: &[u64], (x, y): Point) {
    for (i, &n) in heaps.iter().enumerate() {
        let middle = y + (i as f64 + 0.5) * COUNTER * 1.4;
        scene.text((x + 44.0, middle + 5.0), "end", "", &n.to_string());
        for k in 0..n.min(COUNTERS) {
            disc(scene, (x + 64.0 + k as f64 * COUNTER, middle), COUNTER * 0.8, "#444444");
        }
        if n > COUNTERS {
            scene.text((x + 60.0 + COUNTERS as f64 * COUNTER, middle + 5.0), "start", "", "…");
        }
    }
}

fn graph(scene: &mut Scene, net: &Net, (x, y): Point) {
    let ((width, height), step) = (size_of(net), step(net));
    let place = |i: usize| {
        let (across, up) = net.vertices[i].place;
        (x + side(net) + across * step, y + height - 20.0 - up * STEP)
    };
    for edge in &net.edges {
        let (from, to) = ends(net, edge, &place);
        let half = if net.ground.is_some() { ROUND } else { half_width(&net.vertices[edge.to].name) };
        strand(scene, edge, from, to, half);
    }
    if net.ground.is_some() {
        let level = y + height - 20.0;
        scene.line((x, level), (x + width, level), "stroke=\"#333\" stroke-width=\"4\"");
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
        let (diameter, ink) = if net.ground.is_some() { (12.0, "#333") } else { (2.0 * ROUND, "#333") };
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

fn size_of(net: &Net) -> Point {
    let most = net.vertices.iter().fold((0.0, 0.0), |most: Point, v| (v.place.0.max(most.0), v.place.1.max(most.1)));
    (most.0 * step(net) + 2.0 * side(net), most.1 * STEP + 40.0)
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
fn side(net: &Net) -> f64 {
    widest(net).max(20.0)
}

/// The distance of neighbours from side to side: more where names are long.
fn step(net: &Net) -> f64 {
    STEP + (2.0 * widest(net) - 50.0).clamp(0.0, 90.0)
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
fn strand(scene: &mut Scene, edge: &Edge, from: Point, to: Point, half: f64) {
    let mut path = Path::default();
    path.step('M', &[from]);
    let (which, all) = (edge.strand.0 as f64, edge.strand.1 as f64);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if edge.from == edge.to {
        let wide = 22.0 + 8.0 * which;
        path.step('C', &[(from.0 - wide, from.1 - 2.0 * wide), (from.0 + wide, from.1 - 2.0 * wide), to]);
    } else if all > 1.0 {
        let bend = (which - (all - 1.0) / 2.0) * 24.0;
        let (bx, by) = (-dy / length * bend, dx / length * bend);
        let handle = |part: f64| (from.0 + dx * part + bx, from.1 + dy * part + by);
        path.step('C', &[handle(0.3), handle(0.7), to]);
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
    let width = if edge.hue == Hue::Grey { 2 } else { 5 };
    scene.path(&path, &format!("stroke=\"{}\" stroke-width=\"{width}\"{head}", edge.hue.colour()));
}
