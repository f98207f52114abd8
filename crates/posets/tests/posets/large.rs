//! Posets of more elements than all pairs are kept of: the same answers from their covering pairs.

use super::chomp::random_poset;
use sprague_limits::{Handle, Stop};
use sprague_posets::chomp::Chomp;
use sprague_posets::{
    Bits, Faces, Kind, Poset, PosetError, RandomBits, ideal_classes, ideals, linear_extensions, random_linear_extension,
};

/// Random posets, and some of each kind that a closed form is known of, with elements in any order.
fn samples(random: &mut RandomBits, h: &Handle) -> Result<Vec<Poset>, PosetError> {
    let mut all: Vec<Poset> = (0..200).map(|_| random_poset(random, 9)).collect();
    let (two, three) = (Poset::chain(2, h)?, Poset::chain(3, h)?);
    all.extend([
        Poset::chain(0, h)?,
        Poset::chain(1, h)?,
        Poset::antichain(5, h)?,
        three.product(&two, h)?,
        three.product(&two, h)?.product(&two, h)?,
        Poset::subsets(4, 2, h)?.0,
        Poset::subsets(4, 4, h)?.0,
        Poset::divisors(360, h)?.0,
        three.ordinal_sum(&Poset::antichain(3, h)?, h)?.ordinal_sum(&two, h)?,
        three.disjoint_sum(&two, h)?.disjoint_sum(&three.product(&three, h)?, h)?,
    ]);
    for _ in 0..200 {
        let facets: Vec<u64> = (0..3).map(|_| random.below(31) + 1).collect();
        let complex = Poset::complex(&facets, h)?.0;
        all.push(complex.induced(&(random.below(2) as usize..complex.len()).collect::<Vec<_>>(), h)?);
    }
    for poset in &mut all {
        let mut order: Vec<usize> = (0..poset.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i as u64 + 1) as usize);
        }
        *poset = poset.induced(&order, h)?;
    }
    Ok(all)
}

#[test]
fn covering_pairs_tell_the_order() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(20_000));
    for poset in samples(&mut random, &h)? {
        let large = poset.by_covers(&h)?;
        let n = poset.len();
        assert_eq!(large, poset);
        assert_eq!((large.len(), large.least()), (n, poset.least()));
        assert_eq!((large.minimal(), large.maximal()), (poset.minimal(), poset.maximal()));
        let covers = (0..n)
            .flat_map(|y| (0..n).map(move |x| (x, y)))
            .filter(|&(x, y)| poset.less(x, y) && !(0..n).any(|z| poset.less(x, z) && poset.less(z, y)));
        let covers: Vec<(usize, usize)> = covers.collect();
        assert_eq!((large.covers(&h)?, poset.covers(&h)?), (covers.clone(), covers));
        assert_eq!(large.heights(&h)?, poset.heights(&h)?);
        assert_eq!(large.components(), poset.components());
        assert_eq!(large.dual(&h)?, poset.dual(&h)?);
        assert_eq!(large.by_covers(&h)?, large);
        for x in 0..n {
            assert_eq!((large.up(x), large.down(x)), (poset.up(x), poset.down(x)));
            assert!((0..n).all(|y| large.less(x, y) == poset.less(x, y)));
        }
        let order = large.linear_order();
        assert!((0..n).all(|j| (0..j).all(|i| !large.less(order[j], order[i]))));
        let some: Vec<usize> = (0..n).filter(|_| random.below(3) > 0).collect();
        let set = Bits::of(n, some.iter().copied());
        assert_eq!(large.induced(&some, &h)?, poset.induced(&some, &h)?);
        assert_eq!(large.without(&set, &h)?, poset.without(&set, &h)?);
        assert_eq!(large.is_downset(&set), poset.is_downset(&set));
        assert_eq!(large.minimal_of(&set), poset.minimal_of(&set));
        assert_eq!(large.maximal_of(&set), poset.maximal_of(&set));
        if let Ok(width) = large.width(&h) {
            assert_eq!(width, poset.width(&h)?);
        }
    }
    Ok(())
}

/// Ranks of products of chains, and what they are not.
#[test]
fn widths_of_large_products() -> Result<(), PosetError> {
    let h = Handle::default();
    let chain = |n| Poset::chain(n, &h);
    let plane = chain(200)?.product(&chain(300)?, &h)?;
    let (small, cube) = (chain(6)?, chain(30)?.product(&chain(30)?, &h)?.product(&chain(30)?, &h)?);
    assert_eq!((plane.width(&h)?, plane.dual(&h)?.width(&h)?), (200, 200));
    assert_eq!(plane.disjoint_sum(&cube, &h)?.width(&h)?, 200 + 675);
    // Of n^3 the middle rank has 3 n^2 / 4 elements, if n is even.
    assert_eq!(plane.ordinal_sum(&cube, &h)?.width(&h)?, 675);
    assert_eq!(Poset::subsets(16, 16, &h)?.0.width(&h)?, 12_870);
    let triples = Poset::subsets(50, 3, &h)?.0;
    assert_eq!((triples.width(&h)?, triples.dual(&h)?.width(&h)?), (19_600, 19_600));
    let (top, least) = (plane.maximal()[0], plane.minimal()[0]);
    let without =
        |elements: &[usize]| Ok::<_, Stop>(plane.without(&Bits::of(plane.len(), elements.iter().copied()), &h)?.0);
    assert_eq!(without(&[top, least])?.width(&h)?, 200);
    // A corner of another shape has no rule.
    let next = plane.covers(&h)?.into_iter().find(|pair| pair.1 == top).unwrap().0;
    assert!(without(&[top, next])?.width(&h).is_err());
    // The rule, against matchings.
    for (product, width) in
        [(small.product(&small, &h)?.product(&chain(3)?, &h)?, 16), (Poset::subsets(7, 3, &h)?.0, 35)]
    {
        assert_eq!((product.width(&h)?, product.by_covers(&h)?.width(&h)?), (width, width));
    }
    Ok(())
}

/// An answer, or that there are too many elements.
fn answered<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Err(Stop::TooLarge(why)) if why.contains("where all pairs of elements count") => Ok(None),
        found => found.map(Some),
    }
}

#[test]
fn what_is_answered_is_the_same() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(20_001));
    let (mut all, mut given) = (0, [0; 5]);
    for poset in samples(&mut random, &h)? {
        let large = poset.by_covers(&h)?;
        all += 1;
        assert_eq!(Faces::of(&large, &h)?, Faces::of(&poset, &h)?);
        let mut agrees = |which: usize, agrees: Option<bool>| {
            assert_ne!(agrees, Some(false), "{which}: {poset:?}");
            given[which] += usize::from(agrees.is_some());
        };
        let kind = Kind::of(&poset, &h)?;
        agrees(0, answered(Kind::of(&large, &h))?.map(|found| found == kind));
        let count = ideals(&poset, &h)?;
        agrees(1, answered(ideals(&large, &h))?.map(|found| found == count));
        let orders = linear_extensions(&poset, &h)?;
        agrees(2, answered(linear_extensions(&large, &h))?.map(|found| found == orders));
        let classes = ideal_classes(&poset, &h)?;
        agrees(3, answered(ideal_classes(&large, &h))?.map(|found| found == classes));
        let position = Bits::full(poset.len());
        let mut game = Chomp::new(poset.clone(), &h)?;
        let mut other = Chomp::new(large.clone(), &h)?;
        let value = game.nim_value(&position, &h)?;
        agrees(4, answered(other.nim_value(&position, &h))?.map(|found| found == value));
        for x in game.moves(&position).iter() {
            let after = game.after(&position, x);
            assert_eq!((other.after(&position, x), other.steals(&after)), (after.clone(), game.steals(&after)));
        }
        if let Some(order) = answered(random_linear_extension(&large, &mut random, &h))? {
            assert!((0..order.len()).all(|j| (0..j).all(|i| !poset.less(order[j], order[i]))));
        }
    }
    assert!(given.iter().all(|&given| given > all / 4), "{given:?} of {all}");
    Ok(())
}

#[test]
fn large_products_and_sums() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(20_002));
    let chain = Poset::chain(4000, &h)?;
    for _ in 0..20 {
        let poset = random_poset(&mut random, 8);
        if poset.len() < 6 {
            continue;
        }
        let product = poset.product(&chain, &h)?;
        let sum = Poset::together(&[&poset, &Poset::antichain(20_000, &h)?, &poset], false, &h)?;
        let tower = Poset::together(&[&chain, &poset, &Poset::chain(20_000, &h)?, &poset], true, &h)?;
        let at_or_below = |poset: &Poset, x, y| x == y || poset.less(x, y);
        for _ in 0..20 {
            let mut draw = |poset: &Poset| random.below(poset.len() as u64) as usize;
            let (x, y) = (draw(&product), draw(&product));
            let is_below = at_or_below(&poset, x / 4000, y / 4000) && x % 4000 <= y % 4000 && x != y;
            assert_eq!(product.less(x, y), is_below);
            let (x, y) = (draw(&poset), draw(&poset));
            let last = poset.len() + 20_000;
            assert_eq!(sum.less(last + x, last + y), poset.less(x, y));
            assert!(!sum.less(x, last + y) && !sum.less(x, draw(&sum).max(poset.len())));
            assert_eq!(tower.less(4000 + x, 4000 + y), poset.less(x, y));
            assert!(tower.less(draw(&chain), 4000 + y) && tower.less(4000 + x, tower.len() - 1 - y));
        }
        assert_eq!(tower.height(&h)?, 24_000 + 2 * poset.height(&h)?);
        assert_eq!(tower.width(&h)?, poset.width(&h)?);
        assert_eq!(sum.width(&h)?, 20_000 + 2 * poset.width(&h)?);
        let count = linear_extensions(&poset, &h)?;
        assert_eq!(linear_extensions(&tower, &h)?, &count * &count);
        assert_eq!(ideals(&tower, &h)?, 24_001u32 + 2u32 * (ideals(&poset, &h)? - 1u32));
    }
    Ok(())
}

#[test]
fn relations_that_go_round_are_found_in_large_posets() -> Result<(), PosetError> {
    let h = Handle::default();
    let mut pairs: Vec<(usize, usize)> = (1..30_000).map(|y| (y - 1, y)).collect();
    pairs.extend((2..30_000).map(|y| (y - 2, y)));
    pairs.extend([(3, 29_000), (3, 29_000)]);
    assert_eq!(Poset::from_relations(30_000, &pairs, &h)?, Poset::chain(30_000, &h)?);
    pairs.push((12, 10));
    let round = Poset::from_relations(30_000, &pairs, &h);
    assert!(matches!(round, Err(PosetError::Cycle(cycle)) if cycle == [10, 12]));
    Ok(())
}
