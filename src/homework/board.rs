//! Boards as pictures: what a question shows with `about`, if that is a position on a grid.
//!
//! In: the board as text, a line a row; `#` is no square, `.` an empty one, anything else is written into its square. Out: SVG, and
//! LaTeX for the picture environment, which needs no package.

use crate::scene::escaped;
use std::fmt::Write;

/// The side of a square.
const SIDE: usize = 24;

/// A drawing for a page.
pub fn svg(board: &str) -> String {
    let (width, height) = size(board);
    let mut out = format!(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"14\">",
        width * SIDE + 2,
        height * SIDE + 2
    );
    for (x, y, c) in squares(board) {
        let (left, top) = (x * SIDE + 1, y * SIDE + 1);
        let _ = write!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"white\" stroke=\"black\"/>"
        );
        if c != '.' {
            let text = escaped(&c.to_string());
            let _ =
                write!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{text}</text>", left + SIDE / 2, top + 17);
        }
    }
    out + "</svg>"
}

/// A drawing for LaTeX.
pub fn latex(board: &str) -> String {
    let (width, height) = size(board);
    let mut out = format!("\\setlength{{\\unitlength}}{{6mm}}\\begin{{picture}}({width},{height})");
    for (x, y, c) in squares(board) {
        let text = if c.is_alphanumeric() { c.to_string() } else { String::new() };
        let _ = write!(out, "\\put({x},{}){{\\framebox(1,1){{{text}}}}}", height - 1 - y);
    }
    out + "\\end{picture}"
}

fn size(board: &str) -> (usize, usize) {
    (board.lines().map(|line| line.chars().count()).max().unwrap_or(0), board.lines().count())
}

fn squares(board: &str) -> impl Iterator<Item = (usize, usize, char)> {
    board
        .lines()
        .enumerate()
        .flat_map(|(y, line)| line.chars().enumerate().map(move |(x, c)| (x, y, c)))
        .filter(|(_, _, c)| !matches!(c, '#' | ' '))
}
