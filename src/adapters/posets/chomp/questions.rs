//! What is asked of a position of Chomp besides who wins and by what: reasons, proofs, winning moves up to symmetry.

use super::ChompRules;
use super::board::{Board, with_board};
use super::values::checked;
use crate::adapters::posets::heavy::fault;
use crate::diagnostics::Mistake;
use crate::eval::{Machine, NativeRules, position_of};
use crate::posets::subsets::complex;
use crate::posets::subsets::proof::{self, Proof};
use crate::value::key::Key;
use crate::value::{Fault, Move, Position, Res, Value};
use std::rc::Rc;

/// Positions opened in search of a proof that was asked for.
const OPENED_WHEN_ASKED: usize = 2000;

/// The faces that are left, and the points in them, numbered from 0 on, whatever was taken before: as in the position that its notation stands for.
fn numbered(board: &Board) -> Option<(Vec<u16>, Vec<Value>)> {
    let (faces, left) = board.faces()?;
    let used = left.iter().fold(0, |used, face| used | face);
    let there: Vec<usize> = (0..faces.points.len()).filter(|v| used >> v & 1 == 1).collect();
    let face = |old: &u16| (0..).zip(&there).fold(0, |face, (new, v)| face | (old >> v & 1) << new);
    Some((left.iter().map(face).collect(), there.iter().map(|&v| faces.points[v].clone()).collect()))
}

impl Machine {
    /// Why it is known at once who wins a position of Chomp, where it is.
    pub fn chomp_known(&mut self, position: &Rc<Position>) -> Res<Option<&'static str>> {
        with_board(position, |board| {
            let game = board.root.game.borrow();
            if game.closed_win(&board.left, &self.handle)?.is_some() {
                return Ok(Some("a closed form says who wins"));
            }
            if game.steals(&board.left) {
                return Ok(Some("whoever begins wins: strategy stealing"));
            }
            drop(game);
            let Some(rules) = position.rules.native::<ChompRules>() else { return Ok(None) };
            Ok(rules.short_proof(self, board)?.map(|_| "a short proof says who wins"))
        })
    }

    /// A proof of who wins a position of Chomp on the faces of a complex, checked, with the points that its masks stand
    /// for; `None` if the search does not find one.
    pub fn chomp_proof(&mut self, position: &Position) -> Res<Option<(Rc<Proof>, Vec<Value>)>> {
        let handle = Rc::clone(&self.handle);
        with_board(position, |board| {
            let Some((left, points)) = numbered(board) else {
                return Fault::new(
                    Mistake::WrongGame,
                    format!(
                        "proofs are found for Chomp on the faces of a complex of at most {} points, such as `chomp(subsets(8, 3))`",
                        proof::MOST_SEARCHED
                    ),
                )
                .err();
            };
            let found = proof::prove(&complex::antichain(left), OPENED_WHEN_ASKED, &handle).map_err(fault)?;
            checked(found.as_deref(), &handle)?;
            Ok(found.map(|proof| (proof, points)))
        })
    }

    /// The points that the numbers in a proof of who wins a position stand for.
    pub fn chomp_points(&self, position: &Position) -> Res<Vec<Value>> {
        with_board(position, |board| Ok(numbered(board).map_or(Vec::new(), |(_, points)| points)))
    }

    /// Why a proof, trusted in nothing, does not say who wins a position; nothing if it does. What it cites is exhausted again.
    pub fn check_chomp(&mut self, position: &Position, proof: &Proof) -> Res<Option<&'static str>> {
        let handle = Rc::clone(&self.handle);
        with_board(position, |board| {
            if numbered(board).is_none_or(|(left, _)| proof.position != complex::antichain(left)) {
                return Ok(Some("its last line is about another position"));
            }
            let holds = proof::check(proof, proof::LARGEST_CITED, &handle).map_err(fault)?;
            Ok((!holds).then_some("a line does not follow from those before it"))
        })
    }

    /// The winning moves of a position of Chomp, by orbits under the automorphisms of the position: a move of each, and
    /// how many there are.
    pub fn chomp_orbits(&mut self, position: &Rc<Position>) -> Res<Vec<(Value, usize)>> {
        let handle = Rc::clone(&self.handle);
        let lost = position.rules.native::<ChompRules>().map(|rules| rules.lost_options(self, position)).transpose()?;
        let lost = lost.flatten().unwrap_or_default();
        with_board(position, |board| {
            let moves = board.moves();
            let orbits = board.root.poset().order.induced(&moves, &handle)?.orbits(&handle)?;
            let mut found = Vec::new();
            for orbit in orbits {
                let after = Key(position_of(&position.rules, [Value::of(board.after(moves[orbit[0]]))]));
                if let Some(to) = lost.iter().find(|to| Key((*to).clone()) == after) {
                    let to = to.clone();
                    let component = Value::Position(Rc::clone(position));
                    let made = Move { player: None, component, becomes: to.clone(), to };
                    found.push((Value::Move(Rc::new(made)), orbit.len()));
                }
            }
            Ok(found)
        })
    }
}
