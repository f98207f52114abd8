//! Why options of a loopy game go: as data, for those who tell it.

use super::graph::{Nodes, Place, SIDES, index, stoppers};
use super::order::{Desk, Duel};
use super::store::Loops;
use super::value::{Graph, Link};
use sprague_games::{Side, Store};
use sprague_limits::{Handle, Stop};

/// Why an option goes.
///
/// ```
/// use sprague_stoppers::{Link, Why};
/// let why = Why::Reversible { through: Link::Node(0), by_cycle: true };
/// assert_ne!(why, Why::Dominated { by: Link::Node(0) });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Another option is as good.
    Dominated {
        /// That option.
        by: Link,
    },
    /// The opponent moves on to something that is no worse for him than the game.
    Reversible {
        /// What he moves to.
        through: Link,
        /// Whether he is back where play was before: at a position of the cycle that the option lies on.
        by_cycle: bool,
    },
}

/// An option of a node that goes.
///
/// ```
/// use sprague_games::{Side, Store, ZERO};
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Graph, Link, Loops, Why};
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// // <over | 1>: Right answers over by passing, to over again, which is not more than the game.
/// let mut graph = Graph::new(2);
/// graph.link(0, Side::Left, Link::Node(1));
/// graph.link(1, Side::Left, Link::Value(ZERO.into()));
/// graph.link(1, Side::Right, Link::Node(1));
/// graph.link(0, Side::Right, Link::Value(store.number(sprague_games::Dyadic::from(1)).into()));
/// let steps = loops.explain(&graph, 0, &store, &handle)?;
/// assert_eq!(steps[0].option, Link::Node(1));
/// assert_eq!(steps[0].why, Why::Reversible { through: Link::Node(1), by_cycle: true });
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Whose option it is.
    pub side: Side,
    /// The option.
    pub option: Link,
    /// Why it goes.
    pub why: Why,
    /// Whether that holds on the onside, on the offside; both for stoppers.
    pub sides: [bool; 2],
}

impl Loops {
    /// Which options of a node are reversible or dominated, on which side. The values in the graph must be stoppers where they are not
    /// followed further.
    pub fn explain(&mut self, graph: &Graph, node: usize, store: &Store, h: &Handle) -> Result<Vec<Step>, Stop> {
        let d = Desk { store, h };
        let plain = |onside: bool| -> Nodes {
            let place = |link: &Link| match link {
                Link::Node(v) => Place::Local(*v as u32),
                Link::Value(value) => if onside { value.on } else { value.off }.into(),
            };
            graph.nodes.iter().map(|node| node.each_ref().map(|side| side.iter().map(place).collect())).collect()
        };
        let on = plain(true);
        let one = stoppers(&on)[node];
        let found = self.steps(graph, &on, node, !one, false, d)?;
        if one {
            return Ok(found.into_iter().map(|step| Step { sides: [true, true], ..step }).collect());
        }
        // The offside is the mirror image's onside.
        let mut off = plain(false);
        for node in &mut off {
            node.swap(0, 1);
            for place in node.iter_mut().flatten() {
                *place = match *place {
                    Place::Local(v) => Place::Local(v),
                    Place::Short(g) => Place::Short(store.neg(g, h)?),
                    Place::Loop(l) => self.neg(super::value::Stopper::Loop(super::Loop(l)).into(), store, h)?.on.into(),
                };
            }
        }
        let mirrored = self.steps(graph, &off, node, true, true, d)?;
        let mut all = found;
        for step in mirrored {
            match all.iter_mut().find(|s| (s.side, s.option, s.why) == (step.side, step.option, step.why)) {
                Some(same) => same.sides[1] = true,
                None => all.push(step),
            }
        }
        all.sort_by_key(|step| index(step.side));
        Ok(all)
    }

    fn steps(
        &mut self,
        graph: &Graph,
        nodes: &Nodes,
        node: usize,
        onsides: bool,
        mirrored: bool,
        d: Desk,
    ) -> Result<Vec<Step>, Stop> {
        let mut duel = Duel::new(nodes, onsides);
        let here = Place::Local(node as u32);
        let mut steps = Vec::new();
        for side in SIDES {
            let seen = SIDES[index(side) ^ usize::from(mirrored)];
            let (places, links) = (&nodes[node][index(side)], &graph.nodes[node][index(seen)]);
            let mut gone = vec![false; links.len()];
            let sides = [!mirrored, mirrored];
            for (i, (&place, &option)) in places.iter().zip(links).enumerate() {
                d.h.tick()?;
                let answers = self.options_in(place, SIDES[1 - index(side)], nodes, d)?;
                for (j, answer) in answers.into_iter().enumerate() {
                    let (high, low) = if side == Side::Left { (here, answer) } else { (answer, here) };
                    if !duel.ge(high, low, self, d)? {
                        continue;
                    }
                    // Left keeps a move that goes round for ever where endless play is hers.
                    let by_cycle = answer == here || answer == place;
                    if onsides && side == Side::Left && answer == here {
                        continue;
                    }
                    let through = match option {
                        Link::Node(v) => graph.nodes[v][1 - index(seen)][j],
                        Link::Value(_) => match answer {
                            Place::Short(g) => Link::Value(if mirrored { d.store.neg(g, d.h)? } else { g }.into()),
                            Place::Loop(l) => {
                                let value = super::value::Stopper::Loop(super::Loop(l)).into();
                                Link::Value(if mirrored { self.neg(value, d.store, d.h)? } else { value })
                            }
                            Place::Local(v) => Link::Node(v as usize),
                        },
                    };
                    steps.push(Step { side: seen, option, why: Why::Reversible { through, by_cycle }, sides });
                    gone[i] = true;
                    break;
                }
            }
            for i in 0..links.len() {
                for j in 0..links.len() {
                    if i == j || gone[i] || gone[j] {
                        continue;
                    }
                    let (high, low) = if side == Side::Left { (places[j], places[i]) } else { (places[i], places[j]) };
                    if duel.ge(high, low, self, d)? {
                        steps.push(Step { side: seen, option: links[i], why: Why::Dominated { by: links[j] }, sides });
                        gone[i] = true;
                    }
                }
            }
        }
        Ok(steps)
    }
}
