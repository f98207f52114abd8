//! Canonical forms against the definition of equality: G = H if G + X and H + X have the same outcome for every X.
//!
//! Games that are said to be equal are played out beside many X; for games that are said to differ, the X that the engine names is
//! played out beside both.

use proptest::prelude::*;
use sprague_limits::{Handle, Limits};
use sprague_misere::{Form, Forms, NameError};
use std::collections::HashMap;

/// Games as they are written: of each its options, which come before it. Nothing is simplified.
#[derive(Clone, Debug, Default)]
struct Written {
    options: Vec<Vec<usize>>,
    known: HashMap<Vec<usize>, usize>,
}

impl Written {
    fn add(&mut self, mut options: Vec<usize>) -> usize {
        options.sort_unstable();
        options.dedup();
        let new = self.options.len();
        let place = *self.known.entry(options.clone()).or_insert(new);
        if place == new {
            self.options.push(options);
        }
        place
    }

    /// All games born by day n: 1, 2, 4, 16, 65536.
    fn born_by(&mut self, day: u32) -> Vec<usize> {
        let mut all = vec![self.add(vec![])];
        for _ in 0..day {
            let subset =
                |set: u32| all.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &g)| g).collect();
            all = (0..1u32 << all.len()).map(|set| self.add(subset(set))).collect();
        }
        all
    }

    fn of_form(&mut self, forms: &Forms, form: Form) -> usize {
        let options = forms.options(form).to_vec().into_iter().map(|option| self.of_form(forms, option)).collect();
        self.add(options)
    }

    fn form(&self, forms: &mut Forms, game: usize) -> Form {
        let options = self.options[game].iter().map(|&option| self.form(forms, option)).collect();
        forms.form(options, &Handle::default()).expect("no bound")
    }

    /// Direct play of a sum, from the definition.
    fn is_p(&self, sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        let mut sum: Vec<usize> = sum.iter().copied().filter(|&game| !self.options[game].is_empty()).collect();
        sum.sort_unstable();
        if let Some(&known) = known.get(&sum) {
            return known;
        }
        let mut is_p = !sum.is_empty();
        for i in 0..sum.len() {
            for &option in &self.options[sum[i]] {
                let mut next = sum.clone();
                next[i] = option;
                is_p &= !self.is_p(&next, known);
            }
        }
        known.insert(sum, is_p);
        is_p
    }
}

fn handle() -> Handle {
    Handle::default()
}

#[test]
fn numbers_of_forms() {
    let mut forms = Forms::new();
    let listed: Vec<usize> = (0..5).map(|day| forms.born_by(day, &handle()).expect("few").len()).collect();
    assert_eq!(listed, [1, 2, 3, 5, 22]);
    let counted: Vec<u64> = (0..6).map(|day| forms.count_born_by(day, &handle()).expect("few")).collect();
    assert_eq!(counted, [1, 2, 3, 5, 22, 4_171_780]);
    assert!(forms.born_by(5, &handle()).is_err() && forms.count_born_by(6, &handle()).is_err());
}

#[test]
fn names_of_the_forms_of_day_four() {
    let mut forms = Forms::new();
    let all = forms.born_by(4, &handle()).expect("few");
    let names: Vec<String> =
        all.iter().map(|&form| forms.name(form, &handle()).expect("no bound").expect("short")).collect();
    // As in *Winning Ways*, chapter 13.
    assert_eq!(
        names.join(" "),
        "*[0] *[1] *[2] *[2#] *[3] *[2##] *[2#0] *[2#1] *[2#2] *[2#20] *[2#21] *[2#210] *[3#] *[2_2] *[4] *[2#_1] *[2#30] *[2#31] \
         *[2#32] *[2#320] *[2#321] *[2#3210]"
    );
}

/// Every game born by day 4 beside every form born by day 4: all games with one form have the same outcomes. That different
/// forms are told apart, some of them by later games only, is another test's.
#[test]
fn all_games_born_by_day_four() {
    let (mut forms, mut written) = (Forms::new(), Written::default());
    let xs = forms.born_by(4, &handle()).expect("few");
    let early = written.born_by(3);
    let early_forms: Vec<Form> = early.iter().map(|&game| written.form(&mut forms, game)).collect();
    let place: HashMap<Form, usize> = xs.iter().enumerate().map(|(i, &x)| (x, i)).collect();
    // Outcomes of g + x, where x runs through the forms in the order of birthdays, from those of the options of g.
    let row = |rows: &[&Vec<bool>]| -> Vec<bool> {
        let mut row: Vec<bool> = Vec::new();
        for &x in &xs {
            let own = forms.options(x).iter().map(|option| row[place[option]]);
            let moves = rows.iter().map(|option| option[row.len()]).chain(own);
            let (count, lost) = moves.fold((0, true), |(count, lost), is_p| (count + 1, lost && !is_p));
            row.push(count > 0 && lost);
        }
        row
    };
    let mut of_early: Vec<Vec<bool>> = Vec::new();
    for game in &early {
        let rows: Vec<&Vec<bool>> = written.options[*game]
            .iter()
            .map(|option| &of_early[early.iter().position(|other| other == option).expect("earlier")])
            .collect();
        let own = row(&rows);
        of_early.push(own);
    }
    let mut of_forms: HashMap<Form, Vec<bool>> = HashMap::new();
    let mut games = Vec::new();
    for set in 0u32..1 << early.len() {
        let chosen: Vec<usize> = (0..early.len()).filter(|i| set >> i & 1 == 1).collect();
        let rows: Vec<&Vec<bool>> = chosen.iter().map(|&i| &of_early[i]).collect();
        games.push((chosen.iter().map(|&i| early_forms[i]).collect::<Vec<Form>>(), row(&rows)));
    }
    for (options, outcomes) in games {
        let form = forms.form(options, &handle()).expect("no bound");
        assert!(xs.contains(&form));
        assert_eq!(of_forms.entry(form).or_insert_with(|| outcomes.clone()), &outcomes);
    }
    assert_eq!(of_forms.len(), 22);
}

/// Forms born by day 4 and the sums of any two of them.
fn pool(forms: &mut Forms) -> Vec<Form> {
    let few = forms.born_by(4, &handle()).expect("few");
    let mut pool = few.clone();
    for &g in &few {
        for &h in &few {
            pool.push(forms.sum(g, h, &handle()).expect("no bound"));
        }
    }
    pool.sort_unstable();
    pool.dedup();
    pool
}

#[test]
fn games_apart_mates_and_links() {
    let (mut forms, mut written, mut known) = (Forms::new(), Written::default(), HashMap::new());
    let pool = pool(&mut forms);
    for (i, &g) in pool.iter().enumerate().filter(|(i, _)| i % 4 < 1 || *i < 22) {
        let mate = forms.mate(g, &handle()).expect("no bound");
        let (as_g, as_mate) = (written.of_form(&forms, g), written.of_form(&forms, mate));
        assert!(written.is_p(&[as_g, as_mate], &mut known));
        assert_eq!(forms.distinguisher(g, g, &handle()), Ok(None));
        for &h in pool.iter().skip(i % 29).step_by(29) {
            let as_h = written.of_form(&forms, h);
            if g != h {
                let t = forms.distinguisher(g, h, &handle()).expect("no bound").expect("they differ");
                let t = written.of_form(&forms, t);
                assert_ne!(written.is_p(&[as_g, t], &mut known), written.is_p(&[as_h, t], &mut known));
            }
            let one_is_an_option = forms.options(g).contains(&h) || forms.options(h).contains(&g);
            match forms.link(g, h, &handle()).expect("no bound") {
                None => assert!(one_is_an_option),
                Some(t) => {
                    let t = written.of_form(&forms, t);
                    assert!(!one_is_an_option && written.is_p(&[as_g, t], &mut known));
                    assert!(written.is_p(&[as_h, t], &mut known));
                }
            }
        }
    }
}

#[test]
fn differences_and_parts() {
    let mut forms = Forms::new();
    let pool = pool(&mut forms);
    // What is known by adding up: of each sum the pairs that give it.
    let mut pairs: HashMap<Form, Vec<(Form, Form)>> = HashMap::new();
    for &h in &pool {
        for &x in &pool {
            pairs.entry(forms.sum(h, x, &handle()).expect("no bound")).or_default().push((h, x));
        }
    }
    for &g in &pool {
        let parts = forms.parts(g, &handle()).expect("no bound");
        for &(h, x) in &pairs[&g] {
            assert_eq!(forms.difference(g, h, &handle()), Ok(Some(x)));
            assert!(parts.contains(&h));
        }
        for &part in &*parts {
            let x = forms.difference(g, part, &handle()).expect("no bound").expect("it is a part");
            assert_eq!(forms.sum(part, x, &handle()), Ok(g));
        }
        for &h in &pool {
            if !pairs[&g].iter().any(|pair| pair.0 == h)
                && let Some(x) = forms.difference(g, h, &handle()).expect("no bound")
            {
                assert!(!pool.contains(&x));
                assert_eq!(forms.sum(h, x, &handle()), Ok(g));
            }
        }
        for partition in forms.partitions(g, &handle()).expect("no bound") {
            let sum = partition.iter().try_fold(forms.zero(), |sum, &part| forms.sum(sum, part, &handle()));
            assert_eq!(sum, Ok(g));
            let star = forms.star();
            for part in partition.into_iter().filter(|&part| part != star) {
                assert!(forms.is_prime(part, &handle()).expect("no bound"));
                assert!(forms.is_even(part, &handle()).expect("no bound"));
            }
        }
        assert_ne!(forms.partitions(g, &handle()).expect("no bound").len(), 0);
    }
}

/// Norton's example: the game whose only option is *4 + *2 is a sum of primes in two ways.
#[test]
fn partitions_are_not_unique() {
    let mut forms = Forms::new();
    let sharp = forms.named("*[4_2#]", &handle()).expect("a name");
    let partitions = forms.partitions(sharp, &handle()).expect("no bound");
    let names: Vec<Vec<String>> = partitions
        .iter()
        .map(|parts| parts.iter().map(|&part| forms.name(part, &handle()).expect("").expect("")).collect())
        .collect();
    let expected = [["*[2]", "*[4_2#_14_2#4]"], ["*[4]", "*[[4_2#_14_2#4]_1[4_2#_14_2#4]4_2#_14_2#2]"]];
    assert_eq!(names, expected);
}

#[test]
fn names_are_read_back() {
    let mut forms = Forms::new();
    let pool = pool(&mut forms);
    for form in pool {
        let name = forms.name(form, &handle()).expect("no bound").expect("short");
        assert_eq!(forms.named(&name, &handle()), Ok(form), "{name}");
        let sharp = forms.form(vec![form], &handle()).expect("no bound");
        let name = forms.name(sharp, &handle()).expect("no bound").expect("short");
        assert_eq!(forms.named(&name, &handle()), Ok(sharp), "{name}");
    }
    let named = |forms: &mut Forms, text: &str| forms.named(text, &handle());
    let (two, zero) = (named(&mut forms, "*2"), forms.zero());
    assert_eq!(
        (named(&mut forms, "* [ 2 ]"), named(&mut forms, "*[0]"), named(&mut forms, "*[1#]")),
        (two.clone(), Ok(zero), Ok(zero))
    );
    assert_eq!(named(&mut forms, "*[10]"), two, "a list of 1 and 0");
    let twelve = named(&mut forms, "*[(12)]");
    assert_eq!(
        (twelve.clone(), forms.name(twelve.expect("a heap"), &handle())),
        (named(&mut forms, "*12"), Ok(Some("*[(12)]".into())))
    );
    for (text, at) in
        [("", 0), ("[2]", 0), ("*[2", 3), ("*[]", 2), ("*[2_]", 4), ("*[#2]", 2), ("*[2]]", 4), ("*[(]", 3)]
    {
        let refused = named(&mut forms, text);
        assert!(matches!(refused, Err(NameError::Unexpected { at: place, .. }) if place == at), "{text}: {refused:?}");
    }
    assert!(matches!(named(&mut forms, "*[(99999999999)]"), Err(NameError::Stop(_))));
}

/// Sums of tame games go as Nim does; half-tame ones become tame beside themselves.
#[test]
fn tame_games() {
    let mut forms = Forms::new();
    let all = forms.born_by(4, &handle()).expect("few");
    let (tame, other): (Vec<Form>, Vec<Form>) =
        all.iter().partition(|&&form| forms.is_tame(form, &handle()).expect("no bound"));
    let lost = |forms: &Forms, sum: &[Form]| {
        let xor = sum.iter().fold(0, |x, &g| x ^ forms.nim_value(g));
        let firm = sum.iter().any(|&g| forms.nim_value(g) == forms.misere_nim_value(g));
        if firm { xor == 0 } else { xor == 1 }
    };
    for &a in &tame {
        for &b in &tame {
            let two = forms.sum(a, b, &handle()).expect("no bound");
            assert!(forms.is_tame(two, &handle()).expect("no bound"));
            for &c in &tame {
                let three = forms.sum(two, c, &handle()).expect("no bound");
                assert_eq!(forms.is_p_position(three), lost(&forms, &[a, b, c]));
            }
        }
    }
    let mut kinds = Vec::new();
    for &g in &other {
        let half = forms.is_half_tame(g, &handle()).expect("no bound");
        let restive = forms.is_restive(g, &handle()).expect("no bound");
        let restless = forms.is_restless(g, &handle()).expect("no bound");
        let name = forms.name(g, &handle()).expect("no bound").expect("short");
        kinds.push(format!("{name} {half} {restive} {restless}"));
    }
    let expected = "*[2#0] true true false, *[2#1] false false true, *[2#20] true true false, *[2#21] false false true, \
                    *[2#30] true true false, *[2#31] false false true, *[2#320] true true false, *[2#321] false false true";
    assert_eq!((tame.len(), kinds.join(", ").as_str()), (14, expected));
}

/// Some games as they are written.
fn some_games() -> impl Strategy<Value = Written> {
    proptest::collection::vec(proptest::collection::vec(any::<u32>(), 0..4), 1..9).prop_map(|lists| {
        let mut written = Written::default();
        written.add(vec![]);
        for list in lists {
            let n = written.options.len();
            written.add(list.into_iter().map(|option| option as usize % n).collect());
        }
        written
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn forms_and_play(mut written in some_games()) {
        let (mut forms, mut known) = (Forms::new(), HashMap::new());
        let n = written.options.len();
        let found: Vec<Form> = (0..n).map(|game| written.form(&mut forms, game)).collect();
        for g in 0..n {
            // The form is its own form, and the same in another store.
            let again = forms.form(forms.options(found[g]).to_vec(), &handle());
            prop_assert_eq!(again, Ok(found[g]));
            let mut other = Forms::new();
            other.named("*[2_2#0]", &handle()).expect("a name");
            let imported = other.import(&forms, found[g], &handle()).expect("no bound");
            prop_assert!(forms.is_same(found[g], &other, imported) && forms.digest(found[g]) == other.digest(imported));
            for h in 0..n {
                prop_assert_eq!(forms.is_same(found[h], &other, imported), found[h] == found[g]);
                let sum = forms.sum(found[g], found[h], &handle()).expect("no bound");
                prop_assert_eq!(forms.is_p_position(sum), written.is_p(&[g, h], &mut known));
                match forms.distinguisher(found[g], found[h], &handle()).expect("no bound") {
                    None => for x in 0..n {
                        prop_assert_eq!(written.is_p(&[g, x], &mut known), written.is_p(&[h, x], &mut known));
                    },
                    Some(t) => {
                        let t = written.of_form(&forms, t);
                        prop_assert_ne!(written.is_p(&[g, t], &mut known), written.is_p(&[h, t], &mut known));
                    }
                }
                for k in 0..n.min(4) {
                    let left = forms.sum(sum, found[k], &handle());
                    let inner = forms.sum(found[h], found[k], &handle()).expect("no bound");
                    prop_assert_eq!(left, forms.sum(found[g], inner, &handle()));
                }
            }
        }
    }
}

/// Whatever is a sum of two games that are neither 0 nor * has no move to 0 or *; so heaps are prime, and their own mates but for 0 and *.
#[test]
fn heaps_far_out() {
    let (mut forms, h) = (Forms::new(), handle());
    let all = forms.born_by(4, &h).expect("few");
    for (i, &x) in all.iter().enumerate().skip(2) {
        for &y in &all[2..=i] {
            let sum = forms.sum(x, y, &h).expect("no bound");
            assert!(forms.options(sum).iter().all(|&option| option != forms.zero() && option != forms.star()));
        }
    }
    let handle = Handle::new(Limits { steps: Some(20_000_000), ..Limits::default() });
    let [large, next, two] = [1000, 1001, 2].map(|n| forms.heap(n, &handle).expect("small"));
    assert_eq!(forms.mate(large, &handle), Ok(large));
    assert_eq!(*forms.parts(large, &handle).expect("bounded"), [forms.zero(), forms.star(), large, next]);
    assert_eq!(forms.is_prime(next, &handle), Ok(true));
    assert_eq!(forms.is_half_tame(large, &handle), Ok(true));
    assert_eq!(forms.difference(large, next, &handle), Ok(Some(forms.star())));
    assert_eq!(forms.difference(large, two, &handle), Ok(None));
}
