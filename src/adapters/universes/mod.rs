//! Universes as values, and games compared in them: dicot, dead-ending and all games in misère play, guaranteed scoring games.
//!
//! In: games of the language. Out: how they compare, their canonical forms, and games that tell them apart, again as games of the
//! language: literals that are shown as they are written. Forms are made for each question and forgotten with it. Cost: the
//! followers of a game, and of two together their product.

mod forms;

use crate::absolute::{
    self, DeadEnding, Dicot, Form, Forms, Guaranteed, IntegerEnds, Misere, Normal, Order, Side, Theory,
};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::{Game, Relation};
use crate::value::{Fault, Res, Value};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::rc::Rc;

/// Followers of two games up to which a small witness is looked for.
const SMALL: usize = 200;

/// Characters up to which a game is shown in a message.
const LONG: usize = 80;

/// A universe by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Universe {
    /// All games in normal play.
    Normal,
    /// All games in misère play.
    Misere,
    /// Dicot games in misère play.
    Dicot,
    /// Dead-ending games in misère play.
    DeadEnding,
    /// Games whose ends are integers, in misère play.
    IntegerEnds,
    /// Guaranteed scoring games.
    Guaranteed,
}

/// Does something with the theory of a universe.
macro_rules! with_theory {
    ($universe:expr, $forms:expr, $theory:ident => $body:expr) => {
        with_theory!(@ $universe, $forms, $theory => $body, Universe::Guaranteed => {
            let mut $theory = Theory::new(Guaranteed, $forms);
            $body
        })
    };
    // Universes with canonical forms only.
    (canonical $universe:expr, $forms:expr, $theory:ident => $body:expr, $without:expr) => {
        with_theory!(@ $universe, $forms, $theory => $body, Universe::Guaranteed => $without)
    };
    (@ $universe:expr, $forms:expr, $theory:ident => $body:expr, Universe::Guaranteed => $other:expr) => {
        match $universe {
            Universe::Normal => {
                let mut $theory = Theory::new(Normal, $forms);
                $body
            }
            Universe::Misere => {
                let mut $theory = Theory::new(Misere, $forms);
                $body
            }
            Universe::Dicot => {
                let mut $theory = Theory::new(Dicot, $forms);
                $body
            }
            Universe::DeadEnding => {
                let mut $theory = Theory::new(DeadEnding, $forms);
                $body
            }
            Universe::IntegerEnds => {
                let mut $theory = Theory::new(IntegerEnds, $forms);
                $body
            }
            Universe::Guaranteed => $other,
        }
    };
}

impl Universe {
    /// All of them.
    pub const ALL: [Universe; 6] = [
        Universe::Normal,
        Universe::Misere,
        Universe::Dicot,
        Universe::DeadEnding,
        Universe::IntegerEnds,
        Universe::Guaranteed,
    ];

    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Universe::Normal => "Normal",
            Universe::Misere => "Misere",
            Universe::Dicot => "Dicot",
            Universe::DeadEnding => "DeadEnding",
            Universe::IntegerEnds => "IntegerEnds",
            Universe::Guaranteed => "Guaranteed",
        }
    }

    /// What its games are, and what a follower is like that is none.
    fn demand(self, forms: &Forms, stranger: Form) -> (&'static str, String) {
        let stuck = if forms.is_end(stranger, Side::Left) { "Left" } else { "Right" };
        let free = if stuck == "Left" { "Right" } else { "Left" };
        match self {
            Universe::Normal | Universe::Misere => ("a game without points", "there are points".into()),
            Universe::Dicot => ("dicot", format!("there only {free} can move")),
            Universe::DeadEnding => {
                let alive = |side: Side| {
                    forms.is_end(stranger, side)
                        && forms.options(stranger, side.other()).iter().any(|&option| !forms.is_end(option, side))
                };
                let (stuck, free) = if alive(Side::Left) { ("Left", "Right") } else { ("Right", "Left") };
                ("dead-ending", format!("there {stuck} cannot move, but can again after a move of {free}"))
            }
            Universe::IntegerEnds => {
                ("a game whose ends are integers", format!("there {stuck} cannot move, and it is no integer"))
            }
            Universe::Guaranteed => {
                let (least, _) = forms.range(stranger);
                let left = forms.is_end(stranger, Side::Left) && forms.points(stranger, Side::Left) > least;
                let stuck = if left { "Left" } else { "Right" };
                ("guaranteed", format!("there {stuck}, who cannot move, may have more than is left for later"))
            }
        }
    }
}

/// How two games compare in a universe.
#[derive(Debug)]
pub struct Compared {
    /// The games.
    pub games: [Value; 2],
    /// Where they are compared.
    pub universe: Universe,
    /// The answer.
    pub order: Order,
}

impl Compared {
    /// As the language writes it.
    fn sign(&self) -> &'static str {
        match self.order {
            Order::Equal => "==",
            Order::Greater => ">",
            Order::Less => "<",
            Order::Incomparable => "||",
        }
    }
}

impl Machine {
    /// The form of a game of a universe, or an error that says why it is none.
    fn form_in(&mut self, forms: &mut Forms, value: &Value, universe: Universe) -> Res<Form> {
        let form = self.absolute_form(forms, value, universe == Universe::Guaranteed)?;
        let Some(stranger) = stranger(universe, forms, form, self)? else { return Ok(form) };
        let shown = self.written_form(value)?;
        let shown = if shown.chars().count() > LONG { "this game".into() } else { shown };
        let (kind, why) = universe.demand(forms, stranger);
        let fault = if stranger == form {
            let why = why.replacen("there ", "", 1);
            Fault::new(Mistake::Unsuitable, format!("{shown} is not {kind}: {why}"))
        } else {
            let follower =
                forms.name(stranger, LONG).map_or("a follower".into(), |name| format!("its follower {name}"));
            Fault::new(Mistake::Unsuitable, format!("{shown} is not {kind}: play can come to {follower}, and {why}"))
        };
        fault.note(format!("In {} only its own games are compared.", universe.name())).err()
    }

    /// Whether a game belongs to a universe; of loopy games only dicots are told.
    pub fn belongs(&mut self, value: &Value, universe: Universe) -> Res<bool> {
        if universe == Universe::Dicot && self.is_loopy(value) {
            return self.is_dicot_loop(value);
        }
        self.check_game_argument(value)?;
        let mut forms = Forms::default();
        let form = self.absolute_form(&mut forms, value, universe == Universe::Guaranteed)?;
        Ok(stranger(universe, &mut forms, form, self)?.is_none())
    }

    /// How two games compare in a universe.
    pub fn compare_in(&mut self, g: &Value, h: &Value, universe: Universe) -> Res<Order> {
        if universe == Universe::Normal
            && let Some(relation) = self.relation_of_values(g, h)?
        {
            return Ok(match relation {
                Relation::Less => Order::Less,
                Relation::Equal => Order::Equal,
                Relation::Greater => Order::Greater,
                Relation::Confused => Order::Incomparable,
            });
        }
        let mut forms = Forms::default();
        let (x, y) = (self.form_in(&mut forms, g, universe)?, self.form_in(&mut forms, h, universe)?);
        let handle = Rc::clone(&self.handle);
        with_theory!(universe, &mut forms, theory => Ok(theory.compare(x, y, &handle)?))
    }

    /// A game of the universe beside which g does worse for Left than h if that player begins; nothing if g >= h.
    pub fn distinguisher(&mut self, g: &Value, h: &Value, universe: Universe) -> Res<Option<(Value, Side)>> {
        let mut forms = Forms::default();
        if universe == Universe::Normal
            && let (Some(x), Some(y)) = (self.game_if_ends(g)?, self.game_if_ends(h)?)
        {
            return self.distinguisher_of_values(&mut forms, x, y);
        }
        let (x, y) = (self.form_in(&mut forms, g, universe)?, self.form_in(&mut forms, h, universe)?);
        let handle = Rc::clone(&self.handle);
        let large = forms.followers(x, &handle)?.len() + forms.followers(y, &handle)?.len() > SMALL;
        let small = if large { Vec::new() } else { small_games(universe, &mut forms) };
        let found = with_theory!(universe, &mut forms, theory => theory.witness_among(x, y, &small, &handle)?);
        let Some((witness, first)) = found else { return Ok(None) };
        Ok(Some((self.absolute_value(&mut forms, witness)?, first)))
    }

    /// How two games compare by their values, unless play in one of them need not end.
    fn relation_of_values(&mut self, g: &Value, h: &Value) -> Res<Option<Relation>> {
        if let Some(relation) = self.relation_by_switches(g, h)? {
            return Ok(Some(relation));
        }
        let (Some(x), Some(y)) = (self.game_if_ends(g)?, self.game_if_ends(h)?) else { return Ok(None) };
        Ok(Some(self.store.compare(x, y, &self.handle)?))
    }

    /// A game beside which one value does worse than another in normal play: a small one, or else the negative of the other.
    fn distinguisher_of_values(&mut self, forms: &mut Forms, x: Game, y: Game) -> Res<Option<(Value, Side)>> {
        if self.store.le(y, x, &self.handle)? {
            return Ok(None);
        }
        for form in small_games(Universe::Normal, forms) {
            let beside = self.absolute_value(forms, form)?;
            let game = self.game(&beside)?;
            let turned = self.store.neg(game, &self.handle)?;
            // Left, who begins, wins unless the sum is at most 0; if Right begins she wins if it is at least 0.
            let (store, handle) = (&self.store, &self.handle);
            if store.le(x, turned, handle)? && !store.le(y, turned, handle)? {
                return Ok(Some((beside, Side::Left)));
            }
            if store.le(turned, y, handle)? && !store.le(turned, x, handle)? {
                return Ok(Some((beside, Side::Right)));
            }
        }
        let negative = self.store.neg(y, &self.handle)?;
        Ok(Some((self.game_value(negative), Side::Right)))
    }

    /// The canonical form in a universe.
    pub fn canonical_in(&mut self, g: &Value, universe: Universe) -> Res {
        let mut forms = Forms::default();
        let form = self.form_in(&mut forms, g, universe)?;
        let handle = Rc::clone(&self.handle);
        let canonical = with_theory!(canonical universe, &mut forms, theory => theory.canonical(form, &handle)?, {
            return no_canonical_forms();
        });
        self.absolute_value(&mut forms, canonical)
    }

    /// The canonical forms of all values of a universe that are born by a day.
    pub fn values_born_by(&mut self, day: u32, universe: Universe) -> Res<Vec<Value>> {
        let mut forms = Forms::default();
        let handle = Rc::clone(&self.handle);
        let values = with_theory!(canonical universe, &mut forms, theory => theory.born_by(day, &handle)?, {
            return no_canonical_forms();
        });
        values.into_iter().map(|value| self.absolute_value(&mut forms, value)).collect()
    }
}

fn no_canonical_forms<T>() -> Res<T> {
    Fault::new(Mistake::Unsuitable, "no canonical forms of guaranteed scoring games are worked out")
        .note("`compare(g, h, in = Guaranteed)` says whether games are equal there.")
        .err()
}

fn stranger(universe: Universe, forms: &mut Forms, form: Form, m: &Machine) -> Res<Option<Form>> {
    Ok(with_theory!(universe, forms, theory => {
        // Only asked; nothing is found out.
        let theory = &mut theory;
        theory.stranger(form, &m.handle)?
    }))
}

/// Games of a universe that are born by day 2, those with few options first.
fn small_games(universe: Universe, forms: &mut Forms) -> Vec<Form> {
    let (zero, star) = (forms.zero(), forms.star());
    let (one, minus) = (forms.game(&[zero], &[]), forms.game(&[], &[zero]));
    let early: Vec<Form> = [zero, star, one, minus].into_iter().filter(|&g| admits(universe, forms, g)).collect();
    let subsets: Vec<Vec<Form>> = (0..1usize << early.len())
        .map(|bits| (0..early.len()).filter(|i| bits >> i & 1 == 1).map(|i| early[i]).collect())
        .collect();
    let mut all: Vec<(usize, Form)> = early.iter().map(|&g| (0, g)).collect();
    for left in &subsets {
        for right in &subsets {
            let form = forms.game(left, right);
            if admits(universe, forms, form) {
                all.push((left.len() + right.len(), form));
            }
        }
    }
    all.sort_unstable();
    let mut games: Vec<Form> = all.into_iter().map(|(_, form)| form).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    games.retain(|&form| seen.insert(form));
    games
}

fn admits(universe: Universe, forms: &Forms, g: Form) -> bool {
    use absolute::Universe as _;
    match universe {
        Universe::Normal => Normal.admits(forms, g),
        Universe::Misere => Misere.admits(forms, g),
        Universe::Dicot => Dicot.admits(forms, g),
        Universe::DeadEnding => DeadEnding.admits(forms, g),
        Universe::IntegerEnds => IntegerEnds.admits(forms, g),
        Universe::Guaranteed => Guaranteed.admits(forms, g),
    }
}

impl Thing for Universe {
    fn kind(&self) -> &'static str {
        "universe"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Universe>() == Some(self)
    }

    fn digest(&self) -> u64 {
        *self as u64
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(self.name().into())
    }

    fn contains(&self, machine: &mut Machine, x: &Value) -> Option<Res<bool>> {
        Some(machine.belongs(x, *self))
    }
}

impl Thing for Compared {
    fn kind(&self) -> &'static str {
        "comparison"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        other.downcast_ref::<Compared>().is_some_and(|other| other.order == self.order)
    }

    fn equals(&self, _: &mut Machine, other: &Value) -> Option<Res<bool>> {
        match other {
            Value::Str(text) => {
                let text: &str = text;
                Some(Ok(text == self.sign() || self.order == Order::Equal && text == "="))
            }
            _ => None,
        }
    }

    fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.sign().as_bytes());
        hasher.finish()
    }

    fn notation(&self, _: &mut Machine) -> Res<String> {
        Ok(format!("\"{}\"", self.sign()))
    }

    fn display(&self, _: &mut Machine) -> Res<String> {
        Ok(self.sign().into())
    }

    /// Beside which games the two differ.
    fn explain(&self, machine: &mut Machine) -> Option<Res> {
        Some(self.explained(machine).map(Value::text))
    }
}

impl Compared {
    /// The same, beside which games the two differ, in lines.
    pub fn explained(&self, m: &mut Machine) -> Res<String> {
        let [g, h] = &self.games;
        let (a, b) = (m.written_form(g)?, m.written_form(h)?);
        let universe = self.universe.name();
        let mut text = format!("{a} {} {b} in {universe}", self.sign());
        let beside =
            |game: &str| if game.contains(" + ") || game.contains(" - ") { format!("({game})") } else { game.into() };
        for (g, h, a, b) in [(g, h, &a, &b), (h, g, &b, &a)] {
            match m.distinguisher(g, h, self.universe)? {
                Some((x, first)) => {
                    let x = m.written_form(&x)?;
                    let first = if first == Side::Left { "Left" } else { "Right" };
                    let (worse, better) = match self.universe {
                        Universe::Guaranteed => ("Left gets less from", "than from"),
                        _ => ("Right wins", "and Left wins"),
                    };
                    text.push_str(&format!(
                        "\n  {a} >= {b} fails: with X = {x}, if {first} begins, {worse} {} + X {better} {} + X.",
                        beside(a),
                        beside(b)
                    ));
                }
                None => {
                    let never = match self.universe {
                        Universe::Guaranteed => "Left never gets less beside any game of it",
                        _ => "Left never does worse beside any game of it",
                    };
                    text.push_str(&format!("\n  {a} >= {b} holds: {never}."));
                }
            }
        }
        Ok(text)
    }
}
