//! What positions look like, and what moves are called.

use crate::said::{refused as error, shown as lines};
use proptest::collection::vec;
use proptest::prelude::*;
use sprague::limits::{Handle, Stop};
use sprague::report::text as show;
use sprague::session::{Output, Session, Settings};
use sprague::value::Grid;
use sprague::value::boards::Regions;
use sprague::value::grid::Symbols;

#[test]
fn boards_heaps_graphs_and_sums() {
    for (text, drawn) in [
        ("draw(Clobber(grid(\"xo.|.xo\")))", "  a b c\n1 x o .\n2 . x o"),
        ("draw(ToadsAndFrogs(grid(\"T.FF\")))", "a b c d\nT . F F"),
        ("draw(Nim(2) + Nim(0) + Nim(12))", " 2  ● ●\n 0\n12  ● ● ● ● ● ● ● ● ● ● ● ●"),
        ("draw(Hackenbush(\"br\"))", "ground -- 1 blue\n1      -- 2 red"),
        ("draw(Hackenbush([(\"ground\", \"a\"), (\"a\", \"b\", \"red\")]))", "ground -- a green\na      -- b red"),
        ("draw(NodeKayles(graph {a -- b -> c}))", "a -- b\nb -> c"),
        ("draw(Clobber(grid(\"xo\")) - Clobber(grid(\"ox\")))", "a b\nx o\n-\na b\no x"),
        ("draw(Chomp([3, 1]))", "3  ● ● ●\n1  ●"),
    ] {
        assert_eq!(lines(text), drawn, "{text}");
    }
    // What is no board keeps its thermograph.
    assert!(lines("draw(<2 | 0>)").starts_with("tax"));
    assert!(lines("draw(thermograph(Domineering(grid(2, 2))))").starts_with("tax"));
}

#[test]
fn drawings_hold_every_piece_and_edge() {
    let count = |text: &str, what: &str| lines(&format!("print(svg({text}))")).matches(what).count();
    assert_eq!(count("Clobber(grid(\"xo.|.xo\"))", "<rect"), 1 + 6);
    assert_eq!(count("Clobber(grid(\"xo.|.xo\"))", "stroke-linecap"), 4);
    assert_eq!(count("Nim(3) + Nim(4)", "stroke-linecap"), 7);
    let house = "Hackenbush([(\"ground\", \"a\", \"blue\"), (\"a\", \"b\", \"red\"), (\"b\", \"ground\", \"green\"), (\"a\", \"b\", \"red\")])";
    assert_eq!(count(house, "stroke-width=\"5\""), 4);
    // Two edges between the same vertices do not hide one another.
    assert_eq!(count(house, " C"), 0);
    assert_eq!(count(house, "C"), 2);
    assert_eq!(count("Col(complete_graph(5))", "<line") + count("Col(complete_graph(5))", "stroke-width=\"2\""), 10);
}

#[test]
fn a_rule_set_says_what_it_looks_like() {
    let rules = "game Pair(a, b)\n  moves Pair(a - 1, b)  if a > 0\n  moves Pair(a, b - 1)  if b > 0\n  draw [a, b]  if a + b > 2\n  draw \"few\"\n  notation (x, y) -> if x < a then \"first\" else \"second\"\nend\n";
    assert_eq!(lines(&format!("{rules}draw(Pair(2, 1))")), "2  ● ●\n1  ●");
    assert_eq!(lines(&format!("{rules}draw(Pair(1, 1))")), "few");
    assert_eq!(lines(&format!("{rules}[move_name(m) for m in moves(Pair(2, 1))]")), "[\"first\", \"second\"]");
    // Neither line is a move.
    assert_eq!(lines(&format!("{rules}[outcome(Pair(2, 1)), length(moves(Pair(1, 0)))]")), "[N, 1]");
    let wrong = error("game A(n)\n  moves A(n - 1)  if n > 0\n  draw 1/2\nend\ndraw(A(3))");
    assert!(wrong.contains("heaps"), "{wrong}");
    let wrong = error("game A(n)\n  moves A(n - 1)  if n > 0\n  notation n\nend\nmove_name(moves(A(3))[0])");
    assert!(wrong.contains("function"), "{wrong}");
}

#[test]
fn moves_are_called_by_what_changes() {
    for (text, names) in [
        ("moves(Domineering(grid(2, 2)), Left)", "[\"a1-a2\", \"b1-b2\"]"),
        ("moves(ToadsAndFrogs(grid(\"TF.\")), Left)", "[\"a1-c1\"]"),
        // The arrow may fly back to where the queen came from.
        ("moves(Amazons(grid(\"x.o\")), Left)", "[\"a1-b1/a1\"]"),
        ("moves(Amazons(grid(\"x.|.o\")), Right)", "[\"b2-b1/b2\", \"b2-b1/a2\", \"b2-a2/b2\", \"b2-a2/b1\"]"),
        ("moves(Nim(1))", "[\"1 -> 0\"]"),
        // Vertices and edges by their labels, which stay as they are.
        ("moves(NodeKayles(cycle_graph(4)))", "[\"1\", \"2\", \"3\", \"4\"]"),
        ("moves(moves(NodeKayles(path_graph(6)))[0].to)", "[\"3\", \"4\", \"5\", \"6\"]"),
        ("moves(Col(graph {a -- b -- c}), Left)", "[\"a\", \"b\", \"c\"]"),
        ("moves(Snort(coloured(graph {a -- b -- c}, {\"a\" => \"red\"})), Left)", "[\"b\", \"c\"]"),
        ("moves(Geography(path_graph(5), 3))", "[\"2\", \"4\"]"),
        ("moves(EdgeGeography(path_graph(5), 3))", "[\"2\", \"4\"]"),
        // Side by side with an edge without direction.
        ("moves(EdgeGeography(graph {a -> b, a -- b}, \"a\"))", "[\"b\", \"->b\"]"),
        ("moves(ArcKayles(path_graph(4)))", "[\"1-2\", \"2-3\", \"3-4\"]"),
        ("moves(Timber(graph {a -> b, b -> c}))", "[\"a-b\", \"b-c\"]"),
        ("moves(Hackenbush(\"brb\"), Left)", "[\"1\", \"3\"]"),
        (
            "moves(Hackenbush([(\"ground\", \"a\", \"blue\"), (\"a\", \"b\", \"blue\")]), Left)",
            "[\"ground-a\", \"a-b\"]",
        ),
        ("moves(ChildishHackenbush([(\"ground\", \"a\", \"blue\"), (\"a\", \"b\", \"blue\")]), Left)", "[\"a-b\"]"),
    ] {
        assert_eq!(lines(&format!("[move_name(m) for m in {text}]")), names, "{text}");
    }
}

/// Without a `notation` line moves on graphs are called by what goes, unless the vertices were numbered anew.
#[test]
fn moves_on_graphs_have_names_of_their_own() {
    for (after, from, names) in [
        ("G - x", "vertices(G)", "[\"a\", \"b\", \"c\"]"),
        ("without_edge(G, x[0], x[1])", "edges(G)", "[\"a-b\", \"b-c\"]"),
        ("shape(G - x)", "vertices(G)", "[]"),
    ] {
        let rules = format!("game A(G)\n  moves A({after})  for x in {from}\nend\n");
        let found = "[move_name(m) for m in moves(A(graph {a -- b, b -- c})) if length(move_name(m)) < 5]";
        let distinct = lines(&format!("{rules}sort(list(set({found})))"));
        assert_eq!(distinct, names, "{after}");
    }
}

/// The numbers of an attribute, element by element.
fn numbers(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let wanted = format!(" {attribute}=\"");
    let lines = svg.lines().filter(|line| line.starts_with(&format!("<{element} ")) && !line.contains("100%"));
    lines.map(|line| line.split(&wanted).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()).collect()
}

type Point = (f64, f64);

/// The straight edges of a drawing.
fn straight(svg: &str) -> Vec<[Point; 2]> {
    let place = |text: &str| -> Point {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    svg.lines()
        .filter_map(|line| line.strip_prefix("<path d=\"M")?.split('"').next()?.split_once('L'))
        .map(|(from, to)| [place(from), place(to)])
        .collect()
}

/// How many pairs of edges without a common end meet.
fn crossings(edges: &[[Point; 2]]) -> usize {
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let meet = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        let apart = [a, b].iter().all(|end| ![c, d].contains(end));
        apart && turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
    };
    (0..edges.len()).map(|i| (0..i).filter(|&j| meet(edges[i], edges[j])).count()).sum()
}

/// `graph {1 -- 2, 2 -- 3}`
fn graph(edges: impl IntoIterator<Item = (usize, usize)>) -> String {
    let edges: Vec<String> = edges.into_iter().map(|(a, b)| format!("{a} -- {b}")).collect();
    format!("graph {{{}}}", edges.join(", "))
}

/// Planar graphs and trees are drawn without crossings, symmetric ones as people know them, and no label is cut off.
#[test]
fn edges_cross_no_more_than_they_need() {
    let ring = |from: usize, by: usize| (0..5).map(move |i| (from + i, from + (i + by) % 5));
    let spokes = (0..5).map(|i| (i, 5 + i));
    let cube = (0..8usize).flat_map(|v| [1, 2, 4].map(|bit| (v, v ^ bit))).filter(|(v, w)| v < w);
    let octahedron = (0..6usize).flat_map(|v| (0..v).map(move |w| (w, v))).filter(|(w, v)| v - w != 3);
    let bipartite = |a: usize, b: usize| graph((0..a).flat_map(move |v| (0..b).map(move |w| (v, a + w))));
    // Large ones, with numbers that say nothing of their places.
    let mixed = |v: usize| v * 77 % 120;
    let squares = (0..120usize).flat_map(|v| {
        let (right, below) = ((v % 12 < 11).then_some(v + 1), (v < 108).then_some(v + 12));
        right.into_iter().chain(below).map(move |w| (mixed(v), mixed(w)))
    });
    let hexagons = (0..120usize).flat_map(|v| {
        let below = (v < 108 && (v / 12 + v % 12).is_multiple_of(2)).then_some(v + 12);
        (v % 12 < 11).then_some(v + 1).into_iter().chain(below).map(move |w| (mixed(v), mixed(w)))
    });
    for (graph, count, expected) in [
        (graph(squares), 218, 0),
        (graph(hexagons), 164, 0),
        ("grid_graph(3, 4)".to_owned(), 17, 0),
        ("cycle_graph(9)".into(), 9, 0),
        ("star_graph(6)".into(), 6, 0),
        ("path_graph(30)".into(), 29, 0),
        ("complete_graph(4)".into(), 6, 0),
        (bipartite(2, 4), 8, 0),
        (graph(cube), 12, 0),
        (graph(octahedron), 12, 0),
        (graph((1..31).map(|v| ((v - 1) / 2, v))), 30, 0),
        (graph((1..40).map(|v| (v - 1 - (v - 1) % 3 / 2, v))), 39, 0),
        (graph(ring(0, 1).chain(ring(5, 1)).chain(spokes.clone())), 15, 0),
        ("graph {\"a long name\" -- b -- c -- d, b -- e -- d, b -- \"another long name\" -- c}".into(), 7, 0),
        ("graph {1 -- 2 -- 3 -- 1, 4 -- 5, 6 -- 7 -- 8}".into(), 6, 0),
        // The star in the pentagon, and polygons with all their diagonals.
        (graph(ring(0, 1).chain(ring(5, 2)).chain(spokes)), 15, 5),
        ("complete_graph(5)".into(), 10, 5),
        ("complete_graph(6)".into(), 15, 15),
        (bipartite(3, 3), 9, 3),
    ] {
        let svg = lines(&format!("print(svg(NodeKayles({graph})))"));
        let edges = straight(&svg);
        assert_eq!((edges.len(), crossings(&edges)), (count, expected), "{graph}");
        let wide: f64 = svg.split(" width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        for (x, w) in numbers(&svg, "rect", "x").into_iter().zip(numbers(&svg, "rect", "width")) {
            assert!(x >= 0.0 && x + w <= wide, "{graph}: a name is cut off");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any tree, and any graph in which each vertex stands before an edge of a polygon.
    #[test]
    fn trees_and_outerplanar_graphs_are_drawn_without_crossings(choices in vec(any::<prop::sample::Index>(), 3..20)) {
        let tree = choices.iter().enumerate().map(|(v, choice)| (choice.index(v + 1), v + 1));
        let mut outside = vec![(0, 1)];
        let mut polygons = vec![(0, 1)];
        for (v, choice) in choices.iter().take(12).enumerate() {
            let (a, b) = outside.swap_remove(choice.index(outside.len()));
            let new = [(a, v + 2), (b, v + 2)];
            outside.extend(new);
            polygons.extend(new);
        }
        for graph in [graph(tree), graph(polygons)] {
            let svg = lines(&format!("print(svg(NodeKayles({graph})))"));
            prop_assert_eq!(crossings(&straight(&svg)), 0, "{}", graph);
        }
    }
}

#[test]
fn strings_and_chips_have_short_names() {
    let named = |game: &str| lines(&format!("[move_name(m) for m in moves({game})]"));
    let triangle = "[(0, 1), (1, 2), (2, 0)]";
    assert_eq!(named(&format!("StringsAndCoins({triangle})")), "[\"0-1\", \"1-2\", \"2-0\"]");
    // A turn that takes coins goes on; of two strings with the same ends it says one.
    assert_eq!(named("Nimstring([(0, 1), (1, 2), (2, 0), (0, 3), (3, 0)])").matches("0-3").count(), 1);
    assert!(named("Nimstring([(0, 1), (1, 2), (3, 0), (3, 0)])").contains("0-1, 1-2, 3-0"));
    // A chip on an end of a path goes to the middle, as one that is put there.
    assert_eq!(named("Chaos(path_graph(3))"), "[\"1\"]");
    assert_eq!(named("Chaos(complete_graph(4), [1, 0, 0, 0])"), "[\"1\", \"2\"]");
    // Texts need no quotation marks in a picture.
    assert_eq!(lines("draw(Chaos(graph {a -- b -- c}, [0, 1, 0]))"), "a: 0 -- b: 1\nb: 1 -- c: 0");
    assert_eq!(lines("draw(Chaos(path_graph(3), 2))"), "endless firing");
}

/// Strings between the same coins lie beside one another, whichever way they are written.
#[test]
fn no_strand_hides_another() {
    let svg = lines("print(svg(Nimstring([(0, 1), (1, 0)])))");
    let mut curves: Vec<Vec<&str>> = svg
        .lines()
        .filter_map(|line| line.strip_prefix("<path d=\"M")?.split('"').next())
        .filter(|path| path.contains('C'))
        .map(|path| path.split(['C', ' ']).collect())
        .collect();
    assert_eq!(curves.len(), 2, "{svg}");
    assert_ne!(curves[0], curves[1]);
    curves[1].reverse();
    assert_ne!(curves[0], curves[1]);
}

#[test]
fn boxes_of_a_tree_do_not_meet() {
    for game in [
        "Kayles(3)",
        "Kayles(5)",
        "Domineering(grid(2, 3))",
        "Domineering(grid(2, 2))",
        "<<3|1>|<-1|*>> + *2",
        "Nim(1)",
    ] {
        let svg = lines(&format!("print(svg(tree({game})))"));
        // Boxes have round corners, the cells of boards in them have none.
        let (boxes, cells): (Vec<&str>, Vec<&str>) =
            svg.lines().filter(|line| line.starts_with("<rect")).partition(|line| line.contains(" rx="));
        let [all, cells] = [boxes, cells].map(|part| {
            let part = part.join("\n");
            ["x", "y", "width", "height"].map(|name| numbers(&part, "rect", name))
        });
        let count = all[0].len();
        for c in 0..cells[0].len() {
            let within = |b: usize, at: usize, long: usize| {
                all[at][b] <= cells[at][c] && cells[at][c] + cells[long][c] <= all[at][b] + all[long][b]
            };
            let around = (0..count).filter(|&b| within(b, 0, 2) && within(b, 1, 3)).count();
            assert_eq!(around, 1, "{game}: cell {c}");
        }
        assert!(count > 1, "{game}");
        let apart = |a: usize, b: usize, at: usize, long: usize| {
            all[at][a] + all[long][a] < all[at][b] || all[at][b] + all[long][b] < all[at][a]
        };
        for a in 0..count {
            for b in 0..a {
                assert!(apart(a, b, 0, 2) || apart(a, b, 1, 3), "{game}: boxes {a} and {b}");
            }
        }
        let wide: f64 = svg.split(" width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert!(wide <= 1600.0, "{game} is {wide} wide");
    }
}

#[test]
fn walls_of_a_thermograph_lean_by_half_a_right_angle() {
    for game in ["<7|<1/2|-9>>", "<<4|2>|<-1|-3>>", "<2|0>", "<100|99+1/8>", "<1000|<10|-1000>>", "5"] {
        let svg = lines(&format!("print(svg(thermograph({game})))"));
        for line in svg.lines().filter(|line| line.starts_with("<path d=") && line.contains("stroke-width=\"2.5\"")) {
            let steps = line.split('"').nth(1).unwrap();
            let points: Vec<(f64, f64)> = steps
                .split(['M', 'L'])
                .filter_map(|point| point.split_once(','))
                .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
                .collect();
            for pair in points.windows(2) {
                let (across, up) = ((pair[0].0 - pair[1].0).abs(), (pair[0].1 - pair[1].1).abs());
                assert!(across < 0.03 || (across - up).abs() < 0.03, "{game}: {pair:?}");
            }
        }
    }
}

/// What people at a terminal so wide see of the values of a program.
fn seen(text: &str, width: usize) -> Vec<String> {
    let mut session = Session::new(Settings::default());
    session.show_boards();
    session.set_width(Some(width));
    let (outputs, errors) = crate::submit::outputs(&mut session, text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    outputs
        .into_iter()
        .map(|output| match output {
            Output::Value(shown) => {
                let plain = show::value(&shown);
                let Some(seen) = shown.instead else { return plain };
                // Colours change nothing but colours.
                let mut pieces = seen.coloured.split("\x1b[");
                let first = pieces.next().unwrap().to_owned();
                let bare: String = pieces.map(|piece| piece.split_once('m').unwrap().1).collect();
                assert_eq!(first + &bare, seen.plain, "{text}");
                seen.plain
            }
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn moves_are_seen_as_boards_side_by_side() {
    let board = "Clobber(grid(\"xo.|.xo\"))";
    let all = "\
Left
  a1-b1     b2-c2     b2-b1
    a b c     a b c     a b c
  1 . x .   1 x o .   1 x x .
  2 . x o   2 . . x   2 . . o

Right
  b1-a1     c2-b2     b1-b2
    a b c     a b c     a b c
  1 o . .   1 x o .   1 x . .
  2 . x o   2 . o .   2 . o o";
    assert_eq!(seen(&format!("moves({board})"), 80), [all]);
    let narrow = "\
Left
  a1-b1     b2-b1
    a b c     a b c
  1 . x .   1 x x .
  2 . x o   2 . . o";
    assert_eq!(seen(&format!("winning_moves({board}, Left)"), 20), [narrow]);
    let one = "Left\n  a1-b1\n    a b c\n  1 . x .\n  2 . x o";
    assert_eq!(seen(&format!("best_move({board}, Left)"), 80), [one]);
    // In an impartial game nobody is named; strips and graphs have their own pictures, heaps say enough in a line.
    let cram = "  a1-a2\n    a\n  1 #\n  2 #";
    assert_eq!(seen("moves(Cram(grid(2, 1)))", 80), [cram]);
    assert_eq!(seen("moves(ToadsAndFrogs(\"T.F\"), Left)", 80), ["Left\n  a1-b1\n  a b c\n  . T F"]);
    let path = "  1        2        3        4\n  3 -- 4   4        1        1 -- 2";
    assert_eq!(seen("moves(NodeKayles(path_graph(4)))", 80), [path]);
    assert_eq!(seen("moves(Nim(1) + Nim(2))", 80), ["[1 -> 0, 2 -> 1, 2 -> 0]"]);
    // Components of a sum stand side by side.
    let sum = "\
Left
  a1-b1           a1-a2
    a b     a       a     a b
  1 . x + 1 .     1 # + 1 x o
  2 . .   2 .     2 #   2 . .";
    let told = seen("moves(Clobber(grid(\"xo|..\")) + Domineering(grid(2, 1)), Left)", 80);
    assert_eq!(told[0].split_whitespace().collect::<Vec<_>>(), sum.split_whitespace().collect::<Vec<_>>());
    // Long lists end somewhere.
    let many = seen("moves(Cram(grid(8, 8)))", 80).concat();
    assert!(many.lines().count() < 80 && many.contains(" more. All of them, in a line: print(_)"), "{many}");
}

#[test]
fn trees_and_explanations_are_seen_with_boards() {
    let tree = "\
. .  = +-1
. .
├─ L # .  = 1!
│    # .
│  └─ L # #  [= 0]!
│       # #
├─ L . #  = 1!
│    . #
│  └─ L # #  [= 0]!
│       # #
├─ R # #  = -1!
│    . .
│  └─ R # #  [= 0]!
│       # #
└─ R . .  = -1!
     # #
   └─ R # #  [= 0]!
        # #";
    assert_eq!(seen("tree(Domineering(grid(2, 2)))", 80), [tree]);
    let short = ". .\n. .\n├─ L # .!\n";
    assert!(seen("tree(Domineering(grid(2, 2)), values = false)", 80)[0].starts_with(short));
    // Strips and large trees stay as short as they are.
    assert_eq!(seen("tree(Clobber(\"xo\"))", 80), [lines("tree(Clobber(\"xo\"))")]);
    assert!(!seen("tree(Domineering(grid(4, 4)))", 80)[0].contains(". . . ."));
    let explained = "  a b
1 . .
2 . .
Domineering(\"..|..\")
  Left: a1-a2 = 1
  Left: b1-b2 = 1
  Right: a1-b1 = -1
  Right: a2-b2 = -1
  No option is dominated or reversible: this is the canonical form: +-1.";
    assert_eq!(seen("explain(Domineering(grid(2, 2)))", 80), [explained]);
    // Scripts say what they always say.
    assert!(lines("explain(Domineering(grid(2, 2)))").contains("Left: Domineering(\"..|..\") -> "));
    assert!(lines("moves(Domineering(grid(2, 2)))").starts_with("[Left: Domineering(\"..|..\") -> "));
}

#[test]
fn notebooks_show_moves_as_drawings() {
    let mut session = Session::new(Settings::default());
    session.show_pictures();
    let (outputs, _) = crate::submit::outputs(&mut session, "moves(Clobber(grid(\"xo|..\")))\nmoves(Nim(2))");
    let pictures: Vec<Option<String>> = outputs
        .into_iter()
        .map(|output| match output {
            Output::Value(shown) => shown.picture,
            other => panic!("{other:?}"),
        })
        .collect();
    let svg = pictures[0].as_ref().unwrap();
    assert!(pictures[1].is_none() && svg.contains(">a1-b1<") && svg.contains(">b1-a1<") && svg.contains(">Left<"));
    assert_eq!(svg.matches("stroke-linecap").count(), 2);
    roxmltree::Document::parse(svg).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Boards of at most 64 cells have a way of their own; beside walls that make them larger they fall apart in the same way.
    #[test]
    fn small_boards_fall_apart_as_large_ones(
        rows in 1usize..9,
        columns in 1usize..9,
        cells in vec(prop::sample::select(vec!['.', '.', 'x', '#']), 64),
        diagonal: bool,
        smallest in 1usize..4,
    ) {
        let row = |r: usize, wall: &str| cells[r * columns..][..columns].iter().collect::<String>() + wall;
        let board = |wall: &str| (0..rows).map(|r| row(r, wall)).collect::<Vec<_>>().join("|");
        let (small, large) = (board(""), board(&"#".repeat(64)));
        let regions = |board: &str| {
            format!("regions(grid(\"{board}\"), \".x\", diagonal = {diagonal}, smallest = {smallest})")
        };
        prop_assert_eq!(lines(&regions(&small)), lines(&regions(&large)));
    }

    /// The least image, and a quarter turn, by their definitions.
    #[test]
    fn images_are_what_they_are_called(
        rows in 1usize..6,
        columns in 1usize..6,
        cells in vec(prop::sample::select(vec!['.', 'x']), 25),
        turns: bool,
    ) {
        let row = |r: usize| cells[r * columns..][..columns].iter().collect::<String>();
        let board = format!("grid(\"{}\")", (0..rows).map(row).collect::<Vec<_>>().join("|"));
        let least = format!("all(least({board}, turns = {turns}) <= b for b in reflections({board}, turns = {turns}))");
        prop_assert_eq!(lines(&least), "true");
        let among = format!("least({board}, turns = {turns}) in reflections({board}, turns = {turns})");
        prop_assert_eq!(lines(&among), "true");
        prop_assert_eq!(lines(&format!("rotate({board}) == mirror(transpose({board}))")), "true");
    }
}

/// Regions by a walk from cell to cell, each as text.
fn regions_walked(cells: &[Vec<u8>], kept: &[u8], outside: u8, diagonal: bool, smallest: usize) -> Vec<String> {
    let (rows, columns) = (cells.len(), cells[0].len());
    let mut seen = vec![vec![false; columns]; rows];
    let mut found = Vec::new();
    for start in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            let (r, c) = region[next];
            if seen[r][c] || !kept.contains(&cells[r][c]) {
                region.swap_remove(next);
                continue;
            }
            seen[r][c] = true;
            next += 1;
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                let (down, right) = (r.abs_diff(i), c.abs_diff(j));
                if down + right == 1 || (diagonal && down == 1 && right == 1) {
                    region.push((i, j));
                }
            }
        }
        if region.is_empty() || region.len() < smallest {
            continue;
        }
        let ends = |side: fn(&(usize, usize)) -> usize| {
            (region.iter().map(side).min().unwrap_or(0), region.iter().map(side).max().unwrap_or(0))
        };
        let ((top, bottom), (left, right)) = (ends(|cell| cell.0), ends(|cell| cell.1));
        let cell = |r: usize, c: usize| char::from(if region.contains(&(r, c)) { cells[r][c] } else { outside });
        let lines = (top..=bottom).map(|r| (left..=right).map(|c| cell(r, c)).collect::<String>());
        found.push(lines.collect::<Vec<_>>().join("|"));
    }
    found
}

/// Groups of stones without a free cell beside them: each stone's group by bare definition, looked at on its own.
fn captured_by_groups(cells: &[Vec<u8>], stones: &[u8], free: &[u8]) -> Vec<usize> {
    let (rows, columns) = (cells.len(), cells[0].len());
    let all = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let beside = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let captured = all().filter(|&(r, c)| {
        let mut group = vec![(r, c)];
        while let Some(more) = all().find(|&cell| {
            cells[cell.0][cell.1] == cells[r][c] && !group.contains(&cell) && group.iter().any(|own| beside(*own, cell))
        }) {
            group.push(more);
        }
        let breathes =
            all().any(|cell| free.contains(&cells[cell.0][cell.1]) && group.iter().any(|own| beside(*own, cell)));
        stones.contains(&cells[r][c]) && !breathes
    });
    captured.map(|(r, c)| r * columns + c).collect()
}

fn boards(most: usize) -> impl Strategy<Value = Vec<Vec<u8>>> {
    let rows = (1..=most, 1..=most);
    rows.prop_flat_map(|(rows, columns)| vec(vec(prop::sample::select(b"..#xo".to_vec()), columns), rows))
}

fn grid_of(cells: &[Vec<u8>]) -> Grid {
    let lines: Vec<_> = cells.iter().map(|line| String::from_utf8_lossy(line)).collect();
    Grid::parse(&lines.join("|")).expect("rows of one length")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The same, with free cells that may be stones as well.
    #[test]
    fn groups_without_a_free_cell_are_found(
        cells in boards(9),
        stones in prop::sample::select(vec!["xo", "x", "", "xo.#", "z"]),
        free in prop::sample::select(vec![".", ".#", "", "x", "o."]),
    ) {
        let grid = grid_of(&cells);
        let found = grid.captured(Symbols::of(stones), Symbols::of(free));
        prop_assert_eq!(&found[..], captured_by_groups(&cells, stones.as_bytes(), free.as_bytes()));
        prop_assert_eq!(grid.all_breathe(Symbols::of(stones), Symbols::of(free)), found.is_empty());
    }

    /// Boards of a machine word and larger ones.
    #[test]
    fn regions_and_patterns_are_found(
        cells in boards(9),
        pattern in boards(2),
        kept in prop::sample::select(vec![".", "xo", ".#", "z", "#xo."]),
        outside in prop::sample::select(vec![b'#', b'.', b'z']),
        diagonal in any::<bool>(),
        smallest in 0usize..4,
    ) {
        let (grid, handle) = (grid_of(&cells), Handle::default());
        let mut found = Vec::new();
        let out = |region: Option<Grid>| {
            found.push(region.map_or_else(|| grid.text("|"), |region| region.text("|")));
            Ok::<(), Stop>(())
        };
        let wanted = Regions { kept: Symbols::of(kept), outside, diagonal, smallest };
        grid.regions(&wanted, &handle, out).expect("no bound");
        prop_assert_eq!(found, regions_walked(&cells, kept.as_bytes(), outside, diagonal, smallest));

        let (height, width) = (pattern.len(), pattern[0].len());
        let by: Vec<Vec<u8>> = pattern.iter().map(|line| vec![b'@'; line.len()]).collect();
        let mut expected = Vec::new();
        for r in 0..(cells.len() + 1).saturating_sub(height) {
            for c in 0..(cells[0].len() + 1).saturating_sub(width) {
                if (0..height).all(|i| cells[r + i][c..c + width] == pattern[i][..]) {
                    let mut board = cells.clone();
                    (0..height).for_each(|i| board[r + i][c..c + width].copy_from_slice(&by[i]));
                    expected.push(grid_of(&board).text("|"));
                }
            }
        }
        let mut changed = Vec::new();
        let out = |board: Grid| {
            changed.push(board.text("|"));
            Ok::<(), Stop>(())
        };
        grid.replacements(&grid_of(&pattern), &grid_of(&by), &handle, out).expect("no bound");
        prop_assert_eq!(changed, expected);

        // The least image is the least of all of them that have as few rows.
        for turns in [false, true] {
            let least = grid.least(turns).map_or_else(|| grid.text("|"), |least| least.text("|"));
            let images = printed_images(&cells, turns);
            let rows = images.iter().map(|image| image.matches('|').count()).min();
            let expected = images.into_iter().filter(|image| Some(image.matches('|').count()) == rows).min();
            prop_assert_eq!(Some(least), expected);
        }
    }
}

/// The images of a board under mirrors and half turn, with `turns` under quarter turns, too.
fn printed_images(cells: &[Vec<u8>], turns: bool) -> Vec<String> {
    let mirror =
        |board: &[Vec<u8>]| -> Vec<Vec<u8>> { board.iter().map(|line| line.iter().rev().copied().collect()).collect() };
    let flip = |board: &[Vec<u8>]| -> Vec<Vec<u8>> { board.iter().rev().cloned().collect() };
    let transposed: Vec<Vec<u8>> = (0..cells[0].len()).map(|c| cells.iter().map(|line| line[c]).collect()).collect();
    let mut images = Vec::new();
    for board in [cells.to_vec(), transposed].into_iter().take(if turns { 2 } else { 1 }) {
        for image in [board.clone(), mirror(&board), flip(&board), flip(&mirror(&board))] {
            images.push(grid_of(&image).text("|"));
        }
    }
    images
}
