//! Short names of moves, as players call them: by the cells that change, by the vertices that go, or as a `notation` line says.
//!
//! In: a component and what it becomes. Out: its name, if it has one. Names need not be different for different moves: who
//! shows them looks at that.

use super::column;
use crate::adapters::graphs::{Edge, Graph, label_notation};
use crate::eval::{Machine, MoveRecord};
use crate::syntax::ast::ClauseKind;
use crate::value::key::Key;
use crate::value::{Grid, Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names by more cells than these say nothing.
const CELLS: usize = 6;

/// The names of moves; all of them, and all different, or none.
pub fn names(m: &mut Machine, moves: &[MoveRecord]) -> Res<Option<Vec<String>>> {
    let mut names = Vec::with_capacity(moves.len());
    let mut met = FxHashSet::default();
    for record in moves {
        m.handle.tick()?;
        let Some(name) = name(m, record)? else { return Ok(None) };
        if !met.insert(name.clone()) {
            return Ok(None);
        }
        names.push(name);
    }
    Ok(Some(names))
}

/// The same; none where a rule set's own notation fails, too.
pub fn given(m: &mut Machine, moves: &[MoveRecord]) -> Res<Vec<String>> {
    match m.attempt(|m| names(m, moves)) {
        Err(flow) if flow.stopped() => Err(flow),
        named => Ok(named.ok().flatten().unwrap_or_default()),
    }
}

/// The moves of a position by what they change, with their names; of a player whose moves have no names, or not different ones, none.
pub fn of_position(m: &mut Machine, position: &Value) -> Res<FxHashMap<(Key, Key), String>> {
    let mut out = FxHashMap::default();
    for player in [Player::Left, Player::Right] {
        let moves = m.moves_of(position, player)?;
        let named = given(m, &moves)?;
        for (made, name) in moves.into_iter().zip(named) {
            out.insert((Key(made.component), Key(made.becomes)), name);
        }
    }
    Ok(out)
}

fn name(m: &mut Machine, record: &MoveRecord) -> Res<Option<String>> {
    let (Value::Position(before), Value::Position(after)) = (&record.component, &record.becomes) else {
        return Ok(None);
    };
    if before.rules.id != after.rules.id {
        return Ok(None);
    }
    if let Some(native) = before.rules.engine().cloned()
        && let Some(name) = native.move_name(m, before, after)?
    {
        return Ok(Some(name));
    }
    if let Some((f, span)) = m.said(before, ClauseKind::Notation)? {
        if !matches!(f, Value::Func(_) | Value::Native(_)) {
            return m
                .expected("a function of what the parameters become, in `notation`", &f)
                .note("For one parameter: `notation m -> n - m`; for several: `notation (a, b) -> …`.")
                .at(span)
                .err();
        }
        let said = m.apply(&f, after.arguments.to_vec(), span)?;
        return match said {
            Value::Nothing => Ok(None),
            said => Ok(Some(m.display(&said)?)),
        };
    }
    for pair in before.arguments.iter().zip(after.arguments.iter()) {
        if let (Value::Thing(_), Value::Thing(_)) = pair
            && let (Some(old), Some(new)) = (pair.0.thing::<Graph>(), pair.1.thing::<Graph>())
        {
            return of_graph(m, old, new);
        }
    }
    let grids = before.arguments.iter().zip(after.arguments.iter()).find_map(|pair| match pair {
        (Value::Grid(old), Value::Grid(new)) => Some((old, new)),
        _ => None,
    });
    Ok(grids.and_then(|(old, new)| of_cells(old, new)))
}

/// `3`, `a-b`: the vertices that are gone; if none is, the ends of the edges that are. What is left must be a part of the graph as it was:
/// one whose vertices were numbered anew says nothing of what was chosen.
fn of_graph(m: &mut Machine, old: &Graph, new: &Graph) -> Res<Option<String>> {
    if new.is_numbered() {
        return Ok(None);
    }
    let label = |graph: &Graph, at: u32| Key(graph.vertices[at as usize].clone());
    let ends = |graph: &Graph, edge: &Edge| (label(graph, edge.from), label(graph, edge.to), edge.directed);
    let has: FxHashSet<Key> = new.vertices.iter().map(|label| Key(label.clone())).collect();
    m.handle.ticks(old.vertices.len() + old.edges.len())?;
    let mut gone: Vec<Value> =
        old.vertices.iter().filter(|label| !has.contains(&Key((*label).clone()))).cloned().collect();
    if gone.len() + new.vertices.len() != old.vertices.len() {
        return Ok(None);
    }
    let mut left: Vec<_> = new.edges.iter().map(|edge| ends(new, edge)).collect();
    let only_edges = gone.is_empty();
    for edge in &old.edges {
        let both = ends(old, edge);
        match left.iter().position(|other| *other == both) {
            Some(at) => drop(left.swap_remove(at)),
            None if only_edges => gone.extend([edge.from, edge.to].map(|end| old.vertices[end as usize].clone())),
            None => {}
        }
    }
    if !left.is_empty() || gone.is_empty() || gone.len() > CELLS {
        return Ok(None);
    }
    let names: Vec<String> = gone.iter().map(|label| label_notation(m, label)).collect::<Res<_>>()?;
    Ok(Some(names.join("-")))
}

/// `b2-b3`: cells that become empty first, then the others, each row by row.
fn of_cells(old: &Grid, new: &Grid) -> Option<String> {
    if (old.rows(), old.columns()) != (new.rows(), new.columns()) {
        return None;
    }
    let mut changed: Vec<(bool, String)> = Vec::new();
    for (i, (from, to)) in old.symbols().iter().zip(new.symbols()).enumerate() {
        if from != to {
            let (r, c) = (i / old.columns(), i % old.columns());
            changed.push((!matches!(to, b'.' | b' '), cell_name(r, c)));
        }
    }
    changed.sort_by_key(|(filled, _)| *filled);
    let cells: Vec<String> = changed.into_iter().map(|(_, cell)| cell).collect();
    (!cells.is_empty() && cells.len() <= CELLS).then(|| cells.join("-"))
}

/// `b3`: the third row of the second column; both are counted from 0.
pub fn cell_name(row: usize, at: usize) -> String {
    format!("{}{}", column(at), row + 1)
}
