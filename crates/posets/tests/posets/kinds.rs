//! What kind a poset is, whatever its elements are called.

use sprague_limits::Handle;
use sprague_posets::{Kind, Poset, PosetError, RandomBits, ideals};

/// The same poset, its elements in another order.
fn shuffled(poset: &Poset, random: &mut RandomBits, h: &Handle) -> Result<Poset, PosetError> {
    let mut names: Vec<usize> = (0..poset.len()).collect();
    for i in (1..names.len()).rev() {
        names.swap(i, random.below(i as u64 + 1) as usize);
    }
    let renamed: Vec<(usize, usize)> =
        poset.covers(h)?.into_iter().map(|(low, high)| (names[low], names[high])).collect();
    Poset::from_relations(poset.len(), &renamed, h)
}

/// A diagram and its transpose, of which neither has the longer first row.
#[test]
fn a_diagram_and_its_transpose_are_one_kind() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(2));
    for (rows, columns) in
        [(&[4, 4, 1, 1], &[4, 2, 2, 2]), (&[4, 4, 4, 1], &[4, 3, 3, 3]), (&[4, 1, 1, 1], &[4, 1, 1, 1])]
    {
        for lines in [rows, columns] {
            let cells: Vec<(usize, usize)> = (0..4).flat_map(|r| (0..lines[r]).map(move |c| (r, c))).collect();
            let within = |a: (usize, usize), b: (usize, usize)| a.0 <= b.0 && a.1 <= b.1 && a != b;
            let all = (0..cells.len()).flat_map(|x| (0..cells.len()).map(move |y| (x, y)));
            let pairs: Vec<(usize, usize)> = all.filter(|&(x, y)| within(cells[x], cells[y])).collect();
            let poset = Poset::from_relations(cells.len(), &pairs, &h)?;
            for _ in 0..5 {
                let kind = Kind::of(&shuffled(&poset, &mut random, &h)?, &h)?;
                // A hook is a tree, too.
                if let Kind::Diagram(found) = kind {
                    assert_eq!(found, rows);
                } else {
                    assert_eq!(rows, columns);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn large_posets_of_a_kind_are_isomorphic_by_it() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(3));
    let (subsets, _) = Poset::subsets(12, 12, &h)?;
    assert!(subsets.isomorphic(&shuffled(&subsets.dual(&h)?, &mut random, &h)?, &h)?);
    let [a, b, c] = [150, 200, 201].map(|n| Poset::chain(n, &h));
    let (a, b, c) = (a?, b?, c?);
    let (grid, turned) = (a.product(&b, &h)?, b.product(&a, &h)?);
    assert!(grid.isomorphic(&shuffled(&turned, &mut random, &h)?, &h)?);
    assert!(!grid.isomorphic(&a.product(&c, &h)?, &h)?);
    // Up and down, as many each way.
    let [up, down] = [[(0, 1), (0, 2)], [(1, 0), (2, 0)]].map(|pairs| Poset::from_relations(3, &pairs, &h));
    let many = |part: &Poset| (0..13).try_fold(part.clone(), |all, _| all.disjoint_sum(&all, &h));
    assert!(!many(&up?)?.isomorphic(&many(&down?)?, &h)?);
    Ok(())
}

#[test]
fn axes_are_found_under_any_numbering() -> Result<(), PosetError> {
    let (h, mut random) = (Handle::default(), RandomBits::new(1));
    let (divisors, _) = Poset::divisors(360, &h)?;
    let (complex, _) = Poset::complex(&[0b0111, 0b1100], &h)?;
    let (cube, _) = Poset::subsets(4, 4, &h)?;
    // Steps of a stair in three dimensions: a box of 3, 2 and 2 without its highest point.
    let (all, _) = Poset::divisors(60, &h)?;
    let below: Vec<usize> = (0..all.len()).filter(|&x| !all.maximal().contains(&x)).collect();
    let stair = all.induced(&below, &h)?;
    for _ in 0..10 {
        let mut kind = |poset: &Poset| Ok::<_, PosetError>(Kind::of(&shuffled(poset, &mut random, &h)?, &h)?);
        assert_eq!(kind(&divisors)?, Kind::Box(vec![4, 3, 2]));
        assert_eq!(kind(&complex)?, Kind::Complex(4));
        assert_eq!(kind(&cube)?, Kind::Boolean(4));
        assert_eq!(kind(&stair)?, Kind::Downset(vec![3, 2, 2]));
        assert_eq!(kind(&stair.dual(&h)?)?, Kind::Dual(Box::new(Kind::Downset(vec![3, 2, 2]))));
    }
    Ok(())
}

#[test]
fn other_posets_have_none() -> Result<(), PosetError> {
    use Kind::{Antichain, Chain, OrdinalSum, Sum};
    let h = Handle::default();
    // Three in the middle; a pentagon; two edges between the same points; nothing below all. With the downsets of each.
    let three = Poset::from_relations(5, &[(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)], &h)?;
    let pentagon = Poset::from_relations(5, &[(0, 1), (1, 2), (2, 4), (0, 3), (3, 4)], &h)?;
    let twice = Poset::from_relations(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (1, 4), (2, 4)], &h)?;
    let middle = Sum(vec![Chain(2), Chain(1)]);
    for (poset, kind, downsets) in [
        (three, OrdinalSum(vec![Chain(1), Antichain(3), Chain(1)]), 10u32),
        (pentagon, OrdinalSum(vec![Chain(1), middle, Chain(1)]), 8),
        (twice, OrdinalSum(vec![Chain(1), Antichain(2), Antichain(2)]), 8),
        (Poset::antichain(2, &h)?, Antichain(2), 4),
        (Poset::antichain(0, &h)?, Antichain(0), 1),
    ] {
        assert_eq!(Kind::of(&poset, &h)?, kind);
        assert_eq!(ideals(&poset, &h)?, downsets.into(), "{kind:?}");
    }
    Ok(())
}
