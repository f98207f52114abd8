//! Sets that are told apart by cuts: a tree of linear functions and, at its leaves, residues.
//!
//! A node asks for the value of a linear function h: below its first layer, on one of finitely many layers, or beyond them. A leaf says by the residues of
//! some linear functions modulo numbers whether the point is in the set. Every semilinear set is of this form, and nothing else: such a tree is a formula of Presburger's
//! arithmetic without quantifiers. Membership costs the depth of the tree, for numbers of any size.
//!
//! `grow` guesses the tree of the P-positions from a table (`levels`, `fold`, `look`, `phase`, `patch`, `repeats`, `odd`, `shifts`, `walls`) and from positions far out where that shows too little (`open`, `far`), or with regions that are as thick as what surrounds walls (`thick`, `mend`, `again`), `prove` decides exactly whether it is theirs (`region`),
//! `strata` takes it apart.

mod again;
mod far;
mod fold;
pub(crate) mod grow;
mod hints;
mod levels;
mod look;
mod mend;
mod odd;
mod open;
mod patch;
mod phase;
pub(crate) mod prove;
mod region;
mod repeats;
mod shifts;
mod strata;
mod table;
mod thick;
mod walls;

pub(crate) use grow::Manner;
pub(crate) use hints::Hints;
pub use prove::Regions;
pub use table::Table;

use num_integer::Integer;
use num_traits::ToPrimitive;

/// A node of a tree of cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// By residues.
    Leaf {
        /// Linear functions with the numbers that their values count modulo.
        residues: Vec<(Vec<i64>, i64)>,
        /// For the residues, the first as the leading digit, whether a point is in the set.
        table: Vec<bool>,
    },
    /// By the value of a linear function h.
    Branch {
        /// h
        function: Vec<i64>,
        /// The value of the first layer.
        low: i64,
        /// Where h is lower; nothing where that cannot be.
        below: Option<u32>,
        /// For h = low, low + 1, …
        layers: Vec<u32>,
        /// Where h is higher than on all layers; nothing where that cannot be.
        above: Option<u32>,
    },
}

/// The largest entry of a linear function, and the largest number that residues count modulo.
const LARGEST: i64 = 1 << 24;
/// The largest value of a layer.
const FARTHEST: i64 = 1 << 40;
/// The most coordinates.
const MOST_COORDINATES: usize = 8;

/// A set of points of N^d by cuts.
///
/// ```
/// use sprague_lattices::cuts::{Cut, Cuts};
/// // Even numbers below 4, and those from 4 on that leave 1 when divided by 3.
/// let leaf = |m: i64, table: &[bool]| Cut::Leaf { residues: vec![(vec![1], m)], table: table.to_vec() };
/// let root = Cut::Branch { function: vec![1], low: 4, below: Some(0), layers: vec![], above: Some(1) };
/// let set = Cuts { dimension: 1, nodes: vec![leaf(2, &[true, false]), leaf(3, &[false, true, false]), root] };
/// assert!(set.is_sound());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// d
    pub dimension: usize,
    /// Children before their parents; the last is the root.
    pub nodes: Vec<Cut>,
}

impl Cuts {
    /// Whether children come before their parents, tables have an entry for all residues, and no number is too large: of a tree that somebody brought.
    pub fn is_sound(&self) -> bool {
        let function = |h: &Vec<i64>| h.len() == self.dimension && h.iter().all(|n| (-LARGEST..=LARGEST).contains(n));
        let sound = |(at, node): (usize, &Cut)| match node {
            Cut::Leaf { residues, table } => {
                let product = residues.iter().try_fold(1usize, |n, (_, m)| n.checked_mul(usize::try_from(*m).ok()?));
                residues.iter().all(|(h, m)| function(h) && (1..=LARGEST).contains(m)) && product == Some(table.len())
            }
            Cut::Branch { function: h, low, below, layers, above } => {
                let before = |child: &u32| (*child as usize) < at;
                function(h)
                    && (-FARTHEST..=FARTHEST).contains(low)
                    && layers.iter().all(before)
                    && below.iter().all(before)
                    && above.iter().all(before)
            }
        };
        (1..=MOST_COORDINATES).contains(&self.dimension)
            && !self.nodes.is_empty()
            && self.nodes.iter().enumerate().all(sound)
    }

    /// Is the point in the set?
    pub(crate) fn contains<I: Integer + Clone + From<i64> + ToPrimitive>(&self, x: &[I]) -> bool {
        let root = self.nodes.len() as u32;
        root > 0 && leaf(&self.nodes, root - 1, x).is_some_and(|leaf| self.nodes[leaf as usize].holds(x))
    }
}

fn value<I: Integer + Clone + From<i64>>(h: &[i64], x: &[I]) -> I {
    h.iter().zip(x).fold(I::zero(), |sum, (h, x)| sum + I::from(*h) * x.clone())
}

/// The leaf that a point comes to from a node on, if the tree has one for it.
fn leaf<I: Integer + Clone + From<i64> + ToPrimitive>(nodes: &[Cut], mut at: u32, x: &[I]) -> Option<u32> {
    loop {
        let Cut::Branch { function, low, below, layers, above } = nodes.get(at as usize)? else { return Some(at) };
        let over = value(function, x) - I::from(*low);
        at = match over.to_usize() {
            Some(i) if i < layers.len() => layers[i],
            _ if over < I::zero() => (*below)?,
            _ => (*above)?,
        };
    }
}

impl Cut {
    /// Whether this is a leaf by which the point is in the set.
    fn holds<I: Integer + Clone + From<i64> + ToPrimitive>(&self, x: &[I]) -> bool {
        let Cut::Leaf { residues, table } = self else { return false };
        let digit = |(h, m): &(Vec<i64>, i64)| value(h, x).mod_floor(&I::from(*m)).to_usize().unwrap_or(0);
        let class = residues.iter().fold(0, |class, r| class * r.1 as usize + digit(r));
        table.get(class).is_some_and(|p| *p)
    }
}
