//! A set of points in any dimension, proved to be the set of P-positions, or refuted, by exact operations on
//! semilinear sets.
//!
//! In: a game on an orthant N^m (or on a part of it that no move leaves), and disjoint strata T. To be shown: T lies in
//! the positions of play B; T and T + g are disjoint for every move g; B lies in the union of T and all T + g. All
//! three are decided by intersections and differences of strata, which are exact in every dimension, whatever the
//! slopes and periods. Out: a [`Cover`], a certificate that `check::cover` verifies with polynomials and without any of
//! these operations; or a [`Refutation`].
//!
//! The refutation is the failure that a linear function, positive on all moves, puts lowest. Below it nothing fails, so there T is the
//! set of P-positions by induction; hence T is wrong about that very point, and not only about one of its options.

use super::budget::{Failure, Meter};
use super::game::{Core, Game};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use sprague_lattice_points::linear::Vector;
use sprague_lattice_points::sets::polyhedron::Polyhedron;
use sprague_lattice_points::{Budget, Stratification, Stratum, Trouble};

/// Where all points of a stratum lie that one move leads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// In this stratum of [`Cover::rest`].
    Rest(usize),
    /// Defeated: it is a single point.
    Defeated,
    /// Off the board: this coordinate is negative.
    Off(usize),
}

/// Positions of play outside the set, with a move that leads all of them into one stratum of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The positions.
    pub stratum: Stratum,
    /// The index of the move.
    pub index: usize,
    /// The index of the stratum of the set.
    pub to: usize,
}

/// Three partitions that prove a set to be the set of P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The set, disjoint strata.
    pub set: Vec<Stratum>,
    /// All other positions of play, disjoint.
    pub rest: Vec<Reply>,
    /// For each move g the set moved by g, as disjoint strata with where they lie: never in the set.
    pub before: Vec<Vec<(Stratum, Landing)>>,
}

/// Why a set is not the set of P-positions, at a point about which it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// In the set, and not on the board.
    OffBoard(Vector),
    /// In the set, and defeated.
    Defeated(Vector),
    /// In the set, though a move leads to a point of the set, which is a P-position.
    Move {
        /// The point that is no P-position.
        from: Vector,
        /// The index of the move.
        index: usize,
        /// The P-position.
        to: Vector,
    },
    /// Not in the set, though no move leads into the set: a P-position.
    NoMove(Vector),
    /// One of both where it is not known about which of the points the set is wrong: in the set, and so is a point where this move leads; or, without
    /// a move, not in the set, and no move leads into it.
    Seen {
        /// The point.
        from: Vector,
        /// The index of the move, and where it leads.
        to: Option<(usize, Vector)>,
    },
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Stop(stop) => Failure::Stop(stop),
            Trouble::Budget(_) => Failure::Budget,
            _ => Failure::Shape,
        }
    }
}

/// Proves that the strata are the P-positions of a game on all of N^m.
pub(crate) fn prove_core(
    core: &Core,
    claim: &Stratification,
    pieces: Budget,
    meter: &Meter,
) -> Result<Result<Cover, Refutation>, Failure> {
    let whole = Stratification::orthant(core.dimension);
    // How far out a point lies does not matter to a search: any failure will do.
    Prover { core, pieces, meter }.prove(claim, &whole, &|_| None)
}

/// Proves that a set of points of the board is the set of P-positions, or refutes it.
pub(crate) fn prove(
    game: &Game,
    claim: &Stratification,
    pieces: Budget,
    meter: &Meter,
) -> Result<Result<Cover, Refutation>, Failure> {
    let board = game.board();
    if claim.dimension() != board.dimension {
        return Err(Failure::Shape);
    }
    let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vector>();
    // Points off the board have no facet coordinates that a set of N^m could hold, so they are looked for first.
    let rows = board.rows.iter().map(|(a, b)| (big(a), BigInt::from(-b))).collect();
    let polyhedron = Polyhedron { dimension: board.dimension, rows };
    let lattice = Stratification::of_polyhedron(polyhedron, pieces, meter.handle)?;
    let off = claim.difference(&lattice, pieces, meter.handle)?;
    if let Some(stratum) = off.strata().first() {
        return Ok(Err(Refutation::OffBoard(stratum.base.clone())));
    }
    let facets = |set: &Stratification| -> Result<Stratification, Failure> {
        let strata = set.strata().iter().map(|s| Stratum {
            base: board.facet_coordinates(&s.base),
            generators: s.generators.iter().map(|g| board.facet_direction_big(g)).collect(),
        });
        Ok(Stratification::of_disjoint(board.rows.len(), strata.collect(), meter.handle)?)
    };
    let weight = |y: &[BigInt]| Some(board.point(y)?.iter().zip(game.weight()).map(|(x, w)| x * w).sum());
    let prover = Prover { core: game.core(), pieces, meter };
    let point = |y: Vector| board.point(&y).unwrap_or(y);
    Ok(prover.prove(&facets(claim)?, &facets(&lattice)?, &weight)?.map_err(|wrong| match wrong {
        Refutation::OffBoard(y) => Refutation::OffBoard(point(y)),
        Refutation::Defeated(y) => Refutation::Defeated(point(y)),
        Refutation::Move { from, index, to } => Refutation::Move { from: point(from), index, to: point(to) },
        Refutation::NoMove(y) => Refutation::NoMove(point(y)),
        Refutation::Seen { from, to } => {
            Refutation::Seen { from: point(from), to: to.map(|(index, to)| (index, point(to))) }
        }
    }))
}

/// What an exact operation on two strata costs, in comparisons of machine words.
const WORK: u32 = 500;

struct Prover<'a> {
    core: &'a Core,
    pieces: Budget,
    meter: &'a Meter<'a>,
}

/// The lowest failure so far, with its height.
type Lowest = Option<(Option<BigInt>, Refutation)>;

impl Prover<'_> {
    fn prove(
        &self,
        claim: &Stratification,
        lattice: &Stratification,
        height: &dyn Fn(&[BigInt]) -> Option<BigInt>,
    ) -> Result<Result<Cover, Refutation>, Failure> {
        let handle = self.meter.handle;
        let big = |v: &[i64]| v.iter().map(|&n| BigInt::from(n)).collect::<Vector>();
        let set = claim.strata();
        let defeated: Vec<Vector> = self.core.defeated.iter().map(|p| big(p)).collect();
        for point in &defeated {
            handle.ticks(1 + set.len() as u32)?;
            if claim.contains(point) {
                return Ok(Err(Refutation::Defeated(point.clone())));
            }
        }
        let mut lowest: Lowest = None;
        let mut found = |wrong: Refutation| {
            let at = match &wrong {
                Refutation::OffBoard(x) | Refutation::Defeated(x) | Refutation::NoMove(x) => x,
                Refutation::Move { from, .. } | Refutation::Seen { from, .. } => from,
            };
            let high = height(at);
            if lowest.as_ref().is_none_or(|(low, _)| high < *low) {
                lowest = Some((high, wrong));
            }
        };
        // No move from the set into the set.
        let moved: Vec<Vec<Stratum>> =
            self.core.moves.iter().map(|g| set.iter().map(|s| s.translated(&big(g))).collect()).collect();
        for (index, all) in moved.iter().enumerate() {
            for s in all {
                for t in set {
                    for both in self.meet(s, t)? {
                        let g = &self.core.moves[index];
                        let to = both.base.iter().zip(g).map(|(x, g)| x - g).collect();
                        found(Refutation::Move { from: both.base, index, to });
                    }
                }
            }
        }
        // A move into the set from everywhere else.
        let points = defeated.iter().map(|p| Stratum { base: p.clone(), generators: Vec::new() }).collect();
        let points = Stratification::of_disjoint(self.core.dimension, points, handle)?;
        let play = lattice.difference(&points, self.pieces, handle)?;
        let mut open = play.difference(claim, self.pieces, handle)?;
        let mut rest: Vec<Reply> = Vec::new();
        for (index, all) in moved.iter().enumerate() {
            handle.progress("positions with a move into the set", index as u64, Some(moved.len() as u64));
            for (to, s) in all.iter().enumerate() {
                let (mut with, mut without) = (Vec::new(), Vec::new());
                for part in open.strata() {
                    let both = self.meet(part, s)?;
                    match both.is_empty() {
                        true => without.push(part.clone()),
                        false => {
                            with.extend(both);
                            without.extend(part.without(s, self.pieces, handle)?.unwrap_or_default());
                        }
                    }
                }
                if with.is_empty() {
                    continue;
                }
                // All of them go into one stratum, so that they may be merged.
                let with = Stratification::of_disjoint(self.core.dimension, with, handle)?;
                rest.extend(with.strata().iter().map(|s| Reply { stratum: s.clone(), index, to }));
                open = Stratification::of_disjoint(self.core.dimension, without, handle)?;
                if rest.len() + open.strata().len() > self.pieces.pieces {
                    return Err(Failure::Budget);
                }
            }
        }
        for stratum in open.strata() {
            found(Refutation::NoMove(stratum.base.clone()));
        }
        if let Some((_, wrong)) = lowest {
            return Ok(Err(wrong));
        }
        let mut before = Vec::new();
        for (index, all) in moved.iter().enumerate() {
            handle.progress("positions before the set", index as u64, Some(moved.len() as u64));
            before.push(self.landings(&self.core.moves[index], all, &rest, &points)?);
        }
        Ok(Ok(Cover { set: set.to_vec(), rest, before }))
    }

    /// The common points of two strata.
    fn meet(&self, s: &Stratum, t: &Stratum) -> Result<Vec<Stratum>, Failure> {
        self.meter.spend(1)?;
        if s.apart(t) {
            return Ok(Vec::new());
        }
        self.meter.spend(WORK)?;
        Ok(s.meet(t, self.pieces, self.meter.handle)?)
    }

    /// The parts of the set moved by g, and where each lies.
    fn landings(
        &self,
        g: &[i64],
        moved: &[Stratum],
        rest: &[Reply],
        defeated: &Stratification,
    ) -> Result<Vec<(Stratum, Landing)>, Failure> {
        let d = self.core.dimension;
        let mut places: Vec<(Stratum, Landing)> =
            rest.iter().enumerate().map(|(k, r)| (r.stratum.clone(), Landing::Rest(k))).collect();
        places.extend(defeated.strata().iter().map(|s| (s.clone(), Landing::Defeated)));
        // The set has no negative coordinates, so beyond the board lies at least one of -1, …, g_i; sorted by the first i.
        for i in 0..d {
            for value in g[i].min(0)..0 {
                let base = (0..d).map(|j| match j.cmp(&i) {
                    std::cmp::Ordering::Less => BigInt::zero(),
                    std::cmp::Ordering::Equal => value.into(),
                    std::cmp::Ordering::Greater => g[j].min(0).into(),
                });
                let unit = |j: usize| (0..d).map(|k| if j == k { BigInt::one() } else { BigInt::zero() }).collect();
                let generators = (0..d).filter(|&j| j != i).map(unit).collect();
                places.push((Stratum { base: base.collect(), generators }, Landing::Off(i)));
            }
        }
        let mut out = Vec::new();
        for s in moved {
            for (place, landing) in &places {
                out.extend(self.meet(s, place)?.into_iter().map(|part| (part, *landing)));
            }
            if out.len() > self.pieces.pieces {
                return Err(Failure::Budget);
            }
        }
        Ok(out)
    }
}

impl Cover {
    /// Is the point (without negative coordinates) in the set?
    pub(crate) fn contains(&self, point: &[BigInt]) -> bool {
        self.set.iter().any(|s| s.contains(point))
    }

    /// The directions of all generators of the set: primitive vectors, the largest first.
    pub fn directions(&self) -> Vec<Vector> {
        let mut all: Vec<Vector> = Vec::new();
        for g in self.set.iter().flat_map(|s| &s.generators) {
            let content = g.iter().fold(BigInt::zero(), |c, n| c.gcd(n));
            all.push(g.iter().map(|n| n / &content).collect());
        }
        all.sort();
        all.dedup();
        all.reverse();
        all
    }
}
