//! Proofs of who wins Chomp on a simplicial complex, short enough to be shown and checked again.
//!
//! The search goes depth-first and settles positions by what needs no search:
//!
//! - a *reflection*: an automorphism of order two whose fixed elements are a downset; the game on those has the same
//!   outcome (Brouwer and Christensen, section 2.4);
//! - *parts* that share no vertex are a sum of games; the nim-values of parts of up to `SMALL` vertices come from the
//!   push engine;
//! - a complex with one facet is a win by strategy stealing;
//! - *theorem*: P(n, k) for k <= 2 is lost exactly when k + 1 divides n (Gale and Neyman);
//! - *cited*: P(6, 5) and P(7, 3) are lost, from a finished exhaustion; [`check`] runs it again where it is told to. The
//!   position in question itself is never answered so.
//!
//! This finds wins of large positions in a few nodes. Losses need an answer to every move, and take long.

use super::chomp::{grundy, outcome};
use super::complex::{
    Facets, MOST_VERTICES, Map, after, antichain, components, elements, form, induced, is_injective, mapped,
    reflection, truncated, vertices,
};
use super::downset::generated;
use super::engine::Options;
use super::error::{Error, Unhandled};
use super::links;
use rustc_hash::{FxHashMap, FxHashSet};
use sprague_limits::Handle;
use std::rc::Rc;

/// Parts of up to this many vertices are exhausted on the way.
pub(crate) const SMALL: u32 = 5;

/// Complexes of more vertices have too many elements and reflections for this search.
pub const MOST_SEARCHED: u32 = 10;

/// A position, who wins it, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Proof {
    /// The facets of the position.
    pub position: Facets,
    /// Whether the player to move wins.
    pub won: bool,
    /// Why.
    pub reason: Reason,
}

/// Why a position is won or lost.
#[derive(Debug, PartialEq, Eq)]
pub enum Reason {
    /// This move leads to a lost position: that of the proof, when its vertices are renumbered by the map.
    Move(u16, Map, Rc<Proof>),
    /// Every move leads to a won position.
    Every(Vec<(u16, Map, Rc<Proof>)>),
    /// The map is a reflection; the position on its fixed vertices, renumbered by the second map, has this outcome.
    Reflection(Map, Map, Rc<Proof>),
    /// The parts and their nim-values, by exhaustion. No part at all is a loss.
    Parts(Vec<(Facets, u32)>),
    /// One facet: if taking all of it does not win, the answer to it does.
    StrategyStealing,
    /// P(n, k) with k at most 2, by Gale and Neyman.
    Theorem(u32, u32),
    /// P(n, k), known to be lost from an exhaustion.
    Cited(u32, u32),
}

/// P(n, k) with n = 6 and 7 that are lost and that no theorem covers, as (n, k), from exhaustion (section 2.2).
const LOST: [(u32, u32); 2] = [(6, 5), (7, 3)];

/// The most points of what is cited.
pub const LARGEST_CITED: u32 = 7;

impl Proof {
    /// Positions of the proof, each counted once.
    pub fn nodes(&self) -> usize {
        self.all().len()
    }

    /// This proof and those below it, each once. They may lean on one another as deep as somebody likes who wrote them.
    fn all(&self) -> Vec<&Proof> {
        let (mut seen, mut open, mut all) = (FxHashSet::default(), vec![self], Vec::new());
        while let Some(proof) = open.pop() {
            if !seen.insert(std::ptr::from_ref(proof)) {
                continue;
            }
            all.push(proof);
            match &proof.reason {
                Reason::Move(_, _, proof) | Reason::Reflection(_, _, proof) => open.push(proof),
                Reason::Every(answers) => open.extend(answers.iter().map(|(_, _, proof)| &**proof)),
                _ => {}
            }
        }
        all
    }

    /// The facts that are cited, not proved: P(n, k) as (n, k).
    pub fn cited(&self) -> Vec<(u32, u32)> {
        let mut cited: Vec<_> = self
            .all()
            .iter()
            .filter_map(|p| if let Reason::Cited(n, k) = p.reason { Some((n, k)) } else { None })
            .collect();
        cited.sort_unstable();
        cited.dedup();
        cited
    }
}

/// The search, with what it has found.
pub(crate) struct Prover<'h> {
    handle: &'h Handle,
    known: FxHashMap<Facets, Rc<Proof>>,
    /// Positions that may still be opened.
    left: usize,
    /// Whether known losses may be cited.
    cite: bool,
}

impl<'h> Prover<'h> {
    /// A search that opens at most `most` positions.
    pub(crate) fn new(most: usize, handle: &'h Handle) -> Self {
        Prover { handle, known: FxHashMap::default(), left: most, cite: true }
    }

    /// A proof of who wins the position with these facets, if one is found in time.
    pub(crate) fn prove(&mut self, facets: &[u16]) -> Result<Option<Rc<Proof>>, Error> {
        let facets = antichain(facets.to_vec());
        if vertices(&facets).count_ones() > MOST_SEARCHED {
            return Err(Unhandled::Vertices(MOST_SEARCHED).into());
        }
        self.cite = false;
        let settled = self.settle(&facets);
        self.cite = true;
        match settled? {
            Some(proof) => Ok(Some(proof)),
            None => self.open(&facets),
        }
    }

    /// What needs no search.
    fn settle(&mut self, facets: &Facets) -> Result<Option<Rc<Proof>>, Error> {
        self.handle.tick()?;
        if let Some(proof) = self.known.get(facets) {
            return Ok(Some(Rc::clone(proof)));
        }
        let Some((won, reason)) = self.reason(facets)? else { return Ok(None) };
        Ok(Some(self.keep(facets, won, reason)))
    }

    fn keep(&mut self, facets: &Facets, won: bool, reason: Reason) -> Rc<Proof> {
        let proof = Rc::new(Proof { position: facets.clone(), won, reason });
        self.known.insert(facets.clone(), Rc::clone(&proof));
        proof
    }

    fn reason(&mut self, facets: &Facets) -> Result<Option<(bool, Reason)>, Error> {
        if let Some((n, k)) = complete(facets) {
            if k <= 2 {
                return Ok(Some((n % (k + 1) != 0, Reason::Theorem(n, k))));
            }
            if self.cite && LOST.contains(&(n, k)) {
                return Ok(Some((false, Reason::Cited(n, k))));
            }
        }
        let parts = components(facets);
        if parts.iter().all(|part| vertices(part).count_ones() <= SMALL) {
            let mut values = Vec::new();
            for part in parts {
                let value = value(&part, self.handle)?;
                values.push((part, value));
            }
            let sum = values.iter().fold(0, |sum, part| sum ^ part.1);
            return Ok(Some((sum != 0, Reason::Parts(values))));
        }
        if facets.len() == 1 {
            return Ok(Some((true, Reason::StrategyStealing)));
        }
        if let Some(map) = reflection(facets) {
            let (rest, renumbered) = form(&induced(facets, fixed(facets, &map)));
            if let Some(proof) = self.settle(&rest)? {
                return Ok(Some((proof.won, Reason::Reflection(map, renumbered, proof))));
            }
        }
        Ok(None)
    }

    /// Tries all moves: first what they settle at once, then in depth, the smallest positions first.
    fn open(&mut self, facets: &Facets) -> Result<Option<Rc<Proof>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        if let Some(map) = reflection(facets) {
            let (rest, renumbered) = form(&induced(facets, fixed(facets, &map)));
            let Some(proof) = self.deeper(&rest)? else { return Ok(None) };
            return Ok(Some(self.keep(facets, proof.won, Reason::Reflection(map, renumbered, proof))));
        }
        let mut moves = Vec::new();
        for x in elements(facets) {
            let (left, map) = form(&after(facets, x));
            if let Some(proof) = self.settle(&left)?
                && !proof.won
            {
                return Ok(Some(self.keep(facets, true, Reason::Move(x, map, proof))));
            }
            moves.push((x, map, left));
        }
        moves.sort_by_key(|(x, _, left)| (elements(left).len(), *x));
        let mut answers = Vec::new();
        for (x, map, left) in moves {
            let Some(proof) = self.deeper(&left)? else { return Ok(None) };
            if !proof.won {
                return Ok(Some(self.keep(facets, true, Reason::Move(x, map, proof))));
            }
            answers.push((x, map, proof));
        }
        Ok(Some(self.keep(facets, false, Reason::Every(answers))))
    }

    fn deeper(&mut self, facets: &Facets) -> Result<Option<Rc<Proof>>, Error> {
        match self.settle(facets)? {
            Some(proof) => Ok(Some(proof)),
            None => sprague_limits::with_stack(|| self.open(facets)),
        }
    }
}

/// A proof of who wins the complex with these facets, if the search finds one before it has opened `most` positions.
pub fn prove(facets: &[u16], most: usize, handle: &Handle) -> Result<Option<Rc<Proof>>, Error> {
    Prover::new(most, handle).prove(facets)
}

/// The vertices in use that a map leaves where they are.
fn fixed(facets: &[u16], map: &[u8]) -> u16 {
    let used = vertices(facets);
    (0..MOST_VERTICES).filter(|&v| used >> v & 1 == 1 && usize::from(map[v]) == v).fold(0, |kept, v| kept | 1 << v)
}

/// n and k where the complex is P(n, k) with n > k.
fn complete(facets: &[u16]) -> Option<(u32, u32)> {
    let (n, k) = (vertices(facets).count_ones(), facets.first()?.count_ones());
    let (renumbered, _) = form(facets);
    (k < n && facets.iter().all(|f| f.count_ones() == k) && renumbered == truncated(n, k)).then_some((n, k))
}

/// The nim-value of a small complex by exhaustion.
fn value(facets: &[u16], handle: &Handle) -> Result<u32, Error> {
    let (renumbered, _) = form(facets);
    let n = vertices(&renumbered).count_ones();
    let position = generated(renumbered.iter().map(|&f| f as u8)) | 1;
    grundy(n, position, Options::threads(1), handle)?.value.ok_or(Error::Inexact)
}

/// Goes through a proof again, trusting nothing in it. Cited facts are exhausted again for n up to `exhausted`.
pub fn check(proof: &Proof, exhausted: u32, handle: &Handle) -> Result<bool, Error> {
    for node in proof.all() {
        if !check_node(node, exhausted, handle)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn check_node(node: &Proof, exhausted: u32, handle: &Handle) -> Result<bool, Error> {
    handle.tick()?;
    let facets = &node.position;
    if *facets != antichain(facets.clone()) {
        return Ok(false);
    }
    let used = vertices(facets);
    let leads = |x: u16, map: &Map, to: &Proof| {
        let left = after(facets, x);
        is_injective(map, vertices(&left)) && mapped(&left, map) == to.position
    };
    Ok(match &node.reason {
        Reason::Move(x, map, to) => {
            node.won && !to.won && elements(facets).binary_search(x).is_ok() && leads(*x, map, to)
        }
        Reason::Every(answers) => {
            let mut answered: Vec<u16> = answers.iter().map(|answer| answer.0).collect();
            answered.sort_unstable();
            !node.won && answered == elements(facets) && answers.iter().all(|(x, map, to)| to.won && leads(*x, map, to))
        }
        Reason::Reflection(map, ..) if map.len() != MOST_VERTICES => false,
        Reason::Reflection(map, renumbered, to) => {
            let involution = (0..MOST_VERTICES).filter(|v| used >> v & 1 == 1).all(|v| {
                let w = usize::from(map[v]);
                let twice = map.get(w).is_some_and(|&back| usize::from(back) == v);
                // No facet holds two vertices that are exchanged: what is fixed lies on fixed vertices.
                twice && (w == v || !facets.iter().any(|f| f >> v & 1 == 1 && f >> w & 1 == 1))
            });
            let rest = || induced(facets, fixed(facets, map));
            involution
                && is_injective(map, used)
                && mapped(facets, map) == *facets
                && node.won == to.won
                && is_injective(renumbered, vertices(&rest()))
                && mapped(&rest(), renumbered) == to.position
        }
        Reason::Parts(parts) => {
            if !parts.iter().map(|part| &part.0).eq(components(facets).iter()) {
                return Ok(false);
            }
            let mut sum = 0;
            for (part, value_given) in parts {
                let n = vertices(part).count_ones();
                if n > SMALL || value(part, handle)? != *value_given {
                    return Ok(false);
                }
                sum ^= value_given;
            }
            node.won == (sum != 0)
        }
        Reason::StrategyStealing => node.won && facets.len() == 1,
        Reason::Theorem(n, k) => complete(facets) == Some((*n, *k)) && *k <= 2 && node.won == (n % (k + 1) != 0),
        Reason::Cited(n, k) => {
            let right = complete(facets) == Some((*n, *k)) && LOST.contains(&(*n, *k)) && !node.won;
            if right && *n <= exhausted {
                let position = super::downset::truncated(*n, *k);
                let found = match links::suits(*n, position, handle)? {
                    true => links::outcome(*n, position, 0, handle)?,
                    false => outcome(*n, position, Options::default(), handle)?,
                };
                return Ok(!found.won);
            }
            right
        }
    })
}
