//! Graphs whose edges are played.

use super::counted::Counted;
use super::{Cells, cyclic, impartial, partizan, texts};
use crate::lab::Lab;
use sprague::posets::RandomBits;

type Edges = Vec<(usize, usize)>;

/// All graphs that have some of these edges.
fn some_of(edges: &[(usize, usize)]) -> Vec<Edges> {
    let chosen = |set: usize| (0..edges.len()).filter(|i| set >> i & 1 == 1).map(|i| edges[i]).collect();
    (0..1usize << edges.len()).map(chosen).collect()
}

#[test]
fn edge_geography() {
    let _counted = Counted::of("edge_geography");
    let complete: Edges = (1..=4).flat_map(|a| (a + 1..=4).map(move |b| (a, b))).collect();
    let arcs: Edges = (1..=3).flat_map(|a| (1..=3).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
    for (edges, count, directed) in [(complete, 4, false), (arcs, 3, true)] {
        let positions = some_of(&edges).into_iter().flat_map(|e| (1..=count).map(move |token| (e.clone(), token)));
        let all: Vec<usize> = (1..=count).collect();
        impartial(
            positions,
            |(e, token)| format!("EdgeGeography(graph_of({e:?}, {all:?}, directed = {directed}), {token})"),
            |(e, token)| {
                let mut after = Vec::new();
                for (i, &(a, b)) in e.iter().enumerate() {
                    for (from, to) in [(a, b), (b, a)].into_iter().take(if directed { 1 } else { 2 }) {
                        if from == *token {
                            let mut rest = e.clone();
                            rest.remove(i);
                            after.push((rest, to));
                        }
                    }
                }
                after
            },
        );
    }
}

/// Random graphs in which edges of both kinds run beside each other, turn back and go round.
#[test]
fn edge_geography_of_mixed_graphs() {
    let _counted = Counted::of("edge_geography_of_mixed_graphs");
    let mut random = RandomBits::new(7);
    let mut below = |n: u64| usize::try_from(random.below(n)).expect("a small number");
    let positions: Vec<(Vec<(usize, usize, bool)>, usize)> = (0..300)
        .map(|_| {
            let count = 1 + below(7);
            let edges = (0..count).map(|_| (1 + below(3), 1 + below(3), below(2) == 0)).collect();
            (edges, 1 + below(3))
        })
        .collect();
    impartial(
        positions,
        |(edges, token)| {
            let edge =
                |(a, b, directed): &(usize, usize, bool)| format!("{a} {} {b}", if *directed { "->" } else { "--" });
            let edges: Vec<String> = edges.iter().map(edge).collect();
            format!("EdgeGeography(graph {{1, 2, 3, {}}}, {token})", edges.join(", "))
        },
        |(edges, token)| {
            let mut after = Vec::new();
            for (i, &(a, b, directed)) in edges.iter().enumerate() {
                let mut rest = edges.clone();
                rest.remove(i);
                if a == *token {
                    after.push((rest.clone(), b));
                }
                if b == *token && !directed {
                    after.push((rest, a));
                }
            }
            after
        },
    );
}

#[test]
fn arc_kayles() {
    let _counted = Counted::of("arc_kayles");
    let complete: Edges = (1..=5).flat_map(|a| (a + 1..=5).map(move |b| (a, b))).collect();
    impartial(
        some_of(&complete).into_iter().step_by(3),
        |e| format!("ArcKayles(graph_of({e:?}, [1]))"),
        |e| {
            let far = |(a, b): (usize, usize)| {
                e.iter().copied().filter(move |&(c, d)| ![a, b].contains(&c) && ![a, b].contains(&d))
            };
            e.iter().map(|&edge| far(edge).collect()).collect()
        },
    );
}

/// All trees on five vertices in which each vertex hangs on an earlier one, in all directions.
#[test]
fn timber() {
    let _counted = Counted::of("timber");
    let mut trees: Vec<Edges> = vec![Vec::new()];
    for v in 2..=5 {
        let more =
            |t: &Edges| (1..v).flat_map(|u| [(u, v), (v, u)]).map(|e| [&t[..], &[e]].concat()).collect::<Vec<_>>();
        trees = trees.iter().flat_map(more).collect();
    }
    let fell = |edges: &Edges, first: usize| {
        // The dominoes that are hit, one after the other: those at the vertices to which a fall has come.
        let (mut hit, mut fallen) = (vec![edges[first].1], vec![first]);
        while let Some(v) = hit.pop() {
            for (i, &(a, b)) in edges.iter().enumerate() {
                if !fallen.contains(&i) && (a == v || b == v) {
                    fallen.push(i);
                    hit.push(if a == v { b } else { a });
                }
            }
        }
        (0..edges.len()).filter(|i| !fallen.contains(i)).map(|i| edges[i]).collect::<Edges>()
    };
    let count = impartial(
        trees,
        |e| format!("Timber(graph_of({e:?}, directed = true))"),
        |e| (0..e.len()).map(|i| fell(e, i)).collect(),
    );
    assert_eq!(count, 384);
}

/// All colourings of a house with a chimney; 0 is the ground.
#[test]
fn childish_hackenbush() {
    let _counted = Counted::of("childish_hackenbush");
    const EDGES: [(usize, usize); 5] = [(0, 1), (1, 2), (2, 0), (2, 3), (1, 3)];
    let standing = |cells: &[u8]| {
        let mut held = [true, false, false, false];
        for _ in 0..4 {
            for (&(a, b), _) in EDGES.iter().zip(cells).filter(|(_, c)| **c != b'.') {
                let either = held[a] || held[b];
                (held[a], held[b]) = (either, either);
            }
        }
        EDGES.iter().zip(cells).map(|(&(a, _), &c)| if held[a] { c } else { b'.' }).collect::<Vec<_>>()
    };
    let hangs = |cells: &[u8]| standing(cells) == cells;
    let cut = |cells: &Vec<u8>, colour: u8| {
        let mut after = Vec::new();
        for i in (0..EDGES.len()).filter(|&i| cells[i] == colour || cells[i] == b'g') {
            let rest = super::with(cells, &[(i, b'.')]);
            if cells[i] == b'g' || hangs(&rest) {
                after.push(standing(&rest));
            }
        }
        after
    };
    let text = |cells: &Vec<u8>| {
        let name = |v: usize| if v == 0 { "\"ground\"".to_string() } else { v.to_string() };
        let drawn = EDGES.iter().zip(cells).filter(|(_, c)| **c != b'.');
        let edges: Vec<String> =
            drawn.map(|(&(a, b), &c)| format!("({}, {}, \"{}\")", name(a), name(b), c as char)).collect();
        format!("ChildishHackenbush([{}])", edges.join(", "))
    };
    partizan(texts(5, b"brg.").into_iter().filter(|c| hangs(c)).step_by(2), text, |c| (cut(c, b'b'), cut(c, b'r')));
}

/// Stalks with springs by their rules, and by the ordinal sums of their edges, where one spring is on top.
#[test]
fn hackenbush_springs() {
    let _counted = Counted::of("hackenbush_springs");
    let cut = |stalk: &Cells, own: &[u8]| {
        let cuts = (0..stalk.len()).filter(|&i| own.contains(&stalk[i]));
        cuts.map(|i| stalk[..i + usize::from(stalk[i].is_ascii_uppercase())].to_vec()).collect::<Vec<_>>()
    };
    let stalk = |s: &Cells| format!("HackenbushSprings(\"{}\")", String::from_utf8_lossy(s));
    let some = (1..=4).flat_map(|n| texts(n, b"brgBRG"));
    cyclic(some.step_by(3), stalk, |s| (cut(s, b"bBgG"), cut(s, b"rRgG")));
    let mut lab = Lab::new();
    lab.say("edge = {\"b\" => 1, \"r\" => -1, \"g\" => *, \"B\" => on, \"R\" => off}");
    lab.say("stacked(s) = if length(s) == 1 then edge[s] else edge[s[0]] : stacked(slice(s, 1))");
    lab.say("stalks = [a + b + c + d for a in [\"\", \"b\", \"r\", \"g\"] for b in [\"b\", \"r\", \"g\"] for c in [\"b\", \"r\", \"g\"] for d in [\"b\", \"r\", \"g\", \"B\", \"R\"]]");
    assert_eq!(lab.say("length(stalks)"), "180");
    assert_eq!(lab.say("[s for s in stalks if canonical(HackenbushSprings(s)) != stacked(s)]"), "[]");
}
