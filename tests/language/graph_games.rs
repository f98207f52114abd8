//! Games on graphs against an independent, slow account of the same rules, on all small graphs.

use crate::games::counted::{Counted, met};
use crate::lab::Lab;
use crate::oracle::{Options, Oracle};
use std::collections::HashMap;

type Cells = Vec<u8>;

/// All pairs of so many vertices.
fn pairs(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
}

/// Graphs as lists of edges: all on up to four vertices, and some on five.
fn graphs() -> Vec<(usize, Vec<(usize, usize)>)> {
    let mut all = Vec::new();
    for n in 1..=4 {
        let pairs = pairs(n);
        for mask in 0..1u32 << pairs.len() {
            let edges = pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            all.push((n, edges.map(|(_, &edge)| edge).collect()));
        }
    }
    for edges in [
        vec![(0, 1), (1, 2), (2, 3), (3, 4)],
        vec![(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)],
        vec![(0, 1), (0, 2), (0, 3), (0, 4)],
        vec![(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)],
    ] {
        all.push((5, edges));
    }
    all
}

fn written(n: usize, edges: &[(usize, usize)], directed: bool) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
    let vertices: Vec<String> = (0..n).map(|v| v.to_string()).collect();
    format!("graph_of([{}], [{}], {directed})", edges.join(", "), vertices.join(", "))
}

fn beside(edges: &[(usize, usize)], v: usize) -> Vec<usize> {
    edges.iter().filter_map(|&(a, b)| if a == v { Some(b) } else { (b == v).then_some(a) }).collect()
}

fn with(cells: &Cells, changes: &[(usize, u8)]) -> Cells {
    let mut after = cells.clone();
    for &(i, symbol) in changes {
        after[i] = symbol;
    }
    after
}

/// Compares a rule set with the oracle on every graph, from the empty board.
fn agree(rules: &str, options: &dyn Fn(&[(usize, usize)], &Cells) -> (Vec<Cells>, Vec<Cells>)) {
    let (mut lab, oracle) = (Lab::new(), Oracle::default());
    for (n, edges) in graphs() {
        let game = format!("{rules}({})", written(n, &edges, false));
        let here: &Options<'_, Cells> = &|cells| options(&edges, cells);
        let expected = oracle.play(&vec![b'.'; n], here, &mut HashMap::new());
        let found = lab.tree(&game, &oracle);
        met(&game);
        assert!(oracle.equal(&expected, &found), "{game}");
    }
}

/// A vertex is painted by a player unless a neighbour has the colour that forbids it.
fn painted(edges: &[(usize, usize)], cells: &Cells, own: u8, forbidden: u8) -> Vec<Cells> {
    (0..cells.len())
        .filter(|&v| cells[v] == b'.' && beside(edges, v).into_iter().all(|w| cells[w] != forbidden))
        .map(|v| with(cells, &[(v, own)]))
        .collect()
}

#[test]
fn col() {
    let _counted = Counted::of("col");
    agree("Col", &|edges, cells| (painted(edges, cells, b'b', b'b'), painted(edges, cells, b'r', b'r')));
}

#[test]
fn snort() {
    let _counted = Counted::of("snort");
    agree("Snort", &|edges, cells| (painted(edges, cells, b'b', b'r'), painted(edges, cells, b'r', b'b')));
}

#[test]
fn node_kayles() {
    let _counted = Counted::of("node_kayles");
    agree("NodeKayles", &|edges, cells| {
        let free = (0..cells.len()).filter(|&v| cells[v] == b'.');
        let moves = free.map(|v| {
            let gone: Vec<(usize, u8)> = beside(edges, v).into_iter().chain([v]).map(|w| (w, b'#')).collect();
            with(cells, &gone)
        });
        let moves: Vec<Cells> = moves.collect();
        (moves.clone(), moves)
    });
}

/// The nim-value of Geography by the rules: which vertices are left, and where the token is.
fn geography_value(edges: &[(usize, usize)], directed: bool, left: u32, token: usize) -> u64 {
    let after = left & !(1 << token);
    let mut values = Vec::new();
    for w in 0..32 {
        let joined = edges.iter().any(|&(a, b)| (a, b) == (token, w) || !directed && (b, a) == (token, w));
        if joined && w != token && after >> w & 1 == 1 {
            values.push(geography_value(edges, directed, after, w));
        }
    }
    (0..).find(|n| !values.contains(n)).unwrap()
}

#[test]
fn geography() {
    let _counted = Counted::of("geography");
    let mut lab = Lab::new();
    for (n, edges) in graphs() {
        let expected: Vec<u64> = (0..n).map(|token| geography_value(&edges, false, (1 << n) - 1, token)).collect();
        let board = written(n, &edges, false);
        assert_eq!(lab.numbers(&format!("[grundy(Geography({board}, t)) for t in 0..{}]", n - 1)), expected, "{board}");
        expected.iter().for_each(|_| met("Geography"));
    }
    // With directions, also both ways and round.
    let arrows: Vec<(usize, usize)> =
        (0..3).flat_map(|a| (0..3).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
    for mask in 0..1u32 << arrows.len() {
        let chosen = arrows.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        let edges: Vec<(usize, usize)> = chosen.map(|(_, &arrow)| arrow).collect();
        let expected: Vec<u64> = (0..3).map(|token| geography_value(&edges, true, 7, token)).collect();
        let board = written(3, &edges, true);
        assert_eq!(lab.numbers(&format!("[grundy(Geography({board}, t)) for t in 0..2]")), expected, "{board}");
        expected.iter().for_each(|_| met("Geography"));
    }
}

/// Fraenkel, Scheinerman and Ullman (1993): undirected vertex geography is won by the first player exactly if every maximum
/// matching covers the vertex of the token.
#[test]
fn geography_and_matchings() {
    fn matching(n: usize, edges: &[(usize, usize)], without: Option<usize>) -> usize {
        let mut best = 0;
        for mask in 0..1u32 << edges.len() {
            let chosen: Vec<(usize, usize)> =
                edges.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &e)| e).collect();
            let degree = |v: usize| chosen.iter().filter(|&&(a, b)| a == v || b == v).count();
            if (0..n).all(|v| degree(v) <= usize::from(Some(v) != without)) {
                best = best.max(chosen.len());
            }
        }
        best
    }
    let mut lab = Lab::new();
    for (n, edges) in graphs() {
        let board = written(n, &edges, false);
        let whole = matching(n, &edges, None);
        let expected: Vec<&str> =
            (0..n).map(|t| if matching(n, &edges, Some(t)) < whole { "N" } else { "P" }).collect();
        let found = lab.say(&format!("[outcome(Geography({board}, t)) for t in 0..{}]", n - 1));
        assert_eq!(found, format!("[{}]", expected.join(", ")), "{board}");
    }
}

/// Hackenbush on graph values is Hackenbush on lists of edges, whatever the vertices are called.
#[test]
fn hackenbush_on_graphs() {
    const EDGES: [(&str, &str); 5] = [("ground", "a"), ("a", "b"), ("b", "ground"), ("b", "c"), ("a", "c")];
    let mut lab = Lab::new();
    for code in 0..3usize.pow(5) {
        let colours: Vec<&str> = (0..5).map(|i| ["blue", "red", "green"][code / 3usize.pow(i) % 3]).collect();
        let edges = EDGES.iter().zip(&colours);
        let list: Vec<String> = edges.clone().map(|((a, b), c)| format!("(\"{a}\", \"{b}\", \"{c}\")")).collect();
        let renamed = |v: &str| if v == "ground" { "ground".to_string() } else { format!("z{}", v.as_bytes()[0] ^ 3) };
        let drawn: Vec<String> =
            edges.map(|((a, b), c)| format!("{} -- {}: \"{c}\"", renamed(b), renamed(a))).collect();
        let question = format!("Hackenbush([{}]) == Hackenbush(graph {{{}}})", list.join(", "), drawn.join(", "));
        assert_eq!(lab.say(&question), "true", "{question}");
    }
    // What hangs in the air has fallen; an edge without a colour is green; two edges may join the same vertices.
    assert_eq!(lab.value("Hackenbush(graph {ground -- a: \"blue\", b -- c: \"red\"})"), "1");
    assert_eq!(lab.value("Hackenbush(graph {ground, b -- c: \"red\"})"), "0");
    // Where nothing is called so, the ground has another name.
    for picture in ["graph {b -- c: \"red\"}", "[(\"Ground\", \"a\", \"blue\")]", "path_graph(3)"] {
        let said = lab.try_say(&format!("Hackenbush({picture})")).unwrap_err();
        assert!(said.contains("stands on \"ground\""), "{picture}: {said}");
        let said = lab.try_say(&format!("ChildishHackenbush({picture})")).unwrap_err();
        assert!(said.contains("stands on \"ground\""), "{picture}: {said}");
    }
    for colour in ["black", "grey", "", "BLUE"] {
        let said = lab.try_say(&format!("Hackenbush([(\"ground\", \"a\", \"{colour}\")])")).unwrap_err();
        assert!(said.contains("\"blue\", \"red\" or \"green\""), "{said}");
    }
    assert_eq!(lab.value("Hackenbush(graph {ground -- a, a -- b, b -- ground, b -- c})"), "0");
    assert_eq!(lab.value("Hackenbush(graph {ground -- a: \"blue\", ground -- a: \"blue\", a -- b: \"red\"})"), "1");
    assert_eq!(lab.value("Hackenbush(graph {ground -- ground: \"red\"})"), "-1");
}

/// Fires until nothing fires; `None` if a board comes again, so that firing never ends.
fn fired(n: usize, edges: &[(usize, usize)], mut chips: Vec<u64>) -> Option<Vec<u64>> {
    let mut seen = std::collections::HashSet::new();
    while let Some(v) = (0..n).find(|&v| chips[v] >= beside(edges, v).len() as u64) {
        if !seen.insert(chips.clone()) {
            return None;
        }
        let around = beside(edges, v);
        chips[v] -= around.len() as u64;
        around.into_iter().for_each(|w| chips[w] += 1);
    }
    Some(chips)
}

/// Lines of best play in Chaos are plays on the board as it was written, and as long as the chip number says.
#[test]
fn chip_lines_replay() {
    let mut lab = Lab::new();
    for (n, edges) in graphs() {
        if (0..n).any(|v| beside(&edges, v).is_empty()) {
            continue;
        }
        let board = written(n, &edges, false);
        // One chip on the last vertex with several neighbours, or none at all.
        let more = (0..n).rev().find(|&v| beside(&edges, v).len() > 1);
        for (start, first) in [(None, "Left"), (None, "Right"), (more, "Left"), (more, "Right")] {
            let mut chips = vec![0; n];
            start.into_iter().for_each(|v| chips[v] = 1);
            let already: u64 = chips.iter().sum();
            let arguments = format!("{board}, {chips:?}, {first}");
            let line = lab.numbers(&format!("chip_line({arguments})"));
            let count = lab.numbers(&format!("[chip_number({arguments})]"))[0];
            assert_eq!(line.len() as u64 + already, count, "{arguments}");
            for (i, &v) in line.iter().enumerate() {
                chips[v as usize] += 1;
                let last = i + 1 == line.len();
                match fired(n, &edges, chips.clone()) {
                    Some(after) if !last => chips = after,
                    None if last => {}
                    other => panic!("{arguments}: {line:?} stops or goes on wrongly at {i}: {other:?}"),
                }
            }
        }
    }
}
