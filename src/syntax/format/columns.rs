//! Columns: where an author has put more blanks than belong there, so that something stands exactly below or above another, it
//! still does when the lines are laid out. Rows of numbers may end in one column instead of beginning there.

use super::super::token::Tok;
use super::gaps::{is_operator, keeps_column};
use super::lines::{Begins, Line, Piece, STEP, is_comment};

/// How cells are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    End,
    Start,
}

/// A piece, or a number with its sign, that blanks stand before.
#[derive(Clone, Copy, Debug)]
struct Cell {
    line: usize,
    /// Its pieces.
    from: usize,
    to: usize,
    side: Side,
    /// More blanks stand before it than belong there.
    wide: bool,
    /// The cell that stands for all that are aligned with it.
    group: usize,
    /// Whether it is aligned with another one.
    aligned: bool,
}

struct Columns<'l, 't> {
    lines: &'l [Line<'t>],
    cells: Vec<Cell>,
    /// The first cell of each line.
    first: Vec<usize>,
}

/// The lines, laid out.
pub(super) fn placed(lines: Vec<Line<'_>>) -> String {
    let indents = indents(&lines);
    let mut columns = Columns { lines: &lines, cells: Vec::new(), first: Vec::new() };
    for line in 0..lines.len() {
        columns.first.push(columns.cells.len());
        columns.cells_of(line);
    }
    columns.first.push(columns.cells.len());
    for line in 1..lines.len() {
        if !lines[line].apart {
            columns.align(line - 1, line);
        }
    }
    let mut layout = Layout { lines: &lines, at: indents, next: vec![0; lines.len()], places: Vec::new() };
    layout.places = lines.iter().map(|line| vec![None; line.pieces.len()]).collect();
    columns.place(&mut layout);
    layout.written()
}

/// Where each line begins, columns apart.
fn indents(lines: &[Line<'_>]) -> Vec<usize> {
    let mut indents: Vec<usize> = Vec::with_capacity(lines.len());
    for line in lines {
        let inside = line.block.map_or(0, |opener| indents[opener] + STEP);
        indents.push(match line.begins {
            Begins::Statement => inside,
            Begins::End(opener) => indents[opener],
            Begins::Rest(statement) => {
                let written = line.column() as isize - lines[statement].column() as isize;
                let first = line.pieces.first().map_or(Tok::Newline, |piece| piece.first);
                let flush = first.closes() || matches!(first, Tok::Else | Tok::Then);
                let offset = if written > 0 { written as usize } else { usize::from(!flush) * STEP };
                indents[statement] + offset
            }
        });
    }
    indents
}

impl Columns<'_, '_> {
    fn cells_of(&mut self, line: usize) {
        let pieces = &self.lines[line].pieces;
        let mut i = 0;
        while i < pieces.len() {
            let from = i;
            // A number is one with its sign, and a fraction is one number.
            while pieces.get(i + 1).is_some_and(|next| next.blanks == 0 && joins(&pieces[i], next)) {
                i += 1;
            }
            let first = &pieces[from];
            let number = pieces[i].last == Tok::Int && (from..=i).all(|k| part_of_number(&pieces[k]));
            let wide = from > 0 && first.blanks > first.gap;
            if number || from > 0 && first.blanks > 0 {
                let side = if number { Side::End } else { Side::Start };
                self.cells.push(Cell { line, from, to: i, side, wide, group: self.cells.len(), aligned: false });
            }
            i += 1;
        }
        // A comment below one that stands behind something.
        if self.lines[line].is_comment() {
            let group = self.cells.len();
            self.cells.push(Cell { line, from: 0, to: 0, side: Side::Start, wide: true, group, aligned: false });
        }
    }

    fn start(&self, cell: &Cell) -> usize {
        self.lines[cell.line].pieces[cell.from].column
    }

    fn end(&self, cell: &Cell) -> usize {
        let last = &self.lines[cell.line].pieces[cell.to];
        last.column + last.width
    }

    /// Finds what is aligned in two lines, one below the other.
    fn align(&mut self, above: usize, below: usize) {
        let cells = |line: usize| self.first[line]..self.first[line + 1];
        let (upper, lower) = (cells(above), cells(below));
        let mut pairs = Vec::new();
        // Numbers by their ends, which is what they are written for; if they do not, by their beginnings.
        for side in [Side::End, Side::Start] {
            let at = |i: usize| {
                let cell = &self.cells[i];
                if side == Side::End { self.end(cell) } else { self.start(cell) }
            };
            let mut j = lower.start;
            for i in upper.clone() {
                if side == Side::End && self.cells[i].side != Side::End {
                    continue;
                }
                while j < lower.end && at(j) < at(i) {
                    j += 1;
                }
                let same = (j..lower.end).take_while(|&k| at(k) == at(i)).find(|&k| self.fits(i, k, side));
                if let Some(k) = same {
                    pairs.push((side, i, k));
                }
            }
        }
        for (side, i, k) in pairs {
            let (upper, lower) = (self.cells[i], self.cells[k]);
            let taken = |cell: &Cell| cell.aligned && cell.side != side;
            if taken(&upper) || taken(&lower) {
                continue;
            }
            for cell in [i, k] {
                (self.cells[cell].side, self.cells[cell].aligned) = (side, true);
            }
            let (a, b) = (self.root(i), self.root(k));
            self.cells[a.max(b)].group = a.min(b);
        }
    }

    /// Whether two cells may be aligned: one of them has blanks to be.
    fn fits(&self, i: usize, k: usize, side: Side) -> bool {
        let (upper, lower) = (&self.cells[i], &self.cells[k]);
        let first = |cell: &Cell| &self.lines[cell.line].pieces[cell.from];
        // Where no blank belongs, as behind a bracket, nothing begins a column.
        let blank = |cell: &Cell| first(cell).blanks > 0 && first(cell).gap > 0 && cell.from > 0;
        // Rows of numbers stand in brackets.
        let in_row = |cell: &Cell| {
            let before = cell.from.checked_sub(1).map(|before| self.lines[cell.line].pieces[before].last);
            first(cell).depth > 0 && before.is_none_or(|tok| matches!(tok, Tok::LSquare | Tok::LParen | Tok::Comma))
        };
        let numbers = upper.side == Side::End && lower.side == Side::End;
        let comment = |cell: &Cell| is_comment(self.lines[cell.line].pieces[cell.from].first);
        if lower.from == 0 && comment(lower) {
            // The comment above stands behind something, or is itself below one that does.
            return side == Side::Start && comment(upper) && (upper.from > 0 || upper.aligned);
        }
        if upper.from == 0 && comment(upper) {
            return false;
        }
        let can = match side {
            Side::End => {
                let rows = in_row(upper) && in_row(lower) && first(upper).depth == first(lower).depth;
                numbers && rows && (upper.from > 0 || lower.from > 0)
            }
            Side::Start => blank(upper) && blank(lower) && self.is_operator(upper) == self.is_operator(lower),
        };
        can && (upper.wide || lower.wide)
    }

    /// Whether it stands between operands, as `=` does.
    fn is_operator(&self, cell: &Cell) -> bool {
        is_operator(&self.lines[cell.line].pieces[cell.from])
    }

    fn root(&self, mut i: usize) -> usize {
        while self.cells[i].group != i {
            i = self.cells[i].group;
        }
        i
    }

    /// Places all cells that are aligned, from left to right, so that what stands before one is placed when its turn comes.
    fn place(&self, layout: &mut Layout<'_, '_>) {
        let mut groups: Vec<(usize, usize, Vec<usize>)> = Vec::new();
        let mut of_root = vec![usize::MAX; self.cells.len()];
        for (i, cell) in self.cells.iter().enumerate() {
            let piece = &self.lines[cell.line].pieces[cell.from];
            let alone = !cell.aligned && cell.from > 0 && keeps_column(piece);
            if !cell.aligned && !alone {
                continue;
            }
            let root = self.root(i);
            if of_root[root] == usize::MAX {
                of_root[root] = groups.len();
                let key = if cell.side == Side::End { 2 * self.end(cell) - 1 } else { 2 * self.start(cell) };
                groups.push((key, cell.line, Vec::new()));
            }
            groups[of_root[root]].2.push(i);
        }
        // Lines that go on below something in the line above.
        for (line, below) in self.lines.iter().enumerate().skip(1) {
            if matches!(below.begins, Begins::Rest(_)) && !below.apart && !below.is_comment() {
                groups.push((2 * below.column(), line, Vec::new()));
            }
        }
        groups.sort_by_key(|group| (group.0, group.1));
        for (_, line, members) in groups {
            if members.is_empty() {
                self.anchor(layout, line);
            } else {
                self.place_group(layout, &members);
            }
        }
    }

    fn place_group(&self, layout: &mut Layout<'_, '_>, members: &[usize]) {
        let mut at = 0;
        // Two blanks between columns are kept, more are not needed.
        let first = |member: &usize| &self.lines[self.cells[*member].line].pieces[self.cells[*member].from];
        let inner = members.iter().filter(|member| self.cells[**member].from > 0);
        let blanks = inner.map(|member| first(member).blanks).min().unwrap_or(0).min(2);
        for &member in members {
            let cell = &self.cells[member];
            let first = first(&member);
            let more = if cell.from > 0 { blanks.saturating_sub(first.gap) } else { 0 };
            let least = layout.reach(cell.line, cell.from) + more;
            let width = match cell.side {
                Side::Start => 0,
                Side::End => layout.width(cell.line, cell.from, cell.to),
            };
            at = at.max(least + width);
            if cell.side == Side::Start && keeps_column(first) && cell.from > 0 && first.blanks > 1 {
                at = at.max(first.column);
            }
        }
        for &member in members {
            let cell = &self.cells[member];
            let width = match cell.side {
                Side::Start => 0,
                Side::End => layout.width(cell.line, cell.from, cell.to),
            };
            layout.put(cell.line, cell.from, at - width);
        }
    }

    /// A line that goes on exactly below what a bracket in the line above begins with stays there.
    fn anchor(&self, layout: &mut Layout<'_, '_>, line: usize) {
        let column = self.lines[line].column();
        let above = &self.lines[line - 1];
        let Ok(found) = above.pieces.binary_search_by_key(&column, |piece| piece.column) else { return };
        let follows_bracket =
            found > 0 && matches!(above.pieces[found - 1].last, Tok::LParen | Tok::LSquare | Tok::LBrace | Tok::LAngle);
        let goes_on = found == 0 && matches!(above.begins, Begins::Rest(_));
        if follows_bracket || goes_on {
            layout.at[line] = if found == 0 { layout.at[line - 1] } else { layout.reach(line - 1, found) };
        }
    }
}

/// Whether the piece belongs to the same number as the one before, which it touches.
fn joins(before: &Piece<'_>, piece: &Piece<'_>) -> bool {
    part_of_number(before) && part_of_number(piece)
}

fn part_of_number(piece: &Piece<'_>) -> bool {
    match piece.first {
        Tok::Int | Tok::Slash => true,
        Tok::Minus | Tok::Switch => piece.operand,
        _ => false,
    }
}

/// Where pieces go.
struct Layout<'l, 't> {
    lines: &'l [Line<'t>],
    /// Where the next piece of each line can go: where the line begins, or where the last placed piece ends.
    at: Vec<usize>,
    /// The next piece of each line.
    next: Vec<usize>,
    /// Where pieces were put that are aligned.
    places: Vec<Vec<Option<usize>>>,
}

impl Layout<'_, '_> {
    /// Places what stands before a piece. Returns the least column where it can stand.
    fn reach(&mut self, line: usize, piece: usize) -> usize {
        let pieces = &self.lines[line].pieces;
        while self.next[line] < piece {
            let i = self.next[line];
            let least = if i == 0 { self.at[line] } else { self.at[line] + pieces[i].gap };
            let place = self.places[line][i].unwrap_or(least).max(least);
            self.places[line][i] = Some(place);
            self.at[line] = place + pieces[i].width;
            self.next[line] = i + 1;
        }
        match self.places[line][piece] {
            Some(place) => place,
            None if piece == 0 => self.at[line],
            None => self.at[line] + pieces[piece].gap,
        }
    }

    /// How wide these pieces are together.
    fn width(&self, line: usize, from: usize, to: usize) -> usize {
        let pieces = &self.lines[line].pieces[from..=to];
        pieces.iter().map(|piece| piece.width).sum::<usize>() + pieces[1..].iter().map(|piece| piece.gap).sum::<usize>()
    }

    fn put(&mut self, line: usize, piece: usize, place: usize) {
        if self.places[line][piece].is_none() {
            self.places[line][piece] = Some(place);
        }
    }

    fn written(mut self) -> String {
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            if line.apart {
                text.push('\n');
            }
            self.reach(number, line.pieces.len().saturating_sub(1));
            let mut column = 0;
            for (i, piece) in line.pieces.iter().enumerate() {
                let least = if i == 0 { 0 } else { column + piece.gap };
                let place = match self.places[number][i] {
                    Some(place) => place.max(least),
                    None if i == 0 => self.at[number],
                    None => least,
                };
                text.extend(std::iter::repeat_n(' ', place - column));
                text.push_str(piece.text);
                column = place + piece.width;
            }
            text.push('\n');
        }
        if text.is_empty() { "\n".into() } else { text }
    }
}
