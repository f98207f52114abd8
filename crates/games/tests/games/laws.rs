//! Laws that hold for all games, on random ones.

use crate::world::{Reader, World};
use num_bigint::BigInt;
use proptest::prelude::*;
use sprague_games::{Dyadic, Game, Outcome, STAR, Side, Step, ZERO};

/// A recipe for a form: the games of a store can't be made without it.
#[derive(Clone, Debug)]
enum Recipe {
    Number(i64, u32),
    UpStar(i64, u64),
    Options(Vec<Recipe>, Vec<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        (-4i64..=4, 0u32..3).prop_map(|(n, k)| Recipe::Number(n, k)),
        (-2i64..=2, 0u64..4).prop_map(|(ups, star)| Recipe::UpStar(ups, star)),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

/// Recipes of all-small games.
fn small_recipe() -> impl Strategy<Value = Recipe> {
    let leaf = (-2i64..=2, 0u64..4).prop_map(|(ups, star)| Recipe::UpStar(ups, star));
    leaf.prop_recursive(3, 16, 2, |inner| {
        let side = prop::collection::vec(inner, 1..3);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

impl World {
    fn options(&self, g: Game) -> [Vec<Game>; 2] {
        [Side::Left, Side::Right].map(|side| self.store.options(g, side, &self.h).unwrap())
    }
    fn make(&self, recipe: &Recipe) -> Game {
        match recipe {
            Recipe::Number(n, k) => self.store.number(Dyadic::new(BigInt::from(*n), *k).unwrap()),
            Recipe::UpStar(ups, star) => self.store.number_up_star(Dyadic::zero(), *ups, *star),
            Recipe::Options(l, r) => {
                let l: Vec<Game> = l.iter().map(|x| self.make(x)).collect();
                let r: Vec<Game> = r.iter().map(|x| self.make(x)).collect();
                self.store.canonical(&l, &r, &self.h).unwrap()
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_of_switches_are_played_hottest_first(
        parts in prop::collection::vec((-6i64..=6, 0i64..=5, 0u32..2), 0..7),
    ) {
        let w = World::new();
        let number = |n: i64, k| w.store.number(Dyadic::new(BigInt::from(n), k).unwrap());
        let parts: Vec<Game> = parts
            .iter()
            .map(|&(y, more, k)| match more {
                0 => number(y, k),
                more => w.store.canonical(&[number(y + more, k)], &[number(y, k)], &w.h).unwrap(),
            })
            .collect();
        let sum = parts.iter().fold(ZERO, |sum, &part| w.add(sum, part));
        let switches = w.store.switches(&parts, &w.h).unwrap().unwrap();
        prop_assert_eq!(switches.relation(), w.store.compare(sum, ZERO, &w.h).unwrap());
        prop_assert_eq!(switches.stop(Side::Left), w.store.left_stop(sum));
        prop_assert_eq!(switches.stop(Side::Right), w.store.right_stop(sum));
        prop_assert_eq!(switches.temperature(), w.store.temperature(sum, &w.h).unwrap());
        prop_assert_eq!(w.store.switches(&[STAR], &w.h).unwrap(), None);
    }

    #[test]
    fn sums_are_a_group(a in recipe(), b in recipe(), c in recipe()) {
        let w = World::new();
        let (a, b, c) = (w.make(&a), w.make(&b), w.make(&c));
        prop_assert_eq!(w.add(a, b), w.add(b, a));
        prop_assert_eq!(w.add(w.add(a, b), c), w.add(a, w.add(b, c)));
        prop_assert_eq!(w.add(a, w.neg(a)), ZERO);
        prop_assert_eq!(w.neg(w.neg(a)), a);
        prop_assert_eq!(w.neg(w.add(a, b)), w.add(w.neg(a), w.neg(b)));
        prop_assert_eq!(w.store.sum(&[a, b, c, w.neg(b)], &w.h).unwrap(), w.add(a, c));
        prop_assert_eq!(w.store.sub(w.add(a, b), b, &w.h).unwrap(), a);
        let five = w.store.multiple(&BigInt::from(5), a, &w.h).unwrap();
        prop_assert_eq!(five, w.add(a, w.add(w.add(a, a), w.add(a, a))));
        prop_assert_eq!(w.store.sum(&[a, b, a, w.neg(b), a, b], &w.h).unwrap(), w.add(b, w.add(a, w.add(a, a))));
    }

    #[test]
    fn order_is_a_partial_order_of_the_group(a in recipe(), b in recipe(), c in recipe()) {
        let w = World::new();
        let (a, b, c) = (w.make(&a), w.make(&b), w.make(&c));
        prop_assert_eq!(w.le(a, b) && w.le(b, a), a == b);
        prop_assert!(!(w.le(a, b) && w.le(b, c)) || w.le(a, c));
        prop_assert_eq!(w.le(a, b), w.le(w.add(a, c), w.add(b, c)));
        prop_assert_eq!(w.le(a, b), w.le(w.neg(b), w.neg(a)));
        let difference = w.store.sub(a, b, &w.h).unwrap();
        prop_assert_eq!(w.store.compare(a, b, &w.h).unwrap(), w.store.compare(difference, ZERO, &w.h).unwrap());
    }

    /// Atomic weights add up, and keep the order.
    #[test]
    fn atomic_weight_is_additive(a in small_recipe(), b in small_recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let weight = |g| w.store.atomic_weight(g, &w.h).unwrap().unwrap();
        prop_assert_eq!(weight(w.add(a, b)), w.add(weight(a), weight(b)));
        prop_assert_eq!(weight(w.neg(a)), w.neg(weight(a)));
        prop_assert!(!w.le(a, b) || w.le(weight(a), weight(b)));
    }

    /// Of all-small games: with other numbers it is none, as `-1 + * > -3`, but heated by 2 they are confused.
    #[test]
    fn heating_is_a_homomorphism(a in small_recipe(), b in small_recipe(), t in 0i64..4) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let heat = |g| w.store.heat(g, w.n(t), &w.h).unwrap();
        prop_assert_eq!(heat(w.add(a, b)), w.add(heat(a), heat(b)));
        prop_assert_eq!(w.store.cool(heat(a), &Dyadic::from(t), &w.h).unwrap(), a);
    }

    #[test]
    fn norton_products_are_bilinear(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        for unit in [w.store.number_up_star(Dyadic::zero(), 1, 0), w.store.number_up_star(Dyadic::zero(), 2, 1), w.n(1)] {
            let times = |g| w.store.norton_product(g, unit, &w.h).unwrap();
            prop_assert_eq!(times(w.add(a, b)), w.add(times(a), times(b)));
            prop_assert_eq!(times(w.n(1)), unit);
            prop_assert_eq!(w.le(times(a), times(b)), w.le(a, b));
        }
    }

    #[test]
    fn reduced_forms_are_close_and_add_up(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let reduced = |g| w.store.reduced_canonical_form(g, &w.h).unwrap();
        prop_assert!(w.store.is_infinitesimal(w.store.sub(a, reduced(a), &w.h).unwrap()));
        prop_assert_eq!(reduced(reduced(a)), reduced(a));
        prop_assert_eq!(reduced(w.add(a, b)), reduced(w.add(reduced(a), reduced(b))));
        prop_assert_eq!(reduced(w.neg(a)), w.neg(reduced(a)));
    }

    #[test]
    fn canonical_forms_are_canonical(a in recipe()) {
        let w = World::new();
        let a = w.make(&a);
        let [left, right] = w.options(a);
        prop_assert_eq!(w.store.canonical(&left, &right, &w.h).unwrap(), a);
        prop_assert!(w.store.dominated(&left, &right, &w.h).unwrap().is_empty());
        prop_assert!(w.store.reversible(&left, &right, &w.h).unwrap().is_empty());
        for list in [&left, &right] {
            prop_assert!(list.is_sorted_by(|&x, &y| w.store.order(x, y).is_lt()));
        }
    }

    #[test]
    fn explanations_end_in_the_value(l in prop::collection::vec(recipe(), 0..4), r in prop::collection::vec(recipe(), 0..4)) {
        let w = World::new();
        let mut sides = [&l, &r].map(|side| side.iter().map(|x| w.make(x)).collect::<Vec<_>>());
        let value = w.store.canonical(&sides[0], &sides[1], &w.h).unwrap();
        let steps = w.store.explain(&sides[0], &sides[1], &w.h).unwrap();
        prop_assert_eq!(steps.last(), Some(&Step::Value { value }));
        // Every step leaves the value as it was, and what the last one leaves are the canonical options.
        let mut by_options = true;
        for step in &steps {
            match step {
                Step::Dominated { side, option, by } => {
                    let worse = if *side == Side::Left { w.le(*option, *by) } else { w.le(*by, *option) };
                    prop_assert!(worse);
                    sides[usize::from(*side == Side::Right)].retain(|o| o != option);
                }
                Step::Reversible { side, option, through, replaced_by } => {
                    prop_assert!(w.options(*option)[usize::from(*side == Side::Left)].contains(through));
                    let options = &mut sides[usize::from(*side == Side::Right)];
                    options.retain(|o| o != option);
                    options.extend(replaced_by);
                }
                Step::Simplicity { .. } | Step::Mex { .. } => by_options = false,
                Step::Value { .. } => {}
            }
            prop_assert_eq!(w.store.canonical(&sides[0], &sides[1], &w.h).unwrap(), value);
        }
        if by_options {
            for (side, canonical) in sides.iter_mut().zip(w.options(value)) {
                side.sort_unstable_by(|&a, &b| w.store.order(a, b));
                side.dedup();
                prop_assert_eq!(&*side, &canonical);
            }
        }
    }

    #[test]
    fn thermographs_agree_with_stops_cooling_and_sums(a in recipe(), b in recipe(), taxes in prop::collection::vec(0i64..24, 3)) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let t = w.store.thermograph(a, &w.h).unwrap();
        prop_assert!(t.temperature >= Dyadic::from(-1));
        let zero = Dyadic::zero();
        prop_assert_eq!(t.left.at(&zero), w.store.left_stop(a));
        prop_assert_eq!(t.right.at(&zero), w.store.right_stop(a));
        prop_assert_eq!(w.store.temperature(a, &w.h).unwrap(), t.temperature.clone());
        prop_assert_eq!(w.store.mean(a, &w.h).unwrap(), t.mast.clone());
        prop_assert_eq!(t.left.at(&t.temperature), t.mast.clone());
        prop_assert_eq!(t.right.at(&t.temperature), t.mast.clone());
        // The walls are the stops of the cooled game.
        for tax in taxes {
            let tax = Dyadic::new(BigInt::from(tax), 3).unwrap();
            let cooled = w.store.cool(a, &tax, &w.h).unwrap();
            prop_assert_eq!(t.left.at(&tax), w.store.left_stop(cooled), "{} at {}", w.name(a), tax);
            prop_assert_eq!(t.right.at(&tax), w.store.right_stop(cooled), "{} at {}", w.name(a), tax);
            prop_assert_eq!(w.store.mean(cooled, &w.h).unwrap(), t.mast.clone());
        }
        // Mean values add; a sum is no hotter than its terms.
        let sum = w.add(a, b);
        let s = w.store.thermograph(sum, &w.h).unwrap();
        let u = w.store.thermograph(b, &w.h).unwrap();
        prop_assert_eq!(s.mast.clone(), t.mast.add(&u.mast));
        prop_assert!(s.temperature <= t.temperature.clone().max(u.temperature.clone()));
        let negative = w.store.thermograph(w.neg(a), &w.h).unwrap();
        prop_assert_eq!(negative.mast.clone(), t.mast.neg());
        prop_assert_eq!(negative.temperature.clone(), t.temperature.clone());
        // Cooling is a homomorphism.
        let one = Dyadic::from(1).half();
        let cool = |g| w.store.cool(g, &one, &w.h).unwrap();
        prop_assert_eq!(cool(sum), w.add(cool(a), cool(b)));
    }

    #[test]
    fn cooling_undoes_heating(a in recipe()) {
        let w = World::new();
        let a = w.make(&a);
        let heated = w.store.heat(a, w.n(1), &w.h).unwrap();
        prop_assert_eq!(w.store.cool(heated, &Dyadic::from(1), &w.h).unwrap(), a, "{}", w.name(heated));
    }

    #[test]
    fn what_is_read_off_a_value(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let birthday = |g| w.store.birthday(g, &w.h).unwrap();
        prop_assert!(birthday(w.add(a, b)) <= birthday(a) + birthday(b));
        let options = w.options(a);
        let last = options.iter().flatten().map(|&o| birthday(o) + 1).max().unwrap_or_default();
        prop_assert_eq!(birthday(a), last);
        let (left, right) = w.store.incentives(a, &w.h).unwrap();
        for incentive in left.into_iter().chain(right) {
            prop_assert!(!w.le(ZERO, incentive)); // no move is as good as no move
        }
        let near = w.store.number(Dyadic::new(BigInt::from(1), 40).unwrap());
        let infinitesimal = w.le(w.neg(near), a) && w.le(a, near);
        prop_assert_eq!(w.store.is_infinitesimal(a), infinitesimal);
        let small = |g: Game| w.store.is_all_small(g, &w.h).unwrap();
        let both_move = options[0].is_empty() == options[1].is_empty();
        prop_assert_eq!(small(a), both_move && options.iter().flatten().all(|&o| small(o)));
        let impartial = options[0] == options[1] && options[0].iter().all(|&o| w.store.is_impartial(o));
        prop_assert_eq!(w.store.is_impartial(a), impartial);
    }

    #[test]
    fn the_printing_order_does_not_depend_on_history(all in prop::collection::vec(recipe(), 2..6)) {
        let sorted = |w: &World, recipes: &mut dyn Iterator<Item = &Recipe>| {
            let mut games: Vec<Game> = recipes.map(|x| w.make(x)).collect();
            games.sort_by(|&a, &b| w.store.order(a, b));
            games.into_iter().map(|g| w.name(g)).collect::<Vec<_>>()
        };
        let forward = sorted(&World::new(), &mut all.iter());
        prop_assert_eq!(forward, sorted(&World::new(), &mut all.iter().rev()));
    }

    #[test]
    fn names_are_read_back(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        for g in [a, b, w.add(a, b), w.neg(a)] {
            let name = w.name(g);
            prop_assert_eq!(Reader::read(&w, &name), g, "{}", name);
        }
        prop_assert_eq!(w.name(a) == w.name(b), a == b);
    }

    #[test]
    fn ordinal_sums(a in recipe(), b in recipe()) {
        let w = World::new();
        let (a, b) = (w.make(&a), w.make(&b));
        let [left, right] = w.options(a);
        let over = |x| w.store.ordinal_sum(&left, &right, x, &w.h).unwrap();
        prop_assert_eq!(over(ZERO), a);
        prop_assert_eq!(w.store.ordinal_sum(&[], &[], b, &w.h).unwrap(), b);
        // The colon principle: what is better on top is better.
        for (x, y) in [(a, b), (b, STAR), (ZERO, b)] {
            if w.le(x, y) {
                prop_assert!(w.le(over(x), over(y)));
            }
        }
    }

    #[test]
    fn play_finds_the_winner_of_a_sum(games in prop::collection::vec(recipe(), 1..4)) {
        let w = World::new();
        let games: Vec<Game> = games.iter().map(|x| w.make(x)).collect();
        let total = w.store.sum(&games, &w.h).unwrap();
        let outcome = w.store.outcome(total, &w.h).unwrap();
        for mover in [Side::Left, Side::Right] {
            let wins = matches!((outcome, mover), (Outcome::N, _) | (Outcome::L, Side::Left) | (Outcome::R, Side::Right));
            prop_assert_eq!(w.store.wins_first(&games, mover, &w.h).unwrap(), wins);
            let replies = w.store.winning_replies(&games, mover, &w.h).unwrap();
            prop_assert_eq!(!replies.is_empty(), wins);
            for reply in replies {
                let mut after = games.clone();
                prop_assert_eq!(after[reply.component], reply.from);
                after[reply.component] = reply.to;
                let after = w.store.sum(&after, &w.h).unwrap();
                let won = if mover == Side::Left { w.le(ZERO, after) } else { w.le(after, ZERO) };
                prop_assert!(won);
            }
            let turn = w.store.play_tree(&games, mover, 3, 4, &w.h).unwrap();
            prop_assert_eq!(turn.winner == mover, wins);
            for (_, next) in &turn.moves {
                prop_assert_eq!(next.as_ref().unwrap().winner, turn.winner);
            }
        }
    }
}
