//! Pictures of points in three dimensions: small cubes seen from afar along the diagonal, and the slices of the third coordinate.

use super::picture::{Cell, Drawn, fill};
use crate::scene::{Point, Scene};

/// The side of a cell of the box and of the cube in it, as a share of it.
const CELL: f64 = 14.0;
const CUBE: f64 = 0.62;
/// The side of a square of a slice.
const SQUARE: f64 = 6.0;
/// Space around the drawings.
const MARGIN: f64 = 34.0;

/// The drawing: cubes on the left, slices on the right.
pub(super) fn svg(drawn: &Drawn) -> String {
    let n = drawn.layers.len();
    let side = n as f64 * CELL;
    let half = side * 3f64.sqrt() / 2.0;
    // In as many rows as make them about as high as the cubes.
    let slice = n as f64 * SQUARE + 22.0;
    let across = ((n as f64 * slice / (2.0 * side)).ceil() as usize).clamp(1, n);
    let down = n.div_ceil(across);
    // The names of the first two axes stand right and left of their ends.
    let last = drawn.low + n as i64 - 1;
    let beside =
        |axis: usize| (6.0 * format!("{} = {last}", drawn.axes[axis]).chars().count() as f64 + 12.0).max(MARGIN);
    let (left, right) = (beside(1), beside(0));
    let solid = (left + 2.0 * half + right, 2.0 * side + 2.0 * MARGIN);
    let size = (solid.0 + across as f64 * slice + MARGIN, solid.1.max(down as f64 * slice + MARGIN));
    let mut scene = Scene::new(size, 10, drawn.title);
    // The first coordinate to the lower right, the second to the lower left, the third upwards.
    let place = |x: f64, y: f64, z: f64| -> Point {
        let (dx, dy) = ((x - y) * 3f64.sqrt() / 2.0, (x + y) / 2.0 - z);
        (left + half + dx * CELL, MARGIN + side + dy * CELL)
    };
    axes(&mut scene, drawn, n as f64, &place);
    // The far ones first.
    let mut all: Vec<(usize, usize, usize)> = Vec::new();
    for (z, rows) in drawn.layers.iter().enumerate() {
        for (y, cells) in rows.iter().enumerate() {
            all.extend((0..cells.len()).map(|x| (x, y, z)));
        }
    }
    all.sort_by_key(|&(x, y, z)| (x + y + z, z, y));
    for (x, y, z) in all {
        let cell = drawn.layers[z][y][x];
        if cell != Cell::Out
            && let Some(colour) = fill(&cell, &drawn.colours)
        {
            cube(&mut scene, (x as f64, y as f64, z as f64), colour, &place);
        }
    }
    for (k, rows) in drawn.layers.iter().enumerate() {
        let corner = (solid.0 + (k % across) as f64 * slice, MARGIN / 2.0 + (k / across) as f64 * slice);
        let name = format!("{} = {}", drawn.axes[2], drawn.low + k as i64);
        scene.text((corner.0, corner.1 + 9.0), "start", "", &name);
        for (y, cells) in rows.iter().enumerate() {
            for (x, cell) in cells.iter().enumerate() {
                let Some(colour) = fill(cell, &drawn.colours) else { continue };
                let at = (corner.0 + x as f64 * SQUARE, corner.1 + 13.0 + (n - 1 - y) as f64 * SQUARE);
                let look = format!("fill=\"{colour}\" stroke=\"#bbbbbb\" stroke-width=\"0.5\"");
                scene.rect(at, (SQUARE, SQUARE), &look);
            }
        }
    }
    scene.svg()
}

/// The three edges of the box at its far corner, with names and numbers at their ends.
fn axes(scene: &mut Scene, drawn: &Drawn, n: f64, place: &impl Fn(f64, f64, f64) -> Point) {
    let last = drawn.low + drawn.layers.len() as i64 - 1;
    let ends = [(n, 0.0, 0.0), (0.0, n, 0.0), (0.0, 0.0, n)];
    for ((x, y, z), name) in ends.into_iter().zip(&drawn.axes) {
        scene.line(place(0.0, 0.0, 0.0), place(x, y, z), "stroke=\"#999999\"");
        let (across, down) = place(x, y, z);
        let (shift, anchor) = if x > 0.0 {
            (4.0, "start")
        } else if y > 0.0 {
            (-4.0, "end")
        } else {
            (0.0, "middle")
        };
        let drop = if z > 0.0 { -6.0 } else { 10.0 };
        scene.text((across + shift, down + drop), anchor, "", &format!("{name} = {last}"));
    }
}

/// The three sides of a cube that are seen, the upper one the lightest.
fn cube(scene: &mut Scene, (x, y, z): (f64, f64, f64), colour: &str, place: &impl Fn(f64, f64, f64) -> Point) {
    let (low, high) = (0.5 - CUBE / 2.0, 0.5 + CUBE / 2.0);
    let corner = |a: bool, b: bool, c: bool| {
        let end = |upper: bool| if upper { high } else { low };
        place(x + end(a), y + end(b), z + end(c))
    };
    let top = [(false, false), (true, false), (true, true), (false, true)].map(|(a, b)| corner(a, b, true));
    let right = [(false, false), (true, false), (true, true), (false, true)].map(|(b, c)| corner(true, b, c));
    let left = [(false, false), (true, false), (true, true), (false, true)].map(|(a, c)| corner(a, true, c));
    for (side, share) in [(right, 65), (left, 80), (top, 100)] {
        scene.area(&side, &format!("fill=\"{}\"", darker(colour, share)));
    }
}

/// A colour `#rrggbb` with so many hundredths of its light.
fn darker(colour: &str, share: u32) -> String {
    let digits = colour.get(1..).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let part = |shift: u32| (digits >> shift & 0xff) * share / 100;
    format!("#{:02x}{:02x}{:02x}", part(16), part(8), part(0))
}
