//! Lattice basis reduction after Lenstra, Lenstra and Lovasz, all in integers (Cohen, Algorithm 2.6.7, after de Weger).

use super::{Matrix, add_multiple, dot};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use sprague_limits::{Handle, Stop};

/// The number of the determinants `d`, and the numerators `lambda[i][j]` of the Gram-Schmidt coefficients over `d[j + 1]`.
struct GramSchmidt {
    d: Vec<BigInt>,
    lambda: Matrix,
}

/// A reduced basis (factor 3/4) of the lattice that linearly independent rows span.
pub fn lll(mut b: Matrix, handle: &Handle) -> Result<Matrix, Stop> {
    let n = b.len();
    if n < 2 {
        return Ok(b);
    }
    let mut g = gram_schmidt(&b, handle)?;
    let mut k = 1;
    while k < n {
        handle.tick()?;
        reduce(&mut b, &mut g, k, k - 1, handle)?;
        let l = &g.lambda[k][k - 1];
        if (&g.d[k + 1] * &g.d[k - 1] + l * l) * 4 < &g.d[k] * &g.d[k] * 3 {
            swap(&mut b, &mut g, k, handle)?;
            k = if k > 1 { k - 1 } else { 1 };
        } else {
            for l in (0..k - 1).rev() {
                reduce(&mut b, &mut g, k, l, handle)?;
            }
            k += 1;
        }
    }
    Ok(b)
}

fn gram_schmidt(b: &Matrix, handle: &Handle) -> Result<GramSchmidt, Stop> {
    let n = b.len();
    let mut d = vec![BigInt::one(); n + 1];
    let mut lambda = vec![vec![BigInt::zero(); n]; n];
    for i in 0..n {
        for j in 0..=i {
            let mut u = dot(&b[i], &b[j]);
            for k in 0..j {
                pay(&d[k + 1], handle)?;
                u = (&d[k + 1] * u - &lambda[i][k] * &lambda[j][k]) / &d[k];
            }
            if j < i {
                lambda[i][j] = u;
            } else {
                d[i + 1] = u;
            }
        }
    }
    Ok(GramSchmidt { d, lambda })
}

fn reduce(b: &mut Matrix, g: &mut GramSchmidt, k: usize, l: usize, handle: &Handle) -> Result<(), Stop> {
    let twice: BigInt = &g.lambda[k][l] * 2;
    if twice.magnitude() <= g.d[l + 1].magnitude() {
        return Ok(());
    }
    // The nearest integer to lambda / d.
    let q = -(twice + &g.d[l + 1]).div_floor(&(&g.d[l + 1] * 2));
    let row = b[l].clone();
    add_multiple(&mut b[k], &q, &row);
    g.lambda[k][l] += &q * &g.d[l + 1];
    for i in 0..l {
        pay(&g.d[i + 1], handle)?;
        let step = &q * &g.lambda[l][i];
        g.lambda[k][i] += step;
    }
    Ok(())
}

/// The steps of a product of numbers of this length.
fn pay(n: &BigInt, handle: &Handle) -> Result<(), Stop> {
    let words = n.bits() / 64;
    handle.ticks(words * words / 256)
}

fn swap(b: &mut Matrix, g: &mut GramSchmidt, k: usize, handle: &Handle) -> Result<(), Stop> {
    let n = b.len();
    b.swap(k, k - 1);
    let (upper, lower) = g.lambda.split_at_mut(k);
    for j in 0..k - 1 {
        std::mem::swap(&mut upper[k - 1][j], &mut lower[0][j]);
    }
    let l = g.lambda[k][k - 1].clone();
    let middle = (&g.d[k - 1] * &g.d[k + 1] + &l * &l) / &g.d[k];
    for i in k + 1..n {
        pay(&g.d[k + 1], handle)?;
        let t = g.lambda[i][k].clone();
        g.lambda[i][k] = (&g.d[k + 1] * &g.lambda[i][k - 1] - &l * &t) / &g.d[k];
        g.lambda[i][k - 1] = (&middle * t + &l * &g.lambda[i][k]) / &g.d[k + 1];
    }
    g.d[k] = middle;
    Ok(())
}
