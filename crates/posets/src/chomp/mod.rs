//! Chomp: a move takes an element and all above it; a least element is never taken. Whoever can't move loses.
//!
//! A position is a downset of the poset at the start. In: a poset and a downset. Out: nim-values, winning moves by
//! orbits, remoteness. Three solvers stand behind: `levels` makes a table of all downsets, `recursive` cuts positions
//! into sums and remembers them up to isomorphism, and boxes have tables of their own (`boxes::chomp`). A table is tried with few downsets,
//! then the recursion for some time, then a table as far as it may go, then the recursion without bound.

mod closed;
mod levels;
mod misere;
pub(crate) mod plan;
mod recursive;
mod remoteness;
mod rows;
mod two_rows;

use super::bits::{Bits, Mask, with_mask};
use super::boxes::{BoxValues, Cell, with_cell};
use super::coordinates::Coordinates;
use super::faces::Faces;
use super::forest::Forest;
use super::poset::Poset;
use super::subsets;
use closed::Cells;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use plan::{ChompPlan, chomp_plan};
use recursive::Recursive;
use rows::{Extent, Rows};
use rustc_hash::FxHashMap;
use sprague_limits::{Handle, Stop};
use std::cell::OnceCell;
use two_rows::TwoRows;

/// Downsets for the first try of a table, squares of sizes of positions for the first try of the recursion, downsets for
/// the second table.
const FEW: usize = 250_000;
const WORK: usize = 3_000_000;
const MANY: usize = 3_000_000;
/// Elements of all downsets of a box, for the first try.
const FEW_OF_BOX: u64 = 2_000_000_000;
/// Squares of sizes of positions for one move in search of a short win.
const LITTLE: usize = 20_000;
/// Squares of the sizes of what all of these moves leave.
const ALL_LITTLE: usize = 300_000_000;
/// Positions that nobody waits for.
const HOPELESS: f64 = 1e11;

/// The nim-values of all downsets.
type Table = Box<dyn levels::LevelValues>;

/// How large a table may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Few,
    Many,
}

impl Size {
    /// Downsets of a table by levels.
    fn most(self) -> usize {
        if self == Size::Few { FEW } else { MANY }
    }
}

impl<M: Mask + Send + Sync, C: Cell> levels::LevelValues for BoxValues<M, C> {
    fn get(&self, row: &[u64]) -> Option<u32> {
        BoxValues::get(self, row)
    }
}

/// A component of what can be taken, its table if there is one, and what was tried for it in vain.
struct Part {
    /// Increasing.
    elements: Vec<usize>,
    table: Option<Table>,
    tried: TriedInVain,
}

/// What was tried in vain, each thing after those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TriedInVain {
    Nothing,
    SmallTable,
    Recursion,
    LargeTable,
}

/// A poset to play Chomp on, with what is known of its positions so far.
///
/// ```
/// use sprague_posets::{Poset, chomp::Chomp};
/// let handle = sprague_limits::Handle::default();
/// // A square bar of chocolate: bite off all but the two edges, and mirror what the other player does.
/// let side = Poset::chain(4, &handle)?;
/// let mut chomp = Chomp::new(side.product(&side, &handle)?, &handle)?;
/// let start = chomp.start();
/// let after = chomp.after(&start, 4 + 1);
/// assert_eq!((after.len(), chomp.nim_value(&after, &handle)?), (7, 0));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
pub struct Chomp {
    poset: Poset,
    /// The least element, and whether it is taken as all others are.
    least: Option<usize>,
    takes_least: bool,
    /// What it is, once that is asked for: who wins a poset with a greatest element is known without.
    shape: OnceCell<Shape>,
    two_rows: Option<TwoRows>,
    /// The components of all but the least element, once they are asked for.
    parts: Vec<Part>,
    /// The table of the whole, if that is a box, and what it takes.
    whole: Option<Table>,
    plan: OnceCell<Option<ChompPlan>>,
    recursive: Recursive,
    remoteness: FxHashMap<Bits, u32>,
    misere: misere::Misere,
    /// A small part of the poset, its elements ascending, for remoteness there.
    apart: Option<(Vec<usize>, Box<Chomp>)>,
    /// Threads for the tables of boxes.
    threads: usize,
}

/// What a poset is, as far as there are closed forms for it.
struct Shape {
    /// The elements as faces of a complex, and `n` and `k`, if these are the subsets of at most `k` of `n` points.
    faces: Option<Faces>,
    truncation: Option<(u32, u32)>,
    /// The poset as a forest, or as the cells of a diagram, if it is one.
    forest: Option<Forest>,
    cells: Option<Cells>,
}

impl Shape {
    fn of(poset: &Poset, handle: &Handle) -> Result<Shape, Stop> {
        let faces = Faces::of(poset, handle)?;
        let truncation = faces.as_ref().and_then(Faces::truncation);
        Ok(Shape { faces, truncation, forest: Forest::of(poset, handle)?, cells: Cells::of(poset, handle)? })
    }
}

/// An orbit of moves under the automorphisms of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// Its elements, increasing.
    pub elements: Vec<usize>,
    /// The nim-value of the position after one of them is taken.
    pub value: u32,
}

impl Chomp {
    /// Chomp on this poset. Its least element, if it has one, is never taken.
    pub fn new(poset: Poset, handle: &Handle) -> Result<Chomp, Stop> {
        Chomp::taking(poset, false, handle)
    }

    /// Chomp in which every element may be taken, also a least one.
    pub fn taking_all(poset: Poset, handle: &Handle) -> Result<Chomp, Stop> {
        Chomp::taking(poset, true, handle)
    }

    fn taking(poset: Poset, takes_least: bool, handle: &Handle) -> Result<Chomp, Stop> {
        handle.ticks(1 + poset.len() / 64)?;
        Ok(Chomp {
            least: poset.least(),
            shape: OnceCell::new(),
            two_rows: None,
            poset,
            takes_least,
            parts: Vec::new(),
            whole: None,
            plan: OnceCell::new(),
            recursive: Recursive::default(),
            remoteness: FxHashMap::default(),
            misere: misere::Misere::default(),
            apart: None,
            threads: 1,
        })
    }

    fn shape(&self, handle: &Handle) -> Result<&Shape, Stop> {
        if self.shape.get().is_none() {
            let _ = self.shape.set(Shape::of(&self.poset, handle)?);
        }
        Ok(self.shape.get().expect("set above"))
    }

    /// Finds the components, if that is not done.
    fn take_apart(&mut self, handle: &Handle) -> Result<(), Stop> {
        if self.parts.is_empty() {
            let taken: Vec<usize> = (0..self.poset.len()).filter(|&x| Some(x) != self.least).collect();
            let part = |part: Vec<usize>| Part {
                elements: part.into_iter().map(|i| taken[i]).collect(),
                table: None,
                tried: TriedInVain::Nothing,
            };
            self.parts = self.poset.induced(&taken, handle)?.components().into_iter().map(part).collect();
        }
        Ok(())
    }

    /// The same with so many threads, where there is a use for them: for the tables of boxes.
    pub fn with_threads(self, threads: usize) -> Chomp {
        Chomp { threads, ..self }
    }

    /// The position at the start.
    pub fn start(&self) -> Bits {
        Bits::full(self.poset.len())
    }

    /// `n` and `k`, if the poset is all subsets of at most `k` of `n` points, with the empty one or without it.
    pub fn truncation(&self, handle: &Handle) -> Result<Option<(u32, u32)>, Stop> {
        Ok(self.shape(handle)?.truncation)
    }

    /// The element that is never taken.
    pub fn poison(&self) -> Option<usize> {
        self.least.filter(|_| !self.takes_least)
    }

    /// The least element of the poset, where it may be taken: the one move that wins.
    pub fn taken_least(&self, position: &Bits) -> Option<usize> {
        self.least.filter(|&x| self.takes_least && position.contains(x))
    }

    /// The elements that can be taken in a position.
    pub fn moves(&self, position: &Bits) -> Bits {
        let mut moves = position.clone();
        if let Some(poison) = self.poison() {
            moves.remove(poison);
        }
        moves
    }

    /// The position after `x` is taken.
    pub fn after(&self, position: &Bits, x: usize) -> Bits {
        position.minus(self.poset.up(x).row())
    }

    /// Whether the elements that can be taken have a greatest one. Then whoever begins wins: where taking it is no winning
    /// move, the answer that refutes it takes it along, so that it could have been the first move (Gale 1974).
    pub fn steals(&self, position: &Bits) -> bool {
        if position.len() == self.poset.len() {
            return position.len() > usize::from(self.poison().is_some()) && self.poset.greatest().is_some();
        }
        self.poset.maximal_of(&self.moves(position)).len() == 1
    }

    /// The nim-value of a position, which must be a downset.
    ///
    /// A least element that may be taken adds one to the value of what is above it: by induction the moves there lead to values that are larger by one,
    /// and taking the least leads to 0.
    pub fn nim_value(&mut self, position: &Bits, handle: &Handle) -> Result<u32, Stop> {
        Ok(self.value_above_least(position, handle)? + u32::from(self.taken_least(position).is_some()))
    }

    fn value_above_least(&mut self, position: &Bits, handle: &Handle) -> Result<u32, Stop> {
        // Complete graphs: Draisma and van Rijnswou 2002, as cited by Brouwer and Christensen.
        let shape = self.shape(handle)?;
        if let Some((points, 2)) = shape.truncation
            && position.len() == self.poset.len()
        {
            return Ok(points % 3);
        }
        if let Some(forest) = &shape.forest {
            return forest.chomp(position, self.least, handle);
        }
        if let Some(value) = self.value_on_two_rows(position, handle)? {
            return Ok(value);
        }
        self.take_apart(handle)?;
        let mut value = 0;
        for k in 0..self.parts.len() {
            let part = self.part(k, position, handle)?;
            if !part.is_empty() {
                value ^= self.part_value(k, &part, position, handle)?;
            }
        }
        Ok(value)
    }

    /// The value of a position that is two rows or columns of cells.
    fn value_on_two_rows(&mut self, position: &Bits, handle: &Handle) -> Result<Option<u32>, Stop> {
        let cells = self.shape(handle)?.cells.as_ref();
        let Some([a, b]) = cells.and_then(|cells| cells.two_rows(position)) else { return Ok(None) };
        let known = self.two_rows.as_ref().and_then(|table| table.get(a, b));
        if known.is_some() {
            return Ok(known);
        }
        // Of the whole, if that is two rows, too; else of all that was asked for so far.
        let whole = cells.and_then(|cells| cells.two_rows(&self.start()));
        let before = self.two_rows.as_ref().map_or([0, 0], TwoRows::lengths);
        let [first, second] = whole.unwrap_or([a.max(before[0]), b.max(before[1])]);
        self.two_rows = TwoRows::new(first, second, handle)?;
        Ok(self.two_rows.as_ref().and_then(|table| table.get(a, b)))
    }

    /// The part of a position in component `k`, increasing.
    fn part(&self, k: usize, position: &Bits, handle: &Handle) -> Result<Vec<usize>, Stop> {
        let elements = &self.parts[k].elements;
        handle.ticks(1 + elements.len() / 64)?;
        Ok(elements.iter().copied().filter(|&x| position.contains(x)).collect())
    }

    /// The nim-value of `part`, that of a position in component `k`. A table is made for the whole component, of which all
    /// positions are asked for sooner or later.
    fn part_value(&mut self, k: usize, part: &[usize], position: &Bits, handle: &Handle) -> Result<u32, Stop> {
        if part.len() == 1 {
            return Ok(1);
        }
        if let Some(value) = self.look_up(k, part) {
            return Ok(value);
        }
        let is_whole = part.len() == self.parts[k].elements.len();
        // All positions of a box lie below the whole of it: nothing is had for less than their table.
        if is_whole
            && self.parts[k].tried < TriedInVain::LargeTable
            && self.plan(handle)?.is_some_and(|plan| plan.is_begun)
        {
            if let Some(value) = self.tabulate(k, part, Size::Many, handle)? {
                return Ok(value);
            }
            self.parts[k].tried = TriedInVain::LargeTable;
        }
        self.hope(position, handle)?;
        if self.parts[k].tried < TriedInVain::SmallTable {
            if let Some(value) = self.tabulate(k, part, Size::Few, handle)? {
                return Ok(value);
            }
            self.parts[k].tried = TriedInVain::SmallTable;
        }
        let poset = self.poset.piece(part, handle)?;
        if self.parts[k].tried < TriedInVain::Recursion {
            if let Some(value) = self.recursive.value(&poset, Some(WORK), handle)? {
                return Ok(value);
            }
            self.parts[k].tried = TriedInVain::Recursion;
        }
        if self.parts[k].tried < TriedInVain::LargeTable {
            if let Some(value) = self.tabulate(k, part, Size::Many, handle)? {
                return Ok(value);
            }
            self.parts[k].tried = TriedInVain::LargeTable;
        }
        Ok(self.recursive.value(&poset, None, handle)?.expect("no bound was set"))
    }

    /// An error where positions below this one are so many that a recursion over them would not end, and are in no table: diagrams, and whole boxes. Next to
    /// none of those is a sum of smaller ones; of other posets nobody knows.
    fn hope(&self, position: &Bits, handle: &Handle) -> Result<(), Stop> {
        // As decimal logarithms, which have no bound.
        let is_whole = position.len() == self.poset.len();
        let plan = if is_whole { self.plan(handle)? } else { None };
        let logarithm = match (plan, &self.shape(handle)?.cells) {
            (Some(plan), _) => logarithm(&plan.positions),
            (None, Some(cells)) => cells.positions(position),
            (None, None) if !is_whole || self.as_box(handle)?.is_none() => return Ok(()),
            (None, None) => f64::INFINITY,
        };
        let positions = 10f64.powf(logarithm);
        // So many may have a table.
        if positions <= MANY as f64 {
            return Ok(());
        }
        // Up to the exchange of rows and columns, each with half of its elements or so.
        let bytes = positions / 2.0 * (64.0 + (position.len() as f64 / 2.0).powi(2) / 16.0);
        let room = handle.room().map_or(f64::INFINITY, |room| room as f64);
        if (bytes < 2.0 * room && positions < HOPELESS) || self.plan(handle)?.is_some_and(|plan| plan.is_begun) {
            return Ok(());
        }
        // Two digits: the greatest that are written as 9.9.
        let (digits, zeros) = (10f64.powf(logarithm.fract()).min(9.9), logarithm.floor());
        let about = if logarithm.is_finite() { format!("about {digits:.1} * 10^{zeros}") } else { "uncounted".into() };
        Err(Stop::TooLarge(format!(
            "the nim-value of Chomp on {} elements: there are {about} positions below, too many to go through",
            position.len()
        )))
    }

    /// What a table of the whole takes, if that is a box.
    fn plan(&self, handle: &Handle) -> Result<Option<&ChompPlan>, Stop> {
        if self.plan.get().is_none() {
            let plan = if self.parts.len() == 1 { chomp_plan(&self.poset, handle)? } else { None };
            let _ = self.plan.set(plan);
        }
        Ok(self.plan.get().expect("set above").as_ref())
    }

    /// Whether a closed form tells the nim-value of a position.
    pub fn is_seen(&self, position: &Bits, handle: &Handle) -> Result<bool, Stop> {
        let shape = self.shape(handle)?;
        let is_graph = shape.truncation.is_some_and(|(_, k)| k == 2) && position.len() == self.poset.len();
        Ok(shape.forest.is_some() || is_graph)
    }

    /// A winning move, or that there is none, where a closed form says so: on two rows, on a diagram that is its own transpose, on a graph.
    pub fn closed_win(&self, position: &Bits, handle: &Handle) -> Result<Option<Option<usize>>, Stop> {
        if let Some(least) = self.taken_least(position) {
            return Ok(Some(Some(least)));
        }
        let shape = self.shape(handle)?;
        if let Some((points, 2)) = shape.truncation
            && position.len() == self.poset.len()
        {
            // The pairs are maximal, and each point is below several of them.
            let wanted = match points % 3 {
                0 => return Ok(Some(None)),
                1 => self.poset.minimal_of(&self.moves(position)),
                _ => self.poset.maximal_of(position),
            };
            return Ok(wanted.first().map(|&x| Some(x)));
        }
        let cells = shape.cells.as_ref().filter(|_| self.poison().is_some());
        Ok(cells.and_then(|cells| cells.winning_move(position)))
    }

    /// A winning move that little work finds, where the values of all positions take much: one that leaves parts whose values are
    /// seen soon, such as equal ones. `None` also where the values are had anyway.
    pub fn short_win(&mut self, position: &Bits, handle: &Handle) -> Result<Option<usize>, Stop> {
        if let Some(closed) = self.closed_win(position, handle)? {
            return Ok(closed);
        }
        self.take_apart(handle)?;
        let moves = self.moves(position);
        for k in 0..self.parts.len() {
            let part = self.part(k, position, handle)?;
            if part.len() < 2 || self.look_up(k, &part).is_some() {
                continue;
            }
            if self.parts[k].tried >= TriedInVain::SmallTable || self.tabulate(k, &part, Size::Few, handle)?.is_none() {
                self.parts[k].tried = self.parts[k].tried.max(TriedInVain::SmallTable);
                return self.try_moves(&moves, handle);
            }
        }
        Ok(None)
    }

    fn try_moves(&mut self, moves: &Bits, handle: &Handle) -> Result<Option<usize>, Stop> {
        let mut budget = ALL_LITTLE;
        // The lower it is, the less it leaves, nearly.
        for x in self.poset.linear_order().into_iter().filter(|&x| moves.contains(x)) {
            let left: Vec<usize> = self.after(moves, x).iter().collect();
            let work = moves.len() + if left.len() > Poset::PAIRED { 0 } else { left.len() * left.len() };
            let Some(rest) = budget.checked_sub(work) else { return Ok(None) };
            budget = rest;
            if left.len() > Poset::PAIRED {
                continue;
            }
            let left = self.poset.piece(&left, handle)?;
            if self.recursive.value(&left, Some(LITTLE), handle)? == Some(0) {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    fn look_up(&self, k: usize, part: &[usize]) -> Option<u32> {
        let Part { elements, table, .. } = &self.parts[k];
        match (table, &self.whole) {
            (Some(table), _) => {
                let mut left = part.iter().peekable();
                let inner = (0..elements.len()).filter(|&i| left.next_if(|&&x| x == elements[i]).is_some());
                table.get(Bits::of(elements.len(), inner).row())
            }
            (None, Some(whole)) => whole.get(Bits::of(self.poset.len(), part.iter().copied()).row()),
            (None, None) => None,
        }
    }

    /// Makes the table of all downsets of component `k`, if there are not too many and there is room for them, and
    /// looks the part up in it.
    fn tabulate(&mut self, k: usize, part: &[usize], size: Size, handle: &Handle) -> Result<Option<u32>, Stop> {
        match self.table_of_box(size, handle) {
            Ok(Some(table)) => self.whole = Some(table),
            // A table by levels has room for fewer.
            Ok(None) if self.plan(handle)?.is_some_and(|plan| plan.positions > size.most().into()) => return Ok(None),
            Ok(None) => match self.table(k, size, handle) {
                Ok(Some(table)) => self.parts[k].table = Some(table),
                Ok(None) | Err(Stop::Memory(_)) => return Ok(None),
                Err(stop) => return Err(stop),
            },
            // The recursion, which comes next, has no hope where so many positions have no room.
            Err(Stop::Memory(_)) if size == Size::Few => return Ok(None),
            Err(stop) => return Err(stop),
        }
        Ok(self.look_up(k, part))
    }

    fn table(&self, k: usize, size: Size, handle: &Handle) -> Result<Option<Table>, Stop> {
        let most = size.most();
        let poset = self.poset.piece(&self.parts[k].elements, handle)?;
        with_mask!(poset.len(), M => levels::values::<M>(&poset, 0, most, handle), else Ok(None))
    }

    /// The table of the whole poset, if it is a box of two dimensions or more.
    fn table_of_box(&self, size: Size, handle: &Handle) -> Result<Option<Table>, Stop> {
        let Some(found) = self.as_box(handle)? else { return Ok(None) };
        if let Some(extent) = Extent::of(&found.sides) {
            if size == Size::Few && extent.work() > FEW_OF_BOX {
                return Ok(None);
            }
            return Ok(Some(Box::new(Rows::new(&found, &extent, handle)?)));
        }
        let most = if size == Size::Few { FEW_OF_BOX / self.poset.len() as u64 } else { u64::MAX };
        let width = self.poset.len() / found.sides[0];
        with_mask!(width, M => with_cell!(self.poset.len(), C => {
            let table = BoxValues::<M, C>::new(&found, most, self.threads, handle)?;
            Ok(table.map(|table| Box::new(table) as Table))
        }, else Ok(None)), else Ok(None))
    }

    /// The coordinates, if the whole poset is a box of two dimensions or more: what lies above its least element is connected.
    fn as_box(&self, handle: &Handle) -> Result<Option<Coordinates>, Stop> {
        if self.parts.len() != 1 {
            return Ok(None);
        }
        let found = Coordinates::of(&self.poset, handle)?;
        Ok(found.filter(|found| found.is_box() && found.sides.len() > 1))
    }

    /// Makes the table of all values beforehand, if the whole poset is a box of two dimensions or more and its positions are not too many. With checkpoints it
    /// is kept while it is made.
    ///
    /// # Errors
    /// When a bound of the handle is reached, or what was kept cannot be used.
    pub fn prepare(&mut self, options: subsets::Options, handle: &Handle) -> Result<(), subsets::Error> {
        self.take_apart(handle)?;
        // A few rows have shorter ways.
        let is_long = |found: &Coordinates| found.sides[1..] == [2] || Extent::of(&found.sides).is_some();
        let Some(found) = self.as_box(handle)?.filter(|found| !is_long(found)) else { return Ok(()) };
        let width = self.poset.len() / found.sides[0];
        self.whole = with_mask!(width, M => with_cell!(self.poset.len(), C => {
            let table = BoxValues::<M, C>::kept(&found, options, handle)?;
            table.map(|table| Box::new(table) as Table)
        }, else None), else None);
        Ok(())
    }

    /// Every move with the nim-value that it leads to, by number.
    pub fn options(&mut self, position: &Bits, handle: &Handle) -> Result<Vec<(usize, u32)>, Stop> {
        let mut options = Vec::new();
        for x in self.moves(position).iter() {
            let after = self.after(position, x);
            options.push((x, self.nim_value(&after, handle)?));
        }
        Ok(options)
    }

    /// The moves to a position of nim-value `value` (0 for the winning moves), by orbits under the automorphisms of the
    /// position.
    pub fn moves_to(&mut self, position: &Bits, value: u32, handle: &Handle) -> Result<Vec<Orbit>, Stop> {
        let moves: Vec<usize> = self.moves(position).iter().collect();
        let orbits = self.poset.induced(&moves, handle)?.orbits(handle)?;
        let mut found = Vec::new();
        for orbit in orbits {
            let elements: Vec<usize> = orbit.into_iter().map(|i| moves[i]).collect();
            let after = self.after(position, elements[0]);
            if self.nim_value(&after, handle)? == value {
                found.push(Orbit { elements, value });
            }
        }
        Ok(found)
    }

    /// A winning move, the first by number; `None` in a lost position.
    pub fn winning_move(&mut self, position: &Bits, handle: &Handle) -> Result<Option<usize>, Stop> {
        if self.nim_value(position, handle)? == 0 {
            return Ok(None);
        }
        for x in self.moves(position).iter() {
            let after = self.after(position, x);
            if self.nim_value(&after, handle)? == 0 {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The winning moves of normal play, if what can be taken is chains side by side.
    pub fn moves_as_in_nim(&self, position: &Bits, handle: &Handle) -> Result<Option<Vec<usize>>, Stop> {
        let Some(heaps) = self.heaps(position, handle)? else { return Ok(None) };
        let sum = heaps.into_iter().fold(0, |sum, heap| sum ^ heap);
        let moves: Vec<usize> = self.moves(position).iter().collect();
        let left = self.poset.piece(&moves, handle)?;
        let heights = left.heights(handle)?;
        let mut found = Vec::new();
        for chain in left.components() {
            // Taking the element with `h` others below it leaves a heap of `h`.
            let wanted = chain.len() ^ sum;
            found.extend(chain.iter().filter(|&&x| heights[x] as usize == wanted).map(|&x| moves[x]));
        }
        found.sort_unstable();
        Ok(Some(found))
    }

    /// The sizes of heaps of Nim, if what can be taken is chains side by side: these are played like them, whoever wins in the end.
    pub fn heaps(&self, position: &Bits, handle: &Handle) -> Result<Option<Vec<usize>>, Stop> {
        let moves = self.moves(position);
        // Above each element that is minimal one ends that is maximal.
        if self.poset.minimal_of(&moves).len() != self.poset.maximal_of(&moves).len() {
            return Ok(None);
        }
        let left = self.poset.piece(&moves.iter().collect::<Vec<_>>(), handle)?;
        Ok(Forest::of(&left, handle)?.and_then(|forest| forest.chains()))
    }

    /// How many moves the game lasts, where it need not be played out for that: one if all can be taken at once, and all of them if no move takes
    /// more than one element.
    pub fn closed_remoteness(&self, position: &Bits) -> Option<u32> {
        let moves = self.moves(position);
        match (self.poset.minimal_of(&moves).len(), moves.len()) {
            (1, _) => Some(1),
            (least, all) if least == all => Some(all as u32),
            _ => None,
        }
    }

    /// How many moves the game lasts when the winner hurries and the loser delays. Walks over every position below this
    /// one, and keeps what it finds.
    pub fn remoteness(&mut self, position: &Bits, handle: &Handle) -> Result<u32, Stop> {
        if let Some(closed) = self.closed_remoteness(position) {
            return Ok(closed);
        }
        if position.len() < self.poset.len() / 4 {
            return self.remoteness_apart(position, handle);
        }
        let mut known = std::mem::take(&mut self.remoteness);
        let found = remoteness::remoteness(self, position, &mut known, handle);
        self.remoteness = known;
        found
    }

    /// The same on a board of its own, which serves the positions below, too.
    fn remoteness_apart(&mut self, position: &Bits, handle: &Handle) -> Result<u32, Stop> {
        if !self.apart.as_ref().is_some_and(|(elements, _)| position.iter().all(|x| elements.binary_search(&x).is_ok()))
        {
            let elements: Vec<usize> = position.iter().collect();
            // What has come to be the least may be taken, if nothing was poisoned.
            let game = Chomp::taking(self.poset.piece(&elements, handle)?, self.poison().is_none(), handle)?;
            self.apart = Some((elements, Box::new(game)));
        }
        let (elements, game) = self.apart.as_mut().expect("just made");
        let left = Bits::of(elements.len(), (0..elements.len()).filter(|&i| position.contains(elements[i])));
        game.remoteness(&left, handle)
    }
}

/// The decimal logarithm of a number that is not 0.
fn logarithm(number: &BigUint) -> f64 {
    let bits = number.bits().saturating_sub(64);
    let first = (number >> bits).to_f64().unwrap_or(f64::INFINITY);
    first.log10() + bits as f64 * std::f64::consts::LOG10_2
}
