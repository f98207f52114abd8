//! Claims: right sets proved, a hundred wrong ones refuted at points that the recursion confirms, forged covers refused.

use crate::support::*;
use num_bigint::BigInt;
use sprague_lattices::budget::{Budgets, Failure, Meter};
use sprague_lattices::check;
use sprague_lattices::cover::{Cover, Landing, Refutation};
use sprague_lattices::game::{Game, Play};
use sprague_lattices::sets::Stratification;
use sprague_lattices::strategy::{Checked, Method, Origin, Strategy, claim, strategy};
use sprague_lattices::stratum::Stratum;
use sprague_limits::{Handle, Limits, Stop};

type Rows = Vec<(Vec<i64>, i64)>;

fn orthant(d: usize) -> Rows {
    (0..d).map(|i| ((0..d).map(|j| i64::from(i == j)).collect(), 0)).collect()
}

fn made(rows: &Rows, moves: &[Vec<i64>], play: &Play) -> Game {
    let board: Vec<_> = rows.iter().map(|(a, b)| inequality(a, *b)).collect();
    Game::new(rows[0].0.len(), &board, moves.to_vec(), play, &Handle::default()).unwrap().unwrap()
}

/// Games with slopes, in one to three dimensions, normal, misère and otherwise, and boards that are no orthant.
fn games() -> Vec<(Rows, Vec<Vec<i64>>, Play)> {
    let wedge = Play::Defeated(vec![vec![0, 0]]);
    vec![
        (orthant(1), vec![vec![1], vec![3], vec![4]], Play::Normal),
        (orthant(1), vec![vec![2], vec![3]], Play::Misere),
        (orthant(2), vec![vec![1, 0], vec![0, 2], vec![2, 3]], Play::Normal),
        (orthant(2), vec![vec![1, 0], vec![0, 2], vec![2, 3]], wedge),
        (orthant(2), vec![vec![1, 0], vec![-1, 1], vec![0, 1]], Play::Misere),
        (orthant(2), vec![vec![2, 0], vec![0, 3], vec![1, 1], vec![4, 1]], Play::Normal),
        (orthant(3), vec![vec![1, 0, 0], vec![-1, 1, 0], vec![0, 1, 0], vec![0, -1, 1], vec![0, 0, 1]], Play::Misere),
        (vec![(vec![1, 0], -3), (vec![0, 1], 2)], vec![vec![1, 0], vec![0, 2], vec![1, 1]], Play::Misere),
        (vec![(vec![0, 1], 0), (vec![1, -1], 0)], vec![vec![1, 0], vec![1, 1], vec![2, 1]], Play::Normal),
        (vec![(vec![0, 1], 0), (vec![2, -1], 0)], vec![vec![1, 0], vec![1, 2], vec![1, 1]], Play::Misere),
    ]
}

fn p_set(game: &Game) -> Stratification {
    let handle = Handle::default();
    let found = strategy(game, &Budgets::default(), &handle).unwrap().unwrap();
    let strata = found.strata(&Budgets::default(), &handle).unwrap().unwrap();
    Stratification::of_disjoint(game.dimension(), strata, &handle).unwrap()
}

fn proved(game: &Game, set: &Stratification) -> Strategy {
    claim(game, set, &Budgets::default(), &Handle::default()).unwrap().unwrap()
}

#[test]
fn right_sets_are_proved() {
    let handle = Handle::default();
    for (rows, moves, play) in games() {
        let game = made(&rows, &moves, &play);
        let set = p_set(&game);
        let s = proved(&game, &set);
        assert_eq!(s.method(), Method::Claim);
        let mut oracle = Oracle::new(rows.clone(), moves.clone(), &play);
        for x in cube(rows[0].0.len(), -4, if rows.len() == 3 { 8 } else { 16 }) {
            assert_eq!(s.contains(&big(&x)), oracle.is_p(&x), "{rows:?} {moves:?} {x:?}");
        }
        let back = Stratification::of_disjoint(
            game.dimension(),
            s.strata(&Budgets::default(), &handle).unwrap().unwrap(),
            &handle,
        );
        assert!(back.unwrap().equals(&set, Default::default(), &handle).unwrap(), "{rows:?}");
        let verdict = s.check(&Budgets::default(), &handle);
        assert!(matches!(verdict, Ok(Checked::Cover(_))), "{verdict:?}");
    }
    // A polyhedron with more sides than coordinates: strata are not found there, but a claim is decided.
    let rows = vec![(vec![1, 0], 0), (vec![0, 1], 0), (vec![1, 1], 3)];
    let game = made(&rows, &[vec![1, 0], vec![0, 1]], &Play::Normal);
    let strata = [[0, 3], [1, 2], [2, 1], [3, 0]].map(|b| Stratum::from_i64(&b, &[]).unwrap()).to_vec();
    let far = [[0, 5], [1, 4], [2, 3], [3, 2], [4, 1], [5, 0]].map(|b| Stratum::from_i64(&b, &[]).unwrap());
    let all: Vec<Stratum> = strata.into_iter().chain(far).collect();
    let set = Stratification::of_disjoint(2, all, &handle).unwrap();
    let wrong = claim(&game, &set, &Budgets::default(), &handle).unwrap().unwrap_err();
    assert!(matches!(wrong, Refutation::NoMove(x) if x.iter().sum::<BigInt>() == 7.into()));
    let odd = Stratum::from_i64(&[1, 0], &[vec![1, 1], vec![2, 0]]).unwrap();
    let other = Stratum::from_i64(&[0, 1], &[vec![1, 1], vec![0, 2]]).unwrap();
    let one = [[1, 0], [0, 1]].map(|b| Stratum::from_i64(&b, &[]).unwrap()).to_vec();
    let set = Stratification::of_disjoint(2, vec![odd, other], &handle).unwrap();
    let set =
        set.difference(&Stratification::of_disjoint(2, one, &handle).unwrap(), Default::default(), &handle).unwrap();
    let s = proved(&game, &set);
    let mut oracle = Oracle::new(rows.clone(), vec![vec![1, 0], vec![0, 1]], &Play::Normal);
    assert!(cube(2, -1, 12).iter().all(|x| s.contains(&big(x)) == oracle.is_p(x)));
    assert!(s.strata(&Budgets::default(), &handle).unwrap().is_some());
}

/// Where a cover would take long (over a minute here), the checker of strata decides.
#[test]
fn strata_are_proved_as_they_stand() {
    let handle = Handle::default();
    let rows = orthant(3);
    let moves = vec![vec![1, 0, 0], vec![3, -1, 2], vec![-1, 0, 2], vec![0, 1, 0]];
    let game = made(&rows, &moves, &Play::Normal);
    let set = p_set(&game);
    // A fraction of the usual work is enough for it.
    let budgets = Budgets { work: 20_000_000, ..Budgets::default() };
    let s = claim(&game, &set, &budgets, &handle).unwrap().unwrap();
    assert_eq!(s.method(), Method::Claim);
    assert!(matches!(s.form(), Origin::Strata(..)), "{:?}", s.form());
    assert!(matches!(s.check(&budgets, &handle), Ok(Checked::Strata(..))));
    let strata = s.strata(&budgets, &handle).unwrap().unwrap();
    let back = Stratification::of_disjoint(3, strata, &handle).unwrap();
    assert!(back.equals(&set, Default::default(), &handle).unwrap());
    let mut oracle = Oracle::new(rows.clone(), moves.clone(), &Play::Normal);
    assert!(cube(3, -1, 14).iter().all(|x| s.contains(&big(x)) == oracle.is_p(x)));
    let mut random = Random(77);
    for _ in 0..30 {
        let wrong = mutated(&set, &mut random);
        match claim(&game, &wrong, &budgets, &handle) {
            Ok(Err(Refutation::OffBoard(x))) => assert!(x.iter().any(|n| *n < 0.into())),
            Ok(Err(Refutation::Defeated(_))) => panic!("nothing is defeated"),
            Ok(Err(Refutation::NoMove(x))) => {
                let x: Vec<i64> = x.iter().map(|n| n.try_into().unwrap()).collect();
                assert!(oracle.is_p(&x) && !wrong.contains(&big(&x)), "{x:?}");
            }
            Ok(Err(Refutation::Move { from, to, .. })) => {
                let [x, y] = [from, to].map(|x| x.iter().map(|n| n.try_into().unwrap()).collect::<Vec<i64>>());
                assert!(oracle.is_p(&y) && wrong.contains(&big(&x)) && wrong.contains(&big(&y)), "{x:?} {y:?}");
            }
            Ok(Err(why @ Refutation::Seen { .. })) => seen(&game, &wrong, &why),
            Ok(Ok(_)) => panic!("a wrong set is proved: {wrong:?}"),
            Err(failure) => assert_eq!(failure, Failure::Budget),
        }
    }
    let budgets = Budgets { positions: 5_000, ..budgets };
    // Points far from the corner, where nobody knows who wins: what the checker sees is told, and no more.
    for x in [[30, 29, 26], [33, 3, 28]] {
        let point = Stratification::of_disjoint(3, vec![Stratum::from_i64(&x, &[]).unwrap()], &handle).unwrap();
        let with = set.union(&point, Default::default(), &handle).unwrap();
        let without = set.difference(&point, Default::default(), &handle).unwrap();
        let wrong = if set.contains(&big(&x)) { without } else { with };
        let why = claim(&game, &wrong, &budgets, &handle).unwrap().unwrap_err();
        seen(&game, &wrong, &why);
    }
}

/// A single point far away is seen where the set was changed, in steps that no window would do with.
#[test]
fn far_points_are_seen() {
    let (moves, handle) = (vec![vec![1, 0], vec![0, 2], vec![2, 3]], Handle::default());
    let game = made(&orthant(2), &moves, &Play::Normal);
    let set = p_set(&game);
    let point =
        |x: i64, y: i64| Stratification::of_disjoint(2, vec![Stratum::from_i64(&[x, y], &[]).unwrap()], &handle);
    let more = [10_i64.pow(5), 10_i64.pow(9)]
        .map(|x| set.union(&point(x, 3).unwrap(), Default::default(), &handle).expect("it is small"));
    let less = set.difference(&point(60_000, 100_000).unwrap(), Default::default(), &handle).expect("it is not large");
    assert!(less.strata().len() > 10_000);
    for wrong in [&more[0], &more[1], &less] {
        let few = Handle::new(Limits { steps: Some(40_000_000), ..Limits::default() });
        let why = claim(&game, wrong, &Budgets::default(), &few).unwrap().unwrap_err();
        seen(&game, wrong, &why);
    }
}

/// The set holds a point and one where a move leads, or neither a point nor any to which moves lead.
fn seen(game: &Game, wrong: &Stratification, why: &Refutation) {
    let (from, to) = match why {
        Refutation::Seen { from, to } => (from, to.as_ref().map(|(index, to)| (*index, to))),
        Refutation::Move { from, index, to } => (from, Some((*index, to))),
        Refutation::NoMove(from) => (from, None),
        other => panic!("{other:?}"),
    };
    match to {
        Some((index, to)) => {
            assert!(wrong.contains(from) && wrong.contains(to), "{why:?}");
            assert!(game.options(from).contains(&(index, to.clone())), "{why:?}");
        }
        None => {
            assert!(game.position(from).is_some() && !wrong.contains(from), "{why:?}");
            assert!(game.options(from).iter().all(|(_, y)| !wrong.contains(y)), "{why:?}");
        }
    }
}

/// Changes a set so that it is another: a stratum dropped, moved, thinned, or a point added or taken away.
fn mutated(set: &Stratification, random: &mut Random) -> Stratification {
    let handle = Handle::default();
    let d = set.dimension();
    loop {
        let mut strata = set.strata().to_vec();
        let k = random.below(strata.len() as u64) as usize;
        match random.below(5) {
            0 => drop(strata.remove(k)),
            1 => {
                let j = random.below(d as u64) as usize;
                strata[k].base[j] += random.between(-1, 2);
            }
            2 => {
                let n = strata[k].generators.len();
                if n > 0 {
                    let g = random.below(n as u64) as usize;
                    strata[k].generators[g].iter_mut().for_each(|n| *n *= 2);
                }
            }
            3 => {
                let point = (0..d).map(|_| random.between(-1, 9).into()).collect();
                strata.push(Stratum { base: point, generators: Vec::new() });
            }
            _ => {
                let n = strata[k].generators.len();
                if n > 0 {
                    strata[k].generators.remove(random.below(n as u64) as usize);
                }
            }
        }
        let other = Stratification::union_of(d, strata, Default::default(), &handle).unwrap();
        if !other.equals(set, Default::default(), &handle).unwrap() {
            return other;
        }
    }
}

#[test]
fn a_hundred_wrong_sets_are_refuted() {
    let handle = Handle::default();
    let mut random = Random(0x51de);
    let (mut kinds, mut at_points, mut other) = ([0; 4], 0, Random(17));
    for (rows, moves, play) in games() {
        let game = made(&rows, &moves, &play);
        let set = p_set(&game);
        let mut oracle = Oracle::new(rows.clone(), moves.clone(), &play);
        let low = |x: &[BigInt]| -> Vec<i64> { x.iter().map(|n| i64::try_from(n).unwrap()).collect() };
        for i in 0..18 {
            // Where the proof would be too large, single points refute; not all sets.
            let small = i >= 12;
            let wrong = mutated(&set, if small { &mut other } else { &mut random });
            let budgets = if small { Budgets { strata: 1, ..Budgets::default() } } else { Budgets::default() };
            let why = match claim(&game, &wrong, &budgets, &handle) {
                Err(Failure::Budget) if small => continue,
                decided => decided.unwrap().unwrap_err(),
            };
            at_points += usize::from(small);
            let what = format!("{rows:?} {moves:?} {play:?}: {why:?}");
            match &why {
                Refutation::OffBoard(x) => {
                    kinds[0] += 1;
                    assert!(wrong.contains(x) && !oracle.on_lattice(&low(x)), "{what}");
                }
                Refutation::Defeated(x) => {
                    kinds[1] += 1;
                    assert!(wrong.contains(x) && oracle.on_lattice(&low(x)) && !oracle.on_board(&low(x)), "{what}");
                }
                Refutation::Move { from, index, to } => {
                    kinds[2] += 1;
                    assert_eq!(minus(&low(from), &moves[*index]), low(to));
                    // Both are claimed; the first is none, since the second is one.
                    assert!(wrong.contains(from) && wrong.contains(to), "{what}");
                    assert!(!oracle.is_p(&low(from)) && oracle.is_p(&low(to)), "{what}");
                }
                Refutation::NoMove(x) => {
                    kinds[3] += 1;
                    assert!(!wrong.contains(x) && oracle.is_p(&low(x)), "{what}");
                    assert!(game.options(x).iter().all(|(_, y)| !wrong.contains(y)), "{what}");
                }
                Refutation::Seen { .. } => seen(&game, &wrong, &why),
            }
        }
    }
    assert!(kinds.iter().sum::<i32>() >= 100 && kinds.iter().all(|&n| n > 0), "{kinds:?}");
    assert!(at_points >= 20, "{at_points}");
}

#[test]
fn forged_covers_are_refused() {
    let handle = Handle::default();
    // All points of an orthant, and one in three.
    let sloped = games().into_iter().find(|(rows, ..)| rows.contains(&(vec![2, -1], 0))).unwrap();
    let straight = (orthant(2), vec![vec![1, 0], vec![0, 2], vec![2, 3]], Play::Defeated(vec![vec![0, 0]]));
    for (rows, moves, play) in [straight, sloped] {
        let count = moves.len();
        let game = made(&rows, &moves, &play);
        let s = proved(&game, &p_set(&game));
        let Origin::Cover(cover, _) = s.form() else { panic!() };
        let verdict = |c: &Cover| check::cover(&game, c, &Meter::new(&handle, u64::MAX));
        assert!(verdict(cover).is_ok());
        let mut forged = 0;
        let mut refused = |change: &dyn Fn(&mut Cover)| {
            let mut other = cover.clone();
            change(&mut other);
            if other != *cover {
                forged += 1;
                assert!(matches!(verdict(&other), Err(Failure::Position(_) | Failure::Shape)), "{other:?}");
            }
        };
        for k in 0..cover.set.len() {
            refused(&|c| drop(c.set.remove(k)));
            refused(&|c| c.set[k].base[0] += 1);
            refused(&|c| c.set.push(c.set[k].clone()));
            refused(&|c| drop(c.set[k].generators.pop()));
            refused(&|c| c.set[k].base[0] = i64::MIN.into());
            refused(&|c| c.set[k].generators.iter_mut().for_each(|g| g[1] = i64::MIN.into()));
        }
        for k in 0..cover.rest.len() {
            refused(&|c| drop(c.rest.remove(k)));
            refused(&|c| c.rest[k].index = (c.rest[k].index + 1) % count);
            refused(&|c| c.rest[k].index = 7);
            refused(&|c| c.rest[k].to = c.set.len());
            refused(&|c| c.rest[k].stratum.base[1] += 1);
            refused(&|c| c.rest[k].stratum.generators.iter_mut().flatten().for_each(|n| *n *= 2));
        }
        for g in 0..count {
            refused(&|c| drop(c.before.remove(g)));
            for k in 0..cover.before[g].len() {
                refused(&|c| drop(c.before[g].remove(k)));
                refused(&|c| c.before[g][k].1 = Landing::Defeated);
                refused(&|c| c.before[g][k].1 = Landing::Off(0));
                refused(&|c| c.before[g][k].1 = Landing::Off(9));
                refused(&|c| c.before[g][k].1 = Landing::Rest(c.rest.len()));
            }
        }
        assert!(forged > 100, "{forged}");
    }
}

#[test]
fn claims_stop_when_told() {
    let game = made(&orthant(2), &[vec![1, 0], vec![0, 2], vec![2, 3]], &Play::Normal);
    let set = p_set(&game);
    let hurried = Handle::new(Limits { steps: Some(100), ..Limits::default() });
    assert_eq!(claim(&game, &set, &Budgets::default(), &hurried).err(), Some(Failure::Stop(Stop::Steps(100))));
    let poor = Budgets { strata: 3, ..Budgets::default() };
    assert_eq!(claim(&game, &set, &poor, &Handle::default()).err(), Some(Failure::Budget));
    let line = Stratification::orthant(1);
    assert_eq!(claim(&game, &line, &Budgets::default(), &Handle::default()).err(), Some(Failure::Shape));
}
