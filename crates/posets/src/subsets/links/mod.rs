//! Who wins Chomp on the subsets of up to seven points, by the lost links of each downset of one point less.
//!
//! Let z be the last of n points. A downset of P(n, k) is a pair: A, its sets without z, a downset of P(n - 1, k), and the
//! *link* B of z, the sets b with b + z in it, a downset of P(n - 1, k - 1) within A, or nothing where z is missing. A move takes x
//! from A, which leaves (A - up x, B - up x), or b + z, which leaves (A, B - up b). So if A goes through the classes of P(n - 1, k)
//! by size, the lost links of A are found from those of all A - up x, carried along, and from smaller links of its own
//! (docs/downsets.md, section I). A position of all n points needs no canonical form. In misère play nothing differs but that {empty set},
//! from which all is taken, is won.
//!
//! - `layers`: pairs, triples, larger sets; `layout`: the places of all links of one A, in cubes.
//! - `carry`: lost links as a list, and their images under a permutation. `close`: which links are lost.
//!
//! Cost: each lost link is carried to every A that a set above it may be taken from, and each link is looked at once: [`costs`].

mod carry;
mod close;
mod layers;
mod layout;

use super::canon::Frame;
use super::chomp::ChompResult;
#[cfg(feature = "threads")]
use super::crew::waited_for;
use super::crew::{Shared, lock, together};
use super::downset::{ABOVE, MAX_N, bits, largest, truncated};
use super::engine::Options;
use super::error::{Error, Unhandled};
use super::estimate;
use super::permute::Route;
use super::room::Room;
use super::space::Subsets;
use carry::{Found, Image};
use layers::{LAYERS, Layers, PAIRS, TRIPLES, UPPER, chosen};
use layout::Layout;
use rustc_hash::FxHashMap;
use sprague_limits::Handle;
use std::mem::size_of;
use std::sync::Mutex;

/// Who wins when there is nothing left to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Whoever took the last.
    Normal,
    /// The other one.
    Misere,
}

/// The lost positions of Chomp on P(n, k), n from 1 to 7.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_posets::subsets::{downset::truncated, links::{Lost, Play}};
/// let h = Handle::default();
/// // Two points, of which each is taken by itself: whoever begins does not take the last.
/// let [normal, misere] = [Play::Normal, Play::Misere].map(|play| Lost::new(2, 1, play, 1, &h).unwrap());
/// assert_eq!((normal.is_lost(truncated(2, 1)), misere.is_lost(truncated(2, 1))), (Some(true), Some(false)));
/// ```
#[derive(Debug)]
pub struct Lost {
    /// The points of A.
    m: u32,
    /// The largest sets of a position.
    k: u32,
    play: Play,
    layers: &'static Layers,
    /// What is known of each class A, by its size.
    levels: Vec<FxHashMap<u128, Found>>,
}

/// What one thread works in.
struct Desk {
    /// What is known of each link of one A.
    words: Vec<u64>,
    image: Image,
    /// Its lost links.
    lost: Found,
}

impl Lost {
    /// For sets of at most `k` of `n` points, n from 1 to 7; [`Unhandled::Coordinates`] for others.
    ///
    /// Cost: for n = 7 see [`costs`], for n = 6 less than a tenth of a second.
    pub fn new(n: u32, k: u32, play: Play, threads: usize, handle: &Handle) -> Result<Lost, Error> {
        let Some(m) = n.checked_sub(1).filter(|&m| m < MAX_N) else {
            return Err(Unhandled::Coordinates(n).into());
        };
        let classes = Subsets::below(m, truncated(m, k.min(m)), usize::MAX, handle)?;
        let classes = classes.map(Subsets::into_classes).unwrap_or_default();
        let count = classes.iter().map(Vec::len).sum::<usize>();
        let lost = Lost { m, k: k.min(n), play, layers: &LAYERS, levels: Vec::new() };
        let room = Room::new(handle);
        let (threads, shared) = (Options::threads(threads).thread_count(), Shared::new(handle, Some(count as u64), 0));
        let compute = || lost.filled(classes, threads, &shared, &room);
        #[cfg(feature = "threads")]
        return waited_for(compute, || {
            shared.ask(handle, Some(count as u64)).unwrap_or_else(|stop| shared.halt(Error::Stop(stop)));
        });
        #[cfg(not(feature = "threads"))]
        compute()
    }

    /// The largest sets of its positions.
    pub fn largest(&self) -> u32 {
        self.k
    }

    /// With all classes A, by their size.
    fn filled(mut self, classes: Vec<Vec<u128>>, threads: usize, shared: &Shared, room: &Room) -> Result<Lost, Error> {
        let mut done = 0;
        for (size, classes) in classes.into_iter().enumerate() {
            shared.at(size as u32, done);
            done += classes.len() as u64;
            let mut level = vec![Found::default(); classes.len()];
            let work = Mutex::new(classes.iter().zip(&mut level));
            together(threads, || {
                let mut desk = Desk { words: Vec::new(), image: Image::new(), lost: Found::default() };
                loop {
                    let Some((&class, found)) = lock(&work).next() else {
                        room.give(desk.words.len() * size_of::<u64>());
                        return Ok(());
                    };
                    shared.go_on()?;
                    *found = self.find(class, &mut desk, shared, room)?;
                    room.take(found.bytes())?;
                    shared.count(1);
                }
            })?;
            self.levels.push(classes.into_iter().zip(level).collect());
        }
        Ok(self)
    }

    /// What is known of the class of `a`, and where the points of that class are in `a`.
    fn known(&self, a: u128) -> Option<(&Found, [usize; 8])> {
        let frame = Frame::new(a, self.m);
        let (class, route): (u128, Route) = frame.canonical(a, 0, frame.keys());
        let mut to = [0; 8];
        (0..7).for_each(|point| to[route.place(point)] = point as usize);
        let found = self.levels.get(a.count_ones() as usize)?.get(&class)?;
        Some((found, to))
    }

    /// Finds the lost links of `a` from those of all that is less.
    fn find(&self, a: u128, desk: &mut Desk, shared: &Shared, room: &Room) -> Result<Found, Error> {
        let smaller = bits(a & !1).map(|x| Some((x, self.known(a & !ABOVE[x as usize])?)));
        let smaller: Vec<_> = smaller.collect::<Option<_>>().ok_or(Error::Inexact)?;
        let alone = (a != 1 || self.play == Play::Normal) && smaller.iter().all(|(_, (known, _))| !known.alone);
        // Whoever finds A lost without z takes z.
        if alone || self.k == 0 {
            return Ok(Found::none(alone));
        }
        let layout = Layout::new((a & truncated(self.m, self.k - 1)) as u64, self.layers);
        let passing = layout.bytes();
        room.take(passing)?;
        if desk.words.len() < layout.links {
            room.take((layout.links - desk.words.len()) * size_of::<u64>())?;
            desk.words.resize(layout.links, 0);
        }
        let words = &mut desk.words[..layout.links];
        words.fill(0);
        for (x, (known, to)) in smaller {
            shared.go_on()?;
            desk.image.set(&to);
            desk.image.carry(known, &layout, 1 << x, words).ok_or(Error::Inexact)?;
        }
        close::close(&layout, self.layers, words, &mut desk.lost);
        room.give(passing);
        Ok(desk.lost.take())
    }

    /// Whether a position is lost; `None` if it is no downset of P(n, k) with the empty set.
    pub fn is_lost(&self, position: u128) -> Option<bool> {
        let n = self.m + 1;
        if !Subsets::is_position(n, position) || position & !truncated(n, self.k) != 0 {
            return None;
        }
        let half = 1u32 << self.m;
        let (a, link) = (position & ((1 << half) - 1), position >> half);
        let (known, to) = self.known(a)?;
        if link == 0 {
            return Some(known.alone);
        }
        // The same in the points of the class.
        let image = |set: u32| (0..self.m as usize).filter(|&p| set >> to[p] & 1 == 1).fold(0, |all, p| all | 1 << p);
        let link = bits(link).fold(0_u64, |all, set| all | 1 << image(set));
        let points = (0..self.m).filter(|p| link >> (1 << p) & 1 == 1).fold(0, |set, p| set | 1 << p);
        Some(known.has(points, chosen(link, &UPPER), chosen(link, &PAIRS), chosen(link, &TRIPLES)))
    }
}

/// Bytes, and seconds of one processor, that [`Lost::new`] takes for n = 7 and sets of at most so many points, at least three: see
/// docs/performance.md.
pub fn costs(k: u32) -> (f64, f64) {
    match k {
        ..=3 => (50e6, 2.0),
        4 => (1.3e9, 95.0),
        _ => (1.6e9, 118.0),
    }
}

/// Seconds of a processor for each class, where they are gone through one by one.
const A_CLASS: f64 = 0.75e-6;

/// Whether this is the way for a position: sets of at least three of seven points, so many classes below that one by one they take
/// longer, and memory enough.
pub fn suits(n: u32, position: u128, handle: &Handle) -> Result<bool, Error> {
    let k = largest(position);
    if n != MAX_N || k < 3 {
        return Ok(false);
    }
    let (bytes, seconds) = costs(k);
    Ok(estimate::least_below(n, position, handle)? * A_CLASS >= seconds && handle.reserve(bytes as usize).is_ok())
}

/// Who wins Chomp in normal play on `position`, a downset of P(n, k) with the empty set, n from 1 to 7, and by which moves. Levels
/// are not counted; with a position that is none comes [`Unhandled::NoPosition`].
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
    let lost = Lost::new(n, largest(position), Play::Normal, threads, handle)?;
    let bytes = lost.levels.iter().flat_map(|level| level.values()).map(Found::bytes).sum();
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
