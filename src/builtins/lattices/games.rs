//! Heap games with bounded heaps as lattice games.

use super::questions::{game_of, game_rules, point_value};
use crate::adapters::heaps::{HeapGame, sizes};
use crate::builtins::{given, integer, items, natural};
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::eval::position_of;
use crate::lattices::game::Flaw;
use crate::lattices::heaps::{HeapGame as Heaps, lattice_of as engine};
use crate::value::key::Key;
use crate::value::node::Rules;
use crate::value::{Deep, Fault, Player, Res, Value};
use num_bigint::{BigInt, Sign};
use std::rc::Rc;

/// The most coordinates of a game made from heaps.
const MOST: u64 = 500;

/// `lattice_of(G, n, misere)`.
pub fn lattice_of(m: &mut Machine, a: &[Value]) -> Res {
    let rules = crate::builtins::heaps::heap_game(&a[0])?;
    let largest = natural(&a[1], "the largest heap")?;
    if largest > MOST {
        return Fault::new(
            Mistake::TooLarge,
            format!("a lattice game of heaps up to {largest} has too many coordinates; at most {MOST}"),
        )
        .err();
    }
    let misere = match given(&a[2]) {
        None | Some(Value::Bool(false)) => false,
        Some(Value::Bool(true)) => true,
        Some(Value::Str(word)) if &***word == "misere" => true,
        Some(other) => return Fault::expected("the word `misere`, or true", other).err(),
    };
    let mut table = Vec::new();
    for k in 0..=largest {
        table.push(replacements(m, &rules, k)?);
    }
    let handle = Rc::clone(&m.handle);
    let largest = usize::try_from(largest).unwrap_or(usize::MAX);
    let made = engine(largest, |k| Ok(table[k].clone()), misere, &handle)?;
    let name = format!("lattice_of({}, {largest}{})", rules.name, if misere { ", misere" } else { "" });
    let heaps = match made {
        Ok(heaps) if heaps.sizes.is_empty() => {
            return Fault::new(
                Mistake::Unsuitable,
                format!("no heap of {} up to {largest} has a move: there are no coordinates", rules.name),
            )
            .err();
        }
        Ok(heaps) => heaps,
        Err(Flaw::NoIncrease { .. }) => {
            return Fault::new(
                Mistake::LatticeMoves,
                format!("play in {} need not end: some heaps come back", rules.name),
            )
            .err();
        }
        Err(flaw) => return Fault::new(Mistake::LatticeMoves, format!("{name} is no lattice game: {flaw:?}")).err(),
    };
    let names = heaps.sizes.iter().map(|k| format!("h{k}").into()).collect();
    let built = m.lattice_rules(&name, heaps.game.clone(), names, Some(heaps))?;
    // One rule set for each heap game, bound and way of play: positions made at different times are equal.
    Ok(Value::Rules(m.rules_for(&format!("{name} of {}", rules.id), |_| built)))
}

/// What a heap may become: sizes, without empty heaps.
fn replacements(m: &mut Machine, rules: &Rc<Rules>, k: u64) -> Res<Vec<Vec<usize>>> {
    let Value::Position(heap) = position_of(rules, [Value::from(k)]) else { return Ok(Vec::new()) };
    let Some(native) = rules.engine().cloned() else { return Ok(Vec::new()) };
    let mut out = Vec::new();
    for option in native.options(m, &heap, Player::First)? {
        m.handle.tick()?;
        let parts = sizes(&option).unwrap_or_default();
        let parts = parts.into_iter().filter(|&n| n > 0).map(|n| usize::try_from(n).unwrap_or(usize::MAX)).collect();
        out.push(parts);
    }
    debug_assert!(rules.native::<HeapGame>().is_some());
    Ok(out)
}

fn heaps_of(value: &Value) -> Res<(Rc<Rules>, Heaps)> {
    let rules = game_rules(value)?;
    match &game_of(&rules)?.heaps {
        Some(heaps) => Ok((Rc::clone(&rules), heaps.clone())),
        None => Fault::new(Mistake::WrongGame, format!("{} was not made from heaps", rules.name))
            .note("`lattice_of(Kayles, 5)` makes a lattice game from a heap game.")
            .err(),
    }
}

/// `heap_sizes(G)`.
pub fn heap_sizes(value: &Value) -> Res {
    let (_, heaps) = heaps_of(value)?;
    Ok(Value::list(heaps.sizes.iter().map(|&k| Value::from(k)).collect()))
}

/// `as_point(G, heaps)`.
pub fn as_point(m: &mut Machine, value: &Value, list: &Value) -> Res {
    let (rules, heaps) = heaps_of(value)?;
    let size = |value: &Value| natural(value, "the size of a heap");
    let all: Vec<(u64, BigInt)> = match (sizes(list), list) {
        (Some(sizes), _) => sizes.into_iter().map(|n| (n, BigInt::from(1))).collect(),
        (None, Value::Map(map)) => {
            let counted = |n: &Value| match integer(n, "a number of heaps")? {
                count if count.sign() == Sign::Minus => Fault::expected("a number of heaps", n).err(),
                count => Ok(count),
            };
            map.iter().map(|(k, n)| Ok((size(&k.0)?, counted(n)?))).collect::<Res<_>>()?
        }
        (None, one) if one.is_number() => {
            return Fault::expected("heaps, as a list of their sizes or a map from sizes to numbers", list).err();
        }
        (None, _) => items(m, list)?.iter().map(|k| Ok((size(k)?, BigInt::from(1)))).collect::<Res<_>>()?,
    };
    let all = all.into_iter().map(|(k, n)| (usize::try_from(k).unwrap_or(usize::MAX), n));
    match heaps.position(all) {
        Some(x) => Ok(point_value(x)),
        None => {
            Fault::new(Mistake::NotAPosition, format!("{} knows heaps up to {} only", rules.name, heaps.largest)).err()
        }
    }
}

/// `as_heaps(G, point)`.
pub fn as_heaps(m: &mut Machine, value: &Value, point: &Value) -> Res {
    let (rules, heaps) = heaps_of(value)?;
    let x = game_of(&rules)?.point(m, std::slice::from_ref(point))?;
    if x.iter().any(|n| n.sign() == Sign::Minus) {
        let shown = m.notation(point)?;
        return Fault::new(Mistake::NotAPosition, format!("{shown} is no position: numbers of heaps are not negative"))
            .err();
    }
    let map = heaps.heaps(&x).into_iter().map(|(k, n)| (Key(Value::from(k)), Value::from(n))).collect();
    Ok(Value::Map(Rc::new(Deep(map))))
}
