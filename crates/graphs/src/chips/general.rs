//! Chip-firing on any graph, positions up to automorphisms.
//!
//! In: adjacency lists of a simple graph without isolated vertices. Out: the board after a play; who wins, the game chip
//! number and a line of best play from any stable board.
//!
//! Boards that an automorphism takes into each other are one position. Vertices with the same neighbours besides each
//! other (twins) may be exchanged freely: their chips are sorted. What is left are the automorphisms of the classes of
//! twins, listed once by backtracking; if there are more than `MOST_SYMMETRIES` of them only so many are used, which
//! costs positions but no correctness. Every play adds a chip, so positions are found layer by layer, and valued backwards.
//! On a tree all plays are equally long. Cost: one firing and one canonical board a play.

use super::Variant;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use sprague_limits::{Handle, Stop};
use std::fmt;

/// More automorphisms of the classes of twins are not used.
pub(crate) const MOST_SYMMETRIES: usize = 2000;

/// Chips, a number for each vertex.
pub(crate) type Chips = SmallVec<[u8; 24]>;

/// A graph to play on.
///
/// ```
/// use sprague_graphs::chips::ChipBoard;
/// let (handle, triangle) = (sprague_limits::Handle::default(), vec![vec![1, 2], vec![0, 2], vec![0, 1]]);
/// let board = ChipBoard::new(triangle, &handle).expect("a board");
/// // A vertex with two chips fires: it gives one to each neighbour.
/// assert_eq!(board.play(&[1, 0, 0], 0, &handle)?.as_deref(), Some(&[0, 1, 1][..]));
/// assert_eq!(board.play(&[0, 1, 1], 1, &handle)?, None); // and here firing never ends
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChipBoard {
    neighbours: Vec<Vec<u32>>,
    /// Components, by a number for each vertex, and how many vertices each has.
    component: Vec<u32>,
    sizes: Vec<u32>,
    /// Vertices in classes of twins.
    twins: Vec<Vec<u32>>,
    /// Automorphisms: for each vertex the one that it goes to. The identity comes first.
    symmetries: Vec<Vec<u32>>,
}

/// Why a graph is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBoard {
    /// A bound was reached.
    Stop(Stop),
    /// This vertex has no neighbour: it would fire for ever before the first play.
    Isolated(u32),
    /// This vertex has more than 250 neighbours.
    Crowded(u32),
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoBoard::Stop(stop) => stop.fmt(f),
            NoBoard::Isolated(vertex) => write!(f, "vertex {vertex} has no neighbour"),
            NoBoard::Crowded(vertex) => write!(f, "vertex {vertex} has more than 250 neighbours"),
        }
    }
}

impl std::error::Error for NoBoard {}

impl From<Stop> for NoBoard {
    fn from(stop: Stop) -> Self {
        NoBoard::Stop(stop)
    }
}

/// A position's value: of the player who moves (1 wins), or the chips in the end; and a best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// 1 or 0, or the number of chips.
    pub value: u32,
    /// The vertex of a best play.
    pub play: u32,
}

impl ChipBoard {
    /// A board on a simple graph, given by the neighbours of each vertex.
    pub fn new(neighbours: Vec<Vec<u32>>, handle: &Handle) -> Result<ChipBoard, NoBoard> {
        let n = neighbours.len();
        for (v, list) in (0u32..).zip(&neighbours) {
            if list.is_empty() {
                return Err(NoBoard::Isolated(v));
            }
            if list.len() > 250 {
                return Err(NoBoard::Crowded(v));
            }
        }
        let mut component = vec![u32::MAX; n];
        let mut sizes: Vec<u32> = Vec::new();
        for start in 0..n {
            if component[start] != u32::MAX {
                continue;
            }
            let number = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
            sizes.push(0);
            component[start] = number;
            let mut stack = vec![start];
            while let Some(v) = stack.pop() {
                handle.tick()?;
                sizes[number as usize] += 1;
                for &w in &neighbours[v] {
                    if component[w as usize] == u32::MAX {
                        component[w as usize] = number;
                        stack.push(w as usize);
                    }
                }
            }
        }
        let mut board = ChipBoard { neighbours, component, sizes, twins: Vec::new(), symmetries: Vec::new() };
        board.find_twins(handle)?;
        board.find_symmetries(handle)?;
        Ok(board)
    }

    /// How many vertices it has.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether it has no vertex.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Whether every two vertices are neighbours.
    pub fn is_complete(&self) -> bool {
        self.neighbours.iter().all(|list| list.len() + 1 == self.len())
    }

    fn find_twins(&mut self, handle: &Handle) -> Result<(), Stop> {
        let n = self.len();
        let sorted: Vec<Vec<u32>> = self
            .neighbours
            .iter()
            .map(|list| {
                let mut list = list.clone();
                list.sort_unstable();
                list
            })
            .collect();
        let mut class = vec![usize::MAX; n];
        for v in 0..n {
            if class[v] != usize::MAX {
                continue;
            }
            class[v] = self.twins.len();
            let mut members = vec![u32::try_from(v).unwrap_or(u32::MAX)];
            for w in v + 1..n {
                handle.tick()?;
                let without = |list: &[u32], x: usize| -> Vec<u32> {
                    list.iter().copied().filter(|&y| y as usize != x).collect()
                };
                if class[w] == usize::MAX
                    && sorted[v].len() == sorted[w].len()
                    && without(&sorted[v], w) == without(&sorted[w], v)
                {
                    class[w] = class[v];
                    members.push(u32::try_from(w).unwrap_or(u32::MAX));
                }
            }
            self.twins.push(members);
        }
        Ok(())
    }

    /// Lists the automorphisms that take the `i`-th member of a class of twins to the `i`-th of its image.
    fn find_symmetries(&mut self, handle: &Handle) -> Result<(), Stop> {
        let classes = self.twins.len();
        let adjacent = |v: u32, w: u32| self.neighbours[v as usize].contains(&w);
        // Whether twins inside a class are neighbours of each other, and how many other classes a class sees.
        let inner = |c: usize| self.twins[c].get(1).is_some_and(|&w| adjacent(self.twins[c][0], w));
        let joined = |c: usize, d: usize| adjacent(self.twins[c][0], self.twins[d][0]);
        let sort = |c: usize| {
            let v = self.twins[c][0];
            (self.twins[c].len(), inner(c), self.neighbours[v as usize].len())
        };
        let sorts: Vec<_> = (0..classes).map(sort).collect();
        handle.ticks(classes * classes / 64)?;
        // The image of each class so far; the next candidate to be tried for each.
        let mut image: Vec<usize> = Vec::new();
        let mut candidate = vec![0usize; classes + 1];
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut steps = 0u32;
        loop {
            handle.tick()?;
            steps += 1;
            if image.len() == classes {
                found.push(image.clone());
                if found.len() >= MOST_SYMMETRIES || classes == 0 {
                    break;
                }
                image.pop();
                continue;
            }
            let c = image.len();
            // Each candidate is compared with all classes before it.
            handle.ticks((classes - candidate[c].min(classes)) * (1 + c / 64) / 64)?;
            let next = (candidate[c]..classes).find(|&d| {
                sorts[c] == sorts[d] && !image.contains(&d) && (0..c).all(|e| joined(c, e) == joined(d, image[e]))
            });
            match next {
                Some(d) => {
                    candidate[c] = d + 1;
                    image.push(d);
                    candidate[c + 1] = 0;
                }
                None if c == 0 => break,
                None => {
                    image.pop();
                }
            }
            // A search that finds nothing new for long is given up: fewer symmetries are as good.
            if steps > 2_000_000 {
                break;
            }
        }
        self.symmetries = found
            .into_iter()
            .map(|image| {
                let mut map = vec![0; self.len()];
                for (c, &d) in image.iter().enumerate() {
                    for (&v, &w) in self.twins[c].iter().zip(&self.twins[d]) {
                        map[v as usize] = w;
                    }
                }
                map
            })
            .collect();
        Ok(())
    }

    /// Whether no vertex fires.
    pub fn is_stable(&self, chips: &[u8]) -> bool {
        chips.len() == self.len() && chips.iter().zip(&self.neighbours).all(|(&c, list)| usize::from(c) < list.len())
    }

    /// The board after a chip is added to a stable one; `None` if firing never ends.
    pub fn play(&self, chips: &[u8], v: u32, handle: &Handle) -> Result<Option<Chips>, Stop> {
        let degree = |v: u32| u32::try_from(self.neighbours[v as usize].len()).unwrap_or(u32::MAX);
        if u32::from(chips[v as usize]) + 1 < degree(v) {
            let mut chips: Chips = SmallVec::from_slice(chips);
            chips[v as usize] += 1;
            return Ok(Some(chips));
        }
        // While vertices wait for their turn they may hold more than a byte.
        let mut chips: SmallVec<[u32; 24]> = chips.iter().map(|&c| u32::from(c)).collect();
        chips[v as usize] += 1;
        let mut fired: SmallVec<[bool; 24]> = SmallVec::from_elem(false, self.len());
        // All firings happen in one component.
        let mut left = self.sizes[self.component[v as usize] as usize];
        let mut stack: SmallVec<[u32; 24]> = SmallVec::from_slice(&[v]);
        while let Some(v) = stack.pop() {
            if chips[v as usize] < degree(v) {
                continue;
            }
            handle.ticks(1 + degree(v) / 16)?;
            chips[v as usize] -= degree(v);
            if !fired[v as usize] {
                fired[v as usize] = true;
                left -= 1;
                if left == 0 {
                    return Ok(None);
                }
            }
            if chips[v as usize] >= degree(v) {
                stack.push(v);
            }
            for &w in &self.neighbours[v as usize] {
                chips[w as usize] += 1;
                if chips[w as usize] == degree(w) {
                    stack.push(w);
                }
            }
        }
        Ok(Some(chips.iter().map(|&c| u8::try_from(c).unwrap_or(u8::MAX)).collect()))
    }

    /// The one board that stands for all into which automorphisms take this one.
    pub fn canonical(&self, chips: &[u8], handle: &Handle) -> Result<Chips, Stop> {
        let mut best: Option<Chips> = None;
        for map in &self.symmetries {
            handle.ticks(map.len() / 64)?;
            let mut moved: Chips = SmallVec::from_elem(0, chips.len());
            for (v, &w) in map.iter().enumerate() {
                moved[w as usize] = chips[v];
            }
            for class in self.twins.iter().filter(|class| class.len() > 1) {
                let mut sorted: SmallVec<[u8; 24]> = class.iter().map(|&v| moved[v as usize]).collect();
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                for (&v, &c) in class.iter().zip(&sorted) {
                    moved[v as usize] = c;
                }
            }
            if best.as_ref().is_none_or(|b| moved > *b) {
                best = Some(moved);
            }
        }
        Ok(best.unwrap_or_else(|| SmallVec::from_slice(chips)))
    }

    /// Plays that lead to different positions: the vertex, and the position after (`None`: the game ends).
    pub fn plays(&self, chips: &[u8], handle: &Handle) -> Result<Vec<(u32, Option<Chips>)>, Stop> {
        let mut out: Vec<(u32, Option<Chips>)> = Vec::new();
        for v in 0..u32::try_from(self.len()).unwrap_or(u32::MAX) {
            let after = self.play(chips, v, handle)?;
            let after = after.map(|chips| self.canonical(&chips, handle)).transpose()?;
            handle.ticks(out.len() / 64)?;
            handle.reserve(chips.len())?;
            if !out.iter().any(|(_, known)| *known == after) {
                out.push((v, after));
            }
        }
        Ok(out)
    }

    /// The number of edges, if the graph is a tree. Fewer chips than edges never fire for ever on any graph (Björner, Lovász and
    /// Shor), and stable boards have at most `2 * edges - vertices` chips, one less than edges here: all plays are equally long.
    fn edges_of_tree(&self) -> Option<u32> {
        let edges = self.neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        (self.sizes.len() == 1 && edges + 1 == self.len()).then(|| u32::try_from(edges).unwrap_or(u32::MAX))
    }

    /// The value of a stable board, and the vertex of a best play there. In [`Variant::MaxMin`] `maximises` says whether the
    /// player to move wants many chips.
    pub fn solve(&self, from: &[u8], variant: Variant, maximises: bool, handle: &Handle) -> Result<Worth, Stop> {
        let already = from.iter().map(|&c| u32::from(c)).sum::<u32>();
        if let Some(edges) = self.edges_of_tree() {
            let left = edges.saturating_sub(already);
            return Ok(Worth { value: if variant == Variant::MaxMin { edges } else { left % 2 }, play: 0 });
        }
        // Layers by the number of chips: positions, and for each its plays as indices into the next layer.
        let mut layers: Vec<Vec<Vec<(u32, u32)>>> = Vec::new();
        let first = self.canonical(from, handle)?;
        let mut layer: Vec<Chips> = vec![first.clone()];
        const ENDS: u32 = u32::MAX;
        let mut count = 0u64;
        while !layer.is_empty() {
            let mut next: HashMap<Chips, u32, FxBuildHasher> = HashMap::default();
            let mut order: Vec<Chips> = Vec::new();
            let mut rows = Vec::with_capacity(layer.len());
            for chips in &layer {
                count += 1;
                if count.is_multiple_of(256) {
                    handle.progress("positions explored", count, None);
                }
                handle.tick()?;
                let mut row = Vec::new();
                for (v, after) in self.plays(chips, handle)? {
                    row.push((
                        v,
                        match after {
                            None => ENDS,
                            Some(after) => {
                                let id = u32::try_from(order.len()).unwrap_or(u32::MAX);
                                *next.entry(after).or_insert_with_key(|key| {
                                    order.push(key.clone());
                                    id
                                })
                            }
                        },
                    ));
                }
                rows.push(row);
            }
            layers.push(rows);
            layer = order;
        }
        let mut later: Vec<Worth> = Vec::new();
        for (depth, rows) in layers.iter().enumerate().rev() {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            let maximises = maximises == (depth % 2 == 0);
            let mut here = Vec::with_capacity(rows.len());
            for row in rows {
                handle.tick()?;
                let mut best: Option<Worth> = None;
                for &(play, next) in row {
                    let value = match (variant, next) {
                        (Variant::LastPlayWins, ENDS) => 1,
                        (Variant::LastPlayWins, next) => 1 - later[next as usize].value,
                        (Variant::MaxMin, ENDS) => already + depth + 1,
                        (Variant::MaxMin, next) => later[next as usize].value,
                    };
                    let wanted = variant == Variant::LastPlayWins || maximises;
                    if best.is_none_or(|b| if wanted { value > b.value } else { value < b.value }) {
                        best = Some(Worth { value, play });
                    }
                }
                here.push(best.unwrap_or(Worth { value: 0, play: 0 }));
            }
            later = here;
        }
        let Worth { value, play } = later.first().copied().unwrap_or(Worth { value: 0, play: 0 });
        Ok(Worth { value, play: self.same_play(&first, play, from, handle)? })
    }

    /// The play on a board that comes to the same, up to automorphisms, as one on the board that stands for it.
    fn same_play(&self, canonical: &[u8], play: u32, from: &[u8], handle: &Handle) -> Result<u32, Stop> {
        if canonical == from {
            return Ok(play);
        }
        let after = |chips: &[u8], v: u32| -> Result<Option<Chips>, Stop> {
            self.play(chips, v, handle)?.map(|chips| self.canonical(&chips, handle)).transpose()
        };
        let wanted = after(canonical, play)?;
        for v in 0..u32::try_from(self.len()).unwrap_or(u32::MAX) {
            if after(from, v)? == wanted {
                return Ok(v);
            }
        }
        Ok(play)
    }
}
