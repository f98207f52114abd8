//! Laws that hold for all games with sides, on random ones: Siegel, *Combinatorial Game Theory*, ch. VI.2 to VI.5.

use super::raw::{Raw, graph};
use proptest::prelude::*;
use sprague_games::{STAR, Store, ZERO};
use sprague_limits::Handle;
use sprague_stoppers::{Loops, Loopy, Stopper};

/// Graphs with up to five nodes and few options; the game is the first node.
fn recipe() -> impl Strategy<Value = Raw> {
    (1usize..=5).prop_flat_map(|nodes| {
        let options = || prop::collection::vec(0..nodes, 0..=2);
        prop::collection::vec([options(), options()], nodes)
    })
}

/// A table of values, where sums that have no sides are no value.
struct Desk {
    store: Store,
    loops: Loops,
    h: Handle,
}

impl Desk {
    fn new() -> Self {
        Desk { store: Store::new(), loops: Loops::new(), h: Handle::default() }
    }
    fn make(&mut self, raw: &Raw) -> Option<Loopy> {
        self.loops.values(&graph(raw), &self.store, &self.h).unwrap()[0].value()
    }
    /// The first of the nodes that is a stopper with a cycle, or else a short game.
    fn stopper(&mut self, raw: &Raw) -> Option<Stopper> {
        let all = self.loops.values(&graph(raw), &self.store, &self.h).unwrap();
        let mut stoppers: Vec<Stopper> = all.iter().filter_map(|s| s.value()?.stopper()).collect();
        stoppers.sort_by_key(|s| s.is_short());
        stoppers.first().copied()
    }
    fn add(&mut self, a: Loopy, b: Loopy) -> Option<Loopy> {
        self.loops.sum_sides(a, b, &self.store, &self.h).unwrap().value()
    }
    fn neg(&mut self, g: Loopy) -> Loopy {
        self.loops.neg(g, &self.store, &self.h).unwrap()
    }
    fn ge(&mut self, a: Loopy, b: Loopy) -> bool {
        self.loops.ge(a, b, &self.store, &self.h).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_commute_and_associate(a in recipe(), b in recipe(), c in recipe()) {
        let mut d = Desk::new();
        let (Some(a), Some(b), Some(c)) = (d.make(&a), d.make(&b), d.make(&c)) else { return Ok(()) };
        let ab = d.add(a, b);
        prop_assert_eq!(ab, d.add(b, a));
        prop_assert_eq!(d.add(a, ZERO.into()), Some(a));
        if let (Some(ab), Some(bc)) = (ab, d.add(b, c))
            && let (Some(left), Some(right)) = (d.add(ab, c), d.add(a, bc))
        {
            prop_assert_eq!(left, right);
        }
    }

    /// The onside is not below the offside, and a negative exchanges them.
    #[test]
    fn negatives_exchange_sides(a in recipe(), b in recipe()) {
        let mut d = Desk::new();
        let (Some(a), Some(b)) = (d.make(&a), d.make(&b)) else { return Ok(()) };
        prop_assert!(d.ge(a.on.into(), a.off.into()));
        let minus = d.neg(a);
        prop_assert_eq!(d.neg(minus), a);
        prop_assert_eq!(d.neg(a.on.into()), minus.off.into());
        let minus_b = d.neg(b);
        let sum = d.add(a, b);
        prop_assert_eq!(sum.map(|sum| d.neg(sum)), d.add(minus, minus_b));
    }

    /// The sides of a sum are the onside of the onsides' sum and the offside of the offsides' sum.
    #[test]
    fn sides_add(a in recipe(), b in recipe()) {
        let mut d = Desk::new();
        let (Some(a), Some(b)) = (d.make(&a), d.make(&b)) else { return Ok(()) };
        let sides = d.loops.sum_sides(a, b, &d.store, &d.h).unwrap();
        let on = d.loops.sum_sides(a.on.into(), b.on.into(), &d.store, &d.h).unwrap().on;
        let off = d.loops.sum_sides(a.off.into(), b.off.into(), &d.store, &d.h).unwrap().off;
        prop_assert_eq!((sides.on, sides.off), (on, off));
    }

    /// `dud` absorbs everything; `on` absorbs short games, and is above all.
    #[test]
    fn dud_and_on_absorb(a in recipe(), n in -3i64..=3) {
        let mut d = Desk::new();
        let Some(a) = d.make(&a) else { return Ok(()) };
        let (on, off) = (d.loops.on(), d.loops.off());
        let dud = Loopy { on, off };
        prop_assert_eq!(d.add(on.into(), off.into()), Some(dud));
        prop_assert_eq!(d.add(dud, a), Some(dud));
        prop_assert!(d.ge(on.into(), a) && d.ge(a, off.into()));
        let short = Loopy::from(d.store.number_up_star(sprague_games::Dyadic::zero(), n, 1));
        prop_assert_eq!(d.add(on.into(), short), Some(on.into()));
        let over = Loopy::from(d.loops.over());
        prop_assert_eq!(d.add(over, short), Some(over));
        prop_assert_eq!(d.add(over, over), Some(over));
    }

    /// Order is one, turned by negatives, and kept by sums.
    #[test]
    fn order_is_kept_by_sums(a in recipe(), b in recipe(), c in recipe()) {
        let mut d = Desk::new();
        let (Some(a), Some(b), Some(c)) = (d.make(&a), d.make(&b), d.make(&c)) else { return Ok(()) };
        prop_assert!(d.ge(a, a));
        let (minus_a, minus_b) = (d.neg(a), d.neg(b));
        prop_assert_eq!(d.ge(a, b), d.ge(minus_b, minus_a));
        prop_assert_eq!(d.ge(a, b) && d.ge(b, a), a == b);
        prop_assert!(!(d.ge(a, b) && d.ge(b, c)) || d.ge(a, c));
        if d.ge(a, b) && let (Some(ac), Some(bc)) = (d.add(a, c), d.add(b, c)) {
            prop_assert!(d.ge(ac, bc));
        }
    }

    /// Short games among loopy ones are calculated with as ever.
    #[test]
    fn short_games_stay_what_they_are(x in -4i64..=4, y in -4i64..=4, stars in 0u64..8) {
        let mut d = Desk::new();
        let half = |d: &Desk, n: i64| d.store.number(sprague_games::Dyadic::new(n.into(), 1).unwrap());
        let hot = {
            let (p, m) = (half(&d, x), half(&d, y));
            d.store.canonical(&[p, STAR], &[m], &d.h).unwrap()
        };
        let other = d.store.number_up_star(sprague_games::Dyadic::zero(), y, stars);
        let sum = d.store.add(hot, other, &d.h).unwrap();
        prop_assert_eq!(d.add(hot.into(), other.into()), Some(sum.into()));
        let minus = d.store.neg(hot, &d.h).unwrap();
        prop_assert_eq!(d.neg(hot.into()), minus.into());
        let ge = d.store.le(other, hot, &d.h).unwrap();
        prop_assert_eq!(d.ge(hot.into(), other.into()), ge);
    }

    /// A degree is not below 0, is that of the negative, too, and 0 for short games alone.
    #[test]
    fn degrees(a in recipe()) {
        let mut d = Desk::new();
        let Some(s) = d.stopper(&a) else { return Ok(()) };
        let Ok(degree) = d.loops.degree(s, &d.store, &d.h) else { return Ok(()) };
        prop_assert!(d.ge(degree.into(), ZERO.into()));
        prop_assert_eq!(degree == Stopper::Short(ZERO), s.is_short());
        let minus = d.neg(s.into()).on;
        prop_assert_eq!(d.loops.degree(minus, &d.store, &d.h).ok(), Some(degree));
        if let (Ok(up), Ok(down)) = (d.loops.upsum(s, minus, &d.store, &d.h), d.loops.downsum(s, minus, &d.store, &d.h)) {
            prop_assert!(d.ge(up.into(), down.into()));
            prop_assert_eq!(d.neg(down.into()), up.into());
        }
    }
}
