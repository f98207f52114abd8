//! Games on small boards, written down plainly: the rules that searches are tried on.
#![allow(missing_docs)]

use sprague_games::{Dyadic, Game, Side, Store, ZERO};
use sprague_limits::{Handle, Stop};
use sprague_search::{Rules, Sum};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Domineering,
    Cram,
    Clobber,
    Col,
    Snort,
    NoGo,
}

pub const ALL: [Kind; 6] = [Kind::Domineering, Kind::Cram, Kind::Clobber, Kind::Col, Kind::Snort, Kind::NoGo];

/// Cells row by row: `.` free, `#` none, `x` and `o` stones of Left and Right; in Col and Snort `l` and `r` cells for one player alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub kind: Kind,
    pub width: usize,
    pub cells: Vec<u8>,
}

impl Board {
    pub fn new(kind: Kind, rows: &str) -> Board {
        let width = rows.find('|').unwrap_or(rows.len());
        Board { kind, width, cells: rows.bytes().filter(|c| *c != b'|').collect() }
    }

    /// As play begins.
    pub fn start(kind: Kind, height: usize, width: usize) -> Board {
        let cell = |i: usize| match kind {
            Kind::Clobber if (i / width + i % width).is_multiple_of(2) => b'x',
            Kind::Clobber => b'o',
            _ => b'.',
        };
        Board { kind, width, cells: (0..height * width).map(cell).collect() }
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, length) = (self.width, self.cells.len());
        let (row, column) = (cell / width, cell % width);
        [
            (row > 0).then(|| cell - width),
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            (row + 1 < length / width).then_some(cell + width),
        ]
        .into_iter()
        .flatten()
    }

    fn with(&self, changes: &[(usize, u8)]) -> Board {
        let mut next = self.clone();
        for &(cell, to) in changes {
            next.cells[cell] = to;
        }
        next
    }

    pub fn options(&self, player: Side) -> Vec<Board> {
        let left = player == Side::Left;
        let mut out = Vec::new();
        for cell in 0..self.cells.len() {
            match self.kind {
                Kind::Domineering | Kind::Cram => {
                    for other in self.beside(cell).filter(|other| *other > cell) {
                        let upright = other == cell + self.width && (self.width > 1 || other == cell + 1);
                        let fits = self.kind == Kind::Cram || upright == left;
                        if fits && self.cells[cell] == b'.' && self.cells[other] == b'.' {
                            out.push(self.with(&[(cell, b'#'), (other, b'#')]));
                        }
                    }
                }
                Kind::Clobber => {
                    let (own, other) = if left { (b'x', b'o') } else { (b'o', b'x') };
                    for next in self.beside(cell) {
                        if self.cells[cell] == own && self.cells[next] == other {
                            out.push(self.with(&[(cell, b'.'), (next, own)]));
                        }
                    }
                }
                Kind::Col | Kind::Snort => {
                    let own = if left { b'l' } else { b'r' };
                    if self.cells[cell] != b'.' && self.cells[cell] != own {
                        continue;
                    }
                    // Beside the cell only one of them may paint now: in Col the other, in Snort the same.
                    let may = if (self.kind == Kind::Col) == left { b'r' } else { b'l' };
                    let mut next = self.with(&[(cell, b'#')]);
                    for beside in self.beside(cell) {
                        let now = next.cells[beside];
                        next.cells[beside] = match now {
                            b'.' => may,
                            now if now == may => may,
                            _ => b'#',
                        };
                    }
                    out.push(next);
                }
                Kind::NoGo => {
                    if self.cells[cell] == b'.' {
                        let next = self.with(&[(cell, if left { b'x' } else { b'o' })]);
                        if next.all_breathe() {
                            out.push(next);
                        }
                    }
                }
            }
        }
        out
    }

    /// Whether each chain of stones has a free cell beside it.
    fn all_breathe(&self) -> bool {
        let stones = (0..self.cells.len()).filter(|cell| self.cells[*cell] != b'.');
        stones.into_iter().all(|stone| {
            let (mut chain, mut next) = (BTreeSet::from([stone]), vec![stone]);
            while let Some(cell) = next.pop() {
                for beside in self.beside(cell) {
                    if self.cells[beside] == b'.' {
                        return true;
                    }
                    if self.cells[beside] == self.cells[stone] && chain.insert(beside) {
                        next.push(beside);
                    }
                }
            }
            false
        })
    }

    /// Parts that do not touch, each cut out; `None` if it is one, cut out already.
    pub fn parts(&self) -> Option<Vec<Board>> {
        let gone = match self.kind {
            Kind::NoGo => return None,
            Kind::Clobber => b'.',
            _ => b'#',
        };
        let mut seen = vec![false; self.cells.len()];
        let (mut out, mut part) = (Vec::new(), Vec::new());
        for start in 0..self.cells.len() {
            if self.cells[start] == gone || seen[start] {
                continue;
            }
            part.clear();
            part.push(start);
            seen[start] = true;
            let mut done = 0;
            while let Some(&cell) = part.get(done) {
                done += 1;
                for beside in self.beside(cell) {
                    if self.cells[beside] != gone && !seen[beside] {
                        seen[beside] = true;
                        part.push(beside);
                    }
                }
            }
            let single = matches!(self.kind, Kind::Domineering | Kind::Cram | Kind::Clobber) && part.len() < 2;
            if single {
                continue;
            }
            let rows = part.iter().map(|cell| cell / self.width);
            let columns = part.iter().map(|cell| cell % self.width);
            let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
            let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
            let width = last - first + 1;
            let mut cells = vec![gone; width * (bottom - top + 1)];
            for cell in &part {
                cells[(cell / self.width - top) * width + cell % self.width - first] = self.cells[*cell];
            }
            out.push(Board { kind: self.kind, width, cells }.least());
        }
        (out.len() != 1 || out[0] != *self).then_some(out)
    }

    /// How many upright dominoes find room in these cells, beside one another.
    fn room(&self, may: impl Fn(usize) -> bool) -> i64 {
        let mut count = 0;
        for column in 0..self.width {
            let mut run = 0;
            for cell in (column..self.cells.len()).step_by(self.width) {
                run = if may(cell) { run + 1 } else { 0 };
                if run == 2 {
                    (count, run) = (count + 1, 0);
                }
            }
        }
        count
    }

    /// How many dominoes Left can place if Right never moves.
    fn all(&self) -> i64 {
        self.room(|cell| self.cells[cell] == b'.')
    }

    /// How many dominoes Left has room for where Right has none: free cells with nothing free beside them.
    fn safe(&self) -> i64 {
        self.room(|cell| {
            let free = |cell: usize| self.cells[cell] == b'.';
            let (first, last) = (cell % self.width == 0, cell % self.width + 1 == self.width);
            free(cell) && (first || !free(cell - 1)) && (last || !free(cell + 1))
        })
    }

    fn turned(&self) -> Board {
        let (width, height) = (self.width, self.cells.len() / self.width);
        let cell = |i: usize| self.cells[(height - 1 - i % height) * width + i / height];
        Board { kind: self.kind, width: height, cells: (0..self.cells.len()).map(cell).collect() }
    }

    /// The least among the boards that differ by a symmetry of the game.
    pub fn least(self) -> Board {
        let (width, height) = (self.width, self.cells.len() / self.width);
        let image = |i: usize| {
            let (turned, upside, mirrored) = (i & 4 > 0, i & 2 > 0, i & 1 > 0);
            let wide = if turned { height } else { width };
            let cells = &self.cells;
            let cell = move |i: usize| {
                let (row, column) = if turned { (i % wide, i / wide) } else { (i / wide, i % wide) };
                let row = if upside { height - 1 - row } else { row };
                cells[row * width + if mirrored { width - 1 - column } else { column }]
            };
            (wide, (0..cells.len()).map(cell))
        };
        let mut least = image(0);
        for other in (1..if self.kind == Kind::Domineering { 4 } else { 8 }).map(image) {
            if other.0.cmp(&least.0).then_with(|| other.1.clone().cmp(least.1.clone())).is_lt() {
                least = other;
            }
        }
        Board { kind: self.kind, width: least.0, cells: least.1.collect() }
    }
}

#[derive(Default)]
pub struct Boards {
    pub store: Store,
    pub handle: Handle,
    /// How often moves were asked for.
    pub asked: u64,
    /// Whether boards of Domineering say what they lie between.
    pub bounded: bool,
    /// How often each move is counted, 0: moves are not counted. More than once is a wrong guess.
    pub counted: u32,
}

impl Rules for Boards {
    type Position = Board;
    type Error = Stop;

    fn store(&self) -> &Store {
        &self.store
    }

    fn handle(&self) -> &Handle {
        &self.handle
    }

    fn moves(&mut self, board: &Board, player: Side) -> Result<Vec<Sum<Board>>, Stop> {
        self.asked += 1;
        Ok(board.options(player).into_iter().map(Sum::from).collect())
    }

    fn split(&mut self, board: &Board) -> Result<Option<Sum<Board>>, Stop> {
        let sum = |parts: Vec<Board>| Sum { parts: parts.into_iter().map(|part| (false, part)).collect(), rest: ZERO };
        if let Some(parts) = board.parts() {
            return Ok(Some(sum(parts)));
        }
        if board.kind == Kind::Domineering {
            let turned = board.turned().least();
            return Ok((turned < *board).then(|| Sum { parts: vec![(true, turned)], rest: ZERO }));
        }
        Ok(None)
    }

    fn bounds(&mut self, board: &Board) -> Result<Option<(Game, Game)>, Stop> {
        if !self.bounded || board.kind != Kind::Domineering {
            return Ok(None);
        }
        let turned = board.turned();
        let (low, high) = (board.safe() - turned.all(), board.all() - turned.safe());
        Ok(Some((self.store.number(Dyadic::from(low)), self.store.number(Dyadic::from(high)))))
    }

    fn mobility(&mut self, board: &Board, player: Side) -> Result<Option<u32>, Stop> {
        if self.counted == 0 {
            return Ok(None);
        }
        let moves = match board.kind {
            // Without making a board for each.
            Kind::Cram => {
                let free = |cell: usize| board.cells[cell] == b'.';
                let beside = |cell: usize| board.beside(cell).filter(|other| *other > cell && free(*other)).count();
                (0..board.cells.len()).filter(|cell| free(*cell)).map(beside).sum()
            }
            _ => board.options(player).len(),
        };
        Ok(Some(self.counted.saturating_mul(moves as u32)))
    }

    fn name(&mut self, board: &Board) -> Option<u128> {
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, board).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Some(half(1) << 64 | half(2))
    }

    fn is_impartial(&self, board: &Board) -> bool {
        board.kind == Kind::Cram
    }
}

/// Values and winners by definition, each computed once.
#[derive(Default)]
pub struct Plain {
    values: HashMap<Board, Game>,
    wins: HashMap<(Board, bool), bool>,
}

impl Plain {
    /// The canonical value of a board in one piece.
    pub fn value(&mut self, rules: &Boards, board: &Board) -> Game {
        if let Some(&known) = self.values.get(board) {
            return known;
        }
        let mut side = |player| board.options(player).iter().map(|next| self.value(rules, next)).collect::<Vec<_>>();
        let (left, right) = (side(Side::Left), side(Side::Right));
        let value = rules.store.canonical(&left, &right, &rules.handle).expect("there are no bounds");
        self.values.insert(board.clone(), value);
        value
    }

    /// The same of any board: the sum of those of its parts, each once for all that differ by a symmetry.
    pub fn value_by_parts(&mut self, rules: &mut Boards, board: &Board) -> Result<Game, Stop> {
        if let Some(&known) = self.values.get(board) {
            return Ok(known);
        }
        rules.handle.tick()?;
        let value = match rules.split(board)? {
            Some(sum) => {
                let mut total = sum.rest;
                for (negative, part) in &sum.parts {
                    let value = self.value_by_parts(rules, part)?;
                    let value = if *negative { rules.store.neg(value, &rules.handle)? } else { value };
                    total = rules.store.add(total, value, &rules.handle)?;
                }
                total
            }
            None => {
                let mut side = |player| {
                    board
                        .options(player)
                        .iter()
                        .map(|next| self.value_by_parts(rules, next))
                        .collect::<Result<Vec<_>, _>>()
                };
                let (left, right) = (side(Side::Left)?, side(Side::Right)?);
                rules.store.canonical(&left, &right, &rules.handle)?
            }
        };
        self.values.insert(board.clone(), value);
        Ok(value)
    }

    /// Whether the player who begins wins, without any value.
    pub fn wins(&mut self, board: &Board, player: Side) -> bool {
        let key = (board.clone(), player == Side::Left);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let opponent = if player == Side::Left { Side::Right } else { Side::Left };
        let wins = board.options(player).iter().any(|next| !self.wins(next, opponent));
        self.wins.insert(key, wins);
        wins
    }
}

/// All boards that play leads to from one.
pub fn below(start: Board) -> Vec<Board> {
    below_as(start, |board| board)
}

/// The same, of those that differ by a symmetry one.
pub fn below_up_to_symmetry(start: Board) -> Vec<Board> {
    below_as(start, Board::least)
}

fn below_as(start: Board, normal: impl Fn(Board) -> Board) -> Vec<Board> {
    let start = normal(start);
    let (mut seen, mut next) = (BTreeSet::from([start.clone()]), vec![start]);
    while let Some(board) = next.pop() {
        for option in [Side::Left, Side::Right].into_iter().flat_map(|player| board.options(player)).map(&normal) {
            if seen.insert(option.clone()) {
                next.push(option);
            }
        }
    }
    seen.into_iter().collect()
}
