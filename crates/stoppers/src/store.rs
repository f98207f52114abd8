//! The store of loopy stoppers: every canonical form once.
//!
//! A node that lies on no cycle is known by its options; those of a strongly connected component are entered together, in a
//! canonical order of nodes. Graphs are entered reduced, and nodes from which the same can be played are one, so two
//! ids never have the same value (Siegel, ch. VI.2).

use super::graph::{Nodes, Place, components, is_cyclic, local, local_edges};
use super::order::{Desk, State};
use super::value::{Loop, Stopper};
use rustc_hash::FxHashMap;
use sprague_games::Game;
use sprague_limits::{Handle, Stop};

pub(crate) struct Node {
    pub options: [Vec<Stopper>; 2],
    pub negative: Option<u32>,
}

/// The loopy stoppers beside a `Store` of short games, which every method takes: ids of short games are those of that store.
///
/// ```
/// use sprague_games::{Side, Store, ZERO};
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Graph, Link, Loops};
///
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// // upon = <upon | *>; over = <0 | over> is much larger.
/// let mut graph = Graph::new(1);
/// graph.link(0, Side::Left, Link::Node(0));
/// graph.link(0, Side::Right, Link::Value(store.nimber(1).into()));
/// let upon = loops.value(&graph, 0, &store, &handle)?;
/// let over = loops.over();
/// assert!(loops.ge(over.into(), upon, &store, &handle)? && !loops.ge(upon, over.into(), &store, &handle)?);
/// assert_eq!(loops.add(over.into(), upon, &store, &handle)?, over.into());
/// # Ok::<(), sprague_stoppers::Trouble>(())
/// ```
pub struct Loops {
    pub(crate) nodes: Vec<Node>,
    forms: FxHashMap<[Vec<Stopper>; 2], u32>,
    /// The first node of each component, by its description.
    cycles: FxHashMap<Vec<u64>, u32>,
    /// Whether Left survives differences of values.
    pub(crate) known: FxHashMap<State, bool>,
}

impl Default for Loops {
    fn default() -> Self {
        Self::new()
    }
}

impl Loops {
    /// With nothing but `on`, `off`, `over` and `under`.
    pub fn new() -> Self {
        let mut loops = Loops {
            nodes: Vec::new(),
            forms: FxHashMap::default(),
            cycles: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        let (pass, zero) = (vec![Place::Local(0)], vec![Place::Short(sprague_games::ZERO)]);
        for node in [[pass.clone(), vec![]], [vec![], pass.clone()], [zero.clone(), pass.clone()], [pass, zero]] {
            loops.enter_component(&vec![node]);
        }
        loops
    }

    /// `on = <on | >`, the largest value.
    pub fn on(&self) -> Stopper {
        Stopper::Loop(Loop(0))
    }

    /// `off = < | off>`, the smallest value.
    pub fn off(&self) -> Stopper {
        Stopper::Loop(Loop(1))
    }

    /// `over = <0 | over>`, less than every positive number and greater than every other infinitesimal.
    pub fn over(&self) -> Stopper {
        Stopper::Loop(Loop(2))
    }

    /// `under = <under | 0>`, its negative.
    pub fn under(&self) -> Stopper {
        Stopper::Loop(Loop(3))
    }

    /// Forgets what can be computed again: comparisons. Values keep their ids.
    pub fn forget(&mut self) {
        self.known = FxHashMap::default();
    }

    /// The values of reduced nodes: they are fused where the same can be played from them, and entered.
    pub(crate) fn enter(&mut self, nodes: &Nodes, d: Desk) -> Result<Vec<Stopper>, Stop> {
        let mut found: Vec<Option<Stopper>> = vec![None; nodes.len()];
        let edges = local_edges(nodes);
        for component in components(&edges) {
            d.h.ticks(component.len() as u64)?;
            if !is_cyclic(&component, &edges) {
                let v = component[0];
                let sides = [0, 1].map(|side| resolved(&nodes[v][side], &found));
                let [Some(left), Some(right)] = sides else { unreachable!("what it leads to came before") };
                found[v] = Some(self.enter_single([left, right], d)?);
                continue;
            }
            self.enter_cycle(&component, nodes, &mut found, d)?;
        }
        Ok(found.into_iter().map(|s| s.expect("every node is in a component")).collect())
    }

    /// A node on no cycle, whose options are known.
    fn enter_single(&mut self, mut options: [Vec<Stopper>; 2], d: Desk) -> Result<Stopper, Stop> {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        let short = |side: &[Stopper]| side.iter().map(|s| s.short()).collect::<Option<Vec<Game>>>();
        if let (Some(left), Some(right)) = (short(&options[0]), short(&options[1])) {
            return Ok(Stopper::Short(d.store.canonical(&left, &right, d.h)?));
        }
        if let Some(&id) = self.forms.get(&options) {
            return Ok(Stopper::Loop(Loop(id)));
        }
        let id = self.push(options);
        Ok(Stopper::Loop(Loop(id)))
    }

    fn push(&mut self, options: [Vec<Stopper>; 2]) -> u32 {
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^32 stoppers");
        self.forms.insert(options.clone(), id);
        self.nodes.push(Node { options, negative: None });
        id
    }

    fn enter_cycle(
        &mut self,
        component: &[usize],
        nodes: &Nodes,
        found: &mut [Option<Stopper>],
        d: Desk,
    ) -> Result<(), Stop> {
        // Together with the loopy values that they lead to: a node may be one of those.
        let mut all: Nodes = Vec::new();
        let mut place_of = FxHashMap::default();
        component.iter().zip(0..).for_each(|(&v, i)| _ = place_of.insert(Place::Local(v as u32), i));
        let mut sources: Vec<Place> = component.iter().map(|&v| Place::Local(v as u32)).collect();
        while let Some(&source) = sources.get(all.len()) {
            d.h.tick()?;
            let mut sides = [Vec::new(), Vec::new()];
            for (i, made) in sides.iter_mut().enumerate() {
                let options: Vec<Place> = match source {
                    Place::Local(v) => nodes[v as usize][i].clone(),
                    Place::Loop(l) => self.nodes[l as usize].options[i].iter().map(|&s| s.into()).collect(),
                    Place::Short(_) => Vec::new(),
                };
                for o in options {
                    let o = match o {
                        Place::Local(v) => found[v as usize].map_or(o, Place::from),
                        o => o,
                    };
                    made.push(match o {
                        Place::Short(_) => o,
                        o => {
                            let fresh = sources.len() as u32;
                            let place = *place_of.entry(o).or_insert(fresh);
                            if place == fresh {
                                sources.push(o);
                            }
                            Place::Local(place)
                        }
                    });
                }
            }
            all.push(sides);
        }
        let class = classes(&all, d.h)?;
        // A class with a value in it is that value.
        let mut values: FxHashMap<u32, Stopper> = FxHashMap::default();
        for (source, class) in sources.iter().zip(&class) {
            if let Place::Loop(l) = source {
                values.insert(*class, Stopper::Loop(Loop(*l)));
            }
        }
        let mut fresh: Vec<u32> =
            class[..component.len()].iter().copied().filter(|c| !values.contains_key(c)).collect();
        fresh.sort_unstable();
        fresh.dedup();
        // One node of each class stands for it; what is left may fall into smaller components.
        let quotient: Nodes = fresh
            .iter()
            .map(|c| {
                let v = class.iter().position(|other| other == c).expect("the class has a node");
                let place = |p: &Place| match local(*p) {
                    None => *p,
                    Some(w) => match values.get(&class[w]) {
                        Some(&value) => value.into(),
                        None => Place::Local(fresh.binary_search(&class[w]).expect("it is fresh") as u32),
                    },
                };
                [0, 1].map(|side| {
                    let mut options: Vec<Place> = all[v][side].iter().map(place).collect();
                    options.sort_unstable();
                    options.dedup();
                    options
                })
            })
            .collect();
        let ids =
            if quotient.len() == component.len() { self.enter_component(&quotient) } else { self.enter(&quotient, d)? };
        for (&v, c) in component.iter().zip(&class) {
            found[v] = Some(match values.get(c) {
                Some(&value) => value,
                None => ids[fresh.binary_search(c).expect("it is fresh")],
            });
        }
        Ok(())
    }

    /// A strongly connected component in which no two nodes are the same, in canonical order.
    fn enter_component(&mut self, nodes: &Nodes) -> Vec<Stopper> {
        let mut key = Vec::new();
        let code = |p: &Place| match p {
            Place::Local(v) => u64::from(*v) << 2,
            Place::Loop(l) => u64::from(*l) << 2 | 1,
            Place::Short(g) => u64::from(g.id()) << 2 | 2,
        };
        for side in nodes.iter().flatten() {
            key.push(side.len() as u64);
            key.extend(side.iter().map(code));
        }
        let first = self.cycles.get(&key).copied().unwrap_or_else(|| {
            let first = self.nodes.len() as u32;
            self.cycles.insert(key, first);
            for node in nodes {
                let options = node.each_ref().map(|side| {
                    let value = |p: &Place| match p {
                        Place::Local(v) => Stopper::Loop(Loop(first + v)),
                        Place::Loop(l) => Stopper::Loop(Loop(*l)),
                        Place::Short(g) => Stopper::Short(*g),
                    };
                    let mut options: Vec<Stopper> = side.iter().map(value).collect();
                    options.sort_unstable();
                    options
                });
                self.push(options);
            }
            first
        });
        (0..nodes.len() as u32).map(|v| Stopper::Loop(Loop(first + v))).collect()
    }
}

fn resolved(side: &[Place], found: &[Option<Stopper>]) -> Option<Vec<Stopper>> {
    let value = |p: &Place| match *p {
        Place::Short(g) => Some(Stopper::Short(g)),
        Place::Loop(l) => Some(Stopper::Loop(Loop(l))),
        Place::Local(v) => found[v as usize],
    };
    side.iter().map(value).collect()
}

/// The coarsest partition in which equal nodes have equal options, numbered in an order that depends on nothing but what can
/// be played (partition refinement).
pub(crate) fn classes(nodes: &Nodes, h: &Handle) -> Result<Vec<u32>, Stop> {
    let mut class = vec![0u32; nodes.len()];
    let mut count = 1;
    loop {
        let mut signatures: Vec<(u32, [Vec<Place>; 2], usize)> = Vec::with_capacity(nodes.len());
        for (v, node) in nodes.iter().enumerate() {
            h.ticks(1 + node[0].len() as u64 + node[1].len() as u64)?;
            let seen = node.each_ref().map(|side| {
                let mut seen: Vec<Place> =
                    side.iter().map(|p| local(*p).map_or(*p, |w| Place::Local(class[w]))).collect();
                seen.sort_unstable();
                seen.dedup();
                seen
            });
            signatures.push((class[v], seen, v));
        }
        signatures.sort_unstable();
        let mut next = 0;
        for i in 0..signatures.len() {
            let differs = i > 0 && (signatures[i].0, &signatures[i].1) != (signatures[i - 1].0, &signatures[i - 1].1);
            next += u32::from(differs);
            class[signatures[i].2] = next;
        }
        if next + 1 == count {
            return Ok(class);
        }
        count = next + 1;
    }
}
