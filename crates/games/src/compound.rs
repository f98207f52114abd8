//! Sums and products of forms: the compounds of *On Numbers and Games*, ch. 14, and *Winning Ways*, ch. 9, and two products.
//!
//! A [`Tree`] is a form with all its followers, each once. A compound of two is worked out for every pair of followers, those
//! with less to play first, so that nothing recurs; of each pair the values of the options are known, and so its value. The ordinal product
//! goes by the options of the first form as they are written.

use super::arena::{Arena, Game, Side};
use super::closed::UpStar;
use super::dyadic::Dyadic;
use super::nim_field::product_u128;
use num_bigint::BigInt;
use sprague_limits::{Handle, Stop};

/// A form: followers, each after its options; the last one is the form itself.
///
/// ```
/// use sprague_games::{Compound, STAR, Store, Tree};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// // 0, and then {0|0}.
/// let mut tree = Tree::new();
/// let zero = tree.push(Vec::new(), Vec::new());
/// tree.push(vec![zero], vec![zero]);
/// assert_eq!(store.tree_value(&tree, &handle)?, STAR);
/// // One may move in both.
/// let value = store.compound(Compound::Selective, &tree, &tree, &handle)?;
/// assert_eq!(value, store.nimber(2));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tree(Vec<[Vec<usize>; 2]>);

impl Tree {
    /// One without followers: not yet a form.
    pub fn new() -> Self {
        Tree::default()
    }

    /// Adds a follower by the numbers of its options, which were added before; its own number.
    pub fn push(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        assert!(left.iter().chain(&right).all(|&option| option < self.0.len()), "options come first");
        self.0.push([left, right]);
        self.0.len() - 1
    }

    /// How many followers there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether both players can move from each follower, or neither.
    pub fn is_dicotic(&self) -> bool {
        self.0.iter().all(|[left, right]| left.is_empty() == right.is_empty())
    }

    /// The size of a nimber in its canonical form: each follower leads to all before it.
    fn nimber(&self) -> Option<u64> {
        let before = |side: &[usize], size: usize| {
            let mut side = side.to_vec();
            side.sort_unstable();
            side.into_iter().eq(0..size)
        };
        let nim = self.0.iter().enumerate().all(|(size, sides)| sides.iter().all(|side| before(side, size)));
        if nim { self.0.len().checked_sub(1).map(|size| size as u64) } else { None }
    }

    /// The integer whose canonical form this is: one player has a single line of moves, the other none.
    fn integer(&self) -> Option<i64> {
        let line = |k: usize| {
            self.0
                .iter()
                .enumerate()
                .all(|(i, sides)| sides[1 - k].is_empty() && sides[k].iter().copied().eq((0..i).last()))
        };
        let size = i64::try_from(self.0.len()).ok()?.checked_sub(1)?;
        [(0, size), (1, -size)].into_iter().find_map(|(k, n)| line(k).then_some(n))
    }

    /// Whether there is no form yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How two games are played together, or multiplied.
///
/// ```
/// use sprague_games::{Compound, Store, Tree};
/// use sprague_limits::Handle;
///
/// let (store, handle) = (Store::new(), Handle::default());
/// let nim = |n: usize| {
///     let mut tree = Tree::new();
///     (0..=n).for_each(|i| drop(tree.push((0..i).collect(), (0..i).collect())));
///     tree
/// };
/// // Of nimbers the product is nim-multiplication.
/// let product = store.compound(Compound::ConwayProduct, &nim(2), &nim(2), &handle)?;
/// assert_eq!(product, store.nimber(3));
/// # Ok::<(), sprague_limits::Stop>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compound {
    /// A move is one in every component; who cannot move in one of them cannot move.
    Conjunctive,
    /// A move is one in every component in which the player can move.
    ContinuedConjunctive,
    /// A move is one in some of the components, at least one.
    Selective,
    /// The same, but who cannot move in one of the components cannot move.
    ShortenedSelective,
    /// A move is one in one component, but who cannot move in the other cannot move.
    DiminishedDisjunctive,
    /// The first game is played to its end, and then the second (Stromquist and Ullman 1993): for games in which both players can move or
    /// neither, so that it is clear where the first one ends.
    Sequential,
    /// `{G^L·H + G·H^L - G^L·H^L, G^R·H + G·H^R - G^R·H^R | G^L·H + G·H^R - G^L·H^R, G^R·H + G·H^L - G^R·H^L}`.
    ConwayProduct,
    /// `H` with a copy of `G` for each move of Left and one of `-G` for each of Right: a move to `(G·H^L) : G'` for a player's option
    /// `G'` of `G`, or to `(G·H^R) : G'` for one of `-G`.
    OrdinalProduct,
}

/// Both forms with the number of one follower of each.
type Place<'a> = (&'a Tree, &'a Tree, usize, usize);

impl Arena {
    /// The value of a form.
    pub(crate) fn tree_value(&mut self, tree: &Tree, h: &Handle) -> Result<Game, Stop> {
        Ok(self.tree_values(tree, h)?.last().copied().unwrap_or(super::ZERO))
    }

    fn tree_values(&mut self, tree: &Tree, h: &Handle) -> Result<Vec<Game>, Stop> {
        let mut values: Vec<Game> = Vec::with_capacity(tree.len());
        for [left, right] in &tree.0 {
            let [left, right] = [left, right].map(|side| side.iter().map(|&i| values[i]).collect::<Vec<_>>());
            values.push(self.canonical(&left, &right, h)?);
        }
        Ok(values)
    }

    /// The value of a compound of two forms.
    pub(crate) fn compound(&mut self, kind: Compound, g: &Tree, over: &Tree, h: &Handle) -> Result<Game, Stop> {
        if let (Some(m), Some(n)) = (g.nimber(), over.nimber()) {
            let star = of_nimbers(kind, m, n).ok_or_else(|| Stop::TooLarge("this nimber".into()))?;
            return Ok(self.up_star(UpStar { number: Dyadic::zero(), ups: 0, star }));
        }
        if kind == Compound::OrdinalProduct {
            return self.ordinal_product(g, over, h);
        }
        let pairs = g.len().saturating_mul(over.len());
        h.reserve(pairs.saturating_mul(size_of::<Game>()))?;
        let mut table: Vec<Game> = Vec::with_capacity(pairs);
        for i in 0..g.len() {
            for j in 0..over.len() {
                h.tick()?;
                let place = (g, over, i, j);
                let mut sides = [Vec::new(), Vec::new()];
                for (made, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
                    *made = match kind {
                        Compound::ConwayProduct => self.product_options(place, side, &table, h)?,
                        _ => played_options(kind, place, side, &table, h)?,
                    };
                }
                let value = self.canonical(&sides[0], &sides[1], h)?;
                table.push(value);
            }
        }
        Ok(table.last().copied().unwrap_or(super::ZERO))
    }

    fn product_options(
        &mut self,
        (g, over, i, j): Place<'_>,
        side: Side,
        table: &[Game],
        h: &Handle,
    ) -> Result<Vec<Game>, Stop> {
        let at = |i: usize, j: usize| table[i * over.len() + j];
        let mut made = Vec::new();
        for k in 0..2 {
            // Left's: both of Left or both of Right; Right's: one of each.
            let other = if side == Side::Left { k } else { 1 - k };
            for &a in &g.0[i][k] {
                for &b in &over.0[j][other] {
                    h.tick()?;
                    let sum = self.add(at(a, j), at(i, b), h)?;
                    made.push(self.sub(sum, at(a, b), h)?);
                }
            }
        }
        Ok(made)
    }

    /// The value of an ordinal product: of the first form only the options matter, so that what lies on each follower of the second is
    /// worked out once. Of integers it is the product: each copy makes the line of moves longer by its length.
    fn ordinal_product(&mut self, g: &Tree, over: &Tree, h: &Handle) -> Result<Game, Stop> {
        if let (Some(m), Some(n)) = (g.integer(), over.integer()) {
            return Ok(self.number(Dyadic::from_integer(BigInt::from(m) * n)));
        }
        let values = self.tree_values(g, h)?;
        let Some(own) = g.0.last() else { return Ok(super::ZERO) };
        // For each follower of the second form, each mover there and each player: where that player can move to in the copy.
        let mut moves: Vec<[[Vec<Game>; 2]; 2]> = Vec::with_capacity(over.len());
        let mut sides = [Vec::new(), Vec::new()];
        for (j, options) in over.0.iter().enumerate() {
            sides = [Vec::new(), Vec::new()];
            for (k, side) in sides.iter_mut().enumerate() {
                for (mover, below) in options.iter().enumerate() {
                    for &b in below {
                        h.ticks(1 + moves[b][mover][k].len() as u64)?;
                        side.extend_from_slice(&moves[b][mover][k]);
                    }
                }
                side.sort_unstable_by_key(|g| g.0);
                side.dedup();
            }
            if j + 1 == over.len() {
                break;
            }
            let mut above = <[[Vec<Game>; 2]; 2]>::default();
            for (mover, copies) in above.iter_mut().enumerate() {
                for (k, made) in copies.iter_mut().enumerate() {
                    // In the negative a player has the other one's moves.
                    for &a in &own[k ^ mover] {
                        h.tick()?;
                        let top = if mover == 0 { values[a] } else { self.neg(values[a], h)? };
                        made.push(self.ordinal_sum(&sides[0], &sides[1], top, h)?);
                    }
                }
            }
            moves.push(above);
        }
        self.canonical(&sides[0], &sides[1], h)
    }
}

/// The compound of the nimbers `*m` and `*n` in their canonical forms, by induction: the options are the compounds of smaller ones, and
/// the value is the least that is missing. `None` if it does not fit.
fn of_nimbers(kind: Compound, m: u64, n: u64) -> Option<u64> {
    Some(match kind {
        Compound::Conjunctive => m.min(n),
        Compound::ContinuedConjunctive => m.max(n),
        Compound::Selective => m.checked_add(n)?,
        // 0 is where one of them is over; beyond, the others are those of one less in each.
        Compound::ShortenedSelective | Compound::DiminishedDisjunctive if m == 0 || n == 0 => 0,
        Compound::ShortenedSelective => m.checked_add(n - 1)?,
        Compound::DiminishedDisjunctive => ((m - 1) ^ (n - 1)).checked_add(1)?,
        // The first has 0, 1, … but for what the second has alone.
        Compound::Sequential if m == 0 => n,
        Compound::Sequential => m - u64::from(m <= n),
        // The definition is that of nim-multiplication, and nimbers below 2^64 are a field.
        Compound::ConwayProduct => u64::try_from(product_u128(m.into(), n.into())).ok()?,
        // On `*jm` lie its options, `*(jm + i)`.
        Compound::OrdinalProduct => m.checked_mul(n)?,
    })
}

/// The options of one player where games are played side by side.
fn played_options(
    kind: Compound,
    (g, over, i, j): Place<'_>,
    side: Side,
    table: &[Game],
    h: &Handle,
) -> Result<Vec<Game>, Stop> {
    let k = usize::from(side == Side::Right);
    let (first, second) = (&g.0[i][k], &over.0[j][k]);
    let both = !first.is_empty() && !second.is_empty();
    let at = |i: usize, j: usize| table[i * over.len() + j];
    if kind == Compound::Sequential {
        let over = g.0[i].iter().all(Vec::is_empty);
        return Ok(if over {
            second.iter().map(|&b| at(i, b)).collect()
        } else {
            first.iter().map(|&a| at(a, j)).collect()
        });
    }
    let short = matches!(kind, Compound::Conjunctive | Compound::ShortenedSelective | Compound::DiminishedDisjunctive);
    if short && !both {
        return Ok(Vec::new());
    }
    let together = kind != Compound::DiminishedDisjunctive;
    let apart = match kind {
        Compound::Conjunctive => false,
        // Where only one of them goes on.
        Compound::ContinuedConjunctive => !both,
        _ => true,
    };
    let mut made = Vec::new();
    if together {
        for &a in first {
            h.ticks(u32::try_from(second.len()).unwrap_or(u32::MAX))?;
            made.extend(second.iter().map(|&b| at(a, b)));
        }
    }
    if apart {
        made.extend(first.iter().map(|&a| at(a, j)));
        made.extend(second.iter().map(|&b| at(i, b)));
    }
    made.sort_unstable_by_key(|g| g.0);
    made.dedup();
    Ok(made)
}
