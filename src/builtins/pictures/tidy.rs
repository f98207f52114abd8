//! A tree as SVG: each box stands over the middle of those below it, arrows do not cross, and equal parts look equal.
//!
//! In: boxes with arrows, the first being the root. Out: the text of the file; nothing if the arrows are not those of a tree. Parts
//! are placed as closely as their outlines allow (Reingold and Tilford, 1981). A tree too wide for a page grows to the
//! right instead, where each of its leaves takes a line. Cost: the boxes times the depth.

use super::layers::{
    Cell, GAP, HIGH, Key, LAYER, MARGIN, arrow_look, beside, cell_at, height, levels, more, page, width,
};
use crate::scene::{Path, Point, Scene};

/// Wider trees grow to the right.
const PAGE: f64 = 900.0;
/// Between lines of a tree that grows to the right, and between its columns.
const LINE: f64 = 10.0;
const COLUMN: f64 = 44.0;

/// How far a part reaches to both sides of its root, level for level; the root's own level is the last.
type Outline = Vec<(f64, f64)>;

/// The drawing.
pub fn draw(cells: &[Cell], keys: &[(Key, &str)]) -> Option<String> {
    let depth = depths(cells)?;
    let widths: Vec<f64> = cells.iter().map(width).collect();
    let across = places(cells, &widths, GAP);
    let (left, right) = ends(&across, &widths);
    let levels = depth.iter().max().map_or(0, |d| d + 1);
    let wide = right - left + 2.0 * MARGIN;
    if wide <= PAGE {
        let aside = beside(wide, keys);
        let tops = self::levels(cells, &depth, levels);
        let high = tops[levels] + MARGIN + 16.0 - (LAYER - HIGH);
        // Boxes of a level hang from one line.
        let at = |v: usize| (across[v] - left + MARGIN + aside, tops[depth[v]] + height(&cells[v]) / 2.0);
        return Some(painted(page((wide + 2.0 * aside, high), cells, keys), cells, &at, true));
    }
    let heights: Vec<f64> = cells.iter().map(height).collect();
    let down = places(cells, &heights, LINE);
    let (top, bottom) = ends(&down, &heights);
    let mut columns = vec![0.0f64; levels];
    for (v, &d) in depth.iter().enumerate() {
        columns[d] = columns[d].max(widths[v] + room(&cells[v]));
    }
    let mut starts = vec![MARGIN];
    for column in &columns {
        starts.push(starts[starts.len() - 1] + column + COLUMN);
    }
    let wide = starts[levels] - COLUMN + MARGIN;
    let aside = beside(wide, keys);
    let at = |v: usize| (starts[depth[v]] + widths[v] / 2.0 + aside, down[v] - top + MARGIN);
    let size = (wide + 2.0 * aside, bottom - top + 2.0 * MARGIN);
    Some(painted(page(size, cells, keys), cells, &at, false))
}

/// How deep each box stands, if each but the first has one arrow to it, from a box before it.
fn depths(cells: &[Cell]) -> Option<Vec<usize>> {
    let mut depth = vec![None; cells.len()];
    *depth.first_mut()? = Some(0);
    for (v, cell) in cells.iter().enumerate() {
        let below = depth[v]? + 1;
        for arrow in &cell.arrows {
            if arrow.to <= v || depth[arrow.to].replace(below).is_some() {
                return None;
            }
        }
    }
    depth.into_iter().collect()
}

/// Where the boxes stand along their level.
fn places(cells: &[Cell], widths: &[f64], gap: f64) -> Vec<f64> {
    let mut outlines: Vec<Outline> = vec![Outline::new(); cells.len()];
    let mut beside = vec![0.0; cells.len()];
    for v in (0..cells.len()).rev() {
        let mut all = Outline::new();
        for arrow in &cells[v].arrows {
            let own = std::mem::take(&mut outlines[arrow.to]);
            let meet = all.iter().rev().zip(own.iter().rev()).map(|(a, b)| a.1 - b.0 + gap);
            let shift = meet.fold(f64::NEG_INFINITY, f64::max);
            let shift = if shift.is_finite() { shift } else { 0.0 };
            beside[arrow.to] = shift;
            all = beside_each_other(all, own, shift);
        }
        if let (Some(first), Some(last)) = (cells[v].arrows.first(), cells[v].arrows.last()) {
            let middle = (beside[first.to] + beside[last.to]) / 2.0;
            cells[v].arrows.iter().for_each(|arrow| beside[arrow.to] -= middle);
            all.iter_mut().for_each(|(l, r)| (*l, *r) = (*l - middle, *r - middle));
        }
        all.push((-widths[v] / 2.0, widths[v] / 2.0));
        outlines[v] = all;
    }
    let mut at = vec![0.0; cells.len()];
    for (v, cell) in cells.iter().enumerate() {
        cell.arrows.iter().for_each(|arrow| at[arrow.to] = at[v] + beside[arrow.to]);
    }
    at
}

/// The outline of two parts of which the second stands so far to the right.
fn beside_each_other(first: Outline, second: Outline, shift: f64) -> Outline {
    let second: Outline = second.into_iter().map(|(l, r)| (l + shift, r + shift)).collect();
    let (mut out, over, later) =
        if first.len() >= second.len() { (first, second, true) } else { (second, first, false) };
    for (a, b) in out.iter_mut().rev().zip(over.iter().rev()) {
        *a = if later { (a.0, b.1) } else { (b.0, a.1) };
    }
    out
}

/// Room for "… 312 more" in small letters.
fn room(cell: &Cell) -> f64 {
    if cell.more > 0 { 6.0 + 7.1 * (cell.more.to_string().len() + 7) as f64 } else { 0.0 }
}

fn ends(at: &[f64], widths: &[f64]) -> (f64, f64) {
    let left = at.iter().zip(widths).map(|(x, w)| x - w / 2.0).fold(f64::MAX, f64::min);
    let right = at.iter().zip(widths).map(|(x, w)| x + w / 2.0).fold(f64::MIN, f64::max);
    (left, right)
}

fn painted(mut scene: Scene, cells: &[Cell], at: &impl Fn(usize) -> Point, downwards: bool) -> String {
    for (v, cell) in cells.iter().enumerate() {
        for arrow in &cell.arrows {
            let ((x1, y1), (x2, y2)) = (at(v), at(arrow.to));
            let mut path = Path::default();
            if downwards {
                let (from, to) = (y1 + height(cell) / 2.0, y2 - height(&cells[arrow.to]) / 2.0);
                let bend = (to - from) / 2.0;
                path.step('M', &[(x1, from)]);
                path.step('C', &[(x1, from + bend), (x2, to - bend), (x2, to)]);
            } else {
                let (from, to) = (x1 + width(cell) / 2.0, x2 - width(&cells[arrow.to]) / 2.0);
                let bend = (to - from) / 2.0;
                path.step('M', &[(from, y1)]);
                path.step('C', &[(from + bend, y1), (to - bend, y2), (to, y2)]);
            }
            scene.path(&path, &arrow_look(arrow));
        }
    }
    for (v, cell) in cells.iter().enumerate() {
        let (x, y) = at(v);
        cell_at(&mut scene, cell, (x, y));
        if cell.more > 0 {
            let at = match downwards {
                true => (x, y + height(cell) / 2.0 + 13.0),
                false => (x + width(cell) / 2.0 + 6.0 + room(cell) / 2.0, y + 4.0),
            };
            more(&mut scene, at, cell.more);
        }
    }
    scene.svg()
}
