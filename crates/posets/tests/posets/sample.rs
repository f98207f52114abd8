//! Linear extensions of subsets at random, from classes of downsets: how often each set has which place.

use num_traits::ToPrimitive;
use sprague_limits::{Handle, Stop};
use sprague_posets::{Poset, RandomBits, linear_extension_ranks, random_linear_extension};

/// At each place the sets of each size are met as often as the exact table of ranks says, which is made another way.
#[test]
fn orders_of_subsets_are_drawn_evenly() -> Result<(), Stop> {
    const DRAWS: usize = 300;
    let h = Handle::default();
    for k in 1..=5 {
        let (poset, sets) = Poset::subsets(5, k, &h)?;
        let ranks = linear_extension_ranks(&poset, &h)?;
        let all = ranks[0].iter().sum::<num_bigint::BigUint>().to_f64().expect("a number");
        let size = |x: usize| sets[x].count_ones() as usize;
        let mut expected = vec![vec![0.0; poset.len()]; k as usize + 1];
        for (x, row) in ranks.iter().enumerate() {
            for (rank, ways) in row.iter().enumerate() {
                expected[size(x)][rank] += ways.to_f64().expect("a number") / all;
            }
        }
        let mut random = RandomBits::new(5);
        let mut seen = vec![vec![0; poset.len()]; k as usize + 1];
        for _ in 0..DRAWS {
            let order = random_linear_extension(&poset, &mut random, &h)?;
            let goes_up = |i: usize| order[i..].iter().all(|&y| y == order[i] || sets[y] & !sets[order[i]] != 0);
            assert!(order.len() == poset.len() && (0..order.len()).all(goes_up), "{order:?}");
            for (rank, &x) in order.iter().enumerate() {
                seen[size(x)][rank] += 1;
            }
        }
        for (size, (seen, expected)) in seen.iter().zip(&expected).enumerate() {
            for (rank, (&seen, &p)) in seen.iter().zip(expected).enumerate() {
                // Five standard deviations either way.
                let (mean, spread) = (DRAWS as f64 * p, (DRAWS as f64 * p * (1.0 - p).max(0.0)).sqrt());
                let far = (f64::from(seen) - mean).abs();
                assert!(far <= 5.0 * spread + 1.0, "P(5,{k}), size {size}, place {rank}: {seen}, not {mean}");
            }
        }
    }
    Ok(())
}

/// Every order of six sets is met, each about as often.
#[test]
fn all_orders_of_few_sets_are_met() -> Result<(), Stop> {
    let h = Handle::default();
    let (poset, sets) = Poset::subsets(5, 1, &h)?;
    let mut random = RandomBits::new(6);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..120 * 100 {
        let order = random_linear_extension(&poset, &mut random, &h)?;
        assert_eq!(sets[order[0]], 0);
        *seen.entry(order).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 120);
    assert!(seen.values().all(|times| (50..=150).contains(times)), "{seen:?}");
    Ok(())
}

#[test]
fn the_cube_of_six_has_all_its_sets() -> Result<(), Stop> {
    let h = Handle::default();
    let (poset, _) = Poset::subsets(6, 6, &h)?;
    let mut order = random_linear_extension(&poset, &mut RandomBits::new(1), &h)?;
    order.sort_unstable();
    assert_eq!(order, (0..64).collect::<Vec<_>>());
    Ok(())
}
