//! Forests and closed forms of Chomp against the definitions.

use sprague_limits::{Handle, Limits, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::{Bits, Poset, PosetError, RandomBits, ideals, linear_extensions};

/// A forest, upside down or not, on at most 11 elements, with its elements in any order.
fn random_forest(random: &mut RandomBits, h: &Handle) -> Result<Poset, PosetError> {
    let n = random.below(12) as usize;
    let mut names: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        names.swap(i, random.below(i as u64 + 1) as usize);
    }
    let roots = random.below(4);
    let mut pairs = Vec::new();
    for y in 1..n as u64 {
        let x = random.below(y + roots);
        if x < y {
            pairs.push((names[x as usize], names[y as usize]));
        }
    }
    let forest = Poset::from_relations(n, &pairs, h)?;
    if random.below(2) == 0 { Ok(forest) } else { Ok(forest.dual(h)?) }
}

/// The downsets as masks, by the definition.
fn downsets(poset: &Poset) -> Vec<u32> {
    let n = poset.len();
    let is_closed =
        |set: u32| (0..n).all(|y| set >> y & 1 == 0 || (0..n).all(|x| !poset.less(x, y) || set >> x & 1 == 1));
    (0..1 << n).filter(|&set| is_closed(set)).collect()
}

fn position(n: usize, set: u32) -> Bits {
    Bits::of(n, (0..n).filter(|&x| set >> x & 1 == 1))
}

#[test]
fn forests_by_the_definitions() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(77));
    for _ in 0..300 {
        let poset = random_forest(&mut random, &h)?;
        let n = poset.len();
        let all = downsets(&poset);
        // Orders of each downset, and the values of Chomp with every element to be taken.
        let (mut orders, mut values) = (vec![0u64; 1 << n], vec![0u32; 1 << n]);
        let mut game = Chomp::taking_all(poset.clone(), &h)?;
        let large = poset.by_covers(&h)?;
        let mut other = Chomp::taking_all(large.clone(), &h)?;
        for &set in &all {
            let without = |x: usize| set & !(1 << x);
            orders[set as usize] = (0..n)
                .filter(|&x| set >> x & 1 == 1)
                .map(|x| orders[without(x) as usize])
                .sum::<u64>()
                .max(u64::from(set == 0));
            let left = |x: usize| (0..n).filter(|&y| poset.less(x, y)).fold(without(x), |left, y| left & !(1 << y));
            let reached: Vec<u32> = (0..n).filter(|&x| set >> x & 1 == 1).map(|x| values[left(x) as usize]).collect();
            values[set as usize] = (0..).find(|value| !reached.contains(value)).unwrap_or(0);
            let position = position(n, set);
            assert_eq!(game.nim_value(&position, &h)?, values[set as usize], "{poset:?} {set:b}");
            if n > 0 && all.len() < 100 {
                assert_eq!(other.nim_value(&position, &h)?, values[set as usize]);
            }
        }
        for poset in [&poset, &large] {
            assert_eq!(ideals(poset, &h)?, all.len().into());
            assert_eq!(linear_extensions(poset, &h)?, orders[(1 << n) - 1].into());
        }
    }
    Ok(())
}

#[test]
fn closed_forms_of_chomp_lead_to_lost_positions() -> Result<(), PosetError> {
    let h = Handle::default();
    let (mut won, mut lost) = (0, 0);
    for (a, b) in [(2, 1), (2, 2), (3, 2), (2, 5), (3, 3), (3, 4), (4, 4)] {
        let board = Poset::chain(a, &h)?.product(&Poset::chain(b, &h)?, &h)?;
        for &set in &downsets(&board) {
            let whole = position(a * b, set);
            let elements: Vec<usize> = whole.iter().collect();
            let diagram = board.induced(&elements, &h)?;
            let mut game = Chomp::new(diagram, &h)?;
            for &left in &downsets(&board.induced(&elements, &h)?) {
                let left = position(elements.len(), left);
                let value = game.nim_value(&left, &h)?;
                match game.closed_win(&left, &h)? {
                    Some(Some(x)) => {
                        won += 1;
                        assert!(game.moves(&left).contains(x));
                        let after = game.after(&left, x);
                        assert_eq!(game.nim_value(&after, &h)?, 0);
                    }
                    Some(None) => {
                        lost += 1;
                        assert_eq!(value, 0);
                    }
                    None => {}
                }
            }
        }
    }
    assert!(won > 1000 && lost > 300, "{won} {lost}");
    for n in 1..=7 {
        for empty in [true, false] {
            let (graph, _) = Poset::subsets(n, 2, &h)?;
            let graph = graph.induced(&(usize::from(!empty)..graph.len()).collect::<Vec<_>>(), &h)?;
            let mut game = Chomp::new(graph, &h)?;
            let start = game.start();
            let win = game.closed_win(&start, &h)?;
            // The whole has a closed form too, but not what is left after a move.
            let mut values = Vec::new();
            for x in game.moves(&start).iter() {
                let after = game.after(&start, x);
                values.push((x, game.nim_value(&after, &h)?));
            }
            let wins: Vec<usize> = values.iter().filter(|(_, value)| *value == 0).map(|(x, _)| *x).collect();
            match win {
                Some(win) => {
                    assert_eq!((win.is_some(), win.is_none_or(|x| wins.contains(&x))), (!wins.is_empty(), true))
                }
                // Chains are no graphs.
                None => assert!(n < 2, "{n} {empty}"),
            }
        }
    }
    Ok(())
}

#[test]
fn values_of_diagrams_without_hope_are_refused() -> Result<(), PosetError> {
    let h = Handle::default();
    let choose = |n: usize, k: usize| (1..=k).map(|i| (n - k + i) as f64 / i as f64).product::<f64>();
    let refused = |game: &mut Chomp, position: &Bits, count: f64| match game.nim_value(position, &h) {
        Err(Stop::TooLarge(why)) => {
            let shown = format!("{count:.1e}").replace('e', " * 10^");
            assert!(why.contains(&format!("about {shown} positions")), "{why} {count}");
        }
        other => panic!("{other:?}"),
    };
    let board = Poset::chain(40, &h)?.product(&Poset::chain(45, &h)?, &h)?;
    let mut game = Chomp::new(board, &h)?;
    let start = game.start();
    refused(&mut game, &start, choose(85, 40));
    // Twenty rows of 45 cells and twenty of 25, by the length of the last of the longer ones.
    let bitten = game.after(&start, 20 * 45 + 25);
    let upper = |last: usize| choose(45 - last + 19, 19);
    refused(&mut game, &bitten, (0..=45).map(|last| upper(last) * choose(20 + last.min(25), 20)).sum());
    // Within a staircase there are as many as Catalan's numbers say.
    let cells: Vec<(usize, usize)> = (0..40).flat_map(|i| (0..40 - i).map(move |j| (i, j))).collect();
    let at = |cell| cells.iter().position(|&other| other == cell);
    let covers = |&(i, j): &(usize, usize)| [(i + 1, j), (i, j + 1)].map(|cell| Some((at((i, j))?, at(cell)?)));
    let pairs: Vec<(usize, usize)> = cells.iter().flat_map(covers).flatten().collect();
    let mut game = Chomp::new(Poset::from_relations(cells.len(), &pairs, &h)?, &h)?;
    let start = game.start();
    refused(&mut game, &start, choose(82, 41) / 42.0);
    Ok(())
}

#[test]
fn diagrams_that_may_have_a_table_are_begun() -> Result<(), PosetError> {
    const MOST: u64 = 5_000_000;
    let h = Handle::default();
    let last = 3 * 114 - 1;
    let pairs =
        (0..last).flat_map(|x| [(x, x + 1), (x, x + 3)]).filter(|&(x, y)| y < last && (y == x + 3 || y % 3 > 0));
    let poset = Poset::from_relations(last, &pairs.collect::<Vec<_>>(), &h)?;
    // Some 260,000 positions; a recursion over sets of so many cells would ask for 230 MiB.
    let narrow = Handle::new(Limits { memory: Some(48 << 20), steps: Some(MOST), ..Limits::default() });
    let mut game = Chomp::new(poset, &narrow)?;
    let start = game.start();
    assert_eq!(game.nim_value(&start, &narrow), Err(Stop::Steps(MOST)));
    Ok(())
}
