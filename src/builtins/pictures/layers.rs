//! A directed graph as SVG, in layers from top to bottom.
//!
//! In: boxes with labels and arrows between them, the first being the root. Out: the text of the file. A box stands one
//! layer below the lowest that an arrow comes from; arrows that close a cycle are left out of account and go up. In its layer it is
//! moved towards the mean place of its neighbours above and below, a few times (Sugiyama's barycentres), which keeps
//! arrows short; an arrow over several layers, down or up, has a place of its own in each and goes straight through it, so that it
//! does not cross boxes. Trees are drawn by [`super::tidy`]. Cost: linear in boxes, arrows and the layers that they go through, apart from sorting.

use super::boards::Board;
use super::boards::scene::{self as boards, BOXED};
use super::tidy;
use crate::scene::{Path, Point, Scene};

/// A box.
pub struct Cell {
    /// What stands in it, below its board if it has one.
    pub label: String,
    /// What the position looks like.
    pub board: Option<Board>,
    /// Drawn with corners, not round.
    pub boxed: bool,
    /// Drawn with a broken line: its arrows are left out on purpose.
    pub cut: bool,
    /// How many arrows are left out.
    pub more: usize,
    /// Arrows to other boxes.
    pub arrows: Vec<Arrow>,
}

/// A sign that the legend tells the meaning of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A box with corners.
    Boxed,
    /// A box with a broken line.
    Cut,
    /// An arrow by its colour, perhaps thick.
    Arrow(&'static str, bool),
}

/// An arrow.
pub struct Arrow {
    /// The box that it points to.
    pub to: usize,
    /// Its colour.
    pub colour: &'static str,
    /// Whether it is drawn thick.
    pub heavy: bool,
}

pub(super) const HIGH: f64 = 26.0;
/// Labels of more letters take several lines, each so high.
const LONG: usize = 20;
const LETTERS: f64 = 16.0;
pub(super) const GAP: f64 = 16.0;
pub(super) const LAYER: f64 = 74.0;
pub(super) const MARGIN: f64 = 18.0;
/// How far an arrow from a box to itself stands out.
const LOOP: f64 = 22.0;

/// The longest way to each box, over arrows that close no cycle.
fn depths(cells: &[Cell]) -> Vec<usize> {
    // A walk that goes deep first: an arrow to a box on the path closes a cycle.
    let mut state = vec![0u8; cells.len()];
    let mut order = Vec::new();
    let mut back = vec![Vec::new(); cells.len()];
    for start in 0..cells.len() {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path = vec![(start, 0usize)];
        while let Some((v, next)) = path.pop() {
            match cells[v].arrows.get(next) {
                Some(arrow) => {
                    path.push((v, next + 1));
                    match state[arrow.to] {
                        0 => {
                            state[arrow.to] = 1;
                            path.push((arrow.to, 0));
                        }
                        1 => back[v].push(arrow.to),
                        _ => {}
                    }
                }
                None => {
                    state[v] = 2;
                    order.push(v);
                }
            }
        }
    }
    let mut depth = vec![0usize; cells.len()];
    for &v in order.iter().rev() {
        for arrow in &cells[v].arrows {
            if !back[v].contains(&arrow.to) && arrow.to != v {
                depth[arrow.to] = depth[arrow.to].max(depth[v] + 1);
            }
        }
    }
    depth
}

/// Room around a board in its box, and for the text below it.
const AROUND: f64 = 8.0;
const BELOW: f64 = 18.0;

/// How high a box is.
pub(super) fn height(cell: &Cell) -> f64 {
    match &cell.board {
        Some(board) => boards::size(board, BOXED).1 + 2.0 * AROUND + if cell.label.is_empty() { 0.0 } else { BELOW },
        None => HIGH + LETTERS * (lines(cell).len() - 1) as f64,
    }
}

/// A long label in lines: games stay whole, and a sign stands before what it belongs to.
fn lines(cell: &Cell) -> Vec<String> {
    let (mut words, mut open): (Vec<String>, usize) = (Vec::new(), 0);
    for word in cell.label.split(' ') {
        match words.last_mut().filter(|last| open > 0 || matches!(last.as_str(), "=" | "+" | "-")) {
            Some(last) => *last = format!("{last} {word}"),
            None => words.push(word.to_owned()),
        }
        for sign in word.chars() {
            match sign {
                '<' | '(' | '[' | '{' => open += 1,
                '>' | ')' | ']' | '}' => open = open.saturating_sub(1),
                _ => {}
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let long = word.chars().count();
        match lines.last_mut().filter(|line| cell.board.is_some() || line.chars().count() + long < LONG) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word),
        }
    }
    lines
}

/// The upper edge of each level, from the heights of the boxes in it, and below them the end.
pub(super) fn levels(cells: &[Cell], depth: &[usize], levels: usize) -> Vec<f64> {
    let mut high = vec![HIGH; levels];
    for (cell, &d) in cells.iter().zip(depth) {
        high[d] = high[d].max(height(cell));
    }
    let mut tops = vec![MARGIN];
    for high in high {
        tops.push(tops[tops.len() - 1] + high + LAYER - HIGH);
    }
    tops
}

#[allow(clippy::cast_precision_loss)]
pub(super) fn width(cell: &Cell) -> f64 {
    let board = cell.board.as_ref().map_or(0.0, |board| boards::size(board, BOXED).0 + 2.0 * AROUND);
    written(cell).max(board)
}

#[allow(clippy::cast_precision_loss)]
fn written(cell: &Cell) -> f64 {
    if cell.board.is_some() && cell.label.is_empty() && cell.more == 0 {
        return 0.0;
    }
    let more = if cell.more > 0 { 8 + cell.more.to_string().len() } else { 0 };
    // Digits of a wide font, and more for the letters that are wider.
    let long = |line: &String| {
        let wide = line.chars().filter(|c| "#%@MWmw…".contains(*c)).count();
        8.1 * line.chars().count().max(more).max(2) as f64 + 3.5 * wide as f64
    };
    16.0 + lines(cell).iter().map(long).fold(0.0, f64::max)
}

/// Room on both sides for an arrow from a box to itself.
fn room(v: usize, cell: &Cell) -> f64 {
    if cell.arrows.iter().any(|arrow| arrow.to == v) { 2.0 * LOOP } else { 0.0 }
}

/// Where everything stands: boxes first, then the places of long arrows.
struct Layout {
    depth: Vec<usize>,
    width: Vec<f64>,
    x: Vec<f64>,
    layers: usize,
    /// For each box and arrow the places that the arrow goes through.
    through: Vec<Vec<Vec<usize>>>,
}

fn layout(cells: &[Cell]) -> Layout {
    let mut depth = depths(cells);
    let layers = depth.iter().max().map_or(0, |d| d + 1);
    let mut widths: Vec<f64> = cells.iter().enumerate().map(|(v, cell)| width(cell) + room(v, cell)).collect();
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); cells.len()];
    let mut through = Vec::with_capacity(cells.len());
    for (v, cell) in cells.iter().enumerate() {
        let mut own = Vec::with_capacity(cell.arrows.len());
        for arrow in &cell.arrows {
            let mut places = Vec::new();
            // Pictures with thousands of long arrows are drawn straight.
            if depth.len() < 20_000 {
                let (from, to) = (depth[v], depth[arrow.to]);
                let between: Vec<usize> =
                    if from < to { (from + 1..to).collect() } else { (to + 1..from).rev().collect() };
                for d in between {
                    places.push(depth.len());
                    depth.push(d);
                    widths.push(2.0);
                    around.push(Vec::new());
                }
            }
            let chain: Vec<usize> = std::iter::once(v).chain(places.iter().copied()).chain([arrow.to]).collect();
            for pair in chain.windows(2) {
                around[pair[0]].push(pair[1]);
                around[pair[1]].push(pair[0]);
            }
            own.push(places);
        }
        through.push(own);
    }
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); layers];
    for (v, &d) in depth.iter().enumerate() {
        rows[d].push(v);
    }
    let mut x = vec![0.0f64; depth.len()];
    // Side by side, each layer in the middle.
    let place = |rows: &[Vec<usize>], x: &mut [f64]| {
        for row in rows {
            let all: f64 = row.iter().map(|&v| widths[v] + GAP).sum();
            let mut at = -all / 2.0;
            for &v in row {
                x[v] = at + (widths[v] + GAP) / 2.0;
                at += widths[v] + GAP;
            }
        }
    };
    place(&rows, &mut x);
    for round in 0..10 {
        let numbers: Vec<usize> = if round % 2 == 0 { (0..layers).collect() } else { (0..layers).rev().collect() };
        for d in numbers {
            #[allow(clippy::cast_precision_loss)]
            let mean = |v: usize, x: &[f64]| match around[v].len() {
                0 => x[v],
                n => around[v].iter().map(|&w| x[w]).sum::<f64>() / n as f64,
            };
            let mut keyed: Vec<(f64, usize)> = rows[d].iter().map(|&v| (mean(v, &x), v)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            rows[d] = keyed.into_iter().map(|(_, v)| v).collect();
            place(&rows[d..=d], &mut x);
        }
    }
    Layout { depth, width: widths, x, layers, through }
}

/// The text of the file, with a legend of these signs.
pub fn draw(cells: &[Cell], keys: &[(Key, &str)]) -> String {
    if let Some(drawing) = tidy::draw(cells, keys) {
        return drawing;
    }
    let Layout { depth, width: widths, x, layers, through } = layout(cells);
    let left = x.iter().zip(&widths).map(|(x, w)| x - w / 2.0).fold(0.0f64, f64::min) - MARGIN;
    let right = x.iter().zip(&widths).map(|(x, w)| x + w / 2.0).fold(0.0f64, f64::max) + MARGIN;
    let beside = beside(right - left, keys);
    let (left, right) = (left - beside, right + beside);
    let tops = levels(cells, &depth[..cells.len()], layers);
    let (wide, high) = (right - left, tops[layers] + MARGIN + 16.0 - (LAYER - HIGH));
    // The middle of a level; a box reaches half of its height from there, an arrow that goes through the whole level.
    let y = |v: usize| (tops[depth[v]] + tops[depth[v] + 1] - (LAYER - HIGH)) / 2.0;
    let half_of = |v: usize| match cells.get(v) {
        Some(cell) => height(cell) / 2.0,
        None => (tops[depth[v] + 1] - tops[depth[v]] - (LAYER - HIGH)) / 2.0,
    };
    let mut scene = page((wide, high), cells, keys);
    for (v, cell) in cells.iter().enumerate() {
        for (i, (arrow, places)) in cell.arrows.iter().zip(&through[v]).enumerate() {
            let w = arrow.to;
            let (x1, x2) = (x[v] - left, x[w] - left);
            let mut path = Path::default();
            if w == v {
                let (r, t) = (x1 + width(cell) / 2.0, y(v));
                let far = r + LOOP + 6.0;
                path.step('M', &[(r, t - 6.0)]);
                path.step('C', &[(far, t - 18.0), (far, t + 18.0), (r, t + 6.0)]);
            } else {
                // Down from below a box to above another; up the other way, a little to the right of what comes down.
                let (way, mut aside) = if depth[w] > depth[v] { (1.0, 0.0) } else { (-1.0, 9.0) };
                // A second arrow between the same boxes, of the other player, lies beside the first.
                if cell.arrows[..i].iter().any(|before| before.to == w) {
                    aside += 7.0;
                }
                let (mut fx, mut fy) = (x1 + aside, y(v) + way * half_of(v));
                path.step('M', &[(fx, fy)]);
                let through = places.iter().map(|&p| (x[p] - left, p, true));
                for (tx, p, straight) in through.chain([(x2 + aside, w, false)]) {
                    let (above, below) = (y(p) - way * half_of(p), y(p) + way * half_of(p));
                    let bend = (above - fy) / 2.0;
                    path.step('C', &[(fx, fy + bend), (tx, above - bend), (tx, above)]);
                    if straight {
                        path.step('L', &[(tx, below)]);
                    }
                    (fx, fy) = (tx, below);
                }
            }
            scene.path(&path, &arrow_look(arrow));
        }
    }
    for (v, cell) in cells.iter().enumerate() {
        let at = (x[v] - left, y(v));
        cell_at(&mut scene, cell, at);
        if cell.more > 0 {
            more(&mut scene, (at.0, at.1 + height(cell) / 2.0 + 13.0), cell.more);
        }
    }
    scene.svg()
}

/// A box by its middle.
pub(super) fn cell_at(scene: &mut Scene, cell: &Cell, (cx, cy): Point) {
    let (w, h) = (width(cell), height(cell));
    let round = if cell.boxed { 0.0 } else { HIGH / 2.0 };
    let look = box_look(cell.boxed, cell.cut, round);
    scene.rect((cx - w / 2.0, cy - h / 2.0), (w, h), &look);
    if let Some(board) = &cell.board {
        let at = (cx - boards::size(board, BOXED).0 / 2.0, cy - h / 2.0 + AROUND);
        boards::paint(scene, board, at, BOXED);
        if !cell.label.is_empty() {
            scene.text((cx, cy + h / 2.0 - 8.0), "middle", "", &cell.label);
        }
        return;
    }
    let lines = lines(cell);
    for (i, line) in lines.iter().enumerate() {
        let down = LETTERS * (i as f64 - (lines.len() - 1) as f64 / 2.0);
        scene.text((cx, cy + 4.5 + down), "middle", "", line);
    }
}

/// How many arrows are left out, by the middle of the line.
pub(super) fn more(scene: &mut Scene, at: Point, count: usize) {
    let look = "fill=\"#555\" font-size=\"11\" stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\"";
    scene.text(at, "middle", look, &format!("… {count} more"));
}

/// Between the lines of a legend; the room for a sign, and for a letter.
const KEY_LINE: f64 = 18.0;
const KEY_SIGN: f64 = 34.0;
const KEY_LETTER: f64 = 7.1;

/// How much room a page of this width needs on both sides for its legend.
pub(super) fn beside(wide: f64, keys: &[(Key, &str)]) -> f64 {
    ((keys_wide(keys) + 2.0 * MARGIN - wide) / 2.0).max(0.0)
}

fn keys_wide(keys: &[(Key, &str)]) -> f64 {
    keys.iter().map(|(_, text)| KEY_SIGN + KEY_LETTER * text.chars().count() as f64).fold(0.0, f64::max)
}

/// A page with the heads of arrows, and below what is to be drawn a legend.
pub(super) fn page(size: Point, cells: &[Cell], keys: &[(Key, &str)]) -> Scene {
    let title = format!("Positions and moves: {} positions", cells.len());
    let room = if keys.is_empty() { 0.0 } else { KEY_LINE * keys.len() as f64 + 8.0 };
    let mut scene = Scene::new((size.0.round(), (size.1 + room).round()), 13, &title);
    for (name, colour) in [("blue", "#1f5fbf"), ("red", "#c0392b"), ("grey", "#777"), ("black", "black")] {
        let used = |colour_of: &&str| *colour_of == colour;
        let in_keys = keys.iter().any(|(key, _)| matches!(key, Key::Arrow(ink, _) if used(ink)));
        if name != "black" || in_keys {
            scene.arrow_head(name, colour);
        }
    }
    let left = (size.0 - keys_wide(keys)) / 2.0;
    for (i, (key, text)) in keys.iter().enumerate() {
        let middle = size.1 + KEY_LINE * (i as f64 + 0.5);
        match key {
            Key::Boxed | Key::Cut => {
                let look = box_look(*key == Key::Boxed, *key == Key::Cut, if *key == Key::Cut { 6.0 } else { 0.0 });
                scene.rect((left, middle - 6.0), (24.0, 12.0), &look);
            }
            Key::Arrow(colour, heavy) => {
                let mut path = Path::default();
                path.step('M', &[(left, middle)]);
                path.step('L', &[(left + 23.0, middle)]);
                scene.path(&path, &arrow_look(&Arrow { to: 0, colour, heavy: *heavy }));
            }
        }
        scene.text((left + KEY_SIGN, middle + 4.0), "start", "font-size=\"11\" fill=\"#333\"", text);
    }
    scene
}

fn box_look(boxed: bool, cut: bool, round: f64) -> String {
    let (fill, line) = if boxed { ("#eef3fb", "2") } else { ("white", "1") };
    let broken = if cut { " stroke-dasharray=\"5 3\"" } else { "" };
    format!("rx=\"{round}\" fill=\"{fill}\" stroke=\"black\" stroke-width=\"{line}\"{broken}")
}

/// How an arrow looks.
pub(super) fn arrow_look(arrow: &Arrow) -> String {
    let marker = match arrow.colour {
        "#1f5fbf" => "blue",
        "#c0392b" => "red",
        "black" => "black",
        _ => "grey",
    };
    let heavy = if arrow.heavy { "2.4" } else { "1" };
    format!("stroke=\"{}\" stroke-width=\"{heavy}\" marker-end=\"url(#{marker})\"", arrow.colour)
}
