//! Thermographs, plots and tables: text for the terminal, SVG for pages.
//!
//! In: a thermograph or a game; rows, columns and a function. Out: [`Display`] values, or the text of an SVG.

pub mod boards;
mod layers;
mod loops;
mod plot;
mod save;
mod shown;
pub mod table;
mod terminal;
mod thermograph;
mod tidy;
mod trees;

use super::posets::hasse;
use super::values::thermograph;
use crate::adapters::posets::PosetValue;
use crate::diagnostics::Mistake;
use crate::eval::MoveRecord;
use crate::eval::native::Native;
use crate::value::grid::cell;
use crate::value::{Display, Fault, Res, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "draw",
        "draw(t)",
        "Draws a position as a board, as heaps or as a graph: columns have letters, rows numbers. A rule set says by a `draw` line what its positions look like; else the first parameter that is a board, a graph or heaps is drawn. Of a poset it draws the Hasse diagram, of a loopy value the canonical form as a graph, of all else the thermograph: values increase to the left, as usual: Left's wall is on the left. The tax increases upwards, the mast stands on top. With `--json` there is an SVG beside the text.",
        &[
            ("draw(Clobber(grid(\"xo.|.xo\")))", "  a b c\n1 x o .\n2 . x o"),
            ("draw(over)", "over -> L [0]!, R over\n[0]"),
            ("draw(Nim(3) + Nim(5))", "3  ● ● ●\n5  ● ● ● ● ●"),
            (
                "draw(<2 | 0>)",
                "tax                                      walls\n    |                 |\n  1 |                 |                  mast at 1\n    |             /       \\\n    |         /               \\\n    |     /                       \\\n  0 | /                               \\  2 to 0",
            ),
        ],
        |m, a| {
            if let Some(board) = boards::drawn(m, &a[0])? {
                return Ok(board);
            }
            if a[0].thing::<PosetValue>().is_some() {
                return hasse::hasse(m, a);
            }
            if m.is_loopy(&a[0]) {
                return trees::of_value(m, &a[0]);
            }
            let t = drawn(m, &a[0])?;
            let (text, svg) = (terminal::draw(&t, m.width(), &m.handle)?, thermograph::draw(&t, &m.handle)?);
            Ok(Value::Display(Rc::new(Display { kind: "thermograph", text, svg: Some(svg), ..Display::default() })))
        },
    ),
    Native::new(
        "move_name",
        "move_name(m)",
        "What players call a move: the cells of a board that change, `a1-b1` (columns have letters, rows numbers, cells that become empty come first), or what the rule set's `notation` line says. A move without such a name is written in full.",
        &[
            ("[move_name(m) for m in moves(Clobber(grid(\"xo.\")), Left)]", "[\"a1-b1\"]"),
            ("[move_name(m) for m in moves(Nim(2))]", "[\"2 -> 1\", \"2 -> 0\"]"),
        ],
        |m, a| {
            let Value::Move(made) = &a[0] else {
                return Fault::expected("a move", &a[0]).note("`moves(g)` gives the moves of a game.").err();
            };
            let record =
                MoveRecord { component: made.component.clone(), becomes: made.becomes.clone(), to: made.to.clone() };
            Ok(Value::text(match boards::names::names(m, &[record])? {
                Some(names) => names.concat(),
                None => m.notation(&a[0])?,
            }))
        },
    ),
    Native::new(
        "cell_name",
        "cell_name(cell)",
        "What players call a cell of a board: columns have letters, rows numbers. For `notation` lines.",
        &[("cell_name((3, 2))", "b3"), ("[cell_name(c) for c in cells(grid(\"x.|.x\"), \"x\")]", "[\"a1\", \"b2\"]")],
        |m, a| {
            let (r, c) = cell(&a[0])?;
            match (usize::try_from(r), usize::try_from(c)) {
                (Ok(r @ 1..), Ok(c @ 1..)) => Ok(Value::text(boards::names::cell_name(r - 1, c - 1))),
                _ => Fault::new(Mistake::Arguments, format!("{} is on no board", m.notation(&a[0])?))
                    .note("Rows and columns are counted from 1 at the top left.")
                    .err(),
            }
        },
    ),
    Native::new(
        "tree",
        "tree(g, most = 60, cut = false, values = true, scores = false, misere = false, style = nothing)",
        "The tree of a game: under each position its options, winning moves with an exclamation mark, P-positions in square brackets. At most so many positions are shown, up to 5000; `cut = true` shows nothing below positions that the second player of the whole game wins; `values` may be false, or a function whose value is shown beside each position. With `scores = true` a game for points is shown with the scores of best play, Left having begun, and best moves are marked. With `misere = true` whoever cannot move wins, and values, which are those of normal play, are shown only if they are asked for. `style = \"note\"` is that of `game_graph`. `svg(tree(g))` is the drawing.",
        &[
            ("tree(Nim(1) + Nim(1))", "[1, 1 = 0]\n└─ 1 = *\n   └─ [0]!"),
            ("tree(*2)", "*2\n├─ [0]!\n└─ *\n   └─ [0]!"),
            ("tree(*2, misere = true)", "*2\n├─ 0\n└─ [*]!\n   └─ 0"),
            ("tree(*2, values = remoteness)", "*2: 1\n├─ [0: 0]!\n└─ *: 1\n   └─ [0: 0]!"),
        ],
        trees::tree,
    ),
    Native::new(
        "game_graph",
        "game_graph(g, most = 60, cut = false, values = true, scores = false, misere = false, style = nothing)",
        "The positions of a game and the moves between them, each position once: winning moves with an exclamation mark, P-positions in square brackets; the options are those of `tree`. With `style = \"note\"` it shows who wins the whole game, as the first player begins it: positions that the second player wins are boxed, and the first player's losing moves to them marked (`?`, red); nothing is shown below them, nor where a player can end the game at once. `svg(game_graph(g))` is the drawing, `dot(g)` the text for Graphviz.",
        &[
            ("game_graph(*2)", "*2  -> [0]!, *\n[0]\n*   -> [0]!"),
            (
                "game_graph(Chaos(complete_graph(3)), style = \"note\")",
                "[0, 0, 0] -> [1, 0, 0]\n[1, 0, 0] -> [1, 1, 0]\n[1, 1, 0]",
            ),
            (
                "game_graph(Chaos(complete_graph(3)), scores = true)",
                "4: [0, 0, 0] -> L 4: [1, 0, 0]!\n4: [1, 0, 0] -> R 4: [1, 1, 0]!\n4: [1, 1, 0] -> L 3: endless, L 4: [1, 1, 1]!\n3: endless\n4: [1, 1, 1] -> R 4: endless!\n4: endless",
            ),
        ],
        trees::game_graph,
    ),
    Native::new(
        "dot",
        "dot(g, most = 60, cut = false, values = true, scores = false, misere = false, style = nothing)",
        "The Hasse diagram of a poset, or the graph of a game, in the language of Graphviz: P-positions in boxes, winning moves red and thick; in partizan games Left's moves blue and Right's red.",
        &[(
            "dot(*)",
            "digraph G {\n  0 [label=\"*\", shape=ellipse];\n  0 -> 1 [color=red, penwidth=2];\n  1 [label=\"0\", shape=box];\n}\n",
        )],
        |m, a| match a[0].thing::<PosetValue>() {
            Some(_) => hasse::dot(m, a),
            None => trees::dot(m, a),
        },
    ),
    Native::new(
        "svg",
        "svg(t)",
        "A drawing as the text of an SVG file: of a position that is a board, heaps or a graph; of a loopy value; of a thermograph, a game's thermograph, a plot, a tree or graph of a game, a poset's Hasse diagram.",
        &[("length(svg(thermograph(<2 | 0>))) > 100", "true")],
        |m, a| Ok(Value::text(drawing(m, &a[0])?)),
    ),
    Native::new(
        "save",
        "save(picture, file)",
        "Writes a drawing into a file, and gives the name of the file: `save(tree(*2), \"tree.svg\")`. What `svg` draws can be saved, and the text that it gives. The name ends in `.svg`, in `.png` for a picture of points, or in `.tex` for LaTeX: a TikZ picture, for `\\input` behind `\\usepackage{tikz}`. A file that is there already is replaced only if it is of that kind, too; names count from the folder of the script.",
        &[],
        save::save,
    ),
    Native::new(
        "plot",
        "plot(points, title = nothing)",
        "A scatter plot: of numbers over their places in the list, or of pairs `(x, y)`. In the terminal as dots; `svg(plot(…))` is the picture as the text of an SVG file.",
        &[
            ("kind(plot([0, 1, 2, 3, 1]))", "plot"),
            ("length(svg(plot([(1, 2), (3, 4)], \"two points\"))) > 100", "true"),
        ],
        plot::plot,
    ),
    Native::new(
        "table",
        "table(f, rows = nothing, columns = nothing)",
        "A table: of the values of a function or rule set for the elements of `rows`, or for all pairs from `rows` and `columns`; of a map, or of a list of rows. A position shows its value. Of a misère quotient it is the multiplication table.",
        &[
            ("table(n -> n^2, 0..3)", "n | 0  1  2  3\n  | 0  1  4  9"),
            (
                "table((a, b) -> a xor b, 0..2, 0..4)",
                "  | 0  1  2  3  4\n--+--------------\n0 | 0  1  2  3  4\n1 | 1  0  3  2  5\n2 | 2  3  0  1  6",
            ),
            ("table([[1, 2], [30, 4]])", " 1  2\n30  4"),
        ],
        |m, a| super::misere::table(m, &a[0]).unwrap_or_else(|| table::table(m, a)),
    ),
];

/// The drawing of what people would rather look at than read: a position that is laid out, a thermograph. One that fails is no
/// error, since nobody asked for it.
pub(crate) fn pictured(m: &mut crate::eval::Machine, value: &Value) -> Res<Option<String>> {
    if let Some(svg) = boards::listing::drawing(m, value)? {
        return Ok(Some(svg));
    }
    let laid_out = match value {
        Value::Thermograph(_) => true,
        Value::Position(_) | Value::Sum(_) => boards::seen(m, value, boards::Board::is_laid_out)?.is_some(),
        _ => false,
    };
    if !laid_out {
        return Ok(None);
    }
    match m.attempt(|m| drawing(m, value)) {
        Ok(svg) => Ok(Some(svg)),
        Err(flow) if flow.stopped() => Err(flow),
        Err(_) => Ok(None),
    }
}

/// What `latex` says of a drawing: a TikZ picture.
pub(crate) fn latex(m: &mut crate::eval::Machine, value: &Value) -> Res {
    let svg = drawing(m, value)?;
    Ok(Value::text(save::typeset(&svg)?))
}

/// The text of an SVG file.
fn drawing(m: &mut crate::eval::Machine, value: &Value) -> Res<String> {
    if let Value::Display(display) = value {
        return match &display.svg {
            Some(svg) => Ok(svg.clone()),
            None => Fault::new(Mistake::Picture, format!("{} has no drawing", value.a_kind())).err(),
        };
    }
    if let Some(Value::Display(board)) = boards::drawn(m, value)? {
        return Ok(board.svg.clone().unwrap_or_default());
    }
    if value.thing::<PosetValue>().is_some()
        && let Value::Display(diagram) = hasse::hasse(m, std::slice::from_ref(value))?
    {
        return Ok(diagram.svg.clone().unwrap_or_default());
    }
    if m.is_loopy(value)
        && let Value::Display(graph) = trees::of_value(m, value)?
    {
        return Ok(graph.svg.clone().unwrap_or_default());
    }
    let t = drawn(m, value)?;
    thermograph::draw(&t, &m.handle)
}

fn drawn(m: &mut crate::eval::Machine, value: &Value) -> Res<Rc<crate::games::Thermograph>> {
    if !value.is_game() && !matches!(value, Value::Thermograph(_)) {
        return Fault::new(
            Mistake::Picture,
            format!("expected something that can be drawn, found {}", value.a_kind()),
        )
        .note("Games, thermographs and posets can be drawn, such as `draw(<3 | -1>)` and `draw(divisors(12))`, and what functions such as `tree` and `plot` make; numbers are drawn by `plot(list)`, sets of points by `strata_plot(S, 6)`, P-positions of lattice games by `p_plot(G, 6)`.")
        .err();
    }
    thermograph(m, value)
}

/// The tax at which a drawing starts: 0 where there is something to see above it, else -1.
fn foot(t: &crate::games::Thermograph) -> crate::games::Dyadic {
    let zero = crate::games::Dyadic::zero();
    if t.temperature > zero { zero } else { crate::games::Dyadic::from(-1) }
}
