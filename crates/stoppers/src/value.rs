//! Values and graphs as others see them.

use sprague_games::{Game, Side, ZERO};
use sprague_limits::Stop;
use std::fmt;

/// A stopper that no short game is equal to, as the id of its canonical form in the [`Loops`](super::Loops) that made it.
///
/// ```
/// use sprague_games::Store;
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Loops, Stopper};
///
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// let on = loops.on();
/// assert!(matches!(on, Stopper::Loop(_)));
/// // Equal values have one id: <on + 1 | > is on, too.
/// assert_eq!(loops.add(on.into(), store.nimber(1).into(), &store, &handle)?, on.into());
/// # Ok::<(), sprague_stoppers::Trouble>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loop(pub(crate) u32);

/// The value of a game in which play, the players taking turns, always ends.
///
/// ```
/// use sprague_games::ZERO;
/// use sprague_stoppers::{Loops, Stopper};
/// let loops = Loops::new();
/// assert!(Stopper::Short(ZERO).is_short() && !loops.over().is_short());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stopper {
    /// A short game: a value of the store.
    Short(Game),
    /// A loopy one.
    Loop(Loop),
}

impl Stopper {
    /// The short game that it is, if it is one.
    pub fn short(self) -> Option<Game> {
        match self {
            Stopper::Short(g) => Some(g),
            Stopper::Loop(_) => None,
        }
    }

    /// Whether it is a short game.
    pub fn is_short(self) -> bool {
        self.short().is_some()
    }
}

/// A value with its sides: what it is if Left wins endless play, and what it is if Right does. Those of a stopper are one.
///
/// ```
/// use sprague_games::Store;
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Loops, Loopy};
///
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// let (on, off) = (loops.on(), loops.off());
/// let dud = loops.add(on.into(), off.into(), &store, &handle)?;
/// assert_eq!(dud, Loopy { on, off });
/// assert_eq!(loops.name(dud, &store, &handle)?, "dud");
/// # Ok::<(), sprague_stoppers::Trouble>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loopy {
    /// The onside.
    pub on: Stopper,
    /// The offside, which is not greater.
    pub off: Stopper,
}

impl Loopy {
    /// The stopper that it is, if it is one.
    pub fn stopper(self) -> Option<Stopper> {
        (self.on == self.off).then_some(self.on)
    }

    /// The short game that it is, if it is one.
    pub fn short(self) -> Option<Game> {
        self.stopper()?.short()
    }
}

impl From<Game> for Stopper {
    fn from(g: Game) -> Self {
        Stopper::Short(g)
    }
}

impl From<Stopper> for Loopy {
    fn from(s: Stopper) -> Self {
        Loopy { on: s, off: s }
    }
}

impl From<Game> for Loopy {
    fn from(g: Game) -> Self {
        Stopper::Short(g).into()
    }
}

/// An option of a node: another node, or a value.
///
/// ```
/// use sprague_games::{Side, ZERO};
/// use sprague_stoppers::{Graph, Link};
/// let mut graph = Graph::new(1);
/// graph.link(0, Side::Left, Link::Value(ZERO.into()));
/// graph.link(0, Side::Right, Link::Node(0)); // over = <0 | over>
/// assert_eq!(graph.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Link {
    /// A node of the graph.
    Node(usize),
    /// A value.
    Value(Loopy),
}

/// A game as it is written, with cycles: nodes with the options of Left and of Right.
///
/// ```
/// use sprague_games::{Side, Store, ZERO};
/// use sprague_limits::Handle;
/// use sprague_stoppers::{Graph, Link, Loops};
///
/// let (store, mut loops, handle) = (Store::new(), Loops::new(), Handle::default());
/// let mut graph = Graph::new(1);
/// graph.link(0, Side::Left, Link::Value(ZERO.into()));
/// graph.link(0, Side::Right, Link::Node(0));
/// let sides = loops.values(&graph, &store, &handle)?;
/// assert_eq!(sides[0].value(), Some(loops.over().into()));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Graph {
    pub(crate) nodes: Vec<[Vec<Link>; 2]>,
}

impl Graph {
    /// So many nodes without options.
    pub fn new(nodes: usize) -> Self {
        Graph { nodes: vec![Default::default(); nodes] }
    }

    /// One more node; its number.
    pub fn add(&mut self) -> usize {
        self.nodes.push(Default::default());
        self.nodes.len() - 1
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// An option more.
    ///
    /// # Panics
    /// If there is no node `from`, or none that it is linked to.
    pub fn link(&mut self, from: usize, side: Side, to: Link) {
        assert!(!matches!(to, Link::Node(n) if n >= self.nodes.len()), "the node that is linked to is there");
        self.nodes[from][super::graph::index(side)].push(to);
    }

    /// The options of a node.
    pub fn options(&self, node: usize, side: Side) -> &[Link] {
        &self.nodes[node][super::graph::index(side)]
    }
}

/// The sides of a node that were found.
///
/// ```
/// use sprague_games::ZERO;
/// use sprague_stoppers::{Sides, Stopper};
/// let half = Sides { on: Some(Stopper::Short(ZERO)), off: None };
/// assert_eq!(half.value(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The onside, if it is a stopper.
    pub on: Option<Stopper>,
    /// The offside, if it is a stopper.
    pub off: Option<Stopper>,
}

impl Sides {
    /// The value, if both are known.
    pub fn value(self) -> Option<Loopy> {
        Some(Loopy { on: self.on?, off: self.off? })
    }
}

/// Why there is no answer.
///
/// ```
/// use sprague_limits::Stop;
/// use sprague_stoppers::{Sides, Trouble};
/// let none = Trouble::NotSided(Sides { on: None, off: None });
/// assert_eq!(none.to_string(), "neither the onside nor the offside was found to be a stopper");
/// assert_eq!(Trouble::from(Stop::Interrupted).to_string(), "interrupted");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A bound was reached.
    Stop(Stop),
    /// No stoppers were found that the sides are equal to; what was found.
    NotSided(Sides),
    /// What is asked for belongs to stoppers, or to finite games; the text says what is wrong.
    Unsuitable(String),
}

impl std::error::Error for Trouble {}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Stop(stop) => stop.fmt(f),
            Trouble::NotSided(Sides { on: None, off: None }) => {
                write!(f, "neither the onside nor the offside was found to be a stopper")
            }
            Trouble::NotSided(Sides { on: None, .. }) => write!(f, "the onside was not found to be a stopper"),
            Trouble::NotSided(_) => write!(f, "the offside was not found to be a stopper"),
            Trouble::Unsuitable(why) => write!(f, "{why}"),
        }
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

/// 0 as a stopper.
pub(crate) const NOTHING: Stopper = Stopper::Short(ZERO);
