//! Certificates for Coq: files that Coq 8.16 accepts without axioms, and without believing Sprague.
//!
//! In: a certificate of a comparison, an outcome or a nim-value of short games, or of the period of an octal game. Out: the text of a
//! file: definitions and a checker with the proof that it is right (`games.v`, `heaps.v`), the data, and the claim as a theorem. Of play
//! the tree of each game is written as it unfolds here, and facts `<=` about its positions, each of which follows from earlier ones.

use crate::adapters::search::{About, PlayProof};
use crate::builtins::heaps::thing::Proof;
use crate::diagnostics::Mistake;
use crate::eval::Machine;
use crate::heaps::period::Subject;
use crate::limits::with_stack;
use crate::value::key::Key;
use crate::value::{Fault, Player, Res, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// Positions of both games, facts about them, and heaps, that Coq reads in seconds.
const MOST_NODES: usize = 4_000;
const MOST_FACTS: usize = 20_000;
const MOST_HEAPS: u64 = 4_000;

/// The text of a file for Coq.
pub fn text(m: &mut Machine, value: &Value) -> Res<String> {
    if let Some(proof) = value.thing::<PlayProof>().cloned() {
        return play(m, &proof);
    }
    if let Some(proof) = value.thing::<Proof>() {
        return period(m, proof);
    }
    Fault::expected("a certificate of a comparison, an outcome, a nim-value or a period", value)
        .note("Other certificates are not written for Coq.")
        .err()
}

fn too_large<T>(what: &str) -> Res<T> {
    Fault::new(Mistake::Unsuitable, format!("{what} are too many for a file for Coq")).err()
}

/// A text inside a comment of Coq.
fn comment(text: &str) -> String {
    text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
}

/// A table of all that can be reached, options first, and facts about pairs.
#[derive(Default)]
struct Table {
    numbers: FxHashMap<Key, usize>,
    /// Positions that were met; those without a number are above the one that is looked at.
    met: FxHashSet<Key>,
    lines: Vec<[Vec<usize>; 2]>,
    /// What `<=` comes to.
    known: FxHashMap<(usize, usize), bool>,
    written: FxHashSet<(bool, usize, usize)>,
    facts: Vec<(bool, usize, usize)>,
}

impl Table {
    fn number(&mut self, m: &mut Machine, game: &Value) -> Res<usize> {
        let key = Key(game.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        m.handle.tick()?;
        if !self.met.insert(Key(game.clone())) {
            return Fault::new(
                Mistake::Undecided,
                "files for Coq are about games that end, and a position comes again here",
            )
            .err();
        }
        let mut line = [Vec::new(), Vec::new()];
        for (options, player) in line.iter_mut().zip([Player::Left, Player::Right]) {
            for made in m.moves_of(game, player)? {
                options.push(with_stack(|| self.number(m, &made.to))?);
            }
            options.sort_unstable();
            options.dedup();
        }
        if self.lines.len() == MOST_NODES {
            return too_large("its positions");
        }
        // Games with the same options are one.
        let number = match self.lines.iter().position(|other| *other == line) {
            Some(same) => same,
            None => {
                self.lines.push(line);
                self.lines.len() - 1
            }
        };
        self.numbers.insert(key, number);
        Ok(number)
    }

    /// Whether a <= b, by the definition.
    fn le(&mut self, m: &Machine, a: usize, b: usize) -> Res<bool> {
        if let Some(&known) = self.known.get(&(a, b)) {
            return Ok(known);
        }
        m.handle.tick()?;
        let (left, right) = (self.lines[a][0].clone(), self.lines[b][1].clone());
        let mut holds = true;
        for x in left {
            holds = holds && !with_stack(|| self.le(m, b, x))?;
        }
        for y in right {
            holds = holds && !with_stack(|| self.le(m, y, a))?;
        }
        self.known.insert((a, b), holds);
        Ok(holds)
    }

    /// Writes `a <= b` if that is `le`, else that `b <= a` does not hold, behind what it follows from.
    fn fact(&mut self, m: &Machine, le: bool, a: usize, b: usize) -> Res<()> {
        if !self.written.insert((le, a, b)) {
            return Ok(());
        }
        if le {
            for x in self.lines[a][0].clone() {
                with_stack(|| self.fact(m, false, x, b))?;
            }
            for y in self.lines[b][1].clone() {
                with_stack(|| self.fact(m, false, a, y))?;
            }
        } else {
            let (right, left) = (self.lines[a][1].clone(), self.lines[b][0].clone());
            let mut witness = None;
            for (x, y) in right.into_iter().map(|x| (x, b)).chain(left.into_iter().map(|y| (a, y))) {
                if witness.is_none() && self.le(m, x, y)? {
                    witness = Some((x, y));
                }
            }
            if let Some((x, y)) = witness {
                with_stack(|| self.fact(m, true, x, y))?;
            }
        }
        if self.facts.len() == MOST_FACTS {
            return too_large("the facts in its proof");
        }
        self.facts.push((le, a, b));
        Ok(())
    }
}

fn play(m: &mut Machine, proof: &PlayProof) -> Res<String> {
    let claim = proof.claim(m)?;
    let other = match (&proof.games.1, proof.about) {
        (Some(other), _) => other.clone(),
        (None, About::NimValue) => {
            let n = proof.answer.as_integer().and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
            m.game_value(m.store.nimber(n))
        }
        (None, _) => Value::Int(0),
    };
    let mut table = Table::default();
    let (g, h) = (table.number(m, &proof.games.0)?, table.number(m, &other)?);
    let (le, ge) = (table.le(m, g, h)?, table.le(m, h, g)?);
    // That a <= b does not hold is a fact about b and a.
    let facts = [if le { (true, g, h) } else { (false, h, g) }, if ge { (true, h, g) } else { (false, g, h) }];
    for (le, a, b) in facts {
        table.fact(m, le, a, b)?;
    }
    let fact = |(le, a, b): &(bool, usize, usize)| format!("{} {} {}", if *le { "Le" } else { "Lf" }, a + 1, b + 1);
    let numbers = |all: &Vec<usize>| all.iter().map(|n| (n + 1).to_string()).collect::<Vec<_>>().join("; ");
    let lines: Vec<String> =
        table.lines.iter().map(|[l, r]| format!("  ([{}], [{}])", numbers(l), numbers(r))).collect();
    let proved: Vec<String> = table.facts.iter().map(fact).collect();
    let (first, second) = (m.notation(&proof.games.0)?, m.notation(&other)?);
    let mut out = format!("(* {} *)\n\n{}", comment(&claim), include_str!("games.v"));
    let says = |holds: bool, a: &str, b: &str| if holds { format!("le {a} {b}") } else { format!("~ le {a} {b}") };
    let uses = |holds: bool, fact: &str| {
        let by = format!("exact (facts_hold ({fact}) ltac:(simpl; tauto))");
        if holds { by } else { format!("apply lf_not_ge; {by}") }
    };
    let _ = write!(
        out,
        "
(* The positions of both games, options first. *)
Open Scope positive_scope.
Definition lines : list line := [
{}
].

Definition facts_proved : list fact := [{}].

(* {} *)
Definition first_game := node (games lines) {}.
(* {} *)
Definition second_game := node (games lines) {}.

Theorem claim : {} /\\ {}.
Proof.
  assert (facts_hold : forall f, In f [{}; {}] -> means (games lines) f).
  {{ apply (proves_sound lines facts_proved). vm_compute. reflexivity. }}
  split; [{}|{}].
Qed.

Print Assumptions claim.
",
        lines.join(";\n"),
        proved.join("; "),
        comment(&first),
        g + 1,
        comment(&second),
        h + 1,
        says(le, "first_game", "second_game"),
        says(ge, "second_game", "first_game"),
        fact(&facts[0]),
        fact(&facts[1]),
        uses(le, &fact(&facts[0])),
        uses(ge, &fact(&facts[1])),
    );
    Ok(out)
}

/// A place of a code, and whether a heap may vanish there, leave one, leave two.
type PlaceOfCode = (u64, [bool; 3]);

fn period(m: &Machine, proof: &Proof) -> Res<String> {
    let c = &proof.certificate;
    let unfit = || {
        Fault::new(Mistake::Unsuitable, "for Coq there are octal games: a move leaves at most two heaps, of any sizes")
            .err()
    };
    let (claim, places): (String, Vec<PlaceOfCode>) = match &c.subject {
        Subject::Subtraction(numbers) => {
            let places = numbers.iter().map(|&k| (k, [true, true, false])).collect();
            (format!("subtraction({numbers:?})"), places)
        }
        Subject::Code(code) => {
            let Some(last) = code.last_place() else { return unfit() };
            if code.most_parts() > 2 || code.has_distinct() || !code.added().is_empty() {
                return unfit();
            }
            let parts = |k| [0, 1, 2].map(|parts| code.digit(k).leaves(parts));
            let places = (0..=last).map(|k| (k, parts(k))).filter(|(_, parts)| parts.contains(&true)).collect();
            (format!("code(\"{code}\")"), places)
        }
    };
    let top = places.iter().map(|place| place.0).max().unwrap_or(0);
    let size = c.from.max(1).checked_mul(2).and_then(|n| n.checked_add(2 * c.period)?.checked_add(top));
    let Some(size) = size.filter(|&size| size <= MOST_HEAPS) else { return too_large("its heaps") };
    let mut values: Vec<u64> = Vec::new();
    for n in 0..size {
        let mut reached = FxHashSet::default();
        let value = |heap: u64| values[heap as usize];
        for &(k, [none, one, two]) in &places {
            m.handle.ticks(1 + u32::try_from(n).unwrap_or(u32::MAX))?;
            if none && k > 0 && k == n {
                reached.insert(0);
            }
            if one && k > 0 && k < n {
                reached.insert(value(n - k));
            }
            if two && k < n {
                reached.extend((1..n - k).map(|a| value(a) ^ value(n - k - a)));
            }
        }
        values.push((0..).find(|v| !reached.contains(v)).unwrap_or(0));
    }
    let words = |parts: &[bool; 3]| parts.map(|holds| holds.to_string()).join(", ");
    let places: Vec<String> = places.iter().map(|(k, parts)| format!("({k}, ({}))", words(parts))).collect();
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    let (from, p) = (c.from, c.period);
    let said = format!("start({claim}) == {from} and period_length({claim}) == {p}");
    let mut out = format!("(* {} *)\n\n{}", comment(&said), include_str!("heaps.v"));
    let _ = write!(
        out,
        "
(* {} *)
Definition game : code := [{}].

(* Its nim-values from heap 0 on. *)
Definition values := store [{}] 1 (PositiveMap.empty _).

Theorem claim : exists G,
  nim_values game G /\\ (forall H, nim_values game H -> forall n, H n = G n) /\\ period G {from} {p}.
Proof. apply (right_sound game (stored values)). vm_compute. reflexivity. Qed.

Print Assumptions claim.
",
        comment(&claim),
        places.join("; "),
        values.join("; "),
    );
    Ok(out)
}
