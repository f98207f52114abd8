//! Who wins Chomp on sets of at most three points, sixty-four positions at a time.
//!
//! Let z be the last of n points. A downset of P(n, 3) is a pair: A, its sets without z, a downset of P(n - 1, 3), and the
//! *link* B of z, the sets b with b + z in it, a graph within A, or nothing where z is missing. A move takes x from A, which leaves
//! (A - up x, B - up x), or b + z, which leaves (A, B - up b). So if A goes through the classes of P(n - 1, 3) by size, and
//! for each one the links B that are lost are a set of bits, then the lost links of A are found from the sets of the classes of all
//! A - up x, carried along, and from smaller links of its own (docs/downsets.md, section I). A position of all n points
//! needs no canonical form. In misère play nothing differs but that {empty set}, from which all is taken, is won.
//!
//! Cost: P(7, 3) has 7,750 classes A of six points and 40,069 links. In goes nothing but n; memory is a bit for each class and link.

use super::canon::Frame;
use super::chomp::ChompResult;
#[cfg(feature = "threads")]
use super::crew::waited_for;
use super::crew::{Shared, lock, together};
use super::downset::{ABOVE, MAX_N, bits, truncated};
use super::engine::Options;
use super::error::{Error, Unhandled};
use super::estimate;
use super::permute::Route;
use super::space::Subsets;
use rustc_hash::FxHashMap;
use sprague_limits::Handle;
use std::ops::Range;
use std::sync::Mutex;

/// The most points of A: links are graphs on these, and their edges number a bit.
const MOST: usize = 6;

/// The number of an edge between the points of ranks `i` and `j`, by its higher end first.
const fn edge(i: usize, j: usize) -> usize {
    let (i, j) = if i < j { (i, j) } else { (j, i) };
    j * (j - 1) / 2 + i
}

/// The numbers below 64 that have one digit 1 more than this one, and itself, as bits.
static STEPS: [u64; 64] = {
    let mut steps = [0; 64];
    let mut at = 0;
    while at < 64 {
        steps[at] = 1 << at;
        let mut digit = 0;
        while digit < 6 {
            steps[at] |= 1 << (at | 1 << digit);
            digit += 1;
        }
        at += 1;
    }
    steps
};

/// The graphs on one set of points: a bit for each, by the edges that it has, in whole words.
#[derive(Clone, Debug, Default)]
struct Cube {
    points: Vec<usize>,
    /// Where its words begin.
    start: usize,
    words: usize,
    /// For each point the graphs on the others, by their numbers there, as graphs here without its edges; empty for points outside.
    without: Vec<Vec<u16>>,
}

impl Cube {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.words
    }

    fn edges(&self) -> usize {
        self.points.len() * self.points.len().saturating_sub(1) / 2
    }

    fn rank(&self, point: usize) -> Option<usize> {
        self.points.iter().position(|&p| p == point)
    }
}

/// What stands where among the bits of the links of one A.
#[derive(Debug)]
struct Layout {
    /// The points of A.
    m: usize,
    /// By the set of points that are isolated or have edges.
    cubes: Vec<Cube>,
    words: usize,
}

impl Layout {
    fn new(m: usize) -> Layout {
        let (mut cubes, mut start) = (Vec::<Cube>::with_capacity(1 << m), 0);
        for set in 0..1usize << m {
            let points: Vec<usize> = (0..m).filter(|p| set >> p & 1 == 1).collect();
            let mut cube = Cube { points, start, ..Cube::default() };
            let graphs = 1usize << cube.edges();
            cube.words = graphs.max(64) / 64;
            start += cube.words;
            cube.without = (0..m)
                .map(|point| match cube.rank(point) {
                    Some(rank) => {
                        let up = |r: usize| r + usize::from(r >= rank);
                        let map: Vec<usize> = (0..cube.points.len() - 1).map(up).collect();
                        carried_graphs(&map)
                    }
                    None => Vec::new(),
                })
                .collect();
            cubes.push(cube);
        }
        Layout { m, cubes, words: start }
    }

    /// Adds the images of links, when each point goes to another one.
    fn carry(&self, links: &[u64], to: &[usize; 8], into: &mut [u64]) {
        for cube in &self.cubes {
            let words = &links[cube.range()];
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            let set = cube.points.iter().fold(0, |set, &p| set | 1 << to[p]);
            let image = &self.cubes[set];
            let map: Vec<usize> = cube.points.iter().filter_map(|&p| image.rank(to[p])).collect();
            let (low, high) = halves(&map);
            let into = &mut into[image.range()];
            for graph in members(words) {
                add(into, usize::from(low[graph & 255] | high[graph >> 8 & 127]));
            }
        }
    }
}

/// The numbers of the bits that are set.
fn members(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

fn add(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

fn has(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 == 1
}

fn unite(into: &mut [u64], more: &[u64]) {
    into.iter_mut().zip(more).for_each(|(into, more)| *into |= more);
}

/// The images of graphs of the first eight edges, and of the others, when the point of each rank gets another rank.
fn halves(map: &[usize]) -> ([u16; 256], [u16; 128]) {
    let (mut low, mut high) = ([0; 256], [0; 128]);
    for (j, &to) in map.iter().enumerate() {
        for (i, &other) in map[..j].iter().enumerate() {
            let (number, image) = (edge(i, j), 1 << edge(other, to));
            let (table, first) = if number < 8 { (&mut low[..], number) } else { (&mut high[..], number - 8) };
            let (known, new) = table.split_at_mut(1 << first);
            new.iter_mut().zip(known).for_each(|(new, &mut known)| *new = known | image);
        }
    }
    (low, high)
}

/// The image of each graph on so many points.
fn carried_graphs(map: &[usize]) -> Vec<u16> {
    let (low, high) = halves(map);
    (0..1usize << (map.len() * map.len().saturating_sub(1) / 2)).map(|g| low[g & 255] | high[g >> 8]).collect()
}

/// What is known of one A.
struct Known<'a> {
    /// Whether A alone, without z, is lost.
    alone: bool,
    /// The lost links.
    links: &'a [u64],
}

/// The lost positions of Chomp on P(n, 3), n from 1 to 7.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::{downset::truncated, links::{Lost, Play}};
/// let h = Handle::default();
/// // Two points, of which each is taken by itself: whoever begins does not take the last.
/// let [normal, misere] = [Play::Normal, Play::Misere].map(|play| Lost::new(2, play, 1, &h).unwrap());
/// assert_eq!((normal.is_lost(truncated(2, 1)), misere.is_lost(truncated(2, 1))), (Some(true), Some(false)));
/// ```
#[derive(Debug)]
pub struct Lost {
    layout: Layout,
    play: Play,
    /// Each class A of a size, in order, and for each of these whether it is lost by itself, and its lost links.
    levels: Vec<Level>,
}

/// Who wins when there is nothing left to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Whoever took the last.
    Normal,
    /// The other one.
    Misere,
}

#[derive(Debug, Default)]
struct Level {
    places: FxHashMap<u128, usize>,
    alone: Vec<bool>,
    links: Vec<u64>,
}

/// What one thread works in.
struct Desk {
    /// The links from which something lost is known to be reached.
    marked: Vec<u64>,
    /// What is lost after an edge is taken from A.
    scratch: Vec<u64>,
    /// The same for each point of A: links without this point, reached from those with it, too.
    after: Vec<Vec<u64>>,
}

impl Lost {
    /// For sets of at most three of `n` points, n from 1 to 7; [`Unhandled::Coordinates`] for others.
    ///
    /// Cost: for n = 7 two seconds of the processor and 41 MB, for n = 6 some milliseconds.
    pub fn new(n: u32, play: Play, threads: usize, handle: &Handle) -> Result<Lost, Error> {
        let Some(m) = n.checked_sub(1).filter(|&m| m < MAX_N) else {
            return Err(Unhandled::Coordinates(n).into());
        };
        let classes = Subsets::below(m, truncated(m, 3), usize::MAX, handle)?;
        let classes = classes.map(Subsets::into_classes).unwrap_or_default();
        let count = classes.iter().map(Vec::len).sum::<usize>();
        let lost = Lost { layout: Layout::new(m as usize), play, levels: Vec::new() };
        handle.reserve(count * lost.layout.words * 8)?;
        let (threads, shared) = (Options::threads(threads).thread_count(), Shared::new(handle, Some(count as u64), 0));
        let compute = || lost.filled(classes, threads, &shared);
        #[cfg(feature = "threads")]
        return waited_for(compute, || {
            shared.ask(handle, Some(count as u64)).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
        });
        #[cfg(not(feature = "threads"))]
        compute()
    }

    /// With all classes A, by their size.
    fn filled(mut self, classes: Vec<Vec<u128>>, threads: usize, shared: &Shared) -> Result<Lost, Error> {
        let mut done = 0;
        for (size, classes) in classes.into_iter().enumerate() {
            shared.at(size as u32, done);
            done += classes.len() as u64;
            let words = self.layout.words;
            let (mut alone, mut links) = (vec![false; classes.len()], vec![0; classes.len() * words]);
            let work = Mutex::new(classes.iter().zip(&mut alone).zip(links.chunks_mut(words)));
            together(threads, || {
                let none = vec![0; words];
                let mut desk = Desk { marked: none.clone(), scratch: none.clone(), after: vec![none; self.layout.m] };
                loop {
                    let Some(((&class, alone), links)) = lock(&work).next() else { return Ok(()) };
                    shared.go_on()?;
                    *alone = self.find(class, &mut desk, links).ok_or(Error::Inexact)?;
                    shared.count(1);
                }
            })?;
            let places = classes.into_iter().enumerate().map(|(place, class)| (class, place)).collect();
            self.levels.push(Level { places, alone, links });
        }
        Ok(self)
    }

    /// What is known of the class of `a`, and where the points of that class are in `a`.
    fn known(&self, a: u128) -> Option<(Known<'_>, [usize; 8])> {
        let frame = Frame::new(a, self.layout.m as u32);
        let (class, route): (u128, Route) = frame.canonical(a, 0, frame.keys());
        let mut to = [0; 8];
        (0..7).for_each(|point| to[route.place(point)] = point as usize);
        let level = self.levels.get(a.count_ones() as usize)?;
        let place = *level.places.get(&class)?;
        let links = &level.links[place * self.layout.words..][..self.layout.words];
        Some((Known { alone: level.alone[place], links }, to))
    }

    /// Finds the lost links of `a` from those of all that is less: whether `a` alone is lost comes back.
    fn find(&self, a: u128, desk: &mut Desk, lost: &mut [u64]) -> Option<bool> {
        let layout = &self.layout;
        desk.marked.fill(0);
        desk.after.iter_mut().for_each(|after| after.fill(0));
        let mut alone = a != 1 || self.play == Play::Normal;
        for x in bits(a & !1) {
            let (known, to) = self.known(a & !ABOVE[x as usize])?;
            alone &= !known.alone;
            let points: Vec<usize> = (0..layout.m).filter(|p| x >> p & 1 == 1).collect();
            match points[..] {
                [point] => layout.carry(known.links, &to, &mut desk.after[point]),
                [p, q] => {
                    desk.scratch.fill(0);
                    layout.carry(known.links, &to, &mut desk.scratch);
                    for cube in &layout.cubes {
                        if let (Some(i), Some(j)) = (cube.rank(p), cube.rank(q)) {
                            spread(&mut desk.scratch[cube.range()], edge(i, j));
                        }
                    }
                    unite(&mut desk.marked, &desk.scratch);
                }
                _ => layout.carry(known.links, &to, &mut desk.marked),
            }
        }
        // Whoever finds A lost without z takes z.
        if !alone {
            self.close(a, desk, lost);
        }
        Some(alone)
    }

    /// Of the links that are not marked those are lost from which no move within the link leads to a lost one.
    fn close(&self, a: u128, desk: &mut Desk, lost: &mut [u64]) {
        let layout = &self.layout;
        for (set, cube) in layout.cubes.iter().enumerate() {
            if cube.points.iter().any(|&p| a >> (1 << p) & 1 == 0) {
                continue;
            }
            let marked = &mut desk.marked[cube.range()];
            for (point, after) in desk.after.iter().enumerate() {
                let Some(rank) = cube.rank(point) else {
                    unite(marked, &after[cube.range()]);
                    continue;
                };
                // What is lost without the point, taken from A and the link or from the link alone.
                let less = &layout.cubes[set & !(1 << point)];
                let mut above = [0; 1 << (MOST * (MOST - 1) / 2 - 6)];
                for links in [after, &*lost] {
                    members(&links[less.range()])
                        .for_each(|graph| add(&mut above, usize::from(cube.without[point][graph])));
                }
                let above = &mut above[..cube.words];
                (0..cube.points.len()).filter(|&r| r != rank).for_each(|r| spread(above, edge(r, rank)));
                unite(marked, above);
            }
            self.close_cube(a, cube, marked, &mut lost[cube.range()]);
        }
    }

    /// The same where only edges are left to be taken from the link.
    fn close_cube(&self, a: u128, cube: &Cube, marked: &mut [u64], lost: &mut [u64]) {
        // Edges that A has, by their numbers here: those of a word, and of the number of the word.
        let mut edges = 0;
        for (j, q) in cube.points.iter().enumerate() {
            for (i, p) in cube.points[..j].iter().enumerate() {
                edges |= ((a >> (1 << p | 1 << q) & 1) as usize) << edge(i, j);
            }
        }
        let (inner, outer) = (within(edges & 63), edges >> 6);
        for at in (0..cube.words).filter(|at| at & !outer == 0) {
            let (mut open, mut found) = (!marked[at] & inner, 0);
            while open != 0 {
                // All that has fewer edges is decided.
                let graph = open.trailing_zeros();
                found |= 1 << graph;
                open &= !STEPS[graph as usize];
            }
            lost[at] = found;
            let mut more = if found == 0 { 0 } else { outer & !at };
            while more != 0 {
                marked[at | (more & more.wrapping_neg())] |= found;
                more &= more - 1;
            }
        }
    }

    /// Whether a position is lost; `None` if it is no downset of P(n, 3) with the empty set.
    pub fn is_lost(&self, position: u128) -> Option<bool> {
        let n = self.layout.m as u32 + 1;
        if !Subsets::is_position(n, position) || position & !truncated(n, 3) != 0 {
            return None;
        }
        let half = 1u32 << self.layout.m;
        let (a, link) = (position & ((1 << half) - 1), position >> half);
        let (known, to) = self.known(a)?;
        if link == 0 {
            return Some(known.alone);
        }
        // The same in the points of the class.
        let route = (0..self.layout.m).fold([0; 8], |mut route, p| {
            route[to[p]] = p;
            route
        });
        let set = (0..self.layout.m).filter(|p| link >> (1 << p) & 1 == 1).fold(0, |set, p| set | 1 << route[p]);
        let cube = &self.layout.cubes[set];
        let mut graph = 0;
        for x in bits(link).filter(|x| x.count_ones() == 2) {
            let ends = [x.trailing_zeros(), 31 - x.leading_zeros()].map(|p| cube.rank(route[p as usize]));
            if let [Some(i), Some(j)] = ends {
                graph |= 1 << edge(i, j);
            }
        }
        Some(has(&known.links[cube.range()], graph))
    }
}

/// The numbers below 64 whose digits are among these, as bits.
fn within(digits: usize) -> u64 {
    (0..64).filter(|n| n & !digits == 0).fold(0, |all, n| all | 1 << n)
}

/// Adds to graphs without an edge the same with it.
fn spread(graphs: &mut [u64], edge: usize) {
    if edge < 6 {
        graphs.iter_mut().for_each(|word| *word |= *word << (1 << edge));
        return;
    }
    let step = 1 << (edge - 6);
    for pair in graphs.chunks_mut(2 * step) {
        let (without, with) = pair.split_at_mut(step);
        with.iter_mut().zip(without).for_each(|(with, without)| *with |= *without);
    }
}

/// Bytes and seconds of one processor that [`Lost::new`] takes for n = 7: see docs/performance.md.
pub(super) const COSTS: (f64, f64) = (41.3e6, 1.9);

/// From so many classes on, at least, this way is quicker than to go through them one by one.
const WORTH: f64 = 1e6;

/// Whether this is the way for a position: sets of at most three of seven points, and many classes below.
pub fn suits(n: u32, position: u128, handle: &Handle) -> Result<bool, Error> {
    let fits = n == MAX_N && position & !truncated(n, 3) == 0;
    Ok(fits && estimate::least_below(n, position, handle)? >= WORTH)
}

/// Who wins Chomp in normal play on `position`, a downset of P(n, 3) with the empty set, n from 1 to 7, and by which moves. Levels
/// are not counted; with a position that is none, or has larger sets, comes [`Unhandled::NoPosition`].
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::{downset, links};
/// // A pair wins on triples of six points, and its fifteen images.
/// let found = links::outcome(6, downset::truncated(6, 3), 1, &Handle::default()).unwrap();
/// assert_eq!((found.won, found.winning_orbits()[0].size), (true, 15));
/// ```
///
/// Cost: that of [`Lost::new`].
pub fn outcome(n: u32, position: u128, threads: usize, handle: &Handle) -> Result<ChompResult, Error> {
    let lost = Lost::new(n, Play::Normal, threads, handle)?;
    let bytes = lost.levels.iter().map(|level| level.links.len() * 8).sum();
    let after = |d: u128, x: u32| d & !ABOVE[x as usize];
    let is_winning = |d: u128, x: u32| lost.is_lost(after(d, x)) == Some(true);
    let winning = |d: u128| bits(d & !1).filter(|&x| is_winning(d, x)).fold(0, |all, x| all | 1 << x);
    let won = !lost.is_lost(position).ok_or(Unhandled::NoPosition)?;
    Ok(ChompResult {
        n,
        position,
        won,
        value: None,
        winning: winning(position),
        options: Vec::new(),
        replies: bits(position & !1).map(|x| (x, winning(after(position, x)))).collect(),
        levels: Vec::new(),
        bytes,
    })
}
