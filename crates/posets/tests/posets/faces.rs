//! Posets of faces under any names, without the empty face, upside down: the same answers.

use super::chomp::random_poset;
use sprague_limits::Handle;
use sprague_posets::chomp::Chomp;
use sprague_posets::{
    Bits, Faces, Poset, PosetError, RandomBits, ideal_classes, ideals, linear_extensions, random_linear_extension,
};

fn shuffle(mut items: Vec<usize>, random: &mut RandomBits) -> Vec<usize> {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i as u64 + 1) as usize);
    }
    items
}

/// By the definition: elements are told apart by the points below them, every subset of a face is a face, the order is inclusion.
fn is_complex(poset: &Poset) -> bool {
    let all = || 0..poset.len();
    let empty = all().find(|&x| all().all(|y| x == y || poset.less(x, y)));
    let above = |x: usize, y: usize| x == y || poset.less(y, x);
    let points: Vec<usize> =
        all().filter(|&x| Some(x) != empty && all().all(|y| Some(y) == empty || !poset.less(y, x))).collect();
    let mask = |x: usize| points.iter().enumerate().fold(0u64, |mask, (i, &p)| mask | u64::from(above(x, p)) << i);
    let masks: Vec<u64> = all().map(mask).collect();
    let subsets = |mask: u64| (0..=mask).filter(move |sub| sub & !mask == 0);
    all().all(|x| all().all(|y| x == y || masks[x] != masks[y] && poset.less(x, y) == (masks[x] & !masks[y] == 0)))
        && masks.iter().all(|&mask| subsets(mask).all(|sub| sub == 0 || masks.contains(&sub)))
}

#[test]
fn complexes_are_told_from_other_posets() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(60));
    let mut found = [0, 0];
    for turn in 0..600 {
        let poset = if turn % 2 == 0 {
            random_poset(&mut random, 7)
        } else {
            let facets: Vec<u64> = (0..3).map(|_| random.below(15) + 1).collect();
            let (complex, _) = Poset::complex(&facets, &h)?;
            let from = usize::from(turn % 4 == 1);
            complex.induced(&shuffle((from..complex.len()).collect(), &mut random), &h)?
        };
        let faces = Faces::of(&poset, &h)?;
        assert_eq!(faces.is_some(), is_complex(&poset), "{poset:?}");
        found[usize::from(faces.is_some())] += 1;
        let Some(faces) = faces else { continue };
        for x in 0..poset.len() {
            for y in (0..poset.len()).filter(|&y| y != x) {
                assert_eq!(poset.less(x, y), faces.masks[x] & !faces.masks[y] == 0);
            }
        }
        let sizes = |k: u32| (0..1u64 << faces.points).filter(|mask| mask.count_ones() <= k).count();
        let whole = poset.len() + usize::from(!faces.has_empty);
        let k = (0..=faces.points).find(|&k| sizes(k) == whole && faces.masks.iter().all(|m| m.count_ones() <= k));
        assert_eq!(faces.truncation(), k.map(|k| (faces.points, k)));
    }
    assert!(found.iter().all(|&found| found > 100), "{found:?}");
    Ok(())
}

#[test]
fn names_change_nothing() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(61));
    for (n, k) in [(4, 4), (5, 2), (5, 3), (5, 4), (4, 1), (9, 2)] {
        let (plain, _) = Poset::subsets(n, k, &h)?;
        let value = |poset: &Poset| Chomp::new(poset.clone(), &h)?.nim_value(&Bits::full(poset.len()), &h);
        let chomp = value(&plain)?;
        let (downsets, classes) = (ideals(&plain, &h)?, ideal_classes(&plain, &h)?);
        for from in [0, 1] {
            let named = plain.induced(&shuffle((from..plain.len()).collect(), &mut random), &h)?;
            assert_eq!(value(&named)?, chomp, "P({n}, {k}), {from}");
            for poset in [named.dual(&h)?, named] {
                assert_eq!(ideals(&poset, &h)? + from as u32, downsets);
                assert_eq!(ideal_classes(&poset, &h)?.map(|count| count + from as u32), classes);
                if n < 6 {
                    assert_eq!(linear_extensions(&poset, &h)?, linear_extensions(&plain, &h)?);
                    let order = random_linear_extension(&poset, &mut random, &h)?;
                    assert_eq!(Bits::of(poset.len(), order.iter().copied()).len(), order.len());
                    let goes_up = |i: usize| order[i..].iter().all(|&later| !poset.less(later, order[i]));
                    assert!(order.len() == poset.len() && (0..order.len()).all(goes_up));
                }
            }
        }
    }
    // Both ends missing, and only the highest.
    let (cube, _) = Poset::subsets(5, 5, &h)?;
    for (elements, fewer) in [(1..31, 2u32), (0..31, 1)] {
        let part = cube.induced(&shuffle(elements.collect(), &mut random), &h)?;
        assert_eq!(ideals(&part, &h)? + fewer, 7581u32.into());
    }
    Ok(())
}

#[test]
fn a_least_element_that_is_taken_adds_one() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(62));
    for _ in 0..60 {
        let upper = random_poset(&mut random, 6);
        let poset = Poset::chain(1, &h)?.ordinal_sum(&upper, &h)?;
        let mut game = Chomp::taking_all(poset.clone(), &h)?;
        // By the definition.
        fn value(poset: &Poset, left: &Bits) -> u32 {
            let after = |x: usize| Bits::of(poset.len(), left.iter().filter(|&y| y != x && !poset.less(x, y)));
            let options: Vec<u32> = left.iter().map(|x| value(poset, &after(x))).collect();
            (0..).find(|v| !options.contains(v)).expect("finitely many")
        }
        let mut left = game.start();
        loop {
            assert_eq!(game.nim_value(&left, &h)?, value(&poset, &left));
            let moves: Vec<usize> = game.moves(&left).iter().collect();
            let Some(&x) = moves.get(random.below(moves.len().max(1) as u64) as usize) else { break };
            left = game.after(&left, x);
        }
    }
    Ok(())
}
