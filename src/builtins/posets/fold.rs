//! A recursion over the downsets of a poset.

use super::{poset, truncated_either_way};
use crate::adapters::posets::PosetValue;
use crate::builtins::{given, integer, string};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::posets::subsets::estimate::{Quantity, estimate};
use crate::posets::{self, Options};
use crate::source::Span;
use crate::value::key::Key;
use crate::value::{Fault, Flow, Res, Value};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Zero};
use std::rc::Rc;

/// What becomes of the values of the options, by words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Sum,
    Product,
    Mex,
    Max,
    Min,
    Xor,
}

/// `fold(P, over, by, start)`.
pub fn fold(m: &mut Machine, a: &[Value]) -> Res {
    let value = poset(&a[0])?;
    // Every class of downsets is gone through, and these are more than seven points have.
    if let Some((n, k)) = truncated_either_way(m, value)?.filter(|&(n, _)| n > 7) {
        m.refuse_hopeless(&estimate(Quantity::Ideals, n, k, 2000, &m.handle)?)?;
    }
    let options = match given(&a[1]).map_or(Ok("maximal"), |over| string(over, "`over`"))? {
        "maximal" => Options::Maximal,
        "up" => Options::Up,
        _ => return Fault::expected("\"maximal\" or \"up\" as `over`", &a[1]).err(),
    };
    let folded = match given(&a[2]) {
        Some(f @ (Value::Func(_) | Value::Native(_))) => by_function(m, value, options, f, given(&a[3]))?,
        by => {
            let way = match by {
                None => Way::Sum,
                Some(Value::Str(word)) => match &***word {
                    "sum" => Way::Sum,
                    "product" => Way::Product,
                    "mex" => Way::Mex,
                    "max" => Way::Max,
                    "min" => Way::Min,
                    "xor" => Way::Xor,
                    _ => return Fault::expected(WAYS, &a[2]).err(),
                },
                Some(other) => return Fault::expected(WAYS, other).err(),
            };
            by_word(m, value, options, way, given(&a[3]))?
        }
    };
    match folded {
        Some(folded) => Ok(folded),
        None => Fault::new(Mistake::TooLarge, "`fold` goes over posets of at most 1024 elements").err(),
    }
}

const WAYS: &str = "\"sum\", \"product\", \"mex\", \"max\", \"min\", \"xor\" or a function as `by`";
/// Bits of a product; the language has no longer numbers.
const LONGEST: u64 = 1 << 20;

/// With a function of the script.
fn by_function(
    m: &mut Machine,
    poset: &PosetValue,
    options: Options,
    f: &Value,
    start: Option<&Value>,
) -> Res<Option<Value>> {
    let start = m.key(start.unwrap_or(&Value::Int(0)))?;
    let handle = Rc::clone(&m.handle);
    let combine = |values: &[&Key]| -> Res<Key> {
        handle.tick()?;
        let values = values.iter().map(|value| value.0.clone()).collect();
        let value = m.apply(f, vec![Value::list(values)], Span::default())?;
        m.key(&value)
    };
    Ok(posets::fold(&poset.order, options, start, combine, &handle)?.map(|key| key.0))
}

/// With one of the words.
fn by_word(m: &Machine, poset: &PosetValue, options: Options, way: Way, start: Option<&Value>) -> Res<Option<Value>> {
    let start = match start {
        Some(start) => integer(start, "`start`")?,
        None if matches!(way, Way::Sum | Way::Product) => BigInt::one(),
        None => BigInt::zero(),
    };
    if matches!(way, Way::Mex | Way::Xor) && start.sign() == Sign::Minus {
        return Fault::expected("a non-negative integer as `start`", &Value::from(start)).err();
    }
    let combine = |values: &[&BigInt]| -> Result<BigInt, Box<Flow>> {
        let all = || values.iter().copied();
        Ok(match way {
            Way::Sum => all().sum(),
            Way::Product => {
                if all().map(BigInt::bits).fold(0, u64::saturating_add) > LONGEST {
                    return Fault::new(Mistake::TooLarge, "a product here has more than 300,000 digits").err();
                }
                all().product()
            }
            Way::Mex => {
                let mut numbers: Vec<&BigInt> = all().collect();
                numbers.sort_unstable();
                numbers.into_iter().fold(BigInt::zero(), |least, n| if *n == least { least + 1 } else { least })
            }
            Way::Max => all().max().cloned().unwrap_or_default(),
            Way::Min => all().min().cloned().unwrap_or_default(),
            Way::Xor => all().fold(BigInt::zero(), |sum, n| sum ^ n),
        })
    };
    Ok(posets::fold(&poset.order, options, start, combine, &m.handle)?.map(Value::from))
}
