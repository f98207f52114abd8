//! Clauses on boards, run as a whole where what they do is seen from outside.
//!
//! In: a position of one board and such a clause. Out: what the clause gives, with boards that are no values yet, so that who has met them before finds them without
//! making them again. Steps are those of evaluation. Touches the table of positions and what `value` clauses said lately.

use super::Machine;
use super::given::Given;
use super::positions::Terms;
use super::tables::{Said, hash_of_board};
use crate::games::ZERO;
use crate::limits::Stop;
use crate::syntax::ast::ClauseKind;
use crate::value::boards::{BoardClause, Groups, Regions};
use crate::value::node::{ClauseCode, Kind, Rules};
use crate::value::{Deep, Flow, Grid, Position, Res, Value};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// The position of a board.
pub(super) fn on_board(rules: Rc<Rules>, board: Grid) -> Position {
    Position { rules, arguments: Deep(smallvec![Value::Grid(Rc::new(board))]) }
}

/// Whether the positions of a rule set are boards as they stand.
fn takes_boards(rules: &Rules) -> bool {
    let [param] = &rules.params[..] else { return false };
    rules.native.is_none() && param.bind.is_none() && matches!(param.kind, None | Some(Kind::Grid))
}

impl Machine {
    /// Hands over what a clause gives for a position, if that is a board and the clause is seen through; otherwise nothing happens, and it says so.
    pub(super) fn clause_on_board(
        &mut self,
        position: &Rc<Position>,
        clause: &ClauseCode,
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<bool> {
        let [Value::Grid(board)] = &position.arguments[..] else { return Ok(false) };
        let Some((act, rules)) = self.seen_through(&position.rules, clause) else { return Ok(false) };
        let span = clause.body.span;
        let result = match act {
            BoardClause::Replacements(_, pairs, breathing) => {
                self.replaced_on_board(&rules, board, pairs, *breathing, out)
            }
            value => self.value_on_board(&rules, board, value).map_err(Box::from).and_then(|given| match given {
                Some(given) => out(self, given),
                None => Ok(()),
            }),
        };
        match result {
            Ok(()) => Ok(true),
            Err(flow) => Err(self.in_position(flow.at(span), position, clause)),
        }
    }

    /// How many options a clause gives for a board, if that is seen without making them.
    pub(super) fn counted_on_board(&mut self, position: &Rc<Position>, clause: &ClauseCode) -> Res<Option<usize>> {
        let [Value::Grid(board)] = &position.arguments[..] else { return Ok(None) };
        let Some((BoardClause::Replacements(_, pairs, None), _)) = self.seen_through(&position.rules, clause) else {
            return Ok(None);
        };
        let Some(count) = pairs.iter().map(|(pattern, _)| board.count(pattern)).sum::<Option<usize>>() else {
            return Ok(None);
        };
        match self.handle.ticks(1 + count) {
            Ok(()) => Ok(Some(count)),
            Err(stop) => Err(self.in_position(Box::<Flow>::from(stop).at(clause.body.span), position, clause)),
        }
    }

    /// What a clause does to boards, and the rule set of the positions that it gives.
    fn seen_through<'c>(&self, of: &Rules, clause: &'c ClauseCode) -> Option<(&'c BoardClause, Rc<Rules>)> {
        let act = clause.on_board()?;
        let (BoardClause::Parts(slot, ..)
        | BoardClause::Image(slot, ..)
        | BoardClause::Exchanged(slot, ..)
        | BoardClause::Replacements(slot, ..)) = act;
        match &self.globals.values[*slot as usize] {
            // Where both players move alike, options with other rules are looked at as values.
            Value::Rules(rules) if of.moves_only && !rules.moves_only => None,
            Value::Rules(rules) if takes_boards(rules) && takes_boards(of) => Some((act, Rc::clone(rules))),
            _ => None,
        }
    }

    /// Whether play on boards ends by the clauses of a rule set, whoever moves when: there is a symbol of which every move takes cells away, or
    /// to which it turns some, and nothing goes the other way.
    pub(crate) fn boards_dwindle(&self, rules: &Rules) -> bool {
        let plays = |kind| matches!(kind, ClauseKind::Left | ClauseKind::Right | ClauseKind::Moves | ClauseKind::Value);
        let clauses = rules.clauses.iter().filter(|clause| plays(clause.kind));
        let within = |clause| self.seen_through(rules, clause).filter(|(_, to)| to.id == rules.id).map(|(act, _)| act);
        let Some(acts) = clauses.map(within).collect::<Option<SmallVec<[&BoardClause; 8]>>>() else { return false };
        // What no pattern has is taken away by none.
        let symbols = acts.iter().flat_map(|act| match act {
            BoardClause::Replacements(_, pairs, _) => pairs.iter().flat_map(|(a, b)| [a, b]).collect(),
            _ => Vec::new(),
        });
        let mut symbols: Vec<u8> = symbols.flat_map(Grid::symbols).copied().collect();
        symbols.sort_unstable();
        symbols.dedup();
        let less = |symbol, own| acts.iter().all(|act| act.lessens(|other| (other == symbol) == own));
        symbols.into_iter().any(|symbol| less(symbol, true) || less(symbol, false))
    }

    fn replaced_on_board(
        &mut self,
        rules: &Rc<Rules>,
        board: &Grid,
        pairs: &[(Grid, Grid)],
        breathing: Option<Groups>,
        out: &mut dyn FnMut(&mut Machine, Given) -> Res<()>,
    ) -> Res<()> {
        self.handle.tick()?;
        board.paid(&self.handle)?;
        let handle = Rc::clone(&self.handle);
        pairs.iter().try_for_each(|(pattern, by)| {
            board.replacements(pattern, by, &handle, |board| {
                self.handle.tick()?;
                if let Some(Groups { stones, free }) = breathing {
                    self.handle.tick()?;
                    board.paid(&self.handle)?;
                    if !board.all_breathe(stones, free) {
                        return Ok(());
                    }
                }
                out(self, Given::Board(Rc::clone(rules), board))
            })
        })
    }

    /// What a `value` clause gives, if there is a choice for its variables.
    fn value_on_board(&mut self, rules: &Rc<Rules>, board: &Grid, act: &BoardClause) -> Result<Option<Given>, Stop> {
        match act {
            BoardClause::Parts(_, regions, least) => self.parts_of_board(rules, board, regions, *least).map(Some),
            BoardClause::Image(_, turns, negative) => {
                // The function and the variable.
                self.handle.ticks(2)?;
                board.paid(&self.handle)?;
                let Some(image) = board.least(*turns) else { return Ok(None) };
                Ok(Some(if *negative {
                    let number = self.tables.positions.number_of_board(rules, image);
                    Given::Terms(Terms { positions: smallvec![(true, number)], rest: ZERO })
                } else {
                    Given::Board(Rc::clone(rules), image)
                }))
            }
            BoardClause::Exchanged(_, x, y, turns) => {
                // Two functions and the variable.
                self.handle.ticks(3)?;
                board.paid(&self.handle)?;
                let other = board.swap(*x, *y);
                other.paid(&self.handle)?;
                let other = other.least(*turns).unwrap_or(other);
                Ok((other < *board).then(|| {
                    let number = self.tables.positions.number_of_board(rules, other);
                    Given::Terms(Terms { positions: smallvec![(true, number)], rest: ZERO })
                }))
            }
            BoardClause::Replacements(..) => Ok(None),
        }
    }

    fn parts_of_board(
        &mut self,
        rules: &Rc<Rules>,
        board: &Grid,
        regions: &Regions,
        least: Option<bool>,
    ) -> Result<Given, Stop> {
        self.handle.tick()?;
        board.paid(&self.handle)?;
        let mut parts: SmallVec<[Grid; 2]> = SmallVec::new();
        board.regions(regions, &self.handle, |part| {
            self.handle.tick()?;
            let Some(turns) = least else {
                parts.push(part.unwrap_or_else(|| board.clone()));
                return Ok::<(), Stop>(());
            };
            self.handle.tick()?;
            let part = part.unwrap_or_else(|| board.clone());
            part.paid(&self.handle)?;
            parts.push(part.least(turns).unwrap_or(part));
            Ok(())
        })?;
        self.handle.ticks(1 + parts.len())?;
        Ok(match parts.len() {
            0 => Given::Value(Value::Int(0)),
            1 => Given::Board(Rc::clone(rules), parts.remove(0)),
            _ => {
                let positions = &mut self.tables.positions;
                let numbered = |part| (false, positions.number_of_board(rules, part));
                Given::Terms(Terms { positions: parts.into_iter().map(numbered).collect(), rest: ZERO })
            }
        })
    }

    /// The position of a board, as a sum of numbered positions, after what `value` clauses say of it.
    pub(super) fn terms_of_board(&mut self, rules: Rc<Rules>, board: Grid) -> Res<Terms> {
        let hash = hash_of_board(rules.id, &board);
        if !rules.has_value {
            return Ok(Terms::alone(self.tables.positions.number_of_board_hashed(&rules, board, hash)));
        }
        if let Some(said) = self.tables.simplified.of_board(rules.id, &board, hash) {
            return Ok(said.terms.clone());
        }
        let mut values = rules.clauses.iter().filter(|clause| clause.kind == ClauseKind::Value);
        if !values.all(|clause| self.seen_through(&rules, clause).is_some()) {
            return Ok(self.ask_value_clauses(&Rc::new(on_board(rules, board)), hash)?.terms);
        }
        self.handle.enter()?;
        let found = self.said_of_board(&rules, &board);
        self.handle.leave();
        let found = match found {
            Ok(found) => found,
            Err((stop, clause)) => {
                let flow = Box::<Flow>::from(stop).at(clause.body.span);
                return Err(self.in_position(flow, &Rc::new(on_board(Rc::clone(&rules), board)), clause));
            }
        };
        let anything = found.is_some();
        let terms = found
            .unwrap_or_else(|| Terms::alone(self.tables.positions.number_of_board_hashed(&rules, board.clone(), hash)));
        let said = Said { terms: terms.clone(), anything };
        self.tables.simplified.keep_board(rules.id, board, hash, said, self.handle.room());
        Ok(terms)
    }

    /// What the first `value` clause that says anything says a board is equal to.
    fn said_of_board<'r>(&mut self, rules: &'r Rules, board: &Grid) -> Result<Option<Terms>, (Stop, &'r ClauseCode)> {
        for clause in rules.clauses.iter().filter(|clause| clause.kind == ClauseKind::Value) {
            let Some((act, target)) = self.seen_through(rules, clause) else { continue };
            match self.value_on_board(&target, board, act).map_err(|stop| (stop, clause))? {
                None => {}
                Some(Given::Board(of, same)) if of.id == rules.id && same == *board => {}
                Some(Given::Board(of, other)) => {
                    return Ok(Some(Terms::alone(self.tables.positions.number_of_board(&of, other))));
                }
                Some(Given::Terms(terms)) => return Ok(Some(terms)),
                // No parts: the clause gives 0.
                Some(_) => return Ok(Some(Terms { positions: SmallVec::new(), rest: ZERO })),
            }
        }
        Ok(None)
    }
}
