//! Proofs of who wins, as values: written by a search, read from files, replayed by the checker of `sprague-search`.
//!
//! In: a question about positions that end: an outcome, a nim-value, a comparison. Out: a [`PlayProof`], whose lines are positions, sums
//! and values of the language, so that it can be kept when all tables are forgotten. A file of one is JSON, an object a line, and what
//! stands in it is Sprague's own syntax; `docs/certificates.md` says how.

use super::{Play, sum_of};
use crate::diagnostics::Mistake;
use crate::eval::{Machine, Thing};
use crate::games::Side;
use crate::limits::with_stack;
use crate::search::{Claim, Found, Line, Proof, Refusal, Search, Sum, check};
use crate::syntax::ast::CompareOp;
use crate::value::{Deep, Fault, OutcomeClass, Res, Sum as ValueSum, Value};
use serde_json::{Value as Json, json};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a proof of play is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// `outcome(g)`.
    Outcome,
    /// `grundy(g)`.
    NimValue,
    /// `g >= h` and the like.
    Compare(CompareOp),
}

/// The comparisons that proofs speak of.
const COMPARISONS: [CompareOp; 9] = [
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::Le,
    CompareOp::Ge,
    CompareOp::Lt,
    CompareOp::Gt,
    CompareOp::Confused,
    CompareOp::LtConfused,
    CompareOp::GtConfused,
];

impl About {
    /// By its word or sign.
    pub fn named(word: &str) -> Option<About> {
        match word {
            "outcome" => Some(About::Outcome),
            "grundy" => Some(About::NimValue),
            sign => COMPARISONS.into_iter().find(|op| op.sign() == sign).map(About::Compare),
        }
    }

    /// Its word or sign.
    pub fn word(self) -> &'static str {
        match self {
            About::Outcome => "outcome",
            About::NimValue => "grundy",
            About::Compare(op) => op.sign(),
        }
    }
}

/// A kind of line, by its word: what is said of the first game.
const WORDS: [&str; 3] = ["value", "equal", "win"];

/// A proof that a question has an answer.
#[derive(Clone, Debug)]
pub struct PlayProof {
    /// The question.
    pub about: About,
    /// The game that is asked about, and what it is compared with.
    pub games: (Value, Option<Value>),
    /// The answer: an outcome, a number, a truth value.
    pub answer: Value,
    /// The lines: which kind, a position or sum, and its value or the sum that it is moved to.
    pub lines: Vec<(usize, Value, Value)>,
}

impl PlayProof {
    /// The claim in the language's own syntax.
    pub fn claim(&self, m: &mut Machine) -> Res<String> {
        Ok(self.claimed(m)?.0)
    }

    /// The claim, and the games in it.
    fn claimed(&self, m: &mut Machine) -> Res<(String, String, Option<String>)> {
        let game = m.notation(&self.games.0)?;
        let other = self.games.1.as_ref().map(|other| m.notation(other)).transpose()?;
        let answer = m.notation(&self.answer)?;
        let claim = match (self.about, &other) {
            (About::Compare(op), Some(other)) => {
                let claim = format!("{game} {} {other}", op.sign());
                if matches!(self.answer, Value::Bool(true)) { claim } else { format!("not ({claim})") }
            }
            (about, _) => format!("{}({game}) == {answer}", about.word()),
        };
        Ok((claim, game, other))
    }

    /// A file of it: an object a line.
    pub fn lines(&self, m: &mut Machine) -> Res<Vec<Json>> {
        let games = [Some(&self.games.0), self.games.1.as_ref()].into_iter().flatten();
        for game in games.chain(self.lines.iter().flat_map(|(_, first, second)| [first, second])) {
            if let Some(function) = nameless(m, game)? {
                let shown = m.notation(game)?;
                return Fault::new(
                    Mistake::Unsuitable,
                    format!("a file cannot name the function `{function}` in {shown}"),
                )
                .note("Define it by a name of its own at the top of the script of the rules, such as `f(x) = x`, and put the name where the function stands.")
                .err();
            }
        }
        let (claim, game, other) = self.claimed(m)?;
        let answer = m.notation(&self.answer)?;
        let mut head = json!({
            "sprague": "certificate 1", "kind": "play", "claim": claim, "about": self.about.word(), "game": game,
            "answer": answer, "lines": self.lines.len(),
        });
        if let Some(other) = other {
            head["other"] = json!(other);
        }
        let mut out = vec![head];
        for (kind, first, second) in &self.lines {
            let (first, second) = (m.notation(first)?, m.notation(second)?);
            let word = WORDS[*kind];
            out.push(if word == "win" {
                json!({ "win": first, "to": second })
            } else {
                json!({ word: first, "is": second })
            });
        }
        Ok(out)
    }

    /// The kind of a line by its word.
    pub fn kind_of_line(word: &str) -> Option<usize> {
        WORDS.iter().position(|known| *known == word)
    }
}

/// A function in a position that no name of the script or library means: whoever reads it makes another one, and so another position.
fn nameless(m: &Machine, value: &Value) -> Res<Option<String>> {
    m.handle.tick()?;
    let any = |values: &mut dyn Iterator<Item = &Value>| {
        for value in values {
            let found = with_stack(|| nameless(m, value))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    };
    match value {
        Value::Func(function) => {
            let proto = &function.proto;
            let meant = m.globals().user.get(&proto.name).or_else(|| m.globals().library.get(&proto.name));
            let same = meant.is_some_and(|&slot| crate::value::key::same(&m.globals().values[slot as usize], value));
            Ok((proto.spreads || !same)
                .then(|| if proto.spreads { proto.source.to_string() } else { proto.name.to_string() }))
        }
        Value::Position(position) => any(&mut position.arguments.iter()),
        Value::Sum(sum) => {
            for (_, position) in sum.terms.iter() {
                let found = any(&mut position.arguments.iter())?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            Ok(None)
        }
        Value::Tuple(items) => any(&mut items.iter()),
        Value::List(items) => any(&mut items.iter()),
        Value::Map(entries) => any(&mut entries.iter().map(|(_, value)| value)),
        _ => Ok(None),
    }
}

impl Thing for PlayProof {
    fn kind(&self) -> &'static str {
        "certificate"
    }

    fn same(&self, other: &dyn Thing) -> bool {
        let same = crate::value::key::same;
        other.downcast_ref::<PlayProof>().is_some_and(|other| {
            self.about == other.about
                && same(&self.games.0, &other.games.0)
                && same(&self.answer, &other.answer)
                && self.lines.len() == other.lines.len()
                && self.lines.iter().zip(&other.lines).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1) && same(&a.2, &b.2))
        })
    }

    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.about.word(), self.lines.len()).hash(&mut hasher);
        hasher.finish()
    }

    fn notation(&self, m: &mut Machine) -> Res<String> {
        let claim = self.claim(m)?;
        let count = self.lines.len();
        let lines = if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
        Ok(format!("certificate that {claim}: {lines}"))
    }

    fn json(&self, m: &mut Machine) -> Res<Json> {
        Ok(Json::Array(self.lines(m)?))
    }
}

impl Machine {
    /// A proof of who wins a game, of its nim-value, or of how it compares with another.
    pub fn certify_play(&mut self, about: About, game: &Value, other: Option<&Value>) -> Res<PlayProof> {
        self.check_game_argument(game)?;
        Machine::last_move_wins(game, other)?;
        let sum = self.asked(game, other)?;
        let players: &[Side] = match about {
            About::Compare(CompareOp::Le) => &[Side::Left],
            About::Compare(CompareOp::Ge) => &[Side::Right],
            _ => &[Side::Left, Side::Right],
        };
        // What the value gave is no search, and would be proved all the way down: a search that knows of nothing finds shorter proofs.
        let mut fresh = Search::new(256 << 20);
        let found = match about {
            About::NimValue => {
                let found = fresh.prove_nim_value(&mut Unaided(Play(self)), &sum, u64::MAX)?;
                match found {
                    Found::Answer(Some((n, proof))) => Some((n.into(), proof)),
                    Found::Answer(None) => {
                        return Fault::new(
                            Mistake::NotImpartial,
                            "this game has no nim-value that a search would find",
                        )
                        .note("`certificate(outcome(g))` and `certificate(g == h)` are for all games that end.")
                        .err();
                    }
                    _ => None,
                }
            }
            about => {
                let found = fresh.prove(&mut Unaided(Play(self)), &sum, players, u64::MAX)?;
                found.answer().map(|proof| (answered(about, &proof.claim), proof))
            }
        };
        let Some((answer, proof)) = found else { return self.no_proof(game, other) };
        let mut lines = Vec::with_capacity(proof.lines.len());
        for line in proof.lines {
            self.handle.tick()?;
            lines.push(match line {
                Line::Value { position, value } => (0, self.spelt(&Sum::from(position)), self.game_value(value)),
                Line::Equal { position, value } => (1, self.spelt(&Sum::from(position)), self.game_value(value)),
                Line::Win { sum, to } => (2, self.spelt(&sum), self.spelt(&to)),
            });
        }
        Ok(PlayProof { about, games: (game.clone(), other.cloned()), answer, lines })
    }

    /// An error for games that are played for points.
    fn last_move_wins(game: &Value, other: Option<&Value>) -> Res<()> {
        if !game.for_points() && !other.is_some_and(Value::for_points) {
            return Ok(());
        }
        Fault::new(Mistake::Unsuitable, "certificates are of games in which the last move wins")
            .note("This one is played for points.")
            .err()
    }

    /// That lines which come to an end prove nothing about play that need not.
    fn no_proof<T>(&mut self, game: &Value, other: Option<&Value>) -> Res<T> {
        let mut shown = self.briefly(game).unwrap_or_else(|| "this game".into());
        if let Some(other) = other {
            shown = format!("{shown} or {}", self.briefly(other).unwrap_or_else(|| "the other".into()));
        }
        Fault::new(Mistake::Undecided, format!("play from {shown} need not end, and no certificate is made of that"))
            .note("A certificate proves who wins by moves that come to an end. `outcome` and `winner` explore positions that come back.")
            .err()
    }

    /// The sum that is asked about: a game, or the difference of two.
    fn asked(&mut self, game: &Value, other: Option<&Value>) -> Res<Sum<u32>> {
        let value = match other {
            None => game.clone(),
            Some(other) => {
                let negative = self.neg(other)?;
                self.add(game, &negative)?
            }
        };
        Ok(sum_of(self.terms(&value)?))
    }

    fn spelt(&self, sum: &Sum<u32>) -> Value {
        let terms = sum.parts.iter().map(|&(negative, id)| (negative, self.position_numbered(id))).collect();
        self.sum_value(ValueSum { terms: Deep(terms), rest: self.game_value(sum.rest) })
    }

    /// Replays a proof: the line that is wrong, if one is.
    pub fn check_play(&mut self, proof: &PlayProof) -> Res<Result<(), Refusal>> {
        Machine::last_move_wins(&proof.games.0, proof.games.1.as_ref())?;
        let mut sum = self.asked(&proof.games.0, proof.games.1.as_ref())?;
        let (mut left, mut right) = (None, None);
        match (proof.about, &proof.answer) {
            (About::Outcome, Value::Outcome(class)) => {
                (left, right) = match class {
                    OutcomeClass::N => (Some(true), Some(true)),
                    OutcomeClass::P => (Some(false), Some(false)),
                    OutcomeClass::L => (Some(true), Some(false)),
                    OutcomeClass::R => (Some(false), Some(true)),
                    _ => (None, None),
                }
            }
            (About::NimValue, n) => {
                let n = n.as_integer().and_then(|n| u64::try_from(n).ok());
                let Some(n) = n else { return Ok(Err(Refusal::Empty)) };
                sum.rest = self.store.add(sum.rest, self.store.nimber(n), &self.handle)?;
                (left, right) = (Some(false), Some(false));
            }
            (About::Compare(op), &Value::Bool(holds)) => return self.check_comparison(proof, sum, op, holds),
            _ => {}
        }
        self.replay(Claim { sum, left, right }, proof)
    }

    /// A comparison says which of `<=` and `>=` hold, which Left, and Right, who begin in the difference, lose.
    fn check_comparison(
        &mut self,
        proof: &PlayProof,
        sum: Sum<u32>,
        op: CompareOp,
        holds: bool,
    ) -> Res<Result<(), Refusal>> {
        let mut refused = Refusal::Unproved;
        for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
            let claim = match op {
                CompareOp::Le => Claim { sum: sum.clone(), left: Some(left), right: None },
                CompareOp::Ge => Claim { sum: sum.clone(), left: None, right: Some(right) },
                _ => Claim { sum: sum.clone(), left: Some(left), right: Some(right) },
            };
            if compared(op, &claim) != Some(holds) {
                continue;
            }
            match self.replay(claim, proof)? {
                Ok(()) => return Ok(Ok(())),
                Err(why) => refused = why,
            }
        }
        Ok(Err(refused))
    }

    fn replay(&mut self, claim: Claim<u32>, proof: &PlayProof) -> Res<Result<(), Refusal>> {
        let mut lines = Vec::with_capacity(proof.lines.len());
        for (number, (kind, first, second)) in proof.lines.iter().enumerate() {
            self.handle.tick()?;
            let sum = sum_of(self.terms(first)?);
            lines.push(match (kind, &sum.parts[..]) {
                (2, _) => Line::Win { sum, to: sum_of(self.terms(second)?) },
                (kind, &[(false, position)]) if sum.rest == crate::games::ZERO => {
                    let value = self.game(second)?;
                    if *kind == 0 { Line::Value { position, value } } else { Line::Equal { position, value } }
                }
                _ => return Ok(Err(Refusal::Repeated(number + 1))),
            });
        }
        check(&mut Unaided(Play(self)), &Proof { claim, lines })
    }
}

/// What a comparison comes to, by who wins the difference.
fn compared(op: CompareOp, claim: &Claim<u32>) -> Option<bool> {
    let (le, ge) = (claim.left.map(|wins| !wins), claim.right.map(|wins| !wins));
    Some(match op {
        CompareOp::Le => le?,
        CompareOp::Ge => ge?,
        CompareOp::Eq => le? && ge?,
        CompareOp::Ne => !(le? && ge?),
        CompareOp::Lt => le? && !ge?,
        CompareOp::Gt => ge? && !le?,
        CompareOp::Confused => !le? && !ge?,
        CompareOp::LtConfused => !ge?,
        CompareOp::GtConfused => !le?,
        CompareOp::In | CompareOp::NotIn => return None,
    })
}

fn answered(about: About, claim: &Claim<u32>) -> Value {
    match about {
        About::Compare(op) => Value::Bool(compared(op, claim) == Some(true)),
        _ => Value::Outcome(match (claim.left, claim.right) {
            (Some(true), Some(true)) => OutcomeClass::N,
            (Some(true), _) => OutcomeClass::L,
            (_, Some(true)) => OutcomeClass::R,
            _ => OutcomeClass::P,
        }),
    }
}

/// The rules alone, without values that happen to be known.
struct Unaided<'a>(Play<'a>);

impl crate::search::Rules for Unaided<'_> {
    type Position = u32;
    type Error = Box<crate::value::Flow>;

    fn store(&self) -> &crate::games::Store {
        self.0.store()
    }

    fn handle(&self) -> &crate::limits::Handle {
        self.0.handle()
    }

    fn moves(&mut self, position: &u32, player: Side) -> Res<Vec<Sum<u32>>> {
        self.0.moves(position, player)
    }

    fn split(&mut self, position: &u32) -> Res<Option<Sum<u32>>> {
        self.0.split(position)
    }

    fn value(&mut self, position: &u32) -> Res<Option<crate::games::Game>> {
        self.0.value(position)
    }

    fn bounds(&mut self, position: &u32) -> Res<Option<(crate::games::Game, crate::games::Game)>> {
        self.0.bounds(position)
    }

    fn ends(&mut self, position: &u32) -> bool {
        self.0.ends(position)
    }

    fn is_impartial(&self, position: &u32) -> bool {
        self.0.is_impartial(position)
    }
}
