//! Boards of squares: rows of one-character cells, counted from 1 at the top left, so that `(row, column)` reads like a matrix.
//!
//! In: text such as `"..x|.o."`. Out: cells, neighbours, changed boards, reflections, regions. All operations cost time
//! in proportion to the number of cells.

mod groups;
mod words;

use super::boards::Regions;
use super::{Fault, Res, Value};
use crate::diagnostics::Mistake;
use crate::limits::{Handle, Stop};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt::Write as _;
use words::WORD;

/// Largest number of cells.
pub(crate) const MAX_CELLS: usize = 1 << 20;

/// A board. Off the board there are no cells.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    rows: u32,
    columns: u32,
    cells: Cells,
}

/// Symbols row by row; those of boards of play need no memory of their own.
type Cells = SmallVec<[u8; 36]>;

impl Clone for Grid {
    /// Cells are copied as a whole, which `SmallVec` would do one by one.
    fn clone(&self) -> Grid {
        Grid { rows: self.rows, columns: self.columns, cells: Cells::from_slice(&self.cells) }
    }
}

/// A set of symbols.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbols([u64; 4]);

impl Symbols {
    /// Those in a text.
    pub fn of(text: &str) -> Symbols {
        let mut all = Symbols::default();
        text.bytes().for_each(|symbol| all.0[usize::from(symbol / 64)] |= 1 << (symbol % 64));
        all
    }

    /// Each of them.
    fn each(self) -> impl Iterator<Item = u8> {
        (0..4u8).flat_map(move |i| {
            let mut rest = self.0[usize::from(i)];
            std::iter::from_fn(move || {
                let bit = u8::try_from(rest.trailing_zeros()).ok().filter(|_| rest != 0)?;
                rest &= rest - 1;
                Some(i * 64 + bit)
            })
        })
    }

    /// Whether a symbol is one of them.
    #[inline]
    pub fn has(&self, symbol: u8) -> bool {
        self.0[usize::from(symbol / 64)] >> (symbol % 64) & 1 == 1
    }
}

/// The eight directions, king's order: first the four along rows and columns (down, right, up, left).
pub(crate) const DIRECTIONS: [(i64, i64); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Grid {
    /// Reads rows separated by `|` or line ends. Blanks at the ends of lines do not count.
    pub fn parse(text: &str) -> Res<Grid> {
        if text.len() > 8 * MAX_CELLS {
            return Fault::new(Mistake::TooLarge, "a grid of more than a million cells").err();
        }
        let lines: Vec<&str> = text.trim_matches(['\n', '\r']).split(['|', '\n']).map(str::trim).collect();
        let lines: &[&str] = if lines == [""] { &[] } else { &lines };
        let columns = lines.first().map_or(0, |line| line.chars().count());
        let mut cells = SmallVec::new();
        for (i, line) in lines.iter().enumerate() {
            let length = line.chars().count();
            if length != columns {
                let message = format!("row {} of the grid has {length} cells, the first has {columns}", i + 1);
                return Fault::new(Mistake::GridText, message)
                    .note("All rows are equally long. Rows are separated by `|` or line ends.")
                    .err();
            }
            for c in line.chars() {
                cells.push(symbol_of(c)?);
            }
        }
        Grid::checked(lines.len(), columns, cells)
    }

    /// A board of equal cells.
    pub(crate) fn filled(rows: usize, columns: usize, symbol: u8) -> Res<Grid> {
        let count = rows.saturating_mul(columns);
        // Also without cells: rows are gone through, and drawn.
        if count > MAX_CELLS || rows > MAX_CELLS || columns > MAX_CELLS {
            return Fault::new(Mistake::TooLarge, "a grid of more than a million cells").err();
        }
        Grid::checked(rows, columns, SmallVec::from_elem(symbol, count))
    }

    fn checked(rows: usize, columns: usize, cells: Cells) -> Res<Grid> {
        match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(rows), Ok(columns)) if cells.len() <= MAX_CELLS => Ok(Grid { rows, columns, cells }),
            _ => Fault::new(Mistake::TooLarge, "a grid of more than a million cells").err(),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Whether its cells are less than the bits of a machine word: a copy of it costs next to nothing.
    pub fn is_small(&self) -> bool {
        self.cells.len() < WORD
    }

    fn at(&self, row: i64, column: i64) -> Option<usize> {
        let inside = row >= 1 && column >= 1 && row <= i64::from(self.rows) && column <= i64::from(self.columns);
        // Both factors are at most 2^20 here.
        inside.then(|| usize::try_from((row - 1) * i64::from(self.columns) + column - 1).unwrap_or(0))
    }

    /// The cell's symbol; `None` off the board.
    pub fn get(&self, row: i64, column: i64) -> Option<u8> {
        self.at(row, column).map(|i| self.cells[i])
    }

    /// Changes a cell; false off the board.
    pub fn put(&mut self, row: i64, column: i64, symbol: u8) -> bool {
        self.at(row, column).map(|i| self.cells[i] = symbol).is_some()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let (rows, columns) = (i64::from(self.rows), i64::from(self.columns));
        (1..=rows).flat_map(move |r| (1..=columns).map(move |c| (r, c)))
    }

    /// The symbols, row by row.
    pub fn symbols(&self) -> &[u8] {
        &self.cells
    }

    /// One row or column as a board of its own.
    pub fn part(&self, first: (i64, i64), last: (i64, i64)) -> Option<Grid> {
        self.at(first.0, first.1)?;
        self.at(last.0, last.1)?;
        let (rows, columns) = (last.0 - first.0 + 1, last.1 - first.1 + 1);
        if rows < 0 || columns < 0 {
            return None;
        }
        let mut cells = SmallVec::new();
        for r in first.0..=last.0 {
            for c in first.1..=last.1 {
                cells.push(self.get(r, c)?);
            }
        }
        Some(Grid { rows: u32::try_from(rows).ok()?, columns: u32::try_from(columns).ok()?, cells })
    }

    /// Columns become rows.
    #[must_use]
    pub(crate) fn transpose(&self) -> Grid {
        let (rows, columns) = (self.rows(), self.columns());
        let mut cells = SmallVec::with_capacity(self.cells.len());
        for c in 0..columns {
            for r in 0..rows {
                cells.push(self.cells[r * columns + c]);
            }
        }
        Grid { rows: self.columns, columns: self.rows, cells }
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn mirror(&self) -> Grid {
        let mut image = self.clone();
        if self.columns > 0 {
            image.cells.chunks_mut(self.columns as usize).for_each(<[u8]>::reverse);
        }
        image
    }

    /// Top and bottom exchanged.
    #[must_use]
    pub(crate) fn flip(&self) -> Grid {
        let mut image = self.mirror();
        image.cells.reverse();
        image
    }

    /// A quarter turn to the right.
    #[must_use]
    pub(crate) fn rotate(&self) -> Grid {
        Walk::new(self, 6).image(self)
    }

    /// The board and its images: under mirrors and half turn (4), and with `turns` under quarter turns too (8).
    pub(crate) fn images(&self, turns: bool) -> Vec<Grid> {
        (0..if turns { 8 } else { 4 }).map(|image| Walk::new(self, image).image(self)).collect()
    }

    /// The least of the images. Only those with the fewest rows can be least, so a board that is not square has four to
    /// look at; two are compared only up to the first difference.
    /// Nothing if the board is the least itself.
    #[must_use]
    pub fn least(&self, turns: bool) -> Option<Grid> {
        let candidates = match self.rows.cmp(&self.columns) {
            Ordering::Equal if turns => 0..8,
            Ordering::Greater if turns => 4..8,
            _ => 0..4,
        };
        let mut least = candidates.start;
        let mut best = Walk::new(self, least);
        for image in candidates.skip(1) {
            let walk = Walk::new(self, image);
            if walk.is_less(&best, self) {
                (least, best) = (image, walk);
            }
        }
        (least != 0).then(|| best.image(self))
    }

    /// A board that is gone through as a whole is paid for.
    pub(crate) fn paid(&self, handle: &Handle) -> Result<(), Stop> {
        if self.is_small() {
            return Ok(());
        }
        handle.afford(self.cells.len())?;
        handle.ticks(self.cells.len() / 64)
    }

    /// The connected regions, each cut out with everything else as the symbol of the outside. Cells are neighbours along rows and columns, if wanted
    /// diagonally too. They are handed over one by one; nothing stands for the board itself, if it is its own region.
    pub fn regions<E: From<Stop>>(
        &self,
        wanted: &Regions,
        handle: &Handle,
        mut out: impl FnMut(Option<Grid>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.cells.len() <= WORD {
            return self.small_regions(wanted, out);
        }
        let &Regions { kept, outside, diagonal, smallest } = wanted;
        let directions = if diagonal { &DIRECTIONS[..] } else { &DIRECTIONS[..4] };
        let (rows, columns) = (self.rows(), self.columns());
        // Cells of regions that were not visited yet.
        let mut open: SmallVec<[bool; 36]> = self.cells.iter().map(|cell| kept.has(*cell)).collect();
        // Row and column, from 0.
        let mut region: SmallVec<[(u32, u32); 36]> = SmallVec::new();
        for start in 0..self.cells.len() {
            if !open[start] {
                continue;
            }
            open[start] = false;
            region.clear();
            #[allow(clippy::cast_possible_truncation)]
            region.push(((start / columns) as u32, (start % columns) as u32));
            let mut next = 0;
            let (mut top, mut bottom) = (u32::MAX, 0);
            let (mut left, mut right) = (u32::MAX, 0);
            while let Some(&(r, c)) = region.get(next) {
                next += 1;
                (top, bottom) = (top.min(r), bottom.max(r));
                (left, right) = (left.min(c), right.max(c));
                for (dr, dc) in directions {
                    // Sizes are below 2^20: a step off the board wraps to a number far beyond.
                    #[allow(clippy::cast_possible_truncation)]
                    let (r, c) = (r.wrapping_add(*dr as u32), c.wrapping_add(*dc as u32));
                    let (row, column) = (r as usize, c as usize);
                    if row < rows && column < columns && open[row * columns + column] {
                        open[row * columns + column] = false;
                        region.push((r, c));
                    }
                }
            }
            if region.len() < smallest {
                continue;
            }
            let (height, width) = (bottom - top + 1, right - left + 1);
            // Regions around each other may have large boards each.
            handle.afford(height as usize * width as usize)?;
            let mut cells: Cells = SmallVec::from_elem(outside, height as usize * width as usize);
            for &(r, c) in &region {
                let cell = self.cells[r as usize * columns + c as usize];
                cells[(r - top) as usize * width as usize + (c - left) as usize] = cell;
            }
            out(Some(Grid { rows: height, columns: width, cells }))?;
        }
        Ok(())
    }

    /// Hands over the boards that come from this one by replacing one occurrence of `pattern` by `by`, which has the same size.
    /// Occurrences go row by row. Cost: cells of the board times cells of the pattern.
    pub fn replacements<E: From<Stop>>(
        &self,
        pattern: &Grid,
        by: &Grid,
        handle: &Handle,
        mut out: impl FnMut(Grid) -> Result<(), E>,
    ) -> Result<(), E> {
        let (width, columns) = (pattern.columns(), self.columns());
        for corner in self.occurrences(pattern, handle)? {
            if !self.is_small() {
                handle.afford(self.cells.len())?;
            }
            let mut board = self.clone();
            for (r, row) in by.cells.chunks_exact(width).enumerate() {
                board.cells[corner + r * columns..][..width].copy_from_slice(row);
            }
            out(board)?;
        }
        Ok(())
    }

    /// The first cells of the occurrences of a pattern, row by row.
    fn occurrences(&self, pattern: &Grid, handle: &Handle) -> Result<SmallVec<[usize; 36]>, Stop> {
        let (height, width) = (pattern.rows(), pattern.columns());
        let mut corners = SmallVec::new();
        if height == 0 || width == 0 || height > self.rows() || width > self.columns() {
            return Ok(corners);
        }
        let columns = self.columns();
        if let Some(mut places) = self.places(pattern) {
            while places != 0 {
                corners.push(places.trailing_zeros() as usize);
                places &= places - 1;
            }
            return Ok(corners);
        }
        for (top, line) in self.cells.chunks_exact(columns).take(self.rows() - height + 1).enumerate() {
            for (left, cell) in line[..=columns - width].iter().enumerate() {
                // Most places differ at once.
                if *cell != pattern.cells[0] {
                    continue;
                }
                let corner = top * columns + left;
                let rows = pattern.cells.chunks_exact(width).enumerate();
                let same = rows.take_while(|(r, row)| self.cells[corner + r * columns..][..width] == **row).count();
                handle.ticks((1 + same) * width / 64)?;
                if same == height {
                    corners.push(corner);
                }
            }
            handle.ticks((columns - width) / 64)?;
        }
        Ok(corners)
    }

    /// How many occurrences a pattern has on a small board; nothing if either is too large.
    pub(crate) fn count(&self, pattern: &Grid) -> Option<usize> {
        let ((height, width), small) = ((pattern.rows(), pattern.columns()), self.is_small());
        if height == 0 || width == 0 || height > self.rows() || width > self.columns() {
            return Some(0);
        }
        self.places(pattern).filter(|_| small).map(|places| places.count_ones() as usize)
    }

    /// The most occurrences of a pattern of one row or one column, no two of which overlap; with `safe` on cells alone that no
    /// occurrence of the pattern covers when it is turned by a quarter. In each line the first that fits is taken: of intervals of one length none does better.
    pub fn room(&self, pattern: &Grid, safe: bool, handle: &Handle) -> Result<usize, Stop> {
        let covers = |pattern: &Grid, corner: usize| {
            let (width, columns) = (pattern.columns(), self.columns());
            (0..pattern.cells.len()).map(move |i| corner + i / width * columns + i % width)
        };
        let mut taken: SmallVec<[bool; 36]> = SmallVec::from_elem(false, self.cells.len());
        if safe {
            let turned = pattern.rotate();
            for corner in self.occurrences(&turned, handle)? {
                handle.ticks(pattern.cells.len() / 64)?;
                covers(&turned, corner).for_each(|cell| taken[cell] = true);
            }
        }
        let mut count = 0;
        for corner in self.occurrences(pattern, handle)? {
            handle.ticks(pattern.cells.len() / 64)?;
            if covers(pattern, corner).all(|cell| !taken[cell]) {
                covers(pattern, corner).for_each(|cell| taken[cell] = true);
                count += 1;
            }
        }
        Ok(count)
    }

    /// Exchanges two symbols.
    #[must_use]
    pub fn swap(&self, a: u8, b: u8) -> Grid {
        let mut image = self.clone();
        for cell in &mut image.cells {
            if *cell == a {
                *cell = b;
            } else if *cell == b {
                *cell = a;
            }
        }
        image
    }

    /// Rows separated by `separator`.
    pub fn text(&self, separator: &str) -> String {
        let mut text = String::with_capacity(self.cells.len() + self.rows());
        for r in 0..self.rows() {
            if r > 0 {
                text.push_str(separator);
            }
            for &cell in &self.cells[r * self.columns()..(r + 1) * self.columns()] {
                let _ = write!(text, "{}", cell as char);
            }
        }
        text
    }
}

/// The way through a board's cells that reads off one of its images row by row.
struct Walk {
    rows: usize,
    columns: usize,
    start: usize,
    /// Step to the next row and column of the image, added modulo 2^64.
    down: usize,
    right: usize,
}

impl Walk {
    /// The way for one of the eight images: the board, mirror, flip, half turn, and these four transposed.
    fn new(grid: &Grid, image: usize) -> Walk {
        let (rows, columns) = (grid.rows(), grid.columns());
        let (mut start, mut down, mut right) = (0, columns, 1usize);
        if image & 1 == 1 {
            (start, right) = (columns.saturating_sub(1), 1usize.wrapping_neg());
        }
        if image & 2 == 2 {
            (start, down) = (start + rows.saturating_sub(1) * columns, columns.wrapping_neg());
        }
        if image & 4 == 4 {
            return Walk { rows: columns, columns: rows, start, down: right, right: down };
        }
        Walk { rows, columns, start, down, right }
    }

    /// Where the image's rows begin, in the board.
    fn row(&self, r: usize) -> usize {
        self.start.wrapping_add(r.wrapping_mul(self.down))
    }

    /// Whether this image comes before another one of as many rows and columns.
    fn is_less(&self, other: &Walk, grid: &Grid) -> bool {
        let cells = grid.symbols();
        for r in 0..self.rows {
            let (mut here, mut there) = (self.row(r), other.row(r));
            for _ in 0..self.columns {
                let (a, b) = (cells[here], cells[there]);
                if a != b {
                    return a < b;
                }
                (here, there) = (here.wrapping_add(self.right), there.wrapping_add(other.right));
            }
        }
        false
    }

    fn image(&self, grid: &Grid) -> Grid {
        let (rows, columns) =
            if self.rows == grid.rows() { (grid.rows, grid.columns) } else { (grid.columns, grid.rows) };
        let mut cells = Cells::from_slice(&grid.cells);
        let (mut image, board) = (cells.iter_mut(), grid.symbols());
        for r in 0..self.rows {
            let mut at = self.row(r);
            for cell in image.by_ref().take(self.columns) {
                *cell = board[at];
                at = at.wrapping_add(self.right);
            }
        }
        Grid { rows, columns, cells }
    }
}

fn symbol_of(c: char) -> Res<u8> {
    if c.is_ascii_graphic() && c != '|' && c != '"' {
        return Ok(u8::try_from(c).unwrap_or(b'?'));
    }
    Fault::new(Mistake::GridText, format!("`{c}` cannot stand in a grid"))
        .note("Cells are letters, digits and signs such as `.`, `#`, `x`, `o`; a blank cell is written `.`.")
        .err()
}

/// A cell's symbol from a string of one character.
pub fn symbol(value: &Value) -> Res<u8> {
    match value {
        Value::Str(text) if text.chars().count() == 1 => symbol_of(text.chars().next().unwrap_or('.')),
        other => Fault::expected("a string of one character for a cell", other).err(),
    }
}

/// How cells are named.
const COUNTED: &str = "Rows and columns are counted from 1 at the top left: `(2, 3)` is in row 2 and column 3.";

/// A cell `(row, column)`.
pub fn cell(value: &Value) -> Res<(i64, i64)> {
    match value {
        Value::Tuple(items) => match &items[..] {
            [Value::Int(r), Value::Int(c)] => Ok((*r, *c)),
            _ => Fault::expected("a cell `(row, column)` with two integers", value).note(COUNTED).err(),
        },
        other => Fault::expected("a cell `(row, column)`", other).note(COUNTED).err(),
    }
}

/// A cell as a value.
pub(crate) fn cell_value(row: i64, column: i64) -> Value {
    Value::tuple(vec![Value::Int(row), Value::Int(column)])
}
