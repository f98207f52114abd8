//! Boards.

use super::{given, string};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::native::{Each, Native, Taker};
use crate::value::boards::{BoardAct, Groups, Regions};
use crate::value::grid::{DIRECTIONS, Symbols, cell, cell_value, symbol};
use crate::value::key::same;
use crate::value::{Fault, Grid, Res, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "grid",
        "grid(rows, columns = nothing, fill = \".\")",
        "A board: from text, with rows separated by `|` or line ends, or of a size, filled with one symbol. Cells are `(row, column)`, counted from 1 at the top left; `b[(2, 3)]` is a cell's symbol, and \"\" off the board.",
        &[("grid(\"..x|.o.\")", "..x\n.o."), ("grid(2, 3)", "...\n..."), ("grid(\"..x|.o.\")[(1, 3)]", "x")],
        |m, a| {
            let sized = given(&a[1]).or_else(|| given(&a[2]));
            if matches!(a[0], Value::Str(_) | Value::Grid(_)) && sized.is_some() {
                return Fault::new(Mistake::Arguments, "a grid from text has the size and the symbols of the text")
                    .note("A grid of a size: `grid(2, 3)`, `grid(2, 3, \"x\")`.")
                    .err();
            }
            if let Value::Str(text) = &a[0] {
                return board_value(parsed(m, text)?);
            }
            if let Value::Grid(_) = &a[0] {
                return Ok(a[0].clone());
            }
            let Some(columns) = given(&a[1]) else {
                return Fault::new(Mistake::Arguments, "a grid is made from text, or from numbers of rows and columns")
                    .err();
            };
            let fill = given(&a[2]).map_or(Ok(b'.'), symbol)?;
            let (rows, columns) =
                (super::natural(&a[0], "the number of rows")?, super::natural(columns, "the number of columns")?);
            let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
            board_value(Grid::filled(size(rows), size(columns), fill)?)
        },
    ),
    Native::new("rows", "rows(b)", "The number of rows of a board.", &[("rows(grid(2, 3))", "2")], |_, a| {
        Ok(board(&a[0])?.rows().into())
    }),
    Native::new(
        "columns",
        "columns(b)",
        "The number of columns of a board.",
        &[("columns(grid(2, 3))", "3")],
        |_, a| Ok(board(&a[0])?.columns().into()),
    ),
    Native::new(
        "cells",
        "cells(b, symbols = nothing)",
        "The cells of a board, row by row; only those with one of these symbols, if given.",
        &[("cells(grid(\".x|x.\"), \"x\")", "[(1, 2), (2, 1)]")],
        |m, a| {
            let grid = whole(m, &a[0])?;
            let wanted = given(&a[1]).map(|s| symbols(m, s)).transpose()?;
            let mut cells = Vec::new();
            for ((r, c), symbol) in grid.cells().zip(grid.symbols()) {
                if wanted.is_none_or(|wanted| wanted.has(*symbol)) {
                    m.handle.tick()?;
                    cells.push(cell_value(r, c));
                }
            }
            Ok(Value::list(cells))
        },
    ),
    Native::new(
        "neighbours",
        "neighbours(b, cell, symbols = nothing, directed = nothing)",
        "The cells beside a cell, along its row and column; only those with one of these symbols, if given. In a graph, the set of vertices that an edge leads to from one: along an edge with a direction only the way it points; with `directed` only along those that have a direction, or those that have none.",
        &[
            ("neighbours(grid(2, 2), (1, 1))", "[(2, 1), (1, 2)]"),
            ("neighbours(graph {a -- b, b -> c}, \"b\")", "{\"a\", \"c\"}"),
            ("neighbours(graph {b -> c}, \"c\")", "{}"),
            ("neighbours(graph {a -- b, b -> c}, \"b\", directed = true)", "{\"c\"}"),
        ],
        |m, a| match a[0].thing::<crate::adapters::graphs::Graph>() {
            Some(graph) => super::graphs::neighbours(m, graph, &a[1], &a[3]),
            None if given(&a[3]).is_some() => Fault::expected("a graph beside `directed`", &a[0]).err(),
            None => near(m, a, 4),
        },
    ),
    Native::new(
        "around",
        "around(b, cell, symbols = nothing)",
        "The up to eight cells around a cell; only those with one of these symbols, if given.",
        &[("around(grid(2, 2), (1, 1))", "[(2, 1), (1, 2), (2, 2)]")],
        |m, a| near(m, a, 8),
    ),
    Native::new(
        "put",
        "put(b, cell, symbol)",
        "The board with another symbol on a cell, or on each of a list of cells.",
        &[("put(grid(2, 2), (1, 2), \"x\")", ".x\n.."), ("put(grid(2, 2), [(1, 1), (2, 2)], \"x\")", "x.\n.x")],
        |m, a| {
            let mut grid = (**board(&a[0])?).clone();
            m.handle.afford(grid.symbols().len())?;
            let symbol = symbol(&a[2])?;
            let cells = match &a[1] {
                Value::Tuple(items) if items.iter().all(|v| matches!(v, Value::Int(_))) => vec![a[1].clone()],
                many => m.elements(many)?,
            };
            for at in &cells {
                m.handle.tick()?;
                let (r, c) = cell(at)?;
                if !grid.put(r, c, symbol) {
                    return Fault::new(Mistake::NoElement, format!("the grid has no cell ({r}, {c})"))
                        .note(format!("It has {} rows and {} columns.", grid.rows(), grid.columns()))
                        .err();
                }
            }
            board_value(grid)
        },
    ),
    Native::new(
        "pairs",
        "pairs(b, first, second, direction = nothing)",
        "Pairs of neighbouring cells of which one has a symbol of `first` and the other one of `second`. In a direction such as `(0, 1)` the second cell lies there from the first; else it may lie in any of the four directions.",
        &[
            ("pairs(grid(\"xo\"), \"x\", \"o\")", "[((1, 1), (1, 2))]"),
            ("pairs(grid(\"..|..\"), \".\", \".\", (1, 0))", "[((1, 1), (2, 1)), ((1, 2), (2, 2))]"),
        ],
        |m, a| {
            let grid = whole(m, &a[0])?;
            let (first, second) = (symbols(m, &a[1])?, symbols(m, &a[2])?);
            let one = given(&a[3]).map(cell).transpose()?;
            let directions: &[(i64, i64)] = match &one {
                Some(direction) => std::slice::from_ref(direction),
                None => &DIRECTIONS[..4],
            };
            let mut out = Vec::new();
            for (r, c) in grid.cells() {
                if !grid.get(r, c).is_some_and(|s| first.has(s)) {
                    continue;
                }
                m.handle.tick()?;
                for (dr, dc) in directions {
                    let (r2, c2) = (r.saturating_add(*dr), c.saturating_add(*dc));
                    if grid.get(r2, c2).is_some_and(|s| second.has(s)) {
                        out.push(Value::tuple(vec![cell_value(r, c), cell_value(r2, c2)]));
                    }
                }
            }
            Ok(Value::list(out))
        },
    ),
    Native::new(
        "rays",
        "rays(b, cell, through, directions = nothing)",
        "The cells that a queen reaches from a cell through cells with one of the symbols `through`; in the given directions only, if given.",
        &[("rays(grid(\"...|...\"), (1, 1), \".\")", "[(2, 1), (1, 2), (1, 3), (2, 2)]")],
        |m, a| {
            let grid = Rc::clone(board(&a[0])?);
            let (row, column) = cell(&a[1])?;
            let through = symbols(m, &a[2])?;
            let directions = match given(&a[3]) {
                Some(list) => m.elements(list)?.iter().map(cell).collect::<Res<Vec<_>>>()?,
                None => DIRECTIONS.to_vec(),
            };
            let mut out = Vec::new();
            for (dr, dc) in directions {
                m.handle.tick()?;
                if (dr, dc) == (0, 0) {
                    return Fault::new(Mistake::Unsuitable, "the direction (0, 0) leads nowhere").err();
                }
                let (mut r, mut c) = (row.saturating_add(dr), column.saturating_add(dc));
                while grid.get(r, c).is_some_and(|s| through.has(s)) {
                    m.handle.tick()?;
                    out.push(cell_value(r, c));
                    (r, c) = (r.saturating_add(dr), c.saturating_add(dc));
                }
            }
            Ok(Value::list(out))
        },
    ),
    Native::new(
        "replacements",
        "replacements(b, pattern, by, turns = false)",
        "The boards that come from a board by replacing one occurrence of a pattern by another of the same size, row by row; with `turns = true` also of the pattern's reflections and turns. Most moves on boards are such replacements.",
        &[
            ("replacements(grid(\"...\"), \"..\", \"##\")", "[grid(\"##.\"), grid(\".##\")]"),
            ("replacements(grid(\"xox\"), \"xo\", \".x\", turns = true)", "[grid(\".xx\"), grid(\"xx.\")]"),
        ],
        |m, a| listed(m, a, each_replacement),
    )
    .one_by_one(&(each_replacement as Each))
    .on_boards(read_replacements),
    Native::new(
        "room",
        "room(b, pattern, safe = false)",
        "How many copies of a pattern, one row or one column of cells, find room on a board without overlap, at most; with `safe = true` on cells alone that no copy covers when it is turned by a quarter. Such counts bound what a player who places pieces can still do.",
        &[
            ("room(grid(\"...|...\"), \"..\")", "2"),
            ("room(grid(\"...|..#|#.#\"), \".|.\")", "2"),
            ("room(grid(\"...|#.#|#.#\"), \".|.\", safe = true)", "1"),
        ],
        |m, a| {
            let (grid, pattern) = (whole(m, &a[0])?, pattern(m, &a[1])?);
            if pattern.rows().min(pattern.columns()) != 1 {
                return Fault::new(Mistake::Unsuitable, "room is counted for patterns of one row or one column").err();
            }
            Ok(grid.room(&pattern, matches!(&a[2], Value::Bool(true)), &m.handle)?.into())
        },
    ),
    Native::new(
        "regions",
        "regions(b, symbols, outside = \"#\", diagonal = false, smallest = 1)",
        "The connected regions of cells with these symbols, each as a board of its own, cut to size, with everything else as `outside`. With `diagonal = true` cells are also connected across corners; regions of fewer than `smallest` cells are left out.",
        &[
            ("regions(grid(\".#.|.##\"), \".\")", "[grid(\".|.\"), grid(\".\")]"),
            ("regions(grid(\".#.|.##\"), \".\", smallest = 2)", "[grid(\".|.\")]"),
        ],
        |m, a| listed(m, a, each_region),
    )
    .one_by_one(&(each_region as Each))
    .on_boards(|a| read_regions(a).ok().filter(|_| short(&a[0])).map(BoardAct::Regions)),
    Native::new(
        "captured",
        "captured(b, stones, free = \".\")",
        "The cells of all groups of stones that have no free cell beside them, row by row. A group is a connected set of cells with one symbol, one of `stones`; free are the cells with a symbol of `free`.",
        &[
            ("captured(grid(\"xo.|.o.\"), \"xo\")", "[]"),
            ("captured(grid(\"xxo|oo.\"), \"xo\")", "[(1, 1), (1, 2)]"),
        ],
        |m, a| {
            let (grid, groups) = (whole(m, &a[0])?, read_groups(&a[1..])?);
            m.handle.ticks(string(&a[1], "the stones")?.len() / 1024)?;
            let columns = grid.columns();
            let place = |i: usize| cell_value((i / columns + 1) as i64, (i % columns + 1) as i64);
            Ok(Value::list(grid.captured(groups.stones, groups.free).into_iter().map(place).collect()))
        },
    )
    .on_boards(|a| read_groups(a).ok().filter(|_| short(&a[0])).map(BoardAct::Captured)),
    Native::new(
        "least",
        "least(b, turns = true)",
        "The least among a board and its reflections and turns, the same for all of them; with `turns = false` only under mirrors and the half turn, which keep rows rows.",
        &[("least(grid(\"x.|..\"))", "..\n.x")],
        |m, a| {
            whole(m, &a[0])?.least(with_turns(&a[1])).map_or_else(|| Ok(a[0].clone()), board_value)
        },
    )
    .on_boards(|a| Some(BoardAct::Least(with_turns(&a[0])))),
    Native::new(
        "reflections",
        "reflections(b, turns = true)",
        "The board and its images under reflections and turns, eight in all; with `turns = false` the four that keep rows rows.",
        &[("length(reflections(grid(\"x.|..\")))", "8")],
        |m, a| {
            let turns = with_turns(&a[1]);
            m.handle.afford(8 * board(&a[0])?.symbols().len())?;
            Ok(Value::list(board(&a[0])?.images(turns).into_iter().map(|g| Value::Grid(Rc::new(g))).collect()))
        },
    ),
    Native::new(
        "transpose",
        "transpose(b)",
        "The board with rows and columns exchanged.",
        &[("transpose(grid(\"ab\"))", "a\nb")],
        |m, a| board_value(whole(m, &a[0])?.transpose()),
    ),
    Native::new(
        "mirror",
        "mirror(b)",
        "The board with left and right exchanged.",
        &[("mirror(grid(\"ab\"))", "ba")],
        |m, a| board_value(whole(m, &a[0])?.mirror()),
    ),
    Native::new(
        "flip",
        "flip(b)",
        "The board with top and bottom exchanged.",
        &[("flip(grid(\"a|b\"))", "b\na")],
        |m, a| board_value(whole(m, &a[0])?.flip()),
    ),
    Native::new(
        "rotate",
        "rotate(b)",
        "The board after a quarter turn to the right.",
        &[("rotate(grid(\"ab\"))", "a\nb")],
        |m, a| board_value(whole(m, &a[0])?.rotate()),
    ),
    Native::new(
        "swap",
        "swap(b, x, y)",
        "The board with two symbols exchanged.",
        &[("swap(grid(\"xo.\"), \"x\", \"o\")", "ox.")],
        |m, a| board_value(whole(m, &a[0])?.swap(symbol(&a[1])?, symbol(&a[2])?)),
    )
    .on_boards(|a| Some(BoardAct::Swap(symbol(&a[0]).ok()?, symbol(&a[1]).ok()?))),
    Native::new(
        "part",
        "part(b, first, last)",
        "The part of a board between two corner cells, both included.",
        &[("part(grid(\"abc|def\"), (1, 2), (2, 3))", "bc\nef")],
        |m, a| {
            let (first, last) = (cell(&a[1])?, cell(&a[2])?);
            match whole(m, &a[0])?.part(first, last) {
                Some(part) => board_value(part),
                None => Fault::new(
                    Mistake::NoElement,
                    "the corners of the part must lie on the board, the first above and left of the last",
                )
                .err(),
            }
        },
    ),
];

fn each_replacement(m: &mut Machine, a: &[Value], out: Taker<'_>) -> Res<()> {
    let (grid, handle) = (whole(m, &a[0])?, Rc::clone(&m.handle));
    for (pattern, by) in exchanges(m, &a[1], &a[2], matches!(&a[3], Value::Bool(true)))?.iter() {
        grid.replacements(pattern, by, &handle, |board| out(m, Value::Grid(Rc::new(board))))?;
    }
    Ok(())
}

fn each_region(m: &mut Machine, a: &[Value], out: Taker<'_>) -> Res<()> {
    let (grid, handle) = (whole(m, &a[0])?, Rc::clone(&m.handle));
    let wanted = read_regions(&a[1..])?;
    m.handle.ticks(string(&a[1], "the symbols")?.len() / 1024)?;
    grid.regions(&wanted, &handle, |region| out(m, Value::Grid(region.map_or_else(|| Rc::clone(grid), Rc::new))))
}

/// Which regions are asked for, by all arguments but the board.
fn read_regions(a: &[Value]) -> Res<Regions> {
    let kept = Symbols::of(string(&a[0], "the symbols")?);
    let outside = given(&a[1]).map_or(Ok(b'#'), symbol)?;
    let diagonal = matches!(&a[2], Value::Bool(true));
    let smallest = given(&a[3]).map_or(Ok(1), |n| super::natural(n, "the smallest size"))?;
    Ok(Regions { kept, outside, diagonal, smallest: usize::try_from(smallest).unwrap_or(usize::MAX) })
}

/// Which groups are asked for, by all arguments but the board.
fn read_groups(a: &[Value]) -> Res<Groups> {
    let free = given(&a[1]).map_or(Ok("."), |free| string(free, "the free cells"))?;
    Ok(Groups { stones: Symbols::of(string(&a[0], "the stones")?), free: Symbols::of(free) })
}

fn read_replacements(a: &[Value]) -> Option<BoardAct> {
    let read =
        |value: &Value| if let Value::Str(text) = value { short(value).then(|| Grid::parse(text).ok())? } else { None };
    let all = exchanged(read(&a[0])?, read(&a[1])?, matches!(&a[2], Value::Bool(true))).ok()?;
    Some(BoardAct::Replacements(all.into()))
}

/// Whether images under quarter turns are asked for, too.
fn with_turns(argument: &Value) -> bool {
    !matches!(argument, Value::Bool(false))
}

/// The list of what is handed over one by one.
fn listed(m: &mut Machine, a: &[Value], each: Each) -> Res {
    let mut all = Vec::new();
    each(m, a, &mut |_, element| {
        all.push(element);
        Ok(())
    })?;
    Ok(Value::list(all))
}

fn board(value: &Value) -> Res<&Rc<Grid>> {
    match value {
        Value::Grid(grid) => Ok(grid),
        other => Fault::expected("a grid", other)
            .note("A grid is made by `grid(\"..|..\")`, or by a parameter of kind `: grid`.")
            .err(),
    }
}

/// A board that is gone through as a whole, which is paid for.
fn whole<'a>(m: &Machine, value: &'a Value) -> Res<&'a Rc<Grid>> {
    let grid = board(value)?;
    grid.paid(&m.handle)?;
    Ok(grid)
}

/// The symbols of a text.
fn symbols(m: &Machine, value: &Value) -> Res<Symbols> {
    let text = string(value, "the symbols")?;
    m.handle.ticks(text.len() / 1024)?;
    Ok(Symbols::of(text))
}

/// A grid from its text.
fn parsed(m: &Machine, text: &str) -> Res<Grid> {
    m.handle.ticks(text.len() / 64)?;
    Grid::parse(text)
}

/// A pattern: a grid, or its text.
fn pattern(m: &Machine, value: &Value) -> Res<Grid> {
    match value {
        Value::Str(text) => parsed(m, text),
        other => Ok((**board(other)?).clone()),
    }
}

/// A pattern and what takes its place, in each of their images once.
type Exchanges = Rc<[(Grid, Grid)]>;

/// Exchanges that were asked for lately: clauses ask for the same few of each position.
#[derive(Default)]
struct Exchanged(Vec<(Value, Value, bool, Exchanges)>);

impl Exchanged {
    const MOST: usize = 16;
    /// Only short texts are kept, which cost no steps to read.
    const SHORT: usize = 32;

    fn get(&self, pattern: &Value, by: &Value, turns: bool) -> Option<&Exchanges> {
        let found = self.0.iter().find(|known| known.2 == turns && same(&known.0, pattern) && same(&known.1, by));
        found.map(|known| &known.3)
    }
}

/// A pattern and what takes its place; with `turns` their reflections and turns, too.
fn exchanges(m: &mut Machine, from: &Value, to: &Value, turns: bool) -> Res<Exchanges> {
    let kept = short(from) && short(to);
    if kept && let Some(known) = m.facts().of::<Exchanged>().get(from, to, turns) {
        return Ok(Rc::clone(known));
    }
    let all: Exchanges = exchanged(pattern(m, from)?, pattern(m, to)?, turns)?.into();
    if kept {
        let known = &mut m.facts().of::<Exchanged>().0;
        if known.len() == Exchanged::MOST {
            known.clear();
        }
        known.push((from.clone(), to.clone(), turns, Rc::clone(&all)));
    }
    Ok(all)
}

/// Whether a pattern is a text that costs no steps to read.
fn short(pattern: &Value) -> bool {
    matches!(pattern, Value::Str(text) if text.len() <= Exchanged::SHORT)
}

fn exchanged(pattern: Grid, by: Grid, turns: bool) -> Res<Vec<(Grid, Grid)>> {
    if (pattern.rows(), pattern.columns()) != (by.rows(), by.columns()) {
        return Fault::new(Mistake::Unsuitable, "a pattern is replaced by one of the same size")
            .note(format!(
                "It has {} rows and {} columns, the other {} and {}.",
                pattern.rows(),
                pattern.columns(),
                by.rows(),
                by.columns()
            ))
            .err();
    }
    let mut all = vec![(pattern, by)];
    if turns {
        let images: Vec<_> = all[0].0.images(true).into_iter().zip(all[0].1.images(true)).collect();
        all.clear();
        for image in images {
            if !all.contains(&image) {
                all.push(image);
            }
        }
    }
    Ok(all)
}

#[allow(clippy::unnecessary_wraps)]
fn board_value(grid: Grid) -> Res {
    Ok(Value::Grid(Rc::new(grid)))
}

fn near(m: &Machine, a: &[Value], count: usize) -> Res {
    let grid = board(&a[0])?;
    let (r, c) = cell(&a[1])?;
    let wanted = given(&a[2]).map(|s| symbols(m, s)).transpose()?;
    let mut out = Vec::new();
    for (dr, dc) in &DIRECTIONS[..count] {
        let (r, c) = (r.saturating_add(*dr), c.saturating_add(*dc));
        if grid.get(r, c).is_some_and(|s| wanted.is_none_or(|w| w.has(s))) {
            out.push(cell_value(r, c));
        }
    }
    Ok(Value::list(out))
}
