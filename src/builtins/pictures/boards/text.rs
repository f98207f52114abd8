//! Boards as text: columns have letters, rows numbers, as in the names of moves.

use super::layout::Net;
use super::{Board, Hue, column};
use crate::value::Grid;
use std::fmt::Write;

/// More counters of a heap are not drawn.
const COUNTERS: u64 = 30;

/// The lines of a board.
pub fn text(board: &Board) -> String {
    match board {
        Board::Grid(grid) => cells(grid),
        Board::Heaps(heaps) => rows(heaps),
        Board::Graph(net) => edges(net),
        Board::Text(text) => text.clone(),
        Board::Sum(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .enumerate()
                .map(|(i, (negated, part))| match (i, negated) {
                    (0, false) => text(part),
                    (_, true) => format!("-\n{}", text(part)),
                    _ => format!("+\n{}", text(part)),
                })
                .collect();
            parts.join("\n")
        }
    }
}

fn cells(grid: &Grid) -> String {
    let names: Vec<String> = (0..grid.columns()).map(column).collect();
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let margin = if grid.rows() > 1 { grid.rows().to_string().len() + 1 } else { 0 };
    let mut out = " ".repeat(margin);
    out += &names.iter().map(|name| format!("{name:>width$}")).collect::<Vec<_>>().join(" ");
    for (r, row) in grid.symbols().chunks(grid.columns()).enumerate() {
        out.push('\n');
        if margin > 0 {
            let _ = write!(out, "{:>1$} ", r + 1, margin - 1);
        }
        let row: Vec<String> = row.iter().map(|&symbol| format!("{:>width$}", symbol as char)).collect();
        out += row.join(" ").trim_end();
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
fn edges(net: &Net) -> String {
    let coloured = |i: usize| match net.vertices[i].hue {
        Some(hue) => format!("{} ({})", net.vertices[i].name, word(hue)),
        None => net.vertices[i].name.clone(),
    };
    let width = (0..net.vertices.len()).map(|i| coloured(i).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for i in net.order() {
        let ends = net.edges.iter().filter(|edge| edge.from == i).map(|edge| {
            let sign = if edge.directed { "->" } else { "--" };
            let hue = if edge.hue == Hue::Grey { String::new() } else { format!(" {}", word(edge.hue)) };
            format!("{sign} {}{hue}", net.vertices[edge.to].name)
        });
        let ends: Vec<String> = ends.collect();
        // A vertex that stands at the end of edges only is seen there.
        let seen = net.edges.iter().any(|edge| edge.to == i);
        if ends.is_empty() && seen && net.vertices[i].hue.is_none() {
            continue;
        }
        let own = coloured(i);
        let pad = " ".repeat(width - own.chars().count());
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
