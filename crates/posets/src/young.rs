//! Closed forms: rectangles by hook lengths.

use super::count::factorial;
use num_bigint::BigUint;
use num_traits::One;

/// Linear extensions of the product of two chains: standard Young tableaux of a rectangle, `(ab)!` over the product of
/// the hook lengths (Frame, Robinson and Thrall 1954).
pub(crate) fn rectangle(a: usize, b: usize) -> BigUint {
    let mut hooks = BigUint::one();
    for i in 0..a {
        for j in 0..b {
            hooks *= (a - i) + (b - j) - 1;
        }
    }
    factorial(a * b) / hooks
}
