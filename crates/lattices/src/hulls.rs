//! The least finite unions of affine subspaces around the points where two states of an automaton differ.
//!
//! In: an automaton over N^k. A *node* (x, y, v) stands for D = {z : z is accepted from x and z + v is not from y, or conversely}. Out: the flats of its *hull*, the least finite union of
//! affine subspaces of rational k-space that contains D. (Finite unions of affine subspaces are the closed sets of a topology whose closed sets cannot descend for ever, so the least one exists, and it is made of finitely many flats.)
//!
//! *How it is found.* D is the union of b + 2 D_b over the letters b, D_b that of the next node, and {0} if 0 is in it; so its hull H is the union of b + 2 H_b and perhaps {0}. Nodes on no cycle follow from the next ones.
//! Let T be a strongly connected set of nodes and w the word of a cycle at one of them. z to w + 2^|w| z maps H into itself, so the images of a point p of H come to one flat again and again, and that contains the line through p and the fixed point ξ_w. So each flat is in one that contains ξ_w: each contains it.
//! So each flat contains the affine hull of all fixed points: a point ξ_t at each node, where ξ_t = b + 2 ξ_u along an edge from t to u, and the directions V in which these equations contradict each other. Where an edge leaves T
//! for a node with a flat c + C, the flat b + 2 (c + C) of H is in one that contains ξ_t, too: ξ_t + V + C + Q (b + 2c − ξ_t). These flats, the same directions at every node of T, satisfy the equation of hulls, so they are H.
//! (This is the semi-affine hull of J. Leroux, A polynomial time Presburger criterion and synthesis for number decision diagrams, LICS 2005.)
//!
//! Coordinates are kept modulo a prime ([`super::flats`]): a hull of full dimension is one, and an empty one is empty; other flats are advice. Cost: a node and letter once, whatever is asked.

use super::automaton::{Automaton, MOST_COORDINATES, take_letter};
use super::budget::{Failure, Meter};
use super::flats::{Flat, HALF, Space, Vector, add, inverse, mul, sub};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is added to a point.
pub(crate) type Shift = [u16; MOST_COORDINATES];
/// Nothing.
pub(crate) const STILL: Shift = [0; MOST_COORDINATES];

/// Two states and what is added for the second.
type Key = (u32, u32, Shift);

/// Where nothing differs.
const SAME: u32 = u32::MAX;
/// More flats at a node are too many.
const MOST_FLATS: usize = 4000;

/// The flats around what belongs to a node.
#[derive(Clone)]
enum Hull {
    /// Not known yet.
    Open,
    /// On no cycle: the flats follow from those of the next nodes, where they are asked for.
    Passing(Size),
    /// Each one: a point, reduced by the directions, and the number of these.
    Flats(Rc<[(u32, Vector)]>),
    /// Those through one point.
    Star(Vector, Rc<[u32]>),
}

/// What is asked most often of a hull.
#[derive(Clone, Copy)]
struct Size {
    /// No flats.
    empty: bool,
    /// One is the whole space.
    full: bool,
}

/// Hulls of nodes of one automaton, each found once.
pub(crate) struct Hulls<'a> {
    set: &'a Automaton,
    meter: &'a Meter<'a>,
    ids: FxHashMap<Key, u32>,
    keys: Vec<Key>,
    hulls: Vec<Hull>,
    /// For the search of strongly connected sets: when a node was met, or 0.
    met: Vec<u32>,
    /// Directions.
    spaces: Vec<Rc<Space>>,
    numbers: FxHashMap<Rc<Space>, u32>,
}

impl<'a> Hulls<'a> {
    pub(crate) fn new(set: &'a Automaton, meter: &'a Meter<'a>) -> Hulls<'a> {
        Hulls {
            set,
            meter,
            ids: FxHashMap::default(),
            keys: Vec::new(),
            hulls: Vec::new(),
            met: Vec::new(),
            spaces: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// The flats around the z that are accepted from x while z + v is not accepted from y, or conversely; none includes another.
    pub(crate) fn flats(&mut self, x: u32, y: u32, v: Shift) -> Result<Vec<Flat>, Failure> {
        let node = self.found(x, y, v)?;
        let known = self.of(node)?;
        let flat =
            |(directions, point): (u32, Vector)| Flat { point, directions: self.spaces[directions as usize].clone() };
        Ok(known.into_iter().map(flat).collect())
    }

    /// Leaves those that no other includes.
    fn largest(&self, flats: &mut Vec<(u32, Vector)>) -> Result<(), Failure> {
        flats.sort_unstable();
        flats.dedup();
        let mut kinds: Vec<u32> = flats.iter().map(|flat| flat.0).collect();
        kinds.dedup();
        if kinds.len() < 2 {
            return Ok(());
        }
        let above = |s: u32| {
            let space = &self.spaces[s as usize];
            let larger = kinds.iter().filter(|&&l| l != s && self.spaces[l as usize].includes(space));
            (s, larger.copied().collect::<Vec<_>>())
        };
        let above: FxHashMap<u32, Vec<u32>> = kinds.iter().map(|&s| above(s)).collect();
        self.meter.spend(u32::try_from(kinds.len() * kinds.len() + flats.len()).unwrap_or(u32::MAX))?;
        let all: FxHashSet<(u32, Vector)> = flats.iter().copied().collect();
        let within =
            |larger: u32, point: &Vector| all.contains(&(larger, self.spaces[larger as usize].reduced(*point)));
        flats.retain(|(s, point)| !above[s].iter().any(|&larger| within(larger, point)));
        Ok(())
    }

    /// Whether no finite union of hyperplanes contains those z. Where it says so it is so.
    pub(crate) fn is_fat(&mut self, x: u32, y: u32, v: Shift) -> Result<bool, Failure> {
        let node = self.found(x, y, v)?;
        Ok(self.size(node).full)
    }

    /// Whether there are no such z. Exact.
    pub(crate) fn is_empty(&mut self, x: u32, y: u32, v: Shift) -> Result<bool, Failure> {
        let node = self.found(x, y, v)?;
        Ok(self.size(node).empty)
    }

    /// The node, its hull being found.
    fn found(&mut self, x: u32, y: u32, v: Shift) -> Result<u32, Failure> {
        let node = self.node(normal((x, y, v)));
        if node != SAME && matches!(self.hulls[node as usize], Hull::Open) {
            self.search(node)?;
        }
        Ok(node)
    }

    fn size(&self, node: u32) -> Size {
        match self.hulls.get(node as usize) {
            None | Some(Hull::Open) => Size { empty: true, full: false },
            Some(Hull::Passing(size)) => *size,
            Some(Hull::Flats(flats)) => {
                Size { empty: flats.is_empty(), full: flats.iter().any(|flat| self.is_full(flat.0)) }
            }
            Some(Hull::Star(_, spaces)) => Size { empty: false, full: spaces.iter().any(|&space| self.is_full(space)) },
        }
    }

    fn of(&mut self, node: u32) -> Result<Vec<(u32, Vector)>, Failure> {
        self.open_up(node)?;
        Ok(match self.hulls.get(node as usize) {
            None | Some(Hull::Open | Hull::Passing(_)) => Vec::new(),
            Some(Hull::Flats(flats)) => flats.to_vec(),
            Some(Hull::Star(point, spaces)) => {
                spaces.iter().map(|&s| (s, self.spaces[s as usize].reduced(*point))).collect()
            }
        })
    }

    /// Finds the flats of a node on no cycle, after those of the next ones.
    fn open_up(&mut self, node: u32) -> Result<(), Failure> {
        let mut way = vec![node];
        while let Some(&top) = way.last() {
            self.meter.spend(1)?;
            if !self.is_passing(top) {
                way.pop();
                continue;
            }
            let next: Vec<u32> = (0..1u32 << self.set.dimension).map(|letter| self.next(top, letter)).collect();
            let before = way.len();
            way.extend(next.iter().filter(|&&to| self.is_passing(to)));
            if way.len() == before {
                self.hulls[top as usize] = self.passed(top, &next)?;
            }
        }
        Ok(())
    }

    fn is_passing(&self, node: u32) -> bool {
        matches!(self.hulls.get(node as usize), Some(Hull::Passing(_)))
    }

    fn number(&mut self, space: Space) -> u32 {
        let (space, fresh) = (Rc::new(space), self.spaces.len() as u32);
        let number = *self.numbers.entry(space.clone()).or_insert(fresh);
        if number == fresh {
            self.spaces.push(space);
        }
        number
    }

    fn is_full(&self, space: u32) -> bool {
        self.spaces[space as usize].dimension() == self.set.dimension
    }

    fn node(&mut self, key: Key) -> u32 {
        if key.0 == key.1 && key.2 == STILL {
            return SAME;
        }
        let fresh = self.keys.len() as u32;
        let id = *self.ids.entry(key).or_insert(fresh);
        if id == fresh {
            self.keys.push(key);
            self.hulls.push(Hull::Open);
            self.met.push(0);
        }
        id
    }

    fn next(&mut self, node: u32, letter: u32) -> u32 {
        let (x, y, mut v) = self.keys[node as usize];
        let mut other = 0;
        for (j, v) in v[..self.set.dimension].iter_mut().enumerate() {
            let sum = *v + (letter >> j & 1) as u16;
            other |= u32::from(sum & 1) << j;
            *v = sum >> 1;
        }
        self.node(normal((self.set.step(x, letter), self.set.step(y, other), v)))
    }

    /// Is 0 in D?
    fn differs(&self, node: u32) -> bool {
        let (x, mut y, v) = self.keys[node as usize];
        let mut rest = v.map(i64::from);
        while rest.iter().any(|&n| n > 0) {
            y = self.set.step(y, take_letter(&mut rest));
        }
        self.set.accepts[x as usize] != self.set.accepts[y as usize]
    }

    /// Finds the hulls of all nodes that are reached, strongly connected sets one after the other (Tarjan's way, without recursion).
    fn search(&mut self, root: u32) -> Result<(), Failure> {
        let letters = 1u32 << self.set.dimension;
        let mut time = 0;
        // Nodes under way with the letter that comes next and the earliest node that they lead to.
        let mut way: Vec<(u32, u32, u32)> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        let mut enter = |node: u32, met: &mut Vec<u32>, way: &mut Vec<(u32, u32, u32)>, waiting: &mut Vec<u32>| {
            time += 1;
            met[node as usize] = time;
            way.push((node, 0, time));
            waiting.push(node);
        };
        enter(root, &mut self.met, &mut way, &mut waiting);
        while let Some(top) = way.last_mut() {
            let (node, letter) = (top.0, top.1);
            if letter < letters {
                top.1 += 1;
                self.meter.spend(4)?;
                let to = self.next(node, letter);
                if to == SAME || !matches!(self.hulls[to as usize], Hull::Open) {
                    continue;
                }
                let met = self.met[to as usize];
                if met == 0 {
                    self.meter.handle.reserve(200)?;
                    enter(to, &mut self.met, &mut way, &mut waiting);
                } else if let Some(top) = way.last_mut() {
                    top.2 = top.2.min(met);
                }
                continue;
            }
            let (node, _, low) = *top;
            way.pop();
            if let Some(before) = way.last_mut() {
                before.2 = before.2.min(low);
            }
            if low == self.met[node as usize] {
                let first = waiting.iter().rposition(|&n| n == node).unwrap_or(0);
                let members = waiting.split_off(first);
                self.close(&members)?;
            }
        }
        Ok(())
    }

    /// The hulls of a strongly connected set, those of what it leads to being known.
    fn close(&mut self, members: &[u32]) -> Result<(), Failure> {
        let letters = 1u32 << self.set.dimension;
        let inside: FxHashMap<u32, usize> = members.iter().enumerate().map(|(i, &n)| (n, i)).collect();
        let mut edges: Vec<(usize, u32, usize)> = Vec::new();
        let mut exits: Vec<(usize, u32, u32)> = Vec::new();
        for (at, &node) in members.iter().enumerate() {
            for letter in 0..letters {
                self.meter.spend(4)?;
                match self.next(node, letter) {
                    SAME => {}
                    to => match inside.get(&to) {
                        Some(&to) => edges.push((at, letter, to)),
                        None => exits.push((at, letter, to)),
                    },
                }
            }
        }
        let hulls = match members {
            [node] if edges.is_empty() => vec![self.passing(*node, &exits)],
            _ => self.stars(members, &edges, &exits)?,
        };
        for (&node, hull) in members.iter().zip(hulls) {
            self.hulls[node as usize] = hull;
        }
        Ok(())
    }

    /// The flats of a node on no cycle, those of the next ones being known.
    fn passed(&mut self, node: u32, next: &[u32]) -> Result<Hull, Failure> {
        let mut flats = Vec::new();
        if self.differs(node) {
            flats.push((self.number(Space::default()), [0; MOST_COORDINATES]));
        }
        for (letter, &to) in (0u32..).zip(next) {
            let next = self.of(to)?;
            self.meter.spend(u32::try_from(2 * next.len()).unwrap_or(u32::MAX))?;
            flats.extend(next.iter().map(|(s, c)| (*s, self.spaces[*s as usize].reduced(self.after(letter, c)))));
        }
        self.largest(&mut flats)?;
        if flats.len() > MOST_FLATS {
            return Err(Failure::Budget);
        }
        self.meter.handle.reserve(flats.len() * size_of::<(u32, Vector)>())?;
        Ok(Hull::Flats(flats.into()))
    }

    fn passing(&self, node: u32, exits: &[(usize, u32, u32)]) -> Hull {
        let sizes = || exits.iter().map(|exit| self.size(exit.2));
        Hull::Passing(Size {
            empty: !self.differs(node) && sizes().all(|size| size.empty),
            full: sizes().any(|size| size.full),
        })
    }

    fn stars(
        &mut self,
        members: &[u32],
        edges: &[(usize, u32, usize)],
        exits: &[(usize, u32, u32)],
    ) -> Result<Vec<Hull>, Failure> {
        if exits.iter().all(|exit| self.size(exit.2).empty) && !members.iter().any(|&node| self.differs(node)) {
            return Ok(vec![Hull::Flats([].into()); members.len()]);
        }
        let (points, cycles) = self.centres(members.len(), edges)?;
        let mut spaces: Vec<Space> = Vec::new();
        let mut join = |space: Space| {
            if !spaces.iter().any(|other| other.includes(&space)) {
                spaces.retain(|other| !space.includes(other));
                spaces.push(space);
            }
        };
        for (at, &node) in members.iter().enumerate() {
            if self.differs(node) {
                let mut space = cycles.clone();
                space.join(points[at]);
                join(space);
            }
        }
        let mut seen = FxHashSet::default();
        for &(at, letter, to) in exits {
            for (directions, point) in self.of(to)? {
                self.meter.spend(8)?;
                let apart = cycles.reduced(minus(&self.after(letter, &point), &points[at]));
                if seen.insert((directions, apart)) {
                    let mut space = cycles.with(&self.spaces[directions as usize]);
                    space.join(apart);
                    join(space);
                }
            }
        }
        let numbers: Rc<[u32]> = spaces.into_iter().map(|space| self.number(space)).collect();
        Ok(points.into_iter().map(|point| Hull::Star(point, numbers.clone())).collect())
    }

    /// The points ξ, with ξ_t = b + 2 ξ_u along each edge up to the directions that come with them.
    fn centres(&self, nodes: usize, edges: &[(usize, u32, usize)]) -> Result<(Vec<Vector>, Space), Failure> {
        // ξ_t = 2^−depth ξ_0 + rest.
        let mut from: Vec<Option<(u32, u64, Vector)>> = vec![None; nodes];
        from[0] = Some((0, 1, [0; MOST_COORDINATES]));
        let mut starts = vec![0; nodes + 1];
        edges.iter().for_each(|edge| starts[edge.0 + 1] += 1);
        (0..nodes).for_each(|at| starts[at + 1] += starts[at]);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            for &(_, letter, to) in &edges[starts[at]..starts[at + 1]] {
                self.meter.spend(4)?;
                if from[to].is_none()
                    && let Some((depth, scale, rest)) = &from[at]
                {
                    from[to] = Some((depth + 1, mul(*scale, HALF), self.before(letter, rest)));
                    open.push(to);
                }
            }
        }
        let from: Vec<(u32, u64, Vector)> = from.into_iter().collect::<Option<_>>().ok_or(Failure::Shape)?;
        // Each edge says scale ξ_0 = rest, with the same power of 2 on both sides if the scale is 0.
        let equation = |&(at, letter, to): &(usize, u32, usize)| {
            let (left, right) = (&from[at], &from[to]);
            let scale = sub(left.1, add(right.1, right.1));
            let sound = (scale == 0) == (right.0 == left.0 + 1);
            // Else a power of 2 is 1 modulo the prime.
            sound.then(|| (scale, minus(&self.after(letter, &right.2), &left.2))).ok_or(Failure::Budget)
        };
        let mut centre = None;
        for edge in edges {
            self.meter.spend(4)?;
            let (scale, rest) = equation(edge)?;
            if scale != 0 {
                let by = inverse(scale);
                centre = Some(rest.map(|n| mul(n, by)));
                break;
            }
        }
        // A cycle has such an edge.
        let centre = centre.ok_or(Failure::Shape)?;
        let mut cycles = Space::default();
        for edge in edges {
            self.meter.spend(4)?;
            let (scale, rest) = equation(edge)?;
            cycles.join(std::array::from_fn(|i| sub(rest[i], mul(scale, centre[i]))));
        }
        let point =
            |(_, scale, rest): &(u32, u64, Vector)| std::array::from_fn(|i| add(mul(*scale, centre[i]), rest[i]));
        Ok((from.iter().map(point).collect(), cycles))
    }

    /// b + 2 z.
    fn after(&self, letter: u32, z: &Vector) -> Vector {
        std::array::from_fn(|i| add(add(z[i], z[i]), u64::from(letter >> i & 1)))
    }

    /// (z − b)/2.
    fn before(&self, letter: u32, z: &Vector) -> Vector {
        std::array::from_fn(|i| mul(sub(z[i], u64::from(letter >> i & 1)), HALF))
    }
}

/// The same with the smaller state first, where nothing is added.
fn normal((x, y, v): Key) -> Key {
    if v == STILL { (x.min(y), x.max(y), v) } else { (x, y, v) }
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| sub(a[i], b[i]))
}
