//! `heap` declarations: their clauses become a rule of [`crate::heaps`], their positions are heaps.
//!
//! In: a declaration with its sets and conditions as code. Out: a native rule set whose nim-values come from the engine
//! that fits its form. Sets are looked at once, where the declaration stands; conditions are asked whenever a heap is
//! looked at, and what was computed with them is forgotten when a variable that they may read changes.

pub mod declaration;
mod sets;
pub mod words;

use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::{NativeRules, position_of};
use crate::games::Game;
use crate::heaps::{Base, Caller, Clause, Closed, Code as HeapCode, Elements, Leave, Rule, Sequence, Set, moves};
use crate::source::Span;
use crate::syntax::ast::CompareOp;
use crate::syntax::outline;
use crate::value::node::{Code, Node, ParamCode, Rules};
use crate::value::{Fault, Flow, Move, Player, Position, Res, Value};
use declaration::{HeapClauseCode, HeapRules};
use sets::HeapSet;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A take-and-break game: its rule, and the nim-values known so far.
#[derive(Debug)]
pub struct HeapGame {
    /// The declaration, for sets and conditions that are code; none for a game made by `octal("0.77")` and the like.
    declaration: Option<Rc<HeapRules>>,
    /// What the engines know.
    rule: Rule,
    /// The theorem that gives all values, if there is one.
    closed: Option<Closed>,
    /// The elements known of sets given by code, a clause each.
    listed: RefCell<Vec<Listed>>,
    sequence: RefCell<Sequence>,
    /// Elements of sets given by code, for moves.
    elements: RefCell<Elements>,
    /// When the values were computed: see `Machine::outdated`.
    epoch: Cell<u64>,
    /// The misère quotient, as far as it was asked for.
    pub(crate) misere: RefCell<Option<Rc<super::misere::QuotientValue>>>,
}

/// What is known of a set that a program gives.
#[derive(Clone, Debug, Default)]
struct Listed {
    /// Elements in rising order.
    elements: Vec<u64>,
    /// All elements up to here are known.
    up_to: u64,
    /// The heap for which the set was evaluated, where it depends on it.
    heap: u64,
    /// Whether there are no more.
    complete: bool,
}

/// Declarations with a theorem that the rule does not show, each in the ways in which it may be written. Names do not matter, except
/// those of functions.
const THEOREMS: [(Closed, &[&str]); 6] = [
    (
        Closed::PowersOfTwo,
        &[
            "heap G = take k in {2^j for j in 0..}",
            "heap G(n) = take k in {2^j for j in 0..}",
            "heap G = take {2^j for j in 0..}",
        ],
    ),
    (
        Closed::PrimePowers,
        &[
            "heap G = take k in {q for q in 1.. if q == 1 or is_prime_power(q)}",
            "heap G = take q in {q for q in 1.. if q == 1 or is_prime_power(q)}",
            "heap G = take k in 1.. if k == 1 or is_prime_power(k)",
        ],
    ),
    (
        Closed::SmallHalf,
        &[
            "heap G(n) = take k in 1.. if 2*k < n + 2",
            "heap G(n) = take k in 1.. if 2*k <= n + 1",
            "heap G(n) = take k in 1.. if k < n/2 + 1",
        ],
    ),
    (Closed::Divisors, &["heap G(n) = take k in 1.. if n % k == 0", "heap G(n) = take k in 1..n if n % k == 0"]),
    (
        Closed::ProperDivisors,
        &[
            "heap G(n) = take k in 1.. if n % k == 0 and k < n",
            "heap G(n) = take k in 1.. if k < n and n % k == 0",
            "heap G(n) = take k in 1..n-1 if n % k == 0",
        ],
    ),
    (Closed::Coprime, &["heap G(n) = take k in 1.. if gcd(k, n) == 1", "heap G(n) = take k in 1.. if gcd(n, k) == 1"]),
];

/// The functions in them.
const FUNCTIONS: [&str; 2] = ["gcd", "is_prime_power"];

/// Remoteness goes through all moves of all smaller heaps, which are too many beyond this if most numbers can be taken.
const MOST_REMOTE: u64 = 3000;

impl HeapGame {
    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The period that a theorem about all values gives, its start and its saltus.
    pub fn period_by_theorem(&self) -> Option<(u64, u64, u64)> {
        self.closed.and_then(Closed::period)
    }

    /// The values that a theorem gives of all heaps below a bound.
    pub fn values_by_theorem(&self, machine: &Machine, count: u64) -> Res<Option<Vec<u64>>> {
        let Some(closed) = self.closed else { return Ok(None) };
        Ok(closed.values(count, &machine.handle)?)
    }

    /// Works with the values, and with the conditions and sets that the rule needs.
    pub fn with<T>(
        &self,
        machine: &mut Machine,
        work: impl FnOnce(&mut Sequence, &mut Asked, &crate::limits::Handle) -> Result<T, crate::heaps::Fault<Box<Flow>>>,
    ) -> Res<T> {
        let Ok(mut sequence) = self.sequence.try_borrow_mut() else {
            return Fault::new(
                Mistake::SelfReference,
                "this `heap` declaration asks for values of its own heaps, which are not known yet",
            )
            .err();
        };
        if self.rule.needs_caller() && self.epoch.get() != machine.epoch() {
            *sequence = Sequence::new(self.rule.clone());
            *self.elements.borrow_mut() = Elements::default();
            self.listed.borrow_mut().iter_mut().for_each(|listed| *listed = Listed::default());
            self.epoch.set(machine.epoch());
        }
        let handle = Rc::clone(&machine.handle);
        let mut asked = Asked { machine, game: self };
        match work(&mut sequence, &mut asked, &handle) {
            Ok(value) => Ok(value),
            Err(fault) => self.fault(fault),
        }
    }

    fn fault<T>(&self, fault: crate::heaps::Fault<Box<Flow>>) -> Res<T> {
        use crate::heaps::Fault as Engine;
        let place =
            |clause: usize| self.declaration.as_ref().and_then(|d| d.clauses.get(clause)).map(|clause| clause.span);
        let at = |fault: Fault, clause| match place(clause) {
            Some(span) => fault.at(span).err(),
            None => fault.err(),
        };
        match fault {
            Engine::Stop(stop) => Err(stop.into()),
            Engine::Caller(flow) => Err(flow),
            Engine::NeverShrinks { clause, heap } => at(
                Fault::new(Mistake::HeapClause, format!("a heap of {heap} may stay as it is, and play would not end")),
                clause,
            ),
            Engine::NotIncreasing { clause, .. } => at(
                Fault::new(Mistake::HeapClause, "the elements of a set of numbers to take must come in rising order"),
                clause,
            ),
        }
    }
}

/// Answers the engines' questions about sets and conditions.
pub struct Asked<'a> {
    machine: &'a mut Machine,
    game: &'a HeapGame,
}

impl Asked<'_> {
    /// Runs code in a frame of the declaration, with these slots filled in.
    fn inside<T>(
        &mut self,
        declaration: &HeapRules,
        slots: &[(u32, u64)],
        f: impl FnOnce(&mut Machine) -> Res<T>,
    ) -> Res<T> {
        self.machine.in_frame(declaration.frame, slots.iter().map(|&(slot, value)| (slot, value.into())), f)
    }

    /// Lists a clause's set twice as far as before, so that it is gone through a constant number of times in all; where it
    /// depends on the heap, up to its size, since nobody can take more.
    fn look_further(&mut self, declaration: &HeapRules, clause: usize, listed: &mut Listed) -> Res<()> {
        let clause = &declaration.clauses[clause];
        let Some(set) = &clause.set else {
            listed.complete = true;
            return Ok(());
        };
        let heap = listed.heap;
        let bound = if heap > 0 { heap } else { listed.up_to.saturating_mul(2).max(1024) };
        let (elements, all) = self
            .inside(declaration, &[(0, heap)], |machine| machine.heap_elements(set, clause.all_but(), bound))
            .map_err(|flow| with_heap(flow, declaration, heap, set.span))?;
        let complete = all || heap > 0 || bound >= 1 << 62;
        *listed = Listed { elements, up_to: bound, heap, complete };
        Ok(())
    }
}

impl Caller for Asked<'_> {
    type Error = Box<Flow>;

    fn allows(&mut self, clause: usize, heap: u64, taken: u64, parts: &[u64]) -> Result<bool, Box<Flow>> {
        let Some(declaration) = self.game.declaration.clone() else { return Ok(true) };
        let clause = &declaration.clauses[clause];
        let Some(condition) = &clause.condition else { return Ok(true) };
        let mut slots = vec![(0, heap)];
        slots.extend(clause.variable.map(|slot| (slot, taken)));
        slots.extend(clause.parts.iter().copied().zip(parts.iter().copied()));
        self.inside(&declaration, &slots, |machine| machine.truth(condition))
            .map_err(|flow| with_heap(flow, &declaration, heap, condition.span))
    }

    fn element(&mut self, clause: usize, heap: u64, index: usize) -> Result<Option<u64>, Box<Flow>> {
        let Some(declaration) = self.game.declaration.clone() else { return Ok(None) };
        // Sets may ask for moves of other heaps: the list is not borrowed while they run.
        let mut listed = std::mem::take(&mut self.game.listed.borrow_mut()[clause]);
        if listed.heap != heap {
            listed = Listed { heap, ..Listed::default() };
        }
        let mut looked = Ok(());
        while looked.is_ok() && !listed.complete && listed.elements.len() <= index {
            looked = self.look_further(&declaration, clause, &mut listed);
        }
        let element = listed.elements.get(index).copied();
        self.game.listed.borrow_mut()[clause] = listed;
        looked.map(|()| element)
    }
}

#[cold]
fn with_heap(flow: Box<Flow>, declaration: &HeapRules, heap: u64, span: Span) -> Box<Flow> {
    match *flow {
        Flow::Fault(mut fault) => {
            let size = if heap == 0 { "…".into() } else { heap.to_string() };
            fault.stack.push((format!("{}({size})", declaration.heading.name), span));
            fault.into()
        }
        other => Box::new(other),
    }
}

impl Machine {
    /// The rule set that a declaration makes.
    pub(crate) fn heap_declaration(&mut self, declaration: &Rc<HeapRules>) -> Res {
        let mut clauses = Vec::new();
        let mut spans = Vec::new();
        for clause in &declaration.clauses {
            spans.push(clause.span);
            if let ("octal" | "code", Some(code)) = (clause.word, &clause.set) {
                return self.heap_code(declaration, clause, code);
            }
            let parts = clause.parts.len();
            let mut made = match &clause.set {
                Some(set) => {
                    let take = self.heap_take(declaration, set, clause)?;
                    Clause::take(take, if parts == 0 { Leave::REST } else { Leave::parts(parts) })
                }
                None => Clause::split(parts),
            };
            match &clause.condition {
                None => {}
                Some(condition) if clause.set.is_none() && differ(condition, &clause.parts) => {
                    made.leave.distinct = true;
                }
                Some(_) => made = made.when(),
            }
            clauses.push(made);
        }
        match Rule::from_clauses(clauses) {
            Ok(rule) => {
                Ok(Value::Rules(self.heap_rules(Some(Rc::clone(declaration)), &declaration.heading.name, rule)))
            }
            Err(error) => words::clause_fault(&error, &spans),
        }
    }

    /// A declaration by a code, which stands alone.
    fn heap_code(&mut self, declaration: &Rc<HeapRules>, clause: &HeapClauseCode, code: &Code) -> Res {
        let base = if clause.word == "octal" { Base::Octal } else { Base::Any };
        let text = self.eval(code)?;
        let Value::Str(text) = &text else { return self.expected("a code", &text).err() };
        let parsed = HeapCode::parse(text, base).map_err(|error| words::code_fault(text, &error, code.span))?;
        if declaration.clauses.len() == 1 {
            let rule = Rule::from_code(parsed);
            return Ok(Value::Rules(self.heap_rules(Some(Rc::clone(declaration)), &declaration.heading.name, rule)));
        }
        Fault::new(Mistake::HeapClause, "a code stands alone: it says all that a player may do")
            .note("Write the other clauses into its digits, or all clauses with `take` and `split`.")
            .at(code.span)
            .err()
    }

    fn heap_take(&mut self, declaration: &Rc<HeapRules>, set: &Code, clause: &HeapClauseCode) -> Res<Set> {
        if clause.set_uses_size {
            return Ok(Set::Given { varies: true });
        }
        let found = self.in_frame(declaration.frame, [], |machine| machine.heap_set(set, clause.all_but()))?;
        Ok(match (found, clause.all_but()) {
            (HeapSet::Finite(numbers), false) => Set::Finite(numbers),
            (HeapSet::Finite(numbers), true) => Set::AllBut(numbers),
            (HeapSet::From(first), false) => Set::From(first),
            (HeapSet::From(first), true) => Set::Finite(self.numbers_between(1, first - 1)?),
            (HeapSet::Endless, _) => Set::Given { varies: false },
        })
    }

    /// The theorem about a declaration whose sets or conditions are code, by its words; nothing if the program has given one of
    /// the functions in them a meaning of its own.
    fn heap_theorem(&self, declaration: &HeapRules) -> Option<Closed> {
        let line = |text: &str| outline::outline(&outline::words(text), &FUNCTIONS, &mut Vec::new());
        let own = |name: &&str| self.globals().user.contains_key(*name);
        if declaration.heading.source.len() > 1000 || FUNCTIONS.iter().any(own) {
            return None;
        }
        let rules = line(&declaration.heading.source);
        let (closed, _) = THEOREMS.iter().find(|(_, writings)| writings.iter().any(|text| line(text) == rules))?;
        Some(*closed)
    }

    /// A rule set of heaps with this rule.
    pub fn heap_rules(&mut self, declaration: Option<Rc<HeapRules>>, name: &str, rule: Rule) -> Rc<Rules> {
        let clauses = declaration.as_ref().map_or(0, |d| d.clauses.len());
        let closed = Closed::of(&rule).or_else(|| self.heap_theorem(declaration.as_deref()?));
        let game = HeapGame {
            closed,
            sequence: RefCell::new(Sequence::new(rule.clone())),
            elements: RefCell::default(),
            listed: RefCell::new(vec![Listed::default(); clauses]),
            rule,
            epoch: Cell::new(self.epoch()),
            misere: RefCell::default(),
            declaration: declaration.clone(),
        };
        let signature = declaration.as_ref().map_or_else(|| format!("{name}(n)"), |d| d.heading.signature.clone());
        let rules = self.native_rules(name, &signature, true, Rc::new(game));
        let mut rules = Rc::into_inner(rules).expect("it was made just now");
        let name = signature.rfind('(').and_then(|at| signature.get(at + 1..signature.len() - 1)).unwrap_or("n");
        rules.params = vec![ParamCode { name: Some(name.into()), bind: None, kind: None, default: None }];
        if let Some(declaration) = declaration {
            declaration.heading.stands_over(&mut rules);
        }
        Rc::new(rules)
    }
}

/// Whether a condition says `a != b` of the two parts.
fn differ(condition: &Code, parts: &[u32]) -> bool {
    let Node::Compare(CompareOp::Ne, sides) = &condition.node else { return false };
    let [a, b] = parts else { return false };
    match (&sides.0.node, &sides.1.node) {
        (Node::Local(x, _), Node::Local(y, _)) => (x == a && y == b) || (x == b && y == a),
        _ => false,
    }
}

/// The sizes of heaps in a position or a sum of heaps of one rule set; none of it negated.
pub fn sizes(value: &Value) -> Option<Vec<u64>> {
    match value {
        Value::Position(heap) if heap.rules.native::<HeapGame>().is_some() => Some(vec![heap_size(heap)]),
        Value::Sum(sum) if sum.is_bare() => {
            let first = &sum.terms.first()?.1.rules;
            first.native::<HeapGame>()?;
            let term = |(negative, heap): &(bool, Rc<Position>)| {
                (!negative && Rc::ptr_eq(&heap.rules, first)).then(|| heap_size(heap))
            };
            sum.terms.iter().map(term).collect()
        }
        _ => None,
    }
}

/// The size of a heap that is a position.
pub fn heap_size(position: &Position) -> u64 {
    match position.arguments.first() {
        Some(Value::Int(n)) => u64::try_from(*n).unwrap_or(0),
        _ => 0,
    }
}

impl NativeRules for HeapGame {
    fn fixed(&self) -> String {
        format!("{:?}", self.rule)
    }

    fn make(&self, machine: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let sizes = match &arguments[..] {
            [list @ (Value::List(_) | Value::Tuple(_) | Value::Range(_))] => machine.elements(list)?,
            _ => arguments,
        };
        let mut heaps = Vec::with_capacity(sizes.len());
        for size in &sizes {
            machine.handle.tick()?;
            match size {
                Value::Int(n) if *n >= 0 => heaps.push(position_of(rules, [size.clone()])),
                Value::Int(_) => {
                    let shown = machine.notation(size)?;
                    return Fault::new(
                        Mistake::NotAPosition,
                        format!("there is no heap of {shown}: sizes are 0, 1, 2, …"),
                    )
                    .err();
                }
                Value::Big(_) => {
                    return Fault::new(Mistake::NotAPosition, "a heap has at most 2^63 - 1 beans")
                        .note("Coordinates of `Wythoff` and of `lattice` games may be larger.")
                        .err();
                }
                other => return Fault::expected("the size of a heap, an integer from 0 on", other).err(),
            }
        }
        // Heaps of 0 are no part of a sum.
        if heaps.len() > 1 {
            let all = std::mem::take(&mut heaps);
            heaps.extend(all.into_iter().filter(|heap| !matches!(heap, Value::Position(p) if heap_size(p) == 0)));
            if heaps.is_empty() {
                return Ok(position_of(rules, [Value::Int(0)]));
            }
        }
        let mut heaps = heaps.into_iter();
        let Some(mut sum) = heaps.next() else {
            return Fault::new(Mistake::Arguments, format!("{} needs the size of a heap", rules.name))
                .note(format!("One heap is `{0}(7)`, several are `{0}(3, 4, 5)`.", rules.name))
                .err();
        };
        for heap in heaps {
            sum = machine.add_onto(sum, &heap)?;
        }
        Ok(sum)
    }

    fn options(&self, machine: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        let heap = heap_size(position);
        let moves = self.with(machine, |_, asked, handle| {
            // Conditions may ask for moves of other heaps, but not of this declaration's.
            moves(&self.rule, heap, &mut self.elements.borrow_mut(), handle, asked)
        })?;
        // Most are a position alone, behind the counts of those that hold it.
        let each = size_of::<Value>() + 2 * size_of::<usize>() + size_of::<Position>();
        machine.handle.reserve(moves.len().saturating_mul(each))?;
        let mut options = Vec::with_capacity(moves.len());
        for made in moves {
            options.push(match &made.parts[..] {
                [] => position_of(&position.rules, [Value::Int(0)]),
                parts => {
                    let sizes = parts.iter().map(|&part| part.into()).collect();
                    self.make(machine, &position.rules, sizes)?
                }
            });
        }
        Ok(options)
    }

    fn value(&self, machine: &mut Machine, position: &Rc<Position>) -> Res<Option<Game>> {
        let heap = heap_size(position);
        let closed = self.closed.map(|closed| closed.value(heap, &machine.handle)).transpose()?.flatten();
        let value = match closed {
            Some(value) => value,
            None => self.with(machine, |sequence, asked, handle| sequence.value_at(heap, handle, asked))?,
        };
        Ok(Some(machine.store.nimber(value)))
    }

    fn option_worth(
        &self,
        machine: &mut Machine,
        position: &Rc<Position>,
        value: Option<u64>,
    ) -> Res<Option<Option<Value>>> {
        let Some(closed) = self.closed else { return Ok(None) };
        let Some(heaps) = closed.leave(heap_size(position), value, &machine.handle)? else { return Ok(None) };
        let sizes = heaps.into_iter().map(Value::from).collect();
        Ok(Some(Some(self.make(machine, &position.rules, sizes)?)))
    }

    fn finds_options(&self, _: &Position) -> bool {
        self.closed.is_some()
    }

    fn options_worth(&self, machine: &mut Machine, position: &Rc<Position>, value: u64) -> Res<Option<Vec<Value>>> {
        let Some(closed) = self.closed else { return Ok(None) };
        let Some(heaps) = closed.leave_all(heap_size(position), value, &machine.handle)? else { return Ok(None) };
        Ok(Some(heaps.into_iter().map(|heap| position_of(&position.rules, [Value::from(heap)])).collect()))
    }

    fn has_remoteness(&self, _: &mut Machine, position: &Rc<Position>) -> Res<bool> {
        // Without a theorem the value goes through all moves, too.
        Ok(!self.closed.is_some_and(Closed::has_many_moves) || heap_size(position) <= MOST_REMOTE)
    }

    fn positions_below(&self, position: &Position) -> Option<u64> {
        Some(heap_size(position))
    }

    fn is_over(&self, position: &Position) -> bool {
        heap_size(position) == 0
    }

    /// `4 -> 2, 1`: sizes alone, the largest first.
    fn move_notation(&self, _machine: &mut Machine, made: &Move) -> Res<Option<String>> {
        let (Some(from), Some(mut to)) = (sizes(&made.component), sizes(&made.becomes)) else { return Ok(None) };
        to.sort_unstable_by(|a, b| b.cmp(a));
        let list = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        Ok(Some(format!("{} -> {}", list(&from), list(&to))))
    }
}
