//! Linear and affine subspaces of k-space with coordinates modulo a prime.
//!
//! What is rational and has no denominator divisible by the prime is carried along exactly, whatever its size. Vectors that are independent modulo the prime are so
//! over the rationals: a dimension found here is never too large. That it may be too small, with a probability near 2^-60, is for whoever asks to keep in mind.

use super::automaton::MOST_COORDINATES;
use num_integer::gcd;
use std::rc::Rc;

/// The largest prime below 2^63.
const P: u64 = (1 << 63) - 25;
/// Rational numbers with numerator and denominator up to this are read back.
const LARGEST: i64 = 1 << 24;

/// a + b.
pub(crate) fn add(a: u64, b: u64) -> u64 {
    // Both are below 2^63.
    let sum = a + b;
    if sum >= P { sum - P } else { sum }
}

/// a − b.
pub(crate) fn sub(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + P - b }
}

/// a b.
pub(crate) fn mul(a: u64, b: u64) -> u64 {
    // 2^63 is 25.
    let folded = |x: u128| (x >> 63) * 25 + (x & ((1 << 63) - 1));
    let x = folded(folded(u128::from(a) * u128::from(b))) as u64;
    if x >= P { x - P } else { x }
}

/// 1 / a, of a not 0.
pub(crate) fn inverse(a: u64) -> u64 {
    let (mut power, mut square, mut left) = (1, a, P - 2);
    while left > 0 {
        if left & 1 == 1 {
            power = mul(power, square);
        }
        square = mul(square, square);
        left >>= 1;
    }
    power
}

/// 1/2.
pub(crate) const HALF: u64 = P.div_ceil(2);

/// The fraction with small numerator and denominator, if there is one: a sequence of remainders as in Euclid's algorithm comes past it.
pub(crate) fn fraction(a: u64) -> Option<(i64, i64)> {
    let (mut r, mut s) = ((i128::from(P), i128::from(a)), (0i128, 1i128));
    while r.1 > i128::from(LARGEST) {
        let q = r.0 / r.1;
        r = (r.1, r.0 - q * r.1);
        s = (s.1, s.0 - q * s.1);
    }
    let (numerator, denominator) = if s.1 < 0 { (-r.1, -s.1) } else { (r.1, s.1) };
    (denominator <= i128::from(LARGEST)).then_some((numerator as i64, denominator as i64))
}

/// A vector; coordinates from k on are 0.
pub(crate) type Vector = [u64; MOST_COORDINATES];

/// A linear subspace, by its rows in reduced echelon form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Space {
    /// The column of the leading 1 of each row, ascending, and the row.
    rows: Vec<(usize, Vector)>,
}

/// Takes off so much of a row that a column becomes 0 where the row has a 1.
fn clear(v: &mut Vector, column: usize, row: &Vector) {
    let by = v[column];
    if by != 0 {
        v.iter_mut().zip(row).for_each(|(v, r)| *v = sub(*v, mul(by, *r)));
    }
}

fn scaled(v: &Vector, by: u64) -> Vector {
    v.map(|n| mul(n, by))
}

impl Space {
    pub(crate) fn dimension(&self) -> usize {
        self.rows.len()
    }

    /// The vector without its part along the rows.
    pub(crate) fn reduced(&self, mut v: Vector) -> Vector {
        self.rows.iter().for_each(|(column, row)| clear(&mut v, *column, row));
        v
    }

    /// Makes a vector one of the space.
    pub(crate) fn join(&mut self, v: Vector) {
        let v = self.reduced(v);
        let Some(column) = v.iter().position(|&n| n != 0) else { return };
        let v = scaled(&v, inverse(v[column]));
        self.rows.iter_mut().for_each(|(_, row)| clear(row, column, &v));
        let at = self.rows.partition_point(|row| row.0 < column);
        self.rows.insert(at, (column, v));
    }

    /// The sum of two.
    pub(crate) fn with(&self, other: &Space) -> Space {
        let mut sum = self.clone();
        other.rows.iter().for_each(|row| sum.join(row.1));
        sum
    }

    /// Is the vector in it?
    fn has(&self, v: Vector) -> bool {
        self.reduced(v).iter().all(|&n| n == 0)
    }

    /// Is the other one a part of this?
    pub(crate) fn includes(&self, other: &Space) -> bool {
        other.rows.iter().all(|row| self.has(row.1))
    }

    /// The rows without those that are needed to make a set of coordinates 0, for each of which `also` is told the row that was taken.
    fn without(&self, zero: u32, mut also: impl FnMut(usize, Option<&Vector>)) -> Vec<Vector> {
        let mut rows: Vec<Vector> = self.rows.iter().map(|row| row.1).collect();
        for column in (0..MOST_COORDINATES).filter(|i| zero >> i & 1 == 1) {
            let taken = rows.iter().position(|row| row[column] != 0).map(|at| {
                let row = rows.swap_remove(at);
                scaled(&row, inverse(row[column]))
            });
            if let Some(taken) = &taken {
                rows.iter_mut().for_each(|row| clear(row, column, taken));
            }
            also(column, taken.as_ref());
        }
        rows
    }

    /// The directions of the edges of its part in the orthant of N^k, primitive; without those that are not small.
    pub(crate) fn rays(&self, k: usize) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = Vec::new();
        let Some(less) = self.dimension().checked_sub(1) else { return found };
        for zero in faces(k, less) {
            let [row] = self.without(zero, |_, _| ())[..] else { continue };
            let Some(ray) = primitive(&row[..k]) else { continue };
            if !found.contains(&ray) {
                found.push(ray);
            }
        }
        found
    }
}

/// The sets of so many coordinates.
fn faces(k: usize, size: usize) -> impl Iterator<Item = u32> {
    (0..1u32 << k).filter(move |zero| zero.count_ones() as usize == size)
}

/// A multiple with entries that are natural and have no common divisor, if there is a small one.
fn primitive(v: &[u64]) -> Option<Vec<i64>> {
    let scale = inverse(*v.iter().find(|&&n| n != 0)?);
    // The first entry that is not 0 becomes 1.
    let fractions: Vec<(i64, i64)> = v.iter().map(|&n| fraction(mul(n, scale))).collect::<Option<_>>()?;
    let common = fractions.iter().try_fold(1i64, |n, f| Some(n / gcd(n, f.1) * f.1).filter(|n| *n <= LARGEST))?;
    fractions.iter().map(|(n, m)| (*n >= 0).then(|| n * (common / m))).collect()
}

/// A point and the directions from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flat {
    pub(crate) point: Vector,
    pub(crate) directions: Rc<Space>,
}

impl Flat {
    /// The corners that it has in the orthant of N^k, as fractions, as far as they are small.
    pub(crate) fn corners(&self, k: usize) -> Vec<Vec<(i64, i64)>> {
        let natural = |x: &Vec<(i64, i64)>| x.iter().all(|n| n.0 >= 0);
        faces(k, self.directions.dimension()).filter_map(|zero| self.corner(k, zero)).filter(natural).collect()
    }

    /// Its only point where a set of coordinates is 0; nothing if there are none or many, or if it is not small.
    fn corner(&self, k: usize, zero: u32) -> Option<Vec<(i64, i64)>> {
        let mut point = self.point;
        let rest =
            self.directions.without(zero, |column, row| row.into_iter().for_each(|row| clear(&mut point, column, row)));
        let there = (0..k).all(|i| zero >> i & 1 == 0 || point[i] == 0);
        (rest.is_empty() && there).then(|| point[..k].iter().map(|&n| fraction(n)).collect())?
    }
}
