//! Partizan quotients against direct play, small orders, and claims that were changed.

use super::oracle::Dice;
use proptest::prelude::*;
use sprague_limits::Handle;
use sprague_misere::{
    Bounds, CheckError, Heaps, Monoid, Outcome, PartizanHeaps, PartizanQuotient, Player, check_partizan, of_heaps,
    of_partizan_heaps,
};
use std::collections::HashMap;

/// Direct play from the definition: whoever cannot move wins. Whether Left wins moving first, and whether Right does.
#[derive(Default)]
struct Play {
    known: HashMap<Vec<u32>, [bool; 2]>,
}

impl Play {
    fn first(&mut self, heaps: &PartizanHeaps, sum: &[u32]) -> [bool; 2] {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let wins = [Player::Left, Player::Right].map(|player| {
            let (mut moves, mut wins) = (false, false);
            for i in 0..sum.len() {
                for option in heaps.options(player, sum[i] as usize) {
                    moves = true;
                    let mut next = sum.clone();
                    next.swap_remove(i);
                    next.extend(option);
                    wins |= !self.first(heaps, &next)[usize::from(player == Player::Left)];
                }
            }
            wins || !moves
        });
        self.known.insert(sum, wins);
        wins
    }

    fn outcome(&mut self, heaps: &PartizanHeaps, sum: &[u32]) -> Outcome {
        match self.first(heaps, sum) {
            [true, true] => Outcome::N,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
            [false, false] => Outcome::P,
        }
    }
}

/// All sums of at most `most` positions.
fn agrees(q: &PartizanQuotient, heaps: &PartizanHeaps, most: usize) {
    let (mut play, mut all, mut start) = (Play::default(), vec![Vec::<u32>::new()], 0);
    for _ in 0..=most {
        let stop = all.len();
        for i in start..stop {
            let sum: Vec<(u64, u64)> = all[i].iter().map(|&n| (n.into(), 1)).collect();
            assert_eq!(q.outcome_of_sum(&sum), Some(play.outcome(heaps, &all[i])), "{:?}", all[i]);
            for n in all[i].last().copied().unwrap_or(0)..heaps.len() as u32 {
                let mut longer = all[i].clone();
                longer.push(n);
                all.push(longer);
            }
        }
        start = stop;
        if all[start..].first().is_some_and(|sum| sum.len() > most) {
            break;
        }
    }
}

/// Positions by the places of their options.
fn heaps(list: &[(&[usize], &[usize])]) -> PartizanHeaps {
    let mut heaps = PartizanHeaps::default();
    for (left, right) in list {
        let single = |options: &[usize]| options.iter().map(|&option| vec![option]).collect();
        heaps.push(single(left), single(right)).expect("earlier ones");
    }
    heaps
}

/// A quotient of each order up to 8 except 3, of which there is none (Allen; Rubinstein-Salzedo and Zhou).
fn of_small_orders() -> Vec<(usize, PartizanHeaps)> {
    let star: (&[usize], &[usize]) = (&[0], &[0]);
    let zero: (&[usize], &[usize]) = (&[], &[]);
    vec![
        (1, heaps(&[zero])),
        // 1
        (2, heaps(&[zero, (&[0], &[])])),
        // << | *> | >
        (4, heaps(&[zero, star, (&[], &[1]), (&[2], &[])])),
        // <0, * | 0>
        (5, heaps(&[zero, star, (&[0, 1], &[0])])),
        // *2
        (6, heaps(&[zero, star, (&[0, 1], &[0, 1])])),
        // <0, * | > and <0, * | 0>
        (7, heaps(&[zero, star, (&[0, 1], &[]), (&[0, 1], &[0])])),
        // <0, * | > and <* | 0, *>
        (8, heaps(&[zero, star, (&[0, 1], &[]), (&[1], &[0, 1])])),
    ]
}

fn found(heaps: &PartizanHeaps) -> PartizanQuotient {
    let found = of_partizan_heaps(heaps, Bounds::default(), &Handle::default()).expect("no bound of the handle");
    assert_eq!((found.ended, &found.heaps), (None, heaps));
    assert_eq!(check_partizan(&found.quotient, heaps, &Handle::default()), Ok(()));
    found.quotient
}

#[test]
fn each_order_up_to_eight_except_three() {
    for (order, heaps) in of_small_orders() {
        let q = found(&heaps);
        assert_eq!(q.quotient().monoid().order(), order);
        agrees(&q, &heaps, 5);
    }
}

/// A random set of positions closed under options.
fn random(dice: &mut Dice) -> PartizanHeaps {
    let mut heaps = PartizanHeaps::default();
    heaps.push(vec![], vec![]).expect("no options");
    for n in 1..3 + dice.below(4) {
        let mut side = || -> Vec<Vec<usize>> {
            let options = dice.below(3);
            (0..options).map(|_| (0..1 + dice.below(5) / 4).map(|_| dice.below(n)).collect()).collect()
        };
        heaps.push(side(), side()).expect("earlier ones");
    }
    heaps
}

#[test]
fn none_of_order_three() {
    let (mut dice, mut small) = (Dice(2026), [0; 9]);
    for _ in 0..4000 {
        let heaps = random(&mut dice);
        let bounds = Bounds { order: 8, positions: 3000, pairs: 3000 };
        let found = of_partizan_heaps(&heaps, bounds, &Handle::default()).expect("no bound of the handle");
        if found.ended.is_none() {
            small[found.quotient.quotient().monoid().order()] += 1;
            agrees(&found.quotient, &heaps, 4);
        } else {
            // What is known of the first positions holds.
            assert_eq!(check_partizan(&found.quotient, &found.heaps, &Handle::default()), Ok(()));
        }
    }
    assert!(small.iter().enumerate().all(|(order, &n)| (n == 0) == matches!(order, 0 | 3)), "{small:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Impartial games are those in which both players have the same options: both searches find one quotient.
    #[test]
    fn impartial_ones(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let (mut heaps, mut both) = (Heaps::default(), PartizanHeaps::default());
        for n in 0..6 {
            let number = if n == 0 { 0 } else { 1 + dice.below(3) };
            let options: Vec<Vec<usize>> = (0..number).map(|_| vec![dice.below(n)]).collect();
            heaps.push(options.clone()).expect("earlier ones");
            both.push(options.clone(), options).expect("earlier ones");
        }
        let bounds = Bounds { order: 60, positions: 20_000, pairs: 20_000 };
        let one = of_heaps(&heaps, bounds, &Handle::default()).expect("no bound of the handle");
        let other = of_partizan_heaps(&both, bounds, &Handle::default()).expect("no bound of the handle");
        if let (None, None) = (one.ended, other.ended) {
            let (one, two) = (&one.quotient, other.quotient.quotient());
            prop_assert_eq!(one.monoid().order(), two.monoid().order());
            prop_assert_eq!(one.p_portion().len(), two.p_portion().len());
            prop_assert_eq!(other.quotient.portion(Outcome::L).len() + other.quotient.portion(Outcome::R).len(), 0);
        }
    }
}

/// A claim with one entry changed is refused, unless an automorphism that keeps outcomes has moved a value.
#[test]
fn changed_claims_are_refused() {
    let (mut dice, mut kept) = (Dice(2015), 0);
    for (order, heaps) in of_small_orders().into_iter().filter(|(order, _)| *order > 1) {
        let q = found(&heaps);
        let (m, map) = (q.quotient().monoid(), q.quotient().map());
        for _ in 0..300 {
            let element = |x: usize| u32::try_from(x).expect("a small order");
            let mut rows: Vec<Vec<u32>> = m.elements().map(|x| m.elements().map(|y| m.times(x, y)).collect()).collect();
            let mut outcomes: Vec<Outcome> = m.elements().map(|x| q.outcome(x)).collect();
            let mut values = map.to_vec();
            match dice.below(3) {
                0 => {
                    let (x, y) = (dice.below(order), dice.below(order));
                    rows[x][y] = (rows[x][y] + 1 + element(dice.below(order - 1))) % element(order);
                    rows[y][x] = rows[x][y];
                }
                1 => {
                    let x = dice.below(order);
                    let mut others = vec![Outcome::L, Outcome::N, Outcome::P, Outcome::R];
                    others.retain(|&other| other != outcomes[x]);
                    outcomes[x] = others[dice.below(3)];
                }
                _ => {
                    let n = dice.below(values.len());
                    values[n] = (values[n] + 1 + element(dice.below(order - 1))) % element(order);
                }
            }
            let monoid = Monoid::from_table(&rows).expect("elements only");
            let wrong = PartizanQuotient::from_parts(monoid, outcomes, values).expect("it fits");
            match check_partizan(&wrong, &heaps, &Handle::default()) {
                Err(CheckError::Refused(_)) => {}
                Err(CheckError::Stop(stop)) => panic!("{stop}"),
                Ok(()) => {
                    kept += 1;
                    agrees(&wrong, &heaps, 4);
                }
            }
        }
    }
    assert!(kept < 40, "{kept} changes were kept");
}
