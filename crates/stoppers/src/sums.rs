//! Values of graphs; negatives, sums, order, outcomes.

use super::graph::{Nodes, Place, SIDES, index, other};
use super::order::{Desk, Duel, is_number};
use super::store::Loops;
use super::value::{Graph, Link, Loop, Loopy, NOTHING, Sides, Stopper, Trouble};
use rustc_hash::FxHashMap;
use sprague_games::{Game, Side, Store};
use sprague_limits::{Handle, Stop};

/// Who wins if Left begins, and if Right begins: `None` for a draw, else the winner.
///
/// ```
/// use sprague_games::{Side, Store};
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Loops, Loopy, Winners};
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// let dud = Loopy { on: loops.on(), off: loops.off() };
/// let Winners { left_begins, right_begins } = loops.outcome(dud, &store, &handle)?;
/// assert_eq!((left_begins, right_begins), (None, None));
/// let over = loops.over().into();
/// assert_eq!(loops.outcome(over, &store, &handle)?.right_begins, Some(Side::Left));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Winners {
    /// Who wins if Left begins.
    pub left_begins: Option<Side>,
    /// Who wins if Right begins.
    pub right_begins: Option<Side>,
}

/// The nodes of a graph, each value in it by one of its sides.
fn with_sides(graph: &Graph, side_of: fn(&Loopy) -> Stopper) -> Nodes {
    let place = |link: &Link| match link {
        Link::Node(v) => Place::Local(*v as u32),
        Link::Value(value) => side_of(value).into(),
    };
    graph.nodes.iter().map(|node| node.each_ref().map(|side| side.iter().map(place).collect())).collect()
}

impl Loops {
    /// The sides of all nodes of a graph, as far as they are stoppers.
    pub fn values(&mut self, graph: &Graph, store: &Store, h: &Handle) -> Result<Vec<Sides>, Stop> {
        let d = Desk { store, h };
        let with = |side_of| with_sides(graph, side_of);
        let nodes = with(|value| value.on);
        let on = self.onsides(&nodes, d)?;
        let one = graph.nodes.iter().flatten().flatten().all(|l| !matches!(l, Link::Value(v) if v.on != v.off));
        if one && super::graph::stoppers(&nodes).iter().all(|&stops| stops) {
            return Ok(on.into_iter().map(|on| Sides { on, off: on }).collect());
        }
        let off = self.offsides(with(|value| value.off), d)?;
        Ok(on.into_iter().zip(off).map(|(on, off)| Sides { on, off }).collect())
    }

    /// The offsides: the negatives of the onsides of the negatives.
    fn offsides(&mut self, nodes: Nodes, d: Desk) -> Result<Vec<Option<Stopper>>, Stop> {
        let mirrored = self.mirrored(nodes, d)?;
        let found = self.onsides(&mirrored, d)?;
        found.into_iter().map(|s| s.map(|s| self.neg_stopper(s, d)).transpose()).collect()
    }

    /// The negatives of all nodes.
    fn mirrored(&mut self, mut nodes: Nodes, d: Desk) -> Result<Nodes, Stop> {
        for node in &mut nodes {
            node.swap(0, 1);
            for place in node.iter_mut().flatten() {
                *place = match *place {
                    Place::Short(g) => Place::Short(d.store.neg(g, d.h)?),
                    Place::Loop(l) => Place::Loop(self.negative(l, d)?),
                    local => local,
                };
            }
        }
        Ok(nodes)
    }

    /// The value of a node.
    pub fn value(&mut self, graph: &Graph, node: usize, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        let sides = self.values(graph, store, h)?[node];
        sides.value().ok_or(Trouble::NotSided(sides))
    }

    /// `{left | right}`.
    pub fn brackets(&mut self, left: &[Loopy], right: &[Loopy], store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        let mut graph = Graph::new(1);
        for (side, options) in SIDES.into_iter().zip([left, right]) {
            options.iter().for_each(|&o| graph.link(0, side, Link::Value(o)));
        }
        self.value(&graph, 0, store, h)
    }

    /// `-g`.
    pub fn neg(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<Loopy, Stop> {
        let d = Desk { store, h };
        Ok(Loopy { on: self.neg_stopper(g.off, d)?, off: self.neg_stopper(g.on, d)? })
    }

    fn neg_stopper(&mut self, s: Stopper, d: Desk) -> Result<Stopper, Stop> {
        match s {
            Stopper::Short(g) => Ok(Stopper::Short(d.store.neg(g, d.h)?)),
            Stopper::Loop(l) => Ok(Stopper::Loop(Loop(self.negative(l.0, d)?))),
        }
    }

    /// The mirror image of a canonical form is one.
    fn negative(&mut self, l: u32, d: Desk) -> Result<u32, Stop> {
        if let Some(known) = self.nodes[l as usize].negative {
            return Ok(known);
        }
        let (all, mut nodes) = self.with_ends(l, d, |g| d.store.neg(g, d.h))?;
        nodes.iter_mut().for_each(|node| node.swap(0, 1));
        let mirrored = self.enter(&nodes, d)?;
        for (&v, image) in all.iter().zip(&mirrored) {
            if let Stopper::Loop(image) = image {
                self.nodes[v as usize].negative = Some(image.0);
                self.nodes[image.0 as usize].negative = Some(v);
            }
        }
        Ok(self.nodes[l as usize].negative.expect("the mirror image of a loopy game is loopy"))
    }

    /// A loopy value and a number, which is added to the short games that it leads to (number translation). The form is canonical again:
    /// the order of options stays, and a number reverses through no other, as the stops of the game would dominate it.
    fn translated(&mut self, l: u32, number: Game, d: Desk) -> Result<Stopper, Stop> {
        let (_, nodes) = self.with_ends(l, d, |g| d.store.add(g, number, d.h))?;
        Ok(self.enter(&nodes, d)?[0])
    }

    /// The loopy followers of a value as a graph, the value first, with other short games at its ends.
    fn with_ends(&self, l: u32, d: Desk, end: impl Fn(Game) -> Result<Game, Stop>) -> Result<(Vec<u32>, Nodes), Stop> {
        let all = self.loopy_followers(l, d.h)?;
        let place: FxHashMap<u32, u32> = all.iter().zip(0..).map(|(&v, i)| (v, i)).collect();
        let mut nodes = Nodes::new();
        for v in &all {
            let mut sides = [Vec::new(), Vec::new()];
            for (made, options) in sides.iter_mut().zip(&self.nodes[*v as usize].options) {
                for s in options {
                    made.push(match s {
                        Stopper::Short(g) => Place::Short(end(*g)?),
                        Stopper::Loop(l) => Place::Local(place[&l.0]),
                    });
                }
            }
            nodes.push(sides);
        }
        Ok((all, nodes))
    }

    /// A loopy value and all loopy values that can be reached from it.
    pub(crate) fn loopy_followers(&self, l: u32, h: &Handle) -> Result<Vec<u32>, Stop> {
        let mut all = vec![l];
        let mut seen = rustc_hash::FxHashSet::from_iter([l]);
        let mut next = 0;
        while let Some(&v) = all.get(next) {
            next += 1;
            for s in self.nodes[v as usize].options.iter().flatten() {
                h.tick()?;
                if let Stopper::Loop(l) = s
                    && seen.insert(l.0)
                {
                    all.push(l.0);
                }
            }
        }
        Ok(all)
    }

    /// `a + b`. Where the sum of stoppers is no stopper, it has an onside, their upsum, and an offside, their downsum.
    pub fn add(&mut self, a: Loopy, b: Loopy, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        let sides = self.sum_sides(a, b, store, h)?;
        sides.value().ok_or(Trouble::NotSided(sides))
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Loopy, b: Loopy, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        let b = self.neg(b, store, h)?;
        self.add(a, b, store, h)
    }

    /// The sides of `a + b`, as far as they are stoppers: of onsides the upsum, of offsides the downsum.
    pub fn sum_sides(&mut self, a: Loopy, b: Loopy, store: &Store, h: &Handle) -> Result<Sides, Stop> {
        if let (Some(a), Some(b)) = (a.stopper(), b.stopper()) {
            return self.stopper_sum(a, b, store, h);
        }
        let on = self.stopper_sum(a.on, b.on, store, h)?.on;
        let off = self.stopper_sum(a.off, b.off, store, h)?.off;
        Ok(Sides { on, off })
    }

    fn stopper_sum(&mut self, a: Stopper, b: Stopper, store: &Store, h: &Handle) -> Result<Sides, Stop> {
        let d = Desk { store, h };
        if let Some(sum) = self.sum_at_once(a, b, d)? {
            return Ok(Sides { on: Some(sum), off: Some(sum) });
        }
        let graph = self.sum_graph(a, b, d)?;
        Ok(self.values(&graph, store, h)?[0])
    }

    /// The sum of short games, and of a number and any value.
    fn sum_at_once(&mut self, a: Stopper, b: Stopper, d: Desk) -> Result<Option<Stopper>, Stop> {
        Ok(match (a, b) {
            (x, zero) | (zero, x) if zero == NOTHING => Some(x),
            (Stopper::Short(a), Stopper::Short(b)) => Some(Stopper::Short(d.store.add(a, b, d.h)?)),
            (Stopper::Short(x), Stopper::Loop(l)) | (Stopper::Loop(l), Stopper::Short(x))
                if is_number(Place::Short(x), d.store) =>
            {
                Some(self.translated(l.0, x, d)?)
            }
            _ => None,
        })
    }

    /// The positions of a sum; what is known at once is a value.
    fn sum_graph(&mut self, a: Stopper, b: Stopper, d: Desk) -> Result<Graph, Stop> {
        let mut graph = Graph::new(1);
        let mut links = FxHashMap::from_iter([((a, b), Link::Node(0))]);
        let mut pairs = vec![(a, b)];
        let mut next = 0;
        while let Some(&(x, y)) = pairs.get(next) {
            for side in SIDES {
                for in_x in [true, false] {
                    for o in self.options_of(if in_x { x } else { y }, side, d)? {
                        d.h.tick()?;
                        let pair = if in_x { (o, y) } else { (x, o) };
                        let link = match links.get(&pair) {
                            Some(&link) => link,
                            None => {
                                d.h.reserve(200)?;
                                let link = match self.sum_at_once(pair.0, pair.1, d)? {
                                    Some(sum) => Link::Value(sum.into()),
                                    None => {
                                        pairs.push(pair);
                                        Link::Node(graph.add())
                                    }
                                };
                                links.insert(pair, link);
                                link
                            }
                        };
                        graph.link(next, side, link);
                    }
                }
            }
            next += 1;
        }
        Ok(graph)
    }

    /// The options of one player in the canonical form.
    pub fn options(&self, s: Stopper, side: Side, store: &Store, h: &Handle) -> Result<Vec<Stopper>, Stop> {
        self.options_of(s, side, Desk { store, h })
    }

    pub(crate) fn options_of(&self, s: Stopper, side: Side, d: Desk) -> Result<Vec<Stopper>, Stop> {
        match s {
            Stopper::Short(g) => Ok(d.store.options(g, side, d.h)?.into_iter().map(Stopper::Short).collect()),
            Stopper::Loop(l) => Ok(self.nodes[l.0 as usize].options[index(side)].clone()),
        }
    }

    /// Whether `a >= b`: whether that holds for both sides.
    pub fn ge(&mut self, a: Loopy, b: Loopy, store: &Store, h: &Handle) -> Result<bool, Stop> {
        let d = Desk { store, h };
        Ok(self.ge_stopper(a.on, b.on, d)? && self.ge_stopper(a.off, b.off, d)?)
    }

    pub(crate) fn ge_stopper(&mut self, a: Stopper, b: Stopper, d: Desk) -> Result<bool, Stop> {
        self.survives(a.into(), b.into(), Side::Right, d)
    }

    /// Who wins: a draw is what Left survives on the onside only.
    pub fn outcome(&mut self, g: Loopy, store: &Store, h: &Handle) -> Result<Winners, Stop> {
        let d = Desk { store, h };
        let [left_begins, right_begins] = SIDES.map(|mover| -> Result<Option<Side>, Stop> {
            let [hopes, holds] = [g.on, g.off].map(|s| self.survives(s.into(), NOTHING.into(), mover, d));
            Ok(match (hopes?, holds?) {
                (_, true) => Some(Side::Left),
                (false, _) => Some(Side::Right),
                (true, false) => None,
            })
        });
        Ok(Winners { left_begins: left_begins?, right_begins: right_begins? })
    }

    /// Who wins a game as it is written, whether or not its sides are stoppers.
    pub fn outcome_of(&mut self, graph: &Graph, node: usize, store: &Store, h: &Handle) -> Result<Winners, Stop> {
        let d = Desk { store, h };
        let with = |side_of| with_sides(graph, side_of);
        let (on, off) = (with(|value| value.on), self.mirrored(with(|value| value.off), d)?);
        let (mut hopes, mut fears) = (Duel::new(&on, true), Duel::new(&off, true));
        let here = Place::Local(node as u32);
        let mut winner = |mover: Side| -> Result<Option<Side>, Stop> {
            // Who survives with endless play on his side; Right is Left in the mirror.
            let left = hopes.survives((here, NOTHING.into(), mover), self, d)?;
            let right = fears.survives((here, NOTHING.into(), other(mover)), self, d)?;
            Ok(match (left, right) {
                (true, false) => Some(Side::Left),
                (false, _) => Some(Side::Right),
                (true, true) => None,
            })
        };
        Ok(Winners { left_begins: winner(Side::Left)?, right_begins: winner(Side::Right)? })
    }

    /// `n·g`.
    pub fn multiple(&mut self, n: u64, g: Loopy, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        // Doubling, so that many copies of what is its own double cost little.
        let (mut sum, mut power, mut rest) = (Loopy::from(sprague_games::ZERO), g, n);
        while rest > 0 {
            h.tick()?;
            if rest & 1 == 1 {
                sum = self.add(sum, power, store, h)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add(power, power, store, h)?;
            }
        }
        Ok(sum)
    }

    /// `onside & offside`, where the onside is not less than the offside.
    pub fn sided(&mut self, on: Stopper, off: Stopper, store: &Store, h: &Handle) -> Result<Loopy, Trouble> {
        if self.ge_stopper(on, off, Desk { store, h })? {
            return Ok(Loopy { on, off });
        }
        Err(Trouble::Unsuitable("the onside of a game is not less than its offside or confused with it".to_owned()))
    }
}
