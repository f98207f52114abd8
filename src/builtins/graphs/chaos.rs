//! The chip-firing game Chaos as a rule set, and the game chip number.

use super::graph;
use crate::adapters::graphs::{Graph, label_notation};
use crate::builtins::given;
use crate::diagnostics::Mistake;
use crate::eval::native::Native;
use crate::eval::{Machine, NativeRules, position_of};
use crate::graphs::chips::general::NoBoard;
use crate::graphs::chips::{ChipBoard, Variant, complete};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Fault, Move, Player, Position, Res, Value};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// From so many vertices on the table of a complete graph is better than a walk through positions.
const TABLE: usize = 4;

/// The rule set: the player whose chip starts endless firing has made the last move.
#[derive(Debug, Default)]
struct Chaos {
    boards: RefCell<FxHashMap<Key, Rc<ChipBoard>>>,
    tables: RefCell<FxHashMap<usize, Rc<complete::StableBoards>>>,
}

fn rules(m: &mut Machine) -> Rc<Rules> {
    m.rules_for("Chaos", |m| m.native_rules("Chaos", "Chaos(G, chips = nothing)", true, Rc::new(Chaos::default())))
}

impl Chaos {
    fn board(&self, m: &mut Machine, value: &Value) -> Res<Rc<ChipBoard>> {
        let key = m.key(value)?;
        if let Some(board) = self.boards.borrow().get(&key) {
            return Ok(Rc::clone(board));
        }
        let board = Rc::new(board_of(m, graph(value)?)?);
        self.boards.borrow_mut().insert(key, Rc::clone(&board));
        Ok(board)
    }
}

fn board_of(m: &mut Machine, g: &Graph) -> Res<ChipBoard> {
    if g.edges.iter().any(|e| e.directed || e.from == e.to) {
        return Fault::new(
            Mistake::Unsuitable,
            "chips fire along edges without direction that join different vertices",
        )
        .err();
    }
    let neighbours = g.successors();
    if neighbours.iter().map(Vec::len).sum::<usize>() != 2 * g.edges.len() {
        return Fault::new(
            Mistake::Unsuitable,
            "two vertices of the graph are joined by several edges: chips fire along one at most",
        )
        .err();
    }
    match ChipBoard::new(neighbours, &m.handle) {
        Ok(board) => Ok(board),
        Err(NoBoard::Stop(stop)) => Err(stop.into()),
        Err(NoBoard::Isolated(v)) => {
            let name = label_notation(m, &g.vertices[v as usize])?;
            Fault::new(
                Mistake::Unsuitable,
                format!("the vertex {name} has no neighbour, so that it would fire for ever before the first play"),
            )
            .err()
        }
        Err(NoBoard::Crowded(_)) => Fault::new(Mistake::Unsuitable, "a vertex may have at most 250 neighbours").err(),
    }
}

/// Chips as given: a list in the order of the vertices, or a map; none if left out.
fn chips_of(m: &mut Machine, g: &Graph, board: &ChipBoard, value: &Value) -> Res<Vec<u8>> {
    let mut chips = vec![0u8; g.vertices.len()];
    let byte = |value: &Value| match value {
        Value::Int(n) => u8::try_from(*n).ok(),
        _ => None,
    };
    match given(value) {
        None => {}
        Some(Value::List(list) | Value::Tuple(list)) if list.len() == chips.len() => {
            for (slot, value) in chips.iter_mut().zip(list.iter()) {
                let Some(n) = byte(value) else { return Fault::expected("numbers of chips", value).err() };
                *slot = n;
            }
        }
        Some(Value::Map(map)) => {
            for (vertex, value) in map.iter() {
                let place = g.place(m, &vertex.0)?;
                let Some(n) = byte(value) else { return Fault::expected("numbers of chips", value).err() };
                chips[place as usize] = n;
            }
        }
        Some(other) => {
            return Fault::expected("a number of chips for each vertex, as a list or map", other).err();
        }
    }
    if !board.is_stable(&chips) {
        return Fault::new(
            Mistake::Unsuitable,
            "a vertex with as many chips as neighbours fires at once: give it fewer chips",
        )
        .err();
    }
    Ok(chips)
}

/// The chips of a position; `None` if firing goes on for ever.
fn bytes(position: &Position) -> Option<Vec<u8>> {
    match position.arguments.get(1) {
        Some(Value::List(list)) => {
            Some(list.iter().map(|v| if let Value::Int(n) = v { u8::try_from(*n).unwrap_or(0) } else { 0 }).collect())
        }
        _ => None,
    }
}

/// How many chips have been played: firing keeps their number.
fn played(position: &Position) -> i64 {
    match (bytes(position), position.arguments.get(1)) {
        (Some(chips), _) => chips.iter().map(|&c| i64::from(c)).sum(),
        (None, Some(Value::Int(n))) => *n,
        _ => 0,
    }
}

fn listed(chips: &[u8]) -> Value {
    Value::list(chips.iter().map(|&c| Value::Int(i64::from(c))).collect())
}

impl NativeRules for Chaos {
    fn make(&self, m: &mut Machine, rules: &Rc<Rules>, arguments: Vec<Value>) -> Res {
        let (first, second) = match &arguments[..] {
            [g] => (g, &Value::Nothing),
            [g, chips] => (g, chips),
            _ => {
                return Fault::new(
                    Mistake::Arguments,
                    "Chaos needs a graph, and perhaps chips: `Chaos(complete_graph(4))`",
                )
                .err();
            }
        };
        let board = self.board(m, first)?;
        if let Value::Int(n) = second {
            if *n < 1 {
                return Fault::expected("the number of chips played when firing goes on for ever", second).err();
            }
            return Ok(position_of(rules, [first.clone(), second.clone()]));
        }
        let chips = chips_of(m, graph(first)?, &board, second)?;
        let chips = board.canonical(&chips, &m.handle)?;
        Ok(position_of(rules, [first.clone(), listed(&chips)]))
    }

    fn options(&self, m: &mut Machine, position: &Rc<Position>, _: Player) -> Res<Vec<Value>> {
        let board = self.board(m, &position.arguments[0])?;
        let mut out = Vec::new();
        let Some(chips) = bytes(position) else { return Ok(out) };
        for (_, after) in board.plays(&chips, &m.handle)? {
            m.handle.ticks(board.len())?;
            m.handle.reserve(board.len() * size_of::<Value>())?;
            let after = match after {
                Some(chips) => listed(&chips),
                None => Value::Int(played(position) + 1),
            };
            out.push(position_of(&position.rules, [position.arguments[0].clone(), after]));
        }
        Ok(out)
    }

    fn lost(&self, m: &mut Machine, position: &Rc<Position>) -> Res<Option<bool>> {
        let board = self.board(m, &position.arguments[0])?;
        let Some(chips) = bytes(position) else { return Ok(Some(true)) };
        let wins = if board.is_complete() && (TABLE..=complete::MOST as usize).contains(&board.len()) {
            let known = self.tables.borrow().get(&board.len()).cloned();
            let table = match known {
                Some(table) => table,
                None => {
                    let n = u32::try_from(board.len()).unwrap_or(0);
                    let table = Rc::new(complete::solve(n, Variant::LastPlayWins, &m.handle)?);
                    self.tables.borrow_mut().insert(board.len(), Rc::clone(&table));
                    table
                }
            };
            let chips: Vec<u32> = chips.iter().map(|&c| u32::from(c)).collect();
            table.wins(&chips)
        } else {
            Some(board.solve(&chips, Variant::LastPlayWins, true, &m.handle)?.value == 1)
        };
        Ok(wins.map(|wins| !wins))
    }

    fn score(&self, _: &mut Machine, position: &Rc<Position>) -> Res<Option<BigRational>> {
        Ok(Some(BigRational::from_integer(played(position).into())))
    }

    fn short(&self, m: &mut Machine, position: &Position) -> Res<Option<String>> {
        Ok(Some(match &position.arguments[1] {
            Value::Int(_) => "endless".into(),
            chips => m.notation(chips)?,
        }))
    }

    /// The vertex on which the chip was put; of several that lead to the same position, the first.
    fn move_name(&self, m: &mut Machine, from: &Rc<Position>, to: &Rc<Position>) -> Res<Option<String>> {
        let board = self.board(m, &from.arguments[0])?;
        let Some(chips) = bytes(from) else { return Ok(None) };
        let wanted = bytes(to);
        for (v, after) in board.plays(&chips, &m.handle)? {
            if after.as_deref() == wanted.as_deref() {
                let label = graph(&from.arguments[0])?.vertices[v as usize].clone();
                return label_notation(m, &label).map(Some);
            }
        }
        Ok(None)
    }

    /// The graph, each vertex with its chips: `a: 2`.
    fn look(&self, m: &mut Machine, position: &Position) -> Res<Option<Value>> {
        let Some(chips) = bytes(position) else { return Ok(Some(Value::text("endless firing"))) };
        let mut drawn = graph(&position.arguments[0])?.clone();
        for (label, chips) in drawn.vertices.iter_mut().zip(chips) {
            *label = Value::text(format!("{}: {chips}", label_notation(m, label)?));
        }
        Ok(Some(Value::of(drawn)))
    }

    fn move_notation(&self, m: &mut Machine, made: &Move) -> Res<Option<String>> {
        let chips = |value: &Value, m: &mut Machine| -> Res<Option<String>> {
            Ok(match value {
                Value::Position(p) if p.rules.native::<Chaos>().is_some() => match &p.arguments[1] {
                    Value::Int(_) => Some("endless firing".into()),
                    chips => Some(m.notation(chips)?),
                },
                _ => None,
            })
        };
        let (Some(from), Some(to)) = (chips(&made.component, m)?, chips(&made.becomes, m)?) else { return Ok(None) };
        Ok(Some(format!("{from} -> {to}")))
    }
}

pub(super) const CHAOS: Native = Native::new(
    "Chaos",
    "Chaos(G, chips = nothing)",
    "The chip-firing game on a graph: a move adds a chip to a vertex; vertices with at least as many chips as neighbours send one to each, and who makes that go on for ever has made the last move. Chips are given as a list in the order of the vertices or as a map; a number instead is the end of a game in which so many were played. Boards that a symmetry of the graph takes into each other are the same position.",
    &[
        ("outcome(Chaos(complete_graph(9)))", "N"),
        ("moves(Chaos(path_graph(3)))", "[[0, 0, 0] -> [0, 1, 0]]"),
        ("grundy(Chaos(cycle_graph(4)))", "0"),
    ],
    |m, a| {
        let rules = rules(m);
        let native = rules.engine().cloned();
        match native {
            Some(native) => native.make(m, &rules, a.to_vec()),
            None => Ok(Value::Nothing),
        }
    },
);

/// The game chip number from here on, and the vertex of a best play.
fn chip_number(m: &mut Machine, g: &Value, chips: &Value, first: &Value) -> Res<(u32, Vec<Value>, bool)> {
    let board = board_of(m, graph(g)?)?;
    let chips = chips_of(m, graph(g)?, &board, chips)?;
    let maximises = match given(first) {
        None | Some(Value::Player(Player::Left)) => true,
        Some(Value::Player(Player::Right)) => false,
        Some(other) => return Fault::expected("Left, who maximises, or Right as the player who begins", other).err(),
    };
    let even = chips.iter().map(|&c| u32::from(c)).sum::<u32>() % 2 == 0;
    let n = u32::try_from(board.len()).unwrap_or(u32::MAX);
    let tabled = board.is_complete() && even == maximises && (4..=complete::MOST).contains(&n);
    if tabled {
        let table = complete::solve(n, Variant::MaxMin, &m.handle)?;
        let wide: Vec<u32> = chips.iter().map(|&c| u32::from(c)).collect();
        if let Some(count) = table.chips(&wide) {
            return Ok((count, chips.iter().map(|&c| Value::Int(i64::from(c))).collect(), maximises));
        }
    }
    let worth = board.solve(&chips, Variant::MaxMin, maximises, &m.handle)?;
    Ok((worth.value, chips.iter().map(|&c| Value::Int(i64::from(c))).collect(), maximises))
}

pub(super) const CHIP_NUMBER: Native = Native::new(
    "chip_number",
    "chip_number(G, chips = nothing, first = Left)",
    "The game chip number of a graph: how many chips are played in Chaos if Left wants many and Right few. Left begins unless it is said otherwise.",
    &[("[chip_number(complete_graph(n)) for n in 2..8]", "[1, 4, 8, 12, 18, 26, 34]")],
    |m, a| Ok(chip_number(m, &a[0], &a[1], &a[2])?.0.into()),
);

pub(super) const BEST_PLAYS: Native = Native::new(
    "chip_line",
    "chip_line(G, chips = nothing, first = Left)",
    "A line of best play in Chaos for many and few chips: the vertices that get a chip, in order.",
    &[("length(chip_line(cycle_graph(4))) == chip_number(cycle_graph(4))", "true")],
    |m, a| {
        let g = graph(&a[0])?;
        if g.vertices.is_empty() {
            return Ok(Value::list(Vec::new()));
        }
        let board = board_of(m, g)?;
        let mut chips: Vec<u8> = chips_of(m, g, &board, &a[1])?;
        let mut maximises = !matches!(given(&a[2]), Some(Value::Player(Player::Right)));
        let mut line = Vec::new();
        loop {
            let worth = board.solve(&chips, Variant::MaxMin, maximises, &m.handle)?;
            line.push(g.vertices[worth.play as usize].clone());
            match board.play(&chips, worth.play, &m.handle)? {
                Some(after) => chips = after.to_vec(),
                None => return Ok(Value::list(line)),
            }
            maximises = !maximises;
        }
    },
);
