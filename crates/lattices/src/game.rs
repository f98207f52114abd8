//! A lattice game: rule set, board and defeated positions, with the axioms checked exactly.
//!
//! In: a board (polyhedron), the vectors that moves subtract, and the defeated positions or "misère". Out: a [`Game`],
//! or the [`Flaw`] that says which axiom fails at which ray or vector. Axioms as in Guo and Miller, "Lattice point
//! methods for combinatorial games": (1) a linear function is positive on the rule set and on the recession cone
//! without 0; (2) each extremal ray r has a move g with a · g <= 0 for every facet a that contains r. The defeated
//! positions D are finite and closed under moves. The board of play is the board without D; who cannot move there
//! loses.
//!
//! [`Core`] is the same game in facet coordinates, on an orthant; all algorithms work on it.

use super::board::{Board, Inequality, LARGEST, dot};
use super::linear_program::{Farkas, solve_nonnegative};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use sprague_lattice_points::sets::bits;
use sprague_limits::{Handle, Stop};
use std::fmt;

/// Which positions are defeated.
///
/// ```
/// use sprague_lattices::{Budgets, Game, Play, solve};
/// let handle = sprague_limits::Handle::default();
/// // One heap, from which one or two are taken: who takes the last loses.
/// let game = Game::on_orthant(1, vec![vec![1], vec![2]], &Play::Misere, &handle)?.expect("the axioms hold");
/// let strategy = solve(&game, &Budgets::default(), &handle)?.expect("it has a period");
/// assert!((1..20).all(|n| strategy.contains(&[n.into()]) == (n % 3 == 1)));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// None: who cannot move loses.
    Normal,
    /// All positions without a move: who cannot move wins.
    Misere,
    /// These.
    Defeated(Vec<Vec<i64>>),
}

/// Why something is no lattice game.
///
/// ```
/// use sprague_lattices::{Flaw, Game, Play};
/// let handle = sprague_limits::Handle::default();
/// let game = Game::on_orthant(2, vec![vec![1, 0]], &Play::Normal, &handle)?;
/// assert_eq!(game, Err(Flaw::UncoveredRay { ray: vec![0, 1] })); // nothing is ever taken from the second heap
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An inequality has another number of coefficients.
    InequalityLength {
        /// Which inequality, from 0.
        index: usize,
        /// The dimension.
        expected: usize,
    },
    /// Coefficients above `LARGEST` once they are integers.
    LargeInequality {
        /// Which inequality, from 0.
        index: usize,
    },
    /// No point satisfies the inequalities.
    EmptyBoard,
    /// The board contains a whole line; an inequality that bounds it would repair that.
    NotPointed {
        /// The direction of a line.
        direction: Vec<i64>,
    },
    /// The recession cone is not of full dimension: `row` · x is bounded on the board.
    FlatCone {
        /// The row of an inequality.
        row: Vec<i64>,
        /// The board is even empty.
        empty: bool,
    },
    /// A move has another number of coordinates than the board, or one above `LARGEST`.
    BadMove {
        /// Which move, from 0.
        index: usize,
        /// The dimension.
        expected: usize,
    },
    /// The zero vector is no move.
    ZeroMove {
        /// Which move, from 0.
        index: usize,
    },
    /// Axiom 1: a nonnegative combination, not all 0, of moves and rays is 0, so play need not end.
    NoIncrease {
        /// Moves (indices) with positive weights.
        moves: Vec<(usize, BigInt)>,
        /// Rays with positive weights.
        rays: Vec<(Vec<i64>, BigInt)>,
    },
    /// Axiom 2: no move shortens this ray. On an orthant: a heap without a move, whose coordinate is to be left out.
    UncoveredRay {
        /// The extremal ray.
        ray: Vec<i64>,
    },
    /// A defeated position is not on the board or has another number of coordinates.
    DefeatedOffBoard {
        /// The position.
        point: Vec<i64>,
    },
    /// The defeated positions are not closed under moves: `missing` is reached from `point` and has to be added.
    DefeatedNotClosed {
        /// The position.
        point: Vec<i64>,
        /// Which move, from 0.
        index: usize,
        /// Where it leads.
        missing: Vec<i64>,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::InequalityLength { index, expected } => {
                write!(f, "inequality {index} does not have {expected} coefficients")
            }
            Flaw::LargeInequality { index } => write!(f, "inequality {index} has coefficients above {LARGEST}"),
            Flaw::EmptyBoard => write!(f, "no point satisfies the inequalities"),
            Flaw::NotPointed { direction } => write!(f, "the board contains a line of direction {direction:?}"),
            Flaw::FlatCone { row, .. } => write!(f, "{row:?} is bounded on the board"),
            Flaw::BadMove { index, expected } => {
                write!(f, "move {index} does not have {expected} coordinates up to {LARGEST}")
            }
            Flaw::ZeroMove { index } => write!(f, "move {index} is zero"),
            Flaw::NoIncrease { moves, rays } => {
                write!(f, "play need not end: a combination of moves {moves:?} and rays {rays:?} is 0")
            }
            Flaw::UncoveredRay { ray } => write!(f, "no move shortens the ray {ray:?}"),
            Flaw::DefeatedOffBoard { point } => write!(f, "the defeated position {point:?} is not on the board"),
            Flaw::DefeatedNotClosed { point, index, missing } => {
                write!(f, "move {index} leads from the defeated {point:?} to {missing:?}, which is not")
            }
        }
    }
}

impl std::error::Error for Flaw {}

/// A game on an orthant N^m: positions are vectors without negative coordinates, a move subtracts a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// m
    pub dimension: usize,
    /// The vectors that moves subtract, in the order of the declaration.
    pub moves: Vec<Vec<i64>>,
    /// The defeated positions, sorted; closed under moves.
    pub defeated: Vec<Vec<i64>>,
}

impl Core {
    /// Is the position defeated?
    pub(crate) fn is_defeated(&self, y: &[i64]) -> bool {
        self.defeated.binary_search_by(|d| d.as_slice().cmp(y)).is_ok()
    }

    /// y - g on the orthant (defeated or not).
    pub(crate) fn after(&self, y: &[i64], index: usize) -> Option<Vec<i64>> {
        y.iter().zip(&self.moves[index]).map(|(y, g)| y.checked_sub(*g).filter(|n| *n >= 0)).collect()
    }

    /// Is the position, of any size, defeated?
    pub(crate) fn is_defeated_big(&self, y: &[BigInt]) -> bool {
        let small: Option<Vec<i64>> = y.iter().map(ToPrimitive::to_i64).collect();
        small.is_some_and(|y| self.is_defeated(&y))
    }
}

/// A lattice game whose axioms have been checked.
///
/// ```
/// use sprague_lattices::{Game, Play};
/// let handle = sprague_limits::Handle::default();
/// // Nim with heaps of 1 and 2: a point counts the heaps of each size.
/// let game = Game::on_orthant(2, vec![vec![1, 0], vec![-1, 1], vec![0, 1]], &Play::Normal, &handle)?;
/// let game = game.expect("the axioms hold");
/// let options: Vec<_> = game.options(&[0.into(), 1.into()]).into_iter().map(|(_, to)| to).collect();
/// assert_eq!(options, [[1.into(), 0.into()], [0.into(), 0.into()]]); // the heap of 2 becomes 1, or goes
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    moves: Vec<Vec<i64>>,
    defeated: Vec<Vec<i64>>,
    misere: bool,
    weight: Vec<i64>,
    core: Core,
}

impl Game {
    /// Checks everything. The inner error is the reason why this is no lattice game.
    pub fn new(
        dimension: usize,
        board: &[Inequality],
        moves: Vec<Vec<i64>>,
        play: &Play,
        handle: &Handle,
    ) -> Result<Result<Game, Flaw>, Stop> {
        match Board::new(dimension, board, handle)? {
            Ok(board) => Game::on(board, moves, play, handle),
            Err(flaw) => Ok(Err(flaw)),
        }
    }

    /// The same on N^d.
    pub fn on_orthant(
        dimension: usize,
        moves: Vec<Vec<i64>>,
        play: &Play,
        handle: &Handle,
    ) -> Result<Result<Game, Flaw>, Stop> {
        Game::on(Board::orthant(dimension), moves, play, handle)
    }

    /// The same on a board that has been checked.
    pub(crate) fn on(
        board: Board,
        given: Vec<Vec<i64>>,
        play: &Play,
        handle: &Handle,
    ) -> Result<Result<Game, Flaw>, Stop> {
        let expected = board.dimension;
        let mut moves: Vec<Vec<i64>> = Vec::new();
        for (index, g) in given.into_iter().enumerate() {
            if g.len() != expected
                || g.iter().chain(&board.facet_direction(&g)).any(|n| n.unsigned_abs() > LARGEST as u64)
            {
                return Ok(Err(Flaw::BadMove { index, expected }));
            }
            if g.iter().all(|&n| n == 0) {
                return Ok(Err(Flaw::ZeroMove { index }));
            }
            handle.tick()?;
            if !moves.contains(&g) {
                moves.push(g);
            }
        }
        let weight = match increasing(&board, &moves, handle)? {
            Ok(weight) => weight,
            Err(flaw) => return Ok(Err(flaw)),
        };
        for ray in &board.rays {
            let facets: Vec<&Vec<i64>> = board.rows.iter().map(|(a, _)| a).filter(|a| dot(a, ray) == 0).collect();
            if !moves.iter().any(|g| facets.iter().all(|a| dot(a, g) <= 0)) {
                return Ok(Err(Flaw::UncoveredRay { ray: ray.clone() }));
            }
        }
        let directions = moves.iter().map(|g| board.facet_direction(g)).collect();
        let mut core = Core { dimension: board.rows.len(), moves: directions, defeated: Vec::new() };
        let facet = |p: &[i64]| -> Option<Vec<i64>> {
            board.rows.iter().map(|(a, b)| dot(a, p).checked_sub(*b).filter(|y| *y >= 0)).collect()
        };
        let mut defeated = match play {
            Play::Normal => Vec::new(),
            Play::Defeated(points) => points.clone(),
            Play::Misere => Vec::new(),
        };
        defeated.sort();
        defeated.dedup();
        for point in &defeated {
            let bad = point.len() != expected || point.iter().any(|n| n.abs() > LARGEST);
            let Some(y) = (if bad { None } else { facet(point) }) else {
                return Ok(Err(Flaw::DefeatedOffBoard { point: point.clone() }));
            };
            core.defeated.push(y);
        }
        core.defeated.sort();
        for point in &defeated {
            for (index, g) in moves.iter().enumerate() {
                handle.tick()?;
                let missing: Vec<i64> = point.iter().zip(g).map(|(p, g)| p - g).collect();
                if facet(&missing).is_some() && defeated.binary_search(&missing).is_err() {
                    return Ok(Err(Flaw::DefeatedNotClosed { point: point.clone(), index, missing }));
                }
            }
        }
        if *play == Play::Misere {
            core.defeated = terminal_positions(&board, &core, handle)?;
            defeated = core.defeated.iter().filter_map(|y| point_of(&board, y)).collect();
            defeated.sort();
        }
        Ok(Ok(Game { board, moves, defeated, misere: *play == Play::Misere, weight, core }))
    }

    /// The number of coordinates.
    pub fn dimension(&self) -> usize {
        self.board.dimension
    }
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }
    /// The vectors that moves subtract.
    pub fn moves(&self) -> &[Vec<i64>] {
        &self.moves
    }
    /// The defeated positions, sorted.
    pub fn defeated(&self) -> &[Vec<i64>] {
        &self.defeated
    }
    /// A linear function that is positive on moves and rays, the proof of axiom 1: every move lowers it.
    pub fn weight(&self) -> &[i64] {
        &self.weight
    }
    /// The game in facet coordinates.
    pub fn core(&self) -> &Core {
        &self.core
    }

    /// The defeated positions that no other defeated position leads to: with what moves make of them they are all.
    pub fn generators_of_defeated(&self) -> Vec<Vec<i64>> {
        let reached = |p: &&Vec<i64>| {
            self.moves.iter().any(|g| {
                let before: Vec<i64> = p.iter().zip(g).map(|(p, g)| p + g).collect();
                self.defeated.binary_search(&before).is_ok()
            })
        };
        self.defeated.iter().filter(|p| !reached(p)).cloned().collect()
    }

    /// How many bits write the game down: Definition 2.4 of Guo and Miller, `1 + ceil(log2(|n| + 1))` for each entry n of the
    /// vectors of the rule set and of the defeated positions that generate the others.
    ///
    /// ```
    /// use sprague_lattices::{Game, Play};
    /// let handle = sprague_limits::Handle::default();
    /// let game = Game::on_orthant(2, vec![vec![1, 0], vec![-1, 1], vec![0, 1]], &Play::Misere, &handle)?;
    /// let game = game.expect("the axioms hold");
    /// assert_eq!(game.complexity(), 3 + 4 + 3 + 2); // (0, 0) is defeated
    /// # Ok::<(), sprague_limits::Stop>(())
    /// ```
    pub fn complexity(&self) -> u64 {
        self.moves.iter().chain(&self.generators_of_defeated()).flatten().map(|&n| bits(&n.into())).sum()
    }

    /// Facet coordinates of a position of play: on the board and not defeated.
    pub fn position(&self, x: &[BigInt]) -> Option<Vec<BigInt>> {
        if x.len() != self.dimension() {
            return None;
        }
        let y = self.board.facet_coordinates(x);
        (y.iter().all(|n| !n.is_negative()) && !self.core.is_defeated_big(&y)).then_some(y)
    }

    /// The legal moves: index and the position reached.
    pub fn options(&self, x: &[BigInt]) -> Vec<(usize, Vec<BigInt>)> {
        if self.position(x).is_none() {
            return Vec::new();
        }
        (0..self.moves.len())
            .map(|i| (i, x.iter().zip(&self.moves[i]).map(|(x, g)| x - g).collect::<Vec<BigInt>>()))
            .filter(|(_, z)| self.position(z).is_some())
            .collect()
    }
}

/// Points looked through for positions without a move.
const MOST_TERMINAL: i64 = 1_000_000;

fn point_of(board: &Board, y: &[i64]) -> Option<Vec<i64>> {
    let big: Vec<BigInt> = y.iter().map(|&n| n.into()).collect();
    board.point(&big)?.iter().map(ToPrimitive::to_i64).collect()
}

/// Axiom 1: a linear function with positive values on moves and rays, or the combination that is 0.
fn increasing(board: &Board, moves: &[Vec<i64>], handle: &Handle) -> Result<Result<Vec<i64>, Flaw>, Stop> {
    let d = board.dimension;
    let good = |w: &[i64]| moves.iter().chain(&board.rays).all(|v| dot(w, v) > 0);
    // What is nearly always right: heaps by their size.
    for guess in [(1..=d as i64).collect::<Vec<_>>(), vec![1; d], (1..=d as i64).rev().collect()] {
        if good(&guess) {
            return Ok(Ok(guess));
        }
    }
    let rational = |n: i64| BigRational::from_integer(n.into());
    let columns: Vec<Vec<BigRational>> = moves
        .iter()
        .chain(&board.rays)
        .map(|v| v.iter().map(|&n| rational(n)).chain([BigRational::one()]).collect())
        .collect();
    let mut right = vec![BigRational::zero(); d];
    right.push(BigRational::one());
    match solve_nonnegative(&columns, &right, handle)? {
        Farkas::Solution(x) => {
            let scale = x.iter().fold(BigInt::one(), |l, n| l.lcm(n.denom()));
            let weights: Vec<BigInt> = x.iter().map(|n| n.numer() * &scale / n.denom()).collect();
            let content = weights.iter().fold(BigInt::zero(), |g, n| g.gcd(n));
            let weights = weights.into_iter().map(|n| n / &content).enumerate().filter(|(_, n)| n.is_positive());
            let (moved, shifted): (Vec<_>, Vec<_>) = weights.partition(|(i, _)| *i < moves.len());
            let rays = shifted.into_iter().map(|(i, n)| (board.rays[i - moves.len()].clone(), n)).collect();
            Ok(Err(Flaw::NoIncrease { moves: moved, rays }))
        }
        Farkas::Obstacle(y) => {
            let scale = y[..d].iter().fold(BigInt::one(), |l, n| l.lcm(n.denom()));
            let whole: Option<Vec<i64>> = y[..d].iter().map(|n| (-(n.numer() * &scale / n.denom())).to_i64()).collect();
            match whole.filter(|w| good(w)) {
                Some(w) => Ok(Ok(w)),
                None => {
                    Err(Stop::TooLarge("the linear function of axiom 1 has coefficients beyond a machine word".into()))
                }
            }
        }
    }
}

/// The positions without a move, in facet coordinates. On a simplicial board these are all of the orthant (moves do
/// not lead from the lattice of the board to its other cosets, so those do no harm): coordinate i is below that of the
/// move of axiom 2, the only coordinate in which that move is positive. On another board each terminal position lies
/// for each ray close to a facet that does not contain the ray; its greatest weight is found by linear programming.
fn terminal_positions(board: &Board, core: &Core, handle: &Handle) -> Result<Vec<Vec<i64>>, Stop> {
    let m = core.dimension;
    let room = |lengths: &[i64]| {
        let points = lengths.iter().try_fold(1i64, |n, &l| n.checked_mul(l.max(0)));
        match points.filter(|&n| n <= MOST_TERMINAL) {
            Some(_) => Ok(()),
            None => Err(Stop::TooLarge(format!(
                "the positions without a move, which misère play makes defeated, may be more than {MOST_TERMINAL}"
            ))),
        }
    };
    let terminal = |y: &[i64]| core.moves.iter().all(|g| y.iter().zip(g).any(|(y, g)| y < g));
    let mut out = Vec::new();
    if board.is_simplicial() {
        let bounds: Vec<i64> = (0..m)
            .map(|i| {
                let covers = core.moves.iter().filter(|g| g.iter().enumerate().all(|(j, &n)| j == i || n <= 0));
                covers.map(|g| g[i]).min().unwrap_or(0)
            })
            .collect();
        room(&bounds)?;
        for_box::<Stop>(&bounds, handle, |y| {
            if terminal(y) {
                out.push(y.to_vec());
            }
            Ok(())
        })?;
    } else {
        for (low, high) in terminal_boxes(board, core, handle)? {
            let lengths: Vec<i64> = low.iter().zip(&high).map(|(l, h)| h - l + 1).collect();
            room(&lengths)?;
            for_box::<Stop>(&lengths, handle, |offset| {
                let x: Vec<i64> = offset.iter().zip(&low).map(|(o, l)| o + l).collect();
                let y: Vec<i64> = board.rows.iter().map(|(a, b)| dot(a, &x) - b).collect();
                if y.iter().all(|&n| n >= 0) && terminal(&y) {
                    out.push(y);
                }
                Ok(())
            })?;
        }
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// Boxes (in the coordinates of the board) that together hold all terminal positions.
fn terminal_boxes(board: &Board, core: &Core, handle: &Handle) -> Result<Vec<(Vec<i64>, Vec<i64>)>, Stop> {
    // For each ray a move that axiom 2 gives, and the facets that can stop it with the value they stay below.
    let choices: Vec<Vec<(usize, i64)>> = board
        .rays
        .iter()
        .map(|ray| {
            let touching = |i: usize| dot(&board.rows[i].0, ray) == 0;
            let cover = core.moves.iter().find(|g| g.iter().enumerate().all(|(i, &n)| !touching(i) || n <= 0));
            let stops = cover.map(|g| g.iter().enumerate().filter(|(_, n)| **n > 0).map(|(i, &n)| (i, n)).collect());
            stops.unwrap_or_default()
        })
        .collect();
    let mut boxes = Vec::new();
    let mut picked = vec![0usize; choices.len()];
    loop {
        let mut rows = board.rows.clone();
        for (options, &k) in choices.iter().zip(&picked) {
            if let Some((i, n)) = options.get(k) {
                let (a, b) = &board.rows[*i];
                rows.push((a.iter().map(|n| -n).collect(), 1 - b - n));
            }
        }
        if super::linear_program::feasible(&rows, board.dimension, handle)?.is_some() {
            let mut low = Vec::new();
            let mut high = Vec::new();
            for j in 0..board.dimension {
                for sign in [-1, 1] {
                    let mut bound = 1i64;
                    // The least power of 2 that sign * x_j does not reach.
                    loop {
                        let mut beyond = rows.clone();
                        beyond.push(((0..board.dimension).map(|k| if k == j { sign } else { 0 }).collect(), bound));
                        if super::linear_program::feasible(&beyond, board.dimension, handle)?.is_none() {
                            break;
                        }
                        bound = bound.saturating_mul(2);
                        if bound > LARGEST {
                            return Err(Stop::TooLarge("positions without a move lie too far out".into()));
                        }
                    }
                    if sign < 0 { low.push(-bound) } else { high.push(bound) }
                }
            }
            boxes.push((low, high));
        }
        let Some(i) = (0..picked.len()).find(|&i| picked[i] + 1 < choices[i].len()) else { return Ok(boxes) };
        picked[..i].iter_mut().for_each(|c| *c = 0);
        picked[i] += 1;
    }
}

/// Calls `f` with every point of 0..lengths, the last coordinate fastest.
pub(super) fn for_box<E: From<Stop>>(
    lengths: &[i64],
    handle: &Handle,
    mut f: impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<(), E> {
    if lengths.iter().any(|&n| n <= 0) {
        return Ok(());
    }
    let mut y = vec![0i64; lengths.len()];
    loop {
        handle.tick()?;
        f(&y)?;
        let Some(i) = (0..y.len()).rev().find(|&i| y[i] + 1 < lengths[i]) else { return Ok(()) };
        y[i] += 1;
        y[i + 1..].iter_mut().for_each(|n| *n = 0);
    }
}
