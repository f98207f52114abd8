//! Boards as text: columns have letters, rows numbers, as in the names of moves. In a terminal with colours pieces, vertices and edges
//! have that of their owner, and what is no piece is faint.

use super::layout::Net;
use super::{Board, Hue, column};
use crate::report::fit::seen;
use crate::report::text::paint;
use crate::value::Grid;

/// More counters of a heap are not drawn.
const COUNTERS: u64 = 30;

/// What is no piece.
const FAINT: &str = "2";

/// How a terminal writes what is of this colour.
pub fn code(hue: Hue) -> &'static str {
    match hue {
        Hue::Blue => "1;34",
        Hue::Red => "1;31",
        Hue::Green => "1;32",
        Hue::Grey => "0",
    }
}

/// The lines of a board, perhaps in colour.
pub fn text(board: &Board, color: bool) -> String {
    match board {
        Board::Grid(grid) => cells(grid, color),
        Board::Heaps(heaps) => rows(heaps),
        Board::Graph(net) => edges(net, color),
        Board::Text(text) => text.clone(),
        Board::Sum(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .enumerate()
                .map(|(i, (negated, part))| match (i, negated) {
                    (0, false) => text(part, color),
                    (_, true) => format!("-\n{}", text(part, color)),
                    _ => format!("+\n{}", text(part, color)),
                })
                .collect();
            parts.join("\n")
        }
    }
}

/// The lines of a board that stands beside others: components side by side.
pub fn block(board: &Board, color: bool) -> Vec<String> {
    let Board::Sum(parts) = board else { return text(board, color).lines().map(str::to_owned).collect() };
    let mut out: Vec<String> = Vec::new();
    for (i, (negated, part)) in parts.iter().enumerate() {
        let sign = match (i, negated) {
            (0, false) => "",
            (0, true) => "- ",
            (_, true) => " - ",
            _ => " + ",
        };
        out = beside(&[out, vec![String::new(), sign.to_owned()], block(part, color)], 0);
    }
    out
}

/// Blocks of lines beside one another, so many blanks apart.
pub fn beside(blocks: &[Vec<String>], gap: usize) -> Vec<String> {
    let high = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = vec![String::new(); high];
    let mut start = 0;
    for block in blocks {
        for (line, own) in out.iter_mut().zip(block).filter(|(_, own)| !own.is_empty()) {
            let pad = start - seen(line).min(start);
            line.push_str(&" ".repeat(pad));
            line.push_str(own);
        }
        start += block.iter().map(|line| seen(line)).max().unwrap_or(0) + gap;
    }
    out
}

/// The rows of a grid without names: as it stands in a tree.
pub fn bare(grid: &Grid, color: bool) -> Vec<String> {
    let row = |row: &[u8]| row.iter().map(|&symbol| cell(symbol, 1, color)).collect::<Vec<_>>().join(" ");
    grid.symbols().chunks(grid.columns()).map(row).collect()
}

fn cell(symbol: u8, width: usize, color: bool) -> String {
    let text = format!("{:>width$}", symbol as char);
    match symbol {
        b'.' | b'#' => paint(&text, FAINT, color),
        b if b.is_ascii_alphabetic() => match Hue::of(&(b as char).to_string()) {
            Hue::Grey => text,
            hue => paint(&text, code(hue), color),
        },
        _ => text,
    }
}

fn cells(grid: &Grid, color: bool) -> String {
    let names: Vec<String> = (0..grid.columns()).map(column).collect();
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let margin = if grid.rows() > 1 { grid.rows().to_string().len() + 1 } else { 0 };
    let mut out = " ".repeat(margin);
    let letters = names.iter().map(|name| format!("{name:>width$}")).collect::<Vec<_>>().join(" ");
    out += &paint(&letters, FAINT, color);
    for (r, row) in grid.symbols().chunks(grid.columns()).enumerate() {
        out.push('\n');
        if margin > 0 {
            out += &paint(&format!("{:>1$} ", r + 1, margin - 1), FAINT, color);
        }
        // Blanks at the end of a row are left out before it is coloured.
        let filled = row.iter().rposition(|&symbol| symbol != b' ').map_or(0, |last| last + 1);
        let filled = row[..filled].iter().map(|&symbol| cell(symbol, width, color));
        out += &filled.collect::<Vec<_>>().join(" ");
    }
    out
}

fn rows(heaps: &[u64]) -> String {
    let width = heaps.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let row = |n: &u64| {
        let counters = vec!["●"; (*n).min(COUNTERS) as usize].join(" ");
        let more = if *n > COUNTERS { " …" } else { "" };
        format!("{n:>width$}  {counters}{more}").trim_end().to_owned()
    };
    heaps.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// Each vertex with its edges to those that come later.
fn edges(net: &Net, color: bool) -> String {
    let coloured = |i: usize| match net.vertices[i].hue {
        Some(hue) => format!("{} ({})", net.vertices[i].name, word(hue)),
        None => net.vertices[i].name.clone(),
    };
    let width = (0..net.vertices.len()).map(|i| coloured(i).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for i in net.order() {
        let ends = net.edges.iter().filter(|edge| edge.from == i).map(|edge| {
            let sign = if edge.directed { "->" } else { "--" };
            let name = &net.vertices[edge.to].name;
            match edge.hue {
                Hue::Grey => format!("{sign} {name}"),
                hue => paint(&format!("{sign} {name} {}", word(hue)), code(hue), color),
            }
        });
        let ends: Vec<String> = ends.collect();
        // A vertex that stands at the end of edges only is seen there.
        let seen = net.edges.iter().any(|edge| edge.to == i);
        if ends.is_empty() && seen && net.vertices[i].hue.is_none() {
            continue;
        }
        let own = coloured(i);
        let pad = " ".repeat(width - own.chars().count());
        let own = match net.vertices[i].hue {
            Some(hue) if hue != Hue::Grey => paint(&own, code(hue), color),
            _ => own,
        };
        lines.push(format!("{own}{pad} {}", ends.join(", ")).trim_end().to_owned());
    }
    lines.join("\n")
}

fn word(hue: Hue) -> &'static str {
    match hue {
        Hue::Blue => "blue",
        Hue::Red => "red",
        Hue::Green => "green",
        Hue::Grey => "grey",
    }
}
