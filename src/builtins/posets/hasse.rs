//! Hasse diagrams: for the terminal, as SVG, and in the language of Graphviz.
//!
//! Elements stand in rows by the longest chain below them. Within a row they are ordered by the middle of their
//! neighbours in the row before, up and down some times (Sugiyama, Tagawa and Toda 1981), which keeps crossings few. A line over
//! several rows has a place of its own in each, so that it goes by no element that is not one of its ends.

use super::poset;
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::scene::Scene;
use crate::value::{Display, Fault, Res, Value};
use std::fmt::Write;
use std::rc::Rc;

/// Elements of the largest poset that is drawn.
const MOST: usize = 300;
/// Columns of the widest drawing for the terminal; wider ones are listed row by row.
const COLUMNS: usize = 160;
/// The highest level of a picture.
const STEEP: f64 = 400.0;
/// Places of long lines; a picture with more is drawn with straight lines.
const PLACES: usize = 20_000;

struct Layout {
    /// Of the elements; what has a larger number is the place of a line.
    labels: Vec<String>,
    /// For each cover the lower element, the places of its line, the upper one.
    lines: Vec<Vec<usize>>,
    /// From below.
    rows: Vec<Vec<usize>>,
    /// The row of each element and place.
    row_of: Vec<usize>,
}

fn layout(m: &mut Machine, value: &PosetValue) -> Res<Layout> {
    let n = value.elements.len();
    if n > MOST {
        return Fault::new(Mistake::Picture, format!("a diagram of {n} elements; at most {MOST} are drawn")).err();
    }
    let mut labels = Vec::with_capacity(n);
    for element in &value.elements {
        labels.push(PosetValue::label_notation(m, element)?);
    }
    let covers = value.order.covers(&m.handle)?;
    let mut row_of: Vec<usize> = value.order.heights(&m.handle)?.iter().map(|&h| h as usize).collect();
    let between: usize = covers.iter().map(|&(x, y)| row_of[y] - row_of[x] - 1).sum();
    let mut lines = Vec::with_capacity(covers.len());
    for &(x, y) in &covers {
        let mut line = vec![x];
        if between <= PLACES {
            for r in row_of[x] + 1..row_of[y] {
                line.push(row_of.len());
                row_of.push(r);
            }
        }
        line.push(y);
        lines.push(line);
    }
    let all = row_of.len();
    let mut rows = vec![Vec::new(); row_of.iter().max().map_or(0, |r| r + 1)];
    (0..all).for_each(|x| rows[row_of[x]].push(x));
    let mut neighbours = vec![Vec::new(); all];
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        neighbours[pair[0]].push(pair[1]);
        neighbours[pair[1]].push(pair[0]);
    }
    let mut place = vec![0.0; all];
    let settle = |row: &[usize], place: &mut Vec<f64>| {
        for (i, &x) in row.iter().enumerate() {
            place[x] = (i as f64 + 0.5) / row.len() as f64;
        }
    };
    rows.iter().for_each(|row| settle(row, &mut place));
    for sweep in 0..6 {
        for step in 0..rows.len() {
            let r = if sweep % 2 == 0 { step } else { rows.len() - 1 - step };
            let mut keyed: Vec<(f64, usize)> = Vec::new();
            for &x in &rows[r] {
                m.handle.ticks(1 + neighbours[x].len() as u32)?;
                let below = sweep % 2 == 0;
                let near = neighbours[x].iter().filter(|&&y| (row_of[y] < row_of[x]) == below);
                let (sum, count) = near.fold((0.0, 0.0), |(s, c), &y| (s + place[y], c + 1.0));
                keyed.push((if count > 0.0 { sum / count } else { place[x] }, x));
            }
            // Stable: ties stay as they were.
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[r] = keyed.into_iter().map(|(_, x)| x).collect();
            let row = rows[r].clone();
            settle(&row, &mut place);
        }
    }
    Ok(Layout { labels, lines, rows, row_of })
}

impl Layout {
    /// The straight parts of all lines, each from below.
    fn parts(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.lines.iter().flat_map(|line| line.windows(2).map(|pair| (pair[0], pair[1])))
    }
}

/// `hasse(P)`.
pub fn hasse(m: &mut Machine, a: &[Value]) -> Res {
    let layout = layout(m, poset(&a[0])?)?;
    let text = terminal(m, &layout)?;
    Ok(Value::Display(Rc::new(Display { kind: "Hasse diagram", text, svg: Some(svg(&layout)), ..Display::default() })))
}

fn wide(label: &str) -> usize {
    label.chars().count()
}

fn terminal(m: &Machine, layout: &Layout) -> Res<String> {
    let widest = layout.labels.iter().map(|l| wide(l)).max().unwrap_or(0);
    let most = layout.rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = widest + 5;
    let columns = (cell * most).saturating_sub(5);
    if columns > COLUMNS {
        let rows: Vec<String> = layout
            .rows
            .iter()
            .rev()
            .map(|row| row.iter().filter_map(|&x| layout.labels.get(x)).cloned().collect::<Vec<_>>().join("  "))
            .collect();
        return Ok(rows.join("\n"));
    }
    // Middles of the labels, in half columns so that rows of even and odd numbers stand well over each other.
    let row_of = &layout.row_of;
    let mut middle = vec![0; row_of.len()];
    for row in &layout.rows {
        for (i, &x) in row.iter().enumerate() {
            middle[x] = (cell * (most - row.len() + 2 * i) + widest) / 2;
        }
    }
    // Lines between rows: more where a line has to go far.
    let gap = |r: usize| -> usize {
        let far = layout.parts().filter(|&(x, y)| row_of[x] <= r && row_of[y] > r);
        far.map(|(x, y)| (middle[x].abs_diff(middle[y]) / (row_of[y] - row_of[x])).div_ceil(6))
            .max()
            .unwrap_or(1)
            .clamp(1, 7)
    };
    let mut line_of = vec![0; layout.rows.len()];
    let mut lines = 0;
    for r in (0..layout.rows.len()).rev() {
        line_of[r] = lines;
        lines += 1 + if r > 0 { gap(r - 1) } else { 0 };
    }
    let mut canvas = vec![vec![' '; columns + 1]; lines];
    for (x, y) in layout.parts() {
        let (bottom, top) = (line_of[row_of[x]], line_of[row_of[y]]);
        let (from, to) = (middle[y] as f64, middle[x] as f64);
        for line in top + 1..bottom {
            m.handle.tick()?;
            let part = (line - top) as f64 / (bottom - top) as f64;
            let column = (from + (to - from) * part).round() as usize;
            let stroke = match middle[x].cmp(&middle[y]) {
                std::cmp::Ordering::Less => '/',
                std::cmp::Ordering::Equal => '|',
                std::cmp::Ordering::Greater => '\\',
            };
            let cell = &mut canvas[line][column.min(columns)];
            *cell = if *cell == ' ' || *cell == stroke { stroke } else { 'X' };
        }
    }
    for x in layout.labels.len()..row_of.len() {
        canvas[line_of[row_of[x]]][middle[x].min(columns)] = '|';
    }
    for (x, label) in layout.labels.iter().enumerate() {
        let start = middle[x].saturating_sub(wide(label) / 2);
        for (i, c) in label.chars().enumerate() {
            if let Some(cell) = canvas[line_of[row_of[x]]].get_mut(start + i) {
                *cell = c;
            }
        }
    }
    let lines: Vec<String> =
        canvas.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_string()).collect();
    Ok(lines.join("\n"))
}

fn svg(layout: &Layout) -> String {
    let widest = layout.labels.iter().map(|l| wide(l)).max().unwrap_or(0);
    let most = layout.rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = 9 * widest + 26;
    let across = |row: &[usize], i: usize| (10 + cell * (most - row.len() + 2 * i + 1) / 2) as f64;
    let mut at = vec![(0.0, 0.0); layout.row_of.len()];
    for row in &layout.rows {
        row.iter().enumerate().for_each(|(i, &x)| at[x].0 = across(row, i));
    }
    // So steep that no line touches what stands beside its ends.
    let beside = 4.5 * widest as f64 + 21.0;
    let mut levels = vec![70.0f64; layout.rows.len()];
    for (x, y) in layout.parts() {
        let high = &mut levels[layout.row_of[x]];
        *high = high.max((14.0 * (at[x].0 - at[y].0).abs() / beside).min(STEEP));
    }
    let (width, height) = ((cell * most.max(1) + 20) as f64, levels.iter().sum::<f64>().max(70.0) + 10.0);
    let mut up = height - 40.0;
    for (row, level) in layout.rows.iter().zip(&levels) {
        row.iter().for_each(|&x| at[x].1 = up.round());
        up -= level;
    }
    let mut scene = Scene::new((width, height.round()), 14, "Hasse diagram");
    for (x, y) in layout.parts() {
        scene.line(at[x], at[y], "stroke=\"#555\"");
    }
    for (label, &(x, y)) in layout.labels.iter().zip(&at) {
        let w = 9.0 * wide(label) as f64 + 10.0;
        scene.rect((x - w / 2.0, y - 11.0), (w, 22.0), "rx=\"5\" fill=\"white\"");
        scene.text((x, y + 5.0), "middle", "", label);
    }
    scene.svg()
}

/// `dot(P)`.
pub fn dot(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    let covers = value.order.covers(&m.handle)?;
    let mut out = String::from("digraph poset {\n  rankdir = BT\n  node [shape = plaintext]\n  edge [dir = none]\n");
    for (x, element) in value.elements.iter().enumerate() {
        let label = PosetValue::label_notation(m, element)?;
        let _ = writeln!(out, "  {x} [label = \"{}\"]", label.replace('\\', "\\\\").replace('"', "\\\""));
    }
    for (x, y) in covers {
        let _ = writeln!(out, "  {x} -> {y}");
    }
    out.push('}');
    Ok(Value::text(out))
}
