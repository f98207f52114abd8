//! Chip-firing against definitions: boards as plain lists, fired one vertex after another, values by recursion.

use sprague_graphs::canonical::{Coloured, canonical_order};
use sprague_graphs::chips::{ChipBoard, Variant, complete};
use sprague_limits::Handle;
use std::collections::HashMap;

type Lists = Vec<Vec<u32>>;

/// Fires until nothing fires or a board comes again that was met before: then it never ends.
fn settle(lists: &Lists, mut chips: Vec<u32>) -> Option<Vec<u32>> {
    let mut seen = std::collections::HashSet::new();
    loop {
        let Some(v) = (0..chips.len()).find(|&v| chips[v] as usize >= lists[v].len()) else { return Some(chips) };
        if !seen.insert(chips.clone()) {
            return None;
        }
        chips[v] -= lists[v].len() as u32;
        for &w in &lists[v] {
            chips[w as usize] += 1;
        }
    }
}

fn wins(lists: &Lists, chips: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&value) = known.get(chips) {
        return value;
    }
    let mut value = false;
    for v in 0..chips.len() {
        let mut next = chips.to_vec();
        next[v] += 1;
        value |= settle(lists, next).is_none_or(|next| !wins(lists, &next, known));
    }
    known.insert(chips.to_vec(), value);
    value
}

fn score(lists: &Lists, chips: &[u32], maximises: bool, known: &mut HashMap<Vec<u32>, u32>) -> u32 {
    if let Some(&value) = known.get(chips) {
        return value;
    }
    let mut all = Vec::new();
    for v in 0..chips.len() {
        let mut next = chips.to_vec();
        next[v] += 1;
        all.push(match settle(lists, next) {
            None => chips.iter().sum::<u32>() + 1,
            Some(next) => score(lists, &next, !maximises, known),
        });
    }
    let value = if maximises { all.into_iter().max() } else { all.into_iter().min() }.unwrap();
    known.insert(chips.to_vec(), value);
    value
}

fn complete_lists(n: u32) -> Lists {
    (0..n).map(|v| (0..n).filter(|&w| w != v).collect()).collect()
}

/// The path on six vertices with a chord or two, a wheel, two components, and so on.
fn boards() -> Vec<Lists> {
    let of = |n: usize, edges: &[(u32, u32)]| {
        let mut lists = vec![Vec::new(); n];
        for &(a, b) in edges {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        lists
    };
    vec![
        complete_lists(3),
        complete_lists(4),
        of(2, &[(0, 1)]),
        of(4, &[(0, 1), (1, 2), (2, 3)]),
        of(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
        of(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]),
        of(5, &[(0, 1), (1, 2), (2, 3), (3, 0), (4, 0), (4, 1), (4, 2), (4, 3)]),
        of(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]),
        of(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 4)]),
        of(5, &[(0, 1), (2, 3), (3, 4), (4, 2)]),
        of(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]),
    ]
}

#[test]
fn small_boards_by_definition() {
    let handle = Handle::default();
    for lists in boards() {
        let board = ChipBoard::new(lists.clone(), &handle).unwrap();
        let (zero, none) = (vec![0u32; lists.len()], vec![0u8; lists.len()]);
        let won = board.solve(&none, Variant::LastPlayWins, true, &handle).unwrap();
        assert_eq!(won.value == 1, wins(&lists, &zero, &mut HashMap::new()), "{lists:?}");
        for maximises in [true, false] {
            let found = board.solve(&none, Variant::MaxMin, maximises, &handle).unwrap().value;
            assert_eq!(found, score(&lists, &zero, maximises, &mut HashMap::new()), "{lists:?} {maximises}");
        }
    }
}

#[test]
fn plays_by_definition() {
    let handle = Handle::default();
    for lists in boards() {
        let board = ChipBoard::new(lists.clone(), &handle).unwrap();
        let mut pending = vec![vec![0u32; lists.len()]];
        let mut seen = std::collections::HashSet::new();
        while let Some(chips) = pending.pop() {
            if !seen.insert(chips.clone()) || seen.len() > 300 {
                continue;
            }
            let bytes: Vec<u8> = chips.iter().map(|&c| c as u8).collect();
            let canonical = board.canonical(&bytes, &handle).unwrap();
            assert_eq!(board.canonical(&canonical, &handle).unwrap(), canonical);
            for v in 0..chips.len() {
                let mut next = chips.clone();
                next[v] += 1;
                let next = settle(&lists, next);
                let found = board.play(&bytes, v as u32, &handle).unwrap();
                let found = found.map(|chips| chips.iter().map(|&c| u32::from(c)).collect::<Vec<_>>());
                assert_eq!(found, next, "{lists:?} {chips:?} {v}");
                pending.extend(next);
            }
        }
    }
}

/// The note's table, and what the tables beyond it say; general boards agree where they reach.
#[test]
fn complete_graphs() {
    let handle = Handle::default();
    let expected = [1, 4, 8, 12, 18, 26, 34, 44, 54, 68];
    for (n, chips) in (2u32..).zip(expected) {
        let zero = vec![0u32; n as usize];
        let table = complete::solve(n, Variant::MaxMin, &handle).unwrap();
        assert_eq!(table.chips(&zero), Some(chips), "{n}");
        let won = complete::solve(n, Variant::LastPlayWins, &handle).unwrap();
        assert_eq!(won.wins(&zero), Some(true), "{n}");
        assert_eq!(table.chips(&vec![n; n as usize]), None);
        if n <= 6 {
            let board = ChipBoard::new(complete_lists(n), &handle).unwrap();
            let mut pending = vec![vec![0u8; n as usize]];
            let mut seen = std::collections::HashSet::new();
            while let Some(chips) = pending.pop() {
                if !seen.insert(chips.clone()) {
                    continue;
                }
                let wide: Vec<u32> = chips.iter().map(|&c| u32::from(c)).collect();
                let even = wide.iter().sum::<u32>() % 2 == 0;
                let general = board.solve(&chips, Variant::MaxMin, even, &handle).unwrap().value;
                assert_eq!(table.chips(&wide), Some(general), "{chips:?}");
                let general = board.solve(&chips, Variant::LastPlayWins, true, &handle).unwrap().value;
                assert_eq!(won.wins(&wide), Some(general == 1), "{chips:?}");
                pending.extend(
                    board.plays(&chips, &handle).unwrap().into_iter().filter_map(|(_, next)| next.map(|c| c.to_vec())),
                );
            }
        }
    }
    assert!(complete::solve(1, Variant::MaxMin, &handle).is_err());
    assert!(complete::solve(40, Variant::MaxMin, &handle).is_err());
}

/// Graphs in another order have the same canonical form; those that differ have not.
#[test]
fn canonical_forms_of_all_graphs_on_five_vertices() {
    let handle = Handle::default();
    let pairs: Vec<(u32, u32)> = (0..5u32).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
    let graph = |mask: u32, place: &[u32]| {
        let mut edges = vec![Vec::new(); 5];
        for (i, &(a, b)) in pairs.iter().enumerate() {
            if mask >> i & 1 == 1 {
                let (a, b) = (place[a as usize], place[b as usize]);
                edges[a as usize].push((b, 0));
                edges[b as usize].push((a, 0));
            }
        }
        edges.iter_mut().for_each(|row| row.sort_unstable());
        Coloured { colours: vec![0; 5], edges }
    };
    let form = |graph: &Coloured| {
        let order = canonical_order(graph, &handle).unwrap();
        let mut place = [0u32; 5];
        for (i, &v) in (0u32..).zip(&order) {
            place[v as usize] = i;
        }
        let rows = order.iter().map(|&v| {
            let mut row: Vec<u32> = graph.edges[v as usize].iter().map(|&(w, _)| place[w as usize]).collect();
            row.sort_unstable();
            row
        });
        rows.collect::<Vec<_>>()
    };
    let mut forms = std::collections::BTreeSet::new();
    for mask in 0..1024 {
        let first = form(&graph(mask, &[0, 1, 2, 3, 4]));
        for place in [[1, 0, 2, 3, 4], [4, 3, 2, 1, 0], [1, 2, 3, 4, 0], [2, 4, 1, 0, 3]] {
            assert_eq!(form(&graph(mask, &place)), first, "{mask}");
        }
        forms.insert(first);
    }
    // There are 34 graphs on five vertices (OEIS A000088).
    assert_eq!(forms.len(), 34);
}

/// The same with directed edges and loops, where vertices that can be swapped are told from others by both ends of their edges.
#[test]
fn canonical_forms_of_all_relations_on_three_points() {
    let handle = Handle::default();
    let form = |mask: u32, place: [u32; 3]| {
        let mut edges = vec![Vec::new(); 3];
        for (i, (a, b)) in (0..9).map(|i| (i, (place[i / 3], place[i % 3]))) {
            if mask >> i & 1 == 1 {
                edges[a as usize].push((b, 0));
                edges[b as usize].push((a, 1));
            }
        }
        edges.iter_mut().for_each(|row| row.sort_unstable());
        let order = canonical_order(&Coloured { colours: vec![0; 3], edges: edges.clone() }, &handle).unwrap();
        let at = |v: u32| order.iter().position(|&w| w == v).unwrap();
        let rows = order.iter().map(|&v| {
            let mut row: Vec<(usize, u32)> = edges[v as usize].iter().map(|&(w, kind)| (at(w), kind)).collect();
            row.sort_unstable();
            row
        });
        rows.collect::<Vec<_>>()
    };
    let mut forms = std::collections::BTreeSet::new();
    for mask in 0..512 {
        let first = form(mask, [0, 1, 2]);
        for place in [[1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            assert_eq!(form(mask, place), first, "{mask}");
        }
        forms.insert(first);
    }
    // OEIS A000595.
    assert_eq!(forms.len(), 104);
}

/// What can be swapped alone is tried once: stars and empty graphs of hundreds of vertices.
#[test]
fn canonical_forms_of_stars() {
    let handle = Handle::default();
    let n = 400u32;
    let empty = Coloured { colours: vec![0; n as usize], edges: vec![Vec::new(); n as usize] };
    assert_eq!(canonical_order(&empty, &handle).unwrap().len(), n as usize);
    let star = |middle: u32| {
        let row =
            |v: u32| if v == middle { (0..n).filter(|&w| w != v).map(|w| (w, 0)).collect() } else { vec![(middle, 0)] };
        Coloured { colours: vec![0; n as usize], edges: (0..n).map(row).collect() }
    };
    let place = |middle: u32| canonical_order(&star(middle), &handle).unwrap().iter().position(|&v| v == middle);
    assert_eq!(place(0), place(123));
}

/// Regular graphs, where colours alone tell nothing, within reasonable time.
#[test]
fn canonical_forms_of_regular_graphs() {
    let handle = Handle::default();
    for n in [2u32, 5, 12, 20, 40] {
        let all = Coloured {
            colours: vec![0; n as usize],
            edges: (0..n).map(|v| (0..n).filter(|&w| w != v).map(|w| (w, 0)).collect()).collect(),
        };
        assert_eq!(canonical_order(&all, &handle).unwrap().len(), n as usize);
        let round = |step: u32| {
            let edges = (0..n).map(|v| {
                let mut row = vec![((v + step) % n, 0), ((v + n - step) % n, 0)];
                row.sort_unstable();
                row.dedup();
                row
            });
            Coloured { colours: vec![0; n as usize], edges: edges.collect() }
        };
        assert_eq!(canonical_order(&round(1), &handle).unwrap().len(), n as usize);
    }
}

/// All graphs on up to five vertices without lonely ones, up to four with every numbering.
fn small_graphs() -> Vec<Lists> {
    let mut all = Vec::new();
    for n in 2..=5usize {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
        let step = if n == 5 { 7 } else { 1 };
        for mask in (0..1u32 << pairs.len()).step_by(step) {
            let mut lists = vec![Vec::new(); n];
            for (_, &(a, b)) in pairs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                lists[a].push(b as u32);
                lists[b].push(a as u32);
            }
            if lists.iter().all(|list| !list.is_empty()) {
                all.push(lists);
            }
        }
    }
    all
}

/// The play that is said to be best is one on the board that was asked about, not on one that stands for it: lines can be
/// replayed, and each of their plays keeps the value.
#[test]
fn best_plays_can_be_replayed() {
    let handle = Handle::default();
    let (mut graphs, mut moved) = (0, 0);
    for lists in small_graphs() {
        let board = ChipBoard::new(lists.clone(), &handle).unwrap();
        graphs += 1;
        for first in [true, false] {
            let mut known = [HashMap::new(), HashMap::new()];
            let (mut chips, mut maximises) = (vec![0u32; lists.len()], first);
            let expected = score(&lists, &chips, maximises, &mut known[usize::from(maximises)]);
            for played in 1.. {
                let bytes: Vec<u8> = chips.iter().map(|&c| c as u8).collect();
                moved += u32::from(board.canonical(&bytes, &handle).unwrap()[..] != bytes[..]);
                let best = board.solve(&bytes, Variant::MaxMin, maximises, &handle).unwrap();
                assert_eq!(best.value, expected, "{lists:?} {chips:?}");
                chips[best.play as usize] += 1;
                maximises = !maximises;
                let Some(next) = settle(&lists, chips.clone()) else {
                    assert_eq!(played, expected, "{lists:?}");
                    break;
                };
                chips = next;
                let kept = score(&lists, &chips, maximises, &mut known[usize::from(maximises)]);
                assert_eq!(kept, expected, "{lists:?} {chips:?}");
            }
        }
    }
    assert!(graphs > 100 && moved > 100, "{graphs} {moved}");
}
